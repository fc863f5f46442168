"""The lookahead offers what one without its short cuts would, for every budget."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.interpreter.engine_errors import Limits, MatchFault
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.transactions.irrelevant_cards import IrrelevantCards
from rulespec.interpreter.transactions.reachability import EnsureReachability
from rulespec.ir import nodes as n
from rulespec.ir import program as p
from rulespec.ir import types as t
from tests.interpreter.build import Toy, num, op
from tests.interpreter.plain import PlainLookahead
from tests.interpreter.toys import exact_sum

SPECS = Path(__file__).parents[2] / "specs"


def same(game: EngineGame, seed: int, decisions: int) -> int:
    """Compares both along a random match; how many moves the lookahead took away."""
    rng = random.Random(seed)
    state = game.start(seed)
    refused = 0
    for _ in range(decisions):
        if game.is_over(state):
            break
        number = game.executor.ask(state.cells)
        assert number is not None
        plain = game.executor.plain(state.cells, number)
        wanted = PlainLookahead(game, state.cells).offered(state.cells)
        if not wanted:
            with pytest.raises(MatchFault, match="no legal move"):
                game.legal_moves(state)
            break
        legal = game.legal_moves(state)
        assert [(move.alternative, move.args) for move in legal] == [(at, args) for at, args, _ in wanted]
        refused += len(plain) - len(wanted)
        state = game.apply(state, rng.choice(legal))
    return refused


@pytest.mark.parametrize("goal", [5, 6, 9])
@pytest.mark.parametrize("budget", [0, 1, 2, 3, 5, 8, 13, 20_000])
def test_toys(goal: int, budget: int) -> None:
    game = EngineGame(exact_sum(goal, 2), players=2, limits=Limits(lookahead=budget))
    assert sum(same(game, seed, 20) for seed in range(6))


@pytest.mark.parametrize("budget", [1, 4, 20_000])
@pytest.mark.parametrize(
    "name",
    [
        path.relative_to(SPECS).as_posix()
        for path in sorted(SPECS.glob("**/*.rules"))
        if "ensure" in path.read_text(encoding="utf-8") and "house" not in path.parts
    ],
)
def test_specs(name: str, budget: int) -> None:
    program = compile_spec(SPECS / name).program
    assert program is not None
    same(EngineGame(program, limits=Limits(lookahead=budget)), 3, 150)


def hold(reads: n.Expr | None) -> tuple[p.Program, p.Alternative]:
    """A seat lays a card and its turn ends; the ensure looks at the table as told."""
    toy = Toy()
    hands = toy.place("hand", False, "owner", per_player=True)
    table = toy.place("table", False, "all")
    seat = toy.slot("turn.p", t.PLAYER, kind="param", scope="turn")
    card = toy.param("lay", "card", t.CARD, toy.cards(hands, toy.actor()))
    asking, leave, over = toy.reserve(), toy.reserve(), toy.reserve()
    lay = toy.move("lay", (card,), (), n.MoveCards(toy.read(card.slot), toy.to(table), (), 0))
    ask = toy.ask(toy.read(seat), (lay, leave))
    toy.opens(asking, ask)
    toy.fill(leave, n.Exit(0))
    size = op("size", toy.cards(table))
    condition = op("lt", size, num(3), type_=t.BOOL) if reads is None else reads
    toy.phase("turn", asking, 0, params=(seat,), ensures=(toy.ensure("turn.few", condition, "few"),))
    program = toy.program(toy.block(n.Enter(0, (num(0),), over), phase=-1))
    return program, program.asks[0].alternatives[0]


def irrelevant(program: p.Program, alternative: p.Alternative) -> int | None:
    return IrrelevantCards(program, EnsureReachability(program)).parameter(alternative)


def test_how_many_cards_there_are_does_not_tell_them_apart() -> None:
    assert irrelevant(*hold(None)) == 0


@pytest.mark.parametrize(
    "reads",
    [
        n.Op("in", (n.Const(3, t.CARD), n.CardsAt(1, (), t.ListOf(t.CARD, 200), 0)), t.BOOL, None, 0),
        n.Op("is_none", (n.Op("last", (n.CardsAt(1, (), t.ListOf(t.CARD, 200), 0),), t.Opt(t.CARD), None, 0),), t.BOOL),
        n.Op("is_none", (n.Op("index_of", (n.Const(3, t.CARD),), t.Opt(t.INT), None, 0),), t.BOOL),
    ],
)
def test_whatever_reads_cards_does(reads: n.Expr) -> None:
    assert irrelevant(*hold(reads)) is None
