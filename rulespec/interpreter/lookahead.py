"""Moves in a transaction: offered only if the seat can still get out with every ensure satisfied.

Depth first, the last alternative of an ask first, with a memo on canonical positions and a budget of decision states
that one decision may look at. Nothing is drawn, shuffled or shown: a move that would do so is offered unseen.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from rulespec.interpreter.emit import REVEAL, UNMET
from rulespec.interpreter.faults import MatchFault
from rulespec.interpreter.layout import PC
from rulespec.interpreter.machine import Candidate, Machine
from rulespec.interpreter.runtime import Cells
from rulespec.interpreter.sight import Probe, Sight
from rulespec.ir.program import AskDecl

OUT, STUCK, OPEN = range(3)
"""Where a run ends: out of every transaction (or before something unknown), at an ensure that does not hold, or at a
decision within a transaction."""


def search_order(ask: AskDecl, candidates: list[Candidate]) -> Iterator[Candidate]:
    """The last-listed alternative first, each in the order of its domains; fined moves are no way out."""
    for at in range(len(ask.alternatives) - 1, -1, -1):
        for candidate in candidates:
            if candidate[0] == at and not candidate[2]:
                yield candidate


class _Frame:
    """A decision state being searched: ``moves`` are still to be tried, None stands for the ask's ``otherwise``."""

    __slots__ = ("ask", "cells", "key", "moves", "unknown")

    def __init__(self, key: Hashable, cells: Cells, ask: int, moves: Iterator[Candidate | None]) -> None:
        self.key = key
        self.cells = cells
        self.ask = ask
        self.moves = moves
        self.unknown = False


class Lookahead:
    """One decision's search. ``failed`` gathers the ensures that were met unsatisfied, as (phase, position)."""

    def __init__(self, machine: Machine, sight: Sight, cells: Cells) -> None:
        self.machine = machine
        self.seat: int = cells[machine.decider]
        self.probe = Probe(sight, self.seat)
        self.left = machine.limits.lookahead
        self.memo: dict[Hashable, bool | None] = {}
        self.failed: set[tuple[int, int]] = set()
        self.guards = tuple(machine.layout.returns[phase] for phase in machine.flow.guarded)
        self.frames: list[_Frame] = []

    def allows(self, cells: Cells, ask: int, candidate: Candidate) -> bool | None:
        """Can the turn be completed after the move? None: not decided within the budget."""
        answer = self._follow(cells, ask, candidate)
        frames = self.frames
        while frames:
            if answer is True:
                for frame in frames:
                    self.memo[frame.key] = True
                frames.clear()
                return True
            frame = frames[-1]
            if answer is None:
                frame.unknown = True
            move = next(frame.moves, self)
            if move is self:
                frames.pop()
                answer = None if frame.unknown else False
                self.memo[frame.key] = answer
                continue
            depth = len(frames)
            answer = self._follow(frame.cells, frame.ask, move)  # type: ignore[arg-type]
            if len(frames) > depth:
                answer = False
        return answer

    def _follow(self, cells: Cells, ask: int, candidate: Candidate | None) -> bool | None:
        """Makes a move (or takes ``otherwise``); opens a frame where the answer must be searched for."""
        machine = self.machine
        after = cells[:]
        if candidate is None:
            otherwise = machine.program.asks[ask].otherwise
            assert otherwise is not None
            after[PC] = otherwise
        else:
            machine.enter(after, ask, candidate)
        try:
            end = self._run(after)
        except MatchFault:
            return not self.frames  # a fault of the move itself is for whoever makes it; later ones are no way out
        if end != OPEN:
            return end == OUT
        return self._open(after)

    def _run(self, cells: Cells) -> int:
        """Runs on to where it is known how the branch stands. To leave the outermost transaction is enough; one that
        a move begins (with none open before) counts too where the same seat decides in it."""
        machine = self.machine
        blocks = machine.emitted.blocks
        may_enter = machine.flow.may_enter
        guards = self.guards
        probe = self.probe
        pc = cells[PC]
        within = any(cells[guard] is not None for guard in guards)
        for _ in range(machine.limits.steps):
            if within or not may_enter[pc]:
                for guard in guards:
                    if cells[guard] is not None:
                        break
                else:
                    return OUT
            pc = blocks[pc](cells, None, probe)
            if pc < 0:
                return self._stopped(cells, pc, within)
        raise MatchFault("steps", f"more than {machine.limits.steps} steps without a decision")

    def _stopped(self, cells: Cells, code: int, within: bool) -> int:
        machine = self.machine
        if code == REVEAL:
            return OUT
        if code <= UNMET:
            phase = UNMET - code
            self.failed.update((phase, at) for at in machine.emitted.ensures[phase](cells))
            return STUCK
        cells[PC] = ~code
        if all(cells[guard] is None for guard in self.guards):
            return OUT
        ask = machine.program.asks[machine.ask_of_block[~code]]
        if ask.secret or cells[machine.decider] != self.seat:
            if not within:
                return OUT
            raise MatchFault(
                "spec", "another seat is asked while an ensure is open", machine.runtime.location(ask.loc)
            )
        return OPEN

    def _open(self, cells: Cells) -> bool | None:
        """A decision within a transaction: known, beyond the budget, or a new frame."""
        machine = self.machine
        key = machine.twins.canonical(cells)
        if key in self.memo:
            return self.memo[key]
        if not self.left:
            return None
        self.left -= 1
        self.memo[key] = False
        number = machine.ask_of_block[cells[PC]]
        ask = machine.program.asks[number]
        candidates = machine.plain(cells, number)
        moves: Iterator[Candidate | None] = search_order(ask, candidates)
        if ask.otherwise is not None and not any(fined for _, _, fined in candidates):
            moves = _and_then_none(moves)
        self.frames.append(_Frame(key, cells, number, moves))
        return False


def _and_then_none(moves: Iterator[Candidate | None]) -> Iterator[Candidate | None]:
    yield from moves
    yield None
