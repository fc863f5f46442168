"""A spec and OpenSpiel at one table: the same cards, the same moves, compared at every decision.

A ``Mapping`` says how the two engines write the same things; it is all that a game needs. What chance brings is chosen
here and given to both, so nothing depends on either engine's random numbers.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

import pyspiel
import pytest

from rulespec.interpreter.engine_errors import EngineMove
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import Journal
from rulespec.interpreter.state_layout import GIVEN_DRAW, GIVEN_ORDER
from tests.oracle.program import program

Params = Mapping[str, bool | int]
"""Parameters of OpenSpiel's game, those that are not at their defaults."""

NORMAL, LONG = 200, 5_000
"""Games compared in the ordinary run and in the long one."""
TEMPERS = ("even", "even", "high", "low")


def drawn(position: int) -> tuple[int, ...]:
    """For ``EngineGame.start``: the next draw brings the element at a position, from 0."""
    return (GIVEN_DRAW, position)


def ordered(cards: Sequence[int]) -> tuple[int, ...]:
    """For ``EngineGame.start``: the next shuffle of a pile brings these cards, from the top."""
    return (GIVEN_ORDER, *cards)


@dataclass(frozen=True)
class Deal:
    """One deal for both: ``given`` is for ``EngineGame.start``, ``outcomes`` are OpenSpiel's actions in order."""

    given: list[tuple[int, ...]]
    outcomes: list[int]


@dataclass
class Duel:
    """Both engines in one game. ``rng`` brings chance and moves; ``outcomes`` are what OpenSpiel's chance has yet to
    bring, ``played`` the moves so far, ``tempers`` what each seat likes."""

    game: EngineGame
    spiel: Any
    rng: random.Random
    state: Any = None
    journal: Journal = field(default_factory=Journal)
    outcomes: list[int] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    tempers: dict[int, str] = field(default_factory=dict)

    def choose(self, actions: Sequence[int]) -> int:
        """One at random; but some seats of some games like the highest action or the lowest, mostly a card's rank, and
        so come where chance alone hardly ever leads: to taking all, or nothing."""
        seat = self.spiel.current_player()
        temper = self.tempers.setdefault(seat, self.rng.choice(TEMPERS))
        if temper == "even" or self.rng.random() < 0.1:
            return self.rng.choice(actions)
        return actions[-1] if temper == "high" else actions[0]

    def shuffled(self) -> list[int]:
        """The spec's pack in a random order, top first."""
        return self.rng.sample(range(self.game.cards.size), self.game.cards.size)

    def stacked(self, faces: str, places: Sequence[int]) -> list[int]:
        """A shuffled pack but for cards (``"QS AC"``) that lie at the places given, from the top."""
        wanted = [self.game.cards.parse_card(face) for face in faces.split()]
        deck = [card for card in self.shuffled() if card not in wanted]
        for place, card in sorted(zip(places, wanted, strict=True)):
            deck.insert(place, card)
        return deck


class Rendering(ABC):
    """How one game's spec and OpenSpiel say the same things."""

    name: ClassVar[str]
    """Of OpenSpiel's game, and of the spec in ``specs/games``."""

    def setup(self, params: Params) -> tuple[int | None, dict[str, bool | int | str]]:
        """The number of players (None: the spec's default) and the spec's options for OpenSpiel's parameters."""
        options: dict[str, bool | int | str] = dict(params)
        players = options.pop("players", None)
        return None if players is None else int(players), options

    @abstractmethod
    def deal(self, duel: Duel) -> Deal:
        """Chooses what chance brings. Neither engine has begun."""

    @abstractmethod
    def action(self, duel: Duel, move: EngineMove) -> int:
        """OpenSpiel's action for a legal move of the spec."""

    def choose(self, duel: Duel, actions: Sequence[int]) -> int:
        """Which of OpenSpiel's legal actions is played."""
        return duel.choose(actions)

    def outcome(self, duel: Duel) -> int:
        """OpenSpiel's action where chance is to act; the spec has already gone on to its next decision."""
        return duel.outcomes.pop(0)

    def returns(self, duel: Duel) -> list[float]:
        """The spec's result by seat, in OpenSpiel's measure."""
        return [float(points) for points in duel.game.totals(duel.state)]


def play(rendering: Rendering, duel: Duel) -> None:
    """One game of random moves. Raises AssertionError at the first difference."""
    game, spiel = duel.game, duel.spiel
    deal = rendering.deal(duel)
    duel.outcomes = list(deal.outcomes)
    duel.state = game.start(0, deal.given, duel.journal)
    _chance(rendering, duel)
    while not game.is_over(duel.state):
        assert not spiel.is_terminal(), (duel.played, "OpenSpiel's game is over")
        assert game.decider(duel.state) == spiel.current_player(), duel.played
        legal = game.legal_moves(duel.state)
        moves = {rendering.action(duel, move): move for move in legal}
        assert len(moves) == len(legal), (duel.played, "two moves are one action")
        assert sorted(moves) == sorted(spiel.legal_actions()), (duel.played, _texts(spiel, moves))
        action = rendering.choose(duel, sorted(moves))
        duel.played.append(f"{spiel.current_player()}: {spiel.action_to_string(spiel.current_player(), action)}")
        duel.state = game.apply(duel.state, moves[action], duel.journal)
        spiel.apply_action(action)
        _chance(rendering, duel)
    assert spiel.is_terminal(), (duel.played, "the spec's game is over")
    assert rendering.returns(duel) == spiel.returns(), duel.played


def _chance(rendering: Rendering, duel: Duel) -> None:
    while duel.spiel.is_chance_node():
        outcome = rendering.outcome(duel)
        assert outcome in duel.spiel.legal_actions(), (duel.played, outcome)
        duel.spiel.apply_action(outcome)


def _texts(spiel: Any, moves: Mapping[int, EngineMove]) -> tuple[list[str], list[str]]:
    """The spec's and OpenSpiel's legal actions, for people."""
    seat = spiel.current_player()
    ours, theirs = sorted(moves), sorted(spiel.legal_actions())
    return [spiel.action_to_string(seat, a) for a in ours], [spiel.action_to_string(seat, a) for a in theirs]


def contest(rendering: Rendering, params: Params, seeds: range) -> None:
    """Games with the same parameters, one a seed."""
    players, options = rendering.setup(params)
    game = _game(rendering.name, players, tuple(options.items()))
    theirs = pyspiel.load_game(rendering.name, dict(params))
    for seed in seeds:
        duel = Duel(game, theirs.new_initial_state(), random.Random(seed))
        try:
            play(rendering, duel)
        except AssertionError as difference:
            difference.add_note(f"{rendering.name} {dict(params)}, seed {seed}:\n{duel.spiel}")
            raise


@cache
def _game(name: str, players: int | None, options: tuple[tuple[str, bool | int | str], ...]) -> EngineGame:
    return EngineGame(program(f"games/{name}"), players, dict(options))


Share = tuple[Params, range]
"""Parameters, and the seeds of the games that are played with them."""


def shares(choices: Sequence[Params], games: int, first: int = 0) -> list[Share]:
    """The games divided among the choices of parameters, each with seeds of its own."""
    cuts = [first + games * part // len(choices) for part in range(len(choices) + 1)]
    return [(params, range(low, high)) for params, low, high in zip(choices, cuts, cuts[1:], strict=False)]


def each(choices: Sequence[Params], games: int) -> list[Any]:
    """Test parameters of the ordinary run: one test a choice."""
    return [pytest.param(*share, id=_label(share[0])) for share in shares(choices, games)]


def batches(choices: Sequence[Params], games: int, first: int = 10_000) -> list[list[Share]]:
    """Test parameters of the long run: ten tests, so that they can run side by side."""
    everything = shares(choices, games, first)
    return [batch for number in range(10) if (batch := everything[number::10])]


def _label(params: Params) -> str:
    return " ".join(f"{name}={value}" for name, value in params.items()) or "defaults"
