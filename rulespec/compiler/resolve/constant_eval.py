"""Numbers that are known before anything is played, read from the text.

Options have their defaults, and variables what has been assigned to them on the way; before the first deal of a match
they have what they begin with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulespec.compiler.merge.merged_spec import MergedSpec
from rulespec.ir import types as ty
from rulespec.syntax import ast

MAX_STEPS = 10_000
"""So many expressions are looked into."""

MAX_LEVELS = 32
"""So many constants built on one another are followed."""


@dataclass(slots=True)
class ConstantEvaluator:
    """``players`` and ``deck``: the seats in play and the cards of the pack, if known. ``first``: it is the first deal.

    ``names`` are the parameters and lets in sight, ``assigned`` the variables that were assigned, each with its number,
    or None where that is not known.
    """

    merged: MergedSpec
    players: int | None
    deck: int | None
    first: bool = False
    names: dict[str, int | None] = field(default_factory=dict)
    assigned: dict[str, int | None] = field(default_factory=dict)
    levels: int = 0
    steps: int = 0

    def inside(self, names: Mapping[str, int | None], players: int | None) -> ConstantEvaluator:
        """The same within a phase with these parameters, and so many in play."""
        return ConstantEvaluator(self.merged, players, self.deck, self.first, dict(names), self.assigned)

    def assign(self, stmt: ast.Assign) -> None:
        """What an assignment changes."""
        value = self.value(stmt.value)
        if stmt.op != "=":
            value = _arithmetic(stmt.op[0], self._name(stmt.name), value)
        self.assigned[stmt.name] = None if stmt.index else value

    def forget(self, name: str) -> None:
        """A variable of which nothing is known any more."""
        self.assigned[name] = None

    # ------------------------------------------------------------ values

    def value(self, node: ast.Expr | None) -> int | None:
        """The number that an expression is, if it is known."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            return None
        match node:
            case ast.IntLit(value=n):
                return n
            case ast.Name(text=name):
                return self._name(name)
            case ast.Neg(operand=inner):
                number = self.value(inner)
                return None if number is None else -number
            case ast.Bin(op=op, left=left, right=right):
                return _arithmetic(op, self.value(left), self.value(right))
            case ast.Apply(function="size", args=None, operand=ast.DeckLit()):
                return self.deck
            case ast.Apply(function="size", args=None, operand=ast.Name() as operand):
                return self.seats(operand)
            case ast.Cond(condition=test, then=then, otherwise=other):
                known = self.truth(test)
                return None if known is None else self.value(then if known else other)
            case _:
                return None

    def least(self, node: ast.Expr | None) -> int | None:
        """The number that an expression is, or the smaller of two that it may be."""
        if isinstance(node, ast.Cond) and self.truth(node.condition) is None:
            both = (self.least(node.then), self.least(node.otherwise))
            return None if None in both else min(n for n in both if n is not None)
        return self.value(node)

    def seats(self, node: ast.Expr) -> int | None:
        """How many seats a set of seats has, if it is known."""
        match node:
            case ast.Name(text="players"):
                return self.players
            case ast.Name(text=name) if (decl := self._begins(name)) is not None and decl.initial is not None:
                return self.seats(decl.initial)
            case ast.ListLit(items=items):
                return len(items) if len(items) < 2 else None
            case _:
                return None

    def _name(self, name: str) -> int | None:
        for known in (self.names, self.assigned):
            if name in known:
                return known[name]
        decl = self.merged.find("name", name)
        match decl:
            case ast.Option(default=value) | ast.Const(value=value) | ast.Rule(params=(), lets=(), value=value) if (
                self.levels < MAX_LEVELS
            ):
                self.levels += 1
                number = self.value(value)
                self.levels -= 1
                return number
            case ast.Var(initial=initial) if self._begins(name) is not None:
                return self.value(initial)
            case _:
                return None

    def _begins(self, name: str) -> ast.Var | None:
        """The declaration of a variable that still has what it begins with."""
        decl = self.merged.find("name", name)
        whole = isinstance(decl, ast.Var) and not decl.index and name not in self.assigned and name not in self.names
        return decl if self.first and whole and isinstance(decl, ast.Var) else None

    # ------------------------------------------------------------ conditions

    def truth(self, node: ast.Expr) -> bool | None:
        """Does a condition hold, if it is known?"""
        match node:
            case ast.Compare(op=op, left=left, right=right):
                a, b = self.value(left), self.value(right)
                return None if a is None or b is None else _COMPARE[op](a, b)
            case ast.Name(text="true" | "false" as word):
                return word == "true"
            case ast.Name(text=name) if name not in self.names:
                decl = self.merged.find("name", name)
                return self.truth(decl.default) if isinstance(decl, ast.Option) else None
            case ast.Is(subject=ast.Name(text=name), selector=ast.Selector(word="none"), negated=negated):
                decl = self._begins(name)
                return None if decl is None or decl.initial is not None else not negated
            case ast.In(collection=ast.Name(text=name), negated=negated):
                decl = self._begins(name)
                empty = decl is not None and decl.initial is None and isinstance(decl.type, ast.SetType | ast.ListType)
                return negated if empty else None
            case ast.Not(operand=inner):
                known = self.truth(inner)
                return None if known is None else not known
            case ast.And(left=left, right=right):
                found = (self.truth(left), self.truth(right))
                return False if False in found else None if None in found else True
            case ast.Or(left=left, right=right):
                found = (self.truth(left), self.truth(right))
                return True if True in found else None if None in found else False
            case _:
                return None


_COMPARE = {
    "==": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}


def _arithmetic(op: str, a: int | None, b: int | None) -> int | None:
    if a is None or b is None or (op in "/%" and b == 0):
        return None
    number = {"+": a + b, "-": a - b, "*": a * b}[op] if op in "+-*" else (a // b if op == "/" else a % b)
    return number if ty.I32_LOW <= number <= ty.I32_HIGH else None
