"""Brackets and braces: are they paired, and how deep do they go."""

from __future__ import annotations

from rulespec.syntax.diagnostics import Diagnostic, Related
from rulespec.syntax.source import Source, Span
from rulespec.syntax.tokens import DECLARATION_WORDS, MOST_PROBLEMS, SIGN, WORD, Lexeme

MOST_OPEN = 64
"""How many brackets may be open at the same time."""

CLOSER = {"(": ")", "[": "]", "{": "}"}
_CLOSERS = frozenset(CLOSER.values())


def check_brackets(source: Source, lexemes: list[Lexeme]) -> tuple[list[Diagnostic], list[tuple[int, int]]]:
    """What is wrong with the brackets, and the stretches of text that cannot be parsed because of it.

    If they do not come out even, the layout says where one was forgotten: the word of a declaration at the margin
    stands outside all brackets, and a brace first in its line closes what was opened in a line indented like it.
    """
    even = _Check(source, lexemes, False).run()
    if even.problems and even.problems[0].code == "RS104":
        by_layout = _Check(source, lexemes, True).run()
        if by_layout.problems:
            return by_layout.problems, by_layout.broken
    return even.problems, even.broken


class _Check:
    """One pass over the brackets, minding the layout or not."""

    def __init__(self, source: Source, lexemes: list[Lexeme], by_layout: bool) -> None:
        self.source = source
        self.lexemes = lexemes
        self.by_layout = by_layout
        self.problems: list[Diagnostic] = []
        self.broken: list[tuple[int, int]] = []
        self.stack: list[Lexeme] = []

    def run(self) -> _Check:
        lost = False
        for lexeme in self.lexemes:
            if len(self.problems) >= MOST_PROBLEMS:
                self.broken.append((lexeme.start, len(self.source.text)))
                return self
            if self.by_layout and opens_declaration(self.source, lexeme):
                lost = False
                self._forget(lexeme)
            if lexeme.kind != SIGN or lost:
                continue
            if lexeme.text in CLOSER:
                self.stack.append(lexeme)
                if len(self.stack) > MOST_OPEN:
                    return self._too_deep(lexeme)
            elif lexeme.text in _CLOSERS:
                lost = not self._close(lexeme)
        if self.stack:
            self._forget(None)
        return self

    def _forget(self, follower: Lexeme | None) -> None:
        """What is still open at a declaration, or at the end, was never closed."""
        if self.stack:
            end = follower.start if follower else len(self.source.text)
            self.broken.append((self.stack[0].start, end))
            self.problems.append(_unclosed(self.source, self.stack[-1], follower))
            self.stack.clear()

    def _too_deep(self, lexeme: Lexeme) -> _Check:
        hint = "put a part of it into a `rule` or a `phase` of its own"
        span = Span(self.source, lexeme.start, lexeme.end)
        self.problems = [Diagnostic("RS109", f"more than {MOST_OPEN} brackets are open here", span, hint)]
        return self

    def _close(self, closer: Lexeme) -> bool:
        """Whether brackets go on to make sense after a closing one."""
        if self.by_layout and self._misplaced(closer):
            self.broken.append((self.stack[0].start, closer.end))
            self.problems.append(_unclosed(self.source, self.stack[-1], None))
            self.stack.pop()
        if self.stack and CLOSER[self.stack[-1].text] == closer.text:
            self.stack.pop()
            return True
        self.broken.append((self.stack[0].start if self.stack else closer.start, closer.end))
        self.problems.append(_wrong(self.source, self.stack, closer))
        nothing_open = not self.stack
        self.stack.clear()
        return nothing_open or not self.by_layout

    def _misplaced(self, closer: Lexeme) -> bool:
        """Whether a brace that begins a line belongs, by its indentation, to an outer opening brace."""
        if len(self.stack) < 2 or closer.text != "}" or self.stack[-1].text != "{":
            return False
        column, first = self._indentation(closer)
        inner, outer = self.stack[-1], self.stack[-2]
        if first != closer.start or outer.text != "{":
            return False
        return self._indentation(inner)[0] > column == self._indentation(outer)[0]

    def _indentation(self, lexeme: Lexeme) -> tuple[int, int]:
        """The indentation of a lexeme's line, and where the first thing in that line begins."""
        start = self.source.text.rfind("\n", 0, lexeme.start) + 1
        line = self.source.text[start : lexeme.start]
        indentation = len(line) - len(line.lstrip(" \t"))
        return indentation, start + indentation


def opens_declaration(source: Source, lexeme: Lexeme) -> bool:
    """Whether a lexeme is the word of a declaration at the very start of a line."""
    if lexeme.kind != WORD or lexeme.text not in DECLARATION_WORDS:
        return False
    return lexeme.start == 0 or source.text[lexeme.start - 1] == "\n"


def _unclosed(source: Source, opener: Lexeme, before: Lexeme | None) -> Diagnostic:
    related: tuple[Related, ...] = ()
    if before is not None:
        span = Span(source, before.start, before.end)
        related = (Related(f"`{before.text}` begins here while it is still open", span),)
    return Diagnostic(
        "RS104",
        f"this `{opener.text}` is never closed",
        Span(source, opener.start, opener.end),
        f"add the missing `{CLOSER[opener.text]}`",
        related,
    )


def _wrong(source: Source, stack: list[Lexeme], closer: Lexeme) -> Diagnostic:
    span = Span(source, closer.start, closer.end)
    if not stack:
        return Diagnostic(
            "RS104", f"this `{closer.text}` closes nothing", span, "leave it out, or add what it should close"
        )
    opener = stack[-1]
    return Diagnostic(
        "RS104",
        f"this `{opener.text}` is closed by `{closer.text}`",
        Span(source, opener.start, opener.end),
        f"close it with `{CLOSER[opener.text]}`",
        (Related(f"here comes the `{closer.text}`", span),),
    )
