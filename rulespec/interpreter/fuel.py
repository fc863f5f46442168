"""Counting work, so that no spec keeps an executor busy for ever between two decisions.

Steps from block to block are bounded by ``Limits.steps``; what one expression may cost is not, nor is a search. Heavy
loops and rules, searches for combinations and lookahead all draw on one fuel, which is filled anew for every decision.
"""

from __future__ import annotations

from typing import Final, NoReturn

from rulespec.interpreter.engine_errors import MatchFault

STEP: Final = 20
"""Units of work that a block counts as, run on the way to a decision or in a lookahead."""

TRY: Final = 300
"""Units of work that a move counts as that is tried in a lookahead."""

MOVE: Final = 200
"""Units of work that a move counts as that is listed, where very many could be."""

MAX_ELEMENTS: Final = 1_000_000
"""The longest range or list that an expression may make."""

MAX_OF_MATCH: Final = 1_000_000_000
"""Units of work of a whole match that nobody watches, some ten seconds."""


class FuelMeter:
    """``cell[0]`` are the units of work that may still be done."""

    __slots__ = ("cell", "done", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self.cell = [most]
        self.done = 0

    @property
    def total(self) -> int:
        """All work of the game so far."""
        return self.done + self.most - self.cell[0]

    def refill(self) -> None:
        """For the next decision; ``done`` counts all work before it."""
        self.done += self.most - self.cell[0]
        self.cell[0] = self.most

    def work(self, amount: int) -> None:
        """Counts work done, or about to be done."""
        self.cell[0] -= amount
        if self.cell[0] < 0:
            self.spent()

    def spent(self) -> NoReturn:
        """There is no work left: the match stops."""
        raise MatchFault("work", f"more than {self.most} units of work for one decision")


class MatchBudget:
    """Stops a match that nobody watches when it has taken too much work."""

    def __init__(self, fuel: FuelMeter) -> None:
        self.fuel = fuel
        self.before = fuel.total

    def look(self) -> None:
        """Raises ``MatchFault``."""
        if self.fuel.total - self.before > MAX_OF_MATCH:
            raise MatchFault("work", f"more than {MAX_OF_MATCH} units of work for a match")
