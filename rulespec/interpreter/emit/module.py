"""A program for fixed seats and options as a module of Python functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec.interpreter import runtime as rt
from rulespec.interpreter.cards import CardTable
from rulespec.interpreter.emit import python as py
from rulespec.interpreter.emit.control_flow import REVEAL, UNMET
from rulespec.interpreter.emit.cost_model import LIGHT
from rulespec.interpreter.emit.cse import Scope, Scopes
from rulespec.interpreter.emit.loading import load
from rulespec.interpreter.emit.moves import MoveEmitter
from rulespec.interpreter.emit.source_buffer import SourceBuffer
from rulespec.interpreter.engine_errors import Coverage
from rulespec.interpreter.patterns import PatternEngine
from rulespec.interpreter.state_layout import StateLayout
from rulespec.ir import types as t
from rulespec.ir.nodes import Expr
from rulespec.ir.program import Clause, MoveDecl, MoveLet, Program, RuleDecl

__all__ = ["REVEAL", "UNMET", "Emitted", "emit"]

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Emitted:
    """The functions of a program by number; ``source`` is the text they were made from.

    ``clauses[m]`` are the clause functions of move m with their positions in its body.
    """

    source: str
    blocks: tuple[Function, ...]
    listers: tuple[Function, ...]
    domains: tuple[tuple[Function | None, ...], ...]
    clauses: tuple[tuple[tuple[int, Function], ...], ...]
    messages: tuple[dict[int, Function], ...]
    binders: tuple[Function, ...]
    sayings: tuple[Function | None, ...]
    ensures: tuple[Function, ...]
    ensure_messages: tuple[tuple[Function, ...], ...]
    viewers: dict[tuple[str, int, int], Function]
    invariants: tuple[Function, ...]
    setups: tuple[Function, ...]
    initials: Function
    types: tuple[t.Type, ...]
    names: dict[str, Any]


class _Module(MoveEmitter):
    """Writes every function of a program."""

    def write(self) -> None:
        program, code = self.program, self.code
        for number, rule in enumerate(program.rules):
            with self.function(f"r{number}", ["S", *(f"v{p}" for p in rule.params)], f"rule {rule.name}", rule.loc):
                if self.coverage:
                    code.add(f"cover_rule({number})")
                if self.costs.of_rule(number) > LIGHT:
                    self.count(str(self.costs.uncounted(rule.body)))
                self._rule_body(rule)
        self.flow()
        for number, move in enumerate(program.moves):
            self.move(number, move)
        self._ensures()
        self._viewers()
        for number, invariant in enumerate(program.invariants):
            with self.function(f"invariant{number}", "S", f"invariant {invariant.name}", invariant.loc):
                code.add(f"return {self.ex(invariant.condition).text}")
        for number, setup in enumerate(program.setups):
            with self.function(f"setup{number}", "S", f"setup {setup.name}", setup.loc):
                code.add(f"return {self.ex(setup.condition).text}")
        with self.function("initials", "S", "values at the start", -1):
            for slot in range(len(program.slots)):
                self.reset(slot)

    def reader(self, name: str, expr: Expr, decl: MoveDecl | None, at: int) -> None:
        """A function that evaluates one expression, outside or inside a move."""
        params = self._names(decl) if decl is not None else []
        what, loc = (f"value in move {decl.name}", decl.loc) if decl is not None else ("value", -1)
        with self.function(name, ["S", *params], what, loc):
            for item in decl.body[:at] if decl is not None else ():
                if isinstance(item, MoveLet):
                    self._let(item)
            self.code.add(f"return {self.ex(expr).text}")
        self.names = {}

    def _rule_body(self, rule: RuleDecl) -> None:
        scopes = self.scopes = Scopes(rule.params, rule.body)
        scope = Scope(self.code.add(""))
        scopes.stack.append(scope)
        self.code.add(f"return {self._ex(rule.body).text}")
        scope.close()
        self.scopes = None

    def _ensures(self) -> None:
        code = self.code
        for number, phase in enumerate(self.program.phases):
            with self.function(f"ensures{number}", "S", f"ensures of phase {phase.name}", phase.loc):
                code.add("failed = ()")
                for at, ensure in enumerate(phase.ensures):
                    with code.block(f"if {py.negation(self.ex(ensure.condition)).text}:"):
                        if self.coverage:
                            code.add(f"cover_ensure({ensure.path!r})")
                        code.add(f"failed += ({at},)")
                code.add("return failed")
            for at, ensure in enumerate(phase.ensures):
                with self.function(f"ensure{number}_{at}", "S", f"message of {ensure.path}", ensure.loc):
                    self.template(ensure.message)

    def _viewers(self) -> None:
        code = self.code
        for number, place in enumerate(self.program.places):
            for at, viewer in enumerate(place.viewers):
                if viewer.when is not None:
                    names = ["S", *(f"v{local}" for local in place.locals)]
                    with self.function(f"sees_place_{number}_{at}", names, f"viewers of {place.name}", place.loc):
                        code.add(f"return {self.ex(viewer.when).text}")
        for number, groups in enumerate(self.program.groups):
            for at, viewer in enumerate(groups.viewers):
                if viewer.when is not None:
                    with self.function(f"sees_groups_{number}_{at}", "S", f"viewers of {groups.name}", groups.loc):
                        code.add(f"return {self.ex(viewer.when).text}")


def emit(
    program: Program,
    layout: StateLayout,
    table: CardTable,
    engine: PatternEngine,
    runtime: rt.Runtime,
    values: tuple[tuple[int, ...], ...],
    extra: dict[str, Any],
    coverage: Coverage | None,
    interchangeable: bool,
) -> Emitted:
    """Generates and compiles the module. ``extra`` are functions that the caller supplies."""
    code = SourceBuffer()
    module = _Module(program, layout, code, coverage=coverage is not None, interchangeable=interchangeable)
    module.write()
    source = code.text()
    names = _names(program, layout, table, engine, runtime, values)
    names.update(extra)
    if coverage is not None:
        names.update(
            cover_rule=coverage.rules.add,
            cover_arm=coverage.arms.add,
            cover_block=coverage.blocks.add,
            cover_ensure=coverage.ensures.add,
            cover_clause=coverage.clauses.add,
        )
    load(source, program.name, names, module.origins, program.locations)
    return _collect(program, names, source, tuple(module.type_table))


def readers(
    program: Program,
    layout: StateLayout,
    code: SourceBuffer,
    names: dict[str, Any],
    exprs: Sequence[Expr],
    decl: MoveDecl | None,
    at: int,
) -> list[Function]:
    """A function of the cells for each expression; of a move (``decl``) also of its arguments, where the ``let``s
    before position ``at`` of its body are known. ``names`` are those of the emitted module of the same game."""
    module = _Module(program, layout, code, coverage=False, interchangeable=False)
    for number, expr in enumerate(exprs):
        module.reader(f"reader{number}", expr, decl, at)
    found = dict(names)
    load(code.text(), f"{program.name} readers", found, module.origins, program.locations)
    return [found[f"reader{number}"] for number in range(len(exprs))]


def _names(
    program: Program,
    layout: StateLayout,
    table: CardTable,
    engine: PatternEngine,
    runtime: rt.Runtime,
    values: tuple[tuple[int, ...], ...],
) -> dict[str, Any]:
    """The globals of generated code."""
    seats = range(layout.players)
    teams = program.teams
    names: dict[str, Any] = {name: getattr(runtime, name) for name in dir(rt.Runtime) if not name.startswith("_")}
    for function in (
        rt.identity,
        rt.max_of,
        rt.min_of,
        rt.span,
        rt.take_last,
        rt.take_first,
        rt.union,
        rt.minus,
        rt.total,
        rt.split_cards,
    ):
        names[function.__name__] = function
    n_ranks = table.n_ranks
    names.update(
        by_first=rt.by_first,
        U=rt.UNSET,
        W=runtime.fuel.cell,
        spent=runtime.fuel.spent,
        REVEAL=REVEAL,
        ENGINE=engine,
        DECK=tuple(range(table.size)),
        SU=table.suit,
        RK=table.rank,
        FC=table.face,
        AL=table.alike,
        FSU=(*(face // n_ranks for face in range(table.joker_face)), None),
        FRK=(*(face % n_ranks for face in range(table.joker_face)), n_ranks),
        MKJ=table.jokers,
        FMJ=frozenset({table.joker_face}),
        MEMBERS=tuple(tuple(p for p in seats if p % teams == team) for team in range(teams)),
        RIVALS=tuple(tuple(p for p in seats if teams and p % teams != seat % teams) for seat in seats),
    )
    for number, mark in enumerate(program.deck.marks):
        names[f"MK{number}"] = table.marks[number]
        names[f"FM{number}"] = frozenset(mark.on)
    for number, row in enumerate(values):
        names[f"VF{number}"] = row
        names[f"VC{number}"] = tuple(row[face] for face in table.face)
    return names


def _nowhere(*_: Any) -> int:
    """Stands for a block that is only ever run as a part of others."""
    raise AssertionError("a block was entered that is a part of another")


def _collect(program: Program, names: dict[str, Any], source: str, types: tuple[t.Type, ...]) -> Emitted:
    moves = range(len(program.moves))
    clauses = [
        tuple(
            (at, names[f"clause{m}_{at}"]) for at, item in enumerate(program.moves[m].body) if isinstance(item, Clause)
        )
        for m in moves
    ]
    viewers: dict[tuple[str, int, int], Function] = {}
    seen = [
        ("place", [decl.viewers for decl in program.places]),
        ("groups", [decl.viewers for decl in program.groups]),
    ]
    for kind, decls in seen:
        for number, of_decl in enumerate(decls):
            for at, viewer in enumerate(of_decl):
                if viewer.when is not None:
                    viewers[kind, number, at] = names[f"sees_{kind}_{number}_{at}"]
    return Emitted(
        source=source,
        blocks=tuple(names.get(f"b{i}", _nowhere) for i in range(len(program.blocks))),
        listers=tuple(names[f"list{m}"] for m in moves),
        domains=tuple(tuple(names.get(f"domain{m}_{at}") for at in range(len(program.moves[m].params))) for m in moves),
        clauses=tuple(clauses),
        messages=tuple({at: names[f"message{m}_{at}"] for at, _ in clauses[m]} for m in moves),
        binders=tuple(names[f"bind{m}"] for m in moves),
        sayings=tuple(names.get(f"say{m}") for m in moves),
        ensures=tuple(names[f"ensures{i}"] for i in range(len(program.phases))),
        ensure_messages=tuple(
            tuple(names[f"ensure{i}_{at}"] for at in range(len(phase.ensures)))
            for i, phase in enumerate(program.phases)
        ),
        viewers=viewers,
        invariants=tuple(names[f"invariant{i}"] for i in range(len(program.invariants))),
        setups=tuple(names[f"setup{i}"] for i in range(len(program.setups))),
        initials=names["initials"],
        types=types,
        names=names,
    )
