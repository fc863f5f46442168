"""What is known to hold where an expression stands: the reason why a value cannot be none there.

A fact is a boolean IR expression known to be true, with places in the text left out so that two readings of one
cell compare equal. ``not none(x)`` is the one that matters most; others are kept because a ``let`` or the ``when``
of a parameter may follow from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulespec.ir import nodes as ir
from rulespec.ir import types as ty


def plain(expr: ir.Expr) -> ir.Expr:
    """The expression without places in the text, and with types as declared."""
    match expr:
        case ir.Read():
            return ir.Read(expr.slot, tuple(plain(i) for i in expr.index), ty.required(expr.type), -1)
        case ir.Local():
            return ir.Local(expr.id, ty.required(expr.type))
        case ir.Op():
            return ir.Op(expr.op, tuple(plain(a) for a in expr.args), ty.required(expr.type), expr.attr, -1)
        case ir.CallRule():
            return ir.CallRule(expr.rule, tuple(plain(a) for a in expr.args), ty.required(expr.type))
        case ir.CardsAt():
            return ir.CardsAt(expr.place, tuple(plain(i) for i in expr.index), expr.type, -1)
        case ir.And():
            return replace(expr, items=tuple(plain(i) for i in expr.items))
        case ir.Or():
            return replace(expr, items=tuple(plain(i) for i in expr.items))
        case _:
            return expr


def present(expr: ir.Expr) -> ir.Expr:
    """The fact that a value is not none."""
    return ir.Op("not", (ir.Op("is_none", (plain(expr),), ty.BOOL),), ty.BOOL)


def when_true(expr: ir.Expr) -> frozenset[ir.Expr]:
    """The facts that follow from a condition that holds."""
    match expr:
        case ir.And(items=items):
            return frozenset[ir.Expr]().union(*(when_true(i) for i in items))
        case ir.Op(op="not", args=(inner,)):
            return when_false(inner) | {plain(expr)}
        case ir.Op(op="eq" | "lt" | "le" | "gt" | "ge", args=(a, b)):
            facts = {plain(expr)}
            strict = expr.op != "eq"
            if strict or not isinstance(b.type, ty.Opt):
                facts.add(present(a))
            if strict or not isinstance(a.type, ty.Opt):
                facts.add(present(b))
            if (isinstance(a, ir.Const) and a.value is None) or (isinstance(b, ir.Const) and b.value is None):
                return frozenset({plain(expr)})
            return frozenset(facts)
        case ir.Op(op="in", args=(a, _)):
            return frozenset({plain(expr), present(a)})
        case _:
            return frozenset({plain(expr)})


def when_false(expr: ir.Expr) -> frozenset[ir.Expr]:
    """The facts that follow from a condition that does not hold."""
    match expr:
        case ir.Or(items=items):
            return frozenset[ir.Expr]().union(*(when_false(i) for i in items))
        case ir.Op(op="not", args=(inner,)):
            return when_true(inner)
        case ir.Op(op="is_none", args=(inner,)):
            return frozenset({present(inner)})
        case ir.Op(op="ne", args=(a, b)):
            return when_true(ir.Op("eq", (a, b), ty.BOOL))
        case _:
            return frozenset({ir.Op("not", (plain(expr),), ty.BOOL)})


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts, and implications: where the first holds the others do."""

    known: frozenset[ir.Expr] = frozenset()
    implied: tuple[tuple[ir.Expr, frozenset[ir.Expr]], ...] = ()

    def plus(self, new: Iterable[ir.Expr]) -> Facts:
        known = self.known | frozenset(new)
        if known == self.known:
            return self
        while True:
            more = frozenset[ir.Expr]().union(*(then for cause, then in self.implied if cause in known))
            if more <= known:
                return Facts(known, self.implied)
            known |= more

    def implying(self, cause: ir.Expr, then: frozenset[ir.Expr]) -> Facts:
        """Records that ``then`` follows wherever the boolean ``cause`` holds."""
        facts = Facts(self.known, (*self.implied, (plain(cause), then)))
        return facts.plus(then) if plain(cause) in self.known else facts

    def has(self, expr: ir.Expr) -> bool:
        """Is the value known not to be none? The end of something known not to be empty is there, too."""
        if present(expr) in self.known:
            return True
        if isinstance(expr, ir.Op) and expr.op in ("first", "last"):
            return ir.Op("not", (ir.Op("empty", (plain(expr.args[0]),), ty.BOOL),), ty.BOOL) in self.known
        return False

    def surviving(self, slots: frozenset[int]) -> Facts:
        """What still holds after a statement with effects: facts about nothing but these slots."""
        return Facts(
            frozenset(f for f in self.known if _reads_only(f, slots)),
            tuple((c, t) for c, t in self.implied if _reads_only(c, slots) and all(_reads_only(x, slots) for x in t)),
        )


NOTHING = Facts()
"""No fact known."""


def _reads_only(expr: ir.Expr, slots: frozenset[int]) -> bool:
    match expr:
        case ir.Read(slot=slot, index=index):
            return slot in slots and all(_reads_only(i, slots) for i in index)
        case ir.Const() | ir.OptionRef() | ir.Local():
            return True
        case ir.Op(args=args, op=op):
            return op in ("not", "is_none", "eq", "ne", "lt", "le", "gt", "ge") and all(
                _reads_only(a, slots) for a in args
            )
        case ir.And(items=items) | ir.Or(items=items):
            return all(_reads_only(i, slots) for i in items)
        case _:
            return False
