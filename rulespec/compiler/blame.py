"""Which edit brings a finding about, where the finding lies in a file that the edit is not in.

A finding points at what is wrong, and what is wrong may stand in a game that is sound by itself. The edits are made in
order; the one to name is the first with which the spec has the finding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from rulespec.compiler.merged import Touch
from rulespec.syntax.diagnostics import Diagnostic, Related
from rulespec.syntax.source import Span

TRIES_MOST = 16
"""So often a spec is compiled with some of its edits; what is not found out by then is not said."""
LETTERS_MOST = 1_000_000
"""So much text is compiled for it; once it is tried in any case."""

Finding: TypeAlias = tuple[str, Span | None]
"""A code and a place. The message may change with further edits."""


def with_edits(
    found: Sequence[Diagnostic],
    touched: Sequence[Touch],
    letters: int,
    findings: Callable[[int], frozenset[Finding]],
) -> list[Diagnostic]:
    """The diagnostics of a whole spec, each with the edit that brings it about as a further place.

    ``findings`` gives those that the spec has when so many of the edits are made, counted from the first;
    ``letters`` is the length of its texts.
    """
    search = _Search(findings, max(1, min(TRIES_MOST, LETTERS_MOST // max(1, letters))))
    told: list[Diagnostic] = []
    for diagnostic in found:
        at = search.edit(diagnostic, touched) if _is_elsewhere(diagnostic, touched) else None
        if at is not None and touched[at][3].source is not _file(diagnostic):
            place = Related("this edit brings it about", touched[at][3])
            diagnostic = replace(diagnostic, related=(*diagnostic.related, place))
        told.append(diagnostic)
    return told


def _file(diagnostic: Diagnostic) -> object:
    return diagnostic.span.source if diagnostic.span is not None else None


def _is_elsewhere(diagnostic: Diagnostic, touched: Sequence[Touch]) -> bool:
    """Are there edits in another file than that of the finding, and does it not lead to that file anyhow?"""
    places = {_file(diagnostic), *(related.span.source for related in diagnostic.related)}
    return diagnostic.span is not None and any(span.source not in places for *_, span in touched)


class _Search:
    """Halves the edits in question until one is left."""

    def __init__(self, findings: Callable[[int], frozenset[Finding]], tries: int) -> None:
        self.findings = findings
        self.tries = tries
        self.known: dict[int, frozenset[Finding]] = {}

    def edit(self, diagnostic: Diagnostic, touched: Sequence[Touch]) -> int | None:
        """The position of the edit; None where the finding is there without edits, or the search takes too long."""
        finding = (diagnostic.code, diagnostic.span)
        without, with_ = -1, len(touched)
        while with_ - without > 1:
            middle = (without + with_) // 2
            if middle not in self.known and len(self.known) == self.tries:
                return None
            if middle not in self.known:
                self.known[middle] = self.findings(middle)
            if finding in self.known[middle]:
                with_ = middle
            else:
                without = middle
        return with_ - 1 if with_ else None
