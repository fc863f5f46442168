"""The spec and the engine written by hand play the same sessions, and the banker's luck is what it should be."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import Journal
from tests.oracle.joker_de_bank_engine import CALLS, COPIES, JokerDeBank, Move, joker_first, no_match
from tests.oracle.program import program

OPTIONS: list[dict[str, int]] = [{}, {"limit": 1}, {"limit": 1000, "rounds": 7}, {"rounds": 1}]


def rank(game: EngineGame, card: int) -> str:
    text = game.cards.card_text(card)
    return text if text in COPIES else text[:-1]


def play(game: EngineGame, seed: int) -> None:
    chance = random.Random(seed)
    decks = [chance.sample(range(game.cards.size), game.cards.size) for _ in range(300)]
    journal = Journal()
    state = game.start(seed, decks, journal)
    limit, rounds = int(game.options["limit"]), int(game.options["rounds"])
    ranks = iter([[rank(game, card) for card in deck] for deck in decks])
    oracle = JokerDeBank(game.players, ranks, limit, rounds)
    while not oracle.over:
        assert not game.is_over(state)
        assert game.decider(state) == oracle.to_move
        assert game.read(state, "dealer") == oracle.banker
        moves = game.legal_moves(state)
        told: list[Move] = [(move.name, move.args[0]) for move in moves]
        assert told == oracle.legal()
        at = chance.randrange(len(moves))
        state = game.apply(state, moves[at], journal)
        played = oracle.played
        oracle.apply(told[at])
        if oracle.played == played:
            assert not any(game.read(state, "bet")), "a bet is known before all are in"
        if oracle.played != played:
            assert [(entry.to, entry.points) for entry in journal.entries] == oracle.entries
            assert list(game.totals(state)) == oracle.money
            assert sum(oracle.money) == 0
            assert not game.broken_invariants(state)
    assert game.is_over(state)
    best = max(oracle.money)
    assert list(game.winners(state)) == [seat for seat, money in enumerate(oracle.money) if money == best]


def sessions(players: int, options: dict[str, int], seeds: range) -> None:
    game = EngineGame(program("joker_de_bank"), players, options)
    for seed in seeds:
        play(game, seed)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("players", range(2, 9))
def test_same_sessions(players: int, options: dict[str, int]) -> None:
    sessions(players, options, range(5))


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("players", range(2, 9))
def test_same_sessions_long(players: int, options: dict[str, int]) -> None:
    sessions(players, options, range(100, 1100))


def test_exact_chances() -> None:
    nothing, first = no_match(), joker_first()
    assert nothing == Fraction(44188895470803668, 123566628628414125)
    assert first == Fraction(1, 27)
    expected = 2 * first + (1 - nothing - first) - nothing
    assert round(float(nothing), 6) == 0.357612
    assert round(float(expected), 6) == 0.321813


def simulated(rounds: int, seed: int) -> dict[int, int]:
    """How often the banker won nothing, the bets and twice the bets, with the interpreter's own shuffles."""
    game = EngineGame(program("joker_de_bank"), 2, {"limit": 1, "rounds": rounds})
    state = game.start(seed)
    counts = {-1: 0, 1: 0, 2: 0}
    before: tuple[int, ...] = (0, 0)
    while not game.is_over(state):
        banker = int(game.read(state, "dealer"))
        moves = game.legal_moves(state)
        state = game.apply(state, moves[0])
        after = game.totals(state)
        if after != before:
            counts[after[banker] - before[banker]] += 1
            before = after
    assert sum(counts.values()) == rounds
    return counts


def check_frequencies(counts: dict[int, int]) -> None:
    """Each within four standard deviations of what it should be."""
    rounds = sum(counts.values())
    for factor, chance in ((-1, no_match()), (2, joker_first())):
        p = float(chance)
        deviation = (p * (1 - p) / rounds) ** 0.5
        assert abs(counts[factor] / rounds - p) < 4 * deviation


def merged(seeds: range) -> dict[int, int]:
    parts: list[Any] = [simulated(1000, seed) for seed in seeds]
    return {factor: sum(part[factor] for part in parts) for factor in parts[0]}


def test_frequencies() -> None:
    check_frequencies(merged(range(4)))


@pytest.mark.long
def test_frequencies_long() -> None:
    check_frequencies(merged(range(100, 300)))


def test_the_calls_are_those_of_the_spec() -> None:
    """Round after round the pack is laid so that only one call is right."""
    game = EngineGame(program("joker_de_bank"), 2, {"limit": 1, "rounds": len(CALLS)})
    by_rank: dict[str, list[int]] = {call: [] for call in CALLS}
    for card in range(game.cards.size):
        by_rank[rank(game, card)].append(card)
    everything = set(range(game.cards.size))
    drawn = [by_rank["A"][0], by_rank["2"][0]]
    decks = [[*drawn, *sorted(everything.difference(drawn))]]
    for at, call in enumerate(CALLS):
        order = [by_rank[CALLS[(i + 1) % len(CALLS)]][0] for i in range(len(CALLS))]
        order[at] = by_rank[call][1]
        assert [card == by_rank[name][1] for card, name in zip(order, CALLS, strict=True)].count(True) == 1
        rest = sorted(everything - set(order))
        decks.append([rest[-1], *order, *rest[:-1]])
    state = game.start(0, decks)
    for at in range(len(CALLS)):
        for _ in range(2):
            state = game.apply(state, game.legal_moves(state)[0])
        assert game.totals(state)[0] == at + 2
    assert game.is_over(state)
