"""What the blocks of a program lead to, worked out once: may control enter a phase with ensures?"""

from __future__ import annotations

from rulespec.ir import nodes as n
from rulespec.ir.program import Alternative, Program

_RANDOM = (n.Draw, n.Gather, n.Shuffle, n.Give)


class EnsureReachability:
    """``may_enter[b]``: running on from block b, without a decision or a random event, may a phase with an ensure
    begin?"""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.guarded = tuple(i for i, phase in enumerate(program.phases) if phase.ensures)
        self._backs: dict[int, set[int]] = {i: set() for i in range(len(program.phases))}
        for block in program.blocks:
            if isinstance(block.end, n.Enter):
                self._backs[block.end.phase].add(block.end.back)
        self._thens: dict[int, set[int]] = {i: set() for i in range(len(program.moves))}
        self._effects: dict[int, set[int]] = {}
        for number, ask in enumerate(program.asks):
            self._effects[number] = {ask.join, *(program.moves[a.move].effect for a in ask.alternatives)}
            for alternative in ask.alternatives:
                self._thens[alternative.move].add(ask.effects if ask.secret else alternative.then)
        self.may_enter = self._search({})

    def alternative(self, alternative: Alternative) -> bool:
        """May the alternative's move lead into a phase with an ensure?"""
        if not self.guarded:
            return False
        move = alternative.move
        return self._search({move: {alternative.then}})[self.program.moves[move].effect]

    def _search(self, thens: dict[int, set[int]]) -> tuple[bool, ...]:
        blocks = self.program.blocks
        before: list[list[int]] = [[] for _ in blocks]
        found = [False] * len(blocks)
        for number, block in enumerate(blocks):
            if any(isinstance(stmt, _RANDOM) for stmt in block.stmts):
                continue
            if isinstance(block.end, n.Enter) and block.end.phase in self.guarded:
                found[number] = True
            for follower in self.followers(block.end, thens):
                before[follower].append(number)
        todo = [number for number, yes in enumerate(found) if yes]
        while todo:
            for number in before[todo.pop()]:
                if not found[number]:
                    found[number] = True
                    todo.append(number)
        return tuple(found)

    def followers(self, end: n.Terminator, thens: dict[int, set[int]]) -> set[int]:
        match end:
            case n.Jump(to=to):
                return {to}
            case n.Branch(then=then, otherwise=otherwise):
                return {then, otherwise}
            case n.NextSecret(ask=ask):
                return self._effects[ask]
            case n.Enter(phase=phase):
                return {self.program.phases[phase].entry}
            case n.Exit(phase=phase) | n.Unwind(phase=phase):
                return self._backs[phase]
            case n.Replay(then=then):
                return {then}
            case n.EndMove(move=move):
                return thens.get(move, self._thens[move])
            case n.AskFor() | n.Fault() | n.Halt():
                return set()
