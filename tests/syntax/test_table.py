"""The table that specs are parsed with is the grammar's, and makes the trees that the parser generator would make."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken

from rulespec.syntax.parser import grammar_text, mark_of
from rulespec.syntax.source import Source
from rulespec.syntax.table import END, Machine, Node, Table, Value, table_from_json
from rulespec.syntax.tokens import INT, STRING, Lexeme, scan
from rulespec.syntax.tree import Leaf
from tools.grammar_table import FILE, text

ROOT = Path(__file__).parents[2]
TEXTS = sorted([*ROOT.glob("specs/**/*.rules"), *ROOT.glob("rulespec/std/*.rules"), *ROOT.glob("tests/**/*.rules")])


@cache
def lark() -> Lark:
    return Lark(grammar_text(), parser="lalr", lexer="contextual", propagate_positions=True, maybe_placeholders=True)


@cache
def table() -> Table:
    found = table_from_json(FILE.read_text(encoding="utf-8"), mark_of(grammar_text()))
    assert found is not None, "the grammar has changed: python tools/grammar_table.py"
    return found


def test_the_table_is_that_of_the_grammar() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "python tools/grammar_table.py"


def test_a_table_of_another_grammar_is_not_used() -> None:
    assert table_from_json(FILE.read_text(encoding="utf-8"), mark_of("start: NAME")) is None


def kind_of(lexeme: Lexeme, machine: Machine) -> str:
    names = {value: name for name, value in machine.table.fixed.items()}
    if lexeme.kind in (INT, STRING):
        return "INT" if lexeme.kind == INT else "STRING"
    keyword = names.get(lexeme.text)
    return keyword if keyword is not None and machine.goes_on(keyword) else "NAME"


def flat(value: Tree[Token] | Token | Value) -> Iterator[object]:
    """A tree as a sequence, without recursion."""
    todo: list[Tree[Token] | Token | Value] = [value]
    while todo:
        node = todo.pop()
        if isinstance(node, Tree):
            yield str(node.data), node.meta.start_pos, node.meta.end_pos, len(node.children)
            todo.extend(node.children)
        elif isinstance(node, Node):
            yield node.name, node.start, node.end, len(node.children)
            todo.extend(node.children)
        elif isinstance(node, Leaf):
            yield node.kind, node.text, node.start, node.end
        elif node is None:
            yield None
        else:
            yield node.type, str(node), node.start_pos, node.end_pos


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_trees_are_those_of_the_generator(path: Path) -> None:
    source = Source(path.name, path.read_text(encoding="utf-8", errors="replace"))
    machine, other = Machine(table()), lark().parse_interactive("")
    for lexeme in scan(source).lexemes:
        kind = kind_of(lexeme, machine)
        fits = machine.feed(Leaf(kind, lexeme.text, lexeme.start, lexeme.end))
        try:
            other.feed_token(Token(kind, lexeme.text, start_pos=lexeme.start, end_pos=lexeme.end))
        except UnexpectedToken:
            assert not fits
            assert path.parent.name == "bad"
            return
        assert fits, lexeme
    if machine.goes_on(END):
        assert list(flat(machine.finish())) == list(flat(other.feed_token(Token(END, ""))))
