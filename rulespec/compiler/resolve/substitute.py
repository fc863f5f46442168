"""Expressions rewritten: slots of a frame and bound variables replaced by what they were given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from rulespec.ir import nodes as ir
from rulespec.ir.walk import rebuilt

T = TypeVar("T")


def substitute_slots(node: T, given: Mapping[int, ir.Expr]) -> T:
    """The node with reads of the slots in ``given`` replaced."""

    def change(part: Any) -> Any:
        return given[part.slot] if isinstance(part, ir.Read) and not part.index and part.slot in given else part

    return rebuilt(node, change) if given else node


def substitute_locals(node: T, given: Mapping[int, ir.Expr]) -> T:
    """The node with the bound variables and parameters in ``given``, by their ids, replaced."""
    return rebuilt(node, lambda n: given.get(n.id, n) if isinstance(n, ir.Local) else n) if given else node
