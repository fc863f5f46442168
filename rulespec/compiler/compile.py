"""From a path to a program: load, merge, declare, lower, check."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from rulespec.compiler.checks.enough_cards import check_enough_cards
from rulespec.compiler.checks.program import check_program
from rulespec.compiler.checks.size_limits import check_size_limits
from rulespec.compiler.diagnostic_sink import DiagnosticSink
from rulespec.compiler.lower.moves import MoveLowering
from rulespec.compiler.lower.phases import PhaseLowering, prepare_replays
from rulespec.compiler.lower.schedules import ScheduleLowering
from rulespec.compiler.merge.ast_queries import layers_in_force, lowering_order
from rulespec.compiler.merge.edit_bisect import Finding, name_culprit_edit
from rulespec.compiler.merge.merge import merge
from rulespec.compiler.merge.merged_spec import MergedSpec
from rulespec.compiler.merge.spec_loader import File, Loader
from rulespec.compiler.resolve.call_graph import check_actors, check_ends, find_cycles, order_phases
from rulespec.compiler.resolve.context import Caller, Context, Env
from rulespec.compiler.resolve.decks import deck_facts, lower_deck, lower_value
from rulespec.compiler.resolve.declare import Declarations, context_for
from rulespec.compiler.resolve.expressions import Exprs
from rulespec.compiler.resolve.hints import for_unknown
from rulespec.compiler.resolve.patterns import PatternLowering
from rulespec.compiler.resolve.symbols import BlockBuilder, ConstSymbol, PatternSymbol, RuleSymbol
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.syntax import ast
from rulespec.syntax.diagnostics import Diagnostic, has_errors
from rulespec.syntax.source import Source, Span

LANGUAGE = 1


@dataclass(frozen=True, slots=True)
class Compiled:
    """What became of a spec. ``program`` is None where ``diagnostics`` hold an error, and for a library.

    ``sources`` are all files read, the spec itself among them; ``merged`` is the spec after its edits; ``refers`` tells
    which file another one means by a name (``Loader.refers``).
    """

    program: prog.Program | None
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    merged: MergedSpec | None
    refers: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not has_errors(self.diagnostics)

    @property
    def sha256(self) -> str:
        """A hash over the names' ends and texts of all files, in the order they were read."""
        digest = hashlib.sha256()
        for source in self.sources:
            digest.update(f"{Path(source.name).name}\0{source.text}\0".encode())
        return digest.hexdigest()


def compile_spec(
    path: Path, *, overlays: Sequence[Path] = (), loader: Callable[[DiagnosticSink], Loader] = Loader
) -> Compiled:
    """Compiles the spec in a file, with overlays applied in order. Never raises for a faulty spec.

    ``loader`` makes what reads the files.
    """
    report = DiagnosticSink(elsewhere=for_unknown)
    loading = loader(report)
    return _compile(report, loading, path, overlays)


def _compile(report: DiagnosticSink, loader: Loader, path: Path, overlays: Sequence[Path]) -> Compiled:
    file = loader.load(path)
    more = [loader.load(overlay) for overlay in overlays]
    if file is None or any(f is None for f in more) or report.failed():
        return Compiled(None, report.told(), tuple(loader.sources), None)
    overlaid = [f for f in more if f is not None]
    merged = merge(file, overlaid, report)
    if report.failed():
        return Compiled(None, report.told(), tuple(loader.sources), merged)
    if merged.game is None:
        if not merged.libraries:
            report.error(
                "RS216",
                "this file is neither a game nor a library",
                file.spec.span,
                'begin with: game NAME { title en "…"  players 2..4 }',
            )
        return Compiled(None, report.told(), tuple(loader.sources), merged)
    before = len(report.found)
    program = Compiler(merged, report).program()
    letters = sum(len(source.text) for source in loader.sources)
    findings = partial(_findings, file, overlaid)
    report.found[before:] = name_culprit_edit(report.found[before:], merged.applied_edits, letters, findings)
    found = None if report.failed() else program
    return Compiled(found, report.told(), tuple(loader.sources), merged, loader.refers)


def _findings(file: File, overlays: Sequence[File], edits: int) -> frozenset[Finding]:
    """What is found when only so many of the edits are made."""
    report = DiagnosticSink(elsewhere=for_unknown)
    merged = merge(file, overlays, report, edits)
    if not report.failed():
        Compiler(merged, report).program()
    return frozenset((diagnostic.code, diagnostic.span) for diagnostic in report.found)


class Compiler:
    """One compilation of a merged spec."""

    def __init__(self, merged: MergedSpec, report: DiagnosticSink) -> None:
        self.merged = merged
        self.report = report
        self.context: Context = context_for(report, merged, deck_facts(merged, report))
        self.exprs = Exprs(self.context)
        self.tables = self.context.tables
        self.citations: list[prog.Citation] = []
        self.ends: list[tuple[Caller, int, Span]] = []
        self.presets: tuple[prog.PresetDecl, ...] = ()

    def program(self) -> prog.Program | None:
        """The program; what is wrong goes to the report."""
        game = self.merged.game
        assert game is not None
        self._game(game)
        if not self.context.deck.suits or not self.context.deck.ranks:
            return None
        declarations = Declarations(self.context, self.exprs)
        declarations.declare()
        self.presets = declarations.presets()
        deck = lower_deck(self.context, self.exprs, Env("table", "deck"))
        self._tables()
        replays = prepare_replays(self.context)
        for decl in lowering_order(self.merged):
            name = decl.name.text
            if isinstance(decl, ast.Move):
                index = self.context.moves[name]
                lowering = MoveLowering(self.context, self.exprs, replays, decl, index)
                self.tables.moves[index] = lowering.lower()
                self._collect(("move", index), lowering.flow.ends, lowering.flow.cited)
            else:
                index = self.context.phases[name]
                kind = PhaseLowering if isinstance(decl, ast.Phase) else ScheduleLowering
                phase = kind(self.context, self.exprs, replays, decl, index)  # type: ignore[arg-type]
                self.tables.phases[index] = phase.lower()
                self._collect(("phase", index), phase.flow.ends, phase.flow.cited)
        invariants = tuple(self._invariant(e.decl) for e in self.merged.of(ast.Invariant))
        setups = tuple(self._setup(e.decl) for e in self.merged.of(ast.Setup))
        entry_block = self._entry(game)
        if self.report.failed():
            return None
        find_cycles(self.context)
        if self.report.failed():
            return None
        check_size_limits(self.context)
        if self.report.failed():
            return None
        order_phases(self.context)
        check_ends(self.context, self.ends)
        check_actors(self.context)
        check_enough_cards(self.context)
        program = self._build(game, deck, invariants, setups, entry_block)
        if not self.report.failed():
            check_program(self.context, program)
        return program

    def _citations(self) -> tuple[prog.Citation, ...]:
        """What is cited, by declarations, by statements and by arms within statements."""
        declared = _declared_citations(self.merged, self.context)
        return tuple(dict.fromkeys([*declared, *self.citations, *self.exprs.cited]))

    def _game(self, game: ast.Game) -> None:
        if game.seats is None:
            self.report.error(
                "RS217", "the game does not say for how many players it is", game.span, "write: players 2..4 default 4"
            )
        elif game.seats.default is not None and game.seats.default not in game.seats.counts:
            self.report.error(
                "RS217", f"the default {game.seats.default} is not an allowed number of players", game.seats.span
            )
        if self.merged.deck is None:
            self.report.error("RS218", "the game has no deck", game.span, "write: deck { suits …  ranks … }")

    def _tables(self) -> None:
        context = self.context
        for entry in self.merged.of(ast.Value):
            assert isinstance(entry.decl, ast.Value)
            self.tables.values.append(lower_value(context, self.exprs, entry.decl))
        for symbol in list(context.symbols.values()):
            if isinstance(symbol, ConstSymbol):
                self.exprs.constant(symbol, symbol.value)
        patterns = PatternLowering(context, self.exprs)
        for symbol in list(context.symbols.values()):
            if isinstance(symbol, PatternSymbol):
                patterns.lower(symbol)
        for symbol in list(context.symbols.values()):
            layer = symbol if isinstance(symbol, RuleSymbol) else None
            while layer is not None:
                self.exprs.lower_rule(layer)
                layer = layer.base

    def _collect(self, owner: Caller, ends: list[tuple[int, Span]], cited: list[prog.Citation]) -> None:
        self.ends.extend((owner, target, span) for target, span in ends)
        self.citations.extend(cited)

    def _invariant(self, decl: object) -> prog.InvariantDecl:
        assert isinstance(decl, ast.Invariant)
        condition = self.exprs.condition(decl.condition, Env("table", decl.name.text))
        return prog.InvariantDecl(decl.name.text, decl.text.value, condition, self.tables.loc(decl.name.span))

    def _setup(self, decl: object) -> prog.SetupDecl:
        assert isinstance(decl, ast.Setup)
        condition = self.exprs.condition(decl.condition, Env("table", decl.name.text))
        return prog.SetupDecl(decl.name.text, decl.text.value, condition, self.tables.loc(decl.name.span))

    def _entry(self, game: ast.Game) -> int:
        match = self.context.phases.get("match")
        if match is None:
            self.report.error(
                "RS219",
                "the game says nowhere what a match is",
                game.span,
                "write a schedule: schedule match { dealt by …  stage …  winner … }",
            )
            return -1
        halt, start = len(self.tables.blocks), len(self.tables.blocks) + 1
        self.tables.blocks.append(BlockBuilder(-1, -1, -1, end=ir.Halt()))
        self.tables.blocks.append(BlockBuilder(-1, -1, -1, end=ir.Enter(match, (), halt)))
        return start

    def _build(
        self,
        game: ast.Game,
        deck: prog.Deck,
        invariants: tuple[prog.InvariantDecl, ...],
        setups: tuple[prog.SetupDecl, ...],
        entry: int,
    ) -> prog.Program:
        tables, context = self.tables, self.context
        seats = context.seats
        default = game.seats.default if game.seats is not None else None
        system = context.system
        conventions = tuple(
            prog.ConventionDecl(c.name.text, c.text.value, tuple(d.text for d in c.decides), tables.loc(c.name.span))
            for e in self.merged.of(ast.Convention)
            if isinstance(c := e.decl, ast.Convention)
        )
        return prog.Program(
            format=prog.FORMAT,
            language=LANGUAGE,
            name=game.name.text,
            titles=tuple(prog.Title(t.language, t.text.value) for t in game.titles),
            sources=game.sources.value if game.sources else None,
            seats=seats,
            default_seats=default if default is not None else max(seats),
            teams=context.teams,
            options=tuple(tables.options),
            presets=self.presets,
            enums=tuple(prog.EnumDecl(name, members) for name, members in tables.enums.items()),
            deck=deck,
            values=tuple(tables.values),
            places=tuple(tables.places),
            groups=tuple(tables.groups),
            notes=tuple(tables.notes),
            patterns=_all(tables.patterns),
            slots=tuple(tables.slots),
            system=prog.System(
                system.dealer, system.actor, system.decider, system.in_play, system.winners, system.decisions
            ),
            rules=_all(tables.rules),
            arms=tuple(tables.arms),
            moves=_all(tables.moves),
            phases=_all(tables.phases),
            asks=_all(tables.asks),
            blocks=tuple(b.build() for b in tables.blocks),
            entry=entry,
            schedules=tuple(tables.schedules),
            kinds=tuple(tables.kinds),
            invariants=invariants,
            setups=setups,
            conventions=conventions,
            citations=self._citations(),
            locations=tuple(tables.locations),
        )


T = TypeVar("T")


def _all(items: Sequence[T | None]) -> tuple[T, ...]:
    made = tuple(item for item in items if item is not None)
    assert len(made) == len(items)
    return made


def _declared_citations(merged: MergedSpec, context: Context) -> list[prog.Citation]:
    """Citations of declarations and their parts; those of statements in phases are gathered while lowering."""
    found: list[prog.Citation] = []

    def cite(cites: ast.Cites, path: str, span: Span) -> None:
        found.extend(prog.Citation(c.text, path, context.tables.loc(span)) for c in cites)

    if merged.game is not None:
        cite(merged.game.cites, "game", merged.game.span)
    for item in merged.deck.items if merged.deck else ():
        cite(item.cites, f"deck.{type(item).__name__.lower()}", item.span)
    for entry in merged.entries.values():
        for decl in layers_in_force(entry) or (entry.decl,):
            if isinstance(decl, ast.CardNote | ast.Convention | ast.Preset):
                continue
            name = decl.name.text
            cite(decl.cites, name, decl.name.span)
            match decl:
                case ast.Rule(value=ast.Cases() as cases):
                    for number, arm in enumerate(cases.arms, 1):
                        cite(arm.cites, f"{name}.{arm.name.text if arm.name else number}", arm.span)
                    cite(cases.otherwise_cites, f"{name}.else", cases.otherwise.span)
                case ast.Move(clauses=clauses):
                    for clause in clauses:
                        if isinstance(clause, ast.Forbid | ast.Fine):
                            more = clause.fined_cites if isinstance(clause, ast.Forbid) else ()
                            cite((*clause.cites, *more), f"{name}.{clause.name.text}", clause.name.span)
                case ast.Phase(ensures=ensures):
                    for ensure in ensures:
                        cite(ensure.cites, f"{name}.{ensure.name.text}", ensure.name.span)
                case ast.Schedule(items=items):
                    for line in items:
                        label = line.name.text if isinstance(line, ast.Stage) else type(line).__name__.lower()
                        cite(line.cites, f"{name}.{label}", line.span)
    return found
