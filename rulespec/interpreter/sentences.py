"""Sentences for people: cards, seats and names in a language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rulespec.interpreter.cards import CardTable
from rulespec.interpreter.journal import Text, TextValue

if TYPE_CHECKING:
    from rulespec.interpreter.executor import Executor
    from rulespec.interpreter.game import EngineGame

SYMBOLS: Final = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
"""By the names of suits; suits of other names keep theirs."""

LETTERS: Final[dict[str, dict[str, str]]] = {
    "en": {},
    "ru": {"J": "В", "Q": "Д", "K": "К", "A": "Т"},
    "de": {"J": "B", "Q": "D"},
}
"""By language, what is written for a rank's name where it differs."""

JOKERS: Final = {"en": "joker", "ru": "джокер", "de": "Joker"}
NONE: Final = {"en": "none", "ru": "нет", "de": "keine"}
TRUTH: Final = {"en": ("no", "yes"), "ru": ("нет", "да"), "de": ("nein", "ja")}


class SentenceRenderer:
    """Renders pieces in one language, with the names of seats."""

    def __init__(self, table: CardTable, language: str = "en", names: Sequence[str] | None = None) -> None:
        self.table = table
        self.language = language if language in LETTERS else "en"
        self.names = names

    def text(self, pieces: Text) -> str:
        return "".join(piece if isinstance(piece, str) else self.piece(piece) for piece in pieces)

    def seat(self, seat: int) -> str:
        return self.names[seat] if self.names is not None else f"P{seat + 1}"

    def rank(self, rank: int) -> str:
        if rank == self.table.n_ranks:
            return JOKERS[self.language]
        name = self.table.deck.ranks[rank]
        return LETTERS[self.language].get(name, name)

    def suit(self, suit: int) -> str:
        name = self.table.deck.suits[suit]
        return SYMBOLS.get(name, name)

    def face(self, face: int) -> str:
        """Rank and suit's symbol, or its prefix where the suit has none."""
        if face == self.table.joker_face:
            return JOKERS[self.language]
        suit, rank = divmod(face, self.table.n_ranks)
        name = self.table.deck.suits[suit]
        if name in SYMBOLS:
            return self.rank(rank) + SYMBOLS[name]
        code = self.table.face_text(face).removeprefix(self.table.deck.ranks[rank])
        return self.rank(rank) + code

    def card(self, card: int) -> str:
        return self.face(self.table.face[card])

    def piece(self, piece: TextValue) -> str:
        value: Any = piece.value
        match piece.kind:
            case "none":
                return NONE[self.language]
            case "truth":
                return TRUTH[self.language][value]
            case "player":
                return self.seat(value)
            case "team":
                return f"T{value + 1}"
            case "suit":
                return self.suit(value)
            case "rank":
                return self.rank(value)
            case "face":
                return self.face(value)
            case "card":
                return self.card(value)
            case "enum":
                return str(value[1]).replace("_", " ")
            case "group" | "combo":
                return " ".join(
                    self.card(card) + (f"({self.face(role)})" if role is not None else "") for card, role in value
                )
            case "list":
                return ", ".join(self.piece(item) for item in value)
            case _:
                return str(value)


class InputRenderer(SentenceRenderer):
    """Renders pieces as they are typed: suits by their names, cards as a spec writes them."""

    def suit(self, suit: int) -> str:
        return self.table.deck.suits[suit]

    def rank(self, rank: int) -> str:
        return "joker" if rank == self.table.n_ranks else self.table.deck.ranks[rank]

    def face(self, face: int) -> str:
        return self.table.face_text(face)


def render(game: EngineGame, pieces: Text, language: str = "en", names: Sequence[str] | None = None) -> str:
    """The pieces as a sentence."""
    return SentenceRenderer(game.cards, language, names).text(pieces)


def plain(executor: Executor, pieces: Text) -> str:
    """The pieces in English with numbered seats."""
    return SentenceRenderer(executor.runtime.table).text(pieces)
