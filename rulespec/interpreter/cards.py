"""The cards of a deck: what each id is, and how cards are written and read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulespec.ir.program import Deck

_SYMBOLS: Final = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
_EMOJI_SELECTOR: Final = "\ufe0f"


class CardTable:
    """Tables by card id of a deck of ``copies`` packs.

    Ids follow copy, then suit, then rank as declared (faces ``without`` and ``absent`` are left out), jokers last.
    Attributes, all read-only:

    - ``suit``, ``rank``, ``face``, ``copy``: tuples by card id. A joker of the pack has suit None, rank ``n_ranks``
      and face ``joker_face``; copies count from 0, those of jokers too.
    - ``alike``: by card id, what interchangeable cards share: the face, or the rank where the deck says so.
    - ``marks[m]``: the ids of the cards that bear mark m; ``jokers``: the ids of the pack's jokers.
    - ``by_face``: by face, the ids in ascending order; the joker's face comes last.
    - ``size``, ``n_suits``, ``n_ranks``, ``joker_face``.
    """

    __slots__ = (
        "_exact",
        "_faces",
        "_folded",
        "alike",
        "by_face",
        "copy",
        "deck",
        "face",
        "joker_face",
        "jokers",
        "marks",
        "n_ranks",
        "n_suits",
        "rank",
        "size",
        "suit",
    )

    def __init__(self, deck: Deck, copies: int, absent: Iterable[int] = ()) -> None:
        self.deck = deck
        self.n_suits = len(deck.suits)
        self.n_ranks = len(deck.ranks)
        self.joker_face = self.n_suits * self.n_ranks
        lacking = {*deck.without, *absent}
        pack = [face for face in range(self.joker_face) if face not in lacking]
        self.face: tuple[int, ...] = tuple(pack * copies + [self.joker_face] * deck.jokers)
        self.size = len(self.face)
        self.copy: tuple[int, ...] = (
            *(number for number in range(copies) for _ in pack),
            *range(deck.jokers),
        )
        self.suit: tuple[int | None, ...] = tuple(
            None if face == self.joker_face else face // self.n_ranks for face in self.face
        )
        self.rank: tuple[int, ...] = tuple(
            self.n_ranks if face == self.joker_face else face % self.n_ranks for face in self.face
        )
        self.alike: tuple[int, ...] = self.rank if deck.alike == "rank" else self.face
        places: list[list[int]] = [[] for _ in range(self.joker_face + 1)]
        for card, face in enumerate(self.face):
            places[face].append(card)
        self.by_face: tuple[tuple[int, ...], ...] = tuple(map(tuple, places))
        self.jokers: frozenset[int] = frozenset(self.by_face[self.joker_face])
        self.marks: tuple[frozenset[int], ...] = tuple(
            frozenset(card for face in mark.on for card in self.by_face[face]) for mark in deck.marks
        )
        self._faces = _face_texts(deck)
        self._exact = _spellings(deck, self._faces)
        self._folded: dict[str, int] = {}
        for text, face in self._exact.items():
            self._folded.setdefault(text.casefold(), face)

    def face_text(self, face: int) -> str:
        """``6S``, ``10H``, ``QD``; a joker of the pack is ``JK``."""
        return self._faces[face]

    def card_text(self, card: int, copy: bool = False) -> str:
        """The card's face; with ``copy`` also which one it is (``6S#2``) where the deck has several."""
        face = self.face[card]
        if copy and len(self.by_face[face]) > 1:
            return f"{self._faces[face]}#{self.copy[card] + 1}"
        return self._faces[face]

    def parse_face(self, text: str) -> int:
        """The face written so; also ``TH`` for a ten, ``6♠``, ``joker``, any case. Raises ValueError."""
        word = text.strip().replace(_EMOJI_SELECTOR, "")
        face = self._exact.get(word)
        if face is None:
            face = self._folded.get(word.casefold())
        if face is None or (face == self.joker_face and not self.jokers):
            raise ValueError(f"no card is written {text!r}; this deck has, for example, {self._examples()}")
        return face

    def parse_card(self, text: str) -> int:
        """The card written so: ``6S#2`` is the second copy, without a number the lowest id. Raises ValueError."""
        word, mark, number = text.partition("#")
        ids = self.by_face[self.parse_face(word)]
        if not ids:
            raise ValueError(f"the deck has no {word.strip()}")
        if not mark:
            return ids[0]
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= len(ids)):
            raise ValueError(f"{text!r}: the deck has {len(ids)} of {word.strip()}, numbered from #1 to #{len(ids)}")
        return ids[int(number) - 1]

    def _examples(self) -> str:
        faces = list(dict.fromkeys(self.face))
        shown = [self._faces[faces[0]], self._faces[faces[-1]]] if faces else []
        return ", ".join(dict.fromkeys(shown))


def _suit_codes(suits: tuple[str, ...]) -> tuple[str, ...]:
    """For each suit its shortest prefix, capitalised, with which no other suit begins (else its whole name)."""

    def code(suit: str) -> str:
        others = [other.casefold() for other in suits if other != suit]
        for length in range(1, len(suit)):
            if not any(other.startswith(suit[:length].casefold()) for other in others):
                return suit[:length].capitalize()
        return suit.capitalize()

    return tuple(map(code, suits))


def _face_texts(deck: Deck) -> tuple[str, ...]:
    """By face. Only the first letter of a suit's code is a capital, so no two faces are written alike."""
    texts = [rank + code for code in _suit_codes(deck.suits) for rank in deck.ranks]
    return (*texts, "JOKER" if "JK" in texts else "JK")


def _spellings(deck: Deck, texts: tuple[str, ...]) -> dict[str, int]:
    """Every accepted spelling; what is printed comes before what is only read."""
    spellings = {text: face for face, text in enumerate(texts)}
    spellings.setdefault("JOKER", len(texts) - 1)
    codes = _suit_codes(deck.suits)
    for row, suit in enumerate(deck.suits):
        symbol = _SYMBOLS.get(suit)
        for column, rank in enumerate(deck.ranks):
            names = [rank, "T"] if rank == "10" and "T" not in deck.ranks else [rank]
            ends = [codes[row]] if symbol is None else [codes[row], symbol]
            for name in names:
                for end in ends:
                    spellings.setdefault(name + end, row * len(deck.ranks) + column)
    return spellings
