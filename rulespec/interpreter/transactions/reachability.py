"""What the blocks of a program lead to, worked out once: may control enter a phase with ensures?"""

from __future__ import annotations

from rulespec.ir import nodes as n
from rulespec.ir.graph import UNSEEN, ControlFlow
from rulespec.ir.program import Alternative, Program


class EnsureReachability:
    """``may_enter[b]``: running on from block b, without a decision or a random event, may a phase with an ensure
    begin?"""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.guarded = tuple(i for i, phase in enumerate(program.phases) if phase.ensures)
        self.flow = ControlFlow(program)
        self.may_enter = self._search(None)

    def alternative(self, alternative: Alternative) -> bool:
        """May the alternative's move lead into a phase with an ensure?"""
        if not self.guarded:
            return False
        move = alternative.move
        return self._search(alternative)[self.program.moves[move].effect]

    def _search(self, after: Alternative | None) -> tuple[bool, ...]:
        blocks = self.program.blocks
        before: list[list[int]] = [[] for _ in blocks]
        found = [False] * len(blocks)
        for number, block in enumerate(blocks):
            if any(isinstance(stmt, UNSEEN) for stmt in block.stmts):
                continue
            if isinstance(block.end, n.Enter) and block.end.phase in self.guarded:
                found[number] = True
            for follower in self.flow.following(block.end, after):
                before[follower].append(number)
        todo = [number for number, yes in enumerate(found) if yes]
        while todo:
            for number in before[todo.pop()]:
                if not found[number]:
                    found[number] = True
                    todo.append(number)
        return tuple(found)
