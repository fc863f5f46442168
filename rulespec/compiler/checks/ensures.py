"""Phases with an ``ensure`` are looked through to their end before a move in them is offered.

So from the first choice in such a phase on, what follows must depend on one seat's choices alone: no other seat
is asked, nothing is drawn by chance, and no card comes from where that seat cannot see it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulespec.compiler.checks.static_visibility import StaticVisibility, opened, sources
from rulespec.compiler.resolve.context import Context
from rulespec.compiler.resolve.narrowing import plain
from rulespec.compiler.resolve.substitute import substitute_slots
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir.graph import UNSEEN, ControlFlow, stored
from rulespec.syntax.source import Span

MAX_STEPS = 200_000
"""Blocks visited for one phase before the check gives up (it then finds nothing more)."""


def check_ensures(context: Context, program: prog.Program) -> None:
    """Checks every phase that has an ``ensure``."""
    for index, phase in enumerate(program.phases):
        if phase.ensures:
            _Transaction(context, program, index).check()


@dataclass(slots=True)
class _Asked:
    """An ask met on the way: who decides, in terms of what holds on entry of the phase."""

    who: ir.Expr
    loc: int
    secret: bool


@dataclass(slots=True)
class _Transaction:
    """One phase with an ``ensure``, followed through all that can run in it."""

    context: Context
    program: prog.Program
    phase: int
    asked: list[_Asked] = field(default_factory=list)
    late: dict[tuple[str, int], tuple[ir.Stmt, tuple[tuple[int, ir.Expr], ...], int]] = field(default_factory=dict)
    changed: set[int] = field(default_factory=set)
    steps: int = 0

    def check(self) -> None:
        """Reports what breaks the rules of such a phase."""
        self._run(self.program.phases[self.phase].entry, False, {}, set())
        name = self.program.phases[self.phase].name
        if not self.asked:
            return
        first = self.asked[0]
        for ask in self.asked:
            if ask.secret or plain(ask.who) != plain(first.who) or self._moves(ask.who):
                where = [] if ask.loc == first.loc else [("the first is asked here", self._span(first.loc))]
                self.context.report.error(
                    "RS410",
                    f"while phase '{name}' runs, only one and the same seat may be asked",
                    self._span(ask.loc),
                    f"'{name}' has an ensure: give it the seat as a parameter, or ask the others before or after it",
                    where,
                )
                return
        for (_, loc), (stmt, given, ask_loc) in self.late.items():
            self._late(stmt, dict(given), loc, ask_loc, first.who, name)

    def _moves(self, who: ir.Expr) -> bool:
        """Can the seat meant change after the first choice?"""
        return any(isinstance(n, ir.Read) and n.slot in self.changed for n in opened(self.program, who))

    def _span(self, loc: int) -> Span:
        return self.context.tables.spans[loc]

    # ------------------------------------------------------------ walking

    def _run(self, entry: int, asked: bool, given: dict[int, ir.Expr], open_: set[int]) -> set[bool]:
        """Follows blocks of one frame from ``entry``; whether a choice was made when the frame ends, each way."""
        ends: set[bool] = set()
        flow = ControlFlow(self.program)
        seen: set[tuple[int, bool]] = set()
        stack = [(entry, asked)]
        while stack:
            at, after = stack.pop()
            if (at, after) in seen or self.steps > MAX_STEPS:
                continue
            seen.add((at, after))
            self.steps += 1
            block = self.program.blocks[at]
            for stmt in block.stmts:
                self._statement(stmt, after, given)
            match block.end:
                case ir.Enter(phase=phase, args=args, back=back):
                    inner = self.program.phases[phase]
                    bound = {s: substitute_slots(a, given) for s, a in zip(inner.params, args, strict=True)}
                    if phase not in open_:
                        stack += [(back, e) for e in self._run(inner.entry, after, bound, open_ | {phase})]
                case ir.AskFor(ask=ask):
                    stack += self._ask(ask, after, given, open_)
                case ir.NextSecret(ask=ask):
                    stack.append((self.program.asks[ask].join, True))
                case ir.Exit() | ir.EndMove():
                    ends.add(after)
                case end:
                    stack += [(to, after) for to in flow.within(end)]
        return ends

    def _ask(self, number: int, after: bool, given: dict[int, ir.Expr], open_: set[int]) -> list[tuple[int, bool]]:
        ask = self.program.asks[number]
        self.asked.append(_Asked(substitute_slots(ask.who, given), ask.loc, ask.secret))
        following: list[tuple[int, bool]] = []
        for alternative in ask.alternatives:
            move = self.program.moves[alternative.move]
            bound = dict(zip((p.slot for p in move.params if p.given), alternative.args, strict=True))
            made = {s: substitute_slots(a, given) for s, a in bound.items()}
            for end in self._run(move.effect, True, {**given, **made}, open_):
                following.append((alternative.then, end))
        if ask.otherwise is not None:
            following.append((ask.otherwise, after))
        return following

    def _statement(self, stmt: ir.Stmt, after: bool, given: dict[int, ir.Expr]) -> None:
        if not after:
            return
        self.changed.update(stored(self.program, stmt))
        if isinstance(stmt, (*UNSEEN, ir.MoveCards, ir.MoveCount, ir.LayGroup, ir.AddToGroup)):
            key = (type(stmt).__name__, stmt.loc)
            self.late.setdefault(key, (stmt, tuple(given.items()), self.asked[-1].loc))

    # ------------------------------------------------------------ what is too late

    def _late(self, stmt: ir.Stmt, given: dict[int, ir.Expr], loc: int, ask: int, who: ir.Expr, name: str) -> None:
        places = [(f"'{name}' has made its first choice here", self._span(ask))]
        if isinstance(stmt, ir.Gather | ir.Shuffle | ir.Draw):
            what = "drawn by chance" if isinstance(stmt, ir.Draw) else "shuffled"
            self.context.report.error(
                "RS411",
                f"nothing may be {what} here: phase '{name}' has an ensure, and a choice in it was made",
                self._span(loc),
                "what could come of it would be told by the moves on offer; do this before or after the phase",
                places,
            )
            return
        sight = StaticVisibility(self.context, self.program, frozenset({plain(who)}), self.program.system.actor)
        for place in sources(self.program, stmt):
            if not sight.sees(substitute_slots(place.index, given), place.place, place.end):
                decl = self.program.places[place.place]
                self.context.report.error(
                    "RS412",
                    f"this takes a card from '{decl.name}', which the seat asked in phase '{name}' cannot see",
                    self._span(loc),
                    f"'{name}' has an ensure: what the card is would be told by the moves on offer; "
                    "take it before the phase begins, or after it",
                    places,
                )
                return
