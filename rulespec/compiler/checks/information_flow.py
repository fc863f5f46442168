"""What a move offers and refuses must not betray what its player cannot see.

Domains, lets, refusals and sentences of a move, and the conditions that an ``ensure`` states, are read by whoever is
asked: which moves are on offer, and why others are not, is told to that seat. So they may read the cards only of
places that it sees; how many cards a place holds is no secret. Variables are public.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulespec.compiler.checks.path_conditions import PathConditions
from rulespec.compiler.checks.static_visibility import ENDS, StaticVisibility
from rulespec.compiler.resolve.context import Context
from rulespec.compiler.resolve.narrowing import plain
from rulespec.compiler.resolve.substitute import substitute_locals
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.ir.graph import ControlFlow
from rulespec.ir.walk import children

SIZES = frozenset(("size", "empty"))
MAX_CALLS = 20_000
"""Calls of rules looked into for one move before the check gives up (it then finds nothing more)."""


def check_information_flow(context: Context, program: prog.Program) -> None:
    """Checks every move that is asked for, and every ``ensure``."""
    ways = PathConditions(program)
    for index, move in enumerate(program.moves):
        asks = [(i, a, alt) for i, a in enumerate(program.asks) for alt in a.alternatives if alt.move == index]
        sight = _visibility(context, program, move, [(ask, alternative) for _, ask, alternative in asks])
        known = [frozenset(ways.known(number)) for number, _, _ in asks]
        sight = replace(sight, known=tuple(frozenset.intersection(*known)) if known else ())
        _Move(context, program, move, sight).check()
    _sentences(context, program)
    asked = _asked(program)
    for number, phase in enumerate(program.phases):
        if phase.ensures and number in asked:
            _ensures(context, program, phase, asked[number])


def _sentences(context: Context, program: prog.Program) -> None:
    """What is said to everybody is read by everybody."""
    nobody = StaticVisibility(context, program, frozenset(), -1)
    for block in program.blocks:
        for stmt in block.stmts:
            if not isinstance(stmt, ir.Say):
                continue
            for name, loc in _Reader(program).unseen(stmt.text, nobody, {}):
                context.report.error(
                    "RS414",
                    f"this sentence is for everybody, and it tells cards of '{name}', which not everybody sees",
                    context.tables.spans[stmt.loc],
                    "lay them open first, or say how many there are",
                    [("they are read here", context.tables.spans[loc])] if loc >= 0 else [],
                )
                break


def _visibility(
    context: Context, program: prog.Program, move: prog.MoveDecl, asks: list[tuple[prog.AskDecl, prog.Alternative]]
) -> StaticVisibility:
    """The eyes of the seat that chooses a move, whoever asks for it."""
    same: set[ir.Expr] | None = None
    given = [p.slot for p in move.params if p.given]
    decides = True
    for ask, alternative in asks:
        names = set() if ask.secret else {plain(ask.who)}
        names |= {
            plain(ir.Read(slot, (), ty.PLAYER, -1))
            for slot, arg in zip(given, alternative.args, strict=True)
            if not ask.secret and plain(arg) == plain(ask.who)
        }
        same = names if same is None else same & names
        decides = decides and ask.actor is None
    return StaticVisibility(context, program, frozenset(same or ()), program.system.actor if decides else -1)


@dataclass(slots=True)
class _Reader:
    """Walks expressions and finds cards that a seat cannot see."""

    program: prog.Program
    calls: int = 0

    def unseen(self, node: Any, sight: StaticVisibility, bound: Mapping[int, ir.Expr]) -> Iterator[tuple[str, int]]:
        """The places read, with where, that the seat does not see. ``bound`` are arguments of rules."""
        match node:
            case ir.Op(op=op, args=(ir.CardsAt() as at,)) if op in SIZES or op in ENDS:
                yield from self.unseen(at.index, sight, bound)
                if op in ENDS and not self._sees(at, sight, bound, ENDS[op]):
                    yield self.program.places[at.place].name, at.loc
            case ir.CardsAt(place=place, index=index, loc=loc):
                yield from self.unseen(index, sight, bound)
                if not self._sees(node, sight, bound, None):
                    yield self.program.places[place].name, loc
            case ir.GroupsAt(groups=groups):
                if not sight.sees_groups(groups):
                    yield self.program.groups[groups].name, -1
            case ir.CallRule(rule=rule, args=args):
                yield from self.unseen(args, sight, bound)
                self.calls += 1
                if self.calls <= MAX_CALLS:
                    decl = self.program.rules[rule]
                    inner = {p: _closed(a, bound) for p, a in zip(decl.params, args, strict=True)}
                    yield from self.unseen(decl.body, sight, inner)
            case ir.Bind(local=local, value=value, body=body):
                yield from self.unseen(value, sight, bound)
                yield from self.unseen(body, sight, {**bound, local: _closed(value, bound)})
            case ir.And(items=items):
                for item in items:
                    yield from self.unseen(item, sight, bound)
                    sight = _knowing(sight, item, bound)
            case ir.Or(items=items):
                for item in items:
                    yield from self.unseen(item, sight, bound)
                    sight = _knowing(sight, _denied(item), bound)
            case ir.Cases(arms=arms, otherwise=other):
                for arm in arms:
                    yield from self.unseen(arm, sight, bound)
                    sight = _knowing(sight, _denied(arm.condition), bound)
                yield from self.unseen(other, sight, bound)
            case ir.If(condition=test, then=then, otherwise=other):
                yield from self.unseen(test, sight, bound)
                yield from self.unseen(then, _knowing(sight, test, bound), bound)
                yield from self.unseen(other, _knowing(sight, _denied(test), bound), bound)
            case ir.Arm(condition=test, value=value):
                yield from self.unseen(test, sight, bound)
                yield from self.unseen(value, _knowing(sight, test, bound), bound)
            case ir.Op(op="can", args=(who,), attr=int(move)):
                yield from self.unseen(who, sight, bound)
                yield from self._can(move, _closed(who, bound), sight)
            case _:
                for part in children(node):
                    yield from self.unseen(part, sight, bound)

    def _sees(self, at: ir.CardsAt, sight: StaticVisibility, bound: Mapping[int, ir.Expr], end: str | None) -> bool:
        return sight.sees(tuple(_closed(i, bound) for i in at.index), at.place, end)

    def _can(self, move: int, who: ir.Expr, sight: StaticVisibility) -> Iterator[tuple[str, int]]:
        """What ``who can MOVE`` tells: the move's own reading, were that seat to act."""
        self.calls += 1
        if self.calls > MAX_CALLS:
            return
        decl = self.program.moves[move]
        actor = self.program.system.actor if sight.is_me(who) else -1
        yield from self.unseen((decl.params, _tests(decl)), replace(sight, actor=actor), {})


def _closed(expr: ir.Expr, bound: Mapping[int, ir.Expr]) -> ir.Expr:
    """An argument or index with the names of rules' parameters replaced, as far as it names a seat."""
    match expr:
        case ir.Local(id=local):
            return bound.get(local, expr)
        case ir.Op(args=args):
            return replace(expr, args=tuple(_closed(a, bound) for a in args))
        case ir.If(then=then, otherwise=other):
            return replace(expr, then=_closed(then, bound), otherwise=_closed(other, bound))
        case _:
            return expr


def _knowing(sight: StaticVisibility, test: ir.Expr, bound: Mapping[int, ir.Expr]) -> StaticVisibility:
    """What the seat sees where a condition holds. Where it says that something is the seat itself, it is."""
    test = substitute_locals(test, bound)
    same = set(sight.same)
    for part in test.items if isinstance(test, ir.And) else (test,):
        if isinstance(part, ir.Op) and part.op == "eq":
            a, b = part.args
            if sight.is_me(a):
                same.add(plain(b))
            elif sight.is_me(b):
                same.add(plain(a))
    return replace(sight, same=frozenset(same), known=(*sight.known, test))


def _denied(test: ir.Expr) -> ir.Expr:
    return ir.Op("not", (test,), ty.BOOL)


def _tests(move: prog.MoveDecl) -> tuple[ir.Expr, ...]:
    return tuple(part.value if isinstance(part, prog.MoveLet) else part.condition for part in move.body)


@dataclass(slots=True)
class _Move:
    context: Context
    program: prog.Program
    move: prog.MoveDecl
    sight: StaticVisibility

    def check(self) -> None:
        """Reports each place that the move reads and its player does not see, once."""
        move = self.move
        told: set[str] = set()
        sight = self.sight
        for param in move.params:
            self._look("RS403", param.domain, param.loc, sight, told)
            self._look("RS414", (param.where, param.when), param.loc, sight, told)
        for part in move.body:
            if isinstance(part, prog.MoveLet):
                self._look("RS414", part.value, move.loc, sight, told)
                if sight.is_me(part.value):
                    me = plain(ir.Read(part.slot, (), ty.PLAYER, -1))
                    sight = replace(sight, same=sight.same | {me})
            else:
                self._look("RS414", (part.condition, part.message), part.loc, sight, told)
        self._look("RS414", move.says, move.loc, sight, told)

    def _look(self, code: str, node: Any, where: int, sight: StaticVisibility, told: set[str]) -> None:
        spans = self.context.tables.spans
        for name, loc in _Reader(self.program).unseen(node, sight, {}):
            if name in told:
                continue
            told.add(name)
            span = spans[loc if loc >= 0 else where]
            if code == "RS403":
                self.context.report.error(
                    code,
                    f"the seat that chooses '{self.move.name}' cannot see the cards of '{name}'",
                    span,
                    "let it choose a position, as in n in 1..size of …, or let it see the place",
                )
            else:
                self.context.report.error(
                    code,
                    f"move '{self.move.name}' reads the cards of '{name}', which the seat that chooses cannot see",
                    span,
                    "what is offered or refused would tell; read what it sees, or how many cards lie there",
                    [("it is read for this", spans[where])] if spans[where].line != span.line else [],
                )


def _ensures(context: Context, program: prog.Program, phase: prog.PhaseDecl, who: ir.Expr) -> None:
    """An ``ensure`` is read by the seat that is asked in its phase."""
    sight = StaticVisibility(context, program, frozenset({who}), -1)
    for ensure in phase.ensures:
        for name, loc in _Reader(program).unseen((ensure.condition, ensure.message), sight, {}):
            context.report.error(
                "RS414",
                f"ensure '{ensure.name}' reads the cards of '{name}', which the seat that is asked cannot see",
                context.tables.spans[loc if loc >= 0 else ensure.loc],
                "whether it holds would tell; read what the seat sees, or how many cards lie there",
            )
            break


def _asked(program: prog.Program) -> dict[int, ir.Expr]:
    """By phase: whom the first of the asks in its text is for."""
    asked: dict[int, ir.Expr] = {}
    for number, block in sorted(ControlFlow(program).asking.items()):
        asked.setdefault(program.blocks[block].phase, plain(program.asks[number].who))
    return asked
