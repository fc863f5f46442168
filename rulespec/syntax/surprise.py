"""Where a parse stopped, and the slips that are so common that they have a message of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from rulespec.syntax.shapes import MISPLACED
from rulespec.syntax.tokens import INT, RESERVED, SIGN, STATEMENT_WORDS, STRING, Lexeme

COMPARISONS = frozenset(["==", "!=", "<", "<=", ">", ">="])


@dataclass(frozen=True, slots=True)
class Surprise:
    """Where a parse stopped: ``lexemes[at]`` does not fit (or the text ends there), ``expected`` would have.

    ``expected_before`` is what could have stood in place of the lexeme before. Expected words and signs are as
    written; NAME, INT and STRING stand for any name, number and text. ``lexemes[begin]`` opens the innermost entry
    (a declaration, a statement, a line of a deck …) around the place. ``follower`` is what comes after the piece.
    """

    lexemes: list[Lexeme]
    at: int
    expected: frozenset[str]
    expected_before: frozenset[str]
    begin: int = 0
    follower: Lexeme | None = None

    @property
    def found(self) -> Lexeme | None:
        return self.lexemes[self.at] if self.at < len(self.lexemes) else self.follower

    @property
    def previous(self) -> Lexeme:
        return self.lexemes[self.at - 1]

    @property
    def opening(self) -> str:
        """The word that opens the entry around the place."""
        return self.lexemes[self.begin].text if self.begin < self.at else ""

    @property
    def entry(self) -> list[str]:
        """That entry up to the place."""
        return [lexeme.text for lexeme in self.lexemes[self.begin : self.at]]

    def before(self, follower: Lexeme | None) -> Surprise:
        """The same, with what comes after the piece of text that was parsed."""
        return replace(self, follower=follower)


def is_value(expected: frozenset[str]) -> bool:
    return {"INT", "NAME", "(", "the"} <= expected


def is_complete(expected: frozenset[str]) -> bool:
    """Whether what stands before is complete: a new statement or declaration could begin."""
    return len(expected & STATEMENT_WORDS) > 5 or "library" in expected


class Slip(NamedTuple):
    """A message (None: the usual one) and what to do."""

    message: str | None
    hint: str


def slip_of(surprise: Surprise, found: Lexeme) -> Slip | None:
    """What is known about slips that come from other languages, or from haste."""
    after = surprise.lexemes[surprise.at + 1].text if surprise.at + 1 < len(surprise.lexemes) else ""
    return (
        _sign_slip(surprise, found.text, after)
        or _value_slip(surprise, found.text)
        or _stage_slip(surprise, found)
        or _statement_slip(surprise, found)
        or _entry_slip(surprise, found)
        or _block_slip(surprise, found.text)
    )


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
    if found == "," and "or" in expected and surprise.opening == "ask":
        return Slip(None, "the moves offered are joined with `or`")
    return None


def _value_slip(surprise: Surprise, found: str) -> Slip | None:
    expected, previous = surprise.expected, surprise.previous.text
    if found in ("-", "not") and previous in ("of", "the"):
        return Slip(None, f"put what follows `{previous}` into round brackets, as in `abs of (-4)`")
    if found == "for" and "]" in expected:
        return Slip(None, "write `those(p in players where CONDITION)`, or `list(VALUE for p in players)`")
    if found == "where" and "for" in expected:
        return Slip(None, "the value comes first: `sum(VALUE for NAME in VALUES where CONDITION)`")
    if found == "{" and previous in ("=", "+=", "-=", "(", ",", "return"):
        return Slip(None, "several values stand in `[ ]`; nothing at all is `[]`")
    if found == "in" and previous in ("is", "not") and "is" in surprise.entry[-2:]:
        return Slip(None, f"write `{'not in' if previous == 'not' else 'in'}` without `is`")
    if found == "?" and "then" not in expected and {"and", "+"} <= expected:
        return Slip(None, "a choice is written `if CONDITION then VALUE else VALUE`")
    if found == "=" and "at" in expected and "list" in surprise.entry[-3:]:
        return Slip(None, f"say how many it holds at most: `list of {previous} at most 20`")
    if found == "," and surprise.opening == "set" and "+" in expected:
        path = "".join(surprise.entry[1:]).split("=")[0]
        example = "7, 8, 9, 10, J, Q, K, A" if path == "deck.ranks" else "…, …"
        return Slip(None, f"several values stand in `[ ]`: `set {path} = [{example}]`")
    return None


def _stage_slip(surprise: Surprise, found: Lexeme) -> Slip | None:
    expected, entry = surprise.expected, surprise.entry
    if found.text == "to" and surprise.previous.kind == INT and ".." in expected:
        return Slip(None, "a range is written with two dots: `7..1`")
    if "deals" not in entry:
        return None
    if found.kind == INT and entry[-1] == "deals":
        return Slip(None, f"the number stands before `deals`: `{found.text} deals of 9`")
    if "until" in entry and "at" in expected:
        return Slip(None, "say how many deals there are at most: `deals of 7..1 until CONDITION at most 20`")
    return None


def _statement_slip(surprise: Surprise, found: Lexeme) -> Slip | None:
    expected, opening = surprise.expected, surprise.opening
    if opening == "move" and found.text == "from" and "to" in expected:
        return Slip(None, "put the number into round brackets: `move (if … then … else …) from PLACE to PLACE`")
    if adds_statements(surprise, found):
        hint = "statements come before or after a step: `before PHASE.STEP { … }`; those of a move stand in `do { … }`"
        return Slip("`add to` does not take statements", hint)
    if len(surprise.entry) == 1 and surprise.previous.text not in RESERVED and "+=" in expected:
        name = surprise.previous.text
        if found.text in ("(", "among", "}") or found.text in STATEMENT_WORDS:
            run = f"run {_called(surprise, found)}"
            return Slip(None, f"to play a phase write `{run}`; a move is offered: `ask PLAYER: {name}`")
        return Slip(None, f"no statement begins with `{name}`; a value is given with `{name} = VALUE`")
    return None


def adds_statements(surprise: Surprise, found: Lexeme) -> bool:
    """Is this a statement within `add to`?"""
    if surprise.entry[:2] != ["add", "to"]:
        return False
    if surprise.previous.text == "{":
        return found.text in STATEMENT_WORDS
    return found.text in ("=", "+=", "-=") and surprise.previous.text not in RESERVED


def _called(surprise: Surprise, found: Lexeme) -> str:
    """A name and what stands in brackets behind it, as written."""
    text = surprise.previous.text
    for lexeme in surprise.lexemes[surprise.at : surprise.at + 12] if found.text == "(" else ():
        text += f" {lexeme.text}" if lexeme.kind != SIGN and text[-1] != "(" else lexeme.text
        if lexeme.text == ")":
            return text
    return surprise.previous.text


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
    if found in ("then", "do", ":") and "{" in expected and surprise.opening in ("if", "for", "repeat"):
        return Slip(None, "the statements follow at once, in braces: `{ … }`")
    if found == "}" and {"else", "when"} <= expected:
        return Slip("these `cases` have no `else`", "end them with `else: VALUE`, so that there is always a value")
    if found == "else" and is_complete(expected):
        return Slip("this `else` belongs to nothing", "`else` follows the `}` of an `if`, an `ask` or a loop `at most`")
    return None
