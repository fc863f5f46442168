"""A whole spec after merging: the declarations in force, by space and name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rulespec.compiler.merge.spec_loader import File
from rulespec.syntax import ast
from rulespec.syntax.source import Source, Span

SPACE: dict[type, str] = {
    ast.Option: "name",
    ast.Const: "name",
    ast.Zone: "name",
    ast.Groups: "name",
    ast.Var: "name",
    ast.Value: "name",
    ast.Pattern: "name",
    ast.Rule: "name",
    ast.CardNote: "name",
    ast.Move: "action",
    ast.Phase: "action",
    ast.Schedule: "action",
    ast.Enum: "type",
    ast.Convention: "convention",
    ast.Invariant: "invariant",
    ast.Setup: "setup",
    ast.Preset: "preset",
}
"""Within a space a name is declared once; the same name may live in several."""
WORD: dict[type, str] = {
    ast.Option: "option",
    ast.Const: "constant",
    ast.Zone: "place",
    ast.Groups: "groups",
    ast.Var: "variable",
    ast.Value: "value table",
    ast.Pattern: "pattern",
    ast.Rule: "rule",
    ast.CardNote: "note",
    ast.Move: "move",
    ast.Phase: "phase",
    ast.Schedule: "schedule",
    ast.Enum: "enumeration",
    ast.Convention: "convention",
    ast.Invariant: "invariant",
    ast.Setup: "setup",
    ast.Preset: "preset",
}
"""What an author calls each kind of declaration."""

Named: TypeAlias = ast.Replaceable | ast.Preset
Key: TypeAlias = tuple[str, str]
"""Space and name."""
AppliedEdit: TypeAlias = tuple[str, str, str, Span]
"""An edit made: how (set, drop, replace, add, before, after, fine, cite), the dotted path, the file's name, where."""


@dataclass(slots=True)
class SpecEntry:
    """A declaration in force, and the rules it replaced, oldest first (for ``base()``)."""

    decl: Named
    bases: tuple[ast.Rule, ...] = ()


@dataclass(slots=True)
class MergedSpec:
    """A whole spec. ``deck`` is None where no file declares one."""

    game: ast.Game | None = None
    libraries: list[ast.Library] = field(default_factory=list)
    deck: ast.Deck | None = None
    entries: dict[Key, SpecEntry] = field(default_factory=dict)
    files: list[File] = field(default_factory=list)
    applied_edits: list[AppliedEdit] = field(default_factory=list)
    noop_edits: set[int] = field(default_factory=set)
    """The numbers of those that changed nothing, such as a ``set`` to the value that was there."""
    own_files: tuple[Source, ...] = ()
    """The file in hand, or the overlays where there are some: not what they build on."""
    edits: int | None = None
    """So many edits are made; None: all."""

    def of(self, kind: type) -> Iterator[SpecEntry]:
        """The entries of one kind of declaration, in order."""
        return (entry for entry in self.entries.values() if isinstance(entry.decl, kind))

    def find(self, space: str, name: str) -> Named | None:
        entry = self.entries.get((space, name))
        return entry.decl if entry else None


def with_cites(decl: Named, cites: ast.Cites) -> Named:
    """The declaration with citations added, where its kind bears any."""
    if isinstance(decl, ast.CardNote | ast.Convention | ast.Preset):
        return decl
    return replace(decl, cites=decl.cites + cites)
