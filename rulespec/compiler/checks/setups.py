"""Conditions on the set-up of a match: they read nothing that only a match has, and the usual settings meet them."""

from __future__ import annotations

from typing import Any

from rulespec.compiler.checks.satisfiability import ConditionSolver
from rulespec.compiler.checks.static_visibility import opened
from rulespec.compiler.resolve.context import Context
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.ir.walk import rebuilt


def check_setups(context: Context, program: prog.Program) -> None:
    """Reports every ``setup`` that cannot be tested before a match, or that lets no match begin."""
    for setup in program.setups:
        read = _of_a_match(program, setup)
        spans = context.tables.spans
        if read is not None:
            loc = read.loc if read.loc >= 0 else setup.loc
            context.report.error(
                "RS235",
                f"'{setup.name}' is tested before a match begins, and this is known in a match only",
                spans[loc],
                "use options, constants, size of players and size of deck",
            )
        elif not _by_default(program, setup):
            context.report.error(
                "RS433",
                f"with the usual options and {program.default_seats} players no match can begin",
                spans[setup.loc],
                "look again at the condition, or choose other usual values",
            )


def _of_a_match(program: prog.Program, setup: prog.SetupDecl) -> Any:
    """A part of the condition, or of a rule that it uses, whose value depends on a match."""
    for node in opened(program, setup.condition):
        match node:
            case ir.Read(slot=slot) if slot != program.system.in_play:
                return node
            case ir.CardsAt() | ir.GroupsAt() | ir.Op(op="can" | "array" | "all_group_cards"):
                return node
    return None


def _by_default(program: prog.Program, setup: prog.SetupDecl) -> bool:
    """Might it hold with the options' defaults and the usual number of players?"""

    def change(node: Any) -> Any:
        match node:
            case ir.OptionRef(option=option, type=type_):
                return ir.Const(program.options[option].default, type_)
            case ir.Op(op="size", args=(ir.Op(op="players" | "all_players"),)):
                return ir.Const(program.default_seats, ty.Int(program.default_seats, program.default_seats))
        return node

    return ConditionSolver(program).possible([(rebuilt(setup.condition, change), True)])
