"""Every cell of a state counts: for being equal, for the hash and in JSON."""

from __future__ import annotations

import json
import random

import pytest

from rulespec.interpreter.match import EngineMatch
from rulespec.interpreter.state import State
from tests.property.entries import game_of, program


@pytest.mark.parametrize("name", ["hearts", "jokeren13", "joker_de"])
def test_every_cell_counts(name: str) -> None:
    game, rng = game_of(name, program(name).seats[0]), random.Random(name)
    match = EngineMatch(game, 5)
    for _ in range(3):
        match.step(rng.choice(match.legal))
    state = match.state
    assert State.from_json(json.loads(json.dumps(state.to_json()))) == state
    for at in range(len(state.cells)):
        other = state.copy()
        other.cells[at] = (12_345, (True, None))
        assert other != state
        assert hash(other) != hash(state)
        assert State.from_json(json.loads(json.dumps(other.to_json()))).cells == other.cells
