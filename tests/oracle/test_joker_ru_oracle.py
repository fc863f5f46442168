"""The spec and the engine written by hand play the same matches: every legal list, every entry, the winners."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import Journal
from tests.oracle.joker_ru_engine import PACK, SCHEDULE, JokerRu, Move
from tests.oracle.program import program

OPTIONS: list[dict[str, bool | int | str]] = [
    {},
    {"strict": True},
    {"tariff": "minus"},
    {"strict": True, "tariff": "minus", "cutting": False},
]


class Pair:
    """Both engines at one match; ``neutral`` gives a move of the interpreter as the oracle writes it."""

    def __init__(self, game: EngineGame, seed: int) -> None:
        chance = random.Random(seed)
        decks = [chance.sample(PACK, len(PACK)) for _ in range(1 + len(SCHEDULE))]
        options = game.options
        self.game = game
        self.journal = Journal()
        ids = {face: game.cards.parse_card(face) for face in PACK}
        self.state = game.start(0, [[ids[face] for face in deck] for deck in decks], self.journal)
        self.oracle = JokerRu(
            game.players,
            decks,
            strict=bool(options["strict"]),
            minus=options["tariff"] == "minus",
            cutting=bool(options["cutting"]),
        )

    def check_sheet(self) -> None:
        mine = [(entry.seat, entry.kind, entry.points) for entry in self.oracle.entries]
        assert [(entry.to, entry.kind, entry.points) for entry in self.journal.entries] == mine


def neutral(game: EngineGame, state: Any, move: Any, known: dict[Any, Move]) -> Move:
    """What a move's arguments say does not depend on the position, so each is put in words once."""
    key = (move.name, move.args)
    if key not in known:
        said = game.move_to_json(state, move)
        known[key] = (said["move"], *said["args"].values())
    return known[key]


def play(game: EngineGame, seed: int, known: dict[Any, Move]) -> None:
    pair = Pair(game, seed)
    oracle, chance = pair.oracle, random.Random(-seed - 1)
    while not oracle.over:
        assert not game.is_over(pair.state)
        assert game.decider(pair.state) == oracle.to_move
        moves = game.legal_moves(pair.state)
        told = [neutral(game, pair.state, move, known) for move in moves]
        expected = oracle.legal()
        assert set(told) == set(expected), (seed, oracle)
        assert len(told) == len(expected), (seed, oracle)
        choice = chance.randrange(len(moves))
        pair.state = game.apply(pair.state, moves[choice], pair.journal)
        deal = oracle.deal
        oracle.apply(told[choice])
        if oracle.deal != deal:
            pair.check_sheet()
            assert game.read(pair.state, "dealer") == oracle.dealer
    assert game.is_over(pair.state)
    assert list(game.totals(pair.state)) == oracle.totals
    assert list(game.winners(pair.state)) == oracle.winners


def matches(players: int, options: dict[str, bool | int | str], seeds: range) -> None:
    game = EngineGame(program("joker_ru"), players, options)
    known: dict[Any, Move] = {}
    for seed in seeds:
        play(game, seed, known)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_same_matches(players: int, options: dict[str, bool | int | str]) -> None:
    matches(players, options, range(12) if options else range(100))


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_same_matches_long(players: int, options: dict[str, bool | int | str]) -> None:
    matches(players, options, range(100, 1100))


PRICES = {(1, 1, 1): 100, (2, 2, 2): 200, (2, 2, 3): 150, (5, 5, 5): 500, (5, 5, 6): 300, (8, 8, 8): 800}
PRICES |= {(8, 8, 9): 450, (9, 9, 9): 900, (0, 0, 4): 50, (3, 2, 4): 20, (2, 4, 6): 40, (0, 3, 4): 30}
PRICES |= {(3, 0, 4): -200, (1, 0, 9): -200}
MINUS_PRICES = {(2, 2, 3): 200, (4, 2, 5): -200, (3, 0, 4): -300, (0, 0, 3): 50, (2, 4, 6): 40}


def test_prices() -> None:
    """The examples of the sheet, as bid, taken and cards in the hand."""
    oracle = JokerRu(4, [PACK] * 25)
    assert {case: oracle.price(*case) for case in PRICES} == PRICES
    oracle.minus = True
    assert {case: oracle.price(*case) for case in MINUS_PRICES} == MINUS_PRICES
