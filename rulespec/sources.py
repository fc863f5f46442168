"""Files of sources: what a document says about a game, statement by statement (``schemas/sources.schema.json``)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rulespec.documents import DocumentError, Problem, load_document
from rulespec.syntax.source import Span
from rulespec.syntax.suggest import did_you_mean

UNSETTLED: Final = ("garbled", "contradictory", "missing")
"""The statuses of statements that cannot be played by until a convention decides them."""

_BESIDE: Final = re.compile(r"(\.\./){0,3}(?!\.)[^/\\\\:\x00]+(/(?!\.)[^/\\\\:\x00]+)*\.ya?ml")

INFORMATIONAL: Final = "informational"
"""The status of statements that nothing has to implement."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a document. ``gap`` is a question that it leaves open, or empty."""

    number: str
    text: str
    where: str
    status: str
    gap: str
    span: Span

    @property
    def unsettled(self) -> bool:
        """Does it take a convention to play by it?"""
        return self.status in UNSETTLED or bool(self.gap)


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example and the statements that settle it."""

    number: str
    text: str
    of: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Sources:
    """A file of sources; ``file`` is the name under which it is reported."""

    file: str
    title: str
    language: str
    statements: Mapping[str, Statement]
    examples: Mapping[str, Example]


def load_sources(path: Path, name: str | None = None) -> Sources:
    """Reads and checks a file of sources, reported under ``name``. Raises ``rulespec.documents.DocumentError``."""
    document = load_document(path, "sources", name)
    data = document.data
    statements = {
        number: Statement(
            number,
            entry["text"],
            entry["where"],
            entry["status"],
            entry.get("gap", ""),
            document.span(["statements", number]),
        )
        for number, entry in data["statements"].items()
    }
    examples = {
        number: Example(number, entry["text"], tuple(entry["of"]), document.span(["examples", number]))
        for number, entry in data.get("examples", {}).items()
    }
    problems = [
        Problem(
            document.source.name, document.span(["examples", example.number, "of", at]), unknown(number, statements)
        )
        for example in examples.values()
        for at, number in enumerate(example.of)
        if number not in statements
    ]
    if problems:
        raise DocumentError(problems, readable=True)
    return Sources(document.source.name, data["document"]["title"], data["document"]["language"], statements, examples)


def unknown(number: str, known: Mapping[str, object]) -> str:
    """Says that there is no statement or example of this number, and which one may have been meant."""
    near = did_you_mean(number, known)
    return f"there is no {number}" + (f" (did you mean {near}?)" if near else f" ({reach(known)})")


def reach(known: Mapping[str, object]) -> str:
    """From which number to which there are statements, for a hint."""
    numbers = list(known)
    return f"there are {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"there is {numbers[0]}"


def find_sources(written: str, spec: Path, other_specs: tuple[Path, ...] = ()) -> Path:
    """Where the file of sources lies that a spec names: beside the spec, or beside one that it is built on.

    Where there is none it is the path beside the spec. Raises ``DocumentError`` for a path that leads elsewhere.
    """
    if not _BESIDE.fullmatch(written):
        message = f"'{written}' is not the path of a file near the spec, as in sources/my_game.yaml"
        raise DocumentError([Problem(str(spec), None, message)], readable=False)
    candidates = [Path(os.path.normpath(path.parent / written)) for path in (spec, *other_specs)]
    return next((path for path in candidates if path.is_file()), candidates[0])
