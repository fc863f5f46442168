"""Phases: their parameters, what must hold where they end, and what a replay of them needs."""

from __future__ import annotations

from rulespec.compiler.lower.actions import Replays, ReplaySlots
from rulespec.compiler.lower.frames import Frame
from rulespec.compiler.lower.statements import StatementLowering
from rulespec.compiler.merge.ast_queries import assigned_names, replayed
from rulespec.compiler.resolve.context import Context, Env
from rulespec.compiler.resolve.expressions import Exprs
from rulespec.compiler.resolve.symbols import BlockBuilder
from rulespec.compiler.resolve.templates import template
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.syntax import ast

MAX_REPLAYS = 20


def prepare_replays(context: Context) -> Replays:
    """Slots and entry blocks of every phase that some ``replay`` names, before anything is lowered."""
    replays = Replays()
    for entry in context.merged.entries.values():
        for name, most in replayed(entry.decl).items():
            phase = context.phases.get(name)
            if phase is None or phase in replays.phases:
                continue
            tables = context.tables
            limit = most or MAX_REPLAYS
            count = tables.slot(f"{name}_replays", "let", ty.Int(0, limit), name)
            kept = [i for i, s in enumerate(tables.slots) if s.kind == "sheet"]
            saved = tuple(
                (
                    i,
                    tables.slot(
                        f"{tables.slots[i].name}_before", "let", tables.slots[i].type, name, tables.slots[i].dims
                    ),
                )
                for i in kept
            )
            frame = Frame(name, phase, -1)
            flow_block = _reserve(context, frame)
            replays.phases[phase] = ReplaySlots(count, limit, saved, flow_block)
    return replays


def _reserve(context: Context, frame: Frame) -> int:
    context.tables.blocks.append(BlockBuilder(frame.phase, frame.move, -1))
    return len(context.tables.blocks) - 1


def scope_slots(context: Context, scope: str) -> tuple[int, ...]:
    """The variables and sheet lists that are reset when ``scope`` is entered."""
    return tuple(i for i, s in enumerate(context.tables.slots) if s.scope == scope and s.kind in ("var", "sheet"))


class PhaseLowering:
    """Lowers one phase into the program's table."""

    def __init__(self, context: Context, exprs: Exprs, replays: Replays, decl: ast.Phase, index: int) -> None:
        self.context = context
        self.exprs = exprs
        self.tables = context.tables
        self.replays = replays
        self.decl = decl
        self.index = index
        self.frame = Frame(decl.name.text, index, -1, assigned_names(decl))
        self.flow = StatementLowering(context, exprs, self.frame, replays, decl.name.text, decl.span)

    def lower(self) -> prog.PhaseDecl:
        """The whole phase."""
        decl, cursor = self.decl, self.flow.cursor
        name = decl.name.text
        entry = cursor.block
        env = Env("phase", name, phase=name)
        params: list[int] = []
        for number, param in enumerate(decl.params):
            slot = cursor.slot(param.name, self._param_type(number, param), "param", param.span)
            params.append(slot)
            self.frame.stable.add(slot)
            env = env.bind(param.name, cursor.read(slot))
        again = self.replays.phases.get(self.index)
        if again is not None:
            self.frame.slots.extend([again.count, *(saved for _, saved in again.saved)])
            cursor.emit(*(ir.Copy(slot, saved) for slot, saved in again.saved))
            cursor.jump(again.entry)
            cursor.at(again.entry)
        reset = scope_slots(self.context, name)
        if reset:
            cursor.emit(ir.Reset(reset))
        ensures = tuple(self._ensure(e, env) for e in decl.ensures)
        self.flow.block(decl.block, env)
        cursor.end(ir.Exit(self.index))
        return prog.PhaseDecl(
            name,
            tuple(params),
            entry,
            ensures,
            tuple(self.frame.slots),
            tuple(self.frame.among),
            0,
            self.tables.loc(decl.name.span),
        )

    def _param_type(self, number: int, param: ast.Param) -> ty.Type:
        """The declared type; a plain ``int`` is bounded by what the phase is run with.

        Where that is not known, since nothing runs the phase or what it is given was reported, it passes as bounded.
        """
        declared = self.exprs.type_of(param.type)
        if declared != ty.INT:
            return declared
        known = self.context.arguments.get(self.index)
        given = known[number] if known is not None and number < len(known) else None
        return given if isinstance(given, ty.Int) else ty.Int(-999, 999)

    def _ensure(self, node: ast.Ensure, env: Env) -> prog.EnsureDecl:
        name = node.name.text
        cites = tuple(c.text for c in node.cites)
        return prog.EnsureDecl(
            name,
            f"{self.decl.name.text}.{name}",
            self.exprs.condition(node.condition, env),
            template(node.message, self.exprs, env),
            cites,
            self.tables.loc(node.name.span),
        )
