"""Cutting a text into its declarations, so that each can be parsed on its own."""

from __future__ import annotations

from rulespec.syntax.brackets import CLOSER, opens_declaration
from rulespec.syntax.source import Source
from rulespec.syntax.tokens import DECLARATION_WORDS, SIGN, WORD, Lexeme

_CLOSERS = frozenset(CLOSER.values())
_ALSO_ELSEWHERE = frozenset({"before", "after", "fine"})
"""Words that open an edit, but also go on with a line that began with another word."""


def split(source: Source, lexemes: list[Lexeme]) -> list[tuple[list[Lexeme], Lexeme | None]]:
    """The declarations of a text, each with the first lexeme after it.

    A declaration begins with its word at the start of a line, outside all brackets (or at the very margin, where the
    brackets do not come out even).
    """
    starts: list[int] = []
    depth = 0
    previous_line = 0
    for i, lexeme in enumerate(lexemes):
        line = source.line_column(lexeme.start)[0]
        at_start = line != previous_line
        previous_line = line
        if at_start and _opens(lexemes, i) and (depth <= 0 or opens_declaration(source, lexeme)):
            starts.append(i)
            depth = 0
        if lexeme.kind == SIGN:
            depth += (lexeme.text in CLOSER) - (lexeme.text in _CLOSERS)
    if not starts or starts[0] != 0:
        starts.insert(0, 0)
    ends = [*starts[1:], len(lexemes)]
    return [
        (lexemes[start:end], lexemes[end] if end < len(lexemes) else None)
        for start, end in zip(starts, ends, strict=True)
        if start < end
    ]


def _opens(lexemes: list[Lexeme], i: int) -> bool:
    lexeme = lexemes[i]
    if lexeme.kind != WORD or lexeme.text not in DECLARATION_WORDS or lexeme.text in _ALSO_ELSEWHERE:
        return False
    if lexeme.text == "deck":
        return i + 1 < len(lexemes) and lexemes[i + 1].text == "{"
    return i == 0 or lexemes[i - 1].text not in ("replace", "instead", "set", "drop", "cite", "of", "to")
