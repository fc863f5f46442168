"""Printing matches: what ``run`` and ``replay`` have in common."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rulespec.cli.errors import CliError

if TYPE_CHECKING:
    from rulespec.reports.record import MatchRecord

LANGUAGES = ("en", "ru", "de")
"""As in ``rulespec.reports.translations``, which a test compares."""

WIDTH = 80
"""Columns where the output is no terminal."""


def require_language(language: str) -> None:
    """Raises ``CliError`` for a language that there is not."""
    if language not in LANGUAGES:
        raise CliError(f"no language '{language}'", f"there are: {', '.join(LANGUAGES)}")


def print_match(record: MatchRecord, language: str, quiet: bool) -> None:
    """Prints a match and its score sheet; ``quiet``: the sheet only."""
    from rulespec.reports.sheet import console_for
    from rulespec.reports.transcript import heading, transcript
    from rulespec.reports.translations import catalogue

    words = catalogue(language)
    width = console_for(sys.stdout.isatty(), WIDTH).width
    for line in heading(record, words, width) if quiet else transcript(record, words, width):
        print(line)
    print_sheet(record, language)


def print_sheet(record: MatchRecord, language: str) -> None:
    """Prints the score sheet."""
    from rulespec.reports import sheet
    from rulespec.reports.translations import catalogue

    sheet.print_sheet(record, catalogue(language), sheet.console_for(sys.stdout.isatty(), WIDTH))
