"""Gin rummy: the spec and OpenSpiel, at every decision."""

from __future__ import annotations

import pytest

from tests.openspiel.common import LONG, NORMAL, Params, Share, batches, contest, each
from tests.openspiel.gin_rummy import GinRummy

CHOICES: list[Params] = [{}, {"oklahoma": True}, {"knock_card": 0}, {"knock_card":5, "gin_bonus": 10, "undercut_bonus": 0}, {"num_suits": 3}, {"num_suits": 3, "num_ranks": 10, "hand_size": 7}, {"hand_size": 7}]


@pytest.mark.parametrize(("params", "seeds"), each(CHOICES, NORMAL))
def test_same_games(params: Params, seeds: range) -> None:
    contest(GinRummy(), params, seeds)


@pytest.mark.long
@pytest.mark.parametrize("batch", batches(CHOICES, LONG))
def test_same_games_long(batch: list[Share]) -> None:
    for params, seeds in batch:
        contest(GinRummy(), params, seeds)
