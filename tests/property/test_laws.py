"""The laws of ``laws`` over every spec and house rule, numbers of players, options and matches drawn at random.

The same examples in every run; with RULESPEC_LONG=1 more of them, and others each time.
"""

from __future__ import annotations

import json
import os
import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rulespec.interpreter.match import EngineMatch
from tests.property.drawn import tables
from tests.property.entries import ENTRIES, game_of, program
from tests.property.laws import (
    check_cards,
    check_invariants,
    check_list,
    check_moves_are_data,
    check_nothing_changes,
    check_offered,
    check_sheet,
    check_sight,
    check_state_is_data,
    check_views,
)

LONG = bool(os.environ.get("RULESPEC_LONG"))
FEW = settings(
    max_examples=60 if LONG else 3,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate, Phase.shrink] if LONG else [Phase.generate],
    report_multiple_bugs=False,
)
LOOKS = 40 if LONG else 6
"""Decisions of a match that are looked at closely."""

LENGTH = 3_000 if LONG else 400
"""Decisions after which a match is left."""


@pytest.mark.parametrize("name", list(ENTRIES))
def test_laws(name: str) -> None:
    @FEW
    @given(data=st.data(), seed=st.integers(0, 2**32 - 1))
    def run(data: st.DataObject, seed: int) -> None:
        game = data.draw(tables(name), label="game")
        rng = random.Random(seed)
        match = EngineMatch(game, seed)
        close = set(rng.sample(range(LENGTH // 4), LOOKS - 2)) | {0, 1}
        for number in range(LENGTH):
            state = match.state
            check_cards(game, state)
            check_invariants(game, state)
            if match.over:
                break
            legal = match.legal
            if number in close:
                check_list(game, state, legal)
                check_sight(game, state)
                check_views(game, state, seed)
                check_offered(game, state, legal, rng)
                check_nothing_changes(game, state, legal, rng)
                check_moves_are_data(game, state, legal, rng)
                again = check_state_is_data(game, state)
                move = rng.choice(legal)
                assert game.apply(again, move) == game.apply(state, move)
            match.step(rng.choice(legal))
        check_views(game, match.state, seed)
        check_state_is_data(game, match.state)
        check_sheet(game, match.journal, match.state)
        replayed = EngineMatch.from_json(game, json.loads(json.dumps(match.to_json())))
        assert replayed.state == match.state
        assert replayed.entries == match.entries

    run()


ZERO_SUM = [name for name, entry in ENTRIES.items() if "invariant zero_sum" in entry.spec.read_text(encoding="utf-8")]


def test_there_are_games_of_zero_sum() -> None:
    assert "joker_de_bank" in ZERO_SUM


@pytest.mark.parametrize("name", ZERO_SUM)
def test_what_one_wins_another_loses(name: str) -> None:
    for players in program(name).seats:
        game = game_of(name, players)
        match = EngineMatch(game, players)
        rng = random.Random(players)
        while not match.over:
            match.step(rng.choice(match.legal))
        assert sum(match.totals) == 0
        assert sum(entry.points for entry in match.entries) == 0
