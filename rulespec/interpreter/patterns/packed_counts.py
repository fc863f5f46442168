"""Numbers of cards by class packed into one int, so that taking a combo out of a hand is one subtraction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulespec.interpreter.patterns.card_classes import Match


class PackedCounts:
    """A field for each class, wide enough for its count, with a guard bit above."""

    __slots__ = ("all", "guard", "units", "widths")

    def __init__(self, counts: Sequence[int]) -> None:
        self.widths = [count.bit_length() + 1 for count in counts]
        self.units: list[int] = []
        self.guard = 0
        offset = 0
        for width in self.widths:
            self.units.append(1 << offset)
            offset += width
            self.guard |= 1 << (offset - 1)
        self.all = sum(unit * count for unit, count in zip(self.units, counts, strict=True))

    def of(self, kinds: Iterable[int]) -> int:
        """One card of each class named (a class may be named as often as it has cards)."""
        units = self.units
        return sum(units[kind] for kind in kinds)

    def of_match(self, match: Match) -> int:
        """The cards of a match."""
        return self.of(kind for kind, _ in match)

    def holds(self, rest: int, part: int) -> bool:
        """Are the cards of ``part`` among ``rest``?"""
        return ((rest | self.guard) - part) & self.guard == self.guard
