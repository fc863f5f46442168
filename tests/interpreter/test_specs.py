"""Properties of compiled specs in random play: at decisions, what must hold of any game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.interpreter.engine_errors import Coverage, EngineMove
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from rulespec.interpreter.state import State
from rulespec.ir import types as t
from rulespec.ir.program import Program
from rulespec.ir.serial import program_from_json, program_to_json

SPECS = Path(__file__).parents[2] / "specs"
NAMES = ["joker_ru", "jokeren13"]


@cache
def program(name: str) -> Program:
    compiled = compile_spec(SPECS / f"{name}.rules")
    assert compiled.program is not None, compiled.diagnostics
    return compiled.program


@cache
def game(name: str, players: int = 4) -> EngineGame:
    return EngineGame(program(name), players)


def decisions(
    name: str, seed: int, every: int, players: int = 4
) -> Iterator[tuple[EngineGame, State, list[EngineMove]]]:
    """Some decisions of a random match."""
    played = game(name, players)
    rng = random.Random(seed)
    state = played.start(seed)
    count = 0
    while not played.is_over(state):
        legal = played.legal_moves(state)
        if count % every == 0:
            yield played, state, legal
        state = played.apply(state, rng.choice(legal))
        count += 1


@pytest.mark.parametrize("name", NAMES)
def test_programs_survive_json(name: str) -> None:
    assert program_from_json(json.loads(json.dumps(program_to_json(program(name))))) == program(name)


@pytest.mark.parametrize("name", NAMES)
def test_states_and_moves_survive_json(name: str) -> None:
    for played, state, legal in decisions(name, 1, 7):
        again = played.state_from_json(json.loads(json.dumps(played.state_to_json(state))))
        assert again == state
        assert played.legal_moves(again) == legal
        for move in legal:
            assert played.move_from_json(state, json.loads(json.dumps(played.move_to_json(state, move)))) == move
            assert played.say(state, move)


@pytest.mark.parametrize("name", NAMES)
def test_a_move_is_refused_unless_it_is_listed(name: str) -> None:
    for played, state, legal in decisions(name, 2, 11):
        listed = set(legal)
        assert len(listed) == len(legal)
        fresh = state.copy()
        number = played.executor.ask(state.cells)
        assert number is not None
        for at, alternative in enumerate(played.program.asks[number].alternatives):
            decl = played.program.moves[alternative.move]
            if len(decl.params) != 1 or not isinstance(decl.params[0].type, t.Card):
                continue
            kinds = {played.cards.alike[move.args[0]] for move in legal if move.name == decl.name}
            for card in range(played.cards.size):
                refusals = played.refusals(fresh, EngineMove(decl.name, (card,), at))
                assert refusals or played.cards.alike[card] in kinds
                assert not refusals or EngineMove(decl.name, (card,), at) not in listed
        for candidate in played.executor.plain(state.cells, number):
            kind = played.program.asks[number].alternatives[candidate[0]].move
            move = EngineMove(played.program.moves[kind].name, candidate[1], candidate[0])
            assert (not played.refusals(fresh, move)) == (move in listed)


@pytest.mark.parametrize("name", NAMES)
def test_no_card_is_lost(name: str) -> None:
    for played, state, _ in decisions(name, 3, 1):
        cards = [card for cell in played.layout.place_of_cell for card in state.cells[cell]]
        cards += [card for cell in played.layout.groups for group in state.cells[cell] for card in group[0]]
        assert sorted(cards) == list(range(played.cards.size))
        for cell in played.layout.place_of_cell:
            assert all(state.cells[played.layout.where + card] == cell for card in state.cells[cell])


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_see_changes_nothing_for_it(name: str) -> None:
    for played, state, legal in decisions(name, 4, 13):
        for seat in range(played.players):
            other = played.permute_hidden(state, seat, seat)
            assert played.view(other, seat) == played.view(state, seat)
            json.dumps(played.view(state, seat).to_json())
            if played.decider(state) == seat:
                assert played.legal_moves(other) == legal


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_matches_end_and_their_entries_add_up(name: str, players: int) -> None:
    match = EngineMatch(game(name, players), seed=players)
    rng = random.Random(players)
    while not match.over:
        match.step(rng.choice(match.legal))
    sums = [0] * players
    for entry in match.entries:
        sums[entry.to] += entry.points
    assert tuple(sums) == match.totals
    assert match.winners
    again = EngineMatch.from_json(match.game, json.loads(json.dumps(match.to_json())))
    assert again.state == match.state
    json.dumps(match.journal.to_json())


def test_coverage_sees_clauses_and_ensures() -> None:
    coverage = Coverage()
    covered = EngineGame(program("jokeren13"), coverage=coverage)
    plain = game("jokeren13")
    rng = random.Random(1)
    state = covered.start(1)
    for _ in range(200):
        legal = covered.legal_moves(state)
        assert legal == plain.legal_moves(state)
        state = covered.apply(state, rng.choice(legal))
    assert "discard.same_card" in coverage.clauses
    assert "lay_down.opening" in coverage.ensures
    assert coverage.moves
    assert coverage.blocks
