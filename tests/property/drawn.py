"""Games drawn at random, for Hypothesis."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from rulespec.interpreter.game import EngineGame
from tests.property.entries import choices, dealt_game, game_of, program


@st.composite
def tables(draw: st.DrawFn, name: str) -> EngineGame:
    """A game of an entry for some number of players and with some options set."""
    played = program(name)
    players = draw(st.sampled_from(played.seats))
    chosen = [
        (option.name, draw(st.sampled_from(choices(played, option))))
        for option in played.options
        if draw(st.booleans())
    ]
    if not chosen:
        return game_of(name, players)
    game = dealt_game(name, players, tuple(chosen))
    assume(game is not None)
    assert game is not None
    return game
