"""Toy games built by hand: the highest card, sealed offers, a turn that must be completed."""

from __future__ import annotations

from rulespec.ir import nodes as n
from rulespec.ir import program as p
from rulespec.ir import types as t
from tests.interpreter.build import CARDS, SEATS, Toy, boolean, eq, num, op

PLAYER_SET = op("players", type_=SEATS)


def highest_card(hand: int = 3) -> p.Program:
    """Everybody lays a card; the highest rank, the first of equals, scores one; as often as there are cards."""
    toy = Toy()
    stock = toy.place("stock", True, "none")
    hands = toy.place("hand", False, "owner", per_player=True)
    table = toy.place("table", True, "all")
    won = toy.slot("won", t.INT, dims=(p.TypeDim(t.PLAYER),))
    rounds = toy.slot("rounds", t.Int(0, 20), kind="loop")
    turn = toy.slot("turn", t.Int(0, 4), kind="loop")
    by = t.PLAYER
    toy.notes.append(p.NoteDecl("laid_by", by))
    card = toy.param("lay", "card", t.CARD, toy.cards(hands, toy.actor()))
    lay = toy.move(
        "lay",
        (card,),
        (
            toy.forbid(
                "lay.suit",
                n.And(
                    (
                        op("not", op("empty", toy.cards(table), type_=t.BOOL), type_=t.BOOL),
                        op(
                            "ne",
                            op("suit", toy.read(card.slot), type_=t.SUIT),
                            op("suit", op("first", toy.cards(table), type_=t.CARD), type_=t.SUIT),
                            type_=t.BOOL,
                        ),
                        n.Quant(
                            "some",
                            1,
                            toy.cards(hands, toy.actor()),
                            eq(
                                op("suit", n.Local(1, t.CARD), type_=t.SUIT),
                                op("suit", op("first", toy.cards(table), type_=t.CARD), type_=t.SUIT),
                            ),
                            None,
                            None,
                            t.BOOL,
                            0,
                        ),
                    ),
                    t.BOOL,
                ),
                "follow suit",
            ),
        ),
        n.MoveCards(toy.read(card.slot), toy.to(table), (n.SetNote(0, toy.actor()),), 0),
    )
    best = n.Quant("best", 2, toy.cards(table), None, op("rank", n.Local(2, t.CARD), type_=t.RANK), None, t.CARD, 0)
    winner = op("note", best, type_=t.PLAYER, attr=0)
    head, ask_block, after, score, end = (toy.reserve() for _ in range(5))
    ask = toy.ask(op("nth", PLAYER_SET, op("add", toy.read(turn), num(1)), type_=t.PLAYER), (lay, after))
    entry = toy.block(n.Jump(head), n.Gather(toy.to(stock), 0), n.Give(num(hand), toy.to(stock), hands, num(0), 0))
    toy.fill(
        head,
        n.Branch(op("lt", toy.read(rounds), num(hand), type_=t.BOOL), ask_block, end),
        n.Assign(turn, (), num(0), 0),
    )
    toy.opens(ask_block, ask)
    toy.fill(
        after,
        n.Branch(op("lt", toy.read(turn), op("size", PLAYER_SET), type_=t.BOOL), ask_block, score),
        n.Assign(turn, (), op("add", toy.read(turn), num(1)), 0),
    )
    toy.fill(
        score,
        n.Jump(head),
        n.Assign(won, (winner,), op("add", toy.read(won, winner), num(1)), 0),
        n.MoveCount(None, False, toy.to(table), toy.to(stock), (), 0),
        n.Assign(rounds, (), op("add", toy.read(rounds), num(1)), 0),
    )
    toy.fill(end, n.Exit(0))
    toy.phase("match", entry, 0)
    over = toy.block(n.Halt())
    return toy.program(toy.block(n.Enter(0, (), over), phase=-1))


def sealed(skip: bool = False) -> p.Program:
    """Everybody secretly lays away a card of spades (``skip``: whoever has one); the lowest seat's is first."""
    toy = Toy()
    stock = toy.place("stock", True, "none")
    hands = toy.place("hand", False, "owner", per_player=True)
    away = toy.place("away", True, "all")
    card = toy.param(
        "pass_on",
        "card",
        t.CARD,
        toy.cards(hands, toy.actor()),
        where=None,
    )
    spade = op("ne", op("suit", toy.read(card.slot), type_=t.SUIT), num(0), type_=t.BOOL)
    body = (toy.forbid("pass_on.spade", spade, "a spade"),) if skip else ()
    move = toy.move(
        "pass_on",
        (card,),
        body,
        n.MoveCards(toy.read(card.slot), toy.to(away), (), 0),
    )
    effects, end, asking = toy.reserve(), toy.reserve(), toy.reserve()
    ask = toy.ask(PLAYER_SET, (move, effects), secret=True, otherwise=end if skip else None, join=end, effects=effects)
    toy.fill(effects, n.NextSecret(ask))
    toy.opens(asking, ask)
    toy.fill(end, n.Exit(0))
    entry = toy.block(n.Jump(asking), n.Gather(toy.to(stock), 0), n.Give(num(2), toy.to(stock), hands, num(0), 0))
    toy.phase("match", entry, 0)
    over = toy.block(n.Halt())
    return toy.program(toy.block(n.Enter(0, (), over), phase=-1))


def exact_sum(goal: int, copies: int = 1) -> p.Program:
    """Each seat lays cards, one at a time, or stops: only with a sum of ranks of exactly ``goal`` (or nothing laid),
    and not with a card of the rank laid first still in hand."""
    toy = Toy(deck=p.Deck(("spades", "hearts"), ("2", "3", "4"), (2, 3, 4), num(copies), 0, None, (), ()))
    toy.values.append(p.ValueDecl("worth", tuple(num(v) for v in (2, 3, 4, 2, 3, 4, 0)), t.INT))
    stock = toy.place("stock", True, "none")
    hands = toy.place("hand", False, "owner", per_player=True)
    table = toy.place("table", False, "all")
    laid = toy.slot("laid", t.INT, scope="turn")
    first = toy.slot("first", t.Opt(t.RANK), scope="turn")
    seat = toy.slot("turn.p", t.PLAYER, kind="param", scope="turn")
    count = toy.slot("turn.n", t.Int(0, 20), kind="loop", scope="turn")
    index = toy.slot("match.i", t.Int(0, 4), kind="loop", scope="match")
    card = toy.param("lay", "card", t.CARD, toy.cards(hands, toy.actor()))
    rank = op("rank", toy.read(card.slot), type_=t.RANK)
    lay = toy.move(
        "lay",
        (card,),
        (),
        n.Assign(laid, (), op("add", toy.read(laid), op("value", toy.read(card.slot), attr=0)), 0),
        n.Assign(first, (), op("otherwise", toy.read(first), rank, type_=t.RANK), 0),
        n.MoveCards(toy.read(card.slot), toy.to(table), (), 0),
    )
    stop = toy.move("stop", (), (toy.forbid("stop.early", eq(toy.read(laid), num(1)), "never said"),))
    same = n.Quant(
        "some",
        3,
        toy.cards(hands, toy.read(seat)),
        eq(op("rank", n.Local(3, t.CARD), type_=t.RANK), toy.read(first)),
        None,
        None,
        t.BOOL,
        0,
    )
    head, asking, leave, play, turns, after, end = (toy.reserve() for _ in range(7))
    ask = toy.ask(toy.read(seat), (lay, head), (stop, leave))
    toy.fill(head, n.Branch(op("lt", toy.read(count), num(8), type_=t.BOOL), asking, leave), phase=1)
    toy.opens(asking, ask, n.Assign(count, (), op("add", toy.read(count), num(1)), 0), phase=1)
    toy.fill(leave, n.Exit(1), phase=1)
    turn_entry = toy.block(n.Jump(head), n.Reset((laid, first)), phase=1)
    entry = toy.block(n.Jump(play), n.Gather(toy.to(stock), 0), n.Give(num(3), toy.to(stock), hands, num(0), 0))
    toy.fill(play, n.Branch(op("lt", toy.read(index), op("size", PLAYER_SET), type_=t.BOOL), turns, end))
    toy.fill(turns, n.Enter(1, (op("nth", PLAYER_SET, op("add", toy.read(index), num(1)), type_=t.PLAYER),), after))
    toy.fill(after, n.Jump(play), n.Assign(index, (), op("add", toy.read(index), num(1)), 0))
    toy.fill(end, n.Exit(0))
    toy.phase("match", entry, 0, locals_=(index,))
    toy.phase(
        "turn",
        turn_entry,
        1,
        params=(seat,),
        locals_=(count,),
        ensures=(
            toy.ensure(
                "turn.goal", n.Or((eq(toy.read(laid), num(0)), eq(toy.read(laid), num(goal))), t.BOOL), "the exact sum"
            ),
            toy.ensure("turn.rank", op("not", same, type_=t.BOOL), "no card of the first rank may stay"),
        ),
    )
    over = toy.block(n.Halt())
    return toy.program(toy.block(n.Enter(0, (), over), phase=-1))


__all__ = ["CARDS", "boolean", "exact_sum", "highest_card", "sealed"]
