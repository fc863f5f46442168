"""Expressions rewritten: slots of a frame and bound variables replaced by what they were given."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, TypeVar

from rulespec.ir import nodes as ir
from rulespec.ir.walk import rebuilt, walk

T = TypeVar("T")


def substitute_slots(node: T, given: Mapping[int, ir.Expr]) -> T:
    """The node with reads of the slots in ``given`` replaced."""

    def change(part: Any) -> Any:
        return given[part.slot] if isinstance(part, ir.Read) and not part.index and part.slot in given else part

    return rebuilt(node, change) if given else node


MAX_WRITTEN_OUT = 200
"""A `let` of more nodes, with those that it reads written out, stays a name whose value is not known."""


def give_let(given: dict[int, ir.Expr], slot: int, value: ir.Expr) -> None:
    """Adds a ``let`` to what is given. Chained ones would else grow deep, and double where one is read twice."""
    value = substitute_slots(value, given)
    if sum(1 for _ in islice(walk(value), MAX_WRITTEN_OUT + 1)) <= MAX_WRITTEN_OUT:
        given[slot] = value
    else:
        given.pop(slot, None)


def substitute_locals(node: T, given: Mapping[int, ir.Expr]) -> T:
    """The node with the bound variables and parameters in ``given``, by their ids, replaced."""
    return rebuilt(node, lambda n: given.get(n.id, n) if isinstance(n, ir.Local) else n) if given else node
