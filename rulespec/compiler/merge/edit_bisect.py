"""Which edit brings a finding about, where the finding lies in a file that the edit is not in.

A finding points at what is wrong, and what is wrong may stand in a game that is sound by itself. The edits are made in
order; the one to name is the first with which the spec has the finding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from rulespec.compiler.merge.merged_spec import AppliedEdit
from rulespec.syntax.diagnostics import Diagnostic, Related
from rulespec.syntax.source import Span

MAX_TRIES = 16
"""So often a spec is compiled with some of its edits; what is not found out by then is not said."""
MAX_LETTERS = 1_000_000
"""So much text is compiled for it; once it is tried in any case."""

Finding: TypeAlias = tuple[str, Span | None]
"""A code and a place. The message may change with further edits."""


def name_culprit_edit(
    found: Sequence[Diagnostic],
    applied_edits: Sequence[AppliedEdit],
    letters: int,
    findings: Callable[[int], frozenset[Finding]],
) -> list[Diagnostic]:
    """The diagnostics of a whole spec, each with the edit that brings it about as a further place.

    ``findings`` gives those that the spec has when so many of the edits are made, counted from the first;
    ``letters`` is the length of its texts.
    """
    search = _Search(findings, max(1, min(MAX_TRIES, MAX_LETTERS // max(1, letters))))
    told: list[Diagnostic] = []
    for diagnostic in found:
        at = search.edit(diagnostic, applied_edits) if _is_elsewhere(diagnostic, applied_edits) else None
        if at is not None and applied_edits[at][3].source is not _file(diagnostic):
            place = Related("this edit brings it about", applied_edits[at][3])
            diagnostic = replace(diagnostic, related=(*diagnostic.related, place))
        told.append(diagnostic)
    return told


def _file(diagnostic: Diagnostic) -> object:
    return diagnostic.span.source if diagnostic.span is not None else None


def _is_elsewhere(diagnostic: Diagnostic, applied_edits: Sequence[AppliedEdit]) -> bool:
    """Are there edits in another file than that of the finding, and does it not lead to that file anyhow?"""
    places = {_file(diagnostic), *(related.span.source for related in diagnostic.related)}
    return diagnostic.span is not None and any(span.source not in places for *_, span in applied_edits)


class _Search:
    """Halves the edits in question until one is left."""

    def __init__(self, findings: Callable[[int], frozenset[Finding]], tries: int) -> None:
        self.findings = findings
        self.tries = tries
        self.known: dict[int, frozenset[Finding]] = {}

    def edit(self, diagnostic: Diagnostic, applied_edits: Sequence[AppliedEdit]) -> int | None:
        """The position of the edit; None where the finding is there without edits, or the search takes too long."""
        finding = (diagnostic.code, diagnostic.span)
        without, with_ = -1, len(applied_edits)
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
