"""Where a parse stopped, and the slips that are so common that they have a message of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from rulespec.syntax.shapes import MISPLACED
from rulespec.syntax.tokens import DECLARATION_WORDS, INT, RESERVED, STATEMENT_WORDS, STRING, Lexeme

COMPARISONS = frozenset(["==", "!=", "<", "<=", ">", ">="])


@dataclass(frozen=True, slots=True)
class Surprise:
    """Where a parse stopped: ``lexemes[at]`` does not fit (or the text ends there), ``expected`` would have.

    ``expected_before`` is what could have stood in place of the lexeme before. Expected words and signs are as
    written; NAME, INT and STRING stand for any name, number and text. ``follower`` is what comes after the piece.
    """

    lexemes: list[Lexeme]
    at: int
    expected: frozenset[str]
    expected_before: frozenset[str]
    follower: Lexeme | None = None

    @property
    def found(self) -> Lexeme | None:
        return self.lexemes[self.at] if self.at < len(self.lexemes) else self.follower

    @property
    def previous(self) -> Lexeme:
        return self.lexemes[self.at - 1]

    def before(self, follower: Lexeme | None) -> Surprise:
        """The same, with what comes after the piece of text that was parsed."""
        return replace(self, follower=follower)


def is_value(expected: frozenset[str]) -> bool:
    return {"INT", "NAME", "(", "the"} <= expected


def is_complete(expected: frozenset[str]) -> bool:
    """Whether what stands before is complete: a new statement or declaration could begin."""
    return len(expected & STATEMENT_WORDS) > 5 or "library" in expected


def opening_word(surprise: Surprise) -> str:
    """The word of the statement that the place stands in, or an empty text."""
    for lexeme in reversed(surprise.lexemes[: surprise.at]):
        if lexeme.text in STATEMENT_WORDS or lexeme.text in DECLARATION_WORDS:
            return lexeme.text
        if lexeme.text in "{}":
            break
    return ""


class Slip(NamedTuple):
    """A message (None: the usual one) and what to do."""

    message: str | None
    hint: str


def slip_of(surprise: Surprise, found: Lexeme) -> Slip | None:
    """What is known about slips that come from other languages, or from haste."""
    after = surprise.lexemes[surprise.at + 1].text if surprise.at + 1 < len(surprise.lexemes) else ""
    return _sign_slip(surprise, found.text, after) or _entry_slip(surprise, found) or _block_slip(surprise, found.text)


def _sign_slip(surprise: Surprise, found: str, after: str) -> Slip | None:
    expected, previous = surprise.expected, surprise.previous.text
    if found == "=" and "==" in expected:
        return Slip(None, "a comparison is written `==`; `=` gives a value to a variable")
    if found == "==" and "=" in expected:
        return Slip(None, "`==` compares; write `=` to give a value")
    if (found == "=" and previous in COMPARISONS) or (found == ">" and previous == "<"):
        return Slip(f"`{previous}{found}` is not used in specs", "equal is written `==`, unequal `!=`")
    if found in COMPARISONS and "and" in expected and not expected & COMPARISONS:
        return Slip("a comparison has two sides only", "compare two values at a time, and join the parts with `and`")
    if found == "|" and after == "|":
        return Slip("`||` is not used in specs", "write `or`")
    if found == "/" and after == "/":
        return Slip("`//` is not used in specs", "a comment begins with `#`; division rounds down and is written `/`")
    if found in ("+", "-") and (previous == found or after == found) and not is_value(expected):
        return Slip(f"`{found}{found}` is not used in specs", f"write `x {found}= 1`")
    if found == "." and surprise.previous.kind == INT:
        return Slip("numbers are whole", "count in a smaller unit, such as tenths")
    if previous == "?" and is_complete(expected):
        return Slip(None, "`suit?` means a suit or none; a choice is written `if CONDITION then VALUE else VALUE`")
    if found == ":" and "=" in expected and ":" not in expected:
        return Slip(None, "write `=` before a value; `:` stands before a type")
    if found == "," and "or" in expected and opening_word(surprise) == "ask":
        return Slip(None, "the moves offered are joined with `or`")
    return None


def _entry_slip(surprise: Surprise, found: Lexeme) -> Slip | None:
    expected = surprise.expected
    if found.kind == STRING and "when" in expected:
        return Slip(None, 'the text comes after the condition: `forbid NAME when CONDITION "why not"`')
    if found.kind == STRING and is_value(expected):
        hint = "texts stand behind `says`, behind refusals and conventions, and in titles"
        return Slip("a text cannot be part of an expression", hint)
    if found.text in STATEMENT_WORDS and {"do", "forbid"} <= expected:
        return Slip(None, "what a move does stands in `do { … }`")
    if found.text in MISPLACED and (found.text in RESERVED or "NAME" not in expected):
        return Slip(None, MISPLACED[found.text])
    return None


def _block_slip(surprise: Surprise, found: str) -> Slip | None:
    expected = surprise.expected
    if found == "{" and "then" in expected:
        return Slip(None, "inside an expression write `if CONDITION then VALUE else VALUE`")
    if found in ("then", "do", ":") and "{" in expected and opening_word(surprise) in ("if", "for", "repeat"):
        return Slip(None, "the statements follow at once, in braces: `{ … }`")
    if found == "}" and {"else", "when"} <= expected:
        return Slip("these `cases` have no `else`", "end them with `else: VALUE`, so that there is always a value")
    if found == "else" and is_complete(expected):
        return Slip("this `else` belongs to nothing", "`else` follows the `}` of an `if`, an `ask` or a loop `at most`")
    return None
