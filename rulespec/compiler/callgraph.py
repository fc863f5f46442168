"""Who runs whom: no cycles, an order of phases, and that ``end`` and ``replay`` name a phase that is running."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from rulespec.compiler.context import Caller, Context
from rulespec.ir import nodes as ir
from rulespec.syntax.source import Span


def walk_ir(node: Any) -> Iterator[Any]:
    """An IR node and everything in it."""
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple):
            stack.extend(item)
        elif is_dataclass(item) and not isinstance(item, type):
            yield item
            stack.extend(getattr(item, f.name) for f in fields(item))


def _name(context: Context, node: Caller) -> str:
    kind, index = node
    if kind == "rule":
        rule = context.tables.rules[index]
        return f"rule {rule.name if rule else index}"
    names = context.moves if kind == "move" else context.phases
    return f"{kind} {next(n for n, i in names.items() if i == index)}"


def rule_calls(context: Context) -> dict[Caller, list[tuple[Caller, Span]]]:
    """Edges from rules to the rules and moves (``can``) that they use."""
    edges: dict[Caller, list[tuple[Caller, Span]]] = {}
    spans = {s.index: s.decl.name.span for s in context.symbols.values() if hasattr(s, "base")}  # type: ignore[union-attr]
    for index, rule in enumerate(context.tables.rules):
        span = spans.get(index)
        if rule is None:
            continue
        for node in walk_ir(rule.body):
            if isinstance(node, ir.CallRule):
                target: Caller = ("rule", node.rule)
            elif isinstance(node, ir.Op) and node.op == "can" and node.attr is not None:
                target = ("move", node.attr)
            else:
                continue
            edges.setdefault(("rule", index), []).append((target, span or next(iter(spans.values()))))
    for index, move in enumerate(context.tables.moves):
        if move is None:
            continue
        for node in walk_ir((move.params, move.body)):
            if isinstance(node, ir.Op) and node.op == "can" and node.attr is not None:
                entry = next(e for e in context.merged.entries.values() if e.decl.name.text == move.name)
                edges.setdefault(("move", index), []).append((("move", node.attr), entry.decl.name.span))
    return edges


def find_cycles(context: Context) -> None:
    """Reports every recursion: rules, phases and moves call each other in one direction only."""
    edges: dict[Caller, list[tuple[Caller, Span]]] = {k: list(v) for k, v in context.calls.items()}
    for caller, found in rule_calls(context).items():
        edges.setdefault(caller, []).extend(found)
    state: dict[Caller, int] = {}
    path: list[Caller] = []

    def visit(node: Caller) -> None:
        state[node] = 1
        path.append(node)
        for callee, span in edges.get(node, ()):
            if state.get(callee) == 1:
                circle = [*path[path.index(callee) :], callee]
                words = " → ".join(_name(context, n) for n in circle)
                context.report.error(
                    "RS501",
                    f"this goes round in a circle: {words}",
                    span,
                    "nothing may run or use itself; use a loop with a bound",
                )
            elif callee not in state:
                visit(callee)
        path.pop()
        state[node] = 2

    for node in list(edges):
        if node not in state:
            visit(node)


def phase_edges(context: Context) -> dict[int, set[int]]:
    """From each phase to those it can run, directly or through a move that it asks for."""
    edges: dict[int, set[int]] = {i: set() for i in context.phases.values()}
    by_move: dict[int, set[int]] = {}
    for (kind, index), found in context.calls.items():
        if kind == "move":
            by_move.setdefault(index, set()).update(c[1] for c, _ in found if c[0] == "phase")
    for (kind, index), found in context.calls.items():
        if kind != "phase":
            continue
        for (callee, target), _ in found:
            edges[index] |= {target} if callee == "phase" else by_move.get(target, set())
    return edges


def order_phases(context: Context) -> None:
    """Numbers the phases so that each is entered only from phases with a smaller number."""
    edges = phase_edges(context)
    order: dict[int, int] = {}

    def height(phase: int) -> int:
        if phase not in order:
            order[phase] = 0
            order[phase] = 1 + max((height(p) for p in edges[phase]), default=-1)
        return order[phase]

    top = max((height(p) for p in edges), default=0)
    for index, decl in enumerate(context.tables.phases):
        if decl is not None:
            context.tables.phases[index] = replace(decl, order=top - order.get(index, 0))


def reachable(context: Context, root: int) -> set[int]:
    """The phases that can be active while ``root`` is, itself included."""
    edges = phase_edges(context)
    found: set[int] = set()
    stack = [root]
    while stack:
        phase = stack.pop()
        if phase not in found:
            found.add(phase)
            stack.extend(edges[phase])
    return found


def check_ends(context: Context, ends: list[tuple[Caller, int, Span]]) -> None:
    """``end X`` and ``replay X`` stand only where X is running."""
    edges = phase_edges(context)
    for (kind, owner), target, span in ends:
        if kind == "phase":
            inside = owner in reachable(context, target)
        else:
            askers = {
                i for (k, i), found in context.calls.items() if k == "phase" for c, _ in found if c == ("move", owner)
            }
            inside = bool(askers) and askers <= reachable(context, target)
        if not inside:
            name = next(n for n, i in context.phases.items() if i == target)
            runners = sorted(n for n, i in context.phases.items() if target in edges[i])
            context.report.error(
                "RS503",
                f"phase '{name}' is not running here",
                span,
                f"it is run by {', '.join(runners)}" if runners else "nothing runs it",
            )
