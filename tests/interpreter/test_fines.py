"""A refusal that is a penalty, and a deal that is played again."""

from __future__ import annotations

from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import EntryEvent, Journal, MoveEvent, ReplayEvent
from rulespec.interpreter.state_layout import PENDING, STALE
from rulespec.ir import nodes as n
from rulespec.ir import types as t
from rulespec.ir.program import Program
from tests.interpreter.build import Toy, boolean, num, op


def revoking(fined: bool) -> Program:
    """Each deal one seat lays a card; a spade is refused, or fined: two points off, and the deal is played again."""
    toy = Toy()
    stock = toy.place("stock", True, "none")
    hands = toy.place("hand", False, "owner", per_player=True)
    table = toy.place("table", False, "all")
    total = toy.slot("total", t.INT, kind="sheet", dims=())
    card = toy.param("lay", "card", t.CARD, toy.cards(hands, toy.actor()))
    flag = toy.slot("lay.fined", t.BOOL, kind="move", scope="lay")
    local = toy.slot("deal.local", t.INT, kind="let", scope="deal")
    spade = op("eq", op("suit", toy.read(card.slot), type_=t.SUIT), num(0), type_=t.BOOL)
    clause = toy.forbid("lay.spade", spade, "no spade", flag=flag, fined_when=boolean(fined))
    move = toy.move("lay", (card,), (clause,))
    doing = toy.block(n.EndMove(move), n.MoveCards(toy.read(card.slot), toy.to(table), (), 0), phase=-1, move=move)
    deal = toy.reserve()
    penalty = toy.block(
        n.Jump(deal),
        n.Award(num(-2), toy.actor(), False, "fine", None, (), 0),
        n.Assign(total, (), op("sub", toy.read(total), num(2)), 0),
    )
    replaying = toy.block(n.Replay(1, penalty, 0), n.Tell("replay", "", ()), phase=-1, move=move)
    toy.fill(toy.moves[move].effect, n.Branch(toy.read(flag), replaying, doing), phase=-1, move=move)
    asking, leave = toy.reserve(), toy.reserve()
    ask = toy.ask(num(0), (move, leave))
    toy.fill(
        deal,
        n.Jump(asking),
        n.Gather(toy.to(stock), 0),
        n.Give(num(5), toy.to(stock), hands, num(0), 0),
        n.Award(num(1), num(0), False, "ante", None, (), 0),
        n.Assign(local, (), num(7), 0),
        phase=1,
    )
    toy.opens(asking, ask, phase=1)
    toy.fill(leave, n.Exit(1), phase=1)
    end = toy.block(n.Exit(0))
    entry = toy.block(n.Enter(1, (), end))
    toy.phase("match", entry, 0)
    toy.phase("deal", deal, 1, locals_=(local,))
    over = toy.block(n.Halt())
    return toy.program(toy.block(n.Enter(0, (), over), phase=-1))


def test_a_clause_refuses_or_fines() -> None:
    strict, lenient = EngineGame(revoking(False), 2), EngineGame(revoking(True), 2)
    state = strict.start(1)
    refused = [move for move in lenient.legal_moves(lenient.start(1)) if strict.refusals(state, move)]
    assert refused
    assert [r.path for move in refused for r in strict.refusals(state, move)] == ["lay.spade"] * len(refused)
    free = lenient.start(1)
    assert all(lenient.is_fined(free, move) for move in refused)
    assert lenient.penalty_paths(free, refused[0]) == ("lay.spade",)
    assert not any(lenient.is_fined(free, move) for move in strict.legal_moves(state))


def test_replay_strikes_entries_and_leaves_no_cell_behind() -> None:
    game = EngineGame(revoking(True), 2)
    journal = Journal()
    state = game.start(1, journal=journal)
    fined = next(move for move in game.legal_moves(state) if game.is_fined(state, move))
    after = game.apply(state, fined, journal)
    assert game.read(after, "total") == -2
    assert any(isinstance(event, ReplayEvent) for event in journal.events)
    assert any(isinstance(event, MoveEvent) and event.fined == ("lay.spade",) for event in journal.events)
    assert [(entry.kind, entry.points) for entry in journal.entries] == [("fine", -2), ("ante", 1)]
    assert sum(isinstance(event, EntryEvent) for event in journal.events) == 3
    assert after.cells[PENDING] is None
    assert after.cells[STALE] is None
    for cells in game.executor.move_cells:
        assert all(after.cells[cell] == value for cell, value in cells)
    assert all(after.cells[cell] is None for cell in game.layout.thens)
    assert len(game.cards_at(after, "hand", 0)) == 5
    plain = next(move for move in game.legal_moves(after) if not game.is_fined(after, move))
    over = game.apply(after, plain)
    assert game.is_over(over)
    assert game.read(over, "deal.local") == 0


def test_bots_choose_among_moves_without_a_penalty() -> None:
    """Or among all, where each has one."""
    game = EngineGame(revoking(True), 2)
    met = set()
    for seed in range(40):
        state = game.start(seed)
        legal = game.legal_moves(state)
        free = [move for move in legal if not game.is_fined(state, move)]
        assert game.unpenalised_moves(state) == (free or legal)
        met.add((bool(free), len(free) < len(legal)))
    assert (True, True) in met
