"""Can a condition hold at all? What can be settled about truth values before a match begins.

A condition is opened (rules in the place of their calls) and written as alternatives, of which one holds where the
condition does; each is a conjunction of *literals*. A literal is a truth value that is not opened further, true or
false, or a comparison of a sum with zero, in which the summands are numbers, or indices of suits, ranks, seats and
names. An alternative is impossible where a truth value would have to be both, or where no numbers within the types'
ranges satisfy all comparisons. What is said to be impossible certainly is; the reverse need not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import gcd
from typing import TypeAlias

from rulespec.compiler.resolve.narrowing import plain
from rulespec.compiler.resolve.substitute import substitute_locals
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty

MAX_ALTERNATIVES = 200
MAX_LITERALS = 200
MAX_OPENED = 60
"""Conditions with more alternatives, or longer ones, or that open more rules, are not settled."""

MAX_ROUNDS = 12
"""So often ranges are narrowed by each other."""


FAITHFUL = frozenset("rank face face_rank order role value value_face left right team_of neg abs".split())
"""Primitives whose result is none exactly where their argument is."""


class TooLong(Exception):
    """The condition is too long to be settled."""


@dataclass(frozen=True, slots=True)
class BoolLiteral:
    """A truth value and whether it is true."""

    what: ir.Expr
    true: bool


@dataclass(frozen=True, slots=True)
class LinearLiteral:
    """``summands``, each with its factor (not zero), and a constant, compared with zero by ``sign``: <=, == or !=."""

    summands: tuple[tuple[ir.Expr, int], ...]
    constant: int
    sign: str


Literal: TypeAlias = BoolLiteral | LinearLiteral
Alternatives: TypeAlias = list[tuple[Literal, ...]]
Linear: TypeAlias = tuple[dict[ir.Expr, int], int]

NEVER: Alternatives = []
ALWAYS: Alternatives = [()]


@dataclass
class ConditionSolver:
    """The conditions of one program."""

    program: prog.Program
    _opened: int = field(default=0, init=False)

    def possible(self, conditions: Iterable[tuple[ir.Expr, bool]]) -> bool:
        """Can conditions have the truth values beside them, all at once? True where that is not settled."""
        self._opened = 0
        try:
            found: Alternatives = ALWAYS
            for condition, wanted in conditions:
                found = [c for c in _both(found, self._alternatives(condition, wanted)) if self._consistent(c)]
        except TooLong:
            return True
        return bool(found)

    # ------------------------------------------------------------ alternatives

    def _alternatives(self, node: ir.Expr, wanted: bool) -> Alternatives:
        match node:
            case ir.Const(value=value):
                return ALWAYS if bool(value) == wanted else NEVER
            case ir.And(items=items) | ir.Or(items=items):
                parts = [self._alternatives(item, wanted) for item in items]
                if isinstance(node, ir.And) == wanted:
                    return self._all(parts)
                return self._any(parts)
            case ir.Op(op="not", args=(inner,)):
                return self._alternatives(inner, not wanted)
            case ir.Op(op="eq" | "ne" | "lt" | "le" | "gt" | "ge" as op, args=(left, right)):
                return self._compared(op, left, right, wanted)
            case ir.Op(op="is_none", args=(inner,)):
                if _is_none(inner) or not isinstance(inner.type, ty.Opt):
                    return ALWAYS if _is_none(inner) == wanted else NEVER
                return [(BoolLiteral(_named_none(inner), wanted),)]
            case ir.Op(op="empty", args=(inner,)):
                size = ir.Op("size", (inner,), ty.Int(0, ty.I32_HIGH))
                return self._compared("eq", size, _number(0), wanted)
            case ir.Op(op="in", args=(item, collection)) if (tests := self._among(item, collection)) is not None:
                return self._alternatives(tests, wanted)
            case ir.If() | ir.Cases() | ir.Bind() | ir.CallRule():
                return self._any(
                    self._all([tests, self._alternatives(value, wanted)]) for tests, value in self._cases(node)
                )
            case _:
                return [(BoolLiteral(plain(node), wanted),)]

    def _all(self, parts: Iterable[Alternatives]) -> Alternatives:
        found = ALWAYS
        for part in parts:
            found = _both(found, part)
        return found

    def _any(self, parts: Iterable[Alternatives]) -> Alternatives:
        found: Alternatives = []
        for part in parts:
            found = found + part
            if len(found) > MAX_ALTERNATIVES:
                raise TooLong
        return found

    def _cases(self, node: ir.Expr) -> Iterable[tuple[Alternatives, ir.Expr]]:
        """The values that an expression may have, each with the condition under which it is that one."""
        match node:
            case ir.If(condition=condition, then=then, otherwise=other):
                yield self._alternatives(condition, True), then
                yield self._alternatives(condition, False), other
            case ir.Cases(arms=arms, otherwise=other):
                before = ALWAYS
                for arm in arms:
                    yield self._all([before, self._alternatives(arm.condition, True)]), arm.value
                    before = self._all([before, self._alternatives(arm.condition, False)])
                yield before, other
            case ir.Bind(local=local, value=value, body=body):
                yield ALWAYS, self._with({local: value}, body)
            case ir.CallRule(rule=rule, args=args):
                decl = self.program.rules[rule]
                yield ALWAYS, self._with(dict(zip(decl.params, args, strict=True)), decl.body)

    def _with(self, given: Mapping[int, ir.Expr], body: ir.Expr) -> ir.Expr:
        self._opened += 1
        if self._opened > MAX_OPENED:
            raise TooLong
        return substitute_locals(body, given)

    def _among(self, item: ir.Expr, collection: ir.Expr) -> ir.Expr | None:
        """Membership of a collection that is written out, as comparisons."""
        match collection:
            case ir.Op(op="list" | "set", args=items) if len(items) <= MAX_ALTERNATIVES:
                return ir.Or(tuple(ir.Op("eq", (item, other), ty.BOOL) for other in items), ty.BOOL)
            case ir.Op(op="range", args=(low, high)):
                return ir.And((ir.Op("ge", (item, low), ty.BOOL), ir.Op("le", (item, high), ty.BOOL)), ty.BOOL)
        return None

    # ------------------------------------------------------------ comparisons

    def _compared(self, op: str, left: ir.Expr, right: ir.Expr, wanted: bool) -> Alternatives:
        for side, other, turned in ((left, right, False), (right, left, True)):
            if isinstance(side, ir.If | ir.Cases | ir.Bind | ir.CallRule):
                parts = []
                for tests, value in self._cases(side):
                    pair = (other, value) if turned else (value, other)
                    parts.append(self._all([tests, self._compared(op, *pair, wanted)]))
                return self._any(parts)
        if op == "ne":
            return self._compared("eq", left, right, not wanted)
        if op == "eq" and isinstance(left.type, ty.Bool) and isinstance(right, ir.Const):
            return self._alternatives(left, wanted == bool(right.value))
        if self._counted(left.type) and self._counted(right.type):
            return self._by_number(op, left, right, wanted)
        return [(BoolLiteral(plain(ir.Op(op, (left, right), ty.BOOL)), wanted),)]

    def _by_number(self, op: str, left: ir.Expr, right: ir.Expr, wanted: bool) -> Alternatives:
        """A comparison of values that are counted; each may be none, which equals none and is neither more nor less."""
        missing = [_named_none(x) for x in (left, right) if isinstance(x.type, ty.Opt) and not _is_none(x)]
        if _is_none(left) or _is_none(right):
            if op != "eq":
                return NEVER if wanted else ALWAYS
            if not missing:
                return ALWAYS if wanted == (_is_none(left) and _is_none(right)) else NEVER
            return [(BoolLiteral(missing[0], wanted),)]
        there = tuple(BoolLiteral(x, False) for x in missing)
        found = [(*there, literal) for literal in _literals(op, _linear(left), _linear(right), wanted)]
        if wanted:
            if op == "eq" and len(missing) == 2:
                found.append(tuple(BoolLiteral(x, True) for x in missing))
            return found
        if op == "eq" and len(missing) == 2:
            a, b = missing
            return [
                *found,
                (BoolLiteral(a, True), BoolLiteral(b, False)),
                (BoolLiteral(a, False), BoolLiteral(b, True)),
            ]
        return [*found, *((BoolLiteral(x, True),) for x in missing)]

    def _counted(self, type_: ty.Type) -> bool:
        return self._range(type_) is not None

    def _range(self, type_: ty.Type) -> tuple[int, int] | None:
        """The numbers by which values of a type are stored, None left out."""
        suits, ranks = len(self.program.deck.suits), len(self.program.deck.ranks)
        match ty.required(type_):
            case ty.Int(low, high):
                return low, high
            case ty.Bool():
                return 0, 1
            case ty.Player():
                return 0, max(self.program.seats) - 1
            case ty.Team():
                return 0, max(self.program.teams - 1, 0)
            case ty.Suit():
                return 0, suits - 1
            case ty.Rank():
                return 0, ranks
            case ty.Face():
                return 0, suits * ranks
            case ty.Enum(name):
                members = next((e.members for e in self.program.enums if e.name == name), ())
                return (0, len(members) - 1) if members else None
        return None

    # ------------------------------------------------------------ contradictions

    def _consistent(self, literals: Iterable[Literal]) -> bool:
        """Are there truth values and numbers for all of them, as far as is easily seen?"""
        truths: dict[ir.Expr, bool] = {}
        sums: dict[tuple[tuple[ir.Expr, int], ...], _Range] = {}
        atoms: dict[ir.Expr, _Range] = {}
        for literal in literals:
            if isinstance(literal, BoolLiteral):
                if truths.setdefault(literal.what, literal.true) != literal.true:
                    return False
                continue
            for atom, _ in literal.summands:
                if atom not in atoms:
                    low, high = self._range(atom.type) or (ty.I32_LOW, ty.I32_HIGH)
                    atoms[atom] = _Range(low, high)
            if not literal.summands:
                if not _true(literal.constant, literal.sign):
                    return False
                continue
            _narrow_sum(literal, sums)
        for _ in range(MAX_ROUNDS):
            changed = False
            for summands, bound in sums.items():
                changed |= _propagate(summands, bound, atoms)
                if bound.is_empty() or any(atoms[atom].is_empty() for atom, _ in summands):
                    return False
            if not changed:
                break
        return True


@dataclass(slots=True)
class _Range:
    """The integers from ``low`` to ``high``, both inclusive, without ``gaps``."""

    low: int
    high: int
    gaps: set[int] = field(default_factory=set)

    def is_empty(self) -> bool:
        return self.low > self.high

    def narrow(self, low: int, high: int) -> bool:
        before = self.low, self.high
        self.low, self.high = max(self.low, low), min(self.high, high)
        while self.low <= self.high and self.low in self.gaps:
            self.low += 1
        while self.low <= self.high and self.high in self.gaps:
            self.high -= 1
        return before != (self.low, self.high)


def _narrow_sum(literal: LinearLiteral, sums: dict[tuple[tuple[ir.Expr, int], ...], _Range]) -> None:
    """Notes what a comparison says about its sum, the sum written in one way only."""
    divisor = gcd(*(factor for _, factor in literal.summands))
    if literal.summands[0][1] < 0:
        divisor = -divisor
    key = tuple((atom, factor // divisor) for atom, factor in literal.summands)
    bound = sums.setdefault(key, _Range(-(1 << 62), 1 << 62))
    exact, rest = divmod(-literal.constant, divisor)
    match literal.sign:
        case "==" if rest:
            bound.narrow(1, 0)
        case "==":
            bound.narrow(exact, exact)
        case "!=" if not rest:
            bound.gaps.add(exact)
            bound.narrow(bound.low, bound.high)
        case "<=" if divisor > 0:
            bound.narrow(bound.low, exact)
        case "<=":
            bound.narrow(exact + (1 if rest else 0), bound.high)


def _propagate(summands: tuple[tuple[ir.Expr, int], ...], bound: _Range, atoms: dict[ir.Expr, _Range]) -> bool:
    """Narrows a sum by its summands, and each summand by the sum and the others."""
    ends = [_scaled(atoms[atom], factor) for atom, factor in summands]
    low, high = sum(a for a, _ in ends), sum(b for _, b in ends)
    changed = bound.narrow(low, high)
    for (atom, factor), (a, b) in zip(summands, ends, strict=True):
        least, most = bound.low - (high - b), bound.high - (low - a)
        if factor < 0:
            least, most, factor = -most, -least, -factor
        changed |= atoms[atom].narrow(-(-least // factor), most // factor)
        if len(summands) == 1:
            atoms[atom].gaps |= bound.gaps
            changed |= atoms[atom].narrow(atoms[atom].low, atoms[atom].high)
    return changed


def _scaled(range_: _Range, factor: int) -> tuple[int, int]:
    a, b = range_.low * factor, range_.high * factor
    return min(a, b), max(a, b)


def _both(a: Alternatives, b: Alternatives) -> Alternatives:
    if len(a) * len(b) > MAX_ALTERNATIVES or any(len(x) > MAX_LITERALS for x in (*a, *b)):
        raise TooLong
    return [tuple(dict.fromkeys(x + y)) for x, y in product(a, b)]


def _literals(op: str, left: Linear, right: Linear, wanted: bool) -> list[Literal]:
    """``left op right`` (or its negation) as a comparison with zero."""
    if op in ("gt", "ge"):
        return _literals({"gt": "lt", "ge": "le"}[op], right, left, wanted)
    if op == "eq":
        return [_sum(left, right, 0, "==" if wanted else "!=")]
    if wanted:
        return [_sum(left, right, 1 if op == "lt" else 0, "<=")]
    return [_sum(right, left, 0 if op == "lt" else 1, "<=")]


def _sum(left: Linear, right: Linear, more: int, sign: str) -> LinearLiteral:
    summands = dict(left[0])
    for atom, factor in right[0].items():
        summands[atom] = summands.get(atom, 0) - factor
    kept = sorted(((a, f) for a, f in summands.items() if f), key=lambda pair: repr(pair[0]))
    return LinearLiteral(tuple(kept), left[1] - right[1] + more, sign)


def _linear(node: ir.Expr) -> Linear:
    """A value as a sum; what is no sum is its own only summand."""
    match node:
        case ir.Const(value=value) if value is not None:
            return {}, int(value)
        case ir.Op(op="the", args=(inner,)):
            return _linear(inner)
        case ir.Op(op="neg", args=(inner,)):
            return _times(_linear(inner), -1)
        case ir.Op(op="add" | "sub" as op, args=(left, right)):
            (atoms, constant), (more, other) = _linear(left), _times(_linear(right), 1 if op == "add" else -1)
            return {a: atoms.get(a, 0) + more.get(a, 0) for a in {**atoms, **more}}, constant + other
        case ir.Op(op="mul", args=(ir.Const(value=int(factor)), inner) | (inner, ir.Const(value=int(factor)))):
            return _times(_linear(inner), factor)
        case _:
            return {plain(node): 1}, 0


def _times(linear: Linear, factor: int) -> Linear:
    return {atom: n * factor for atom, n in linear[0].items()}, linear[1] * factor


def _named_none(node: ir.Expr) -> ir.Expr:
    """The test whether a value is none, in one form."""
    while isinstance(node, ir.Op) and node.op in FAITHFUL:
        node = node.args[0]
    return ir.Op("is_none", (plain(node),), ty.BOOL)


def _is_none(node: ir.Expr) -> bool:
    return isinstance(node, ir.Const) and node.value is None


def _true(constant: int, sign: str) -> bool:
    return constant <= 0 if sign == "<=" else (constant == 0) == (sign == "==")


def _number(value: int) -> ir.Const:
    return ir.Const(value, ty.Int(value, value))
