"""From a path to all files a spec is made of.

``use "std/NAME"`` names a file of the package's own library; any other ``use`` or ``extends`` names a file
(without its ``.rules``) in the folder of the spec that says so or in one of the folders above it, up to
``LEVELS_UP``. A name never leads out of these folders: it has no ``..``, no root and no drive.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from rulespec.compiler.diagnostic_sink import DiagnosticSink
from rulespec.syntax import ast
from rulespec.syntax.diagnostics import Diagnostic
from rulespec.syntax.files import read_source
from rulespec.syntax.parser import parse
from rulespec.syntax.source import Source
from rulespec.syntax.suggest import did_you_mean

LEVELS_UP = 3
MAX_FILES = 64
MAX_LETTERS = 200
REFERENCE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*\Z")


@dataclass(frozen=True, slots=True)
class File:
    """A parsed file with the libraries it uses (in order) and the spec it extends, themselves parsed."""

    source: Source
    path: Path | None
    spec: ast.Spec
    base: File | None
    uses: tuple[File, ...]


class Parses:
    """Texts that are parsed once, for all the specs that are made of them."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[Source, ast.Spec | None, list[Diagnostic]]] = {}

    def parse(self, source: Source) -> tuple[Source, ast.Spec | None, list[Diagnostic]]:
        """The source of that name and text which was parsed, with its tree and findings (``syntax.parser.parse``)."""
        key = source.name, source.text
        if key not in self._known:
            self._known[key] = (source, *parse(source))
        return self._known[key]


class Loader:
    """Reads each file once; reports what cannot be read, parsed or found, and cycles."""

    def __init__(self, report: DiagnosticSink, parses: Parses | None = None) -> None:
        self.report = report
        self.parses = Parses() if parses is None else parses
        self.sources: list[Source] = []
        self.refers: dict[tuple[str, str], str] = {}
        """By the name of a file and what it calls another: the other's name."""
        self._done: dict[str, File | None] = {}
        self._open: list[str] = []

    def load(self, path: Path) -> File | None:
        """The file at ``path`` with all it refers to, or None after reporting why not."""
        return self._load(str(path), path)

    def _load(self, name: str, path: Path | None) -> File | None:
        key = str(path.resolve()) if path is not None else name
        if key in self._done:
            return self._done[key]
        source = self.library(name) if path is None else self.read(path)
        if source is None:
            self._done[key] = None
            return None
        source, spec, found = self.parses.parse(source)
        self.sources.append(source)
        self.report.found.extend(found)
        if spec is None:
            self._done[key] = None
            return None
        self._open.append(key)
        base: File | None = None
        uses: list[File] = []
        for item in spec.items:
            if isinstance(item, ast.Extends):
                if base is not None:
                    self.report.error("RS204", "a spec extends at most one other", item.span)
                    continue
                base = self._refer(item.file, path, "extends")
            elif isinstance(item, ast.Use):
                used = self._refer(item.file, path, "uses")
                if used is not None:
                    uses.append(used)
        self._open.pop()
        file = File(source, path, spec, base, tuple(uses))
        self._done[key] = file
        return file

    # ------------------------------------------------------------ where texts come from

    def read(self, path: Path) -> Source | None:
        """The text of a file; None after reporting why it cannot be had."""
        source, found = read_source(path)
        self.report.found.extend(found)
        return source

    def library(self, name: str) -> Source | None:
        """The text of a file of the package's library."""
        return library_source(name)

    def find(self, name: str, path: Path | None) -> Path | None:
        """The file that the one at ``path`` calls ``name``."""
        return _find(name, path)

    # ------------------------------------------------------------ references

    def _refer(self, text: ast.Text, path: Path | None, how: str) -> File | None:
        name = text.value
        if not REFERENCE.match(name) or len(name) > MAX_LETTERS:
            self.report.error(
                "RS205",
                f"'{name}' is not the name of a spec",
                text.span,
                'write the file\'s name without its ending, as in "std/dealing" or "my_game"',
            )
            return None
        target: Path | None = None
        if name.startswith("std/"):
            if self.library(name) is None:
                self._not_found(text, library_names())
                return None
        else:
            target = self.find(name, path)
            if target is None and path is not None and path.name == f"{name}.rules":
                hint = "name the game that is changed; a file beside it has another name"
                self.report.error("RS206", f"this spec {how} itself", text.span, hint)
                return None
            if target is None:
                folder = path.parent if path is not None else None
                names = [p.stem for p in folder.glob("*.rules")] if folder else []
                self._not_found(text, names)
                return None
        key = str(target.resolve()) if target is not None else name
        if key in self._open:
            self.report.error(
                "RS206", f"'{name}' leads back to this file", text.span, "specs may not use each other in a circle"
            )
            return None
        if key not in self._done and len(self.sources) >= MAX_FILES:
            self.report.error("RS110", f"this spec is made of more than {MAX_FILES} files", text.span)
            return None
        shown = name if target is None else str(target)
        if path is not None:
            self.refers[str(path), name] = shown
        return self._load(shown, target)

    def _not_found(self, text: ast.Text, names: Sequence[str]) -> None:
        bare = text.value.removesuffix(".rules")
        near = bare if bare in names else did_you_mean(bare, names)
        hint = f'did you mean "{near}"?' if near else "it is looked for beside this file and in the folders above it"
        if bare != text.value:
            hint = f"write the name without its ending: {hint}"
        self.report.error("RS207", f"there is no spec '{text.value}'", text.span, hint)


def _find(name: str, path: Path | None) -> Path | None:
    if path is None:
        return None
    folder = path.resolve().parent
    shown = path.parent
    for _ in range(LEVELS_UP + 1):
        file = folder / f"{name}.rules"
        if file.is_file() and file.resolve() != path.resolve() and file.resolve().is_relative_to(folder):
            return shown / f"{name}.rules"
        if folder.parent == folder:
            return None
        folder = folder.parent
        shown = shown / ".." if shown.name in ("..", "") else shown.parent
    return None


def library_source(name: str) -> Source | None:
    """The text of a file of the package's library, or None where there is none of that name."""
    file = resources.files("rulespec") / f"{name}.rules"
    if not file.is_file():
        return None
    return Source(name, file.read_text(encoding="utf-8"))


def library_names() -> list[str]:
    """The names under which the package's library files can be used, sorted."""
    folder = resources.files("rulespec") / "std"
    return sorted(
        f"std/{entry.name.removesuffix('.rules')}" for entry in folder.iterdir() if entry.name.endswith(".rules")
    )
