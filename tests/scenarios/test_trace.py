"""Statements of the sources and the declarations that implement them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.syntax.diagnostics import Diagnostic, render
from rulespec.trace import departs, source_diagnostics, trace
from tests.cli.process import rulespec
from tests.scenarios.runs import PAIRS


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A copy of the small game with its sources."""
    shutil.copytree(PAIRS.parent, tmp_path / "specs")
    return tmp_path / "specs" / "pairs.rules"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def sources(spec: Path) -> Path:
    return spec.parent / "sources" / "pairs.yaml"


def holes(spec: Path) -> list[Diagnostic]:
    compiled = compile_spec(spec)
    assert compiled.program is not None, compiled.diagnostics
    return source_diagnostics(compiled.program, spec, compiled.sources)


def hole(spec: Path) -> Diagnostic:
    (found,) = holes(spec)
    return found


def test_nothing_is_missing(spec: Path) -> None:
    compiled = compile_spec(spec)
    assert compiled.program is not None
    found = trace(compiled.program, spec, compiled.sources)
    assert found.holes == ()
    traced = {entry.statement.number: entry for entry in found.statements}
    assert list(traced) == ["T1", "T2", "T3", "T4", "T5", "T6"]
    assert {item.path for item in traced["T4"].implemented} == {"strict", "throw.same", "throw.lowest"}
    assert {item.path for item in traced["T5"].implemented} == {"aim", "deal", "price.out"}
    (decided,) = traced["T2"].decided
    assert (decided.name, decided.text, decided.place.line) == ("HIGH_SEAT", "seat 0 deals first", 11)


def test_an_unknown_statement_is_cited(spec: Path) -> None:
    change(spec, '"throw another card"  cites T4', '"throw another card"  cites T44')
    found = hole(spec)
    assert (found.code, found.hint) == ("RS601", "there are T1 to T6")
    assert "has no statement T44" in found.message
    text = render(found)
    assert '"throw another card"  cites T44\n' in text
    assert text.splitlines()[2].endswith("^^^")


def test_an_unknown_statement_is_decided(spec: Path) -> None:
    change(spec, "decides T2", "decides T2, X7")
    found = hole(spec)
    assert (found.code, found.hint) == ("RS601", "there are T1 to T6")


def test_a_statement_that_nothing_implements(spec: Path) -> None:
    change(spec, "ranks 2..4  cites T3", "ranks 2..4")
    found = hole(spec)
    assert (found.code, found.message) == ("RS602", "nothing implements statement T3")
    assert found.span is not None
    assert (Path(found.span.source.name), found.span.line) == (sources(spec), 15)


@pytest.mark.parametrize("status", ["garbled", "contradictory", "missing"])
def test_a_statement_that_no_convention_decides(spec: Path, status: str) -> None:
    change(sources(spec), "second line\n    status: clear\n  T4", f"second line\n    status: {status}\n  T4")
    found = hole(spec)
    assert (found.code, found.message) == ("RS603", f"statement T3 is {status}, and no convention decides it")


def test_a_question_that_no_convention_answers(spec: Path) -> None:
    change(
        sources(spec), "third line\n    status: clear", "third line\n    status: clear\n    gap: How much it counts."
    )
    found = hole(spec)
    assert (found.code, found.message) == ("RS603", "statement T5 leaves a question open, and no convention decides it")


def test_sources_that_are_missing(spec: Path) -> None:
    sources(spec).unlink()
    found = hole(spec)
    assert found.code == "RS604"
    assert found.file == str(sources(spec))
    assert "cannot be read" in found.message


def test_sources_that_are_no_yaml(spec: Path) -> None:
    sources(spec).write_text("statements: [", encoding="utf-8")
    assert hole(spec).code == "RS604"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("status: garbled", "status: odd", "'odd' is none of clear, "),
        ("of: [T4]", "of: [T7]", "there is no T7 (there are T1 to T6)"),
        ("  T6:", "  6:", "'6' cannot be a key here (A capital letter and a number, as in R1)"),
    ],
)
def test_sources_that_are_not_written_as_they_should_be(spec: Path, old: str, new: str, message: str) -> None:
    change(sources(spec), old, new)
    found = hole(spec)
    assert found.code == "RS605"
    assert message in found.message
    assert found.span is not None


def test_citations_without_sources(spec: Path) -> None:
    change(spec, '  sources "sources/pairs.yaml"\n', "")
    found = hole(spec)
    assert (found.code, found.message) == ("RS606", "T1 is cited, and the spec names no sources")


def test_neither_sources_nor_citations(tmp_path: Path) -> None:
    text = PAIRS.read_text(encoding="utf-8").replace('  sources "sources/pairs.yaml"\n', "")
    lines = [re.sub(r" +cites T[0-9]", "", line) for line in text.splitlines() if not line.startswith("convention")]
    spec = tmp_path / "bare.rules"
    spec.write_text("\n".join(lines), encoding="utf-8")
    assert holes(spec) == []
    result = rulespec("trace", spec)
    assert (result.code, result.out) == (0, f"{spec} names no sources and cites nothing\n")


def test_house_rules_may_leave_a_statement_behind(spec: Path) -> None:
    house = spec.parent / "house.rules"
    house.write_text('rules 1\nextends "pairs"\ndrop throw.same\ndrop throw.lowest\n', "utf-8")
    change(spec, '"the lowest card may not be thrown"  cites T4', '"the lowest card may not be thrown"')
    compiled = compile_spec(house)
    assert compiled.program is not None, compiled.diagnostics
    assert departs(compiled, house)
    assert [item.code for item in source_diagnostics(compiled.program, house, compiled.sources)] == ["RS602"]
    assert source_diagnostics(compiled.program, house, compiled.sources, departs=True) == []
    assert not departs(compile_spec(spec), spec)
    assert rulespec("trace", house).code == 0


def test_house_rules_do_not_cite_what_is_not_there(spec: Path) -> None:
    house = spec.parent / "house.rules"
    house.write_text('rules 1\nextends "pairs"\nadd to throw { forbid three when c is 3 "no"  cites T9 }\n', "utf-8")
    assert {item.code for item in holes(house)} == {"RS601"}
    result = rulespec("validate", house)
    assert (result.code, "RS601" in result.out) == (1, True)


# ---------------------------------------------------------------- the command line


def test_the_command(spec: Path) -> None:
    result = rulespec("trace", spec)
    assert result.code == 0
    assert result.out.startswith(f"{spec} after {sources(spec)}: Пары\n")
    assert f"T2   garbled: Somebody deals first.\n       HIGH_SEAT: seat 0 deals first  ({spec}:11)\n" in result.out
    assert f"       throw.same  ({spec}:" in result.out
    assert result.out.endswith("\n6 statements, 0 holes\n")


def test_the_command_fails_on_a_hole(spec: Path) -> None:
    change(spec, "ranks 2..4  cites T3", "ranks 2..4")
    result = rulespec("trace", spec)
    assert result.code == 1
    assert "RS602: nothing implements statement T3" in result.out
    assert result.out.endswith("\n6 statements, 1 hole\n")


def test_json(spec: Path) -> None:
    change(spec, "ranks 2..4  cites T3", "ranks 2..4")
    result = rulespec("trace", "--format", "json", spec)
    data = json.loads(result.out)
    assert result.code == 1
    assert data["schema"] == 1
    assert data["document"] == {"file": str(sources(spec)), "title": "Пары", "language": "ru"}
    assert [item["statement"] for item in data["statements"]] == ["T1", "T2", "T3", "T4", "T5", "T6"]
    assert data["statements"][1]["conventions"][0]["name"] == "HIGH_SEAT"
    assert data["statements"][0]["declarations"][0]["line"] == 2
    assert [item["code"] for item in data["holes"]] == ["RS602"]


def test_a_spec_that_is_not_correct(spec: Path) -> None:
    change(spec, "hand[actor]", "hnd[actor]")
    result = rulespec("trace", spec)
    assert result.code == 1
    assert "hnd" in result.err
