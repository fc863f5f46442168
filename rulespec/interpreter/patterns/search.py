"""Listing the matches of one shape among classes of cards.

The same search answers whether given cards match as a whole: with the least and the greatest size both equal to their
number, every match uses them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import sub

from rulespec.interpreter.patterns.card_classes import CardClasses, Match
from rulespec.interpreter.patterns.plan import FUEL, STEP, PatternLimit, Plan


def matches_of(plan: Plan, holding: CardClasses, amounts: tuple[int, ...], low: int, high: int) -> Iterator[Match]:
    """Every match of a shape without parts with ``low`` to ``high`` cards. One may come more than once, and where
    roles are told apart coarsely, several that count as one."""
    if low > high or plan.natural > high or any(amount < 0 for amount in amounts):
        return iter(())
    search = _Search(plan, holding, low, high)
    return search.chains(amounts) if plan.line else search.gatherings(amounts)


class _Search:
    """State of one search. The recursive generators carry: the bits of distinct attributes in use, the bits of faces
    held, what the totals still lack, and the match so far."""

    def __init__(self, plan: Plan, holding: CardClasses, low: int, high: int) -> None:
        self.plan = plan
        self.work = plan.work
        self.holding = holding
        self.low = low
        self.high = high
        self.steps = 0
        self.wilds = [kind for kind, face in enumerate(holding.faces) if face in plan.wild]
        self.spare = min(plan.most, sum(holding.counts[kind] for kind in self.wilds), high - plan.natural)
        self.values = tuple(row for row, _ in plan.totals)

    def _burn(self) -> None:
        self.steps += 1
        work = self.work
        work[0] -= STEP
        if work[0] < 0:
            raise PatternLimit(self.plan.pattern, "too many ways to try for one decision", "work")
        if self.steps > FUEL:
            raise PatternLimit(self.plan.pattern, "too many ways to try")

    def _naturals(self) -> Iterator[tuple[int, int, int]]:
        """Class, face and sort of the cards that may stand for themselves."""
        plan, role_key = self.plan, self.plan.role_key
        for kind, (face, pin) in enumerate(zip(self.holding.faces, self.holding.pins, strict=True)):
            sort = plan.shared_key[face]
            if sort is None:
                continue
            if pin is None or pin == face or (face in plan.wild and role_key[pin] == role_key[face]):
                yield kind, face, sort

    def _without(self, lacking: tuple[int, ...], face: int) -> tuple[int, ...] | None:
        """What the totals lack after a card of this face; None where one is exceeded."""
        if not lacking:
            return lacking
        rest = tuple(map(sub, lacking, [row[face] for row in self.values]))
        return rest if min(rest) >= 0 else None

    def _may_stand(self, kind: int, face: int) -> bool:
        """May a card of this class be wild as this face? Its own face is no role: then it is natural."""
        pin = self.holding.pins[kind]
        if face == self.holding.faces[kind]:
            return False
        return pin is None or self.plan.role_key[pin] == self.plan.role_key[face]

    # ------------------------------------------------------------ cards that share attributes

    def gatherings(self, amounts: tuple[int, ...]) -> Iterator[Match]:
        """Matches in which nothing need be consecutive: for each sort, naturals of it and wild cards in its roles."""
        groups: dict[int, list[tuple[int, int]]] = {}
        for kind, face, sort in self._naturals():
            groups.setdefault(sort, []).append((kind, face))
        needed = max(self.plan.natural, self.low - self.spare)
        if needed <= 0:
            for sort in self.plan.roles:
                groups.setdefault(sort, [])
        counts, once = self.holding.counts, any(self.plan.clash)
        for sort in sorted(groups):
            group = groups[sort]
            if len(group) < needed and (once or sum(counts[kind] for kind, _ in group) < needed):
                continue
            yield from _Gathering(self, group, self.plan.roles.get(sort, ()), amounts).run(needed, amounts)

    # ------------------------------------------------------------ cards of consecutive ranks

    def chains(self, amounts: tuple[int, ...]) -> Iterator[Match]:
        """Matches of consecutive ranks, each rank once: for each lane and each start, step by step upwards."""
        line, repeat_index, low, width = self.plan.line, self.plan.repeat_index, self.low, len(self.plan.line)
        window = (1 << low) - 1
        needed = max(low - self.spare, 0)
        for lane, row in self._rows():
            if len(row) < max(needed, self.plan.natural):
                continue
            places = [row.get(rank, ()) for rank in line]
            filled = 0
            for place, kinds in enumerate(places):
                if kinds:
                    filled |= 1 << place
            for start in range(width - low + 1):
                if (filled >> start & window).bit_count() < needed:
                    continue
                stop = repeat_index if start == 0 and repeat_index >= 0 else width
                if start + low <= stop:
                    yield from self._climb(lane, places, start, stop, 0, 0, amounts, ())

    def _rows(self) -> Iterator[tuple[int | None, dict[int, list[tuple[int, int]]]]]:
        """For each lane, by rank, the classes (and faces) that may stand for themselves."""
        width = self.plan.line[-1] + 1
        rows: dict[int | None, dict[int, list[tuple[int, int]]]] = {}
        single = self.plan.lanes == (None,)
        for kind, face, _ in self._naturals():
            lane = None if single else face // width
            rows.setdefault(lane, {}).setdefault(face % width, []).append((kind, face))
        for lane in self.plan.lanes:
            if lane in rows or self.spare >= self.low:
                yield lane, rows.get(lane, {})

    def _climb(
        self,
        lane: int | None,
        places: Sequence[Sequence[tuple[int, int]]],
        place: int,
        stop: int,
        wild: int,
        used: int,
        lacking: tuple[int, ...],
        match: Match,
    ) -> Iterator[Match]:
        self._burn()
        plan, size = self.plan, len(match)
        if size >= self.low and size - wild >= plan.natural and not any(lacking):
            yield tuple(sorted(match))
        if size == self.high or place == stop:
            return
        clash = plan.clash
        for kind, face in places[place]:
            if clash[face] & used or (wild and self._copies(match, kind) == self.holding.counts[kind]):
                continue
            rest = self._without(lacking, face)
            if rest is not None:
                yield from self._climb(
                    lane, places, place + 1, stop, wild, used | clash[face], rest, (*match, (kind, face))
                )
        if wild == self.spare:
            return
        for kind in self.wilds:
            if self._copies(match, kind) == self.holding.counts[kind]:
                continue
            for face in plan.steps[lane, plan.line[place]]:
                if clash[face] & used or not self._may_stand(kind, face):
                    continue
                rest = self._without(lacking, face)
                if rest is not None:
                    yield from self._climb(
                        lane, places, place + 1, stop, wild + 1, used | clash[face], rest, (*match, (kind, face))
                    )

    @staticmethod
    def _copies(match: Match, kind: int) -> int:
        return sum(1 for other, _ in match if other == kind)


class _Gathering:
    """The part of a search among the naturals of one sort."""

    def __init__(
        self, search: _Search, naturals: list[tuple[int, int]], roles: tuple[int, ...], amounts: tuple[int, ...]
    ) -> None:
        self.search = search
        self.plan = search.plan
        self.roles = roles
        self.naturals = naturals
        self.caps = [
            1 if self.plan.clash[face] else min(search.holding.counts[kind], search.high) for kind, face in naturals
        ]
        self.after = [0] * (len(naturals) + 1)
        for place in range(len(naturals) - 1, -1, -1):
            self.after[place] = self.after[place + 1] + self.caps[place]
        self.reach = None if search.spare else self._reachable(amounts)

    def _reachable(self, amounts: tuple[int, ...]) -> list[list[int]]:
        """For each total, from each place on, the sums that the rest of the naturals can make, as bits."""
        tables = []
        for row, amount in zip(self.search.values, amounts, strict=True):
            bound = (1 << (amount + 1)) - 1
            sums = [1]
            for (_, face), cap in zip(reversed(self.naturals), reversed(self.caps), strict=True):
                reached = sums[-1]
                for _ in range(cap):
                    reached |= reached << row[face] & bound
                sums.append(reached)
            sums.reverse()
            tables.append(sums)
        return tables

    def run(self, needed: int, amounts: tuple[int, ...]) -> Iterator[Match]:
        """``needed``: how many naturals there must be at least."""
        if self.after[0] >= needed:
            yield from self._pick(0, needed, 0, 0, amounts, ())

    def _pick(
        self, place: int, needed: int, used: int, held: int, lacking: tuple[int, ...], match: Match
    ) -> Iterator[Match]:
        """Chooses how many cards of each class from ``place`` on are natural, then the wild cards."""
        search, plan = self.search, self.plan
        search._burn()
        if len(match) + self.after[place] < needed:
            return
        if self.reach is not None:
            for sums, amount in zip(self.reach, lacking, strict=True):
                if not sums[place] >> amount & 1:
                    return
        if place == len(self.naturals) or len(match) == search.high:
            if len(match) >= needed:
                yield from self._stand_in(0, 0, len(match), 0, used, held, lacking, match)
            return
        kind, face = self.naturals[place]
        yield from self._pick(place + 1, needed, used, held, lacking, match)
        bits = plan.clash[face]
        if bits & used:
            return
        for _ in range(self.caps[place]):
            rest = search._without(lacking, face)
            if rest is None or len(match) == search.high:
                return
            lacking, match = rest, (*match, (kind, face))
            yield from self._pick(place + 1, needed, used | bits, held | 1 << face, lacking, match)

    def _stand_in(
        self,
        place: int,
        first: int,
        naturals: int,
        wild: int,
        used: int,
        held: int,
        lacking: tuple[int, ...],
        match: Match,
    ) -> Iterator[Match]:
        """Adds wild cards of the classes from ``place`` on, within a class in ascending roles from ``first`` on."""
        search, plan = self.search, self.plan
        search._burn()
        size = naturals + wild
        if size >= search.low and not any(lacking):
            yield tuple(sorted(match))
        if wild == search.spare or size == search.high:
            return
        for number in range(place, len(search.wilds)):
            kind = search.wilds[number]
            if search._copies(match, kind) == search.holding.counts[kind]:
                continue
            for index in range(first if number == place else 0, len(self.roles)):
                face = self.roles[index]
                if plan.clash[face] & used or (plan.strict and held >> face & 1):
                    continue
                if not search._may_stand(kind, face):
                    continue
                rest = search._without(lacking, face)
                if rest is not None:
                    yield from self._stand_in(
                        number,
                        index,
                        naturals,
                        wild + 1,
                        used | plan.clash[face],
                        held | 1 << face,
                        rest,
                        (*match, (kind, face)),
                    )
