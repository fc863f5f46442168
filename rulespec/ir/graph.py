"""Where control goes in a program, and what its statements write."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import assert_never

from rulespec.ir import nodes as n
from rulespec.ir.program import Alternative, Program

UNSEEN = (n.Draw, n.Gather, n.Shuffle, n.Give)
"""The statements whose outcome no seat knows before: chance decides, or cards are dealt."""


class ControlFlow:
    """Which block follows which."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @cached_property
    def asking(self) -> dict[int, int]:
        """The block in which a match waits for each ask; one that can't be come to may lack."""
        return {b.end.ask: at for at, b in enumerate(self.program.blocks) if isinstance(b.end, n.AskFor)}

    @cached_property
    def backs(self) -> tuple[tuple[int, ...], ...]:
        """The blocks to which each phase returns, ascending."""
        found: list[set[int]] = [set() for _ in self.program.phases]
        for block in self.program.blocks:
            if isinstance(block.end, n.Enter):
                found[block.end.phase].add(block.end.back)
        return tuple(tuple(sorted(blocks)) for blocks in found)

    @cached_property
    def thens(self) -> tuple[tuple[int, ...], ...]:
        """The blocks to which control goes after the effect of each move, ascending."""
        found: list[set[int]] = [set() for _ in self.program.moves]
        for ask in self.program.asks:
            for alternative in ask.alternatives:
                found[alternative.move].add(alternative.then)
        return tuple(tuple(sorted(blocks)) for blocks in found)

    def following(self, end: n.Terminator, after: Alternative | None = None) -> tuple[int, ...]:
        """The blocks that may run next, with no choice made between; ``after`` is the alternative whose move runs,
        where that is known. Without repetitions but for a branch whose two ways are the same."""
        program = self.program
        match end:
            case n.NextSecret(ask=ask):
                decl = program.asks[ask]
                effects = {program.moves[alternative.move].effect for alternative in decl.alternatives}
                return (decl.join, *sorted(effects))
            case n.Enter(phase=phase):
                return (program.phases[phase].entry,)
            case n.Exit(phase=phase) | n.Unwind(phase=phase):
                return self.backs[phase]
            case n.EndMove(move=move):
                if after is not None and after.move == move:
                    return (after.then,)
                return self.thens[move]
            case n.AskFor() | n.Fault() | n.Halt():
                return ()
            case _:
                return _named(end)

    def within(self, end: n.Terminator) -> tuple[int, ...]:
        """The blocks of the same phase or effect to which control comes next: past a phase that is run, past a choice
        and its effect."""
        match end:
            case n.Enter(back=back):
                return (back,)
            case n.AskFor(ask=ask):
                decl = self.program.asks[ask]
                thens = tuple(dict.fromkeys(alternative.then for alternative in decl.alternatives))
                return thens if decl.otherwise is None else (*thens, decl.otherwise)
            case n.NextSecret(ask=ask):
                return (self.program.asks[ask].join,)
            case n.Exit() | n.Unwind() | n.EndMove() | n.Fault() | n.Halt():
                return ()
            case _:
                return _named(end)

    @cached_property
    def before(self) -> Mapping[int, tuple[int, ...]]:
        """Of each block those of the same phase or effect that control comes from, as ``within`` tells them."""
        found: dict[int, list[int]] = {}
        for number, block in enumerate(self.program.blocks):
            for to in self.within(block.end):
                found.setdefault(to, []).append(number)
        return {to: tuple(of) for to, of in found.items()}


def _named(end: n.Jump | n.Branch | n.Replay) -> tuple[int, ...]:
    """The blocks that a terminator names, where these are all that may follow."""
    match end:
        case n.Branch(then=then, otherwise=otherwise):
            return (then, otherwise)
        case n.Jump(to=to) | n.Replay(then=to):
            return (to,)
        case _:
            assert_never(end)


def stored(program: Program, stmt: n.Stmt) -> tuple[int, ...]:
    """The slots to which a statement gives a value; what it resets is not among them."""
    match stmt:
        case n.Assign(slot=slot) | n.Fill(slot=slot) | n.Draw(slot=slot) | n.Copy(target=slot):
            return (slot,)
        case n.OpenAsk(ask=ask):
            given = [slot for alternative in program.asks[ask].alternatives for slot in alternative.slots]
            return (program.system.decider, program.system.actor, *given)
        case _:
            return ()


def filled(stmt: n.Stmt) -> int | None:
    """The place to which a statement brings cards."""
    match stmt:
        case n.MoveCards(to=to) | n.MoveCount(to=to) | n.Gather(to=to):
            return to.place
        case n.Give(to=place):
            return place
        case _:
            return None
