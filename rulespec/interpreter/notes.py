"""Which notes of a program count for anything."""

from __future__ import annotations

from rulespec.ir import nodes as n
from rulespec.ir.program import Program
from rulespec.ir.walk import walk


def notes_in_play(program: Program) -> set[int]:
    """The notes that a statement sets or an expression reads; the others tell no card from another."""
    found: set[int] = set()
    for node in walk(program):
        if isinstance(node, n.SetNote):
            found.add(node.note)
        elif isinstance(node, n.Op) and node.op == "note" and node.attr is not None:
            found.add(node.attr)
    return found
