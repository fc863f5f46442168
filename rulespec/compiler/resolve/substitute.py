"""Expressions rewritten: slots of a frame and bound variables replaced by what they were given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from rulespec.ir import nodes as ir

T = TypeVar("T")


def substitute_slots(node: T, given: Mapping[int, ir.Expr]) -> T:
    """The node with reads of the slots in ``given`` replaced."""

    def change(part: Any) -> Any:
        return given[part.slot] if isinstance(part, ir.Read) and not part.index and part.slot in given else part

    return rewritten(node, change) if given else node


def substitute_locals(node: T, given: Mapping[int, ir.Expr]) -> T:
    """The node with the bound variables and parameters in ``given``, by their ids, replaced."""
    return rewritten(node, lambda n: given.get(n.id, n) if isinstance(n, ir.Local) else n) if given else node


def rewritten(node: T, change: Callable[[Any], Any]) -> T:
    """The node with every part for which ``change`` gives another one replaced, outside in."""
    new: Any = _rewritten(node, change)
    return new  # type: ignore[no-any-return]


def _rewritten(node: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(node, tuple):
        return tuple(_rewritten(part, change) for part in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    other = change(node)
    if other is not node:
        return other
    changed: dict[str, Any] = {}
    for field in fields(node):
        old = getattr(node, field.name)
        if isinstance(old, tuple) or is_dataclass(old):
            new = _rewritten(old, change)
            if new is not old:
                changed[field.name] = new
    return replace(node, **changed) if changed else node
