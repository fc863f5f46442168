"""Blocks under construction: the cursor that statements are appended at, and the frame they belong to."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulespec.compiler.resolve.symbols import BlockBuilder, Tables
from rulespec.ir import nodes as ir
from rulespec.ir import types as ty
from rulespec.syntax.source import Span


@dataclass(slots=True)
class Frame:
    """A phase or a move's effect. ``assigned`` are the names that its text assigns: facts about others last.

    ``loops`` are the blocks to which ``leave`` goes, innermost last. ``stable`` are slots that never change while the
    frame runs.
    """

    name: str
    phase: int
    move: int
    assigned: frozenset[str] = frozenset()
    slots: list[int] = field(default_factory=list)
    among: list[int] = field(default_factory=list)
    loops: list[int] = field(default_factory=list)
    stable: set[int] = field(default_factory=set)

    @property
    def kind(self) -> str:
        return "phase" if self.phase >= 0 else "move"


class Cursor:
    """Appends statements and terminators to blocks of one frame."""

    def __init__(self, tables: Tables, frame: Frame, span: Span) -> None:
        self.tables = tables
        self.frame = frame
        self.block = self.new(span)

    def new(self, span: Span) -> int:
        """A fresh block, not yet the current one."""
        self.tables.blocks.append(BlockBuilder(self.frame.phase, self.frame.move, self.tables.loc(span)))
        return len(self.tables.blocks) - 1

    def at(self, block: int) -> None:
        """Goes on at ``block``."""
        self.block = block

    def emit(self, *stmts: ir.Stmt) -> None:
        builder = self.tables.blocks[self.block]
        if builder.end is None:
            builder.stmts.extend(stmts)

    def end(self, terminator: ir.Terminator) -> None:
        """Ends the current block, unless a ``leave`` or the like has ended it already."""
        builder = self.tables.blocks[self.block]
        if builder.end is None:
            builder.end = terminator

    def jump(self, block: int) -> None:
        self.end(ir.Jump(block))

    @property
    def open(self) -> bool:
        return self.tables.blocks[self.block].end is None

    def slot(self, name: str, type_: ty.Type, kind: str, span: Span) -> int:
        """A slot of this frame: cleared when the frame ends."""
        kind = kind if self.frame.phase >= 0 else "move"
        made = self.tables.slot(name, kind, type_, self.frame.name, loc=self.tables.loc(span))
        self.frame.slots.append(made)
        return made

    def read(self, slot: int) -> ir.Read:
        return ir.Read(slot, (), self.tables.slots[slot].type, -1)

    def store(self, slot: int, value: ir.Expr, span: Span) -> None:
        self.emit(ir.Assign(slot, (), value, self.tables.loc(span)))
