"""What an award was priced on: the numbers a score sheet shows beside the points."""

from __future__ import annotations

from collections.abc import Iterator

from rulespec.ir.nodes import Award, Read
from rulespec.ir.program import Program, Slot, TypeDim
from rulespec.ir.types import Bool, Int, Player, required
from rulespec.ir.walk import children


def award_inputs(program: Program, award: Award) -> tuple[Read, ...]:
    """The reads of per-player variables (numbers or truth values) that stand in the award's points themselves.

    In the order in which they are written, each once; what the bodies of called rules read does not count. Of points
    that are one such variable and no more there are none: it would say the same twice.
    """
    if isinstance(award.points, Read):
        return ()
    reads = (read for read in _reads(award.points) if _is_fact(program.slots[read.slot]))
    return tuple(dict.fromkeys(reads))


def has_awards(program: Program) -> bool:
    """Is anything ever written on the score sheet?"""
    return any(isinstance(stmt, Award) for block in program.blocks for stmt in block.stmts)


def _is_fact(slot: Slot) -> bool:
    return slot.kind == "var" and slot.dims == (TypeDim(Player()),) and isinstance(required(slot.type), Int | Bool)


def _reads(node: object) -> Iterator[Read]:
    if isinstance(node, Read):
        yield node
        return
    for part in children(node):
        yield from _reads(part)
