"""Which expressions are worth computing once, and where what was computed is kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

from rulespec.interpreter.emit.source_buffer import Line
from rulespec.ir import nodes as n
from rulespec.ir.program import Program
from rulespec.ir.walk import children, walk


def key_of(node: Any) -> Any:
    """A node as a hashable value without its place in the text."""
    if isinstance(node, tuple):
        return tuple(key_of(item) for item in node)
    if isinstance(node, n.CallRule):
        return "CallRule", node.rule, key_of(node.args)  # what is known of the value elsewhere does not change it
    if hasattr(node, "__dataclass_fields__"):
        parts = tuple(key_of(getattr(node, f.name)) for f in fields(node) if f.name != "loc")
        return (type(node).__name__, *parts)
    return node


class Memo:
    """Which subexpressions of a move's clauses are worth computing once for many candidates.

    ``levels`` gives for each of the move's slots how many parameters must be bound before it is known; ``level`` is how
    many are bound where code is being written. A subexpression known at an earlier level is computed lazily there:
    its name is reset to ``U`` in the reserved line of that level.
    """

    def __init__(self, levels: dict[int, int]) -> None:
        self.levels = levels
        self.level = 0
        self.resets: dict[int, list[str]] = {}
        self.names: dict[Any, str] = {}
        self.enabled = True

    def level_of(self, expr: n.Expr) -> int | None:
        """The earliest level at which ``expr`` is known; None where it reads a variable bound around it."""
        slots, free = dependencies(expr)
        if free:
            return None
        return max((self.levels[slot] for slot in slots if slot in self.levels), default=0)


def dependencies(expr: Any) -> tuple[set[int], set[int]]:
    """Slots read and local variables that are free in an expression."""
    slots: set[int] = set()
    used: set[int] = set()
    bound: set[int] = set()
    for node in walk(expr):
        match node:
            case n.Read(slot=slot):
                slots.add(slot)
            case n.Local(id=id_):
                used.add(id_)
            case n.Bind(local=local) | n.Quant(local=local):
                bound.add(local)
            case _:
                pass
    return slots, used - bound


_COSTLY_OPS = frozenset(
    "combos matches has splits least_rest subsets can value_sum group_cards all_group_cards fits left right seat "
    "others ring_from ring_after array concat union minus".split()
)


def costly(expr: n.Expr, inline: frozenset[int]) -> bool:
    """Is computing it once and keeping it cheaper than computing it again? ``inline`` are rules written in place."""
    match expr:
        case n.CallRule(rule=rule) if rule in inline:
            return any(costly(arg, inline) for arg in expr.args)
        case n.CallRule() | n.Quant() | n.GroupsAt():
            return True
        case n.Op(op=op, args=args):
            return op in _COSTLY_OPS or any(costly(arg, inline) for arg in args)
        case n.And(items=items) | n.Or(items=items):
            return any(costly(item, inline) for item in items)
        case n.If() | n.Cases() | n.Bind():
            return True
        case _:
            return False


_MAX_INLINED = 18


def inlinable(program: Program) -> frozenset[int]:
    """Rules short enough to be written where they are called: without walks, cases, and calls of longer ones."""
    found: set[int] = set()

    def size(node: n.Expr) -> int:
        if isinstance(node, (n.Quant, n.Cases, n.Bind)) or (isinstance(node, n.CallRule) and node.rule not in found):
            return _MAX_INLINED + 1
        own = size(program.rules[node.rule].body) if isinstance(node, n.CallRule) else 1
        return own + sum(size(part) for part in children(node))

    growing = True
    while growing:
        short = {at for at, rule in enumerate(program.rules) if size(rule.body) <= _MAX_INLINED}
        growing = not short <= found
        found |= short
    return frozenset(found)


Expression = (
    n.Const,
    n.OptionRef,
    n.Read,
    n.Local,
    n.CardsAt,
    n.GroupsAt,
    n.Op,
    n.And,
    n.Or,
    n.If,
    n.Cases,
    n.Bind,
    n.CallRule,
    n.Quant,
)


class Scope:
    """A function's body or a loop's: what is kept there, and the line that resets it."""

    __slots__ = ("line", "names")

    def __init__(self, line: Line) -> None:
        self.line = line
        self.names: dict[Any, str] = {}

    def close(self) -> None:
        if self.names:
            self.line.text = " = ".join([*self.names.values(), "U"])


class Scopes:
    """Where the subexpressions of one rule are known: ``levels`` by local variable; level 0 is the rule itself."""

    def __init__(self, params: tuple[int, ...], body: n.Expr) -> None:
        self.levels = dict.fromkeys(params, 0)
        self.stack: list[Scope] = []
        self.counts = Counter(key_of(node) for node in walk(body) if isinstance(node, Expression))

    @property
    def depth(self) -> int:
        return len(self.stack) - 1

    def level_of(self, expr: n.Expr) -> int | None:
        """The level at which to keep it; None where it is as well computed in place."""
        _, free = dependencies(expr)
        if not all(local in self.levels for local in free):
            return None
        level = max((self.levels[local] for local in free), default=0)
        return level if level < self.depth or self.counts[key_of(expr)] > 1 else None
