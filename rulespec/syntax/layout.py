"""Laying out text within a width, after P. Wadler, "A prettier printer" (2003).

A ``Doc`` describes a text with places where a line may break. A ``Group`` is set in one line if it fits there, and
with all its own breaks otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Line:
    """A place where the line may break; ``flat`` stands there if it does not."""

    flat: str = " "


@dataclass(frozen=True, slots=True)
class Hard:
    """A line break in any case, with an empty line if ``blank``."""

    blank: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment at the end of a line: it takes no room, and a line break must follow."""

    text: str


@dataclass(frozen=True, slots=True)
class Concat:
    parts: tuple[Doc, ...]
    breaks: bool


@dataclass(frozen=True, slots=True)
class Nest:
    """Lines begun within are indented by ``by`` more blanks."""

    doc: Doc
    by: int
    breaks: bool


@dataclass(frozen=True, slots=True)
class Group:
    doc: Doc
    breaks: bool


Doc: TypeAlias = str | Line | Hard | Remark | Concat | Nest | Group


def breaks(doc: Doc) -> bool:
    """Whether a line break lies within in any case."""
    if isinstance(doc, (Concat, Nest, Group)):
        return doc.breaks
    return isinstance(doc, (Hard, Remark))


def concat(*parts: Doc) -> Doc:
    return Concat(parts, any(breaks(part) for part in parts))


def nest(*parts: Doc, by: int = 2) -> Doc:
    doc = concat(*parts)
    return Nest(doc, by, breaks(doc))


def group(*parts: Doc) -> Doc:
    doc = concat(*parts)
    return Group(doc, breaks(doc))


def join(separator: Doc, docs: Iterable[Doc]) -> Doc:
    parts: list[Doc] = []
    for doc in docs:
        if parts:
            parts.append(separator)
        parts.append(doc)
    return concat(*parts)


@dataclass(frozen=True, slots=True)
class _Task:
    indent: int
    flat: bool
    doc: Doc


def render(doc: Doc, width: int) -> str:
    """The text of a doc, lines no wider than ``width`` where it can be helped; ends with a line break."""
    out: list[str] = []
    column = 0
    pending = ""
    tasks = [_Task(0, False, doc)]
    while tasks:
        task = tasks.pop()
        match task.doc:
            case str(text):
                if text:
                    out.append(pending + text)
                    column += len(text)
                    pending = ""
            case Remark(text):
                out.append("  " + text)
            case Hard(blank):
                out.append("\n\n" if blank else "\n")
                pending, column = " " * task.indent, task.indent
            case Line(flat):
                if task.flat:
                    out.append(flat)
                    column += len(flat)
                else:
                    out.append("\n")
                    pending, column = " " * task.indent, task.indent
            case Concat(parts, _):
                tasks.extend(_Task(task.indent, task.flat, part) for part in reversed(parts))
            case Nest(inner, by, _):
                tasks.append(_Task(task.indent + by, task.flat, inner))
            case Group(inner, broken):
                in_one_line = task.flat or (not broken and _fits(inner, tasks, width - column))
                tasks.append(_Task(task.indent, in_one_line, inner))
    return "".join(out).rstrip("\n") + "\n"


def _fits(doc: Doc, rest: list[_Task], room: int) -> bool:
    """Whether a doc set flat, and what follows it up to the next line break, fits into the room."""
    tasks = [_Task(0, True, doc)]
    below = len(rest)
    while room >= 0:
        if not tasks:
            if below == 0:
                return True
            below -= 1
            tasks.append(rest[below])
        task = tasks.pop()
        match task.doc:
            case str(text):
                room -= len(text)
            case Hard() | Remark():
                return True
            case Line(flat):
                if not task.flat:
                    return True
                room -= len(flat)
            case Concat(parts, _):
                tasks.extend(_Task(0, task.flat, part) for part in reversed(parts))
            case Nest(inner, _, _) | Group(inner, _):
                tasks.append(_Task(0, task.flat, inner))
    return False
