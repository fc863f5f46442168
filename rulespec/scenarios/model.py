"""Scenario files as they are written, every part with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from rulespec.documents import Document

Option: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class DocumentPath:
    """A value in a file: the document and the keys and positions that lead there."""

    document: Document
    steps: tuple[str | int, ...]

    def at(self, *steps: str | int) -> DocumentPath:
        return DocumentPath(self.document, self.steps + steps)

    @property
    def file(self) -> str:
        return self.document.source.name

    @property
    def line(self) -> int:
        return self.document.span(self.steps).line

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Step:
    """``kind`` is reach, place, set, moves, auto or expect; ``value`` is as written."""

    kind: str
    value: Any
    spot: DocumentPath


@dataclass(frozen=True, slots=True)
class Case:
    """How a scenario may go on."""

    name: str
    covers: tuple[str, ...]
    steps: tuple[Step, ...]
    spot: DocumentPath


@dataclass(frozen=True, slots=True)
class Scenario:
    """``players`` and ``seed`` are None where nothing says them; a deck is None where chance orders the pack."""

    name: str
    covers: tuple[str, ...]
    players: int | None
    options: Mapping[str, Option]
    rest: str | None
    prefer: tuple[str, ...]
    seed: int | None
    decks: tuple[str | None, ...]
    steps: tuple[Step, ...]
    cases: tuple[Case, ...]
    spot: DocumentPath


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """``spec`` is the path of the spec, from where the runner was started."""

    path: Path
    spec: Path
    scenarios: tuple[Scenario, ...]
    spot: DocumentPath


@dataclass(frozen=True, slots=True)
class Failure:
    """Something is not as a scenario says, or cannot be done as it says."""

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class ScenarioError(Exception):
    """A step cannot be done: what follows it is not run."""

    def __init__(self, spot: DocumentPath, message: str) -> None:
        super().__init__(f"{spot}: {message}")
        self.failure = Failure(str(spot), message)
