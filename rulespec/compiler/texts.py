"""All the texts of a spec as one value, and compiling them without their files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from rulespec.compiler.compile import Compiled, compile_spec
from rulespec.compiler.diagnostic_sink import DiagnosticSink
from rulespec.compiler.merge.spec_loader import Loader
from rulespec.syntax.diagnostics import Diagnostic
from rulespec.syntax.source import Source

LIBRARY = "std/"


@dataclass(frozen=True, slots=True)
class Texts:
    """The files of a spec. ``files``: texts by name, without folders, in the order in which they were read; ``main`` is
    the spec's, ``overlays`` are those of its house rules. ``refers``: by file, which file another name means in it."""

    main: str
    overlays: tuple[str, ...]
    files: Mapping[str, str]
    refers: Mapping[str, Mapping[str, str]]

    @property
    def sha256(self) -> str:
        """The same as ``Compiled.sha256`` where no two files have the same name."""
        digest = hashlib.sha256()
        for name, text in self.files.items():
            digest.update(f"{PurePath(name).name}\0{text}\0".encode())
        return digest.hexdigest()


def texts_of(compiled: Compiled, main: Path, overlays: Sequence[Path] = ()) -> Texts:
    """The texts that ``compile_spec(main, overlays=overlays)`` has read."""
    names: dict[str, str] = {}
    for source in compiled.sources:
        short = source.name if _is_library(source.name) else PurePath(source.name).name
        number = 1
        while (name := short if number == 1 else f"{short}~{number}") in names.values():
            number += 1
        names[source.name] = name
    refers: dict[str, dict[str, str]] = {}
    for (file, written), target in compiled.refers.items():
        if not _is_library(target) and file in names:
            refers.setdefault(names[file], {})[written] = _named(names, target)
    return Texts(
        _named(names, str(main)),
        tuple(_named(names, str(overlay)) for overlay in overlays),
        {names[source.name]: source.text for source in compiled.sources},
        refers,
    )


def compile_texts(texts: Texts) -> Compiled:
    """Compiles the texts; findings name the files as ``Texts.files`` does. Never raises for a faulty spec."""
    overlays = [Path(overlay) for overlay in texts.overlays]
    return compile_spec(Path(texts.main), overlays=overlays, loader=lambda report: _TextLoader(report, texts))


class _TextLoader(Loader):
    """Reads from texts at hand, the library's too."""

    def __init__(self, report: DiagnosticSink, texts: Texts) -> None:
        super().__init__(report)
        self.texts = texts

    def read(self, path: Path) -> Source | None:
        source = self.library(str(path))
        if source is None:
            self.report.found.append(Diagnostic("RS112", "the text of this file is missing", None, file=str(path)))
        return source

    def library(self, name: str) -> Source | None:
        text = self.texts.files.get(name)
        return None if text is None else Source(name, text)

    def find(self, name: str, path: Path | None) -> Path | None:
        target = self.texts.refers.get(str(path), {}).get(name)
        return Path(target) if target is not None and target in self.texts.files else None


def _is_library(name: str) -> bool:
    return name.startswith(LIBRARY) and not name.endswith(".rules")


def _named(names: Mapping[str, str], path: str) -> str:
    """The name of a file that was read, perhaps by another path to it."""
    if path in names:
        return names[path]
    wanted = Path(path).resolve()
    return next(name for file, name in names.items() if not _is_library(file) and Path(file).resolve() == wanted)
