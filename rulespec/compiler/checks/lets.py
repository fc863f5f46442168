"""Names given by ``let``: one that hides another, and one that nobody reads.

``let high = …`` where ``high = …`` was meant makes a new name, and the variable keeps what it had. Parameters and
the names of loops may hide what they like: nobody takes them for an assignment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from rulespec.compiler.diagnostic_sink import word_within
from rulespec.compiler.merge.ast_queries import children, read_by, walk
from rulespec.compiler.merge.merged_spec import WORD
from rulespec.compiler.resolve.context import Context
from rulespec.syntax import ast
from rulespec.syntax.source import Source, Span

Let: TypeAlias = ast.Let | ast.ClauseLet | ast.RuleLet


@dataclass(frozen=True, slots=True)
class _Bound:
    """A name in scope: what an author calls it, and where it is given."""

    word: str
    span: Span


_Scope: TypeAlias = Mapping[str, _Bound]


def check_lets(context: Context, own: Set[Source]) -> None:
    """Warnings for the ``let``s in these files."""
    check = _Check(context, own)
    for entry in context.merged.entries.values():
        match entry.decl:
            case ast.Rule(params=params, lets=lets, value=value):
                check.sequence([*lets, value], _parameters(params))
            case ast.Move(params=params, says=says, clauses=clauses):
                check.sequence([*clauses, *([says] if says else [])], _parameters(params))
            case ast.Phase(params=params, block=block):
                check.within(block, _parameters(params))


def _parameters(params: Iterable[ast.Param | ast.MoveParam]) -> _Scope:
    return {p.binder.name if isinstance(p, ast.Chosen) else p.name: _Bound("parameter", p.span) for p in params}


class _Check:
    def __init__(self, context: Context, own: Set[Source]) -> None:
        self.context = context
        self.own = own

    def sequence(self, nodes: Sequence[ast.Node], scope: _Scope) -> None:
        """Nodes one after the other: the name of a ``let`` holds in those behind it."""
        for i, node in enumerate(nodes):
            self.within(node, scope)
            if isinstance(node, Let):
                if node.span.source in self.own:
                    self._let(node, nodes[i + 1 :], scope)
                scope = {**scope, node.name: _Bound("`let`", node.span)}

    def within(self, node: ast.Node, scope: _Scope) -> None:
        """The blocks in a node."""
        if isinstance(node, ast.Block):
            self.sequence(node.body, scope)
            return
        if isinstance(node, ast.For | ast.Cycle):
            scope = {**scope, node.binder.name: _Bound("name of the loop", node.binder.span)}
        for child in children(node):
            self.within(child, scope)

    def _let(self, node: Let, behind: Sequence[ast.Node], scope: _Scope) -> None:
        name, report = node.name, self.context.report
        hidden = scope.get(name) or self._declared(name)
        place = word_within(node.span, name)
        if hidden is not None:
            assigned = isinstance(node, ast.Let) and hidden.word in ("variable", "`let`")
            report.warning(
                "RS434",
                f"this `let` makes a new '{name}', and hides the {hidden.word} of that name",
                place,
                f"to change that one write: {name} = …; else choose another name"
                if assigned
                else "choose another name",
                [(f"the {hidden.word} is here", hidden.span)],
            )
        elif not any(name in read_by(inner) for inner in walk(tuple(behind))):
            report.warning("RS435", f"nothing reads '{name}'", place, "leave it out, or use it")

    def _declared(self, name: str) -> _Bound | None:
        decl = self.context.merged.find("name", name)
        return None if decl is None else _Bound(WORD[type(decl)], decl.name.span)
