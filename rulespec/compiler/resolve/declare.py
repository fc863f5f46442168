"""Symbols first: every declared name gets its place in the program's tables before any text is elaborated."""

from __future__ import annotations

from dataclasses import replace

from rulespec.compiler.diagnostic_sink import DiagnosticSink
from rulespec.compiler.merge.ast_queries import assigned_names, sheet_queries
from rulespec.compiler.merge.merged_spec import MergedSpec
from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.context import Context, DeckFacts, Env, SystemSlots, bound_of
from rulespec.compiler.resolve.expressions import Exprs
from rulespec.compiler.resolve.symbols import (
    ConstSymbol,
    GroupsSymbol,
    NoteSymbol,
    OptionSymbol,
    PatternSymbol,
    PlaceSymbol,
    RuleSymbol,
    Tables,
    Unknown,
    ValueSymbol,
    VarSymbol,
)
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.syntax import ast

MAX_SHEET = 256
"""The most entries of one kind that a seat can have in one scope of ``sheet(…)``."""
RESERVED = (
    "players",
    "teams",
    "suits",
    "ranks",
    "dealer",
    "actor",
    "deal_number",
    "winners",
    "all_tied",
    "true",
    "false",
    "none",
)
HIDDEN = ("total", "cards")
"""Built-in words that a declaration of the same name would hide."""
DEAL = "deal"
"""The phase that plays the deals of a stage where none is named."""
VIEWERS = ("all", "none", "owner", "top", "bottom")


def system_slots(tables: Tables, teams: int) -> SystemSlots:
    """The slots of every program, in fixed order."""
    player, seats = prog.TypeDim(ty.PLAYER), ty.SetOf(ty.PLAYER)

    def system(name: str, type_: ty.Type, dims: tuple[prog.Dim, ...] = (), initial: ir.Expr | None = None) -> int:
        return tables.slot(name, "system", type_, "", dims, initial)

    return SystemSlots(
        dealer=system("dealer", ty.Opt(ty.PLAYER)),
        actor=system("actor", ty.Opt(ty.PLAYER)),
        decider=system("decider", ty.Opt(ty.PLAYER)),
        in_play=system("in_play", seats, (), ir.Op("all_players", (), seats)),
        winners=system("winners", seats),
        decisions=system("decisions", ty.Int(0, ty.I32_HIGH)),
        deal_number=system("deal_number", ty.Int(0, 1_000_000)),
        stage_number=system("stage_number", ty.Int(0, 1_000)),
        totals=tables.slot("total", "sheet", ty.INT, "", (player,)),
        team_totals=tables.slot("team_total", "sheet", ty.INT, "", (prog.TypeDim(ty.TEAM),)) if teams else -1,
        measure=system("measure", ty.INT, (player,)),
        draw=system("all_tied", ty.BOOL),
    )


def context_for(report: DiagnosticSink, merged: MergedSpec, deck: DeckFacts) -> Context:
    """An empty compilation of a merged spec."""
    game = merged.game
    seats = game.seats.counts if game is not None and game.seats is not None else (1,)
    teams = 0
    if game is not None and game.teams is not None:
        teams = 2 if game.teams == "across" else game.teams if isinstance(game.teams, int) else 0
        if teams < 2:
            report.error("RS228", f"teams are 'across' or a number from 2, not {game.teams}", game.span)
            teams = 2
        elif teams > max(seats):
            report.error("RS228", f"{teams} teams are more than there are players", game.span)
            teams = 2
    tables = Tables()
    return Context(report, merged, tables, deck, seats, teams, system_slots(tables, teams))


class Declarations:
    """Fills the tables and symbols of a context from the merged spec."""

    def __init__(self, context: Context, exprs: Exprs) -> None:
        self.context = context
        self.exprs = exprs
        self.report = context.report
        self.tables = context.tables

    def declare(self) -> None:
        """Everything that expressions refer to by name."""
        self._types_and_names()
        self._actions()
        for entry in self.context.merged.of(ast.Option):
            self._option(entry.decl)
        self._places()
        self._variables()
        self._sheets()
        self._late()

    # ------------------------------------------------------------ names

    def _types_and_names(self) -> None:
        context, tables = self.context, self.tables
        tables.notes.append(prog.NoteDecl("role", ty.Opt(ty.FACE)))
        for (space, name), entry in context.merged.entries.items():
            decl = entry.decl
            hidden = name in (type_names.SIMPLE if space == "type" else HIDDEN)
            if space in ("name", "type") and (name in RESERVED or hidden):
                self.report.error("RS203", f"'{name}' is a word of the language", decl.name.span, "choose another name")
            match decl:
                case ast.Enum(members=members):
                    tables.enums[name] = tuple(m.text for m in members)
                    for i, member in enumerate(members):
                        if member.text in tables.enums[name][:i]:
                            self.report.error("RS201", f"'{member.text}' stands twice in '{name}'", member.span)
                case ast.Const(value=value):
                    context.symbols[name] = ConstSymbol(value, name)
                case ast.Value():
                    context.symbols[name] = ValueSymbol(
                        len([s for s in context.symbols.values() if isinstance(s, ValueSymbol)])
                    )
                case ast.Pattern():
                    tables.patterns.append(None)
                    context.symbols[name] = PatternSymbol(len(tables.patterns) - 1, decl)
                case ast.Groups():
                    count = len([s for s in context.symbols.values() if isinstance(s, GroupsSymbol)])
                    context.symbols[name] = GroupsSymbol(count, decl)
                case ast.Zone():
                    count = len([s for s in context.symbols.values() if isinstance(s, PlaceSymbol)])
                    context.symbols[name] = PlaceSymbol(count, decl)
                case ast.Rule():
                    base: RuleSymbol | None = None
                    for layer in (*entry.bases, decl):
                        tables.rules.append(None)
                        base = RuleSymbol(len(tables.rules) - 1, layer, base)
                    assert base is not None
                    context.symbols[name] = base
                case ast.CardNote():
                    tables.notes.append(prog.NoteDecl(name, ty.BOOL))
                    context.symbols[name] = NoteSymbol(len(tables.notes) - 1)

    def _actions(self) -> None:
        context, tables = self.context, self.tables
        for (space, name), entry in context.merged.entries.items():
            if space != "action":
                continue
            if isinstance(entry.decl, ast.Move):
                context.moves[name] = len(tables.moves)
                tables.moves.append(None)
            else:
                context.phases[name] = len(tables.phases)
                tables.phases.append(None)
            if isinstance(entry.decl, ast.Phase) and "dealer" in assigned_names(entry.decl):
                context.dealing.add(name)
            if isinstance(entry.decl, ast.Schedule):
                for item in entry.decl.items:
                    if isinstance(item, ast.Dealt) and isinstance(item.by, ast.Name):
                        context.dealing.add(item.by.text)
        for library in context.merged.libraries:
            for need in library.needs:
                known = (
                    context.moves
                    if need.kind == "move"
                    else context.phases
                    if need.kind == "phase"
                    else context.symbols
                )
                if need.name not in known:
                    self.report.missing.add(need.name)
                    self.report.error(
                        "RS215",
                        f"library '{library.name.text}' needs a {need.kind} '{need.name}'",
                        need.span,
                        f"declare {need.kind} {need.name} in the game",
                    )

        self._dealt_by_nothing()

    def _dealt_by_nothing(self) -> None:
        """A stage whose deals ``deal`` is to play, and no such phase: told once, for the scope of that name too."""
        phases = self.context.phases
        for entry in self.context.merged.of(ast.Schedule):
            assert isinstance(entry.decl, ast.Schedule)
            for stage in entry.decl.items:
                if not isinstance(stage, ast.Stage) or stage.runs or DEAL in phases or DEAL in self.report.missing:
                    continue
                self.report.missing.add(DEAL)
                like = next((name for name in phases if name.startswith(DEAL)), None)
                self.report.error(
                    "RS202",
                    f"there is no phase '{DEAL}' to play the deals of this stage",
                    stage.name.span,
                    f"call phase '{like}' {DEAL}, or write at the end of the stage: runs {like}"
                    if like
                    else f"write phase {DEAL} {{ … }}, or name another at the end of the stage: runs …",
                )

    # ------------------------------------------------------------ options

    def _option(self, decl: object) -> None:
        assert isinstance(decl, ast.Option)
        name = decl.name.text
        domain: prog.IntRange | prog.Choices | None = None
        type_: ty.Type
        match decl.type:
            case ast.RangeOption(low=low, high=high):
                if low > high:
                    self.report.error("RS237", "this range is empty", decl.type.span)
                domain, type_ = prog.IntRange(low, high), ty.Int(min(low, high), max(low, high))
            case ast.ChoiceOption(members=members) if all(isinstance(m, int) for m in members):
                numbers = tuple(m for m in members if isinstance(m, int))
                domain, type_ = prog.Choices((), numbers), ty.Int(min(numbers), max(numbers))
            case ast.ChoiceOption(members=members):
                names = tuple(str(m) for m in members)
                domain, type_ = prog.Choices(names, ()), ty.Enum(name)
                self.tables.enums[name] = names
            case ast.TypedOption(name=word, optional=optional):
                base = self.exprs.named_type(word, decl.type)
                if isinstance(base, ty.Int):
                    self.report.error(
                        "RS237", "a numeric option has a range", decl.type.span, "write, for instance: 0..100"
                    )
                type_ = ty.optional(base) if optional else base
        value = self.exprs.expr(decl.default, Env("table", name), type_)
        default = value.value if isinstance(value, ir.Const) else None
        if not isinstance(value, ir.Const) and not isinstance(value.type, Unknown):
            self.report.error("RS235", "an option's default is a plain value", decl.default.span)
        if isinstance(domain, prog.Choices) and domain.numbers and default not in domain.numbers:
            self.report.error("RS231", f"{default} is not one of the option's values", decl.default.span)
        doc = decl.doc.value if decl.doc else ""
        cites = tuple(c.text for c in decl.cites)
        self.context.symbols[name] = OptionSymbol(len(self.tables.options), type_)
        self.tables.options.append(
            prog.OptionDecl(name, type_, domain, default, doc, cites, self.tables.loc(decl.name.span))
        )

    def presets(self) -> tuple[prog.PresetDecl, ...]:
        """Named settings of options, each value checked as the option's."""
        made: list[prog.PresetDecl] = []
        for entry in self.context.merged.of(ast.Preset):
            decl = entry.decl
            assert isinstance(decl, ast.Preset)
            values = tuple(v for setting in decl.settings if (v := self._setting(setting)) is not None)
            doc = decl.doc.value if decl.doc else ""
            made.append(prog.PresetDecl(decl.name.text, doc, values, self.tables.loc(decl.name.span)))
        return tuple(made)

    def _setting(self, setting: ast.Setting) -> tuple[int, int | bool | None] | None:
        name = setting.option.text
        symbol = self.context.symbols.get(name)
        if not isinstance(symbol, OptionSymbol):
            self.report.unknown("option", name, setting.option.span, [o.name for o in self.tables.options])
            return None
        value = self.exprs.expr(setting.value, Env("table", name), symbol.type)
        if not isinstance(value, ir.Const):
            if not isinstance(value.type, Unknown):
                self.report.error("RS235", "an option is set to a plain value", setting.value.span)
            return None
        domain = self.tables.options[symbol.index].domain
        if isinstance(domain, prog.Choices) and domain.numbers and value.value not in domain.numbers:
            self.report.error("RS231", f"{value.value} is not one of the option's values", setting.value.span)
        return symbol.index, value.value

    # ------------------------------------------------------------ places and cells

    def _dims(self, index: tuple[ast.IndexSpec, ...]) -> tuple[prog.Dim, ...]:
        made: list[prog.Dim] = []
        for spec in index:
            if isinstance(spec, ast.NameIndex):
                type_ = self.exprs.named_type(spec.type, spec)
                if not isinstance(type_, ty.Player | ty.Team | ty.Suit | ty.Rank | ty.Enum | Unknown):
                    self.report.error(
                        "RS249",
                        f"'{spec.type}' cannot be an index",
                        spec.span,
                        "an index is a player, team, suit, rank, enumeration or a range such as 1..6",
                    )
                made.append(prog.TypeDim(type_))
            else:
                low, _, _ = bound_of(self.context, spec.low, spec)
                high, _, _ = bound_of(self.context, spec.high, spec)
                made.append(prog.RangeDim(low, high))
        return tuple(made)

    def _places(self) -> None:
        for entry in self.context.merged.of(ast.Zone):
            decl = entry.decl
            assert isinstance(decl, ast.Zone)
            dims = self._dims(decl.index)
            locals_ = tuple(self.tables.local() for _ in dims)
            self.tables.places.append(
                prog.PlaceDecl(decl.name.text, decl.ordered, dims, locals_, (), self.tables.loc(decl.name.span))
            )
        for entry in self.context.merged.of(ast.Groups):
            decl_ = entry.decl
            assert isinstance(decl_, ast.Groups)
            self.tables.groups.append(
                prog.GroupsDecl(decl_.name.text, -1, (), (), False, self.tables.loc(decl_.name.span))
            )

    def _variables(self) -> None:
        for entry in self.context.merged.of(ast.Var):
            decl = entry.decl
            assert isinstance(decl, ast.Var)
            scope = decl.scope.text
            if scope != "stage" and scope not in self.context.phases:
                self.report.unknown("phase or schedule:", scope, decl.scope.span, [*self.context.phases, "stage"])
            slot = self.tables.slot(
                decl.name.text,
                "var",
                self.exprs.type_of(decl.type),
                scope,
                self._dims(decl.index),
                None,
                self.tables.loc(decl.name.span),
            )
            self.context.symbols[decl.name.text] = VarSymbol(slot)

    def _sheets(self) -> None:
        player = prog.TypeDim(ty.PLAYER)
        for entry in self.context.merged.entries.values():
            for decl in (entry.decl, *entry.bases):
                for (kind, scope), span in sheet_queries(decl).items():
                    if scope != "stage" and scope not in self.context.phases:
                        self.report.unknown("phase or schedule:", scope, span, [*self.context.phases, "stage"])
                    if (kind, scope) not in self.context.sheets:
                        self.context.sheets[kind, scope] = self.tables.slot(
                            f"sheet_{kind}_{scope}",
                            "sheet",
                            ty.ListOf(ty.INT, MAX_SHEET),
                            scope,
                            (player,),
                            None,
                            self.tables.loc(span),
                        )

    # ------------------------------------------------------------ what needs all names

    def _late(self) -> None:
        """Types of notes, initial values, fields and visibility."""
        tables, symbols = self.tables, self.context.symbols
        for entry in self.context.merged.of(ast.CardNote):
            decl = entry.decl
            assert isinstance(decl, ast.CardNote)
            symbol = symbols[decl.name.text]
            assert isinstance(symbol, NoteSymbol)
            tables.notes[symbol.index] = prog.NoteDecl(decl.name.text, self.exprs.type_of(decl.type))
        for entry in self.context.merged.of(ast.Var):
            var = entry.decl
            assert isinstance(var, ast.Var)
            variable = symbols[var.name.text]
            if var.initial is None and isinstance(variable, VarSymbol):
                self._begins_in_range(var, tables.slots[variable.slot].type)
            if var.initial is not None and isinstance(variable, VarSymbol):
                slot = tables.slots[variable.slot]
                initial = self.exprs.expr(var.initial, Env("table", var.name.text), slot.type)
                tables.slots[variable.slot] = replace(slot, initial=initial)
        for entry in self.context.merged.of(ast.Groups):
            groups = entry.decl
            assert isinstance(groups, ast.Groups)
            self._groups(groups)
        for entry in self.context.merged.of(ast.Zone):
            zone = entry.decl
            assert isinstance(zone, ast.Zone)
            place = symbols[zone.name.text]
            assert isinstance(place, PlaceSymbol)
            self._seen(zone, place.index)

    def _begins_in_range(self, var: ast.Var, type_: ty.Type) -> None:
        """A number that is not told otherwise begins at 0, which its range may leave out."""
        if isinstance(type_, ty.Int) and not type_.low <= 0 <= type_.high:
            hint = f"say what it begins with: var {var.name.text}: … = {type_.low} per {var.scope.text}"
            self.report.error("RS231", f"'{var.name.text}' begins at 0, which is not in its range", var.name.span, hint)

    def _groups(self, decl: ast.Groups) -> None:
        symbol = self.context.symbols[decl.name.text]
        pattern = self.context.symbols.get(decl.pattern)
        assert isinstance(symbol, GroupsSymbol)
        if not isinstance(pattern, PatternSymbol):
            names = [n for n, s in self.context.symbols.items() if isinstance(s, PatternSymbol)]
            self.report.unknown("pattern", decl.pattern, decl.span, names)
            return
        fields = tuple(prog.Field(f.name, self.exprs.type_of(f.type)) for f in decl.fields)
        viewers = self._viewers(decl.seen, Env("view", decl.name.text))
        self.tables.groups[symbol.index] = replace(
            self.tables.groups[symbol.index], pattern=pattern.index, fields=fields, viewers=viewers
        )

    def _seen(self, decl: ast.Zone, index: int) -> None:
        place = self.tables.places[index]
        env = Env("view", decl.name.text)
        for spec, dim, local in zip(decl.index, place.dims, place.locals, strict=True):
            if isinstance(spec, ast.NameIndex) and spec.binder is not None and isinstance(dim, prog.TypeDim):
                env = env.bind(spec.binder, ir.Local(local, dim.type))
        owned = bool(place.dims) and place.dims[0] in (prog.TypeDim(ty.PLAYER), prog.TypeDim(ty.TEAM))
        for viewer in decl.seen:
            if viewer.who == "owner" and not owned:
                self.report.error(
                    "RS256", f"'{decl.name.text}' has no owner", viewer.span, f"declare it as {decl.name.text}[player]"
                )
            if viewer.who in ("top", "bottom") and not decl.ordered:
                self.report.error("RS256", f"a zone has no {viewer.who}", viewer.span, "declare it as a pile")
        self.tables.places[index] = replace(place, viewers=self._viewers(decl.seen, env))

    def _viewers(self, seen: tuple[ast.Viewer, ...], env: Env) -> tuple[prog.Viewer, ...]:
        made: list[prog.Viewer] = []
        for viewer in seen:
            if viewer.who not in VIEWERS:
                self.report.unknown("viewer", viewer.who, viewer.span, VIEWERS)
                made.append(prog.Viewer("all", False, None))
                continue
            if viewer.also not in (None, "partner"):
                self.report.unknown("viewer", str(viewer.also), viewer.span, ["partner"])
            if viewer.also == "partner" and not self.context.teams:
                self.report.error(
                    "RS228", "this game has no partners", viewer.span, "say so in game { … teams across }"
                )
            when = self.exprs.condition(viewer.when, env) if viewer.when is not None else None
            if viewer.who != "none":
                made.append(prog.Viewer(viewer.who, viewer.also == "partner", when))
        return tuple(made)
