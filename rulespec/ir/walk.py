"""The parts of a node, and a node made anew with other parts.

What stands in a node follows from the dataclasses of ``nodes`` and ``program`` alone, so a new node is walked without a
word here. Types are no parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar

from rulespec.ir.serial import hints_of, members_of

T = TypeVar("T")


def children(node: Any) -> Iterator[Any]:
    """The nodes directly in a node, in the order in which they are written; of a tuple, those in it."""
    if isinstance(node, tuple):
        for part in node:
            if isinstance(part, tuple):
                yield from children(part)
            elif is_node(part):
                yield part
        return
    for name in _parts(node.__class__):
        part = getattr(node, name)
        if isinstance(part, tuple):
            yield from children(part)
        elif is_node(part):
            yield part


def walk(node: Any) -> Iterator[Any]:
    """A node and everything in it, each node before its parts; of a tuple, those in it."""
    waiting = [*children(node)][::-1] if isinstance(node, tuple) else [node]
    while waiting:
        at = waiting.pop()
        yield at
        waiting.extend([*children(at)][::-1])


def rebuilt(node: T, change: Callable[[Any], Any]) -> T:
    """The node with every part for which ``change`` gives another one replaced, outside in: what a part is replaced
    by is not looked into. A part that did not change is the same object."""
    new: Any = _rebuilt(node, change)
    return new  # type: ignore[no-any-return]


def is_node(value: object) -> bool:
    """Is it a node of a program (and no type, number, name or tuple)?"""
    return type(value).__module__ in _MODULES and not isinstance(value, type)


_MODULES = frozenset(("rulespec.ir.nodes", "rulespec.ir.program"))


def _rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(node, tuple):
        parts = tuple(_rebuilt(part, change) for part in node)
        return parts if any(a is not b for a, b in zip(parts, node, strict=True)) else node
    if not is_node(node):
        return node
    other = change(node)
    if other is not node:
        return other
    changed: dict[str, Any] = {}
    for name in _parts(node.__class__):
        old = getattr(node, name)
        new = _rebuilt(old, change)
        if new is not old:
            changed[name] = new
    return replace(node, **changed) if changed else node


@cache
def _parts(class_: Any) -> tuple[str, ...]:
    """The fields of a class that may hold nodes."""
    if class_.__module__ not in _MODULES:
        return ()
    hints = hints_of(class_)
    return tuple(field.name for field in fields(class_) if _may_hold(hints[field.name]))


def _may_hold(hint: Any) -> bool:
    for member in members_of(hint):
        inner = getattr(member, "__args__", ())
        if any(_may_hold(part) for part in inner if part is not Ellipsis):
            return True
        if getattr(member, "__module__", None) in _MODULES:
            return True
    return False


__all__ = ["children", "is_node", "rebuilt", "walk"]
