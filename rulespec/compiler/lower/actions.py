"""Simple statements: moving cards, assigning, awarding. One statement of a spec becomes a few of the IR."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from rulespec.compiler.lower.frames import Cursor, Frame
from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.context import Context, Env
from rulespec.compiler.resolve.expressions import Exprs
from rulespec.compiler.resolve.narrowing import when_true
from rulespec.compiler.resolve.symbols import GroupsSymbol, NoteSymbol, PlaceSymbol, RuleSymbol, Unknown, VarSymbol
from rulespec.compiler.resolve.templates import template
from rulespec.compiler.resolve.type_names import one, show
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span

Simple = (
    ast.MoveCards
    | ast.MoveCount
    | ast.Give
    | ast.Shuffle
    | ast.Place
    | ast.AddCard
    | ast.Assign
    | ast.Award
    | ast.WinnerIs
    | ast.Say
)


@dataclass(frozen=True, slots=True)
class ReplaySlots:
    """What a phase that can be played again keeps: how often it was, the sheet as it was on entry, where to go."""

    count: int
    most: int
    saved: tuple[tuple[int, int], ...]
    entry: int


@dataclass(slots=True)
class Replays:
    """The phases that some ``replay`` names, by index."""

    phases: dict[int, ReplaySlots] = field(default_factory=dict)

    def of(self, phase: int) -> ReplaySlots:
        return self.phases[phase]


Destination: TypeAlias = "ir.PlaceRef | tuple[ir.Expr, Destination, Destination]"


class Actions:
    """Lowers statements that only change the state. The cursor is where they go."""

    def __init__(self, context: Context, exprs: Exprs, frame: Frame, replays: Replays, path: str, span: Span) -> None:
        self.context = context
        self.exprs = exprs
        self.report = context.report
        self.tables = context.tables
        self.frame = frame
        self.replays = replays
        self.cursor = Cursor(context.tables, frame, span)
        self.steps: list[str] = [path]
        self.ends: list[tuple[int, Span]] = []
        self.cited: list[prog.Citation] = []

    def cite(self, cites: ast.Cites, span: Span, step: str | None = None) -> None:
        """Records citations under the dotted path of the step they stand in."""
        inner = step if step is not None else self.steps[-1] if len(self.steps) > 1 else None
        path = self.steps[0] if inner is None else f"{self.steps[0]}.{inner}"
        self.cited.extend(prog.Citation(c.text, path, self.tables.loc(span)) for c in cites)

    def note_cites(self, stmt: ast.Stmt) -> None:
        """Records what a statement cites."""
        self.cite(stmt.cites, stmt.span, stmt.name if isinstance(stmt, ast.Step) else None)

    def let(self, stmt: ast.Let, env: Env) -> Env:
        """``let x = E``: a slot of the frame."""
        if isinstance(stmt.value, ast.Apply) and _is_random(stmt.value):
            return self._let_random(stmt, stmt.value, env)
        value = self.exprs.expr(stmt.value, env)
        if isinstance(value.type, Unknown):
            return env.bind(stmt.name, value)
        kind = ty.required(value.type)
        if isinstance(kind, ty.Combo | ty.Split) or (isinstance(kind, ty.Group) and self.frame.phase >= 0):
            self.report.unsupported(f"keeping {one(value.type)} beyond a move", stmt.span)
            return env
        changes = stmt.name in self.frame.assigned
        type_ = _widened(value.type) if changes else value.type
        slot = self.cursor.slot(stmt.name, type_, "let", stmt.span)
        self.cursor.store(slot, value, stmt.span)
        read = self.cursor.read(slot)
        env = env.bind(stmt.name, read)
        if not changes:
            self.frame.stable.add(slot)
            if isinstance(type_, ty.Bool):
                env = env.implying(read, when_true(value))
        return env

    def _let_random(self, stmt: ast.Let, value: ast.Apply, env: Env) -> Env:
        domain = self.exprs.domain(value.operand, env)
        inner = type_names.element(domain.type)
        if inner is None or isinstance(inner, Unknown):
            return env
        slot = self.cursor.slot(stmt.name, inner, "let", stmt.span)
        self.cursor.emit(ir.Draw(slot, (), domain, self.tables.loc(stmt.span)))
        return env.bind(stmt.name, self.cursor.read(slot))

    def action(self, stmt: Simple, env: Env) -> None:
        """One simple statement."""
        match stmt:
            case ast.MoveCards():
                self._move_cards(stmt, env)
            case ast.MoveCount():
                self._move_count(stmt, env)
            case ast.Give():
                self._give(stmt, env)
            case ast.Shuffle():
                self._shuffle(stmt, env)
            case ast.Place():
                self._place(stmt, env)
            case ast.AddCard():
                self._add_card(stmt, env)
            case ast.Assign():
                self._assign(stmt, env)
            case ast.Award():
                self._award(stmt, env)
            case ast.Say(text=text):
                self.cursor.emit(ir.Say(template(text, self.exprs, env), self.tables.loc(stmt.span)))
            case ast.WinnerIs():
                who = self.exprs.expr(stmt.who, env, self.context.players_type())
                self.cursor.store(self.context.system.winners, who, stmt.span)
            case _:
                assert_never(stmt)

    # ------------------------------------------------------------ cards

    def place(self, node: ast.Expr, env: Env, bottom: bool = False) -> ir.PlaceRef | None:
        """A place: ``stock``, ``hand[p]``, ``bottom of stock``."""
        match node:
            case ast.Apply(function="bottom", args=None, operand=operand):
                return self.place(operand, env, bottom=True)
            case ast.Apply(function="top", args=None, operand=operand):
                return self.place(operand, env)
            case ast.Name(text=name):
                args: tuple[ast.Expr, ...] = ()
            case ast.Index(base=ast.Name(text=name), args=args):
                pass
            case _:
                self.report.error(
                    "RS246", "this is not a place", node.span, "name a pile or a zone, as in stock or hand[p]"
                )
                return None
        symbol = self.context.symbols.get(name)
        if not isinstance(symbol, PlaceSymbol):
            places = [n for n, s in self.context.symbols.items() if isinstance(s, PlaceSymbol)]
            self.report.unknown("place", name, node.span, places)
            return None
        decl = self.tables.places[symbol.index]
        index = self.exprs.indices(args, decl.dims, env, node, name)
        if index is None:
            return None
        if bottom and not decl.ordered:
            self.report.error(
                "RS246", f"zone '{name}' is a set of cards and has no bottom", node.span, "declare it as a pile"
            )
            return None
        return ir.PlaceRef(symbol.index, index, bottom, self.tables.loc(node.span))

    def _destination(self, node: ast.Expr, env: Env) -> Destination | None:
        if isinstance(node, ast.Cond):
            test = self.exprs.condition(node.condition, env)
            then, other = self._destination(node.then, env), self._destination(node.otherwise, env)
            return None if then is None or other is None else (test, then, other)
        return self.place(node, env)

    def _deliver(self, to: Destination, make: Callable[[ir.PlaceRef], ir.Stmt], span: Span) -> None:
        """Emits the move, or a branch between two where the destination depends on a condition."""
        if isinstance(to, ir.PlaceRef):
            self.cursor.emit(make(to))
            return
        test, then_to, other_to = to
        then, other, after = (self.cursor.new(span) for _ in range(3))
        self.cursor.end(ir.Branch(test, then, other))
        for block, target in ((then, then_to), (other, other_to)):
            self.cursor.at(block)
            self._deliver(target, make, span)
            self.cursor.jump(after)
        self.cursor.at(after)

    def _notes(self, notes: tuple[ast.Note, ...], env: Env) -> tuple[ir.SetNote, ...]:
        made: list[ir.SetNote] = []
        for note in notes:
            symbol = self.context.symbols.get(note.name)
            if not isinstance(symbol, NoteSymbol):
                names = [n for n, s in self.context.symbols.items() if isinstance(s, NoteSymbol)]
                self.report.unknown("note", note.name, note.span, names)
                continue
            type_ = self.tables.notes[symbol.index].type
            made.append(ir.SetNote(symbol.index, self.exprs.expr(note.value, env, type_)))
        return tuple(made)

    def _move_cards(self, stmt: ast.MoveCards, env: Env) -> None:
        cards = self.exprs.expr(stmt.cards, env)
        kind = ty.required(cards.type) if not isinstance(cards.type, Unknown) else cards.type
        if isinstance(kind, ty.Combo | ty.Group | ty.Split):
            cards = self.exprs.fit(cards, self.context.cards_type(), stmt.cards.span)
        elif not isinstance(kind, ty.Card | Unknown) and not (
            isinstance(kind, ty.ListOf) and type_names.same_kind(kind.element, ty.CARD)
        ):
            self.report.error("RS232", f"only cards are moved, and this is {one(cards.type)}", stmt.cards.span)
            return
        to = self._destination(stmt.to, env)
        notes = self._notes(stmt.notes, env)
        if to is not None:
            loc = self.tables.loc(stmt.span)
            self._deliver(to, lambda place: ir.MoveCards(cards, place, notes, loc), stmt.span)

    def _move_count(self, stmt: ast.MoveCount, env: Env) -> None:
        amount = self.exprs.number(stmt.amount, env) if stmt.amount is not None else None
        source = self.place(stmt.source, env)
        to = self._destination(stmt.to, env)
        notes = self._notes(stmt.notes, env)
        if source is None or to is None:
            return
        if not self.tables.places[source.place].ordered:
            name = self.tables.places[source.place].name
            self.report.error(
                "RS247",
                f"zone '{name}' is a set: no card of it is the next one",
                stmt.source.span,
                "name the cards to move, or declare it as a pile",
            )
            return
        loc = self.tables.loc(stmt.span)
        self._deliver(to, lambda place: ir.MoveCount(amount, stmt.at_most, source, place, notes, loc), stmt.span)

    def _give(self, stmt: ast.Give, env: Env) -> None:
        amount = self.exprs.number(stmt.amount, env) if stmt.amount is not None else None
        source = self.place(stmt.source, env)
        start = self.exprs.expr(stmt.start, env, ty.PLAYER)
        symbol = self.context.symbols.get(stmt.to)
        if not isinstance(symbol, PlaceSymbol):
            places = [n for n, s in self.context.symbols.items() if isinstance(s, PlaceSymbol)]
            self.report.unknown("place", stmt.to, stmt.span, places)
            return
        dims = self.tables.places[symbol.index].dims
        if dims != (prog.TypeDim(ty.PLAYER),):
            self.report.error(
                "RS246",
                f"cards are given round to a place of each player, and '{stmt.to}' is none",
                stmt.span,
                f"declare it as {stmt.to}[player]",
            )
            return
        if source is not None:
            self.cursor.emit(ir.Give(amount, source, symbol.index, start, self.tables.loc(stmt.span)))

    def _shuffle(self, stmt: ast.Shuffle, env: Env) -> None:
        loc = self.tables.loc(stmt.span)
        if stmt.into is not None:
            if not isinstance(stmt.what, ast.DeckLit):
                self.report.error(
                    "RS246",
                    "only the whole deck is gathered into a place",
                    stmt.what.span,
                    "write: shuffle deck into …",
                )
                return
            to = self.place(stmt.into, env)
            if to is not None:
                self.cursor.emit(ir.Gather(to, loc))
            return
        place = self.place(stmt.what, env)
        if place is not None:
            if not self.tables.places[place.place].ordered:
                self.report.error("RS247", "a zone has no order to shuffle", stmt.what.span, "declare it as a pile")
                return
            self.cursor.emit(ir.Shuffle(place, loc))

    def _place(self, stmt: ast.Place, env: Env) -> None:
        symbol = self.context.symbols.get(stmt.groups)
        if not isinstance(symbol, GroupsSymbol):
            names = [n for n, s in self.context.symbols.items() if isinstance(s, GroupsSymbol)]
            self.report.unknown("groups", stmt.groups, stmt.span, names)
            return
        decl = self.tables.groups[symbol.index]
        combo = self.exprs.expr(stmt.combo, env)
        if not isinstance(combo.type, Unknown | ty.Combo):
            self.report.error("RS232", f"a combination is placed, and this is {one(combo.type)}", stmt.combo.span)
            return
        given = {note.name: note for note in stmt.notes}
        names = [f.name for f in decl.fields]
        for name, note in given.items():
            if name not in names:
                self.report.unknown(f"field of '{decl.name}':", name, note.span, names)
        fields = tuple(
            self.exprs.expr(given[f.name].value, env, f.type) if f.name in given else None for f in decl.fields
        )
        self.cursor.emit(ir.LayGroup(combo, symbol.index, fields, self.tables.loc(stmt.span)))

    def _add_card(self, stmt: ast.AddCard, env: Env) -> None:
        card = self.exprs.expr(stmt.card, env, ty.CARD)
        group = self.exprs.expr(stmt.group, env)
        if not isinstance(group.type, ty.Group | Unknown):
            self.report.error(
                "RS232",
                f"cards are added to a group, and this is {one(group.type)}",
                stmt.group.span,
                "to lay a card on a pile write: move … to …",
            )
            return
        face = self.exprs.expr(stmt.face, env, ty.FACE) if stmt.face is not None else None
        self.cursor.emit(ir.AddToGroup(card, group, face, self.tables.loc(stmt.span)))

    # ------------------------------------------------------------ cells

    def _assign(self, stmt: ast.Assign, env: Env) -> None:
        target = self._target(stmt, env)
        if target is None:
            return
        slot, index = target
        type_ = self.tables.slots[slot].type
        loc = self.tables.loc(stmt.span)
        if isinstance(stmt.value, ast.Apply) and _is_random(stmt.value) and stmt.op == "=":
            domain = self.exprs.domain(stmt.value.operand, env)
            inner = type_names.element(domain.type)
            if inner is None or not type_names.same_kind(inner, type_):
                self.report.error("RS232", f"this draws no {show(type_)}", stmt.value.span)
                return
            self.cursor.emit(ir.Draw(slot, index, domain, loc))
            return
        if stmt.op == "=":
            value = self.exprs.expr(stmt.value, env, type_)
            self.cursor.emit(ir.Assign(slot, index, value, loc))
            return
        current = ir.Read(slot, index, type_, loc)
        if isinstance(type_, ty.SetOf | ty.ListOf):
            value = self._collected(stmt, current, type_, env)
        else:
            base = self.exprs.fit(current, ty.INT, stmt.span)
            change = self.exprs.number(stmt.value, env)
            if isinstance(base.type, Unknown) or isinstance(change.type, Unknown):
                return
            value = ir.Op("add" if stmt.op == "+=" else "sub", (base, change), ty.INT, None, loc)
        self.cursor.emit(ir.Assign(slot, index, value, loc))

    def _collected(self, stmt: ast.Assign, current: ir.Read, type_: ty.SetOf | ty.ListOf, env: Env) -> ir.Expr:
        wanted: ty.Type | None = None
        if self.exprs.is_literal(stmt.value, env):
            wanted = type_ if isinstance(stmt.value, ast.ListLit) else type_.element
        value = self.exprs.expr(stmt.value, env, wanted)
        inner = type_names.element(value.type)
        if not type_names.same_kind(type_.element, value.type if inner is None else inner):
            self.report.error(
                "RS232",
                f"this is {one(value.type)}, and the collection holds {show(type_.element)}",
                stmt.value.span,
            )
        if inner is None:
            value = self.exprs.fit(value, type_.element, stmt.value.span)
        loc = self.tables.loc(stmt.span)
        if isinstance(type_, ty.ListOf) and stmt.op == "+=":
            if inner is None:
                value = ir.Op("list", (value,), ty.ListOf(type_.element, 1))
            return ir.Op("concat", (current, value), type_, None, loc)
        return ir.Op("union" if stmt.op == "+=" else "minus", (current, value), type_, None, loc)

    def _target(self, stmt: ast.Assign, env: Env) -> tuple[int, tuple[ir.Expr, ...]] | None:
        name = stmt.name
        local = env.locals.get(name)
        if local is not None:
            if isinstance(local, ir.Read) and not stmt.index:
                if self.tables.slots[local.slot].kind in ("let", "move") and local.slot not in self.frame.stable:
                    return local.slot, ()
                self.report.error(
                    "RS248",
                    f"'{name}' is given and cannot be assigned",
                    stmt.span,
                    "declare a variable for what changes",
                )
                return None
            self.report.error("RS248", f"'{name}' cannot be assigned", stmt.span)
            return None
        if name == "dealer":
            return self.context.system.dealer, ()
        symbol = self.context.symbols.get(name)
        if not isinstance(symbol, VarSymbol):
            what = "is not a variable" if symbol is not None or name in self.exprs.VALUE_WORDS else None
            if what is None:
                names = [n for n, s in self.context.symbols.items() if isinstance(s, VarSymbol)]
                self.report.unknown("variable", name, stmt.span, [*names, *env.locals])
            else:
                hint = "declare a variable for what changes: var NAME: TYPE per SCOPE"
                if isinstance(symbol, PlaceSymbol):
                    hint = f"cards go to a place with: move … to {name}"
                self.report.error("RS248", f"'{name}' {what} and cannot be assigned", stmt.span, hint)
            return None
        index = self.exprs.indices(stmt.index, self.tables.slots[symbol.slot].dims, env, stmt, name)
        return None if index is None else (symbol.slot, index)

    # ------------------------------------------------------------ the sheet

    def _award(self, stmt: ast.Award, env: Env) -> None:
        loc = self.tables.loc(stmt.span)
        points = self.exprs.number(stmt.points, env)
        to = self.exprs.expr(stmt.to, env)
        if isinstance(points.type, Unknown) or isinstance(to.type, Unknown):
            return
        is_team = isinstance(to.type, ty.Team)
        if not is_team:
            to = self.exprs.fit(to, ty.PLAYER, stmt.to.span)
            if isinstance(to.type, Unknown):
                return
        if stmt.kind not in self.tables.kinds:
            self.tables.kinds.append(stmt.kind)
        system = self.context.system
        amount = self.cursor.slot("award_points", ty.INT, "loop", stmt.span)
        whom = self.cursor.slot("award_to", ty.TEAM if is_team else ty.PLAYER, "loop", stmt.span)
        self.cursor.store(amount, points, stmt.span)
        self.cursor.store(whom, to, stmt.span)
        cites = tuple(c.text for c in stmt.cites)
        self.cursor.emit(ir.Award(points, to, is_team, stmt.kind, self._arm_of(points), cites, loc))
        who, number = self.cursor.read(whom), self.cursor.read(amount)
        if is_team:
            self._add_points(system.team_totals, who, number, loc)
        else:
            self._add_points(system.totals, who, number, loc)
            if system.team_totals >= 0:
                self._add_points(system.team_totals, ir.Op("team_of", (who,), ty.TEAM), number, loc)
            for (kind, _), slot in self.context.sheets.items():
                if kind == stmt.kind:
                    type_ = self.tables.slots[slot].type
                    assert isinstance(type_, ty.ListOf)
                    one = ir.Op("list", (number,), ty.ListOf(ty.INT, 1))
                    longer = ir.Op("concat", (ir.Read(slot, (who,), type_, loc), one), type_, None, loc)
                    self.cursor.emit(ir.Assign(slot, (who,), longer, loc))
        self.cursor.emit(ir.Reset((amount, whom)))

    def _add_points(self, slot: int, who: ir.Expr, points: ir.Expr, loc: int) -> None:
        total = ir.Op("add", (ir.Read(slot, (who,), ty.INT, loc), points), ty.INT, None, loc)
        self.cursor.emit(ir.Assign(slot, (who,), total, loc))

    def _arm_of(self, points: ir.Expr) -> ir.Expr | None:
        """An expression for the arm that priced an award: the called rule again, its values replaced by arm ids."""
        if not isinstance(points, ir.CallRule):
            return None
        for symbol in self.context.symbols.values():
            if isinstance(symbol, RuleSymbol) and symbol.index == points.rule:
                self.exprs.lower_rule(symbol)
        rule = self.tables.rules[points.rule]
        body = _arms_only(rule.body) if rule is not None else None
        if rule is None or body is None:
            return None
        number = ty.Int(0, ty.I32_HIGH)
        made = next(
            (i for i, r in enumerate(self.tables.rules) if r is not None and r.name == f"{rule.name}#arm"), None
        )
        if made is None:
            made = len(self.tables.rules)
            self.tables.rules.append(prog.RuleDecl(f"{rule.name}#arm", rule.params, rule.types, body, number, rule.loc))
        return ir.CallRule(made, points.args, number)


def _arms_only(body: ir.Expr) -> ir.Expr | None:
    number = ty.Int(0, ty.I32_HIGH)
    match body:
        case ir.Cases(arms=arms, otherwise_id=last):
            ids = tuple(ir.Arm(a.id, a.condition, ir.Const(a.id, number)) for a in arms)
            return ir.Cases(ids, ir.Const(last, number), last, number)
        case ir.Bind(local=local, value=value, body=inner):
            made = _arms_only(inner)
            return None if made is None else ir.Bind(local, value, made, number)
        case _:
            return None


def _is_random(node: ast.Apply) -> bool:
    return node.function == "random" and node.args is None


def _widened(type_: ty.Type) -> ty.Type:
    """The type of a ``let`` that is assigned again: numbers lose their range."""
    match type_:
        case ty.Int():
            return ty.INT
        case ty.Opt(ty.Int()):
            return ty.Opt(ty.INT)
        case _:
            return type_
