"""Oh Hell: the spec and OpenSpiel, at every decision.

OpenSpiel's game is a single deal. It is wrong nowhere by the rules it describes, though the trick points of a missed
bid, which it counts unless there is a penalty, are forfeited in the usual game.
"""

from __future__ import annotations

import random

import pyspiel
import pytest

from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.game import EngineGame
from tests.openspiel.common import LONG, NORMAL, Params, Share, batches, contest, drawn, each
from tests.openspiel.oh_hell import OhHell
from tests.oracle.program import program

CHOICES: list[Params] = [
    *({"players": players} for players in range(3, 8)),
    {"players": 4, "num_tricks_fixed": 1},
    {"players": 3, "num_tricks_fixed": 17},
    {"players": 5, "off_bid_penalty": True},
    {"players": 4, "points_per_trick": 3, "off_bid_penalty": True},
    {"players": 6, "points_per_trick": 5},
    {"players": 3, "num_suits": 1},
    {"players": 3, "num_suits": 2, "num_cards_per_suit": 2},
    {"players": 5, "num_suits": 2, "num_cards_per_suit": 6, "num_tricks_fixed": 2},
    {"players": 7, "num_suits": 3, "num_cards_per_suit": 9},
    {"players": 4, "num_cards_per_suit": 5, "off_bid_penalty": True},
]


def chosen(count: int) -> list[Params]:
    """Parameters at random, among those that OpenSpiel accepts."""
    rng = random.Random(1)
    found: list[Params] = []
    while len(found) < count:
        players, suits, ranks = rng.randint(3, 7), rng.randint(1, 4), rng.randint(2, 13)
        most = (suits * ranks - 1) // players
        if most >= 1:
            tricks = rng.choice([-1, rng.randint(1, most)])
            found.append(
                {
                    "players": players,
                    "num_suits": suits,
                    "num_cards_per_suit": ranks,
                    "num_tricks_fixed": tricks,
                    "off_bid_penalty": rng.random() < 0.5,
                    "points_per_trick": rng.randint(0, 12),
                }
            )
    return found


@pytest.mark.parametrize(("params", "seeds"), each(CHOICES, NORMAL))
def test_same_games(params: Params, seeds: range) -> None:
    contest(OhHell(), params, seeds)


@pytest.mark.long
@pytest.mark.parametrize("batch", batches([*CHOICES, *chosen(85)], LONG))
def test_same_games_long(batch: list[Share]) -> None:
    for params, seeds in batch:
        contest(OhHell(), params, seeds)


@pytest.mark.parametrize("params", [*({"players": players} for players in range(3, 8)), {"num_suits": 1}])
def test_no_more_cards_can_be_drawn_than_there_are(params: Params) -> None:
    """Games compare the sizes that were chosen; this shows that there is no further one."""
    players, options = OhHell().setup(params)
    game = EngineGame(program("games/oh_hell"), players, options)
    state = pyspiel.load_game("oh_hell", dict(params)).new_initial_state()
    deck, most = range(game.cards.size), len(state.legal_actions())
    assert game.read(game.start(0, [drawn(0), deck, drawn(most - 1)]), "hand_size") == most
    with pytest.raises(MatchFault, match="outside what may be drawn"):
        game.start(0, [drawn(0), deck, drawn(most)])
