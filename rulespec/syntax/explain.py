"""Saying what is wrong where a text stops making sense, in the words of its author."""

from __future__ import annotations

from collections.abc import Iterable

from rulespec.syntax.brackets import CLOSER
from rulespec.syntax.diagnostics import Diagnostic
from rulespec.syntax.shapes import BRACKETED, DECLARATIONS, ELSEWHERE, ENTRIES, IN_BRACKETS, OTHER_NAMES
from rulespec.syntax.source import Source, Span
from rulespec.syntax.suggest import did_you_mean
from rulespec.syntax.surprise import COMPARISONS, Surprise, adds_statements, is_complete, is_value, slip_of
from rulespec.syntax.tokens import DECLARATION_WORDS, INT, RESERVED, STATEMENT_WORDS, STRING, WORD, Lexeme

_OPEN_KINDS = {"NAME": "a name", "INT": "a number", "STRING": "a text in quotes"}
_OPERATORS = COMPARISONS | frozenset(
    ["+", "-", "*", "/", "%", "..", "and", "or", "not", "in", "is", "matches", "has", "can", "otherwise"]
)
_AFTER_NAME = frozenset(["(", "[", "of", "?"])
_VALUE_STARTS_TEXT = "INT NAME ( [ - the cases some every count those find best least deck stage not if"
_VALUE_STARTS = frozenset(_VALUE_STARTS_TEXT.split())
_CONNECTORS_TEXT = """
    when of in to from with as and or not is at until then else where by per otherwise matches has can on into for
    cites do starting
"""
_CONNECTORS = frozenset(_CONNECTORS_TEXT.split())
_SIGNS_FIRST = {sign: place for place, sign in enumerate(":={,")}
_AFTER_A_NAME_BEING_GIVEN = frozenset(["=", ":", "(", ")", ",", "+=", "-=", "[", "]", "{", "}"])
_VALUE_FOLLOWS = frozenset(["=", ":", "+=", "-=", "then", "(", "return"])
_CLOSERS = frozenset(CLOSER.values())
_MOST_LISTED = 5


def explain(source: Source, surprise: Surprise) -> Diagnostic:
    """The diagnostic for a surprise: RS105 for a reserved word as a name, else RS103."""
    found = surprise.found
    if found is not None and _reserved_as_name(source, surprise, found) and not adds_statements(surprise, found):
        return _reserved(source, found)
    slip = _earlier_slip(surprise)
    if slip is not None:
        return slip_diagnostic(source, surprise.previous, slip)
    expected = surprise.expected
    wanted = _listed(_grouped(expected))
    special = slip_of(surprise, found) if found is not None else None
    if special is not None and special.message is not None and found is not None:
        return Diagnostic("RS103", special.message, _span(source, found), special.hint)
    hint = _hint(surprise) if special is None else special.hint
    if found is None:
        message = f"the text ends here, but {wanted} should follow"
        return Diagnostic("RS103", message, _span(source, surprise.previous), hint)
    if is_complete(expected) or _same_line(source, surprise.previous, found) or _typo(surprise, found):
        return Diagnostic("RS103", f"expected {wanted}, found {_shown(found)}", _span(source, found), hint)
    last = _shown(surprise.previous)
    if surprise.previous.text == "?" and surprise.at > 1:
        last = f"`{surprise.lexemes[surprise.at - 2].text}?`"
    message = f"something is missing after {last}: expected {wanted}"
    return Diagnostic("RS103", message, _span(source, surprise.previous), hint)


def slip_diagnostic(source: Source, lexeme: Lexeme, meant: str) -> Diagnostic:
    """A word that nothing begins with, and the word that was meant."""
    return Diagnostic(
        "RS103", f"nothing here begins with `{lexeme.text}`", _span(source, lexeme), f"did you mean `{meant}`?"
    )


# ---------------------------------------------------------------- reserved words as names


def _reserved_as_name(source: Source, surprise: Surprise, found: Lexeme) -> bool:
    if found.kind != WORD or found.text not in RESERVED or "NAME" not in surprise.expected:
        return False
    if surprise.at >= len(surprise.lexemes) or not _same_line(source, surprise.previous, found):
        return False
    follower = surprise.lexemes[surprise.at + 1] if surprise.at + 1 < len(surprise.lexemes) else None
    if found.text in _CONNECTORS or is_complete(surprise.expected):
        return follower is not None and follower.text in _AFTER_A_NAME_BEING_GIVEN and follower.text not in "({["
    return True


def _reserved(source: Source, found: Lexeme) -> Diagnostic:
    other = OTHER_NAMES.get(found.text)
    hint = f"take another name, such as `{f'{other}` or `' if other else ''}my_{found.text}`"
    return Diagnostic(
        "RS105", f"`{found.text}` is a word of the language and cannot be a name", _span(source, found), hint
    )


# ---------------------------------------------------------------- slips


def _words(expected: Iterable[str]) -> list[str]:
    return [word for word in expected if word.isalpha() and word not in _OPEN_KINDS]


def _typo(surprise: Surprise, found: Lexeme) -> str | None:
    """The expected word that the one found is a slip of."""
    if found.kind != WORD or found.text in RESERVED or surprise.at >= len(surprise.lexemes):
        return None
    words = _words(surprise.expected)
    return found.text.lower() if found.text.lower() in words else did_you_mean(found.text, words)


def _earlier_slip(surprise: Surprise) -> str | None:
    """The word meant by the lexeme before, if that was taken for a name only because it is misspelt."""
    before = surprise.previous
    if before.kind != WORD or before.text in RESERVED or "NAME" not in surprise.expected_before:
        return None
    if is_value(surprise.expected_before) or not _opens_entry(surprise.expected_before):
        return None
    found = surprise.found
    if found is not None and (found.text in ("=", "==", ".", ":") or _typo(surprise, found)):
        return None
    return ELSEWHERE.get(before.text) or did_you_mean(before.text, _words(surprise.expected_before))


def _opens_entry(expected: frozenset[str]) -> bool:
    return len(expected & STATEMENT_WORDS) > 5 or "forbid" in expected or "size" in expected


# ---------------------------------------------------------------- what could stand here


def _grouped(expected: frozenset[str]) -> list[str]:
    """What could come, in plain words: the likeliest first."""
    rest = set(expected)
    groups: list[str] = []
    if is_value(expected):
        groups.append("a value")
        rest -= _VALUE_STARTS
    if {"NAME", "game", "option", "deck"} <= rest and "library" not in rest:
        groups.append("a path such as `play.refusal`")
        rest -= DECLARATION_WORDS | {"NAME"}
    if len(rest & DECLARATION_WORDS) > 20:
        groups.append("a declaration")
        rest -= DECLARATION_WORDS
    if len(rest & STATEMENT_WORDS) > 5:
        groups.append("a statement")
        rest -= STATEMENT_WORDS | {"NAME"}
    if {"NAME", "set", "list"} <= rest:
        groups.append("a type")
        rest -= {"NAME", "set", "list", "INT", "-"}
    plain = rest - _OPERATORS - (_AFTER_NAME if "of" in rest else frozenset()) - {"cites"}
    if plain or groups:
        rest = plain
        operators = not plain and len(expected & _OPERATORS) > 3
    else:
        operators = False
    named = sorted(_OPEN_KINDS[kind] for kind in rest & _OPEN_KINDS.keys())
    words = sorted(f"`{word}`" for word in rest - _OPEN_KINDS.keys() if word.isalpha())
    signs = sorted((sign for sign in rest if not sign.isalpha()), key=lambda sign: (_SIGNS_FIRST.get(sign, 9), sign))
    early = [f"`{sign}`" for sign in signs if sign in _SIGNS_FIRST]
    late = [f"`{sign}`" for sign in signs if sign not in _SIGNS_FIRST]
    return groups + named + early + words + late + (["an operator"] if operators else [])


def _listed(items: list[str]) -> str:
    if not items:
        return "nothing more"
    if len(items) > _MOST_LISTED:
        return ", ".join([*items[: _MOST_LISTED - 1], "or something else that fits"])
    if len(items) == 1:
        return items[0]
    return f"{', '.join(items[:-1])} or {items[-1]}"


# ---------------------------------------------------------------- what to do


def _hint(surprise: Surprise) -> str | None:
    found, expected = surprise.found, surprise.expected
    if found is not None:
        typo = _typo(surprise, found) or (ELSEWHERE.get(found.text) if is_complete(expected) else None)
        if typo:
            return f"did you mean `{typo}`?"
        if is_complete(expected) and "+" in expected and found.kind in (INT, WORD) and found.text not in RESERVED:
            return "perhaps an operator is missing before it"
    if is_complete(expected):
        return None
    form = _form(surprise)
    return None if form is None else f"the form is: {form}"


def _form(surprise: Surprise) -> str | None:
    """The form of what the place stands in, if it is one that we know: the innermost bracket, or the entry."""
    lexemes = surprise.lexemes[: surprise.at]
    closed = answered = 0
    word_after: str | None = None
    for i in range(len(lexemes) - 1, surprise.begin, -1):
        lexeme = lexemes[i]
        if lexeme.text in _CLOSERS:
            closed += 1
        elif lexeme.text in CLOSER:
            if closed:
                closed -= 1
                continue
            form = _form_within(lexeme.text, lexemes[i - 1].text, word_after)
            if form is not None:
                return form
            word_after = None
        elif not closed:
            if lexeme.text == "if" and lexemes[i - 2].text != "}":
                if not answered:
                    return ENTRIES["then"]
                answered -= 1
            answered += lexeme.text == "else"
            word_after = lexeme.text if lexeme.text in IN_BRACKETS else word_after
    return _form_of_entry(surprise, lexemes)


def _form_within(opener: str, before: str, word_in_it: str | None) -> str | None:
    """The form that stands in a bracket: known by the word before it, or by one in it."""
    if opener == "{":
        return ENTRIES["cases"] if before == "cases" else None
    if opener == "(":
        return BRACKETED.get(before) or IN_BRACKETS.get(word_in_it or "")
    return None


def _form_of_entry(surprise: Surprise, lexemes: list[Lexeme]) -> str | None:
    if not lexemes:
        return None
    opening = lexemes[surprise.begin].text
    inside = any(lexeme.text == "{" for lexeme in lexemes[: surprise.begin])
    form = (ENTRIES if inside else DECLARATIONS).get(opening) or DECLARATIONS.get(opening)
    if form is None and opening not in RESERVED and {"=", "+="} & {lexeme.text for lexeme in lexemes[surprise.begin :]}:
        return "NAME = VALUE"
    return form


# ---------------------------------------------------------------- small parts


def _span(source: Source, lexeme: Lexeme) -> Span:
    return Span(source, lexeme.start, lexeme.end)


def _same_line(source: Source, one: Lexeme, other: Lexeme) -> bool:
    return source.line_column(one.start)[0] == source.line_column(other.start)[0]


def _shown(lexeme: Lexeme) -> str:
    if lexeme.kind == STRING:
        return "a text in quotes"
    text = lexeme.text if len(lexeme.text) <= 40 else lexeme.text[:39] + "…"
    return f"`{text}`"
