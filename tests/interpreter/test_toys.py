"""Toy games played: flow, secret choices, transactions against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rulespec.interpreter.engine_errors import EngineMove, IllegalMove, Limits, MatchFault, SetupError, StateFormatError
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import CardsEvent, Journal, MoveEvent, SecretEvent
from rulespec.interpreter.match import EngineMatch
from rulespec.interpreter.state import State
from rulespec.ir.program import Program
from tests.interpreter.toys import exact_sum, highest_card, sealed


def playout(game: EngineGame, seed: int) -> Iterator[State]:
    """Every decision state of a random match."""
    rng = random.Random(seed)
    state = game.start(seed)
    while not game.is_over(state):
        yield state
        state = game.apply(state, rng.choice(game.legal_moves(state)))


def tries(game: EngineGame) -> list[EngineMove]:
    """Every move of one card, legal or not, and a bare one."""
    return [
        EngineMove(decl.name, (card,) if decl.params else (), 0)
        for decl in game.program.moves
        for card in range(game.cards.size if decl.params else 1)
    ]


@pytest.mark.parametrize("program", [highest_card(), sealed(), sealed(skip=True), exact_sum(6), exact_sum(7, 2)])
def test_check_agrees_with_the_list(program: Program) -> None:
    game = EngineGame(program)
    for seed in range(6):
        for state in playout(game, seed):
            legal = game.legal_moves(state)
            results = set()
            for move in tries(game):
                if not game.refusals(state, move):
                    results.add(game.apply(state, move))
            assert results == {game.apply(state, move) for move in legal}
            assert len(results) == len(legal)


@pytest.mark.parametrize("program", [highest_card(), sealed(), exact_sum(6), exact_sum(7, 2)])
def test_states_are_values(program: Program) -> None:
    game = EngineGame(program)
    for state in playout(game, 3):
        again = game.state_from_json(game.state_to_json(state))
        assert again == state
        assert hash(again) == hash(state)
        for cell, other in zip(again.cells, state.cells, strict=True):
            assert type(cell) is type(other)
        assert game.legal_moves(again) == game.legal_moves(state)


def test_highest_card_scores_every_round() -> None:
    game = EngineGame(highest_card(3), players=3)
    for state in playout(game, 1):
        last = state
    state = game.apply(last, game.legal_moves(last)[0])
    assert game.is_over(state)
    assert sum(game.read(state, "won")) == 3


def test_given_decks_and_refusals() -> None:
    game = EngineGame(highest_card(2), players=2)
    order = [game.cards.parse_card(text) for text in "2S 4S 3H 5S 6S 6H 5H 4H 3S 2H".split()]
    state = game.start(decks=[order])
    assert game.cards_at(state, "hand", 0) == (0, game.cards.parse_card("3H"))
    state = game.apply(state, game.move_from_json(state, {"move": "lay", "args": {"card": "3H"}}))
    assert game.decider(state) == 1
    assert len(game.legal_moves(state)) == 2
    state = game.start(decks=[order])
    state = game.apply(state, game.move_from_json(state, {"move": "lay", "args": {"card": "2S"}}))
    (refusal,) = game.refusals(state, EngineMove("lay", (game.cards.parse_card("3H"),), 0))
    assert (refusal.path, refusal.kind) == ("lay.card", "domain")
    with pytest.raises(IllegalMove):
        game.apply(state, EngineMove("lay", (game.cards.parse_card("3H"),), 0))


def test_secret_choices_are_hidden_and_run_in_seat_order() -> None:
    game = EngineGame(sealed(), players=3)
    journal = Journal()
    state = game.start(4, journal=journal)
    assert game.decider(state) == 0
    before = game.view(state, 1)
    first = game.legal_moves(state)[0]
    state = game.apply(state, first, journal)
    assert game.decider(state) == 1
    assert game.view(state, 0).chosen is not None
    after = game.view(state, 1)
    assert (after.places, after.variables, after.chosen) == (before.places, before.variables, None)
    other = game.legal_moves(state)
    for move in (other[0], None):
        state = game.apply(state, move or game.legal_moves(state)[1], journal)
    assert game.is_over(state)
    assert len(game.cards_at(state, "away")) == 3
    assert game.cards_at(state, "away")[0] == first.args[0]
    assert [event.seat for event in journal.events if isinstance(event, SecretEvent)] == [0, 1, 2]
    assert [event.seat for event in journal.events if isinstance(event, MoveEvent)] == [0, 1, 2]


def test_secret_asks_skip_seats_without_a_move() -> None:
    game = EngineGame(sealed(skip=True), players=2)
    order = [game.cards.parse_card(text) for text in "2H 4S 3H 5S 6S 6H 5H 4H 3S 2S".split()]
    state = game.start(decks=[order])
    assert game.decider(state) == 1
    state = game.apply(state, game.legal_moves(state)[0])
    assert game.is_over(state)
    assert len(game.cards_at(state, "away")) == 1


def ways_out(game: EngineGame, state: State, seat: int) -> bool:
    """Brute force over raw runs: can the seat leave its turn?"""
    executor = game.executor
    number = executor.ask(state.cells)
    assert number is not None
    for candidate in executor.plain(state.cells, number):
        cells = state.cells[:]
        executor.enter(cells, number, candidate)
        try:
            executor.run(cells, None)
        except MatchFault:
            continue
        over = executor.ask(cells) is None
        if over or cells[executor.decider] != seat or ways_out(game, State(cells), seat):
            return True
    return False


@pytest.mark.parametrize(("goal", "copies"), [(5, 1), (6, 1), (7, 1), (6, 2), (9, 2), (8, 3)])
def test_offered_moves_are_those_that_can_be_completed(goal: int, copies: int) -> None:
    game = EngineGame(exact_sum(goal, copies), players=2)
    refused = 0
    for seed in range(12):
        for state in playout(game, seed):
            seat = game.decider(state)
            executor = game.executor
            number = executor.ask(state.cells)
            assert number is not None
            assert seat is not None
            legal = {(move.alternative, move.args) for move in game.legal_moves(state)}
            for candidate in executor.plain(state.cells, number):
                cells = state.cells[:]
                executor.enter(cells, number, candidate)
                try:
                    executor.run(cells, None)
                    over = executor.ask(cells) is None
                    fine = over or cells[executor.decider] != seat or ways_out(game, State(cells), seat)
                except MatchFault:
                    fine = False
                assert ((candidate[0], candidate[1]) in legal) == fine
                if not fine:
                    refused += 1
                    kind = game.program.asks[number].alternatives[candidate[0]].move
                    move = EngineMove(game.program.moves[kind].name, candidate[1], candidate[0])
                    assert {r.kind for r in game.refusals(state, move)} <= {"ensure", "lookahead"}
                    assert game.refusals(state, move)
    assert refused


def test_lookahead_budget() -> None:
    game = EngineGame(exact_sum(6, 2), players=2, limits=Limits(lookahead=0))
    state = game.start(1)
    kinds = {r.kind for move in tries(game) for r in game.refusals(state, move)}
    assert "lookahead_limit" in kinds
    assert [move.name for move in game.legal_moves(state)] == ["stop"]


def test_twins_are_one_move_and_any_copy_is_accepted() -> None:
    game = EngineGame(exact_sum(6, 2), players=2)
    order = [game.cards.parse_card(text) for text in "3S#1 2H 3S#2 2S 4H 4S 2H#2 2S#2 3H 3H#2 4S#2 4H#2".split()]
    state = game.start(decks=[order])
    lays = [move for move in game.legal_moves(state) if move.name == "lay"]
    faces = [game.cards.face[move.args[0]] for move in lays]
    assert len(faces) == len(set(faces))
    low, high = game.cards.parse_card("3S#1"), game.cards.parse_card("3S#2")
    assert game.refusals(state, EngineMove("lay", (high,), 0)) == game.refusals(state, EngineMove("lay", (low,), 0))


def test_limits_and_setup() -> None:
    with pytest.raises(SetupError, match="allowed: 2, 3, 4"):
        EngineGame(highest_card(), players=7)
    with pytest.raises(SetupError):
        EngineGame(highest_card(), options={"speed": 1})
    game = EngineGame(highest_card(), limits=Limits(decisions=1))
    state = game.start(0)
    state = game.apply(state, game.legal_moves(state)[0])
    with pytest.raises(MatchFault, match="decisions") as caught:
        game.apply(state, game.legal_moves(state)[0])
    assert caught.value.kind == "decisions"
    with pytest.raises(MatchFault, match="steps"):
        EngineGame(exact_sum(6), limits=Limits(steps=1)).start(0)
    with pytest.raises(StateFormatError):
        game.state_from_json({**game.state_to_json(state), "players": 4})


def test_hidden_cards_change_nothing() -> None:
    game = EngineGame(highest_card(), players=3)
    for seed in range(5):
        for state in playout(game, seed):
            for seat in range(3):
                other = game.permute_hidden(state, seat, seed)
                assert game.view(other, seat) == game.view(state, seat)
                if game.decider(state) == seat:
                    assert game.legal_moves(other) == game.legal_moves(state)


def test_matches_are_recorded_and_played_again() -> None:
    match = EngineMatch(EngineGame(highest_card(), players=2), seed=5)
    rng = random.Random(0)
    while not match.over:
        match.step(rng.choice(match.legal))
    again = EngineMatch.from_json(match.game, match.to_json())
    assert again.state == match.state
    assert again.journal.to_json() == match.journal.to_json()
    moved = [event for event in match.journal.events if isinstance(event, CardsEvent)]
    assert any(event.everyone for event in moved)
    assert any(event.seats == (0,) for event in moved)
