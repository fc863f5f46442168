"""Facts read off the syntax tree before lowering: names assigned, phases replayed, sheets queried."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rulespec.compiler.merge.merged_spec import MergedSpec, SpecEntry
from rulespec.syntax import ast
from rulespec.syntax.source import Span

_TEMPLATE_NAME = re.compile(r"\{([A-Za-z_][A-Za-z_0-9]*)")


def walk(node: Any) -> Iterator[Any]:
    """The node and everything in it, outside in."""
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple):
            stack.extend(reversed(item))
        elif is_dataclass(item) and not isinstance(item, type | Span):
            yield item
            stack.extend(getattr(item, f.name) for f in reversed(fields(item)) if f.name != "span")


def children(node: Any) -> Iterator[Any]:
    """The nodes right within a node, in order."""
    for field in fields(node):
        value = getattr(node, field.name)
        for item in value if isinstance(value, tuple) else (value,):
            if is_dataclass(item) and not isinstance(item, type | Span):
                yield item


def read_by(node: object) -> Iterator[str]:
    """The names that a node itself reads; those of the nodes in it are theirs."""
    match node:
        case ast.Name(text=name) | ast.Maybe(name=name) | ast.Call(function=name) | ast.NamedType(name=name):
            yield name
        case ast.Apply(function=name) | ast.Comp(function=name) | ast.Matches(pattern=name) | ast.Has(pattern=name):
            yield name
        case ast.Can(move=name) | ast.SetType(element=name) | ast.ListType(element=name) | ast.Note(name=name):
            yield name
        case ast.NameIndex(type=name) | ast.Give(to=name) | ast.Place(groups=name) | ast.Groups(pattern=name):
            yield name
        case ast.PWild(mark=name) | ast.PTotal(value=name):
            yield name
            if isinstance(node, ast.PTotal) and isinstance(node.amount, str):
                yield node.amount
        case ast.RangeType(low=low, high=high) | ast.RangeIndex(low=low, high=high):
            yield from (bound for bound in (low, high) if isinstance(bound, str))
        case ast.PParts(patterns=patterns):
            yield from (p.text for p in patterns)
        case ast.Pattern(anyof=patterns):
            yield from (p.text for p in patterns)
        case ast.Text(value=text):
            yield from _TEMPLATE_NAME.findall(text)


def assigned_names(node: ast.Node) -> frozenset[str]:
    """Every name that a text assigns."""
    return frozenset(n.name for n in walk(node) if isinstance(n, ast.Assign))


def replayed(node: Any) -> dict[str, int | None]:
    """The phases that a text replays, with the bound written, if one is."""
    return {n.phase: n.most for n in walk(node) if isinstance(n, ast.Replay)}


def sheet_queries(node: Any) -> dict[tuple[str, str], Span]:
    """The kinds and scopes that ``sheet(…)`` is asked for."""
    found: dict[tuple[str, str], Span] = {}
    for call in walk(node):
        if isinstance(call, ast.Call) and (key := sheet_key(call)) is not None:
            found.setdefault(key, call.span)
    return found


def lowering_order(merged: MergedSpec) -> list[ast.Move | ast.Phase | ast.Schedule]:
    """Moves, then phases and schedules so that whoever runs a phase comes before it (cycles: anyhow)."""
    decls = [e.decl for e in merged.entries.values()]
    actions = {d.name.text: d for d in decls if isinstance(d, ast.Phase | ast.Schedule)}
    done: list[ast.Phase | ast.Schedule] = []
    seen: set[str] = set()

    for root in actions:
        path = [(root, iter(_runs(actions[root])))] if root not in seen else []
        seen.add(root)
        while path:
            other = next(path[-1][1], None)
            if other is None:
                done.append(actions[path.pop()[0]])
            elif other in actions and other not in seen:
                seen.add(other)
                path.append((other, iter(_runs(actions[other]))))
    return [*(d for d in decls if isinstance(d, ast.Move)), *reversed(done)]


def _runs(decl: ast.Phase | ast.Schedule) -> list[str]:
    names: list[str] = []
    for node in walk(decl):
        match node:
            case ast.Run(phase=phase) | ast.Hook(phase=phase):
                names.append(phase)
            case ast.Stage(runs=runs):
                names.append(runs or "deal")
            case ast.Dealt(by=ast.Name(text=phase)):
                names.append(phase)
    return names


def sheet_key(node: ast.Call) -> tuple[str, str] | None:
    """The kind and scope of ``sheet(p, KIND, SCOPE)``, as written."""
    if node.function != "sheet" or len(node.args) != 3:
        return None
    kind, scope = node.args[1], node.args[2]
    if not isinstance(kind, ast.Name):
        return None
    match scope:
        case ast.StageLit():
            return kind.text, "stage"
        case ast.Name(text=text):
            return kind.text, text
        case _:
            return None


def layers_in_force(entry: SpecEntry) -> tuple[ast.Rule, ...]:
    """The rule that an entry declares, and before it the replaced ones that it still reaches through ``base()``."""
    if not isinstance(entry.decl, ast.Rule):
        return ()
    layers = (*entry.bases, entry.decl)
    first = len(layers) - 1
    while first > 0 and _calls_base(layers[first]):
        first -= 1
    return layers[first:]


def _calls_base(rule: ast.Rule) -> bool:
    return any(isinstance(node, ast.Call) and node.function == "base" for node in walk(rule))
