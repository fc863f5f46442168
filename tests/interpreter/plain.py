"""The lookahead as it is defined, without anything that makes it fast: the measure of the one that is used."""

from __future__ import annotations

from collections.abc import Hashable

from rulespec.interpreter.emit.module import REVEAL, UNMET
from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.executor import Candidate
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.runtime import Cells
from rulespec.interpreter.state_layout import PC
from rulespec.interpreter.transactions.lookahead import search_order
from rulespec.interpreter.visibility import Probe

Way = Candidate | None
"""A move, or None for the ask's ``otherwise``."""


class PlainLookahead:
    """Every move of a state is listed and tried by itself; every state is put in the memo when it is come to."""

    def __init__(self, game: EngineGame, cells: Cells) -> None:
        self.executor = game.executor
        self.seat = cells[self.executor.decider]
        self.probe = Probe(game.sight, self.seat)
        self.left = game.limits.lookahead
        self.memo: dict[Hashable, bool | None] = {}
        self.guards = [self.executor.layout.returns[phase] for phase in self.executor.reachability.guarded]

    def offered(self, cells: Cells) -> list[Candidate]:
        """What a decision should offer."""
        number = self.executor.ask_of_block[cells[PC]]
        plain = self.executor.plain(cells, number)
        ask = self.executor.program.asks[number]
        allowed = {c for c in search_order(ask, plain) if self.leads_out(cells, number, c, top=True)}
        return [c for c in plain if c[2] or c in allowed]

    def closed(self, cells: Cells) -> bool:
        return all(cells[guard] is None for guard in self.guards)

    def leads_out(self, cells: Cells, number: int, way: Way, *, top: bool = False) -> bool | None:
        """Can the turn be completed after the move? None: not decided within the budget."""
        executor = self.executor
        after = cells[:]
        if way is None:
            after[PC] = executor.program.asks[number].otherwise
        else:
            executor.enter(after, number, way)
        within = not self.closed(after)
        try:
            known = self.run(after, within)
        except MatchFault:
            return top
        return self.search(after) if known is None else known

    def run(self, cells: Cells, within: bool) -> bool | None:
        """Runs on; None at a decision of the same seat within a transaction."""
        executor = self.executor
        pc = cells[PC]
        while True:
            if (within or not executor.reachability.may_enter[pc]) and self.closed(cells):
                return True
            pc = executor.emitted.blocks[pc](cells, None, self.probe)
            if pc == REVEAL:
                return True
            if pc <= UNMET:
                return False
            if pc < 0:
                break
        cells[PC] = ~pc
        if self.closed(cells):
            return True
        ask = executor.program.asks[executor.ask_of_block[~pc]]
        if ask.secret or cells[executor.decider] != self.seat:
            if within:
                raise MatchFault("spec", "another seat is asked while an ensure is open")
            return True
        return None

    def search(self, cells: Cells) -> bool | None:
        executor = self.executor
        key = executor.interchangeable.canonical(cells)
        if key in self.memo:
            return self.memo[key]
        if not self.left:
            return None
        self.left -= 1
        self.memo[key] = False
        number = executor.ask_of_block[cells[PC]]
        ask = executor.program.asks[number]
        plain = executor.plain(cells, number)
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
