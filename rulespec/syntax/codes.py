"""Every diagnostic code and its title, one line each. Codes are stable: one that goes out of use is never reused."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A diagnostic code and, in one line, what it reports."""

    code: str
    title: str


_TITLES = {
    # RS1xx: the text is not a spec
    "RS101": "the first line does not say `rules 1`",
    "RS102": "the spec asks for a version of the language that is not known",
    "RS103": "a word or sign stands where it cannot",
    "RS104": "a bracket or brace is not closed, or closed by the wrong one",
    "RS105": "a reserved word is used as a name",
    "RS106": "a character that specs do not use",
    "RS107": "a text without its closing quotation mark",
    "RS108": "a number is too large",
    "RS109": "the text is nested too deeply",
    "RS110": "the file is too large",
    "RS111": "the file is not UTF-8",
    "RS112": "the file cannot be read",
    "RS113": "something is said twice that may be said once",
    "RS114": "the entry contradicts itself",
    # RS6xx: the spec and the sources that it cites
    "RS601": "a statement is cited that the sources do not have",
    "RS602": "nothing implements a statement of the sources",
    "RS603": "no convention decides what a statement of the sources leaves open",
    "RS604": "the sources cannot be read",
    "RS605": "the sources are not written as sources are",
    "RS606": "statements are cited, and the spec names no sources",
}

CODES: dict[str, Code] = {code: Code(code, title) for code, title in _TITLES.items()}
"""All codes by name."""
