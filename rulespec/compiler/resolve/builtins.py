"""The table of what is built in: values (``players``), attributes (``left of p``), calls (``seat(p, n)``).

A row stands above the function that types the builtin and lowers it to primitives. It has the name, the form in which
authors write it and what it means; ``tools/builtin_tables.py`` writes the tables of the language reference from it. The
primitives have rows of their own in ``rulespec.ir.ops``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from rulespec.compiler.resolve.context import Env
from rulespec.ir import nodes as ir
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Asked:
    """One use of an attribute. ``operand`` stands after ``of``; a ``SYNTAX`` row elaborates it from ``node``."""

    name: str
    operand: ir.Expr
    node: ast.Apply
    env: Env
    loc: int


Subject: TypeAlias = str | tuple[type[ty.Type], ...]

COLLECTION = "collection"
"""Subject of an attribute of places, lists and sets."""
SYNTAX = "syntax"
"""Subject of an attribute that reads its operand in a way of its own."""


@dataclass(frozen=True, slots=True)
class Row:
    """``section`` is its table in the language reference. ``typed`` returns the typed expression; for an attribute None
    if it does not apply. ``args`` is the number of arguments of a call; None: ``typed`` counts them."""

    name: str
    form: str
    doc: str
    section: str
    typed: Callable[..., Any]
    of: Subject = ()
    args: int | None = None


VALUES: dict[str, Row] = {}
ATTRIBUTES: dict[str, list[Row]] = {}
"""By name, in the order in which they are tried: ``rivals`` is asked of seats and of teams."""
CALLS: dict[str, Row] = {}

_ValueRule = TypeVar("_ValueRule", bound=Callable[[Any, Span, Env], ir.Expr])
_AttributeRule = TypeVar("_AttributeRule", bound=Callable[[Any, Asked], ir.Expr | None])
_CallRule = TypeVar("_CallRule", bound=Callable[[Any, ast.Call, Env], ir.Expr])


def value_row(name: str, doc: str) -> Callable[[_ValueRule], _ValueRule]:
    """The row of a word that has a value."""

    def add(typed: _ValueRule) -> _ValueRule:
        _new(name, VALUES)
        VALUES[name] = Row(name, name, doc, "values", typed)
        return typed

    return add


def attribute_row(
    name: str, subject: str, doc: str, section: str, of: Subject
) -> Callable[[_AttributeRule], _AttributeRule]:
    """The row of ``NAME of SUBJECT``, for a subject of these types."""

    def add(typed: _AttributeRule) -> _AttributeRule:
        rows = ATTRIBUTES.setdefault(name, [])
        if any(isinstance(of, str) or isinstance(row.of, str) or set(of) & set(row.of) for row in rows):
            raise ImportError(f"'{name} of {subject}' has two rows")
        rows.append(Row(name, f"{name} of {subject}", doc, section, typed, of))
        return typed

    return add


def call_row(form: str, args: int | None, doc: str) -> Callable[[_CallRule], _CallRule]:
    """The row of ``NAME(ARGUMENTS)``."""
    name = form.partition("(")[0]

    def add(typed: _CallRule) -> _CallRule:
        _new(name, CALLS)
        CALLS[name] = Row(name, form, doc, "calls", typed, (), args)
        return typed

    return add


def _new(name: str, table: dict[str, Row]) -> None:
    if name in table:
        raise ImportError(f"'{name}' has two rows")


def rows(section: str) -> list[Row]:
    """The rows of one table of the reference, in the order of the source."""
    every = [*VALUES.values(), *(row for some in ATTRIBUTES.values() for row in some), *CALLS.values()]
    found = [
        row for row in reversed(every) if row.section == section
    ]  # of several above a function the last comes first
    return sorted(found, key=lambda row: int(row.typed.__code__.co_firstlineno))
