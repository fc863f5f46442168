"""What the play can never change: refusals that never or always hold, moves that cannot be made, arms never reached.

Conditions are settled over every number of players, every option and every value that a parameter can have; what is
reported here is certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rulespec.compiler.checks.path_conditions import PathConditions
from rulespec.compiler.checks.satisfiability import ConditionSolver
from rulespec.compiler.checks.usage import library_sources, own_sources
from rulespec.compiler.resolve.context import Context
from rulespec.compiler.resolve.substitute import give_let, substitute_locals, substitute_slots
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.ir.walk import walk
from rulespec.syntax.source import Source, Span

Given = dict[int, ir.Expr]

MAX_ARMS = 40
"""Of a longer ``cases`` no more lines are looked at."""


def check_constant_conditions(context: Context, program: prog.Program) -> None:
    """Reports clauses, ensures, moves and asks whose outcome is settled before a match."""
    _ConstantConditions(context, program).check()


@dataclass(slots=True)
class _Offer:
    """A move as some ask offers it: what holds of its parameters, and what would refuse it."""

    parameters: list[ir.Expr]
    clauses: list[tuple[prog.Clause, ir.Expr]]


@dataclass
class _ConstantConditions:
    context: Context
    program: prog.Program

    @cached_property
    def _ways(self) -> PathConditions:
        return PathConditions(self.program)

    @cached_property
    def _logic(self) -> ConditionSolver:
        return ConditionSolver(self.program)

    def check(self) -> None:
        told = {move for number, ask in enumerate(self.program.asks) for move in self._ask(number, ask)}
        for number, move in enumerate(self.program.moves):
            if number not in told:
                self._move(move)
        for phase in self.program.phases:
            self._ensures(phase)
        for node in walk((self.program.rules, self.program.moves, self.program.blocks)):
            if isinstance(node, ir.Cases):
                self._arms(node)

    def _span(self, loc: int) -> Span:
        return self.context.tables.spans[loc]

    @cached_property
    def _own(self) -> set[Source]:
        return own_sources(self.context)

    @cached_property
    def _libraries(self) -> set[Source]:
        return library_sources(self.context)

    def _is_library(self, span: Span) -> bool:
        """A library is written for many games; that one of them has no use for a clause is no mistake."""
        return span.source in self._libraries

    # ------------------------------------------------------------ moves

    def _move(self, move: prog.MoveDecl) -> None:
        offer = self._offer(move, {})
        if not self._possible(offer.parameters):
            return
        settled = False
        for clause, condition in offer.clauses:
            never = not self._possible(offer.parameters, (condition,))
            always = not never and not self._possible(offer.parameters, (), (condition,))
            settled |= always
            if (never or always) and not self._is_library(self._span(clause.loc)):
                self._refusal("never" if never else "always", clause)
        if not settled and not self._open(offer):
            self.context.report.warning(
                "RS428",
                f"one or another of its refusals always holds, so '{move.name}' can never be made",
                self._span(move.loc),
                "look again at the conditions of its refusals",
                [("refuses some", self._span(c.loc)) for c, _ in offer.clauses],
            )

    def _refusal(self, how: str, clause: prog.Clause) -> None:
        what = "penalty" if clause.kind == "fine" else "refusal"
        self.context.report.warning(
            "RS425",
            f"this {what} {how} holds",
            self._span(clause.loc),
            "leave it out, or look again at its condition",
        )

    def _offer(self, move: prog.MoveDecl, given: Given) -> _Offer:
        """The move with ``given`` for its slots, lets put where they are read."""
        given = dict(given)
        parameters = [substitute_slots(c, given) for p in move.params for c in _chosen(p)]
        clauses: list[tuple[prog.Clause, ir.Expr]] = []
        for part in move.body:
            if isinstance(part, prog.MoveLet):
                give_let(given, part.slot, part.value)
            else:
                clauses.append((part, substitute_slots(part.condition, given)))
        return _Offer(parameters, clauses)

    def _open(self, offer: _Offer, also: tuple[ir.Expr, ...] = ()) -> bool:
        """Might the move be made, as far as is settled?"""
        refusing = tuple(c for clause, c in offer.clauses if clause.kind == "forbid" and clause.fined_when is None)
        return self._possible(offer.parameters, also, refusing)

    def _possible(self, hold: list[ir.Expr], also: tuple[ir.Expr, ...] = (), fail: tuple[ir.Expr, ...] = ()) -> bool:
        return self._logic.possible([*((c, True) for c in (*hold, *also)), *((c, False) for c in fail)])

    # ------------------------------------------------------------ arms

    def _arms(self, node: ir.Cases) -> None:
        """Lines of a ``cases`` that are never the first whose condition holds.

        That an overlay leaves a line of its game without use is no mistake of either.
        """
        before: list[ir.Expr] = []
        for arm in node.arms[:MAX_ARMS]:
            span = self._span(self.program.arms[arm.id].loc)
            if span.source in self._own and not self._possible([arm.condition], (), tuple(before)):
                why = (
                    "its condition never holds" if not self._possible([arm.condition]) else "those above take all of it"
                )
                self.context.report.warning(
                    "RS432", f"this line is never reached: {why}", span, "leave it out, or look again at the conditions"
                )
            before.append(arm.condition)

    # ------------------------------------------------------------ ensures

    def _ensures(self, phase: prog.PhaseDecl) -> None:
        for ensure in phase.ensures:
            if self._is_library(self._span(ensure.loc)):
                continue
            if not self._possible([], (ensure.condition,)):
                how = f"never holds, so '{phase.name}' can never end"
            elif not self._possible([], (), (ensure.condition,)):
                how = "always holds"
            else:
                continue
            self.context.report.warning(
                "RS429", f"this demand {how}", self._span(ensure.loc), "leave it out, or look again at its condition"
            )

    # ------------------------------------------------------------ asks

    def _ask(self, number: int, ask: prog.AskDecl) -> frozenset[int]:
        """An ask none of whose moves can be made, whatever has happened; the moves of which this is told."""
        if ask.otherwise is not None or not ask.alternatives:
            return frozenset()
        refusing: list[prog.Clause] = []
        where = tuple(self._ways.known(number))
        for alternative in ask.alternatives:
            move = self.program.moves[alternative.move]
            given = dict(zip((p.slot for p in move.params if p.given), alternative.args, strict=True))
            if not ask.secret:
                given[self.program.system.actor] = ask.actor or ask.who
            offer = self._offer(move, given)
            if self._open(offer, where):
                return frozenset()
            if self._possible(offer.parameters, where):
                refusing += [clause for clause, _ in offer.clauses if clause.kind == "forbid"]
        moves = frozenset(alternative.move for alternative in ask.alternatives)
        names = ", ".join(self.program.moves[move].name for move in sorted(moves))
        self.context.report.error(
            "RS407",
            f"who is asked here can never move: there is nothing to choose for {names}, or every choice is refused",
            self._span(ask.loc),
            "offer one more move, or say what happens then: ask …: … else { … }",
            [("refuses", self._span(clause.loc)) for clause in dict.fromkeys(refusing)],
        )
        return moves


def _chosen(param: prog.MoveParam) -> Iterator[ir.Expr]:
    """What holds of a value that somebody chose for a parameter."""
    if param.given or param.domain is None or param.when is not None:
        return
    read = ir.Read(param.slot, (), param.type, param.loc)
    domain = param.domain
    yield ir.Op("not", (ir.Op("empty", (domain,), ty.BOOL),), ty.BOOL)
    while isinstance(domain, ir.Quant) and domain.kind == "those" and domain.where is not None:
        yield substitute_locals(domain.where, {domain.local: read})
        domain = domain.domain
    yield ir.Op("in", (read, domain), ty.BOOL)
    if param.where is not None:
        yield param.where
