"""What of a spec no scenario exercised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulespec.interpreter.engine_errors import Coverage
from rulespec.ir import nodes as n
from rulespec.ir.program import Clause, Location, Program
from rulespec.ir.walk import children
from rulespec.sources import Sources


@dataclass(frozen=True, slots=True)
class Unexercised:
    """``kind`` is move, clause, ensure, rule or arm; ``path`` its dotted path."""

    kind: str
    path: str
    place: Location | None

    def __str__(self) -> str:
        where = f"  ({self.place.file}:{self.place.line})" if self.place is not None else ""
        return f"{self.kind} {self.path}{where}"


def unexercised(program: Program, coverage: Coverage) -> list[Unexercised]:
    """Moves that were never made, clauses that never held, ensures that never failed, rules that were never asked and
    arms of a ``cases`` that never applied, as far as a match can come to them at all."""
    reach = _Reach(program)
    found: list[Unexercised] = []

    def note(kind: str, path: str, loc: int) -> None:
        place = program.locations[loc] if 0 <= loc < len(program.locations) else None
        found.append(Unexercised(kind, path, place))

    for number in sorted(reach.moves):
        move = program.moves[number]
        if number not in coverage.moves:
            note("move", move.name, move.loc)
        for item in move.body:
            if isinstance(item, Clause) and item.path not in coverage.clauses:
                note("clause", item.path, item.loc)
    for number in sorted(reach.phases):
        for ensure in program.phases[number].ensures:
            if ensure.path not in coverage.ensures:
                note("ensure", ensure.path, ensure.loc)
    for number in sorted(reach.rules):
        rule = program.rules[number]
        if number not in coverage.rules and "#" not in rule.name:
            note("rule", rule.name, rule.loc)
    for number in sorted(reach.arms):
        arm = program.arms[number]
        if number not in coverage.arms:
            note("arm", arm.path, arm.loc)
    return found


def uncovered_examples(sources: Sources, covered: set[str]) -> list[str]:
    """Numbers of the examples of the sources that no scenario names."""
    return [number for number in sources.examples if number not in covered]


class _Reach:
    """The declarations that can be come to from the first block of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.blocks: set[int] = set()
        self.moves: set[int] = set()
        self.phases: set[int] = set()
        self.rules: set[int] = set()
        self.arms: set[int] = set()
        self._waiting: list[Any] = []
        self._block(program.entry)
        while self._waiting:
            self._node(self._waiting.pop())

    def _block(self, number: int) -> None:
        if number >= 0 and number not in self.blocks:
            self.blocks.add(number)
            self._waiting.append(self.program.blocks[number])

    def _phase(self, number: int) -> None:
        if number not in self.phases:
            self.phases.add(number)
            phase = self.program.phases[number]
            self._waiting.append(phase)
            self._block(phase.entry)

    def _move(self, number: int) -> None:
        if number not in self.moves:
            self.moves.add(number)
            move = self.program.moves[number]
            self._waiting.append(move)
            self._block(move.effect)

    def _rule(self, number: int) -> None:
        if number not in self.rules:
            self.rules.add(number)
            self._waiting.append(self.program.rules[number].body)

    def _ask(self, number: int) -> None:
        ask = self.program.asks[number]
        self._waiting.append(ask)
        for alternative in ask.alternatives:
            self._move(alternative.move)
            self._block(alternative.then)
        for block in (ask.otherwise, ask.join, ask.effects):
            if block is not None:
                self._block(block)

    def _node(self, node: Any) -> None:
        """Follows what a node refers to, and puts its parts in the queue."""
        match node:
            case n.Jump(to=to):
                self._block(to)
            case n.Branch(then=then, otherwise=otherwise):
                self._block(then)
                self._block(otherwise)
            case n.AskFor(ask=ask) | n.NextSecret(ask=ask):
                self._ask(ask)
            case n.Enter(phase=phase, back=back):
                self._phase(phase)
                self._block(back)
            case n.Replay(then=then):
                self._block(then)
            case n.CallRule(rule=rule):
                self._rule(rule)
            case n.Arm(id=number):
                self.arms.add(number)
            case n.Cases(otherwise_id=number):
                self.arms.add(number)
            case _:
                pass
        self._waiting.extend(children(node))
