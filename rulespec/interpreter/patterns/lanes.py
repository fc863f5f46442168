"""Combos of the common shapes, put together from what each suit or rank brings.

When a hand changes by a card only the suit and the rank of that card bring anything new; the rest is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rulespec.interpreter.patterns.card_classes import CardClasses, Combo, take_lowest
from rulespec.interpreter.patterns.plan import Plan
from rulespec.interpreter.patterns.quick import quick_matches

Found = tuple[tuple[int, ...], tuple[int, ...], Combo]
"""A combo behind its place in the order: the faces of its cards, then the faces that they stand for."""

_REMEMBERED: Final = 8_192


class Lanes:
    """One shape, of a pattern in which the cards ``wild`` never stand for themselves. ``shown`` are the faces by card.

    A lane is what all natural cards of a match share: a suit where ranks are consecutive in it, else the sort.
    """

    def __init__(self, plan: Plan, wild: frozenset[int], shown: Sequence[int], n_ranks: int) -> None:
        self._plan = plan
        self._wild = wild
        self._shown = shown
        self.most = plan.most if plan.wild else 0
        one_lane = plan.lanes == (None,)
        self._lane = tuple(
            None if sort is None else sort if not plan.line else 0 if one_lane else face // n_ranks
            for face, sort in enumerate(plan.shared_key)
        )
        self._needed = max(plan.natural, plan.low - min(self.most, 1), 1)
        self._of_lane = lru_cache(maxsize=_REMEMBERED)(self._find)

    def combos(self, cards: Sequence[int], wild: tuple[int, ...]) -> list[Found] | None:
        """All combos among cards of different faces, in order, with at most one of the ``wild`` ones (one of each
        face); None where a search is needed."""
        lane_of, shown = self._lane, self._shown
        lanes: dict[int, list[int]] = {}
        for card in cards:
            lane = lane_of[shown[card]]
            if lane is not None:
                if lane in lanes:
                    lanes[lane].append(card)
                else:
                    lanes[lane] = [card]
        found: list[Found] = []
        needed = self._needed
        for held in lanes.values():
            if len(held) >= needed:
                more = self._of_lane(tuple(held), wild)
                if more is None:
                    return None
                found += more
        found.sort()
        return found

    def _find(self, cards: tuple[int, ...], wild: tuple[int, ...]) -> tuple[Found, ...] | None:
        shown = self._shown
        members = tuple((card,) for card in sorted((*cards, *wild), key=shown.__getitem__))
        faces = tuple(shown[card] for (card,) in members)
        matches = quick_matches(self._plan, CardClasses(faces, (1,) * len(faces), (None,) * len(faces)))
        if matches is None:
            return None
        stands = [face in self._wild for face in faces]
        return tuple(
            (
                tuple([faces[kind] for kind, _ in match]),
                tuple([face for _, face in match]),
                take_lowest(match, members, stands),
            )
            for match in dict.fromkeys(matches)
        )


def lanes_of(
    plans: Sequence[Plan], wild: frozenset[int], shown: Sequence[int], n_ranks: int
) -> tuple[Lanes, ...] | None:
    """The lanes of a pattern's shapes; None where they must be searched as a whole."""
    for plan in plans:
        if plan.parts or plan.totals or (plan.wild and not plan.strict):
            return None
        if any(plan.shared_key[face] is not None for face in wild):
            return None
        if plan.low - min(plan.most if plan.wild else 0, 1) < 1 and not plan.natural:
            return None
        if any(plan.clash) if plan.line else not all(plan.clash[:-1]):
            return None
    return tuple(Lanes(plan, wild, shown, n_ranks) for plan in plans)
