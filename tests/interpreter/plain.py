"""The lookahead as it is defined, without anything that makes it fast: the measure of the one that is used."""

from __future__ import annotations

from collections.abc import Hashable

from rulespec.interpreter.emit import REVEAL, UNMET
from rulespec.interpreter.faults import MatchFault
from rulespec.interpreter.game import Game
from rulespec.interpreter.layout import PC
from rulespec.interpreter.lookahead import search_order
from rulespec.interpreter.machine import Candidate
from rulespec.interpreter.runtime import Cells
from rulespec.interpreter.sight import Probe

Way = Candidate | None
"""A move, or None for the ask's ``otherwise``."""


class PlainLookahead:
    """Every move of a state is listed and tried by itself; every state is put in the memo when it is come to."""

    def __init__(self, game: Game, cells: Cells) -> None:
        self.machine = game.machine
        self.seat = cells[self.machine.decider]
        self.probe = Probe(game.sight, self.seat)
        self.left = game.limits.lookahead
        self.memo: dict[Hashable, bool | None] = {}
        self.guards = [self.machine.layout.returns[phase] for phase in self.machine.flow.guarded]

    def offered(self, cells: Cells) -> list[Candidate]:
        """What a decision should offer."""
        number = self.machine.ask_of_block[cells[PC]]
        plain = self.machine.plain(cells, number)
        ask = self.machine.program.asks[number]
        allowed = {c for c in search_order(ask, plain) if self.leads_out(cells, number, c, top=True)}
        return [c for c in plain if c[2] or c in allowed]

    def closed(self, cells: Cells) -> bool:
        return all(cells[guard] is None for guard in self.guards)

    def leads_out(self, cells: Cells, number: int, way: Way, *, top: bool = False) -> bool | None:
        """Can the turn be completed after the move? None: not decided within the budget."""
        machine = self.machine
        after = cells[:]
        if way is None:
            after[PC] = machine.program.asks[number].otherwise
        else:
            machine.enter(after, number, way)
        within = not self.closed(after)
        try:
            known = self.run(after, within)
        except MatchFault:
            return top
        return self.search(after) if known is None else known

    def run(self, cells: Cells, within: bool) -> bool | None:
        """Runs on; None at a decision of the same seat within a transaction."""
        machine = self.machine
        pc = cells[PC]
        while True:
            if (within or not machine.flow.may_enter[pc]) and self.closed(cells):
                return True
            pc = machine.emitted.blocks[pc](cells, None, self.probe)
            if pc == REVEAL:
                return True
            if pc <= UNMET:
                return False
            if pc < 0:
                break
        cells[PC] = ~pc
        if self.closed(cells):
            return True
        ask = machine.program.asks[machine.ask_of_block[~pc]]
        if ask.secret or cells[machine.decider] != self.seat:
            if within:
                raise MatchFault("spec", "another seat is asked while an ensure is open")
            return True
        return None

    def search(self, cells: Cells) -> bool | None:
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
        plain = machine.plain(cells, number)
        ways: list[Way] = list(search_order(ask, plain))
        if ask.otherwise is not None and not any(fined for _, _, fined in plain):
            ways.append(None)
        answer: bool | None = False
        for way in ways:
            found = self.leads_out(cells, number, way)
            if found:
                answer = True
                break
            if found is None:
                answer = None
        self.memo[key] = answer
        return answer
