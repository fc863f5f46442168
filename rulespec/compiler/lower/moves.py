"""Moves: parameters, clauses in order, and the effect with its penalties."""

from __future__ import annotations

from dataclasses import dataclass

from rulespec.compiler.lower.actions import Replays
from rulespec.compiler.lower.frames import Frame
from rulespec.compiler.lower.statements import StatementLowering
from rulespec.compiler.merge.ast_queries import assigned_names, replayed
from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.context import Context, Env
from rulespec.compiler.resolve.expressions import Exprs
from rulespec.compiler.resolve.narrowing import present, when_false, when_true
from rulespec.compiler.resolve.symbols import BAD, Unknown
from rulespec.compiler.resolve.templates import template
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.syntax import ast


@dataclass(slots=True)
class _Penalty:
    flag: int
    block: ast.Block
    instead: bool
    """Runs instead of ``do`` (a fined refusal), not before it."""


class MoveLowering:
    """Lowers one move of the spec into the program's table."""

    def __init__(self, context: Context, exprs: Exprs, replays: Replays, decl: ast.Move, index: int) -> None:
        self.context = context
        self.exprs = exprs
        self.report = context.report
        self.tables = context.tables
        self.decl = decl
        self.index = index
        self.name = decl.name.text
        blocks = [c.block for c in decl.clauses if isinstance(c, ast.Do | ast.Fine)]
        blocks += [c.fined for c in decl.clauses if isinstance(c, ast.Forbid) and c.fined]
        names = frozenset[str]().union(*(assigned_names(b) for b in blocks))
        self.frame = Frame(self.name, -1, index, names)
        self.flow = StatementLowering(context, exprs, self.frame, replays, self.name, decl.span)
        self.replays = replays
        self.params: list[prog.MoveParam] = []
        self.body: list[prog.MoveLet | prog.Clause] = []
        self.penalties: list[_Penalty] = []

    def lower(self) -> prog.MoveDecl:
        """The whole move. The flow's first block is the start of the effect."""
        effect = self.flow.cursor.block
        env = Env("move", self.name)
        for param in self.decl.params:
            env = self._given(param, env) if isinstance(param, ast.Given) else self._chosen(param, env)
        names: set[str] = set()
        spoken = env
        for clause in self.decl.clauses:
            if not isinstance(clause, ast.Do):
                name = clause.name if isinstance(clause, ast.ClauseLet) else clause.name.text
                if name in names:
                    self.report.error("RS201", f"move '{self.name}' has two parts called '{name}'", clause.span)
                names.add(name)
            match clause:
                case ast.ClauseLet():
                    env = self._let(clause, env)
                    spoken = env
                case ast.Forbid():
                    env = self._forbid(clause, env)
                case ast.Fine():
                    self._fine(clause, env)
        says = template(self.decl.says, self.exprs, spoken) if self.decl.says else None
        self._effect(env)
        cites = tuple(c.text for c in self.decl.cites)
        return prog.MoveDecl(
            self.name,
            tuple(self.params),
            tuple(self.body),
            effect,
            says,
            self.decl.silent,
            cites,
            self.tables.loc(self.decl.name.span),
        )

    def _slot(self, name: str, type_: ty.Type, node: ast.Node) -> ir.Read:
        slot = self.flow.cursor.slot(name, type_, "move", node.span)
        self.frame.stable.add(slot)
        return self.flow.cursor.read(slot)

    def _given(self, param: ast.Given, env: Env) -> Env:
        type_ = self.exprs.type_of(param.type)
        read = self._slot(param.name, type_, param)
        self.params.append(
            prog.MoveParam(param.name, read.slot, True, None, None, None, type_, self.tables.loc(param.span))
        )
        return env.bind(param.name, read)

    def _chosen(self, param: ast.Chosen, env: Env) -> Env:
        binder = param.binder
        when = self.exprs.condition(param.when, env) if param.when is not None else None
        inner = env.knowing(when_true(when)) if when is not None else env
        found = self.exprs.collection(binder.domain, binder.start, inner)
        if found is None:
            return env.bind(binder.name, BAD)
        domain, element = found
        assert not isinstance(element, Unknown)
        self._bounded(binder.domain, domain)
        optional = isinstance(element, ty.Opt)
        type_ = ty.optional(element) if when is not None else element
        read = self._slot(binder.name, type_, param)
        hidden = self._hidden(domain)
        if hidden is not None:
            self.report.error(
                "RS403",
                f"the seat that chooses '{self.name}' cannot see the cards of '{hidden}'",
                binder.domain.span,
                "let it choose a position, as in n in 1..size of …, or let it see the place",
            )
        env = env.bind(binder.name, read)
        where = None
        if binder.where is not None:
            value = env.bind(binder.name, ir.Read(read.slot, (), element, -1)) if when is not None else env
            where = self.exprs.condition(binder.where, value)
            if when is None:
                env = env.knowing(when_true(where))
        if when is not None and not optional:
            env = env.implying(when, frozenset({present(read)}))
            env = env.implying(present(read), when_true(when))
        loc = self.tables.loc(param.span)
        self.params.append(prog.MoveParam(binder.name, read.slot, False, domain, where, when, type_, loc))
        return env

    def _bounded(self, node: ast.Expr, domain: ir.Expr) -> None:
        match domain.type:
            case ty.ListOf(ty.Int(), most) if most > type_names.MAX_DOMAIN:
                self.report.error(
                    "RS404",
                    f"this offers up to {most} values, and {type_names.MAX_DOMAIN} is the most",
                    node.span,
                    "give the upper bound a smaller range, as in n in 1..limit with option limit: 1..1000",
                )

    def _hidden(self, domain: ir.Expr) -> str | None:
        """The place, if this is one that nobody sees."""
        if not isinstance(domain, ir.CardsAt):
            return None
        place = self.tables.places[domain.place]
        return place.name if all(v.who in ("top", "bottom") for v in place.viewers) else None

    def _let(self, clause: ast.ClauseLet, env: Env) -> Env:
        value = self.exprs.expr(clause.value, env)
        if isinstance(value.type, Unknown):
            return env.bind(clause.name, value)
        read = self._slot(clause.name, value.type, clause)
        self.body.append(prog.MoveLet(read.slot, value))
        env = env.bind(clause.name, read)
        return env.implying(read, when_true(value)) if isinstance(value.type, ty.Bool) else env

    def _forbid(self, clause: ast.Forbid, env: Env) -> Env:
        test = self.exprs.condition(clause.condition, env)
        flag = -1
        fined_when: ir.Expr | None = None
        if clause.fined is not None:
            flag = self._slot(f"{clause.name.text}_fined", ty.BOOL, clause).slot
            fined_when = ir.Const(True, ty.BOOL)
            if clause.fined_when is not None:
                fined_when = self.exprs.condition(clause.fined_when, env)
            fined_when = self._while_replays_last(fined_when, clause.fined)
            self.penalties.append(_Penalty(flag, clause.fined, True))
        message = template(clause.message, self.exprs, env.knowing(when_true(test)))
        cites = tuple(c.text for c in (*clause.cites, *clause.fined_cites))
        path = f"{self.name}.{clause.name.text}"
        self.body.append(
            prog.Clause(
                clause.name.text,
                path,
                "forbid",
                test,
                message,
                flag,
                fined_when,
                cites,
                self.tables.loc(clause.name.span),
            )
        )
        return env.knowing(when_false(test)) if clause.fined is None else env

    def _while_replays_last(self, condition: ir.Expr, block: ast.Block) -> ir.Expr:
        """A penalty that deals again is one only as long as the deal may be played again."""
        for name in sorted(replayed(block)):
            phase = self.context.phases.get(name)
            if phase is None or phase not in self.replays.phases:
                continue
            slots = self.replays.of(phase)
            number = ty.Int(slots.most, slots.most)
            left = ir.Op("lt", (self.tables.read(slots.count), ir.Const(slots.most, number)), ty.BOOL)
            condition = ir.And((condition, left), ty.BOOL)
        return condition

    def _fine(self, clause: ast.Fine, env: Env) -> None:
        test = self.exprs.condition(clause.condition, env)
        flag = self._slot(f"{clause.name.text}_fined", ty.BOOL, clause).slot
        message = template(clause.message, self.exprs, env.knowing(when_true(test)))
        cites = tuple(c.text for c in clause.cites)
        path = f"{self.name}.{clause.name.text}"
        self.body.append(
            prog.Clause(
                clause.name.text, path, "fine", test, message, flag, None, cites, self.tables.loc(clause.name.span)
            )
        )
        self.penalties.append(_Penalty(flag, clause.block, False))

    def _effect(self, env: Env) -> None:
        """Fines, then the fined refusals instead of ``do`` where one is flagged, else ``do``."""
        cursor, span = self.flow.cursor, self.decl.span
        done = cursor.new(span)
        for penalty in (p for p in self.penalties if not p.instead):
            run, after = cursor.new(penalty.block.span), cursor.new(span)
            cursor.end(ir.Branch(cursor.read(penalty.flag), run, after))
            cursor.at(run)
            self.flow.block(penalty.block, env)
            cursor.jump(after)
            cursor.at(after)
        instead = [p for p in self.penalties if p.instead]
        if instead:
            run, do = cursor.new(span), cursor.new(span)
            flags = tuple(cursor.read(p.flag) for p in instead)
            cursor.end(ir.Branch(flags[0] if len(flags) == 1 else ir.Or(flags, ty.BOOL), run, do))
            cursor.at(run)
            for penalty in instead:
                this, after = cursor.new(penalty.block.span), cursor.new(span)
                cursor.end(ir.Branch(cursor.read(penalty.flag), this, after))
                cursor.at(this)
                self.flow.block(penalty.block, env)
                cursor.jump(after)
                cursor.at(after)
            cursor.jump(done)
            cursor.at(do)
        for clause in self.decl.clauses:
            if isinstance(clause, ast.Do):
                self.flow.block(clause.block, env)
        cursor.jump(done)
        cursor.at(done)
        cursor.end(ir.EndMove(self.index))
