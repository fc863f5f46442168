"""What every node shares."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from rulespec.syntax.source import Span

RankWord: TypeAlias = int | str
"""A rank as written: ``10`` is an int, ``K`` or ``joker`` a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything written in a spec; ``span`` says where."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name together with its place: a citation, a list member, a path step."""

    text: str


Cites: TypeAlias = tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A string literal without its quotes; templates are parsed by the compiler."""

    value: str


@dataclass(frozen=True, slots=True)
class Path(Node):
    """A dotted path, ``play.revoke``; ``game`` and ``deck`` may open it, ``else`` may close it."""

    steps: tuple[Ident, ...]

    def __str__(self) -> str:
        return ".".join(step.text for step in self.steps)
