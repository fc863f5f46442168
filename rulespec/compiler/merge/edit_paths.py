"""What a dotted path can reach inside a declaration, and rewriting the steps of a phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulespec.syntax import ast


def path_of(edit: ast.Edit) -> str:
    """The path that an edit changes, as it is written."""
    return edit.declaration.name.text if isinstance(edit, ast.ReplaceEdit) else str(edit.path)


def part_names(decl: Any) -> list[str]:
    """The names of the parts of a declaration that a path can reach."""
    match decl:
        case ast.Rule(value=ast.Cases(arms=arms)):
            return [arm.name.text for arm in arms if arm.name] + ["else"]
        case ast.Move(clauses=clauses):
            return [
                c.name if isinstance(c, ast.ClauseLet) else c.name.text for c in clauses if not isinstance(c, ast.Do)
            ]
        case ast.Phase(ensures=ensures, block=block):
            return [e.name.text for e in ensures] + step_names(block)
        case ast.Schedule(items=items):
            names = [i.name.text for i in items if isinstance(i, ast.Stage)]
            return [*names, *(i.phase for i in items if isinstance(i, ast.Hook)), "dealt", "then", "winner", "ties"]
        case ast.Value(rows=rows):
            return [row_name(row) for row in rows]
        case _:
            return []


def row_name(row: ast.ValueRow) -> str:
    """How a path calls a row of a value table: its rank or suit, ``else``, ``Q_of_spades``; of a number, ``rank_10``.

    A span is called by its ends: ``rank_2_10``.
    """
    if row.ranks is None:
        return "else"
    name = str(row.ranks.low) if row.ranks.high is None else f"{row.ranks.low}_{row.ranks.high}"
    if name[0].isdigit():
        name = f"rank_{name}"
    return f"{name}_of_{row.suit}" if row.suit else name


def step_names(block: ast.Block) -> list[str]:
    """All named steps in a block, however deep."""
    names: list[str] = []

    def visit(step: ast.Step) -> ast.Stmt:
        names.append(step.name)
        return step

    map_steps(block, visit)
    return names


def map_steps(block: ast.Block, change: Callable[[ast.Step], ast.Stmt | tuple[ast.Stmt, ...]]) -> ast.Block:
    """The block with every step replaced by what ``change`` makes of it (inner steps first)."""

    def otherwise(node: ast.Otherwise_ | None) -> ast.Otherwise_ | None:
        return replace(node, block=map_steps(node.block, change)) if node and node.block else node

    def inner(stmt: ast.Stmt) -> ast.Stmt:
        match stmt:
            case ast.If():
                other = stmt.otherwise
                new = inner(other) if isinstance(other, ast.If) else map_steps(other, change) if other else None
                assert new is None or isinstance(new, ast.If | ast.Block)
                return replace(stmt, then=map_steps(stmt.then, change), otherwise=new)
            case ast.For() | ast.Step():
                return replace(stmt, block=map_steps(stmt.block, change))
            case ast.Cycle() | ast.Repeat():
                return replace(stmt, block=map_steps(stmt.block, change), otherwise=otherwise(stmt.otherwise))
            case ast.Ask():
                alternatives = tuple(
                    replace(a, block=map_steps(a.block, change)) if a.block else a for a in stmt.alternatives
                )
                return replace(stmt, alternatives=alternatives, otherwise=otherwise(stmt.otherwise))
            case ast.Replay():
                return replace(stmt, then=map_steps(stmt.then, change)) if stmt.then else stmt
            case _:
                return stmt

    body: list[ast.Stmt] = []
    for stmt in block.body:
        stmt = inner(stmt)
        if isinstance(stmt, ast.Step):
            made = change(stmt)
            body.extend(made if isinstance(made, tuple) else (made,))
        else:
            body.append(stmt)
    return replace(block, body=tuple(body))


def label(part: Any) -> str | None:
    if isinstance(part, ast.ValueRow):
        return row_name(part)
    name = getattr(part, "name", None)
    return name.text if isinstance(name, ast.Ident) else name
