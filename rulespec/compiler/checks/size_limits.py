"""What is piled up too high to be worked out: rules upon rules, loops within loops, choices within a move, and arrays
that no state could hold."""

from __future__ import annotations

from typing import Any, Final

from rulespec.compiler.resolve.call_graph import use_edges
from rulespec.compiler.resolve.context import Caller, Context
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.ir.walk import children

MAX_RULES: Final = 100
"""Rules that use one another in a row."""

MAX_LOOPS: Final = 8
"""Walks (``sum``, ``some``, ``those`` …) within one another, in the text of one declaration."""

MAX_LAYERS: Final = 40
"""Conditions, arms, lets and walks within one another, in the text of one declaration."""

MAX_CHOICES: Final = 8
"""Parameters of one move that its player chooses."""


MAX_CELLS: Final = 10_000
"""Values of one variable, or places of one declaration."""


def check_size_limits(context: Context) -> None:
    """Reports what is too deep or too large. Rules and moves have no cycles by now."""
    _check_chains(context)
    _check_sizes(context)
    tables = context.tables
    for rule in tables.rules:
        if rule is not None:
            _check_layers(context, rule.body, rule.loc)
    for move in tables.moves:
        if move is None:
            continue
        chosen = [param for param in move.params if not param.given]
        if len(chosen) > MAX_CHOICES:
            context.report.error(
                "RS404",
                f"a player chooses {len(chosen)} things in this move, and {MAX_CHOICES} is the most",
                context.tables.spans[chosen[MAX_CHOICES].loc],
                "make two moves of it",
            )
        for param in move.params:
            _check_layers(context, (param.domain, param.where, param.when), param.loc)
        for part in move.body:
            _check_layers(context, part, part.loc if isinstance(part, prog.Clause) else move.loc)
        _check_layers(context, move.says, move.loc)
    for block in tables.blocks:
        for stmt in (*block.stmts, block.end):
            _check_layers(context, stmt, getattr(stmt, "loc", block.loc))


def _check_chains(context: Context) -> None:
    edges = use_edges(context)
    height: dict[Caller, int] = {}
    for root in edges:
        path = [root]
        while path:
            node = path[-1]
            missing = [callee for callee, _ in edges.get(node, ()) if callee not in height]
            if missing:
                path.append(missing[0])
                continue
            path.pop()
            if node in height:
                continue
            height[node] = 1 + max((height[callee] for callee, _ in edges.get(node, ())), default=0)
            if height[node] == MAX_RULES + 1:
                context.report.error(
                    "RS109",
                    f"more than {MAX_RULES} rules are built one upon the other here",
                    _place(context, node),
                    "say in one rule what several say",
                )


def _check_sizes(context: Context) -> None:
    decls: list[prog.Slot | prog.PlaceDecl] = [*context.tables.slots, *context.tables.places]
    for decl in decls:
        size = 1
        for dim in decl.dims:
            if isinstance(dim, prog.RangeDim):
                low, high = dim.low.type, dim.high.type
                if isinstance(low, ty.Int) and isinstance(high, ty.Int):
                    size *= max(high.high - low.low + 1, 1)
        if size > MAX_CELLS and decl.loc >= 0:
            context.report.error(
                "RS108",
                f"'{decl.name}' is {size} of its kind, and {MAX_CELLS} is the most",
                context.tables.spans[decl.loc],
                "write smaller ranges in the brackets",
            )


def _place(context: Context, node: Caller) -> Any:
    kind, index = node
    tables = context.tables
    decls: Any = {"rule": tables.rules, "move": tables.moves, "pattern": tables.patterns}[kind]
    return tables.spans[decls[index].loc]


_LAYERS = (ir.Quant, ir.If, ir.Cases, ir.And, ir.Or, ir.Bind)


def _check_layers(context: Context, root: Any, loc: int) -> None:
    """Measures without recursion: what is too deep must not be walked so."""
    stack: list[tuple[Any, int, int]] = [(root, 0, 0)]
    while stack:
        node, loops, layers = stack.pop()
        if isinstance(node, ir.Quant):
            loops += 1
        if isinstance(node, _LAYERS) or (isinstance(node, ir.Op) and node.op == "otherwise"):
            layers += 1
        place = getattr(node, "loc", -1)
        if place < 0:
            place = loc
        if loops > MAX_LOOPS or layers > MAX_LAYERS:
            what = f"{MAX_LOOPS} walks" if loops > MAX_LOOPS else f"{MAX_LAYERS} conditions or lets"
            span = context.tables.spans[place if place >= 0 else loc] if max(place, loc) >= 0 else None
            if span is not None:
                context.report.error(
                    "RS109",
                    f"more than {what} stand one within the other here",
                    span,
                    "put a part of it into a `rule` of its own",
                )
                return
        stack.extend((part, loops, layers) for part in children(node))
