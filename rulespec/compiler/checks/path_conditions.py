"""What is known to hold where somebody is asked: the conditions that led there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty


@dataclass
class PathConditions:
    """The ways through the blocks of a program, walked backwards."""

    program: prog.Program

    def known(self, ask: int) -> Iterator[ir.Expr]:
        """The conditions tested on the only way to an ask since anything was last done."""
        blocks = self.program.blocks
        at = self._asking.get(ask)
        while at is not None and all(isinstance(stmt, ir.OpenAsk) for stmt in blocks[at].stmts):
            before = self._before.get(at)
            if before is None:
                return
            end = blocks[before].end
            if isinstance(end, ir.Branch) and end.then != end.otherwise:
                yield end.condition if end.then == at else ir.Op("not", (end.condition,), ty.BOOL)
            at = before

    @cached_property
    def _asking(self) -> dict[int, int]:
        """The block that ends with each ask."""
        return {b.end.ask: i for i, b in enumerate(self.program.blocks) if isinstance(b.end, ir.AskFor)}

    @cached_property
    def _before(self) -> dict[int, int]:
        """Of blocks that control comes to by one jump or branch only: from where."""
        found: dict[int, set[int]] = {}
        for number, block in enumerate(self.program.blocks):
            match block.end:
                case ir.Jump(to=to):
                    found.setdefault(to, set()).add(number)
                case ir.Branch(then=then, otherwise=other):
                    found.setdefault(then, set()).add(number)
                    found.setdefault(other, set()).add(number)
                case ir.Enter(back=to) | ir.Replay(then=to):
                    found.setdefault(to, set()).update((-1, number))
        starts = {self.program.entry, *(p.entry for p in self.program.phases), *(m.effect for m in self.program.moves)}
        for ask in self.program.asks:
            starts |= {ask.join, ask.effects, *(a.then for a in ask.alternatives)}
            starts |= set() if ask.otherwise is None else {ask.otherwise}
        return {to: min(of) for to, of in found.items() if len(of) == 1 and to not in starts}
