"""Expressions rewritten: slots of a frame replaced by what they were given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from rulespec.ir import nodes as ir

T = TypeVar("T")


def with_slots(node: T, given: Mapping[int, ir.Expr]) -> T:
    """The node with reads of the slots in ``given`` replaced."""
    return _rewritten(node, given) if given else node


def _rewritten(node: Any, given: Mapping[int, ir.Expr]) -> Any:
    if isinstance(node, tuple):
        return tuple(_rewritten(part, given) for part in node)
    if isinstance(node, ir.Read) and not node.index and node.slot in given:
        return given[node.slot]
    if is_dataclass(node) and not isinstance(node, type):
        changed: dict[str, Any] = {}
        for field in fields(node):
            old = getattr(node, field.name)
            if isinstance(old, tuple) or is_dataclass(old):
                new = _rewritten(old, given)
                if new is not old:
                    changed[field.name] = new
        return replace(node, **changed) if changed else node
    return node
