"""Groups whose roles are all known: whether they match, and what may be added, without a search.

This covers shapes without parts and totals in which a card's role is told exactly. Then a group is the sums of what its
cards bring: bits of distinct attributes, bits of ranks, how many are natural and how many wild.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rulespec.interpreter.patterns.plan import Plan

Pairs = tuple[tuple[int, int], ...]
"""For each card of a group its face and its role, ascending."""

NOTHING: Final[frozenset[int]] = frozenset()


def is_direct(plans: Iterable[Plan]) -> bool:
    """May groups of a pattern be answered for here?"""
    return all(not plan.parts and not plan.totals and (plan.strict or not plan.wild) for plan in plans)


class Sums:
    """What the cards of a group bring: of their roles the ``sort`` in common, the bits of distinct attributes ``used``,
    the bits of ``ranks``, of all roles ``held`` and of those of wild cards (``stand``)."""

    __slots__ = ("held", "ranks", "size", "sort", "stand", "used", "wild")

    def __init__(self) -> None:
        self.held = self.ranks = self.size = self.sort = self.stand = self.used = self.wild = 0


class Direct:
    """One shape. ``runs`` are the sets of consecutive ranks, as bits, by their number; ``kin`` are faces by sort."""

    def __init__(self, plan: Plan, n_ranks: int, size: int) -> None:
        self.plan = plan
        self.n_ranks = n_ranks
        self.high = size if plan.high is None else plan.high
        self.runs: dict[int, tuple[int, ...]] = {}
        line = plan.line
        for count in range(1, len(line) + 1):
            found: dict[int, None] = {}
            for start in range(len(line) - count + 1):
                stop = plan.repeat_index if start == 0 and plan.repeat_index >= 0 else len(line)
                if start + count <= stop:
                    found[sum(1 << rank for rank in line[start : start + count])] = None
            self.runs[count] = tuple(found)
        self.one_lane = plan.lanes != (None,)
        self.shared_key = tuple(
            None if sort is None else self._sort(face, sort) for face, sort in enumerate(plan.shared_key)
        )
        self.kin: dict[int, list[int]] = {}
        for face, sort in enumerate(self.shared_key):
            if sort is not None:
                self.kin.setdefault(sort, []).append(face)

    def _sort(self, face: int, sort: int) -> int:
        """What all roles have in common; ranks are told by ``runs`` where they are consecutive."""
        if not self.plan.line:
            return sort
        return face // self.n_ranks if self.one_lane else 0

    def _sums(self, pairs: Pairs) -> Sums | None:
        """The sums over a group; None where it is not a part of any match."""
        sums = Sums()
        for face, role in pairs:
            wild = face != role
            if (wild and face not in self.plan.wild) or not self._joins(sums, role, wild):
                return None
            sort = self.shared_key[role]
            assert sort is not None
            sums.sort = sort
            sums.used |= self.plan.clash[role]
            sums.ranks |= 1 << role % self.n_ranks
            sums.held |= 1 << role
            sums.size += 1
            if wild:
                sums.stand |= 1 << role
                sums.wild += 1
        return sums

    def _joins(self, sums: Sums, role: int, wild: bool) -> bool:
        """May a card join them, whatever the number of cards?"""
        sort = self.shared_key[role]
        if sort is None or (sums.size and sort != sums.sort) or self.plan.clash[role] & sums.used:
            return False
        if self.plan.line and sums.ranks >> role % self.n_ranks & 1:
            return False
        return not (sums.held if wild else sums.stand) >> role & 1

    def _numbers(self, size: int, wild: int) -> bool:
        plan = self.plan
        return plan.low <= size <= self.high and wild <= plan.most and size - wild >= plan.natural

    def matches(self, pairs: Pairs) -> bool:
        """Do the cards, all of them, match in their roles?"""
        sums = self._sums(pairs)
        if sums is None or not self._numbers(sums.size, sums.wild):
            return False
        return not self.plan.line or sums.ranks in self.runs.get(sums.size, ())

    def additions(self, pairs: Pairs) -> tuple[frozenset[int], frozenset[int]]:
        """The faces that may be added as natural cards, and the roles in which a wild card may."""
        sums = self._sums(pairs)
        if sums is None:
            return NOTHING, NOTHING
        size, wild = sums.size + 1, sums.wild
        roles = self._next(sums)
        natural: list[int] = []
        wilds: list[int] = []
        if self._numbers(size, wild):
            natural = [role for role in roles if self._joins(sums, role, False)]
        if self.plan.wild and self._numbers(size, wild + 1):
            wilds = [role for role in roles if role < len(self.shared_key) - 1 and self._joins(sums, role, True)]
        return frozenset(natural), frozenset(wilds)

    def _next(self, sums: Sums) -> Sequence[int]:
        """The roles that one more card may have, as far as sorts and ranks go."""
        kin = self.kin.get(sums.sort, ()) if sums.size else [face for faces in self.kin.values() for face in faces]
        if not self.plan.line:
            return kin
        ranks = 0
        for run in self.runs.get(sums.size + 1, ()):
            if run & sums.ranks == sums.ranks:
                ranks |= run ^ sums.ranks
        return [face for face in kin if ranks >> face % self.n_ranks & 1]


def faces_for(
    face: int, shapes: Sequence[Direct], additions: Sequence[tuple[frozenset[int], frozenset[int]]]
) -> tuple[int, ...]:
    """The faces, ascending, that a card of a face may take in a group with these additions."""
    found: set[int] = set()
    for shape, (natural, wild) in zip(shapes, additions, strict=True):
        if face in natural:
            found.add(face)
        if face in shape.plan.wild:
            found |= wild - {face}
    return tuple(sorted(found))
