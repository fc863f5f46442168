"""One spec out of many files: declarations of the base and the libraries, then edits.

The result is what an author would have written in a single file. Libraries come before the file that uses them,
a base before what extends it; a file's declarations come before its edits.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from rulespec.compiler.diagnostic_sink import DiagnosticSink
from rulespec.compiler.merge.apply_edits import apply_edit
from rulespec.compiler.merge.merged_spec import SPACE, WORD, AppliedEdit, MergedSpec, Named, SpecEntry
from rulespec.compiler.merge.overridden_edits import check_overridden_edits
from rulespec.compiler.merge.spec_loader import File
from rulespec.syntax import ast

COMMUTE = ("add", "cite")
"""Edits of one path that do not get in each other's way."""
EDITS = (
    ast.Cite,
    ast.SetEdit,
    ast.StageEdit,
    ast.Drop,
    ast.AddEdit,
    ast.StepEdit,
    ast.FineEdit,
    ast.ReplaceEdit,
)


def merge(file: File, overlays: Sequence[File], report: DiagnosticSink, edits: int | None = None) -> MergedSpec:
    """The spec in ``file`` with ``overlays`` applied in order, each as if it extended the one before.

    ``edits``: so many are made and no more.
    """
    if not overlays and _changes_nothing(file):
        first = next(item for item in file.spec.items if isinstance(item, EDITS))
        hint = 'write extends "…" above it, or lay this file on a game: rulespec run GAME.rules --with THIS.rules'
        report.error("RS216", "this file changes a game and does not say which", first.span, hint)
        return MergedSpec(files=[file])
    for overlay in overlays:
        if overlay is file:
            head = next((item for item in file.spec.items if isinstance(item, ast.Game)), file.spec)
            report.error("RS208", "a spec is no overlay of itself", head.span, "leave out its own name behind --with")
            return MergedSpec(files=[file])
    merged = MergedSpec(own_files=tuple(f.source for f in overlays or (file,)), edits=edits)
    seen: set[str] = set()
    _include(merged, file, report, seen)
    before = len(merged.applied_edits)
    for overlay in overlays:
        _include(merged, overlay, report, seen, overlay=True)
    _relations(merged, report)
    _conflicts(merged.applied_edits[before:], report)
    check_overridden_edits(merged, report)
    return merged


def _changes_nothing(file: File) -> bool:
    """Are there edits, and neither a game nor a library to edit?"""
    items = file.spec.items
    alone = file.base is None and not any(isinstance(i, ast.Game | ast.Library | ast.Extends | ast.Use) for i in items)
    return alone and any(isinstance(i, EDITS) for i in items)


def _include(merged: MergedSpec, file: File, report: DiagnosticSink, seen: set[str], overlay: bool = False) -> None:
    if file.source.name in seen:
        return
    seen.add(file.source.name)
    if file.base is not None:
        if overlay and file.base.source.name not in seen:
            where = next(item for item in file.spec.items if isinstance(item, ast.Extends))
            report.error(
                "RS208",
                f"this overlay is made for '{file.base.source.name}', and here it is laid over another spec",
                where.span,
                "lay it over that one, or write one for this",
            )
            return
        _include(merged, file.base, report, seen)
    for used in file.uses:
        _include(merged, used, report, seen)
    merged.files.append(file)
    for item in file.spec.items:
        _declare(merged, item, report)
    for item in file.spec.items:
        if isinstance(item, EDITS) and (merged.edits is None or len(merged.applied_edits) < merged.edits):
            apply_edit(merged, item, report, file.source.name)


def _declare(merged: MergedSpec, item: ast.Item, report: DiagnosticSink) -> None:
    if isinstance(item, ast.Game):
        if merged.game is not None:
            report.error(
                "RS201",
                "a second 'game'",
                item.span,
                "an overlay changes it with set game.players = …",
                [("the first is here", merged.game.span)],
            )
            return
        merged.game = item
    elif isinstance(item, ast.Library):
        merged.libraries.append(item)
    elif isinstance(item, ast.Deck):
        if merged.deck is not None:
            report.error(
                "RS201",
                "a second 'deck'",
                item.span,
                "change it with set deck.ranks = … or add to deck { … }",
                [("the first is here", merged.deck.span)],
            )
            return
        merged.deck = item
    elif type(item) in SPACE:
        assert not isinstance(item, ast.Use | ast.Extends)
        declare(merged, item, report)  # type: ignore[arg-type]


def _word(decl: Named) -> str:
    """What a declaration is called, as it is written."""
    if isinstance(decl, ast.Zone):
        return "pile" if decl.ordered else "zone"
    return WORD[type(decl)]


def _instead(decl: Named, old: Named) -> str:
    """What to do about a name that is declared twice."""
    name = decl.name.text
    if type(decl) is not type(old):
        return "choose another name"
    if decl.span.source is old.span.source:
        return "leave one of them out"
    match decl:
        case ast.Option() | ast.Const() | ast.Var():
            return f"to change what it is worth at first write: set {name} = …"
        case ast.Preset():
            return "choose another name"
        case _:
            return f"to change it write: replace {_word(decl)} {name}"


def declare(merged: MergedSpec, decl: Named, report: DiagnosticSink) -> None:
    """Adds a declaration, or reports that its name is taken."""
    key = (SPACE[type(decl)], decl.name.text)
    old = merged.entries.get(key)
    if old is not None:
        old_kind = _word(old.decl)
        report.error(
            "RS201",
            f"'{decl.name.text}' is declared twice",
            decl.name.span,
            _instead(decl, old.decl),
            [(f"the {old_kind} of that name is here", old.decl.name.span)],
        )
        return
    merged.entries[key] = SpecEntry(decl)


def _relations(merged: MergedSpec, report: DiagnosticSink) -> None:
    """What overlays say of each other: those they require must be there, those they conflict with must not."""
    present = {PurePath(f.source.name).name.removesuffix(".rules"): f for f in merged.files}
    for file in merged.files:
        for item in file.spec.items:
            if not isinstance(item, ast.Relation):
                continue
            other = present.get(PurePath(item.file.value).name)
            if item.how == "requires" and other is None:
                hint = f"add it: --with {item.file.value}.rules, or extend it instead of its base"
                report.error("RS220", f"this overlay needs '{item.file.value}' as well", item.span, hint)
            elif item.how == "conflicts" and other is not None:
                report.error(
                    "RS209",
                    f"this overlay does not go with '{item.file.value}'",
                    item.span,
                    "keep one of them",
                    [("the other is here", other.spec.span)],
                )


def _conflicts(applied_edits: Sequence[AppliedEdit], report: DiagnosticSink) -> None:
    """Two overlays of which the order would matter: both set, drop or replace one path, or one edits beneath."""
    for i, (how, path, file, span) in enumerate(applied_edits):
        for other_how, other_path, other_file, other_span in applied_edits[:i]:
            if file == other_file:
                continue
            same = path == other_path and not (how in COMMUTE and other_how in COMMUTE)
            beneath = path.startswith(other_path + ".") and other_how in ("drop", "replace")
            above = other_path.startswith(path + ".") and how in ("drop", "replace")
            if same or beneath or above:
                report.error(
                    "RS209",
                    f"two overlays change '{path}'",
                    span,
                    "keep one of them",
                    [("the other is here", other_span)],
                )
