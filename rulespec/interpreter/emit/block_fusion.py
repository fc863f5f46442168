"""Which blocks are written into the function of the block before them: fewer calls between two decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rulespec.ir import nodes as n
from rulespec.ir.graph import ControlFlow
from rulespec.ir.program import Program

_SMALL = 3
"""Blocks of no more statements than this, their end counted, are written wherever control comes to them."""

_MAX_CHAIN = 12
"""How many blocks may follow one another in a function."""


@dataclass(frozen=True, slots=True)
class BlockChain:
    """Blocks that follow one another in a function; ``copied`` is the size of those at its end that stand elsewhere
    too."""

    blocks: tuple[int, ...]
    copied: int = 0


class BlockFusion:
    """``backs`` are the blocks where a phase returns to, ``thens`` those where a move's effect does, as far as there is
    one only. The end of a phase with ensures is never passed over: a lookahead stops there. ``entries`` are the blocks
    whose numbers are kept in states."""

    def __init__(self, program: Program) -> None:
        self.program = program
        flow = ControlFlow(program)
        self.entries: set[int] = {program.entry, *(move.effect for move in program.moves)}
        for number, block in enumerate(program.blocks):
            if isinstance(block.end, n.AskFor | n.NextSecret | n.Halt):
                self.entries.add(number)
        for ask in program.asks:
            self.entries.update(block for block in (ask.otherwise, ask.join) if block is not None and block >= 0)
        self.backs = self._only(
            (phase, found) for phase, found in enumerate(flow.backs) if not program.phases[phase].ensures
        )
        self.thens = self._only(enumerate(flow.thens))
        for phase, found in enumerate(flow.backs):
            if phase not in self.backs:
                self.entries.update(found)
        for move, found in enumerate(flow.thens):
            if move not in self.thens:
                self.entries.update(found)
        self._before: Counter[int] = Counter()
        for block in program.blocks:
            if not self._is_open(block.end):
                self._before.update(flow.following(block.end))

    @staticmethod
    def _only(of: Iterable[tuple[int, tuple[int, ...]]]) -> dict[int, int]:
        return {number: found[0] for number, found in of if len(found) == 1}

    def _is_open(self, end: n.Terminator) -> bool:
        """Does control go on at a block whose number stands in the state?"""
        match end:
            case n.Exit(phase=phase) | n.Unwind(phase=phase):
                return phase not in self.backs
            case n.EndMove(move=move):
                return move not in self.thens
            case _:
                return isinstance(end, n.NextSecret)

    def join(self, to: int, path: BlockChain) -> BlockChain | None:
        """The path with block ``to`` at its end, where that is written in place; None where it is not."""
        if to in path.blocks or len(path.blocks) >= _MAX_CHAIN:
            return None
        if not path.copied and self._before[to] == 1 and to not in self.entries:
            return BlockChain((*path.blocks, to), 0)
        block = self.program.blocks[to]
        if isinstance(block.end, (n.Unwind, n.Replay)):
            return None
        size = path.copied + len(block.stmts) + (_SMALL - 1 if isinstance(block.end, n.Exit) else 1)
        return BlockChain((*path.blocks, to), size) if size <= _SMALL else None
