"""Matches of a shape made of parts: cards that divide into one match of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulespec.interpreter.patterns.card_classes import CardClasses, Match
from rulespec.interpreter.patterns.packed_counts import PackedCounts
from rulespec.interpreter.patterns.plan import FUEL, STEP, PatternLimit, Plan


def combine(
    plan: Plan,
    holding: CardClasses,
    lists: Sequence[tuple[Match, ...]],
    strict: Sequence[bool],
    amounts: tuple[int, ...],
    low: int,
    high: int,
) -> Iterator[Match]:
    """``lists[i]`` are the matches of part i, and ``strict[i]`` says that its wild cards stand for no face held by
    the whole. A match may come more than once."""
    packing = PackedCounts(holding.counts)
    packed = [[packing.of_match(match) for match in matches] for matches in lists]
    steps = 0

    def extend(part: int, first: int, rest: int, chosen: tuple[Match, ...]) -> Iterator[Match]:
        nonlocal steps
        if part == len(lists):
            whole = tuple(sorted(pair for match in chosen for pair in match))
            if low <= len(whole) <= high and _adds_up(plan, whole, amounts) and _apart(holding, chosen, strict):
                yield whole
            return
        for index in range(first, len(lists[part])):
            steps += 1
            plan.work[0] -= STEP
            if steps > FUEL or plan.work[0] < 0:
                kind = "limit" if steps > FUEL else "work"
                raise PatternLimit(plan.pattern, "too many ways to try", kind)
            cards = packed[part][index]
            if packing.holds(rest, cards):
                repeat_index = part + 1 < len(lists) and plan.parts[part + 1] == plan.parts[part]
                yield from extend(part + 1, index if repeat_index else 0, rest - cards, (*chosen, lists[part][index]))

    return extend(0, 0, packing.all, ())


def _adds_up(plan: Plan, match: Match, amounts: tuple[int, ...]) -> bool:
    return all(
        sum(row[face] for _, face in match) == amount for (row, _), amount in zip(plan.totals, amounts, strict=True)
    )


def _apart(holding: CardClasses, chosen: Sequence[Match], strict: Sequence[bool]) -> bool:
    """Does no wild card of a strict part stand for a face that another part holds?"""
    for number, match in enumerate(chosen):
        if strict[number]:
            roles = {face for kind, face in match if face != holding.faces[kind]}
            others = (pair for other, part in enumerate(chosen) if other != number for pair in part)
            if roles and any(face in roles for _, face in others):
                return False
    return True
