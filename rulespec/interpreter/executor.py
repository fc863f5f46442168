"""Running the blocks of a program: from decision to decision, secretly or not, with or without lookahead."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulespec.interpreter.emit.module import UNMET, Emitted
from rulespec.interpreter.engine_errors import Limits, MatchFault
from rulespec.interpreter.fuel import STEP, TRY
from rulespec.interpreter.runtime import Cells, Runtime
from rulespec.interpreter.state_layout import PC, PENDING, STALE, StateLayout, blank
from rulespec.interpreter.transactions.interchangeable import Interchangeability
from rulespec.interpreter.transactions.irrelevant_cards import IrrelevantCards
from rulespec.interpreter.transactions.reachability import EnsureReachability
from rulespec.ir import nodes as n
from rulespec.ir.program import AskDecl, Program

if TYPE_CHECKING:
    from rulespec.interpreter.journal import Recorder

Candidate = tuple[int, tuple[Any, ...], bool]
"""Alternative, arguments, and whether the move is fined."""


class Executor:
    """Executes one game. ``legal`` of the owner decides whether an ask with ``otherwise`` has a move."""

    def __init__(
        self,
        program: Program,
        layout: StateLayout,
        runtime: Runtime,
        interchangeable: Interchangeability,
        limits: Limits,
    ) -> None:
        self.program = program
        self.layout = layout
        self.runtime = runtime
        self.interchangeable = interchangeable
        self.limits = limits
        self.reachability = EnsureReachability(program)
        self.guards = tuple(layout.returns[phase] for phase in self.reachability.guarded)
        irrelevant = IrrelevantCards(program, self.reachability)
        self.irrelevant = tuple(
            tuple(irrelevant.parameter(alternative) for alternative in ask.alternatives) for ask in program.asks
        )
        self.emitted: Emitted
        self.legal: Callable[[Cells], list[Candidate]]
        slots = layout.slots
        system = program.system
        self.decider = slots[system.decider].base
        self.actor = slots[system.actor].base
        self.decisions = slots[system.decisions].base
        self.in_play = slots[system.in_play].base
        self.move_cells: list[list[tuple[int, Any]]] = []
        for move in program.moves:
            self.move_cells.append(
                [
                    (slots[i].base, blank(slot.type))
                    for i, slot in enumerate(program.slots)
                    if slot.kind == "move" and slot.scope == move.name
                ]
            )
        self.ask_of_block = {block: ask for ask, block in self.reachability.flow.asking.items()}
        self.given = tuple(
            tuple(tuple(slots[slot].base for slot in alternative.slots) for alternative in ask.alternatives)
            for ask in program.asks
        )
        self.halts = frozenset(i for i, block in enumerate(program.blocks) if isinstance(block.end, n.Halt))

    def functions(self) -> dict[str, Any]:
        """What generated code calls here."""
        return {
            "can": self.can,
            "next_secret": self.next_secret,
            "drop_stale": self.drop_stale,
            "references": self.interchangeable.references,
            "card_keys": self.interchangeable.card_keys,
            "group_key": self.interchangeable.group_key,
            "groups_distinct": self.interchangeable.groups_distinct,
            "value_key": self.interchangeable.value_key,
        }

    # ------------------------------------------------------------ called by generated code

    def can(self, cells: Cells, move: int, seat: int) -> bool:
        """Has the seat such a move that no clause refuses?"""
        scratch = cells[:]
        scratch[self.actor] = seat
        out: list[Candidate] = []
        self.emitted.listers[move](scratch, out, 0)
        return bool(out)

    def drop_stale(self, cells: Cells) -> None:
        """Clears the slots of moves that a replay cut short."""
        cells[STALE] = None
        for move, then in enumerate(self.layout.thens):
            if cells[then] is None:
                for cell, value in self.move_cells[move]:
                    cells[cell] = value

    def next_secret(self, cells: Cells, journal: Recorder | None, ask: int, number: int, join: int) -> int:
        pending = cells[PENDING]
        if not pending:
            cells[PENDING] = None
            return join
        (seat, (alternative, args, values)), *rest = pending
        cells[PENDING] = tuple(rest)
        self._name_seats(cells, ask, seat)
        move = self.program.asks[ask].alternatives[alternative].move
        if journal is not None:
            journal.move(cells, move, args)
        for (cell, _), value in zip(self.move_cells[move], values, strict=True):
            cells[cell] = value
        cells[self.layout.thens[move]] = number
        effect: int = self.program.moves[move].effect
        return effect

    def _name_seats(self, cells: Cells, ask: int, seat: int) -> None:
        cells[self.decider] = seat
        if self.program.asks[ask].actor is None:
            cells[self.actor] = seat

    # ------------------------------------------------------------ running

    def run(self, cells: Cells, journal: Recorder | None) -> None:
        """Runs to the next ``AskFor`` or ``Halt``; raises a fault for an ensure that does not hold."""
        blocks = self.emitted.blocks
        pc = cells[PC]
        for step in range(self.limits.steps):
            code = blocks[pc](cells, journal, None)
            if code < 0:
                if code >= -len(blocks):
                    cells[PC] = ~code
                    self.runtime.fuel.work(STEP * step)
                    return
                self._broken(cells, code)
            pc = code
        raise MatchFault(
            "steps",
            f"more than {self.limits.steps} steps without a decision",
            self.runtime.location(self.program.blocks[pc].loc),
        )

    def _broken(self, cells: Cells, code: int) -> None:
        phase = UNMET - code
        decl = self.program.phases[phase]
        at = self.emitted.ensures[phase](cells)[0]
        ensure = decl.ensures[at]
        raise MatchFault(
            "ensure", f"{decl.name} ended although {ensure.path} does not hold", self.runtime.location(ensure.loc)
        )

    def run_to_decision(self, cells: Cells, journal: Recorder | None) -> None:
        """Runs until somebody really has a choice, or the match is over."""
        self.runtime.fuel.refill()
        while True:
            self.run(cells, journal)
            self.runtime.fuel.work(TRY)
            pc = cells[PC]
            if pc in self.halts:
                return
            number = self.ask_of_block[pc]
            ask = self.program.asks[number]
            if ask.secret:
                if self._run_secret_ask(cells, number, ask):
                    return
            elif ask.otherwise is None or self.legal(cells):
                return
            else:
                cells[PC] = ask.otherwise

    def _run_secret_ask(self, cells: Cells, number: int, ask: AskDecl) -> bool:
        """Names the next seat to choose; False where none is left and control goes on."""
        pending = cells[PENDING]
        fresh = all(choice is None for _, choice in pending)
        if fresh and pending and ask.otherwise is not None:
            kept = []
            for seat, _ in pending:
                self._name_seats(cells, number, seat)
                if self.plain(cells, number):
                    kept.append((seat, None))
            pending = cells[PENDING] = tuple(kept)
            if not kept:
                cells[PENDING] = None
                cells[PC] = ask.otherwise
                return False
        waiting = [seat for seat, choice in pending if choice is None]
        if not waiting:
            cells[PC] = ask.effects if pending else ask.join
            if not pending:
                cells[PENDING] = None
            return False
        self._name_seats(cells, number, waiting[0])
        return True

    # ------------------------------------------------------------ candidates

    def ask(self, cells: Cells) -> int | None:
        """The number of the ask where the match stands; None when it is over."""
        return self.ask_of_block.get(cells[PC])

    def arguments(self, cells: Cells, ask: int, alternative: int) -> tuple[Any, ...]:
        """The arguments that an open ask gives to the move of an alternative."""
        return tuple([cells[cell] for cell in self.given[ask][alternative]])

    def plain(self, cells: Cells, ask: int) -> list[Candidate]:
        """The moves that no clause refuses, in declared order, without lookahead."""
        out: list[Candidate] = []
        listers = self.emitted.listers
        for at, alternative in enumerate(self.program.asks[ask].alternatives):
            listers[alternative.move](cells, out, at, *self.arguments(cells, ask, at))
        self.runtime.fuel.work(STEP * len(out))
        return out

    def enter(self, cells: Cells, ask: int, candidate: Candidate) -> None:
        """Binds a move; its effect runs next."""
        at, args, _ = candidate
        alternative = self.program.asks[ask].alternatives[at]
        move = alternative.move
        self.emitted.binders[move](cells, *args)
        cells[self.layout.thens[move]] = alternative.then
        cells[PC] = self.program.moves[move].effect

    def choose_secretly(self, cells: Cells, ask: int, candidate: Candidate) -> None:
        """Keeps a choice until all are in."""
        at, args, _ = candidate
        move = self.program.asks[ask].alternatives[at].move
        scratch = cells[:]
        self.emitted.binders[move](scratch, *args)
        values = tuple(scratch[cell] for cell, _ in self.move_cells[move])
        seat = cells[self.decider]
        cells[PENDING] = tuple(
            (other, (at, args, values) if other == seat else choice) for other, choice in cells[PENDING]
        )
