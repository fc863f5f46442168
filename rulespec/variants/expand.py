"""One flat spec out of a game, its libraries and its overlays.

What is printed is a spec like any other: it has no ``use``, no ``extends`` and no edits, and it plays the same
matches. Comments say where each declaration comes from and which edits made it what it is. A rule that was replaced
and is still used through ``base()`` stands under a name of its own.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from rulespec.compiler.merge.ast_queries import layers_in_force
from rulespec.compiler.merge.merged_spec import MergedSpec, SpecEntry
from rulespec.syntax import ast
from rulespec.syntax.format import format_item
from rulespec.syntax.parser import parse_with_comments
from rulespec.syntax.tokens import Comment

ORDER: tuple[type, ...] = (
    ast.Option, ast.Preset, ast.Setup, ast.Const, ast.Convention, ast.Enum, ast.Deck, ast.Value, ast.Zone, ast.CardNote,
    ast.Groups, ast.Pattern, ast.Var, ast.Invariant, ast.Schedule, ast.Phase, ast.Move, ast.Rule,
)  # fmt: skip
"""The order in which kinds of declarations are printed: as one reads a rulebook."""
ALONE = (ast.Deck, ast.Schedule, ast.Phase, ast.Move, ast.Rule)
"""Kinds with an empty line between their declarations."""
WORDS = {"set": "set", "drop": "dropped", "add": "added to", "replace": "replaced", "before": "added before",
         "after": "added after", "fine": "fined"}  # fmt: skip


def expand(merged: MergedSpec, folder: Path | None = None) -> str:
    """The whole spec as text; the file of its sources is named as seen from ``folder``, where the text is to lie."""
    main = merged.files[0].source.name if merged.files else ""
    for file in merged.files:
        if any(isinstance(item, ast.Game) for item in file.spec.items):
            main = file.source.name
    lines = ["rules 1"]
    authors = _Comments(merged)
    if merged.game is not None:
        game = _with_sources_from(merged, merged.game, folder)
        lines += [*_remarks(merged, "game", merged.game, main), *authors.of(merged.game, format_item(game))]
    last: type = ast.Game
    for name, item in _items(merged):
        if type(item) is not last or isinstance(item, ALONE):
            lines.append("")
        last = type(item)
        lines += [*_remarks(merged, name, item, main), *authors.of(item, format_item(item))]
    return "\n".join(lines) + "\n"


class _Comments:
    """What the authors noted in front of a declaration, with no empty line between, and beside its end.

    Comments within a declaration are lost: an edit may have changed what they speak of.
    """

    def __init__(self, merged: MergedSpec) -> None:
        self._found = {f.source: parse_with_comments(f.source).comments for f in merged.files}

    def of(self, item: ast.Item, text: str) -> list[str]:
        """The lines of an item, with its comments."""
        letters, found = item.span.source.text, self._found.get(item.span.source, ())
        before: list[str] = []
        start, at = item.span.start, bisect_left(found, item.span.start, key=_start)
        while at > 0 and found[at - 1].alone and letters[found[at - 1].end : start].strip(" \t\r") == "\n":
            at -= 1
            before.insert(0, found[at].text)
            start = found[at].start
        at = bisect_left(found, item.span.end, key=_start)
        if at < len(found) and not letters[item.span.end : found[at].start].strip(" \t"):
            text = f"{text}  {found[at].text}"
        return [*before, text]


def _start(comment: Comment) -> int:
    return comment.start


def _with_sources_from(merged: MergedSpec, game: ast.Game, folder: Path | None) -> ast.Game:
    file = next((f for f in merged.files if f.source is game.span.source), None)
    if game.sources is None or folder is None or file is None or file.path is None:
        return game
    seen = os.path.relpath(file.path.parent / game.sources.value, folder)
    return replace(game, sources=replace(game.sources, value=Path(seen).as_posix()))


def _items(merged: MergedSpec) -> list[tuple[str, ast.Item]]:
    """Every declaration with the name it was declared under, in reading order."""
    found: list[tuple[str, ast.Item]] = []
    if merged.deck is not None:
        found.append(("deck", merged.deck))
    taken = {name for _, name in merged.entries}
    for (_, name), entry in merged.entries.items():
        if isinstance(entry.decl, ast.Rule) and entry.bases:
            found.extend((name, rule) for rule in _layers(entry, taken))
        else:
            found.append((name, entry.decl))
    return sorted(found, key=lambda pair: ORDER.index(type(pair[1])))


def _layers(entry: SpecEntry, taken: set[str]) -> list[ast.Rule]:
    """The rule in force, and before it the replaced ones that it still reaches through ``base()``."""
    layers = layers_in_force(entry)
    rule = layers[-1]
    names = [rule.name.text]
    for _ in layers[1:]:
        name = f"{rule.name.text}_base" if len(layers) == 2 else f"{rule.name.text}_base{len(layers) - len(names)}"
        while name in taken:
            name += "_"
        taken.add(name)
        names.insert(0, name)
    made: list[ast.Rule] = []
    for i, layer in enumerate(layers):
        if i > 0:
            layer = _change(layer, _base_calls(names[i - 1], layer))
        made.append(replace(layer, name=replace(layer.name, text=names[i])))
    return made


def _base_calls(name: str, rule: ast.Rule) -> Callable[[Any], Any]:
    """Turns ``base(…)`` into a call of the rule called ``name``."""

    def change(node: Any) -> Any:
        if not isinstance(node, ast.Call) or node.function != "base":
            return node
        args = node.args or tuple(ast.Name(p.name, span=node.span) for p in rule.params)
        return ast.Call(name, args, span=node.span) if args else ast.Name(name, span=node.span)

    return change


def _change(node: Any, change: Callable[[Any], Any]) -> Any:
    """A tree with every node replaced by what ``change`` makes of it, innermost first."""
    if isinstance(node, tuple):
        return tuple(_change(part, change) for part in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    new = {f.name: _change(getattr(node, f.name), change) for f in fields(node) if f.name != "span"}
    return change(replace(node, **new))


def _remarks(merged: MergedSpec, name: str, item: ast.Item, main: str) -> list[str]:
    """Comment lines: the file a declaration comes from unless it is the game's own, and the edits made to it."""
    lines: list[str] = []
    source = item.span.source.name
    if source != main:
        lines.append(f"# from {source}")
    for number, (how, path, file, span) in enumerate(merged.applied_edits):
        if how != "cite" and number not in merged.noop_edits and path.split(".")[0] == name:
            if how == "replace" and file == source and path == name:
                continue
            lines.append(f"# {WORDS.get(how, how)} {path}: {file}:{span.line}")
    return list(dict.fromkeys(lines))
