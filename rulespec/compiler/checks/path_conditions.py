"""What is known to hold where somebody is asked: the conditions that led there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.ir.graph import ControlFlow


@dataclass
class PathConditions:
    """The ways through the blocks of a program, walked backwards."""

    program: prog.Program

    def known(self, ask: int) -> Iterator[ir.Expr]:
        """The conditions tested on the only way to an ask since anything was last done."""
        blocks = self.program.blocks
        at = self._flow.asking.get(ask)
        while at is not None and all(isinstance(stmt, ir.OpenAsk) for stmt in blocks[at].stmts):
            before = self._flow.before.get(at, ())
            if len(before) != 1 or at in self._starts:
                return
            end = blocks[before[0]].end
            if isinstance(end, ir.Branch):
                yield end.condition if end.then == at else ir.Op("not", (end.condition,), ty.BOOL)
            elif not isinstance(end, ir.Jump):
                return
            at = before[0]

    @cached_property
    def _flow(self) -> ControlFlow:
        return ControlFlow(self.program)

    @cached_property
    def _starts(self) -> frozenset[int]:
        """Blocks to which control comes from elsewhere too."""
        program = self.program
        return frozenset((program.entry, *(p.entry for p in program.phases), *(m.effect for m in program.moves)))
