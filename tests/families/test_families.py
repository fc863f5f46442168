"""Games without an independent engine: random matches of every allowed number of players end, with all cards in one
place each and the invariants holding at every decision."""

from __future__ import annotations

import random

import pytest

from rulespec.interpreter.match import EngineMatch
from tests.property.entries import game_of, program
from tests.property.laws import check_cards, check_invariants

MATCHES = {
    "acey_deucey": 4,
    "durak": 4,
    "five_card_draw": 2,
    "go_fish": 2,
    "klondike": 2,
    "ninety_nine": 3,
    "old_maid": 4,
    "president": 1,
    "rummy_500": 1,
    "scopa": 1,
    "war": 2,
}
"""Each family, and how many matches of each number of players the normal run plays."""

LONG = 1_000

LEAVING = "give_up"
"""The move that ends a match at once is made seldom, so that matches get long."""

SELDOM = 0.005

TABLES = [(name, players) for name in MATCHES for players in program(name).seats]


def play(name: str, players: int, seed: int) -> None:
    """One match, each move chosen at random."""
    game = game_of(name, players)
    rng = random.Random(f"{name} {players} {seed}")
    match = EngineMatch(game, seed)
    while not match.over:
        check_cards(game, match.state)
        check_invariants(game, match.state)
        stay = [move for move in match.legal if move.name != LEAVING]
        match.step(rng.choice(stay if stay and rng.random() > SELDOM else match.legal))
    check_cards(game, match.state)
    check_invariants(game, match.state)
    assert match.winners or name == "klondike"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_matches_end(name: str, players: int) -> None:
    for seed in range(MATCHES[name]):
        play(name, players, seed)


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_matches_end_long(name: str, players: int) -> None:
    for seed in range(LONG):
        play(name, players, seed)
