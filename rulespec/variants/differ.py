"""What differs between two specs, part by part and in words. Citations and places in the text do not count."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from difflib import ndiff
from typing import Any

from rulespec.compiler.merge.edit_paths import map_steps, row_name
from rulespec.compiler.merge.merged_spec import WORD, MergedSpec, Named
from rulespec.syntax import ast
from rulespec.syntax.format import format_item, phrase


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. ``change`` is ``removed``, ``added`` or ``changed``; texts are None where there is none.

    ``lines`` are those of a text of several lines that differ, each after ``- `` or ``+ ``.
    """

    what: str
    path: str
    change: str
    old: str | None
    new: str | None
    lines: tuple[str, ...] = ()

    def told(self, width: int) -> Iterator[str]:
        """In one line where it fits, else with the old and the new below each other, as far as they differ."""
        line = str(self)
        if len(line) <= width:
            yield line
            return
        yield f"{self.what} {self.path}{'' if self.change == 'changed' else f' {self.change}'}:"
        sides = ((sign, text) for sign, text in (("-", self.old), ("+", self.new)) if text is not None)
        for text in self.lines or (f"{sign} {text}" for sign, text in sides):
            yield from textwrap.wrap(f"  {text}", width, subsequent_indent="      ", break_on_hyphens=False)

    def __str__(self) -> str:
        match self.change:
            case "removed":
                return f"{self.what} {self.path} removed" + (f" ({self.old})" if self.old else "")
            case "added":
                return f"{self.what} {self.path} added" + (f": {self.new}" if self.new else "")
            case _:
                return f"{self.what} {self.path}: {self.old} → {self.new}"


def differences(old: MergedSpec, new: MergedSpec) -> list[Difference]:
    """All differences, in the order in which the specs declare things."""
    found = [*_sections(old, new)]
    for key in dict.fromkeys([*old.entries, *new.entries]):
        before, after = old.entries.get(key), new.entries.get(key)
        if before is None:
            assert after is not None
            found.append(Difference(WORD[type(after.decl)], key[1], "added", None, None))
        elif after is None:
            found.append(Difference(WORD[type(before.decl)], key[1], "removed", None, None))
        else:
            found += _declaration(key[1], _bare(before.decl), _bare(after.decl))
    return found


def _bare(node: Any) -> Any:
    """The tree without citations."""
    if isinstance(node, tuple):
        return tuple(_bare(part) for part in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    new: dict[str, Any] = {}
    for field in fields(node):
        if field.name in ("cites", "otherwise_cites", "fined_cites"):
            new[field.name] = ()
        elif field.name != "span":
            new[field.name] = _bare(getattr(node, field.name))
    return replace(node, **new)


def _changed(what: str, path: str, old: str | None, new: str | None) -> Iterator[Difference]:
    """At most one difference between two texts, either of which may be absent."""
    if old == new:
        return
    if old is None:
        yield Difference(what, path, "added", None, new)
    elif new is None:
        yield Difference(what, path, "removed", old, None)
    else:
        yield Difference(what, path, "changed", old, new)


def _compare(what: str, path: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Difference]:
    """Parts of one kind by name."""
    for name in dict.fromkeys([*old, *new]):
        yield from _changed(what, f"{path}.{name}", old.get(name), new.get(name))


def _sections(old: MergedSpec, new: MergedSpec) -> Iterator[Difference]:
    if old.game is not None and new.game is not None:
        yield from _changed("the name", "of the game", old.game.name.text, new.game.name.text)
        yield from _compare("in", "game", _game(old.game), _game(new.game))
    lines = [{type(i).__name__.lower(): phrase(_bare(i)) for i in (m.deck.items if m.deck else ())} for m in (old, new)]
    yield from _compare("in", "deck", lines[0], lines[1])


def _game(game: ast.Game) -> dict[str, str]:
    found = {}
    if game.seats is not None:
        counts = game.seats.counts
        found["players"] = f"{counts[0]}..{counts[-1]}" if game.seats.is_range else " or ".join(map(str, counts))
    if game.teams is not None:
        found["teams"] = str(game.teams)
    return found


def _declaration(name: str, old: Named, new: Named) -> Iterator[Difference]:
    """What differs between two declarations of one name."""
    if old == new:
        return
    what = WORD[type(new)]
    match old, new:
        case ast.Option(), ast.Option() if old.type == new.type:
            yield from _changed(what, name, phrase(old.default), phrase(new.default))
        case ast.Const(), ast.Const():
            yield from _changed(what, name, phrase(old.value), phrase(new.value))
        case ast.Rule(value=ast.Cases() as first), ast.Rule(value=ast.Cases() as second) if _same_head(old, new):
            yield from _compare("line", name, _arms(first), _arms(second))
        case ast.Rule(lets=()), ast.Rule(lets=()) if old.params == new.params:
            yield from _changed(what, name, phrase(old.value), phrase(new.value))
        case ast.Move(), ast.Move():
            yield from _move(name, old, new)
        case ast.Phase(), ast.Phase() if old.params == new.params:
            yield from _phase(name, old, new)
        case ast.Schedule(), ast.Schedule():
            yield from _compare("line", name, _lines(old), _lines(new))
        case ast.Value(), ast.Value():
            rows = [{row_name(r): phrase(r.value) for r in v.rows} for v in (old, new)]
            yield from _compare("value", name, rows[0], rows[1])
        case _:
            yield from _with_lines(_changed(what, name, _text(old), _text(new)), old, new)


def _with_lines(
    found: Iterator[Difference], old: Named | None, new: Named | None, inner: bool = False
) -> Iterator[Difference]:
    """The differences with the lines in which two declarations differ when they are written out; ``inner``: those
    between its braces."""
    before, after = _written(old, inner), _written(new, inner)
    lines = tuple(line for line in ndiff(before, after) if line.startswith(("- ", "+ ")))
    for difference in found:
        yield replace(difference, lines=lines)


def _written(decl: Named | None, inner: bool) -> list[str]:
    lines = [] if decl is None else format_item(decl).splitlines()
    return lines[1:-1] if inner and len(lines) > 2 else lines


def _same_head(old: ast.Rule, new: ast.Rule) -> bool:
    return (old.params, old.type, old.lets) == (new.params, new.type, new.lets)


def _text(decl: Named) -> str:
    return " ".join(format_item(decl).split())


def _arms(cases: ast.Cases) -> dict[str, str]:
    found = {}
    for number, arm in enumerate(cases.arms, 1):
        found[arm.name.text if arm.name else str(number)] = f"{phrase(arm.value)} when {phrase(arm.condition)}"
    return {**found, "else": phrase(cases.otherwise)}


def _lines(schedule: ast.Schedule) -> dict[str, str]:
    found = {}
    for item in schedule.items:
        match item:
            case ast.Stage():
                found[item.name.text] = phrase(item)
            case ast.Hook():
                found[item.phase] = phrase(item)
            case _:
                found[type(item).__name__.lower()] = phrase(item)
    return found


def _move(name: str, old: ast.Move, new: ast.Move) -> Iterator[Difference]:
    params = [", ".join(phrase(p) for p in move.params) for move in (old, new)]
    yield from _changed("choice of", name, params[0], params[1])
    for what, kind in (("refusal", ast.Forbid), ("fine", ast.Fine), ("let", ast.ClauseLet)):
        parts = [{_name(c): _clause(c) for c in move.clauses if isinstance(c, kind)} for move in (old, new)]
        yield from _compare(what, name, parts[0], parts[1])
    effects = [" ".join(phrase(c.block) for c in move.clauses if isinstance(c, ast.Do)) for move in (old, new)]
    yield from _changed("effect of", name, effects[0], effects[1])
    says = [move.says.value if move.says else None for move in (old, new)]
    yield from _changed("sentence of", name, says[0], says[1])


def _name(clause: ast.Forbid | ast.Fine | ast.ClauseLet) -> str:
    return clause.name if isinstance(clause, ast.ClauseLet) else clause.name.text


def _clause(clause: ast.Forbid | ast.Fine | ast.ClauseLet) -> str:
    match clause:
        case ast.ClauseLet():
            return phrase(clause.value)
        case ast.Fine():
            return f'when {phrase(clause.condition)}: "{clause.message.value}" {phrase(clause.block)}'
        case ast.Forbid():
            text = f'when {phrase(clause.condition)}: "{clause.message.value}"'
            if clause.fined is None:
                return text
            when = f" when {phrase(clause.fined_when)}" if clause.fined_when is not None else ""
            return f"{text}, fined{when} {phrase(clause.fined)}"


def _phase(name: str, old: ast.Phase, new: ast.Phase) -> Iterator[Difference]:
    ensures = [{e.name.text: phrase(e.condition) for e in phase.ensures} for phase in (old, new)]
    yield from _compare("ensure", name, ensures[0], ensures[1])
    before, after = _steps(old.block), _steps(new.block)
    for step in dict.fromkeys([*before, *after]):
        blocks = [steps.get(step) for steps in (before, after)]
        texts = [None if block is None else phrase(block) for block in blocks]
        phases = [None if block is None else replace(old, block=block, ensures=()) for block in blocks]
        changed = _changed("step", f"{name}.{step}", texts[0], texts[1])
        yield from _with_lines(changed, phases[0], phases[1], inner=True)
    rest = [_without_steps(phase.block) for phase in (old, new)]
    if rest[0] != rest[1]:
        found = _changed("phase", name, phrase(rest[0]), phrase(rest[1]))
        yield from _with_lines(found, replace(old, block=rest[0]), replace(new, block=rest[1]))


def _steps(block: ast.Block) -> dict[str, ast.Block]:
    found: dict[str, ast.Block] = {}

    def visit(step: ast.Step) -> ast.Stmt:
        found[step.name] = step.block
        return step

    map_steps(block, visit)
    return found


def _without_steps(block: ast.Block) -> ast.Block:
    """The block with its steps emptied: they are told one by one."""
    return map_steps(block, lambda step: replace(step, block=replace(step.block, body=())))
