"""Good texts: what they parse to, where its parts stand, and that formatting changes nothing."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulespec.syntax import ast
from rulespec.syntax.format import WIDTH, format_spec
from rulespec.syntax.parser import Parsed, parse, parse_with_comments
from rulespec.syntax.source import Source
from tests.syntax.refresh import GOOD, source

LIBRARY = sorted((Path(__file__).parents[2] / "rulespec" / "std").glob("*.rules"))
SPECS = sorted((Path(__file__).parents[2] / "specs").glob("**/*.rules"))

every_good_text = pytest.mark.parametrize("path", GOOD + LIBRARY + SPECS, ids=lambda path: path.stem)


def nodes(value: object) -> Iterator[ast.Node]:
    """A node and all nodes below it."""
    if isinstance(value, ast.Node):
        yield value
        for field in dataclasses.fields(value):
            if field.name != "span":
                yield from nodes(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from nodes(item)


def read(path: Path) -> tuple[Parsed, ast.Spec]:
    parsed = parse_with_comments(source(path))
    assert parsed.diagnostics == []
    assert parsed.spec is not None
    return parsed, parsed.spec


@every_good_text
def test_formatting_keeps_tree_and_comments(path: Path) -> None:
    parsed, spec = read(path)
    text = format_spec(spec, parsed.comments)
    again = parse_with_comments(Source(path.name, text))
    assert again.spec == spec
    assert sorted(comment.text for comment in again.comments) == sorted(comment.text for comment in parsed.comments)
    assert format_spec(spec, parsed.comments) == text


@every_good_text
def test_formatting_is_idempotent(path: Path) -> None:
    parsed, spec = read(path)
    text = format_spec(spec, parsed.comments)
    again = parse_with_comments(Source(path.name, text))
    assert again.spec is not None
    assert format_spec(again.spec, again.comments) == text


@every_good_text
def test_formatting_without_source(path: Path) -> None:
    """As for a tree merged from several files: no comments, but the same tree, and stable."""
    _, spec = read(path)
    text = format_spec(spec)
    again, diagnostics = parse(Source(path.name, text))
    assert diagnostics == []
    assert again == spec
    assert again is not None
    assert format_spec(again) == text
    assert "#" not in "".join(text.split('"')[::2])


@every_good_text
def test_lines_are_short(path: Path) -> None:
    parsed, spec = read(path)
    for line in format_spec(spec, parsed.comments).splitlines():
        code = line.split("  #")[0]
        assert len(code) <= WIDTH or '"' in code or code.lstrip().startswith("#")
        assert line == line.rstrip()


@every_good_text
def test_spans(path: Path) -> None:
    """A part lies within its whole, begins and ends with a visible character, and a name's place holds the name."""
    _, spec = read(path)
    text = spec.span.source.text
    for node in nodes(spec):
        piece = text[node.span.start : node.span.end]
        assert piece
        assert piece == piece.strip()
        if isinstance(node, (ast.Ident, ast.Name)):
            assert piece == node.text
        if isinstance(node, ast.Text):
            assert piece == f'"{node.value}"'
        for field in dataclasses.fields(node):
            for child in nodes(getattr(node, field.name)) if field.name != "span" else ():
                assert node.span.start <= child.span.start
                assert child.span.end <= node.span.end


def test_fixtures_cover_every_kind_of_node() -> None:
    seen = {type(node) for path in GOOD for node in nodes(read(path)[1])}
    concrete = {
        kind
        for kind in vars(ast).values()
        if isinstance(kind, type) and issubclass(kind, ast.Node) and kind not in (ast.Node, ast.Stmt_, ast.Decl_)
    }
    assert {kind.__name__ for kind in concrete - seen} == set()


def test_citations_go_to_what_they_follow() -> None:
    text = """rules 1
phase p { cites A  step s { cites B  x = 1  cites C  y = 2 }  cites D  cites E  if a {} else if b {}  cites F }  cites G
move m { cites H  do { leave } }  cites I
schedule z { cites J  dealt by a  cites K }  cites L"""
    spec, diagnostics = parse(Source("t", text))
    assert diagnostics == []
    assert spec is not None
    phase, move, schedule = spec.items
    assert isinstance(phase, ast.Phase)
    assert isinstance(move, ast.Move)
    assert isinstance(schedule, ast.Schedule)

    def names(cites: ast.Cites) -> str:
        return "".join(cite.text for cite in cites)

    step, chain = phase.block.body
    assert isinstance(step, ast.Step)
    assert isinstance(chain, ast.If)
    assert isinstance(chain.otherwise, ast.If)
    assert [names(phase.cites), names(phase.block.cites), names(step.cites)] == ["AG", "", "DE"]
    assert [names(step.block.cites), names(step.block.body[0].cites), names(step.block.body[1].cites)] == ["B", "C", ""]
    assert [names(chain.cites), names(chain.otherwise.cites)] == ["F", ""]
    assert [names(move.cites), names(schedule.cites), names(schedule.items[0].cites)] == ["HI", "JL", "K"]


def test_byte_order_mark_and_line_ends() -> None:
    plain, _ = parse(Source("t", "rules 1\nconst a = 1 # one\nconst b = 2\n"))
    marked, diagnostics = parse(Source("t", "\ufeffrules 1\r\nconst a = 1 # one\r\nconst b = 2\r\n"))
    assert diagnostics == []
    assert marked == plain
