"""Which notes of a program count for anything."""

from __future__ import annotations

from typing import Any

from rulespec.ir import nodes as n
from rulespec.ir.program import Program


def notes_in_play(program: Program) -> set[int]:
    """The notes that a statement sets or an expression reads; the others tell no card from another."""
    found: set[int] = set()
    todo: list[Any] = [
        program.blocks,
        program.rules,
        program.moves,
        program.phases,
        program.asks,
        program.places,
        program.groups,
        program.slots,
        program.invariants,
        program.setups,
    ]
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            todo.extend(node)
            continue
        if isinstance(node, n.SetNote):
            found.add(node.note)
        elif isinstance(node, n.Op) and node.op == "note" and node.attr is not None:
            found.add(node.attr)
        if hasattr(node, "__dataclass_fields__"):
            todo.extend([getattr(node, name) for name in node.__dataclass_fields__])
    return found
