"""Crazy Eights: the spec and OpenSpiel, at every decision."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.openspiel.common import LONG, NORMAL, Params, Share, batches, contest, each
from tests.openspiel.crazy_eights import CrazyEights

SPECIAL, AGAIN = {"use_special_cards": True}, {"reshuffle": True}

CHOICES: list[Params] = [
    {"players": players, **special, **again}
    for players, special, again in product((2, 3, 5, 6, 15), ({}, SPECIAL), ({}, AGAIN))
]
OTHERS: list[Params] = [
    {"players": 4, "max_draw_cards": 1},
    {"players": 2, "max_draw_cards": 50, **SPECIAL, **AGAIN},
    {"players": 3, "max_turns": 7},
    {"players": 7, "max_turns": 400, "max_draw_cards": 2, **SPECIAL},
    {"players": 2, "max_turns": 1000, "max_draw_cards": 3, **SPECIAL, **AGAIN},
]


def chosen(count: int) -> list[Params]:
    """Parameters at random."""
    rng = random.Random(1)
    return [
        {
            "players": rng.randint(2, 15),
            "max_draw_cards": rng.choice([1, 2, 3, 5, 8, 30]),
            "max_turns": rng.choice([1, 10, 100, 100, 1000]),
            "use_special_cards": rng.random() < 0.7,
            "reshuffle": rng.random() < 0.5,
        }
        for _ in range(count)
    ]


@pytest.mark.parametrize(("params", "seeds"), each([*CHOICES, *OTHERS], NORMAL))
def test_same_games(params: Params, seeds: range) -> None:
    contest(CrazyEights(), params, seeds)


@pytest.mark.long
@pytest.mark.parametrize("batch", batches([*CHOICES, *OTHERS, *chosen(75)], LONG))
def test_same_games_long(batch: list[Share]) -> None:
    for params, seeds in batch:
        contest(CrazyEights(), params, seeds)
