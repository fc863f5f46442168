"""Gathering diagnostics while the compiler goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rulespec.syntax.diagnostics import Diagnostic, Related, Severity, has_errors, limited
from rulespec.syntax.source import Span
from rulespec.syntax.suggest import did_you_mean

MAX_LISTED = 12
"""So many names that exist are listed where none is near the unknown one."""

MAX_SUGGESTED = 20
"""For so many unknown names the nearest known one is looked for. Each is compared with all that are known."""


def word_within(span: Span, name: str) -> Span:
    """The place of a word in a longer stretch of text, or all of it."""
    text = span.source.text[span.start : span.end]
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    return Span(span.source, span.start + found.start(), span.start + found.end()) if found else span


@dataclass(slots=True)
class DiagnosticSink:
    """The findings so far, in the order they were made."""

    found: list[Diagnostic] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)
    elsewhere: Callable[[str, str], str | None] = lambda _kind, _name: None
    """Where something of a kind and a name is declared that this spec does not reach, as a hint."""
    _unknown: int = 0

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str | None = None,
        related: Iterable[tuple[str, Span]] = (),
    ) -> None:
        places = tuple(Related(text, place) for text, place in related)
        self.found.append(Diagnostic(code, message, span, hint, places))

    def warning(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str | None = None,
        related: Iterable[tuple[str, Span]] = (),
    ) -> None:
        places = tuple(Related(text, place) for text, place in related)
        self.found.append(Diagnostic(code, message, span, hint, places, Severity.WARNING))

    def unsupported(self, what: str, span: Span) -> None:
        """A construct of the language that this version cannot execute: refused by name, never ignored."""
        self.error("RS299", f"not yet supported: {what}", span)

    def unknown(self, kind: str, name: str, span: Span, candidates: Iterable[str], way_out: str | None = None) -> None:
        """An unknown name. The hint is the nearest known one, else ``way_out``, else where there is one of that name,
        else all that are known where they are few. Behind the first ``MAX_SUGGESTED`` it is ``way_out`` alone.

        Nothing if it was already told to be missing.
        """
        if name in self.missing:
            return
        self._unknown += 1
        if self._unknown > MAX_SUGGESTED:
            self.error("RS202", f"unknown {kind} '{name}'", word_within(span, name), way_out)
            return
        known = list(dict.fromkeys(candidates))
        near = did_you_mean(name, known)
        hint = f"did you mean '{near}'?" if near else way_out or self.elsewhere(kind, name)
        if hint is None and 0 < len(known) <= MAX_LISTED:
            hint = "known " + ("is: " if len(known) == 1 else "are: ") + ", ".join(known)
        self.error("RS202", f"unknown {kind} '{name}'", word_within(span, name), hint)

    def failed(self) -> bool:
        return has_errors(self.found)

    def told(self) -> tuple[Diagnostic, ...]:
        """The findings as they are reported: in order, and not too many of one file."""
        return tuple(limited(self.found))
