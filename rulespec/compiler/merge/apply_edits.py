"""Checked edits: ``set``, ``drop``, ``add``, ``instead of``, ``before``, ``after``, ``fine``, ``replace``, ``cite``.

Every edit names its target by a dotted path. A path's first step is a declaration (or ``game``, ``deck``), the
second a part of it: an arm of a rule's ``cases``, a clause or ``let`` of a move, a step or ``ensure`` of a phase,
a stage or entry of a schedule, a line of the deck. A target that is not there is an error with a suggestion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rulespec.compiler.diagnostic_sink import MAX_LISTED, DiagnosticSink
from rulespec.compiler.merge.edit_paths import label, map_steps, part_names, path_of, row_name
from rulespec.compiler.merge.edit_sections import DROPPED, SECTIONS, Sections
from rulespec.compiler.merge.merged_spec import SPACE, WORD, MergedSpec, Named, SpecEntry, with_cites
from rulespec.syntax import ast

SCHEDULE_LINES = ("winner", "ties", "dealt", "then")
"""What a path can reach in a schedule besides stages, and phases that run after them."""
SPACES = ("name", "action", "type", "convention", "invariant", "setup")


def apply_edit(merged: MergedSpec, edit: ast.Edit, report: DiagnosticSink, file: str) -> None:
    """Applies one edit to the spec so far, or reports why it cannot be."""
    editor, path = _Editor(merged, report), path_of(edit)
    root = path.split(".")[0]
    was = _state(merged, root)
    match edit:
        case ast.ReplaceEdit(declaration=decl):
            how = "replace"
            editor.replace_declaration(decl)
        case ast.Cite(path=target, cites=cites):
            how = "cite"
            editor.cite(target, cites)
        case ast.SetEdit(path=target, value=value, cites=cites):
            how = "set"
            editor.set(target, value, cites)
        case ast.StageEdit(path=target):
            how = "set"
            editor.set_stage(target, edit)
        case ast.Drop(path=target):
            how = "drop"
            editor.drop(target)
        case ast.AddEdit(path=target, before=before, items=items):
            how = "add"
            editor.add(target, before, items)
        case ast.StepEdit(how=word, path=target, block=block, cites=cites):
            how = "replace" if word == "instead of" else word
            editor.edit_step(word, target, block, cites)
        case ast.FineEdit(path=target):
            how = "fine"
            editor.fine(target, edit)
    if _state(merged, root) == was:
        merged.noop_edits.add(len(merged.applied_edits))
    merged.applied_edits.append((how, path, file, edit.span))


def _state(merged: MergedSpec, name: str) -> tuple[object, ...]:
    """All that an edit of this declaration could change."""
    entries = [merged.entries.get((space, name)) for space in SPACES]
    return merged.game, merged.deck, *((entry.decl, entry.bases) for entry in entries if entry is not None)


class _Editor(Sections):
    def __init__(self, merged: MergedSpec, report: DiagnosticSink) -> None:
        self.merged = merged
        self.report = report

    # ------------------------------------------------------------ finding

    def _root(self, path: ast.Path, part: bool) -> SpecEntry | None:
        """The entry that a path begins with; where several spaces know the name, the one that has the next step."""
        name = path.steps[0].text
        found = [e for space in SPACES if (e := self.merged.entries.get((space, name)))]
        if len(found) > 1 and len(path.steps) > 1:
            having = [e for e in found if path.steps[1].text in part_names(e.decl)]
            found = having or found
        elif len(found) > 1 and part:
            found = [e for e in found if part_names(e.decl)] or found
        if not found:
            names = [key[1] for key in self.merged.entries]
            elsewhere = self._elsewhere(path.steps[-1].text)
            if len(path.steps) == 1 and elsewhere is not None:
                self.report.error("RS202", f"unknown declaration '{name}'", path.steps[0].span, elsewhere)
            else:
                self.report.unknown("declaration", name, path.steps[0].span, [*names, "game", "deck"], elsewhere)
            return None
        return found[0]

    def _missing(self, path: ast.Path, decl: Any) -> None:
        step = path.steps[-1]
        names = part_names(decl)
        elsewhere = self._elsewhere(step.text)
        self.report.unknown(f"part of '{path.steps[0].text}':", step.text, step.span, names, elsewhere)

    def _elsewhere(self, part: str) -> str | None:
        """The paths that end in a name, as a hint; None where there is none."""
        paths = [f"{e.decl.name.text}.{part}" for e in self.merged.entries.values() if part in part_names(e.decl)]
        paths += [f"{section}.{part}" for section, parts in SECTIONS.items() if part in parts]
        more = ", …" if len(paths) > MAX_LISTED else ""
        return f"did you mean {', '.join(paths[:MAX_LISTED])}{more}?" if paths else None

    def _two_steps(self, path: ast.Path) -> bool:
        if len(path.steps) > 2:
            self.report.error("RS210", f"a path has at most two steps, not '{path}'", path.span)
            return False
        return True

    # ------------------------------------------------------------ edits

    def replace_declaration(self, decl: Named) -> None:
        key = (SPACE[type(decl)], decl.name.text)
        old = self.merged.entries.get(key)
        if old is None or type(old.decl) is not type(decl):
            names = [e.decl.name.text for e in self.merged.of(type(decl))]
            self.report.unknown(f"{WORD[type(decl)]} to replace:", decl.name.text, decl.name.span, names)
            return
        bases = old.bases
        if isinstance(old.decl, ast.Rule):
            bases = (*bases, old.decl)
        self.merged.entries[key] = SpecEntry(decl, bases)

    def cite(self, path: ast.Path, cites: ast.Cites) -> None:
        if len(path.steps) == 1:
            entry = self._root(path, part=False)
            if entry is not None:
                entry.decl = with_cites(entry.decl, cites)
            return
        entry = self._root(path, part=True) if len(path.steps) == 2 else None
        name = path.steps[-1].text
        match entry:
            case SpecEntry(decl=ast.Rule(value=ast.Cases() as cases) as rule) if name == "else":
                last = replace(cases, otherwise_cites=(*cases.otherwise_cites, *cites))
                entry.decl = replace(rule, value=last)
            case SpecEntry(decl=ast.Schedule() as schedule) if name in SCHEDULE_LINES:
                kind = ast.Winner if name in ("winner", "ties") else ast.Dealt
                items = (replace(i, cites=(*i.cites, *cites)) if isinstance(i, kind) else i for i in schedule.items)
                entry.decl = replace(schedule, items=tuple(items))
            case _:
                self._change_part(path, lambda part: replace(part, cites=(*part.cites, *cites)))

    def _change_part(self, path: ast.Path, change: Callable[[Any], Any | None]) -> None:
        """Replaces a clause, arm, ensure, step, stage or hook by what ``change`` makes of it; None removes it."""
        if not self._two_steps(path):
            return
        entry = self._root(path, part=True)
        if entry is None:
            return
        name = path.steps[-1].text
        decl: Any = entry.decl
        hits = 0

        def one(part: Any) -> tuple[Any, ...]:
            nonlocal hits
            hits += 1
            made = change(part)
            return () if made is None else (made,)

        def named(part: Any) -> bool:
            label = getattr(part, "name", None)
            return (label.text if isinstance(label, ast.Ident) else label) == name

        match decl:
            case ast.Rule(value=ast.Cases() as cases):
                arms = tuple(x for arm in cases.arms for x in (one(arm) if named(arm) else (arm,)))
                decl = replace(decl, value=replace(cases, arms=arms))
            case ast.Move():
                clauses = tuple(x for c in decl.clauses for x in (one(c) if named(c) else (c,)))
                decl = replace(decl, clauses=clauses)
            case ast.Phase():
                ensures = tuple(x for e in decl.ensures for x in (one(e) if named(e) else (e,)))
                block = decl.block
                if not hits:
                    block = map_steps(block, lambda step: one(step) if step.name == name else step)
                decl = replace(decl, ensures=ensures, block=block)
            case ast.Schedule():
                items = tuple(
                    x
                    for i in decl.items
                    for x in (
                        one(i)
                        if (isinstance(i, ast.Stage) and named(i)) or (isinstance(i, ast.Hook) and i.phase == name)
                        else (i,)
                    )
                )
                decl = replace(decl, items=items)
            case ast.Value():
                rows = tuple(x for r in decl.rows for x in (one(r) if row_name(r) == name else (r,)))
                decl = replace(decl, rows=rows)
        if not hits:
            self._missing(path, entry.decl)
            return
        entry.decl = decl

    def set(self, path: ast.Path, value: ast.Expr, cites: ast.Cites) -> None:
        first = path.steps[0].text
        if first in ("game", "deck"):
            self.set_section(path, value)
            return
        if len(path.steps) == 1:
            self._set_whole(path, value, cites)
            return
        if not self._two_steps(path):
            return
        entry = self._root(path, part=True)
        if entry is None:
            return
        name = path.steps[1].text
        decl = entry.decl
        if isinstance(decl, ast.Schedule) and name in SCHEDULE_LINES:
            self._set_schedule(entry, decl, name, value)
        elif isinstance(decl, ast.Rule) and isinstance(decl.value, ast.Cases) and name == "else":
            last = replace(decl.value, otherwise=value, otherwise_cites=(*decl.value.otherwise_cites, *cites))
            entry.decl = replace(decl, value=last)
        else:
            self._change_part(path, lambda part: self._with_value(part, value, cites, path))

    def _with_value(self, part: Any, value: ast.Expr, cites: ast.Cites, path: ast.Path) -> Any:
        match part:
            case ast.Arm():
                return replace(part, value=value, cites=(*part.cites, *cites))
            case ast.ValueRow() | ast.ClauseLet():
                return replace(part, value=value)
            case ast.Forbid() | ast.Fine() | ast.Ensure():
                return replace(part, condition=value, cites=(*part.cites, *cites))
            case _:
                self.report.error(
                    "RS211",
                    f"'{path}' has no value to set",
                    path.span,
                    "a step is changed with: instead of …, before …, after …",
                )
                return part

    def _set_whole(self, path: ast.Path, value: ast.Expr, cites: ast.Cites) -> None:
        entry = self._root(path, part=False)
        if entry is None:
            return
        decl = entry.decl
        match decl:
            case ast.Option():
                entry.decl = replace(decl, default=value, cites=(*decl.cites, *cites))
            case ast.Const():
                entry.decl = replace(decl, value=value, cites=(*decl.cites, *cites))
            case ast.Var():
                entry.decl = replace(decl, initial=value, cites=(*decl.cites, *cites))
            case ast.Invariant() | ast.Setup():
                entry.decl = replace(decl, condition=value, cites=(*decl.cites, *cites))
            case ast.Rule():
                entry.bases = (*entry.bases, decl)
                entry.decl = replace(decl, lets=(), value=value, braced=False, cites=(*decl.cites, *cites))
            case _:
                self.report.error(
                    "RS211", f"'{path}' has no value to set", path.span, f"write it anew: replace … {path} …"
                )

    def _set_schedule(self, entry: SpecEntry, decl: ast.Schedule, name: str, value: ast.Expr) -> None:
        items: list[ast.ScheduleItem] = []
        for item in decl.items:
            if isinstance(item, ast.Winner) and name == "winner":
                item = replace(item, who=value)
            elif isinstance(item, ast.Winner) and name == "ties":
                if not isinstance(value, ast.Name):
                    self.report.error("RS211", "ties are settled by: share, continue or sheet_order", value.span)
                    return
                item = replace(item, ties=value.text)
            elif isinstance(item, ast.Dealt) and name == "dealt":
                item = replace(item, by=value)
            elif isinstance(item, ast.Dealt) and name == "then":
                item = replace(item, then=value)
            items.append(item)
        entry.decl = replace(decl, items=tuple(items))

    def set_stage(self, path: ast.Path, edit: ast.StageEdit) -> None:
        self._change_part(
            path,
            lambda part: replace(
                part,
                count=edit.count,
                sizes=edit.sizes,
                until=edit.until,
                runs=edit.runs or part.runs,
                cites=(*part.cites, *edit.cites),
            ),
        )

    def drop(self, path: ast.Path) -> None:
        if path.steps[0].text == "deck" and len(path.steps) == 2 and self.merged.deck is not None:
            self._drop_from_deck(path.steps[1], self.merged.deck)
            return
        if len(path.steps) == 1:
            entry = self._root(path, part=False)
            if entry is not None:
                for key, value in list(self.merged.entries.items()):
                    if value is entry:
                        del self.merged.entries[key]
            return
        if not self._kept(path):
            self._change_part(path, lambda _part: None)

    def _kept(self, path: ast.Path) -> bool:
        """Is this a part that must be there? Then it is reported."""
        entry = self._root(path, part=True) if len(path.steps) == 2 else None
        name = path.steps[-1].text
        match entry:
            case SpecEntry(decl=ast.Rule(value=ast.Cases())) if name == "else":
                why = f"'{path}' cannot be dropped: there must be a value in every case"
            case SpecEntry(decl=ast.Schedule()) if name in SCHEDULE_LINES:
                why = f"'{path}' can be set, and not dropped"
            case _:
                return False
        self.report.error("RS258", why, path.span, f"write what it shall be: set {path} = …")
        return True

    def _drop_from_deck(self, step: ast.Ident, deck: ast.Deck) -> None:
        """Takes away the lines of a word, or the mark of a name."""
        kind = DROPPED.get(step.text)
        gone = [
            item
            for item in deck.items
            if (
                isinstance(item, kind)
                if kind is not None
                else isinstance(item, ast.Mark) and item.name.text == step.text
            )
        ]
        if not gone:
            words = [word for word, line in DROPPED.items() if any(isinstance(item, line) for item in deck.items)]
            marks = [item.name.text for item in deck.items if isinstance(item, ast.Mark)]
            self.report.unknown("line of the deck:", step.text, step.span, [*words, *marks])
        self.merged.deck = replace(deck, items=tuple(item for item in deck.items if item not in gone))

    def add(self, path: ast.Path, before: ast.Ident | None, items: tuple[ast.AddItem, ...]) -> None:
        if path.steps[0].text == "deck" and self.merged.deck is not None:
            wrong = next((item for item in items if not isinstance(item, ast.DeckItem)), None)
            if wrong is not None:
                hint = "a deck takes: suits, ranks, jokers, copies, mark, without, alike"
                self.report.error("RS212", "this cannot be added to the deck", wrong.span, hint)
                return
            lines = tuple(item for item in items if isinstance(item, ast.DeckItem))
            self.merged.deck = replace(self.merged.deck, items=self.merged.deck.items + lines)
            return
        entry = self._root(path, part=True)
        if entry is None:
            return
        decl = entry.decl
        found = _parts(decl)
        if found is None:
            hint = "moves take clauses, rules with cases arms, value tables rows, schedules stages, phases ensures"
            self.report.error("RS212", f"nothing can be added to '{path}'", path.span, hint)
            return
        wanted, old = found
        for item in items:
            name = label(item)
            if not isinstance(item, wanted):
                self.report.error("RS212", f"this cannot be added to '{path}'", item.span, _form(decl, path))
                return
            if name is not None and name in part_names(decl):
                hint = f"change it with: set {path}.{name} = …"
                self.report.error("RS201", f"'{path}' already has a part '{name}'", item.span, hint)
                return
        if before is not None:
            names = [label(part) for part in old]
            if before.text not in names:
                self.report.unknown(f"part of '{path}':", before.text, before.span, [n for n in names if n])
                return
            at = names.index(before.text)
            new = (*old[:at], *items, *old[at:])
        else:
            early, late = _apart(items)
            at = next((i for i, part in enumerate(old) if isinstance(part, ast.Do)), len(old))
            new = (*old[:at], *early, *old[at:], *late)
        entry.decl = _with_parts(decl, new)

    def edit_step(self, how: str, path: ast.Path, block: ast.Block, cites: ast.Cites) -> None:
        if not self._two_steps(path):
            return
        entry = self._root(path, part=True)
        if entry is None or len(path.steps) == 1 or not isinstance(entry.decl, ast.Phase):
            if entry is not None:
                self.report.error(
                    "RS213",
                    f"'{path}' is not a step of a phase",
                    path.span,
                    "write the phase, a dot, and the step's name",
                )
            return
        name = path.steps[1].text
        hits = 0

        def change(step: ast.Step) -> ast.Stmt | tuple[ast.Stmt, ...]:
            nonlocal hits
            if step.name != name:
                return step
            hits += 1
            if how == "instead of":
                return replace(step, block=block, cites=(*step.cites, *cites))
            body = (*block.body, *step.block.body) if how == "before" else (*step.block.body, *block.body)
            return replace(step, block=replace(step.block, body=body), cites=(*step.cites, *cites))

        new = map_steps(entry.decl.block, change)
        if not hits:
            self._missing(path, entry.decl)
            return
        entry.decl = replace(entry.decl, block=new)

    def fine(self, path: ast.Path, edit: ast.FineEdit) -> None:
        def change(part: Any) -> Any:
            if not isinstance(part, ast.Forbid):
                self.report.error(
                    "RS214", f"'{path}' is not a refusal", path.span, "only a 'forbid' can be turned into a fine"
                )
                return part
            return replace(part, fined=edit.block, fined_when=edit.when, fined_cites=edit.cites)

        self._change_part(path, change)


def _form(decl: Named, path: ast.Path) -> str:
    """How parts are added to a declaration."""
    match decl:
        case ast.Rule():
            form = "NAME when CONDITION: VALUE"
        case ast.Move():
            form = 'forbid NAME when CONDITION "…"  do { … }'
        case ast.Schedule():
            form = 'stage NAME "…" 2 deals of 5  run PHASE after stage'
        case ast.Phase():
            form = 'ensure NAME "…": CONDITION'
        case _:
            form = "Q of spades: VALUE"
    return f"write: add to {path} {{ {form} }}"


def _parts(decl: Named) -> tuple[tuple[type, ...], tuple[Any, ...]] | None:
    """What can be added to a declaration, and what it has; None where nothing can."""
    match decl:
        case ast.Rule(value=ast.Cases(arms=arms)):
            return (ast.Arm,), arms
        case ast.Move(clauses=clauses):
            return (ast.Forbid, ast.Fine, ast.ClauseLet, ast.Do), clauses
        case ast.Schedule(items=items):
            return (ast.Stage, ast.Hook, ast.Dealt, ast.Winner), items
        case ast.Value(rows=rows):
            return (ast.ValueRow,), rows
        case ast.Phase(ensures=ensures):
            return (ast.Ensure,), ensures
        case _:
            return None


def _with_parts(decl: Named, parts: tuple[Any, ...]) -> Named:
    """The declaration with other parts."""
    match decl:
        case ast.Rule(value=ast.Cases() as cases):
            return replace(decl, value=replace(cases, arms=parts))
        case ast.Move():
            return replace(decl, clauses=parts, braced=True)
        case ast.Schedule():
            return replace(decl, items=parts)
        case ast.Value():
            return replace(decl, rows=parts)
        case ast.Phase():
            return replace(decl, ensures=parts)
        case _:
            return decl


def _apart(items: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Clauses, and the effects that are added after those a move has."""
    effects = tuple(item for item in items if isinstance(item, ast.Do))
    return tuple(item for item in items if not isinstance(item, ast.Do)), effects
