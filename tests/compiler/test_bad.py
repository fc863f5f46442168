"""Broken specs: what the author is told. ``python -m tests.compiler.refresh`` writes the expectations anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.syntax.codes import CODES
from tests.compiler.refresh import BAD, diagnostics, report

OF_COMPILER = {code for code in CODES if code[2] in "245"}
JARGON = (
    "AST",
    "IR ",
    "token",
    "lambda",
    "NoneType",
    "None",
    "Opt",
    "ListOf",
    "SetOf",
    "identifier",
    "argument",
    "boolean",
    "unknown type 'unknown'",
    "a unknown",
)


def code_of(path: Path) -> str:
    return path.stem.split("_")[0].upper()


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_expected(path: Path) -> None:
    text = report(path)
    assert text == path.with_suffix(".expected").read_text(encoding="utf-8")
    if path.stem != "several":
        assert code_of(path) in {d.code for d in diagnostics(path)}


def test_one_mistake_is_told_once() -> None:
    """A fixture is named after its one mistake, and is not answered with others as well."""
    several = {
        "several",
        "rs202_edit_elsewhere",
        "rs202_edit_target",
        "rs202_member",
        "rs202_place",
        "rs215",
        "rs223_list",
        "rs230_or",
    }
    for path in BAD:
        found = diagnostics(path)
        assert found, path.name
        if path.stem not in several:
            assert len(found) == 1, f"{path.name}: {[d.code for d in found]}"


def test_several_mistakes_are_told_in_one_run() -> None:
    found = diagnostics(next(path for path in BAD if path.stem == "several"))
    assert len(found) >= 10
    assert len({d.span.line for d in found if d.span is not None}) >= 10


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_words_of_an_author(path: Path) -> None:
    for diagnostic in diagnostics(path):
        text = f"{diagnostic.message} {diagnostic.hint or ''}"
        assert not [word for word in JARGON if word in text], text
        assert not diagnostic.message.endswith("."), text
        assert "argument(s)" not in text


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_places(path: Path) -> None:
    """Every finding points at a stretch of the text, and not at half of the file."""
    for diagnostic in diagnostics(path):
        assert diagnostic.span is not None
        assert 0 < diagnostic.span.end - diagnostic.span.start < 300


def test_every_code_has_a_fixture() -> None:
    assert {code_of(path) for path in BAD if path.stem != "several"} >= OF_COMPILER - FIXTURES_ELSEWHERE
    assert len(BAD) >= 120


FIXTURES_ELSEWHERE = {"RS427"}
"""Codes whose fixture needs a file of sources: the example of their page is the fixture."""
