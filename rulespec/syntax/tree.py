"""The parse tree between the parser and the builder: rules of the grammar and their words, with places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Leaf:
    """A word, number, string or sign that the tree keeps; ``kind`` is the grammar's name for it."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Branch:
    """A rule of the grammar; a child is None where an optional part is absent."""

    rule: str
    children: tuple[Child, ...]
    start: int
    end: int


Child: TypeAlias = Branch | Leaf | None
