"""Expressions of the emitted Python as values: the text, the constant that it is, and how tightly it binds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

Value = int | bool | None


class Binds(IntEnum):
    """How tightly an expression holds together, loosest first; the order is that of Python's grammar."""

    CHOICE = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    PRODUCT = 6
    SIGN = 7
    ITEM = 8
    """A call, an index, a display: nothing before or behind can take it apart."""
    ATOM = 9
    """A name or a constant."""


@dataclass(frozen=True, slots=True)
class Python:
    """An expression; in a format string it stands in brackets unless it holds together by itself."""

    text: str
    binds: Binds

    def at(self, binds: Binds) -> str:
        """The text where something that binds so tightly may stand."""
        return self.text if self.binds >= binds else f"({self.text})"

    @property
    def simple(self) -> bool:
        """Is it a name or a constant, which costs nothing to write twice?"""
        return self.binds == Binds.ATOM or isinstance(self, Constant)

    def __str__(self) -> str:
        return self.at(Binds.ITEM)


@dataclass(frozen=True, slots=True)
class Constant(Python):
    """A number, truth value or None that is known while the source is written."""

    value: Value


def constant(value: Value) -> Constant:
    text = repr(value)
    return Constant(text, Binds.SIGN if text.startswith("-") else Binds.ATOM, value)


TRUE, FALSE, NONE = constant(True), constant(False), constant(None)


def name(text: str) -> Python:
    return Python(text, Binds.ATOM)


def item(text: str) -> Python:
    """A call, an index or a display."""
    return Python(text, Binds.ITEM)


def call(function: str, *args: object) -> Python:
    """A call; arguments are expressions, or text that needs no brackets there."""
    return item(f"{function}({listed(args)})")


def listed(parts: Iterable[object]) -> str:
    """Expressions with commas between them."""
    return ", ".join(part.text if isinstance(part, Python) else str(part) for part in parts)


def display(parts: Iterable[object]) -> Python:
    """A tuple."""
    every = list(parts)
    return item(f"({listed(every)},)" if every else "()")


_LEVELS = {"+": Binds.SUM, "-": Binds.SUM, "*": Binds.PRODUCT, "//": Binds.PRODUCT, "%": Binds.PRODUCT}


def binary(left: Python, operator: str, right: Python) -> Python:
    """An arithmetic operation, a comparison, ``in`` or ``is``."""
    binds = _LEVELS.get(operator, Binds.COMPARISON)
    tighter = Binds(binds + 1)
    before = left.at(tighter if binds == Binds.COMPARISON else binds)  # a < b < c means something else
    return Python(f"{before} {operator} {right.at(tighter)}", binds)


def is_none(expr: Python, negated: bool = False) -> Python:
    return binary(expr, "is not" if negated else "is", NONE)


def negation(expr: Python) -> Python:
    """``not`` of an expression, worked out of a constant."""
    if isinstance(expr, Constant):
        return constant(not expr.value)
    return Python(f"not {expr.at(Binds.NOT)}", Binds.NOT)


def minus(expr: Python) -> Python:
    return Python(f"-{expr.at(Binds.SIGN)}", Binds.SIGN)


def junction(parts: Iterable[Python], word: str) -> Python:
    """One or more expressions joined by ``and`` or ``or``."""
    binds = Binds.AND if word == "and" else Binds.OR
    every = list(parts)
    return every[0] if len(every) == 1 else Python(f" {word} ".join(p.at(Binds(binds + 1)) for p in every), binds)


def choice(test: Python, then: Python, otherwise: Python) -> Python:
    return Python(f"{then.at(Binds.OR)} if {test.at(Binds.OR)} else {otherwise.text}", Binds.CHOICE)


def outside(expr: Python, low: int, high: int) -> Python:
    """Is a name or constant not within the bounds, both inclusive?"""
    return Python(f"not {low} <= {expr.at(Binds.SUM)} <= {high}", Binds.NOT)


def numbers(exprs: Sequence[Python]) -> list[int] | None:
    """The values of numbers that are all known; None if one is not."""
    found = [expr.value for expr in exprs if isinstance(expr, Constant) and expr.value is not None]
    return found if len(found) == len(exprs) else None
