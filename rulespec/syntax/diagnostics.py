"""What the checker tells an author: one type feeds the text, JSON and CI outputs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rulespec.syntax.source import Span


class Severity(Enum):
    """An error keeps a spec from running; a warning does not, but ``validate`` reports it and exits 1."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that the message speaks of."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a stable ``code`` (``RS`` and three digits), what is wrong, where, and what to do.

    ``span`` is None only where there is no text to point at (a file that cannot be read); ``file`` then names it.
    """

    code: str
    message: str
    span: Span | None
    hint: str | None = None
    related: tuple[Related, ...] = ()
    severity: Severity = Severity.ERROR
    file: str | None = None

    def sort_key(self) -> tuple[str, int, str]:
        if self.span is None:
            return (self.file or "", 0, self.code)
        return (self.span.source.name, self.span.start, self.code)

    def to_json(self) -> dict[str, Any]:
        place: dict[str, Any] = {"file": self.file, "line": None, "column": None}
        if self.span is not None:
            place = {"file": self.span.source.name, "line": self.span.line, "column": self.span.column}
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "hint": self.hint,
            **place,
            "related": [
                {"message": r.message, "file": r.span.source.name, "line": r.span.line, "column": r.span.column}
                for r in self.related
            ],
        }


def render(diagnostic: Diagnostic) -> str:
    """The text form: place and message, the source line with a caret, other places, the hint."""
    lines: list[str] = []
    if diagnostic.span is None:
        prefix = f"{diagnostic.file}: " if diagnostic.file else ""
        lines.append(f"{prefix}{diagnostic.severity.value} {diagnostic.code}: {diagnostic.message}")
    else:
        lines.append(f"{diagnostic.span}: {diagnostic.severity.value} {diagnostic.code}: {diagnostic.message}")
        lines.extend(_excerpt(diagnostic.span))
    for related in diagnostic.related:
        lines.append(f"  {related.span}: {related.message}")
        lines.extend(_excerpt(related.span))
    if diagnostic.hint:
        lines.append(f"  hint: {diagnostic.hint}")
    return "\n".join(lines)


EXCERPT_WIDTH = 160
"""A longer source line is cut around the caret."""


def _excerpt(span: Span) -> list[str]:
    line, column = span.source.line_column(span.start)
    text = "".join(map(_printable, span.source.line_text(line)))
    end_line, end_column = span.source.line_column(max(span.end, span.start + 1))
    width = (end_column if end_line == line else len(text) + 1) - column
    shift = max(0, column - EXCERPT_WIDTH // 2) if len(text) > EXCERPT_WIDTH else 0
    shown = text[shift : shift + EXCERPT_WIDTH]
    caret = "^" * max(1, min(width, len(shown) - (column - 1 - shift)))
    return [f"    {shown}", f"    {' ' * (column - 1 - shift)}{caret}"]


def _printable(char: str) -> str:
    """The character, or what stands for one that would not be seen, or would tell a terminal to do something."""
    if char == "\t":
        return " "
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") else char


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(d.severity is Severity.ERROR for d in diagnostics)


def ordered(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """By file and place, without repetitions."""
    return sorted(dict.fromkeys(diagnostics), key=Diagnostic.sort_key)


MOST_FINDINGS = 200
"""So many findings are told of one file, errors rather than warnings; a last one says how many more there are."""


def limited(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What is told of the findings: ``ordered``, and ``MOST_FINDINGS`` of each file at most."""
    by_file: dict[str, list[Diagnostic]] = {}
    for diagnostic in ordered(diagnostics):
        by_file.setdefault(diagnostic.sort_key()[0], []).append(diagnostic)
    told: list[Diagnostic] = []
    for found in by_file.values():
        ranked = sorted(found, key=lambda diagnostic: diagnostic.severity is Severity.WARNING)
        told += ordered(ranked[:MOST_FINDINGS])
        if more := ranked[MOST_FINDINGS:]:
            message = f"and {len(more)} more finding{'' if len(more) == 1 else 's'} in this file"
            told.append(
                Diagnostic(
                    "RS115", message, None, "mend those above first", (), more[0].severity, told[-1].sort_key()[0]
                )
            )
    return told
