"""Moves in a transaction: offered only if the seat can still get out with every ensure satisfied.

Depth first, the last alternative of an ask first, with a memo on canonical positions and a budget of decision states
that one decision may look at: those that are not in the memo. Nothing is drawn, shuffled or shown: a move that would do
so is offered unseen.

What makes it fast without changing an answer or the count of the budget:

- the moves of a state are listed alternative by alternative, as the search comes to them;
- of moves that differ only in a card that makes no difference to the way out, one is tried
  (``rulespec.interpreter.transactions.irrelevant_cards``);
- a state right after the move in question whose answer is found without looking at a further state is only counted at
  first; its canonical position is worked out when the budget comes into sight.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from rulespec.interpreter.emit.module import REVEAL, UNMET
from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.executor import Candidate, Executor
from rulespec.interpreter.fuel import STEP, TRY
from rulespec.interpreter.runtime import Cells
from rulespec.interpreter.state_layout import PC
from rulespec.interpreter.visibility import Probe, Visibility
from rulespec.ir.program import AskDecl

Step = tuple[Candidate | None, Hashable]
"""A move still to be tried, None for the ask's ``otherwise``, and its mark."""

OUT, STUCK, OPEN = range(3)
"""Where a run ends: out of every transaction (or before something unknown), at an ensure that does not hold, or at a
decision within a transaction."""


def search_order(ask: AskDecl, candidates: list[Candidate]) -> Iterator[Candidate]:
    """The last-listed alternative first, each in the order of its domains; fined moves are no way out."""
    for at in range(len(ask.alternatives) - 1, -1, -1):
        for candidate in candidates:
            if candidate[0] == at and not candidate[2]:
                yield candidate


class _State:
    """A decision state and its moves that are still to be tried. ``tried`` are answers by mark."""

    __slots__ = ("ask", "cells", "key", "moves", "tried", "unknown", "within")

    def __init__(self, cells: Cells, ask: int, within: bool) -> None:
        self.key: Hashable = None
        self.cells = cells
        self.ask = ask
        self.moves: Iterator[Step] = iter(())
        self.unknown = False
        self.within = within
        self.tried: dict[Hashable, bool] = {}


class Lookahead:
    """One decision's search. ``failed`` gathers the ensures that were met unsatisfied, as (phase, position)."""

    def __init__(self, executor: Executor, sight: Visibility, cells: Cells) -> None:
        self.executor = executor
        self.seat: int = cells[executor.decider]
        self.probe = Probe(sight, self.seat)
        self.left = executor.limits.lookahead
        self.memo: dict[Hashable, bool | None] = {}
        self.failed: set[tuple[int, int]] = set()
        self.guards = executor.guards
        self.frames: list[_State] = []
        self.uncounted: list[tuple[Cells, bool]] | None = []
        """States with their answers that are not in the memo yet; None once the budget has come into sight."""
        within = any(cells[guard] is not None for guard in self.guards)
        self.root = _State(cells, executor.ask_of_block[cells[PC]], within)

    def allowed(self, candidates: list[Candidate]) -> set[Candidate]:
        """Those of the moves, not fined, after which the turn can be completed."""
        found: set[Candidate] = set()
        root = self.root
        ask = self.executor.program.asks[root.ask]
        tried = root.tried
        for at in range(len(ask.alternatives) - 1, -1, -1):
            here = [candidate for candidate in candidates if candidate[0] == at and not candidate[2]]
            marks = self._marks(root, at, here)
            for candidate, mark in zip(here, marks, strict=True):
                answer: bool | None = None if mark is None else tried.get(mark)
                if answer is None:
                    answer = self.allows(candidate, mark)
                if answer:
                    found.add(candidate)
        return found

    def allows(self, candidate: Candidate, mark: Hashable = None) -> bool | None:
        """Can the turn be completed after the move? None: not decided within the budget."""
        after = self._try(self.root, candidate, mark)
        answer = self._first(after) if isinstance(after, list) else after
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
            move = next(frame.moves, None)
            if move is None:
                frames.pop()
                answer = None if frame.unknown else False
                self.memo[frame.key] = answer
                continue
            after = self._try(frame, *move)
            answer = self._open(after) if isinstance(after, list) else after
        return answer

    # ------------------------------------------------------------ one move

    def _marks(self, state: _State, at: int, candidates: list[Candidate]) -> list[Hashable]:
        """For each move of an alternative what it shares with those of which one is as good as another; None where
        there is no such other."""
        irrelevant = self.executor.irrelevant[state.ask][at]
        if irrelevant is None or not state.within:
            return [None] * len(candidates)
        where, cells, known = self.executor.runtime.where, state.cells, self.probe.places
        marks: list[Hashable] = []
        for _, args, _ in candidates:
            cell = cells[where + args[irrelevant]]
            if cell not in known:
                marks.append(None)
            else:
                marks.append((at, cell) if len(args) == 1 else (at, cell, args[:irrelevant], args[irrelevant + 1 :]))
        return marks

    def _try(self, state: _State, candidate: Candidate | None, mark: Hashable) -> bool | Cells:
        """The answer for a move, or the next decision state where it must be searched for."""
        executor = self.executor
        executor.runtime.fuel.work(TRY)
        after = state.cells[:]
        if candidate is None:
            otherwise = executor.program.asks[state.ask].otherwise
            assert otherwise is not None
            after[PC] = otherwise
        else:
            executor.enter(after, state.ask, candidate)
        try:
            end = self._run(after, state.within)
        except MatchFault as fault:
            if fault.kind == "work":
                raise
            # a fault of the move itself is for whoever makes it; later ones are no way out
            answer = state is self.root
        else:
            if end == OPEN:
                return after
            answer = end == OUT
        if mark is not None:
            state.tried[mark] = answer
        return answer

    def _run(self, cells: Cells, within: bool) -> int:
        """Runs on to where it is known how the branch stands. To leave the outermost transaction is enough; one that
        a move begins (with none open before) counts too where the same seat decides in it."""
        executor = self.executor
        blocks = executor.emitted.blocks
        may_enter = executor.reachability.may_enter
        guards = self.guards
        probe = self.probe
        pc = cells[PC]
        for step in range(executor.limits.steps):
            if within or not may_enter[pc]:
                for guard in guards:
                    if cells[guard] is not None:
                        break
                else:
                    return OUT
            pc = blocks[pc](cells, None, probe)
            if pc < 0:
                executor.runtime.fuel.work(STEP * step)
                return self._stopped(cells, pc, within)
        executor.runtime.fuel.work(STEP * executor.limits.steps)
        raise MatchFault("steps", f"more than {executor.limits.steps} steps without a decision")

    def _stopped(self, cells: Cells, code: int, within: bool) -> int:
        executor = self.executor
        if code == REVEAL:
            return OUT
        if code <= UNMET:
            phase = UNMET - code
            self.failed.update((phase, at) for at in executor.emitted.ensures[phase](cells))
            return STUCK
        cells[PC] = ~code
        if all(cells[guard] is None for guard in self.guards):
            return OUT
        ask = executor.program.asks[executor.ask_of_block[~code]]
        if ask.secret or cells[executor.decider] != self.seat:
            if not within:
                return OUT
            raise MatchFault(
                "spec", "another seat is asked while an ensure is open", executor.runtime.location(ask.loc)
            )
        return OPEN

    # ------------------------------------------------------------ decision states

    def _first(self, cells: Cells) -> bool | None:
        """A decision state right after the move in question."""
        if self.uncounted is None or len(self.uncounted) >= self.left:
            return self._open(cells)
        state = self._state(cells)
        for move, mark in state.moves:
            answer = self._try(state, move, mark)
            if isinstance(answer, list):
                return self._open(cells, state, answer)
            if answer:
                break
        else:
            answer = False
        self.uncounted.append((cells, answer))
        return answer

    def _open(self, cells: Cells, state: _State | None = None, after: Cells | None = None) -> bool | None:
        """A decision state within a transaction: known, beyond the budget, or a new frame. ``state`` is it where a
        part of its moves has been tried, ``after`` then what the last of them led to."""
        memo = self.memo
        key = self.executor.interchangeable.canonical(cells)
        if key in memo:
            return memo[key]
        self._count()
        if key in memo:
            return memo[key]
        if not self.left:
            return None
        self.left -= 1
        memo[key] = False
        if state is None:
            state = self._state(cells)
        state.key = key
        self.frames.append(state)
        return False if after is None else self._open(after)

    def _count(self) -> None:
        """Works out what the budget has left, once it may be used up."""
        if self.uncounted is None or len(self.uncounted) < self.left:
            return
        for cells, answer in self.uncounted:
            key = self.executor.interchangeable.canonical(cells)
            if key not in self.memo:
                self.memo[key] = answer
                self.left -= 1
        self.uncounted = None

    def _state(self, cells: Cells) -> _State:
        state = _State(cells, self.executor.ask_of_block[cells[PC]], True)
        state.moves = self._moves(state)
        return state

    def _moves(self, state: _State) -> Iterator[Step]:
        """The moves of a state in the order of the search, listed as they are needed, without those known to be no
        way out."""
        executor, cells, tried = self.executor, state.cells, state.tried
        ask = executor.program.asks[state.ask]
        listers = executor.emitted.listers
        fined = False
        for at in range(len(ask.alternatives) - 1, -1, -1):
            listed: list[Candidate] = []
            listers[ask.alternatives[at].move](cells, listed, at, *executor.arguments(cells, state.ask, at))
            candidates = [candidate for candidate in listed if not candidate[2]]
            fined = fined or len(candidates) < len(listed)
            if executor.irrelevant[state.ask][at] is None:
                for candidate in candidates:
                    yield candidate, None
                continue
            for candidate, mark in zip(candidates, self._marks(state, at, candidates), strict=True):
                if mark is None or mark not in tried:
                    yield candidate, mark
        if ask.otherwise is not None and not fined:
            yield None, None
