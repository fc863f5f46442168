"""The German banking game written straight from the numbered statements, for tests only.

It shares nothing with the specs or the interpreter. Cards are ranks, "JK" a joker; suits do not matter. A move is a
tuple: ``("cut", 20)`` or ``("stake", 7)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import perm, prod
from typing import TypeAlias

Move: TypeAlias = "tuple[str, int]"

CALLS = ("JK", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")  # B8
COPIES = {call: 2 if call == "JK" else 4 for call in CALLS}  # B1
PACK = tuple(call for call in CALLS for _ in range(COPIES[call]))


@dataclass
class JokerDeBank:
    """A session over given packs, tops first: those for drawing the banker, then one a round."""

    players: int
    decks: Iterator[Sequence[str]]
    limit: int = 10
    rounds: int = 0
    banker: int = 0
    passed: int = 0
    played: int = 0
    asked: str = ""
    to_move: int = 0
    over: bool = False
    stock: list[str] = field(default_factory=list)
    bets: dict[int, int] = field(default_factory=dict)
    money: list[int] = field(default_factory=list)
    entries: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.money = [0] * self.players
        drawing = list(range(self.players))
        while len(drawing) > 1:  # B4
            drawn = dict(zip(drawing, next(self.decks), strict=False))
            highest = min(CALLS.index(card) for card in drawn.values())
            drawing = [seat for seat in drawing if CALLS.index(drawn[seat]) == highest]
        self.banker = drawing[0]
        self._start_round()

    def _start_round(self) -> None:
        self.stock = list(next(self.decks))
        self.bets = {}
        self.asked, self.to_move = "cut", (self.banker - 1) % self.players  # B5

    def _betting(self) -> list[int]:
        return [seat for seat in range(self.players) if seat != self.banker]

    def legal(self) -> list[Move]:
        if self.over:
            return []
        if self.asked == "cut":
            return [("cut", n) for n in range(1, len(PACK))]
        return [("stake", n) for n in range(1, self.limit + 1)]  # B6

    def apply(self, move: Move) -> None:
        assert move in self.legal(), move
        name, n = move
        if name == "cut":
            self.stock = self.stock[n:] + self.stock[:n]
            self.asked, self.to_move = "stake", self._betting()[0]
            return
        self.bets[self.to_move] = n
        waiting = [seat for seat in self._betting() if seat not in self.bets]
        if waiting:
            self.to_move = waiting[0]
        else:
            self._open()

    @staticmethod
    def factor(opened: Sequence[str]) -> int:
        """What the banker wins of a bet."""
        for position, (card, call) in enumerate(zip(opened, CALLS, strict=True)):
            if card == call:
                return 2 if position == 0 else 1  # B9, B10
        return -1  # B12

    def _open(self) -> None:
        factor = self.factor(self.stock[: len(CALLS)])  # B7
        left = [(self.banker + k) % self.players for k in range(1, self.players)]
        for seat in left:
            self.entries += [(self.banker, factor * self.bets[seat]), (seat, -factor * self.bets[seat])]
            self.money[self.banker] += factor * self.bets[seat]
            self.money[seat] -= factor * self.bets[seat]
        self.played += 1
        if factor < 0:
            self.passed += 1
            self.banker = left[0]  # B12; otherwise B11
        self.over = self.played == self.rounds if self.rounds else self.passed == self.players  # B13
        if not self.over:
            self._start_round()


def no_match() -> Fraction:
    """The chance that none of the calls is right: inclusion and exclusion over which of them are."""
    total = Fraction(0)
    for size in range(len(CALLS) + 1):
        ways = sum(prod(COPIES[call] for call in calls) for calls in combinations(CALLS, size))
        total += (-1) ** size * Fraction(ways, perm(len(PACK), size))
    return total


def joker_first() -> Fraction:
    return Fraction(COPIES["JK"], len(PACK))
