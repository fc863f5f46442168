"""Schedules. One is lowered to a phase: stages, deals and the passing of the deal become blocks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rulespec.compiler.lower.actions import Replays
from rulespec.compiler.lower.frames import Frame
from rulespec.compiler.lower.phases import scope_slots
from rulespec.compiler.lower.statements import StatementLowering
from rulespec.compiler.resolve.calls import takes
from rulespec.compiler.resolve.context import Context, Env
from rulespec.compiler.resolve.declare import DEAL
from rulespec.compiler.resolve.expressions import Exprs
from rulespec.compiler.resolve.hints import for_kind
from rulespec.compiler.resolve.symbols import Unknown
from rulespec.compiler.resolve.type_names import element, one, same_kind
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span

Item = TypeVar("Item", ast.Dealt, ast.Winner)
MAX_DEALS = 10_000
MAX_EXTRA = 100
"""Further deals while several lead."""
TIES = ("share", "continue", "sheet_order")


class ScheduleLowering:
    """Lowers one schedule: ``dealt``, its stages in order, then the winner."""

    def __init__(self, context: Context, exprs: Exprs, replays: Replays, decl: ast.Schedule, index: int) -> None:
        self.context = context
        self.exprs = exprs
        self.report = context.report
        self.tables = context.tables
        self.decl = decl
        self.index = index
        self.frame = Frame(decl.name.text, index, -1)
        self.flow = StatementLowering(context, exprs, self.frame, replays, decl.name.text, decl.span)
        self.cursor = self.flow.cursor
        self.env = Env("schedule", decl.name.text, phase=decl.name.text)
        self.stages = [i for i in decl.items if isinstance(i, ast.Stage)]
        self.hooks = [i for i in decl.items if isinstance(i, ast.Hook)]

    def lower(self) -> prog.PhaseDecl:
        """The whole schedule, as a phase."""
        system, decl, cursor = self.context.system, self.decl, self.cursor
        entry = cursor.block
        cleared = [system.deal_number, system.stage_number, system.winners, system.draw, system.measure, system.totals]
        if system.team_totals >= 0:
            cleared.append(system.team_totals)
        cursor.emit(ir.Reset((system.dealer, *cleared, *scope_slots(self.context, decl.name.text))))
        dealt = self._only(ast.Dealt, "dealt by …")
        winner = self._only(ast.Winner, "winner …")
        if dealt is not None:
            self._dealt(dealt)
        if not self.stages:
            self.report.error(
                "RS270",
                "a schedule needs a stage",
                decl.span,
                'write, for instance: stage main "Four deals" 4 deals of 5',
            )
        for number, stage in enumerate(self.stages):
            self._stage(number, stage, dealt)
        if winner is not None:
            self._winner(winner, dealt)
        cursor.emit(ir.Tell("over", decl.name.text, ()))
        cursor.end(ir.Exit(self.index))
        self._declare(winner)
        return prog.PhaseDecl(
            decl.name.text,
            (),
            entry,
            (),
            tuple(self.frame.slots),
            tuple(self.frame.among),
            0,
            self.tables.loc(decl.name.span),
        )

    def _only(self, kind: type[Item], words: str) -> Item | None:
        found = [i for i in self.decl.items if isinstance(i, kind)]
        if not found:
            example = (
                "dealt by random of players then left of dealer" if "dealt" in words else "winner highest of total"
            )
            self.report.error(
                "RS270",
                f"schedule '{self.decl.name.text}' lacks: {words}",
                self.decl.name.span,
                f"write, for instance: {example}",
            )
            return None
        for extra in found[1:]:
            self.report.error(
                "RS201", f"'{words}' stands twice", extra.span, None, [("the first is here", found[0].span)]
            )
        return found[0]

    # ------------------------------------------------------------ dealing

    def _dealt(self, item: ast.Dealt) -> None:
        dealer = self.context.system.dealer
        match item.by:
            case ast.Name(text=name) if name in self.context.phases:
                self._enter(name, (), item.by)
                whole = ir.Op(
                    "the", (ir.Read(dealer, (), ty.Opt(ty.PLAYER), -1),), ty.PLAYER, None, self.tables.loc(item.by.span)
                )
                self.cursor.store(dealer, whole, item.by.span)
            case _:
                self._assign_dealer(item.by)

    def _assign_dealer(self, node: ast.Expr) -> None:
        assign = ast.Assign("dealer", (), "=", node, span=node.span)
        self.flow.action(assign, self.env)

    def _enter(self, name: str, args: tuple[ir.Expr, ...], node: ast.Node) -> None:
        phase = self.context.phases[name]
        self.context.called(("phase", self.index), ("phase", phase), node.span)
        self.context.entered(phase, args)
        back = self.cursor.new(node.span)
        self.cursor.end(ir.Enter(phase, args, back))
        self.cursor.at(back)

    def _stage(self, number: int, stage: ast.Stage, dealt: ast.Dealt | None) -> None:
        """One stage: its deals, then the phases that run after a stage."""
        system, cursor = self.context.system, self.cursor
        cursor.store(system.stage_number, ir.Const(number, ty.Int(number, number)), stage.span)
        reset = scope_slots(self.context, "stage")
        if reset:
            cursor.emit(ir.Reset(reset))
        cursor.emit(ir.Tell("stage", stage.name.text, (ir.Const(number, ty.Int(number, number)),)))
        runs = stage.runs or DEAL
        if runs not in self.context.phases:
            self.report.unknown("phase for the deals:", runs, stage.name.span, self.context.phases)
            return
        sizes = self._sizes(stage)
        several = None if sizes is None else element(sizes.type)
        if sizes is not None and not isinstance(several or sizes.type, ty.Int):
            return
        if sizes is not None and several is not None:
            self._each_size(number, stage, sizes, runs, dealt)
        else:
            self._counted(number, stage, sizes, runs, dealt)
        for hook in self.hooks:
            if hook.after not in ("stage", stage.name.text):
                continue
            if hook.phase not in self.context.phases:
                self.report.unknown("phase", hook.phase, hook.span, self.context.phases)
                continue
            entry = self.context.merged.find("action", hook.phase)
            if isinstance(entry, ast.Phase) and entry.params:
                self.report.error("RS224", takes(hook.phase, [p.name for p in entry.params], 0), hook.span)
                continue
            self._enter(hook.phase, (), hook)

    def _sizes(self, stage: ast.Stage) -> ir.Expr | None:
        if stage.sizes is None:
            return None
        if isinstance(stage.sizes, ast.Range):
            return self.exprs.span_range(stage.sizes, self.env)
        made = self.exprs.expr(stage.sizes, self.env)
        if not isinstance(element(made.type) or made.type, ty.Int | Unknown):
            self.report.error("RS232", f"a deal's size is a number, and this is {one(made.type)}", stage.sizes.span)
        return made

    def _each_size(self, number: int, stage: ast.Stage, sizes: ir.Expr, runs: str, dealt: ast.Dealt | None) -> None:
        """``deals of 1..8``: one deal of each size in turn, at most as many as ``until … at most N`` says."""
        span, cursor = stage.span, self.cursor
        if stage.count is not None:
            self.report.error(
                "RS271",
                "either a number of deals of one size, or one deal of each size in a list",
                stage.span,
                "write 4 deals of 9, or deals of 1..8",
            )
        kind = sizes.type
        most = kind.most if isinstance(kind, ty.ListOf) else MAX_DEALS
        inner = element(kind)
        assert isinstance(inner, ty.Int)
        frozen = cursor.slot("sizes", kind, "loop", span)
        count = cursor.slot("size_next", ty.Int(0, most), "loop", span)
        size = cursor.slot("size", inner, "loop", span)
        cursor.store(frozen, sizes, span)
        cursor.store(count, _int(0), span)
        limit = self._limit(stage, most)
        head, body, after = (cursor.new(span) for _ in range(3))
        cursor.jump(head)
        cursor.at(head)
        length = ir.Op("size", (cursor.read(frozen),), ty.Int(0, most))
        more: ir.Expr = ir.Op("lt", (cursor.read(count), length), ty.BOOL)
        if limit is not None:
            more = ir.And((more, ir.Op("lt", (cursor.read(count), cursor.read(limit)), ty.BOOL)), ty.BOOL)
        cursor.end(ir.Branch(more, body, after))
        cursor.at(body)
        cursor.store(count, ir.Op("add", (cursor.read(count), _int(1)), ty.Int(0, most)), span)
        nth = ir.Op("nth", (cursor.read(frozen), cursor.read(count)), inner, None, self.tables.loc(span))
        cursor.store(size, nth, span)
        self._deal(number, stage, cursor.read(size), runs, dealt)
        self._until(stage, after)
        cursor.jump(head)
        cursor.at(after)
        cursor.emit(ir.Reset((frozen, count, size, *([limit] if limit is not None else []))))

    def _limit(self, stage: ast.Stage, most: int) -> int | None:
        """The slot of what ``at most`` says, where it may end a list of at most ``most`` sizes."""
        if stage.until is None:
            return None
        times = self.exprs.number(stage.until.most, self.env)
        if not isinstance(times.type, ty.Int) or times.type.low >= most:
            return None
        limit = self.cursor.slot(
            "deals_most", ty.Int(min(0, times.type.low), max(0, times.type.high)), "loop", stage.span
        )
        self.cursor.store(limit, times, stage.span)
        return limit

    def _counted(self, number: int, stage: ast.Stage, size: ir.Expr | None, runs: str, dealt: ast.Dealt | None) -> None:
        """``4 deals of 9``, ``deals of 5 until … at most N``."""
        span, cursor = stage.span, self.cursor
        if stage.count is not None:
            times = self.exprs.number(stage.count, self.env)
        elif stage.until is not None:
            times = self.exprs.number(stage.until.most, self.env)
        else:
            times = _int(1)
        if not isinstance(times.type, ty.Int):
            return
        if times.type.low > MAX_DEALS:
            self._too_many(times.type.low, span)
        most = max(1, min(times.type.high, MAX_DEALS))
        limit = cursor.slot("deals_most", ty.Int(min(0, times.type.low), max(0, times.type.high)), "loop", span)
        count = cursor.slot("deals_done", ty.Int(0, most), "loop", span)
        cursor.store(limit, times, span)
        cursor.store(count, _int(0), span)
        head, body, after = (cursor.new(span) for _ in range(3))
        cursor.jump(head)
        cursor.at(head)
        cursor.end(ir.Branch(ir.Op("lt", (cursor.read(count), cursor.read(limit)), ty.BOOL), body, after))
        cursor.at(body)
        cursor.store(count, ir.Op("add", (cursor.read(count), _int(1)), ty.Int(0, most)), span)
        self._deal(number, stage, size, runs, dealt)
        self._until(stage, after)
        cursor.jump(head)
        cursor.at(after)
        cursor.emit(ir.Reset((limit, count)))

    def _until(self, stage: ast.Stage, after: int) -> None:
        if stage.until is None:
            return
        more = self.cursor.new(stage.until.span)
        self.cursor.end(ir.Branch(self.exprs.condition(stage.until.condition, self.env), after, more))
        self.cursor.at(more)

    def _deal(self, number: int, stage: ast.Stage, size: ir.Expr | None, runs: str, dealt: ast.Dealt | None) -> None:
        """One deal: the deal passes (but before the first), counters, the phase."""
        system, cursor, span = self.context.system, self.cursor, stage.span
        if dealt is not None and dealt.then is not None:
            passes, go = cursor.new(span), cursor.new(span)
            first = ir.Op("eq", (self.tables.read(system.deal_number), _int(0)), ty.BOOL)
            cursor.end(ir.Branch(first, go, passes))
            cursor.at(passes)
            self._assign_dealer(dealt.then)
            cursor.jump(go)
            cursor.at(go)
        next_number = ir.Op("add", (self.tables.read(system.deal_number), _int(1)), ty.INT, None, self.tables.loc(span))
        cursor.store(system.deal_number, next_number, span)
        cursor.store(system.decisions, _int(0), span)
        shown = size if size is not None else ir.Const(None, ty.Opt(ty.INT))
        dealer = ir.Read(system.dealer, (), ty.Opt(ty.PLAYER), -1)
        cursor.emit(
            ir.Tell("deal", stage.name.text, (_int(number), self.tables.read(system.deal_number), shown, dealer))
        )
        entry = self.context.merged.find("action", runs)
        params = entry.params if isinstance(entry, ast.Phase) else ()
        if len(params) > 1 or (params and size is None):
            self.report.error(
                "RS224",
                f"a stage gives phase '{runs}' the size of the deal, and nothing else",
                stage.span,
                "let the phase take one number, and say in the stage: deals of …",
            )
            return
        args: Iterable[ir.Expr] = ()
        if params and size is not None:
            wanted = self.exprs.type_of(params[0].type)
            args = (self.exprs.fit(size, wanted, stage.span),)
        self._enter(runs, tuple(args), stage)

    # ------------------------------------------------------------ the end

    def _winner(self, item: ast.Winner, dealt: ast.Dealt | None) -> None:
        """Who wins, what a tie means, and everybody's result for ``standing of``."""
        system, cursor, span = self.context.system, self.cursor, item.span
        seats = self.context.players_type()
        ties = item.ties or "share"
        if ties not in TIES:
            self.report.unknown("way to settle ties:", ties, item.span, TIES)
            return
        who = self.exprs.infer(item.who, self.env, seats)
        if not same_kind(who.type, seats):
            guess = for_kind(who.type, seats, item.who.span)
            hint = "write: highest of total, lowest of total, or those(p in players where …)"
            hint = f"{hint}; for one player {guess}" if guess else hint
            self.report.error(
                "RS232", f"who wins is a set of players, and this is {one(who.type)}", item.who.span, hint
            )
            return
        who = self.exprs.fit(who, seats, item.who.span)
        cursor.store(system.winners, who, span)
        winners = ir.Read(system.winners, (), seats, -1)
        if ties == "continue":
            self._continue(who, winners, item, dealt)
        elif ties == "sheet_order":
            first = ir.Op("take_first", (_int(1), winners), ty.ListOf(ty.PLAYER, 1))
            cursor.store(system.winners, ir.Op("union", (ir.Op("set", (), seats), first), seats), span)
        players = ir.Op("players", (), seats)
        level = ir.Op(
            "eq",
            (ir.Op("size", (winners,), _count(self.context)), ir.Op("size", (players,), _count(self.context))),
            ty.BOOL,
        )
        cursor.store(system.draw, level, span)
        local = self.tables.local()
        seat = ir.Local(local, ty.PLAYER)
        measure = self._measure(item, seat)
        if measure is not None:
            everyone = ir.Op("all_players", (), seats)
            cursor.emit(ir.Fill(system.measure, local, everyone, measure, self.tables.loc(span)))

    def _measure(self, item: ast.Winner, seat: ir.Local) -> ir.Expr | None:
        """A number that is greater the better a seat did."""
        match item.who:
            case ast.Apply(function="highest" | "lowest" as word, operand=operand):
                value = self.exprs.fit(self.exprs.measured(operand, seat, self.env), ty.INT, operand.span)
                if isinstance(value.type, Unknown):
                    return None
                return value if word == "highest" else ir.Op("neg", (value,), ty.INT, None, self.tables.loc(item.span))
            case _:
                won = ir.Op(
                    "in", (seat, ir.Read(self.context.system.winners, (), self.context.players_type(), -1)), ty.BOOL
                )
                return ir.If(won, _int(1), _int(0), ty.Int(0, 1))

    def _continue(self, who: ir.Expr, winners: ir.Expr, item: ast.Winner, dealt: ast.Dealt | None) -> None:
        """Further deals of the last stage while several lead, at most ``EXTRA_MOST``."""
        cursor, span, system = self.cursor, item.span, self.context.system
        if not self.stages:
            return
        stage = self.stages[-1]
        size = self._sizes(stage)
        if size is not None and element(size.type) is not None:
            self.report.error("RS271", "further deals need a last stage with deals of one size", span)
            return
        count = cursor.slot("extra_deals", ty.Int(0, MAX_EXTRA), "loop", span)
        cursor.store(count, _int(0), span)
        head, body, after = (cursor.new(span) for _ in range(3))
        cursor.jump(head)
        cursor.at(head)
        level = ir.Op("gt", (ir.Op("size", (winners,), _count(self.context)), _int(1)), ty.BOOL)
        more = ir.Op("lt", (cursor.read(count), _int(MAX_EXTRA)), ty.BOOL)
        cursor.end(ir.Branch(ir.And((level, more), ty.BOOL), body, after))
        cursor.at(body)
        cursor.store(count, ir.Op("add", (cursor.read(count), _int(1)), ty.Int(0, MAX_EXTRA)), span)
        self._deal(len(self.stages) - 1, stage, size, stage.runs or DEAL, dealt)
        cursor.store(system.winners, who, span)
        cursor.jump(head)
        cursor.at(after)
        cursor.emit(ir.Reset((count,)))

    def _declare(self, winner: ast.Winner | None) -> None:
        lowest = winner is not None and isinstance(winner.who, ast.Apply) and winner.who.function == "lowest"
        stages = tuple(
            prog.StageDecl(s.name.text, s.title.value if s.title else s.name.text, self._constant_sizes(s))
            for s in self.stages
        )
        self.tables.schedules.append(prog.ScheduleDecl(self.decl.name.text, self.index, stages, lowest))

    def _constant_sizes(self, stage: ast.Stage) -> tuple[int, ...]:
        """The sizes of a stage's deals where they are written as numbers."""
        count = stage.count.value if isinstance(stage.count, ast.IntLit) else 1 if stage.count is None else 0
        if stage.until is not None:
            return ()
        match stage.sizes:
            case ast.Range(low=ast.IntLit(value=a), high=ast.IntLit(value=b)):
                if abs(b - a) >= MAX_DEALS:
                    return self._too_many(abs(b - a) + 1, stage.sizes.span)
                return tuple(range(a, b + 1)) if a <= b else tuple(range(a, b - 1, -1))
            case ast.IntLit(value=n):
                return (n,) * min(count, MAX_DEALS)
            case ast.ListLit(items=items) if all(isinstance(i, ast.IntLit) for i in items):
                return tuple(i.value for i in items if isinstance(i, ast.IntLit))
            case _:
                return ()

    def _too_many(self, count: int, span: Span) -> tuple[int, ...]:
        self.context.report.error(
            "RS502", f"this stage has {count} deals, and {MAX_DEALS} is the most", span, "write a smaller number"
        )
        return ()


def _int(value: int) -> ir.Const:
    return ir.Const(value, ty.Int(value, value))


def _count(context: Context) -> ty.Int:
    return ty.Int(0, context.seats_most)
