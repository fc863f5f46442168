"""What a seat sees of a place, as far as the text of the spec tells; and where a statement takes cards from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulespec.compiler.checks.satisfiability import ConditionSolver
from rulespec.compiler.resolve.context import Context
from rulespec.compiler.resolve.narrowing import plain
from rulespec.compiler.resolve.substitute import substitute_locals
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.ir.walk import walk

ENDS = {"last": "top", "first": "bottom"}
"""Primitives that look at one end of a pile only, and the viewer's word for it."""


@dataclass(frozen=True, slots=True)
class StaticVisibility:
    """The eyes of one seat. ``same`` are expressions that name it; ``actor`` the slot that does, or -1; ``known`` are
    conditions that hold where it looks."""

    context: Context
    program: prog.Program
    same: frozenset[ir.Expr]
    actor: int
    known: tuple[ir.Expr, ...] = ()

    def is_me(self, expr: ir.Expr) -> bool:
        """Does the expression certainly name the seat itself?"""
        if isinstance(expr, ir.Read) and expr.slot == self.actor:
            return True
        match expr:
            case ir.Op(op="the", args=(inner,)):
                return self.is_me(inner) or plain(expr) in self.same
            case ir.If(then=then, otherwise=other):
                return self.is_me(then) and self.is_me(other)
        return plain(expr) in self.same

    def sees(self, index: tuple[ir.Expr, ...], place: int, end: str | None = None) -> bool:
        """May the seat know the cards of a place; with ``end``, the card at that end of the pile?"""
        decl = self.program.places[place]
        names = dict(zip(decl.locals, index, strict=False))
        return any(self._lets(viewer, index, end) and self._now(viewer, names) for viewer in decl.viewers)

    def sees_groups(self, groups: int) -> bool:
        return any(viewer.who == "all" and self._now(viewer, {}) for viewer in self.program.groups[groups].viewers)

    def _now(self, viewer: prog.Viewer, names: Mapping[int, ir.Expr]) -> bool:
        """Does what is known to hold imply the condition under which a viewer sees the place?"""
        if viewer.when is None:
            return True
        when = substitute_locals(viewer.when, names)
        return not ConditionSolver(self.program).possible([*((fact, True) for fact in self.known), (when, False)])

    def _lets(self, viewer: prog.Viewer, index: tuple[ir.Expr, ...], end: str | None) -> bool:
        match viewer.who:
            case "all":
                return True
            case "owner":
                return bool(index) and self._owns(index[0], viewer.partner)
            case who:
                return who == end

    def _owns(self, owner: ir.Expr, partner: bool) -> bool:
        match owner:
            case ir.Op(op="team_of", args=(who,)):
                return self.is_me(who)
            case ir.Op(op="partner", args=(who,)) if partner:
                return self.is_me(who)
        return self.is_me(owner) or (partner and self.actor < 0)


@dataclass(frozen=True, slots=True)
class Taken:
    """A place that a statement takes cards from; ``end``: only the card at its top or bottom."""

    place: int
    index: tuple[ir.Expr, ...]
    end: str | None
    loc: int


def sources(program: prog.Program, stmt: ir.Stmt) -> Iterator[Taken]:
    """The places that a statement is known to take cards from."""
    match stmt:
        case ir.MoveCount(source=source):
            end = None
            if stmt.amount == ir.Const(1, ty.Int(1, 1)):
                end = "bottom" if source.bottom else "top"
            yield Taken(source.place, source.index, end, source.loc)
        case ir.Give(source=source):
            yield Taken(source.place, source.index, None, source.loc)
        case ir.MoveCards(cards=cards):
            yield from _of(program, cards)
        case ir.LayGroup(combo=cards) | ir.AddToGroup(card=cards):
            yield from _of(program, cards)


def _of(program: prog.Program, cards: ir.Expr) -> Iterator[Taken]:
    """The places in an expression whose value is cards."""
    match cards:
        case ir.CardsAt(place=place, index=index, loc=loc):
            yield Taken(place, index, None, loc)
        case ir.Op(op="last" | "first" as op, args=(ir.CardsAt() as at,)):
            yield Taken(at.place, at.index, ENDS[op], at.loc)
        case ir.Op(args=args):
            for arg in args:
                yield from _of(program, arg)
        case ir.If(then=then, otherwise=other):
            yield from _of(program, then)
            yield from _of(program, other)
        case ir.Quant(domain=domain):
            yield from _of(program, domain)
        case ir.Read(slot=slot):
            domain_of = _domains(program).get(slot)
            if domain_of is not None:
                yield from _of(program, domain_of)


def _domains(program: prog.Program) -> dict[int, ir.Expr]:
    """What the parameters of moves are chosen from."""
    return {p.slot: p.domain for m in program.moves for p in m.params if p.domain is not None}


def opened(program: prog.Program, expr: ir.Expr) -> Iterator[ir.Expr]:
    """The parts of an expression, and of the rules that it uses."""
    seen: set[int] = set()
    stack: list[ir.Expr] = [expr]
    while stack:
        for node in walk(stack.pop()):
            yield node
            if isinstance(node, ir.CallRule) and node.rule not in seen:
                seen.add(node.rule)
                stack.append(program.rules[node.rule].body)
