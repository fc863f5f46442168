"""Matches of the common shapes, listed without a search: at most one card stands in, and no face is taken twice.

``rulespec.interpreter.patterns.search`` gives the same matches (in another order) for every shape. One may
come more than once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from rulespec.interpreter.patterns.card_classes import CardClasses, Match
from rulespec.interpreter.patterns.plan import Plan

_WINDOWS_REMEMBERED: Final = 16_384
_MOST: Final = 4096
"""More matches than this are left to the search, which counts them."""

Window = tuple[tuple[int, ...], int]
"""Places next to each other in the order of a shape, and the one of them where a card stands in (-1: none)."""


def quick_matches(plan: Plan, holding: CardClasses) -> list[Match] | None:
    """All matches of a shape; None where a search is needed."""
    if plan.totals or plan.parts or any(pin is not None for pin in holding.pins):
        return None
    wilds = [kind for kind, face in enumerate(holding.faces) if face in plan.wild]
    held = sum(holding.counts)
    high = held if plan.high is None else min(plan.high, held)
    if plan.low > high or plan.natural > high:
        return []
    spare = min(plan.most, sum([holding.counts[kind] for kind in wilds]), high - plan.natural)
    if spare > 1 or (spare and not plan.strict):
        return None
    if plan.line:
        return None if any(plan.clash) else _chains(plan, holding, wilds if spare else [], high)
    return _gatherings(plan, holding, wilds if spare else [], high) if all(plan.clash[:-1]) else None


# ---------------------------------------------------------------- consecutive ranks


@lru_cache(maxsize=_WINDOWS_REMEMBERED)
def _windows(
    filled: int, width: int, repeat_index: int, low: int, high: int, natural: int, spare: int
) -> tuple[Window, ...]:
    """The stretches of ``low`` to ``high`` places of which at most ``spare`` (0 or 1) is taken by a card that stands
    in; the rest are among the bits ``filled``. A stretch from place 0 ends before ``again``."""
    found: list[Window] = []
    for start in range(width - low + 1):
        stop = repeat_index if start == 0 and repeat_index >= 0 else width
        missing = -1
        for end in range(start + 1, min(stop, start + high) + 1):
            if not filled >> (end - 1) & 1:
                if missing >= 0 or not spare:
                    break
                missing = end - 1
            size = end - start
            if size < low:
                continue
            places = tuple(range(start, end))
            if missing >= 0:
                if size - 1 >= natural:
                    found.append((places, missing))
                continue
            if size >= natural:
                found.append((places, -1))
            if spare and size - 1 >= natural:
                found.extend([(places, place) for place in places])
    return tuple(found)


def _chains(plan: Plan, holding: CardClasses, wilds: Sequence[int], high: int) -> list[Match] | None:
    line, n_ranks, shared_key = plan.line, plan.line[-1] + 1, plan.shared_key
    spare = 1 if wilds else 0
    if spare and plan.low == 1 and plan.natural == 0:
        return None
    one_lane = plan.lanes == (None,)
    bits = [0] * n_ranks
    for place, rank in enumerate(line):
        bits[rank] |= 1 << place
    rows: dict[int | None, list[tuple[int, int]]] = {}
    filled: dict[int | None, int] = {}
    for kind, face in enumerate(holding.faces):
        if shared_key[face] is not None:
            lane = None if one_lane else face // n_ranks
            if lane in rows:
                rows[lane].append((kind, face))
                filled[lane] |= bits[face % n_ranks]
            else:
                rows[lane] = [(kind, face)]
                filled[lane] = bits[face % n_ranks]
    found: list[Match] = []
    columns: list[Sequence[tuple[int, int]]]
    for lane, row in rows.items():
        if len(row) + spare < plan.low or len(row) < plan.natural:
            continue
        windows = _windows(filled[lane], len(line), plan.repeat_index, plan.low, high, plan.natural, spare)
        if not windows:
            continue
        ranks: dict[int, list[tuple[int, int]]] = {}
        for kind, face in row:
            ranks.setdefault(face % n_ranks, []).append((kind, face))
        places: list[Sequence[tuple[int, int]]] = [ranks.get(rank, ()) for rank in line]
        single = len(ranks) == len(row)
        for window, wild in windows:
            if wild < 0:
                if single:
                    found.append(tuple(sorted([places[place][0] for place in window])))
                else:
                    columns = [places[place] for place in window]
                    found.extend([tuple(sorted(match)) for match in product(*columns)])
            else:
                faces = plan.steps[lane, line[wild]]
                roles = [(kind, face) for kind in wilds for face in faces if face != holding.faces[kind]]
                columns = [roles if place == wild else places[place] for place in window]
                for match in product(*columns):
                    kind = match[wild - window[0]][0]
                    if holding.counts[kind] > 1 or sum([other == kind for other, _ in match]) == 1:
                        found.append(tuple(sorted(match)))
            if len(found) > _MOST:
                return None
    return found


# ---------------------------------------------------------------- attributes in common


def _gatherings(plan: Plan, holding: CardClasses, wilds: Sequence[int], high: int) -> list[Match] | None:
    groups: dict[int, list[tuple[int, int]]] = {}
    for kind, face in enumerate(holding.faces):
        sort = plan.shared_key[face]
        if sort is not None:
            groups.setdefault(sort, []).append((kind, face))
    clash = plan.clash
    spare = 1 if wilds else 0
    needed = max(plan.natural, plan.low - spare)
    if needed <= 0:
        return None
    found: list[Match] = []
    for sort, group in groups.items():
        roles = plan.roles.get(sort, ())
        for size in range(needed, min(high, len(group)) + 1):
            for chosen in combinations(group, size):
                used, distinct = 0, True
                for _, face in chosen:
                    if clash[face] & used:
                        distinct = False
                        break
                    used |= clash[face]
                if not distinct:
                    continue
                if size >= plan.low:
                    found.append(chosen)
                if spare and size < high:
                    found.extend(_with_wild(plan, holding, chosen, used, wilds, roles))
            if len(found) > _MOST:
                return None
    return found


def _with_wild(
    plan: Plan, holding: CardClasses, chosen: Match, used: int, wilds: Sequence[int], roles: Sequence[int]
) -> list[Match]:
    """A match with a card more that stands in."""
    kinds = {kind for kind, _ in chosen}
    faces = {face for _, face in chosen}
    return [
        tuple(sorted((*chosen, (kind, role))))
        for kind in wilds
        if kind not in kinds or holding.counts[kind] > 1
        for role in roles
        if not plan.clash[role] & used and role not in faces and role != holding.faces[kind]
    ]
