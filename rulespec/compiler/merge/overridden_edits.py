"""Edits of one file that a later line of the same file undoes.

Two overlays that change one thing are refused, since their order would decide. In one file the order is in plain
sight, and still the earlier line says something that does not hold: ``set x = true``, and below it ``set x = false``.
"""

from __future__ import annotations

from typing import TypeAlias

from rulespec.compiler.diagnostic_sink import DiagnosticSink
from rulespec.compiler.merge.ast_queries import walk
from rulespec.compiler.merge.edit_paths import path_of
from rulespec.compiler.merge.merged_spec import SPACE, MergedSpec
from rulespec.syntax import ast
from rulespec.syntax.source import Span

Edit: TypeAlias = (
    ast.Cite | ast.SetEdit | ast.StageEdit | ast.Drop | ast.AddEdit | ast.StepEdit | ast.FineEdit | ast.ReplaceEdit
)
_Made: TypeAlias = dict[int, tuple[str, Edit]]
"""Edits that hold so far, by their number in the file, with their paths."""


def check_overridden_edits(merged: MergedSpec, report: DiagnosticSink) -> None:
    """Warnings for edits of the files in hand that have no effect."""
    for file in merged.files:
        if file.source in merged.own_files:
            _check_file(merged, file.spec, report)


def _check_file(merged: MergedSpec, spec: ast.Spec, report: DiagnosticSink) -> None:
    made: dict[str, _Made] = {}
    """By path, those of the path and of all beneath it."""
    for number, later in enumerate(spec.items):
        if not isinstance(later, Edit):
            continue
        path = path_of(later)
        if _may_undo(later):
            before = made.get(path, {})
            undone = {n: (o, edit) for n, (o, edit) in before.items() if _undoes(merged, later, path, edit, o)}
            for other_number, (other, earlier) in undone.items():
                for above in _prefixes(other):
                    del made[above][other_number]
                report.warning(
                    "RS436",
                    f"this has no effect: further down the same file changes '{path}' again",
                    _head(earlier),
                    "keep one of the two",
                    [("the other is here", _head(later))],
                )
        for above in _prefixes(path):
            made.setdefault(above, {})[number] = (path, later)


def _prefixes(path: str) -> list[str]:
    """A path and those that it lies beneath."""
    steps = path.split(".")
    return [".".join(steps[:length]) for length in range(1, len(steps) + 1)]


def _head(edit: Edit) -> Span:
    """From the edit's first word to its path."""
    end = edit.declaration.name.span.end if isinstance(edit, ast.ReplaceEdit) else edit.path.span.end
    return Span(edit.span.source, edit.span.start, end)


def _may_undo(edit: Edit) -> bool:
    """Is it of the kinds that take the place of something, and without a word of what was there?"""
    match edit:
        case ast.AddEdit() | ast.Cite():
            return False
        case ast.StepEdit(how=how) if how != "instead of":
            return False
        case _:
            return not any(isinstance(node, ast.Call) and node.function == "base" for node in walk(edit))


def _undoes(merged: MergedSpec, later: Edit, path: str, earlier: Edit, other: str) -> bool:
    """Is nothing left of the earlier edit?"""
    beneath = other.startswith(f"{path}.")
    if (path != other and not beneath) or isinstance(earlier, ast.Cite):
        return False
    spaces = {space for space in SPACE.values() if (space, path) in merged.entries}
    match later:
        case ast.Drop():
            return not isinstance(earlier, ast.Drop) and not spaces
        case ast.ReplaceEdit(declaration=new):
            same = not isinstance(earlier, ast.ReplaceEdit) or type(earlier.declaration) is type(new)
            return same and spaces == {SPACE[type(new)]}
        case ast.SetEdit():
            rule = isinstance(earlier, ast.ReplaceEdit) and isinstance(earlier.declaration, ast.Rule)
            return not beneath and (rule or isinstance(earlier, ast.SetEdit))
        case ast.StageEdit():
            return isinstance(earlier, ast.StageEdit)
        case ast.StepEdit():
            return isinstance(earlier, ast.StepEdit)
        case ast.FineEdit():
            return isinstance(earlier, ast.FineEdit)
        case _:
            return False
