"""Splitting a text into words, numbers, strings, signs and comments.

This is the only place that looks at single characters. It knows the reserved words, so that a keyword is always a
whole word, and it reports what can be no part of any spec: stray characters, open strings, enormous numbers.
Which of the unreserved words are keywords where is decided by the parser, which knows what may come next.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from rulespec.syntax.diagnostics import Diagnostic
from rulespec.syntax.source import Source, Span

WORD = "word"
INT = "number"
STRING = "string"
SIGN = "sign"

INT_MAX = 2**31 - 1

_RESERVED_WORDS = """
    game library use extends requires conflicts preset cite set drop add instead before after replace
    option const enum convention invariant setup deck pile zone note groups var per value pattern rule return move phase
    schedule forbid fine when do ensure stage dealt runs winner
    give each shuffle into place on ask for secretly let if then else repeat cycle until at run among step leave end
    replay award say to from with as all cites
    and or not in is of by where otherwise matches has can the cases some every count those find best least
"""
_DECLARATION_WORDS = """
    game library use extends requires conflicts preset cite set drop add instead before after replace
    option const enum convention invariant setup
    deck pile zone note groups var value pattern rule move phase schedule fine
"""
_STATEMENT_WORDS = "move give shuffle place add ask let if for cycle repeat run step leave end replay award say winner"

RESERVED = frozenset(_RESERVED_WORDS.split())
"""Words that are never names. The grammar's NAME excludes the same ones; a test compares the two."""

DECLARATION_WORDS = frozenset(_DECLARATION_WORDS.split())
"""Words that open a declaration or an edit."""

STATEMENT_WORDS = frozenset(_STATEMENT_WORDS.split())
"""Words that open a statement."""

MOST_PROBLEMS = 20
"""More are found, but not reported: a file that is no spec at all would give one a character."""

_PIECES = re.compile(
    r"""
    (?P<space> [ \t\r\n]+ )
    | (?P<comment> \#[^\n]* )
    | (?P<word> [A-Za-z_][A-Za-z_0-9]* )
    | (?P<number> [0-9]+ )
    | (?P<string> "[^"\n]*" )
    | (?P<sign> \.\. | \+= | -= | == | != | <= | >= | [-+*/%=<>{}()\[\],:.|?] )
    """,
    re.VERBOSE,
)
_STRAY_WORD = re.compile(r"[^\W\d]\w*|\w+")
_OPEN_STRING = re.compile(r'"[^"\n]*')

_QUOTES = frozenset("“”„‟«»‹›〝〞＂″")
_SINGLE_QUOTES = frozenset("'‘’‚‛`´′")
_SIGN_FOR = {
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "…": "..", "×": "*", "·": "*", "÷": "/", "≤": "<=", "≥": ">=",
    "≠": "!=", "，": ",", "：": ":", "（": "(", "）": ")", "｛": "{", "｝": "}", "！": "not", "!": "not", "&": "and",
    "；": ",",
}  # fmt: skip
_ADVICE_FOR = {
    ";": "statements need nothing between them: leave the `;` out",
    "^": "there is no power sign",
    "@": "names are made of letters, digits and `_`",
    "$": "names are made of letters, digits and `_`",
    "\\": "a long line may simply go on in the next one",
    "~": "write `not`",
}

_LOOK_ALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХЗаеѕіјорсухԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧοѵ",
    "ABESIJKMHOPCTYX3aesijopcyxdqwhABEZHIKMNOPTYXov",
)


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One word, number, string or sign; ``start`` and ``end`` are character offsets."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Comment:
    """``# …`` to the end of its line; ``alone`` when nothing but blanks stands before it in the line."""

    text: str
    start: int
    end: int
    alone: bool


@dataclass(frozen=True, slots=True)
class Scan:
    """What a text is made of. ``problems`` spoil the lexemes around them, but never stop the scan."""

    lexemes: list[Lexeme]
    comments: list[Comment]
    problems: list[Diagnostic]


def scan(source: Source) -> Scan:
    """Split a text; linear in its length."""
    text = source.text
    lexemes: list[Lexeme] = []
    comments: list[Comment] = []
    problems: list[Diagnostic] = []
    position = 1 if text.startswith("\ufeff") else 0
    line_has_code = False
    while position < len(text):
        match = _PIECES.match(text, position)
        if match is None:
            problem, end = _stray(source, position)
            problems.append(problem)
            kind = STRING if text[position] in _QUOTES or text[position] == '"' else WORD
            lexemes.append(Lexeme(kind, text[position:end], position, end))
            position = end
            line_has_code = True
            continue
        kind, piece, end = match.lastgroup or "", match.group(), match.end()
        if kind == "space":
            line_has_code = line_has_code and "\n" not in piece
        elif kind == "comment":
            comments.append(Comment(piece.rstrip(), position, position + len(piece.rstrip()), not line_has_code))
        else:
            end, found = _glued(source, kind, position, end) if kind != STRING else (end, _controls(source, match))
            problems.extend(found)
            lexemes.append(Lexeme(kind, text[position:end], position, end))
            line_has_code = True
        position = end
    return Scan(lexemes, comments, problems[:MOST_PROBLEMS])


def _controls(source: Source, match: re.Match[str]) -> list[Diagnostic]:
    """A control character in a text would reach the terminal of whoever reads it."""
    for at, char in enumerate(match.group()):
        if unicodedata.category(char) == "Cc" and char != "\t":
            span = Span(source, match.start() + at, match.start() + at + 1)
            message = f"a control character (U+{ord(char):04X}) stands in this text"
            return [Diagnostic("RS106", message, span, "leave it out")]
    return []


def _glued(source: Source, kind: str, start: int, end: int) -> tuple[int, list[Diagnostic]]:
    """Where a word or number really ends: letters that are not allowed may be glued to it."""
    if kind not in (WORD, INT):
        return end, []
    more = _more_letters(source.text, end)
    if more > end:
        return more, [_bad_word(source, start, more)]
    if kind == INT:
        digits = source.text[start:end].lstrip("0")
        if len(digits) > 10 or int(digits or "0") > INT_MAX:
            return end, [
                Diagnostic(
                    "RS108",
                    "this number is too large",
                    Span(source, start, end),
                    f"the largest number is {INT_MAX}",
                )
            ]
    return end, []


def _more_letters(text: str, start: int) -> int:
    end = start
    while end < len(text) and (text[end].isalnum() or text[end] == "_" or unicodedata.combining(text[end])):
        end += 1
    return end


def _bad_word(source: Source, start: int, end: int) -> Diagnostic:
    word = source.text[start:end]
    span = Span(source, start, end)
    if word[0].isdigit() and word.isascii():
        return Diagnostic(
            "RS106",
            f"`{_shorten(word)}` is neither a number nor a name",
            span,
            "a name may not begin with a digit; leave a blank between a number and a word",
        )
    foreign = next((char for char in word if not char.isascii()), word[0])
    latin = word.translate(_LOOK_ALIKES)
    if latin.isascii() and latin[0].isalpha():
        return Diagnostic(
            "RS106",
            f"`{_shorten(word)}` holds {_describe(foreign)}, which only looks like a Latin letter",
            span,
            f"type it anew in Latin letters: `{_shorten(latin)}`",
        )
    return Diagnostic(
        "RS106",
        f"`{_shorten(word)}` holds {_describe(foreign)}",
        span,
        "names are made of the letters a to z, digits and `_`; texts in quotes and comments may hold any language",
    )


def _shorten(word: str) -> str:
    return word if len(word) <= 40 else word[:39] + "…"


def _stray(source: Source, start: int) -> tuple[Diagnostic, int]:
    """A problem at a place where nothing known begins, and the offset behind it."""
    text = source.text
    char = text[start]
    if char == '"':
        match = _OPEN_STRING.match(text, start)
        end = match.end() if match else start + 1
        return _open_string(source, start, end), end
    if char in _QUOTES or char in _SINGLE_QUOTES:
        what = "a typographic" if char in _QUOTES else "a single"
        span = Span(source, start, start + 1)
        hint = 'texts stand in straight double quotes: "…"'
        return Diagnostic("RS106", f"`{char}` is {what} quotation mark", span, hint), _end_of_quoted(text, start)
    match = _STRAY_WORD.match(text, start)
    if match is not None:
        end = _more_letters(text, start) or match.end()
        end = max(end, match.end())
        return _bad_word(source, start, end), end
    end = start + 1
    while end < len(text) and text[end] == char:
        end += 1
    span = Span(source, start, end)
    if char in _SIGN_FOR:
        return Diagnostic("RS106", f"{_describe(char)} is not used in specs", span, f"write `{_SIGN_FOR[char]}`"), end
    if char.isspace() or unicodedata.category(char) in ("Cf", "Zs"):
        return Diagnostic("RS106", f"{_describe(char)} that cannot be seen", span, "put an ordinary blank instead"), end
    return Diagnostic("RS106", f"{_describe(char)} is not used in specs", span, _ADVICE_FOR.get(char)), end


def _end_of_quoted(text: str, start: int) -> int:
    """Where the text ends that some other quotation mark opens: behind the next one in the line, if there is one."""
    marks = _QUOTES | {'"'} if text[start] in _QUOTES else _SINGLE_QUOTES
    line_end = text.find("\n", start, start + 1000)
    stop = min(len(text), start + 1000) if line_end < 0 else line_end
    return next((i + 1 for i in range(start + 1, stop) if text[i] in marks), start + 1)


def _open_string(source: Source, start: int, end: int) -> Diagnostic:
    return Diagnostic(
        "RS107",
        "this text has no closing quotation mark",
        Span(source, start, max(start + 1, start + len(source.text[start:end].rstrip()))),
        'a text ends in the line in which it begins; close it with `"`',
    )


def _describe(char: str) -> str:
    """A character in words: ``the character `ё` (Cyrillic letter)``."""
    name = unicodedata.name(char, f"U+{ord(char):04X}")
    script = name.split(" ")[0].capitalize()
    if char.isalpha():
        article = "an" if script[0] in "AEIOU" else "a"
        kind = "accented Latin" if script == "Latin" else script
        return f"`{char}`, {article} {kind} letter" if kind == script else f"`{char}`, an {kind} letter"
    if char.isascii() and char.isprintable():
        return f"`{char}`"
    shown = f"`{char}`" if char.isprintable() and not char.isspace() else "a character"
    return f"{shown} ({name.lower()})"
