"""One word changed or dropped: the text is refused, or its tree is another one."""

from pathlib import Path

import pytest

from rulespec.syntax import ast
from rulespec.syntax.parser import parse
from rulespec.syntax.source import Source
from rulespec.syntax.tokens import Lexeme, scan
from tests.syntax.refresh import GOOD, source

SIBLINGS = [
    ["and", "or"],
    ["==", "!=", "<", "<=", ">", ">="],
    ["+", "-"],
    ["*", "/", "%"],
    ["=", "+=", "-="],
    ["some", "every", "count", "those", "find"],
    ["best", "least"],
    ["matches", "has", "can"],
    ["pile", "zone"],
    ["same", "distinct"],
    ["before", "after"],
    ["use", "extends"],
    ["where", "from"],
    ["forbid", "fine"],
    ["is", "in"],
    ["all", "none"],
]

PAIRED = frozenset("(){}[]")


def items(path: Path) -> list[str]:
    """The text of each declaration of a fixture."""
    origin = source(path)
    spec, _ = parse(origin)
    assert spec is not None
    return [origin.text[item.span.start : item.span.end] for item in spec.items]


def tree(text: str) -> ast.Spec | None:
    return parse(Source("t", f"rules 1\n{text}\n"))[0]


def replaced(text: str, lexeme: Lexeme, by: str) -> str:
    return f"{text[: lexeme.start]} {by} {text[lexeme.end :]}"


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_changed_words_change_the_tree(path: Path) -> None:
    changed = 0
    for text in items(path):
        original = tree(text)
        assert original is not None
        for lexeme in scan(Source("t", text)).lexemes:
            group = next((words for words in SIBLINGS if lexeme.text in words), [])
            for other in group:
                if other != lexeme.text:
                    changed += 1
                    assert tree(replaced(text, lexeme, other)) != original, (lexeme, other, text)
    assert changed or path.stem in ("library", "comments")


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_dropped_words_change_the_tree(path: Path) -> None:
    for text in items(path):
        original = tree(text)
        for lexeme in scan(Source("t", text)).lexemes:
            if lexeme.text not in PAIRED:
                assert tree(replaced(text, lexeme, "")) != original, (lexeme, text)
