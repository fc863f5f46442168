"""Players that choose among legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from rulespec.interpreter.random import below, seeded

M = TypeVar("M")

STREAM = 0x9E3779B97F4A7C15
"""Combined (exclusive or) with a match's seed, it gives the bots a stream of their own: how a deck is shuffled does
not depend on who plays."""


class Bot(Protocol):
    """Chooses one of at least one legal moves."""

    def choose(self, moves: Sequence[M]) -> M: ...


class RandomBot:
    """Every legal move is equally likely.

    One bounded draw (``docs/reference/random.md``) a decision, also where there is only one move, in the order in which
    moves are listed; one bot may play all seats.
    """

    def __init__(self, seed: int) -> None:
        self._cells = list(seeded(seed ^ STREAM))

    def choose(self, moves: Sequence[M]) -> M:
        return moves[below(self._cells, 0, len(moves))]
