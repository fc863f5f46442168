"""Cutting a text into its declarations, so that each can be parsed on its own."""

from __future__ import annotations

from rulespec.syntax.brackets import CLOSER, opens_declaration
from rulespec.syntax.source import Source
from rulespec.syntax.tokens import DECLARATION_WORDS, RESERVED, SIGN, WORD, Lexeme

_CLOSERS = frozenset(CLOSER.values())
_ALSO_ELSEWHERE = frozenset({"before", "after", "fine"})
"""Words that open an edit, but also go on with a line that began with another word."""


def split(source: Source, lexemes: list[Lexeme]) -> list[tuple[list[Lexeme], Lexeme | None]]:
    """The declarations of a text, each with the first lexeme after it.

    A declaration begins with its word at the start of a line, outside all brackets (or at the very margin, where the
    brackets do not come out even). Two names in a row, at the margin and outside all brackets, begin one as well: the
    first is a word of declaration misspelt.
    """
    starts: list[int] = []
    depth = 0
    previous_line = 0
    for i, lexeme in enumerate(lexemes):
        line = source.line_column(lexeme.start)[0]
        at_start = line != previous_line
        previous_line = line
        opens = _opens(lexemes, i) and (depth <= 0 or opens_declaration(source, lexeme))
        if at_start and (opens or (depth <= 0 and _misspelt(source, lexemes, i))):
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


def _misspelt(source: Source, lexemes: list[Lexeme], i: int) -> bool:
    word, after = lexemes[i], lexemes[i + 1 : i + 2]
    at_margin = word.start == 0 or source.text[word.start - 1] == "\n"
    if not at_margin or word.kind != WORD or word.text in RESERVED or not after or after[0].kind != WORD:
        return False
    return after[0].text not in RESERVED and "\n" not in source.text[word.end : after[0].start]
