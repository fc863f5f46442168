"""The reference of the language: its examples hold, and it leaves nothing out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from lark import Lark

from rulespec.compiler.lower.schedules import TIES
from rulespec.compiler.merge.edit_sections import DECK_LINES
from rulespec.compiler.resolve.builtins import ATTRIBUTES, CALLS, VALUES
from rulespec.compiler.resolve.declare import VIEWERS
from rulespec.compiler.resolve.type_names import SIMPLE
from tests.cli import process
from tests.docs.blocks import DOCS, FRAME, LANGUAGE, ROOT, Block, agrees, blocks, commands, framed
from tests.docs.play import check_values, counts, findings, is_game, play

REFERENCE = [DOCS / "reference" / "language.md", *sorted(LANGUAGE.glob("*.md"))]
PAGES = [*REFERENCE, DOCS / "reference" / "recipes.md"]
GRAMMAR = (ROOT / "rulespec" / "grammar.lark").read_text(encoding="utf-8")
UNUSED = ("RS42", "RS43")
"""Examples in the frame are excerpts: what they declare need not be used."""
UNSHOWN = frozenset(("start", "bound"))
"""Rules of the grammar that leave no mark of their own in a tree."""


def _examples() -> Iterator[tuple[Path, Block]]:
    for page in PAGES:
        for block in blocks(page):
            if block.language == "rules":
                yield page, block


EXAMPLES = list(_examples())


@pytest.mark.parametrize(("page", "block"), EXAMPLES, ids=lambda x: x.stem if isinstance(x, Path) else str(x.line))
def test_example(page: Path, block: Block, tmp_path: Path) -> None:
    """Every example compiles without a finding, can be played, and has the values it states."""
    for other in blocks(page):
        if other.language == "rules" and other.name:
            (tmp_path / other.name).write_text(other.text, encoding="utf-8")
    path = tmp_path / (block.name or "example.rules")
    path.write_text(framed(block.text), encoding="utf-8")
    if not is_game(path):
        return
    whole = block.text.startswith("rules 1")
    found = [text for code, _, text in findings(path) if whole or not code.startswith(UNUSED)]
    assert not found, "\n".join(found)
    allowed = counts(path)
    for players in {allowed[0], allowed[-1]}:
        play(path, players)
    check_values(path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands print what is shown below them."""
    for block in blocks(page):
        if block.name:
            (tmp_path / block.name).write_text(block.text, encoding="utf-8")
    monkeypatch.setattr(process, "ROOT", tmp_path)
    for block in blocks(page):
        for command in commands(block) if block.language == "console" else ():
            result = process.rulespec(*command.arguments)
            assert agrees(command.output, result.out + result.err), f"line {command.line}:\n{result.out}{result.err}"


def test_frame() -> None:
    assert not findings(FRAME)


# ---------------------------------------------------------------- nothing left out


@cache
def _tree_marks() -> frozenset[str]:
    """The marks of all constructs that the examples use."""
    parser = Lark(GRAMMAR, parser="lalr", lexer="contextual", maybe_placeholders=True)
    marks: set[str] = set()
    for page, block in EXAMPLES:
        if page not in REFERENCE:
            continue
        text = block.text if block.text.startswith("rules 1") else "rules 1\n" + block.text
        tree = parser.parse(text)
        marks.update(str(node.data) for node in tree.iter_subtrees())
    return frozenset(marks)


def test_every_construct_of_the_grammar_has_an_example() -> None:
    aliases = set(re.findall(r"->\s*([a-z_]+)", GRAMMAR))
    rules = set(re.findall(r"^([a-z]\w*):", GRAMMAR, re.MULTILINE))
    missing = sorted((aliases | rules) - _tree_marks() - UNSHOWN)
    assert not missing


def _shown_words() -> set[str]:
    text = "\n".join(block.text for page, block in EXAMPLES if page in REFERENCE)
    return set(re.findall(r"[A-Za-z_]+", re.sub(r"#[^\n]*", "", text)))


UNREACHED = frozenset(("rest", "worst"))
"""Words of the language that nothing has yet."""


def test_every_word_is_explained_and_shown() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in REFERENCE)
    words = {
        *ATTRIBUTES,
        *CALLS,
        *VALUES,
        *VIEWERS,
        *SIMPLE,
        *DECK_LINES,
        *TIES,
        "partner",
        "deck_size",
    }
    explained = set(re.findall(r"[A-Za-z_]+", " ".join(re.findall(r"`[^`\n]+`", pages))))
    assert sorted(words - explained) == []
    assert sorted(words - _shown_words() - UNREACHED) == []


def test_reserved_words_are_listed() -> None:
    page = (DOCS / "reference" / "language.md").read_text(encoding="utf-8")
    listed = page.split("```text\n")[1].split("```")[0].split()
    (pattern,) = re.findall(r"^NAME: /\(\?!\(\?:([^)]*)\)", GRAMMAR, re.MULTILINE)
    assert listed == sorted(pattern.split("|"))


def test_pages_are_readable() -> None:
    for page in PAGES:
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
            assert line.startswith("|") or "](" in line or len(line) <= 160, f"{page.name}:{number}"
