"""Findings about a whole program, once every part of it is well formed."""

from __future__ import annotations

from rulespec.compiler.checks.constant_conditions import check_constant_conditions
from rulespec.compiler.checks.ensures import check_ensures
from rulespec.compiler.checks.information_flow import check_information_flow
from rulespec.compiler.checks.secret_asks import check_secret_asks
from rulespec.compiler.checks.setups import check_setups
from rulespec.compiler.checks.usage import check_usage
from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.context import Context
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir.graph import stored
from rulespec.ir.walk import walk


def check_program(context: Context, program: prog.Program) -> None:
    """Reports what no single declaration shows."""
    _check_assigned(context, program)
    check_ensures(context, program)
    check_secret_asks(context, program)
    check_information_flow(context, program)
    check_usage(context, program)
    check_constant_conditions(context, program)
    check_setups(context, program)


def _check_assigned(context: Context, program: prog.Program) -> None:
    """A variable that begins with no value and is read needs an assignment somewhere."""
    given = {slot for block in program.blocks for stmt in block.stmts for slot in stored(program, stmt)}
    read: dict[int, int] = {}
    for node in walk((program.blocks, program.rules, program.moves, program.phases, program.asks, program.places)):
        match node:
            case ir.Read(slot=slot, loc=loc):
                read.setdefault(slot, loc)
            case ir.Op(op="array", attr=int(slot), loc=loc):
                read.setdefault(slot, loc)
    for index, decl in enumerate(program.slots):
        if decl.kind != "var" or decl.initial is not None or isinstance(decl.type, type_names.NATURAL):
            continue
        if index in read and index not in given:
            loc = read[index]
            context.report.error(
                "RS406",
                f"'{decl.name}' is read, and nothing ever gives it a value",
                context.tables.spans[decl.loc],
                f"assign it, or say what it begins with: var {decl.name}: … = … per {decl.scope}",
                [("it is read here", context.tables.spans[loc])] if loc >= 0 else [],
            )
