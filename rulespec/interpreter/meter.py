"""Counting work, so that no spec keeps an executor busy for ever between two decisions.

Steps from block to block are bounded by ``Limits.steps``; what one expression may cost is not, nor is a search. Heavy
loops and rules, searches for combinations and lookahead all draw on one meter, which is filled anew for every decision.
"""

from __future__ import annotations

from typing import NoReturn

from rulespec.interpreter.faults import MatchFault

STEP = 20
"""Units of work that one step of a search counts as, or one block run in a lookahead."""


class Meter:
    """``left`` are the units of work that may still be done."""

    __slots__ = ("left", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self.left = most

    def refill(self) -> None:
        self.left = self.most

    def work(self, amount: int) -> None:
        """Counts work done, or about to be done."""
        self.left -= amount
        if self.left < 0:
            self.spent()

    def spent(self) -> NoReturn:
        """There is no work left: the match stops."""
        raise MatchFault("work", f"more than {self.most} units of work for one decision")
