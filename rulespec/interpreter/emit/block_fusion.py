"""Which blocks are written into the function of the block before them: fewer calls between two decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rulespec.ir import nodes as n
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
        backs: dict[int, set[int]] = {}
        thens: dict[int, set[int]] = {}
        self.entries: set[int] = {program.entry}
        for number, block in enumerate(program.blocks):
            match block.end:
                case n.Enter(phase=phase, back=back):
                    backs.setdefault(phase, set()).add(back)
                case n.AskFor() | n.NextSecret() | n.Halt():
                    self.entries.add(number)
                case _:
                    pass
        for ask in program.asks:
            self.entries.update(block for block in (ask.otherwise, ask.join, ask.effects) if block is not None)
            for alternative in ask.alternatives:
                self.entries.add(program.moves[alternative.move].effect)
                known = thens.setdefault(alternative.move, set())
                known.update({-1, alternative.then} if ask.secret else {alternative.then})
        self.entries.discard(-1)
        self.backs = self._single({phase: found for phase, found in backs.items() if not program.phases[phase].ensures})
        self.thens = self._single(thens)
        for phase, found in backs.items():
            if phase not in self.backs:
                self.entries |= found
        for move, found in thens.items():
            if move not in self.thens:
                self.entries |= found - {-1}
        self._before: Counter[int] = Counter()
        for block in program.blocks:
            self._before.update(self._followers(block.end))

    @staticmethod
    def _single(of: dict[int, set[int]]) -> dict[int, int]:
        return {number: next(iter(found)) for number, found in of.items() if len(found) == 1 and -1 not in found}

    def _followers(self, end: n.Terminator) -> Iterator[int]:
        match end:
            case n.Jump(to=to):
                yield to
            case n.Branch(then=then, otherwise=otherwise):
                yield then
                yield otherwise
            case n.Enter(phase=phase):
                yield self.program.phases[phase].entry
            case n.Exit(phase=phase) | n.Unwind(phase=phase) if phase in self.backs:
                yield self.backs[phase]
            case n.EndMove(move=move) if move in self.thens:
                yield self.thens[move]
            case n.Replay(then=then):
                yield then
            case _:
                pass

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
