"""Who runs whom: no cycles, an order of phases, and that ``end`` and ``replay`` name a phase that is running."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from rulespec.compiler.resolve.context import Caller, Context
from rulespec.ir import nodes as ir
from rulespec.ir.walk import walk
from rulespec.syntax.source import Span

Edges: TypeAlias = dict[Caller, list[tuple[Caller, Span]]]


PATTERN_OPS = frozenset(("combos", "matches", "has", "splits", "least_rest"))


def _name(context: Context, node: Caller) -> str:
    kind, index = node
    if kind in ("rule", "pattern"):
        decl = context.tables.rules[index] if kind == "rule" else context.tables.patterns[index]
        return f"{kind} {decl.name.partition('@')[0]}" if decl else f"{kind} {index}"
    names = context.moves if kind == "move" else context.phases
    return f"{kind} {next(n for n, i in names.items() if i == index)}"


def _uses(node: Any) -> Iterator[Caller]:
    """The rules, moves (``can``) and patterns that expressions use."""
    for part in walk(node):
        if isinstance(part, ir.CallRule):
            yield "rule", part.rule
        elif isinstance(part, ir.Op) and part.attr is not None:
            if part.op == "can":
                yield "move", part.attr
            elif part.op in PATTERN_OPS:
                yield "pattern", part.attr


def use_edges(context: Context) -> Edges:
    """Edges from rules, moves' clauses and patterns to what they use."""
    tables = context.tables
    edges: Edges = {}
    decls: list[tuple[Caller, Any, int]] = []
    decls += [(("rule", i), rule.body, rule.loc) for i, rule in enumerate(tables.rules) if rule is not None]
    decls += [(("move", i), (m.params, m.body), m.loc) for i, m in enumerate(tables.moves) if m is not None]
    decls += [(("pattern", i), p.shapes, p.loc) for i, p in enumerate(tables.patterns) if p is not None]
    for caller, node, loc in decls:
        for callee in _uses(node):
            edges.setdefault(caller, []).append((callee, tables.spans[loc]))
    return edges


def find_cycles(context: Context) -> None:
    """Reports every recursion: rules, phases and moves call each other in one direction only."""
    edges: Edges = {k: list(v) for k, v in context.calls.items()}
    for caller, found in use_edges(context).items():
        edges.setdefault(caller, []).extend(found)
    done: set[Caller] = set()
    for root in list(edges):
        if root in done:
            continue
        path = dict.fromkeys([root])
        rest = [iter(edges.get(root, ()))]
        while path:
            step = next(rest[-1], None)
            if step is None:
                done.add(path.popitem()[0])
                rest.pop()
                continue
            callee, span = step
            if callee in path:
                way = list(path)
                circle = [*way[way.index(callee) :], callee]
                words = " → ".join(_name(context, n) for n in circle)
                context.report.error(
                    "RS501",
                    f"this goes round in a circle: {words}",
                    span,
                    "nothing may run or use itself; use a loop with a bound",
                )
            elif callee not in done:
                path[callee] = None
                rest.append(iter(edges.get(callee, ())))


def check_actors(context: Context) -> None:
    """A rule that speaks of ``actor`` is used only where somebody acts: in moves and in rules that moves use."""
    actor = context.system.actor
    places: dict[Caller, int] = {}
    callers: dict[Caller, list[Caller]] = {}
    for index, rule in enumerate(context.tables.rules):
        if rule is None:
            continue
        for node in walk(rule.body):
            if isinstance(node, ir.Read) and node.slot == actor:
                places.setdefault(("rule", index), node.loc)
            elif isinstance(node, ir.CallRule):
                callers.setdefault(("rule", node.rule), []).append(("rule", index))
    stack = list(places)
    while stack:
        callee = stack.pop()
        for caller in callers.get(callee, ()):
            if caller not in places:
                places[caller] = places[callee]
                stack.append(caller)
    for index, span in dict.fromkeys(context.actorless):
        loc = places.get(("rule", index))
        if loc is None:
            continue
        context.report.error(
            "RS227",
            f"{_name(context, ('rule', index))} speaks of 'actor', and nobody acts here",
            span,
            "give the rule a parameter, as in rule NAME(p: player), and name the seat here",
            [("'actor' is read here", context.tables.spans[loc])] if loc >= 0 else [],
        )


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
    for root in edges:
        path = [root]
        while path:
            missing = [p for p in edges[path[-1]] if p not in order]
            if missing:
                path.append(missing[0])
            else:
                phase = path.pop()
                order[phase] = 1 + max((order[p] for p in edges[phase]), default=-1)

    top = max(order.values(), default=0)
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
