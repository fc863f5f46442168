"""What is worked out directly is what the search finds."""

from __future__ import annotations

import random

import pytest

from rulespec.interpreter.patterns.card_classes import sort_cards
from rulespec.interpreter.patterns.quick import quick_matches
from rulespec.interpreter.patterns.search import matches_of
from tests.patterns.samples import NAMES, SMALL, small_engine

ENGINE, SEARCHING = small_engine(), small_engine()
SEARCHING._lanes = tuple(None for _ in NAMES)
SEARCHING._direct = tuple(() for _ in NAMES)
SHAPES = [(pattern, number) for pattern in range(len(NAMES)) for number in range(len(ENGINE._plans[pattern]))]


@pytest.mark.parametrize(("pattern", "number"), SHAPES)
def test_quick_lists_are_complete(pattern: int, number: int) -> None:
    plan = ENGINE._plans[pattern][number]
    rng = random.Random(pattern * 100 + number)
    for _ in range(150):
        cards = sorted(rng.sample(range(SMALL.size), rng.randrange(1, 12)))
        apart = rng.random() < 0.5
        keys = [(SMALL.face[card], apart and rng.random() < 0.3) for card in cards]
        holding, _ = sort_cards(cards, keys, SMALL.face)
        found = quick_matches(plan, holding)
        if found is not None:
            high = min(len(cards), plan.high or len(cards))
            wanted = set(matches_of(plan, holding, (), plan.low, high)) if plan.low <= high else set()
            assert set(found) == wanted, (cards, keys)


def test_many_shapes_are_listed_quickly() -> None:
    cards = list(range(0, SMALL.joker_face, 2))
    holding, _ = sort_cards(cards, [SMALL.face[card] for card in cards], SMALL.face)
    quick = [quick_matches(ENGINE._plans[pattern][number], holding) is not None for pattern, number in SHAPES]
    assert sum(quick) > len(quick) // 3


@pytest.mark.parametrize("pattern", range(len(NAMES)), ids=NAMES)
def test_groups_are_judged_alike(pattern: int) -> None:
    if not ENGINE._direct[pattern]:
        pytest.skip("this one is always searched for")
    rng = random.Random(pattern)
    for _ in range(300):
        cards = sorted(rng.sample(range(SMALL.size), rng.randrange(1, 6)))
        combos = ENGINE.combos(pattern, rng.sample(range(SMALL.size), 9))
        if combos and rng.random() < 0.7:
            group, roles = rng.choice(combos)
            cards = list(group)
        else:
            roles = tuple(rng.randrange(SMALL.joker_face) for _ in ENGINE.wild_cards(pattern, cards))
        assert ENGINE.valid_group(pattern, cards, roles) == SEARCHING.valid_group(pattern, cards, roles)
        assert ENGINE.ordered(pattern, cards, roles) == SEARCHING.ordered(pattern, cards, roles)
        by_face = ENGINE.fits_by_face(pattern, cards, roles)
        assert by_face is not None
        for card in range(SMALL.size):
            if card not in cards:
                fits = SEARCHING.fits(pattern, cards, roles, card)
                assert ENGINE.fits(pattern, cards, roles, card) == fits, (cards, roles, card)
                assert by_face.get(SMALL.face[card], ()) == fits


@pytest.mark.parametrize("pattern", range(len(NAMES)), ids=NAMES)
def test_lanes_bring_the_same_combos(pattern: int) -> None:
    if ENGINE._lanes[pattern] is None:
        pytest.skip("this one is searched as a whole")
    rng = random.Random(pattern)
    for _ in range(300):
        cards = rng.sample(range(SMALL.size), rng.randrange(1, 14))
        assert ENGINE.combos(pattern, cards) == SEARCHING.combos(pattern, cards), cards


def test_some_patterns_have_lanes() -> None:
    assert sum(lanes is not None for lanes in ENGINE._lanes) > 3
