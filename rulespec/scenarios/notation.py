"""How scenarios write values, cards and groups, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final, TypeAlias

from rulespec.interpreter.cards import CardTable
from rulespec.ir import types as t
from rulespec.ir.program import Program
from rulespec.syntax.suggest import did_you_mean

NONE: Final = "none"
WORD = re.compile(r"\[[^\[\]]*\]|[^\s\[\]]+")
MAX_READINGS: Final = 256
"""Ways to choose among copies that are tried for one value."""

Pieces: TypeAlias = tuple[tuple[int, int | None], ...]
"""Cards and, of wild ones, the faces they stand for."""


class NotationError(Exception):
    """A text does not say what should stand there."""


@dataclass(frozen=True, slots=True)
class CardToken:
    """A card as written: ``card`` where a copy is named, else any card of ``face``; ``role`` after a ``=``."""

    text: str
    face: int
    card: int | None
    role: int | None

    def means(self, card: int, face: int, role: int | None) -> bool:
        if self.role is not None and self.role != (face if role is None else role):
            return False
        return card == self.card if self.card is not None else face == self.face

    @property
    def vagueness(self) -> int:
        """Exact pieces are matched first."""
        return 2 * (self.card is None) + (self.role is None)


def as_text(written: Any) -> str:
    """A value of a file as one text: a list as its elements in brackets, ``none`` of nothing."""
    match written:
        case str():
            return written
        case list():
            return f"[{' '.join(map(as_text, written))}]"
        case _:
            return str(written).lower()


def _words(text: str) -> list[str]:
    """The elements of a list, with or without brackets around them."""
    return text.strip("[]").replace(",", " ").split()


class Notation:
    """Reads and writes values of a game's types. ``wild_cards(pattern, cards)`` are the cards beside which roles stand;
    ``group(groups, at)`` is what lies in a group of the position in question."""

    def __init__(
        self,
        program: Program,
        cards: CardTable,
        players: int,
        wild_cards: Callable[[int, Sequence[int]], tuple[int, ...]],
    ) -> None:
        self.program = program
        self.cards = cards
        self.players = players
        self.wild_cards = wild_cards
        self._members = {enum.name: enum.members for enum in program.enums}

    # ------------------------------------------------------------ names

    def names(self, type_: t.Type) -> tuple[str, ...] | None:
        """The names of a type's values in order, where it has such."""
        match type_:
            case t.Suit():
                return self.program.deck.suits
            case t.Rank():
                return (*self.program.deck.ranks, "joker")
            case t.Enum(name=name):
                return self._members[name]
            case _:
                return None

    def value(self, type_: t.Type, written: Any) -> Any:
        """The value of a simple type or a list of such; of copies the lowest. Raises ``NotationError``."""
        readings = self.readings(type_, written)
        return readings[0]

    def readings(self, type_: t.Type, written: Any) -> list[Any]:
        """All the values that ``written`` may be: several where it names a card without its copy."""
        if isinstance(written, list):
            written = as_text(written)
        if isinstance(type_, t.Opt):
            return [None] if written is None or written == NONE else self.readings(type_.of, written)
        names = self.names(type_)
        text = as_text(written)
        if names is not None:
            if text not in names:
                near = did_you_mean(text, names)
                hint = f"; did you mean {near}?" if near else ""
                raise NotationError(f"'{text}' is none of {', '.join(names)}{hint}")
            return [names.index(text)]
        match type_:
            case t.Bool():
                if text not in ("true", "false"):
                    raise NotationError(f"'{text}' is neither true nor false")
                return [text == "true"]
            case t.Int(low=low, high=high):
                return [self._number(text, low, high)]
            case t.Player():
                return [self._number(text, 0, self.players - 1)]
            case t.Team():
                return [self._number(text, 0, max(0, self.program.teams - 1))]
            case t.Face():
                return [self._face(text)]
            case t.Card():
                piece = self.piece(text)
                return [piece.card] if piece.card is not None else list(self.cards.by_face[piece.face])
            case t.SetOf(element=element) | t.ListOf(element=element):
                return self._collections(type_, element, text)
            case t.Combo(pattern=pattern):
                return list(islice(self._combos(pattern, self.pieces(text)), MAX_READINGS))
            case _:
                raise NotationError(f"'{text}' stands for a value that cannot be written")

    def _number(self, text: str, low: int, high: int) -> int:
        if not re.fullmatch(r"-?[0-9]{1,10}", text):
            raise NotationError(f"'{text}' is not a number")
        if not low <= int(text) <= high:
            raise NotationError(f"{text} is not between {low} and {high}")
        return int(text)

    def _collections(self, type_: t.Type, element: t.Type, text: str) -> list[Any]:
        words = [] if text == NONE else _words(text)
        parts = [self.readings(element, word) for word in words]
        found = [
            items
            for items in islice(product(*parts), MAX_READINGS)
            if len(set(items)) == len(items) or not isinstance(element, t.Card)
        ]
        if isinstance(type_, t.SetOf):
            found = [tuple(sorted(set(items))) for items in found]
        if not found:
            raise NotationError(f"'{text}' names a card more often than there are copies")
        return list(dict.fromkeys(found))

    def _combos(self, pattern: int, pieces: tuple[CardToken, ...]) -> Iterator[Any]:
        choices = [(p.card,) if p.card is not None else self.cards.by_face[p.face] for p in pieces]
        seen = False
        for ids in product(*choices):
            if len(set(ids)) == len(ids):
                seen = True
                cards = tuple(sorted(ids))
                roles = {card: piece.role for card, piece in zip(ids, pieces, strict=True)}
                yield cards, tuple(self._role(card, roles[card]) for card in self.wild_cards(pattern, cards))
        if not seen:
            raise NotationError("a card is named more often than there are copies")

    def _role(self, card: int, role: int | None) -> int:
        if role is not None:
            return role
        if card in self.cards.jokers:
            raise NotationError(f"say what {self.cards.card_text(card)} stands for, as in JK=7H")
        return self.cards.face[card]

    def _face(self, text: str) -> int:
        try:
            return self.cards.parse_face(text)
        except ValueError as error:
            raise NotationError(str(error)) from None

    # ------------------------------------------------------------ cards

    def piece(self, text: str) -> CardToken:
        """A card, perhaps with its copy and with what it stands for."""
        word, sign, role = text.partition("=")
        name, mark, _ = word.partition("#")
        face = self._face(name)
        try:
            lowest = self.cards.parse_card(word)
        except ValueError as error:
            raise NotationError(str(error)) from None
        return CardToken(text, face, lowest if mark else None, self._face(role) if sign else None)

    def pieces(self, text: str) -> tuple[CardToken, ...]:
        """Cards separated by spaces, with or without brackets around them."""
        return tuple(self.piece(word) for word in _words(text))

    def same_cards(self, pieces: Sequence[CardToken], pairs: Pieces, ordered: bool = False) -> bool:
        """Are these the cards meant, all of them? ``pairs`` are cards and what the wild ones stand for."""
        if len(pieces) != len(pairs):
            return False
        face = self.cards.face
        if ordered:
            return all(p.means(card, face[card], role) for p, (card, role) in zip(pieces, pairs, strict=True))
        left = list(pairs)
        for piece in sorted(pieces, key=lambda piece: piece.vagueness):
            fit = next((pair for pair in left if piece.means(pair[0], face[pair[0]], pair[1])), None)
            if fit is None:
                return False
            left.remove(fit)
        return True

    def beside(self, pattern: int, cards: Sequence[int], roles: Sequence[int]) -> Pieces:
        """Cards with the roles that stand beside the wild ones."""
        given = dict(zip(self.wild_cards(pattern, cards), roles, strict=True))
        return tuple((card, given.get(card)) for card in cards)

    # ------------------------------------------------------------ writing

    def show(self, type_: t.Type, value: Any, copy: bool = False) -> str:
        """A value as a scenario writes it; ``copy``: with the copies of cards."""
        if value is None:
            return NONE
        inner = t.required(type_)
        names = self.names(inner)
        if names is not None:
            return names[int(value)]
        match inner:
            case t.Bool():
                return "true" if value else "false"
            case t.Card():
                return self.cards.card_text(value, copy)
            case t.Face():
                return self.cards.face_text(value)
            case t.Combo(pattern=pattern):
                return f"[{self.show_pieces(self.beside(pattern, *value), copy)}]"
            case t.SetOf(element=element) | t.ListOf(element=element):
                return f"[{' '.join(self.show(element, item, copy) for item in value)}]"
            case _:
                return str(value)

    def show_pieces(self, pairs: Pieces, copy: bool = False) -> str:
        """Cards as they are written, a wild one that stands for another face as ``card=face``."""
        words = []
        for card, role in pairs:
            text = self.cards.card_text(card, copy)
            plain = role is None or role == self.cards.face[card]
            words.append(text if plain or role is None else f"{text}={self.cards.face_text(role)}")
        return " ".join(words)
