"""Blackjack: the spec and OpenSpiel, at every decision.

OpenSpiel plays a simple game, and is wrong nowhere in it: there are no stakes, so a result is a point won, lost or
neither, and a natural is a 21 like any other.
"""

from __future__ import annotations

import pytest

from tests.openspiel.blackjack import Blackjack
from tests.openspiel.common import LONG, NORMAL, Params, Share, batches, contest, each

CHOICES: list[Params] = [{}]


@pytest.mark.parametrize(("params", "seeds"), each(CHOICES, NORMAL))
def test_same_games(params: Params, seeds: range) -> None:
    contest(Blackjack(), params, seeds)


@pytest.mark.long
@pytest.mark.parametrize("batch", batches(CHOICES, LONG))
def test_same_games_long(batch: list[Share]) -> None:
    for params, seeds in batch:
        contest(Blackjack(), params, seeds)
