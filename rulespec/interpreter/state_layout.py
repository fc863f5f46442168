"""Where everything lies in the flat list of a state's cells, for one program, number of players and set of options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Any, Final

from rulespec.interpreter.notes import notes_in_play
from rulespec.ir import nodes as n
from rulespec.ir import types as t
from rulespec.ir.program import Dim, Program, RangeDim, TypeDim

PC = 0
"""The block that was running: its terminator is where a stopped match waits."""
RNG = 1
"""Two cells, high and low half."""
PENDING = 3
"""Secret choices: None, or a tuple of ``(seat, choice or None)`` in seat order."""
DECKS = 4
"""The given outcomes of chance that are left, in order: of a gathering the deck from the top; of the shuffle of a pile
``GIVEN_ORDER`` and its cards from the top; of a draw ``GIVEN_DRAW`` and the position of the element."""
GIVEN_ORDER = -1
GIVEN_DRAW = -2
DIRTY = 5
"""True while groups have changed and wait to be checked and sorted, else None."""
STALE = 6
"""True when a replay has left move slots behind that the next decision clears, else None."""
MOVES = 7
"""Decisions of the match so far."""
FIXED = 8

NOTHING: Final[Mapping[int, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Axis:
    """One index of an array: ``low`` is the value of the first cell, ``checked`` where a value may lie outside."""

    low: int
    size: int
    checked: bool


@dataclass(frozen=True, slots=True)
class Area:
    """Cells ``base`` to ``base + size - 1``, the last index running fastest."""

    base: int
    axes: tuple[Axis, ...]
    size: int

    def strides(self) -> tuple[int, ...]:
        result = []
        step = self.size
        for axis in self.axes:
            step //= axis.size or 1
            result.append(step)
        return tuple(result)

    def indices(self) -> list[tuple[int, ...]]:
        """The index values of each cell, in order."""
        return list(product(*(range(axis.low, axis.low + axis.size) for axis in self.axes)))


class StateLayout:
    """Cell numbers. ``settings`` holds the value of each option."""

    def __init__(self, program: Program, players: int, settings: tuple[Any, ...], cards: int) -> None:
        self.program = program
        self.players = players
        self.settings = settings
        self._next = FIXED
        self.returns = [self._take(1) for _ in program.phases]
        self.thens = [self._take(1) for _ in program.moves]
        self.slots = [self._area(slot.dims) for slot in program.slots]
        self.places = [self._area(place.dims) for place in program.places]
        self.groups = [self._take(1) for _ in program.groups]
        self.notes = [self._take(cards) for _ in program.notes]
        told = notes_in_play(program) if program.notes else set()
        self.live_notes = tuple(base for number, base in enumerate(self.notes) if number in told)
        self.where = self._take(cards)
        self.size = self._next
        self.place_of_cell: dict[int, tuple[int, tuple[int, ...]]] = {
            area.base + i: (number, index)
            for number, area in enumerate(self.places)
            for i, index in enumerate(area.indices())
        }
        self.groups_of_cell = {cell: number for number, cell in enumerate(self.groups)}

    def _take(self, count: int) -> int:
        base = self._next
        self._next += count
        return base

    def _area(self, dims: tuple[Dim, ...]) -> Area:
        axes = tuple(self._axis(dim) for dim in dims)
        size = 1
        for axis in axes:
            size *= axis.size
        return Area(self._take(size), axes, size)

    def _axis(self, dim: Dim) -> Axis:
        if isinstance(dim, RangeDim):
            low, high = self.constant(dim.low), self.constant(dim.high)
            return Axis(low, max(0, high - low + 1), True)
        return Axis(0, self.count(dim), False)

    def name_of(self, slot: int, cell: int) -> str:
        """What people call a cell of a variable: ``taken[P2]``."""
        decl, area = self.program.slots[slot], self.slots[slot]
        index = area.indices()[cell - area.base]
        return decl.name + "".join(f"[{self._named(dim, at)}]" for dim, at in zip(decl.dims, index, strict=True))

    def _named(self, dim: Dim, at: int) -> str:
        if isinstance(dim, RangeDim):
            return str(at)
        match dim.type:
            case t.Player():
                return f"P{at + 1}"
            case t.Team():
                return f"T{at + 1}"
            case t.Suit():
                return self.program.deck.suits[at]
            case t.Rank():
                return (*self.program.deck.ranks, "joker")[at]
            case t.Enum(name=name):
                return next(enum.members[at] for enum in self.program.enums if enum.name == name)
            case _:
                return str(at)

    def count(self, dim: TypeDim) -> int:
        """How many values a type has that may index an array."""
        match dim.type:
            case t.Player():
                return self.players
            case t.Team():
                return self.program.teams
            case t.Suit():
                return len(self.program.deck.suits)
            case t.Rank():
                return len(self.program.deck.ranks) + 1
            case t.Bool():
                return 2
            case t.Enum(name=name):
                return next(len(enum.members) for enum in self.program.enums if enum.name == name)
            case t.Face():
                return len(self.program.deck.suits) * len(self.program.deck.ranks) + 1
            case other:
                raise ValueError(f"no array is indexed by {other}")

    def constant(self, expr: n.Expr) -> int:
        """The value of an expression over constants and options."""
        value = evaluate(expr, self.settings)
        if not isinstance(value, int):
            raise ValueError(f"not a number: {value!r}")
        return value


def evaluate(
    expr: n.Expr, settings: tuple[Any, ...], bound: Mapping[int, Any] = NOTHING, players: int | None = None
) -> Any:
    """Evaluates an expression that reads nothing but constants, options, the local variables ``bound`` and, if it is
    given, the number of players."""

    def value(part: n.Expr) -> Any:
        return evaluate(part, settings, bound, players)

    match expr:
        case n.Const(value=constant):
            return constant
        case n.OptionRef(option=option):
            return settings[option]
        case n.Local(id=local) if local in bound:
            return bound[local]
        case n.And(items=items):
            return all(map(value, items))
        case n.Or(items=items):
            return any(map(value, items))
        case n.If(condition=condition, then=then, otherwise=otherwise):
            return value(then if value(condition) else otherwise)
        case n.Cases(arms=arms, otherwise=otherwise):
            for arm in arms:
                if value(arm.condition):
                    return value(arm.value)
            return value(otherwise)
        case n.Op(op="players") if players is not None:
            return tuple(range(players))
        case n.Op(op=op, args=args):
            return _constant_op(op, [value(arg) for arg in args])
        case other:
            raise ValueError(f"not constant: {type(other).__name__}")


def _constant_op(op: str, args: list[Any]) -> Any:
    match op, args:
        case "add", [a, b]:
            return a + b
        case "sub", [a, b]:
            return a - b
        case "mul", [a, b]:
            return a * b
        case "div", [a, b]:
            return a // b
        case "mod", [a, b]:
            return a % b
        case "neg", [a]:
            return -a
        case "abs", [a]:
            return abs(a)
        case "not", [a]:
            return not a
        case "eq", [a, b]:
            return a == b
        case "ne", [a, b]:
            return a != b
        case "lt", [a, b]:
            return a is not None and b is not None and a < b
        case "le", [a, b]:
            return a is not None and b is not None and a <= b
        case "gt", [a, b]:
            return a is not None and b is not None and a > b
        case "ge", [a, b]:
            return a is not None and b is not None and a >= b
        case "is_none", [a]:
            return a is None
        case "otherwise", [a, b]:
            return b if a is None else a
        case "the", [a] if a is not None:
            return a
        case "max_of", _:
            return max((a for a in args if a is not None), default=None)
        case "min_of", _:
            return min((a for a in args if a is not None), default=None)
        case "list" | "set", _:
            return tuple(args) if op == "list" else tuple(sorted(set(args)))
        case "order", [a]:
            return a + 1
        case "size", [a]:
            return len(a)
        case "in", [a, b]:
            return a in b
        case _:
            raise ValueError(f"not constant: {op}")


def blank(type_: t.Type) -> Any:
    """What a cell without an initial value holds."""
    match type_:
        case t.Int():
            return 0
        case t.Bool():
            return False
        case t.SetOf() | t.ListOf() | t.Split():
            return ()
        case _:
            return None
