"""Euchre: the spec and OpenSpiel, at every decision. Where it differs from the usual game is in the spec's sources."""

from __future__ import annotations

from itertools import product

import pytest

from tests.openspiel.common import LONG, NORMAL, Params, Share, batches, contest, each
from tests.openspiel.euchre import Euchre

CHOICES: list[Params] = [
    {"stick_the_dealer": stick, "allow_lone_defender": defender} for stick, defender in product((True, False), repeat=2)
]


@pytest.mark.parametrize(("params", "seeds"), each(CHOICES, NORMAL))
def test_same_games(params: Params, seeds: range) -> None:
    contest(Euchre(), params, seeds)


@pytest.mark.long
@pytest.mark.parametrize("batch", batches(CHOICES, LONG))
def test_same_games_long(batch: list[Share]) -> None:
    for params, seeds in batch:
        contest(Euchre(), params, seeds)
