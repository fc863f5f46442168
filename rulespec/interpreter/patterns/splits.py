"""Sets of disjoint matches, and the least that must be left over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulespec.interpreter.patterns.card_classes import CardClasses, Match
from rulespec.interpreter.patterns.packed_counts import PackedCounts
from rulespec.interpreter.patterns.plan import FUEL, LIMIT, STEP, PatternLimit


def disjoint_sets(
    pattern: int, holding: CardClasses, matches: Sequence[Match], work: list[int]
) -> tuple[tuple[int, ...], ...]:
    """Every set of matches (by index, ascending; one may be taken several times where there are cards for it) that
    the cards suffice for, the empty set first, each followed by those that extend it."""
    packing = PackedCounts(holding.counts)
    packed = [packing.of_match(match) for match in matches]
    steps = 0

    def extend(first: int, rest: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        nonlocal steps
        yield chosen
        for index in range(first, len(packed)):
            steps += 1
            work[0] -= STEP
            if steps > FUEL or work[0] < 0:
                raise PatternLimit(pattern, "too many ways to try", "limit" if steps > FUEL else "work")
            if packing.holds(rest, packed[index]):
                yield from extend(index, rest - packed[index], (*chosen, index))

    found: list[tuple[int, ...]] = []
    for chosen in extend(0, packing.all, ()):
        found.append(chosen)
        if len(found) > LIMIT:
            raise PatternLimit(pattern, f"more than {LIMIT} ways to split the cards")
    return tuple(found)


def least_rest(
    pattern: int, holding: CardClasses, matches: Sequence[Match], worth: Sequence[int], work: list[int]
) -> int:
    """The least sum of ``worth`` (by face) over the cards left when disjoint matches are taken out.

    The lowest class left either loses a card to the rest or to a match that holds it: a dynamic programme over what
    is left of the hand.
    """
    packing = PackedCounts(holding.counts)
    by_lowest: list[list[int]] = [[] for _ in holding.faces]
    for kinds in sorted({tuple(kind for kind, _ in match) for match in matches}):
        by_lowest[kinds[0]].append(packing.of(kinds))
    costs = [worth[face] for face in holding.faces]
    masks = [((1 << width) - 1) * unit for width, unit in zip(packing.widths, packing.units, strict=True)]
    known: dict[int, int] = {}

    def least(rest: int, first: int) -> int:
        while first < len(masks) and not rest & masks[first]:
            first += 1
        if first == len(masks):
            return 0
        answer = known.get(rest)
        if answer is None:
            work[0] -= STEP
            if len(known) >= FUEL or work[0] < 0:
                kind = "limit" if len(known) >= FUEL else "work"
                raise PatternLimit(pattern, "too many ways to split the cards", kind)
            answer = costs[first] + least(rest - packing.units[first], first)
            for cards in by_lowest[first]:
                if packing.holds(rest, cards):
                    answer = min(answer, least(rest - cards, first))
            known[rest] = answer
        return answer

    return least(packing.all, 0)
