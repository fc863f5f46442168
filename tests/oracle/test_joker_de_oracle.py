"""The spec and the engine written by hand play the same matches: every legal list, every entry, the winners."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import Journal
from tests.oracle.joker_de_engine import JOKER, PACK, JokerDe, Move
from tests.oracle.program import program

OPTIONS: list[dict[str, bool | int | str]] = [
    {"mode": mode, "enforcement": enforcement, "refill": refill}
    for mode, enforcement, refill in product(("party", "three"), ("refuse", "penalize"), (False, True))
]


class Pair:
    """Both engines at one match. ``careless`` is how often a player revokes who may."""

    def __init__(self, game: EngineGame, seed: int, careless: float = 0.05) -> None:
        self.game = game
        self.careless = careless
        self.chance = random.Random(seed)
        self.journal = Journal()
        decks = [self.chance.sample(PACK, len(PACK)) for _ in range(400)]
        self.state = game.start(seed, [self._ids(deck) for deck in decks], self.journal)
        self.oracle = JokerDe(
            game.players,
            iter(decks),
            self._dealer,
            three=game.options["mode"] == "three",
            penalize=game.options["enforcement"] == "penalize",
            refill=bool(game.options["refill"]),
        )
        self.said: dict[Any, Move] = {}

    def _dealer(self, seats: Sequence[int]) -> int:
        dealer = int(self.game.read(self.state, "dealer"))
        assert dealer in seats
        return dealer

    def _ids(self, deck: list[str]) -> list[int]:
        jokers = iter(sorted(self.game.cards.jokers))
        return [next(jokers) if face == JOKER else self.game.cards.parse_card(face) for face in deck]

    def neutral(self, move: Any) -> Move:
        """A move of the interpreter as the oracle writes it."""
        key = (move.name, move.args)
        if key not in self.said:
            obj = self.game.move_to_json(self.state, move)
            values = (value.split("#")[0] if isinstance(value, str) else value for value in obj["args"].values())
            self.said[key] = (obj["move"], *values)
        return self.said[key]

    def texts(self, place: str, *index: int) -> list[str]:
        return [self.game.cards.card_text(card) for card in self.game.cards_at(self.state, place, *index)]

    def check_cards(self) -> None:
        """Between tricks: what everybody holds, what lies on the table."""
        for seat in range(self.game.players):
            assert sorted(self.texts("hand", seat)) == sorted(self.oracle.hands.get(seat, []))
        assert self.texts("stock")[::-1] == self.oracle.stock
        assert self.texts("turned") == [card for card in [self.oracle.turned] if card is not None]

    def check_sheet(self) -> None:
        mine = [(entry.seat, entry.kind, entry.points) for entry in self.oracle.entries]
        assert [(entry.to, entry.kind, entry.points) for entry in self.journal.entries] == mine

    def step(self) -> None:
        game, oracle = self.game, self.oracle
        assert not game.is_over(self.state)
        assert game.decider(self.state) == oracle.to_move
        assert list(game.totals(self.state)) == oracle.totals
        moves = game.legal_moves(self.state)
        told = [self.neutral(move) for move in moves]
        expected = oracle.legal()
        assert set(told) == set(expected), oracle
        assert len(told) == len(expected), oracle
        careful = [at for at, move in enumerate(told) if not oracle.revokes(str(move[1]))]
        if not careful or self.chance.random() < self.careless:
            careful = [*range(len(told))]
        at = self.chance.choice(careful)
        assert game.is_fined(self.state, moves[at]) == oracle.fined(told[at])
        self.make(moves[at])

    def make(self, move: Any) -> None:
        """Makes a move in both engines."""
        game, oracle = self.game, self.oracle
        entries, said = len(oracle.entries), self.neutral(move)
        self.state = game.apply(self.state, move, self.journal)
        oracle.apply(said)
        if len(oracle.entries) != entries:
            self.check_sheet()
            assert oracle.over or game.read(self.state, "dealer") == oracle.dealer
        if not oracle.trick and not oracle.over:
            self.check_cards()

    def play(self) -> None:
        while not self.oracle.over:
            self.step()
        assert self.game.is_over(self.state)
        self.check_sheet()
        assert list(self.game.totals(self.state)) == self.oracle.totals
        assert list(self.game.winners(self.state)) == self.oracle.winners
        assert list(self.game.read(self.state, "wins")) == self.oracle.wins
        assert list(self.game.read(self.state, "seconds")) == self.oracle.seconds


def matches(players: int, options: dict[str, bool | int | str], seeds: range) -> list[Pair]:
    game = EngineGame(program("joker_de"), players, options)
    pairs = [Pair(game, seed) for seed in seeds]
    for pair in pairs:
        pair.play()
    return pairs


def many(options: dict[str, bool | int | str]) -> int:
    return (2 if options["refill"] else 4) // (2 if options["mode"] == "three" else 1)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_same_matches(players: int, options: dict[str, bool | int | str]) -> None:
    matches(players, options, range(many(options)))


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())))
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_same_matches_long(players: int, options: dict[str, bool | int | str]) -> None:
    matches(players, options, range(100, 100 + 20 * many(options)))


EXTRA = [(4, 4, 2), (4, 15, 2), (4, 12, 3), (6, 1, 2), (6, 11, 3)]
"""Players, a seed by which a match of three is not decided after three parties, and among how many it goes on."""


@pytest.mark.parametrize(("players", "seed", "among"), EXTRA)
def test_extra_parties_among_some_of_the_seats(players: int, seed: int, among: int) -> None:
    [pair] = matches(players, {"mode": "three", "enforcement": "refuse", "refill": False}, range(seed, seed + 1))
    assert pair.oracle.party == 3
    assert len(pair.oracle.seats) == among


def test_a_deal_is_played_again_twenty_times_and_then_a_revoke_is_refused() -> None:
    """In the deal of eight cards everybody revokes as soon as there is a chance to."""
    game = EngineGame(program("joker_de"), 6, {"enforcement": "penalize"})
    pair = Pair(game, 5, careless=0)
    while pair.oracle.deal < 6:
        pair.step()
    dealer, fines = pair.oracle.dealer, 0
    while pair.oracle.replays < 20:
        revokes = [move for move in game.legal_moves(pair.state) if pair.oracle.revokes(str(pair.neutral(move)[1]))]
        if not revokes:
            pair.step()
            continue
        assert game.penalty_paths(pair.state, revokes[0]) == ("play.revoke",)
        assert game.refusals(pair.state, revokes[0]) == []
        pair.make(revokes[0])
        fines += 1
        assert (game.read(pair.state, "dealer"), pair.oracle.size) == (dealer, 8)
    assert fines == 20
    hands = pair.oracle.hands
    refused = 0
    while pair.oracle.deal == 6:
        for card in hands[pair.oracle.to_move] if pair.oracle.asked == "play" else []:
            if pair.oracle.revokes(card):
                move = game.move_from_json(pair.state, {"move": "play", "args": {"c": card, "r": None}})
                assert [refusal.path for refusal in game.refusals(pair.state, move)] == ["play.revoke"]
                refused += 1
        pair.step()
    assert refused > 0
    assert [entry.points for entry in pair.journal.entries if entry.kind == "revoke"] == [-50] * 20


def test_column_of_the_table() -> None:
    column = [(1, 1), (0, 0), (2, 2), (2, 1), (2, 2), (2, 3), (3, 3), (2, 2), (3, 2), (1, 1), (1, 1), (0, 0), (1, 1)]
    points = [JokerDe.price(bid, taken) for bid, taken in column]
    assert points == [10, 5, 20, -10, 20, 3, 30, 20, -10, 10, 10, 5, 10]
    assert sum(points) == 123
