"""The scenarios and sources that lie with the specs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.scenarios.scenario_files import find_scenarios
from rulespec.scenarios.suite import run_files
from rulespec.syntax.diagnostics import render
from rulespec.trace import trace

ROOT = Path(__file__).resolve().parents[2]
GAMES = [path for path in sorted((ROOT / "specs/games").glob("*.rules")) if find_scenarios(path)]
SPECS = [*sorted((ROOT / "specs").glob("*.rules")), *GAMES]
TRACED = [path for path in SPECS if "\n  sources " in path.read_text(encoding="utf-8")]


def ids(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("spec", SPECS, ids=ids)
def test_every_scenario_holds(spec: Path) -> None:
    files = find_scenarios(spec)
    assert files, "a spec without a scenario"
    (report,) = run_files(files)
    problems = [*map(str, report.broken)]
    for outcome in report.outcomes:
        problems += [f"{outcome.name}: {failure}" for failure in outcome.failures]
    assert problems == []
    assert report.examples == [], "examples of the sources that no scenario covers"
    assert [str(item) for item in report.unexercised] == []


@pytest.mark.parametrize("spec", TRACED, ids=ids)
def test_every_statement_is_implemented_and_every_gap_decided(spec: Path) -> None:
    compiled = compile_spec(spec)
    assert compiled.program is not None
    found = trace(compiled.program, spec, compiled.sources)
    assert [render(hole) for hole in found.holes] == []
    assert found.sources is not None


def test_no_scenario_is_left_out() -> None:
    named = {file for spec in SPECS for file in find_scenarios(spec)}
    named |= set(find_scenarios(ROOT / "specs/scenarios/house"))  # tests/house runs them
    assert named == set(find_scenarios(ROOT / "specs"))


def test_the_example_of_the_documentation_holds(tmp_path: Path) -> None:
    page = (ROOT / "docs/reference/scenarios.md").read_text(encoding="utf-8")
    text = page.split("```yaml\n")[1].split("```")[0]
    spec = ROOT / "specs" / "joker_ru.rules"
    file = tmp_path / "example.scenario.yaml"
    file.write_text(text.replace("../../specs/joker_ru.rules", os.path.relpath(spec, tmp_path)), encoding="utf-8")
    (report,) = run_files([file])
    assert (report.passed, report.failed) == (2, 0), report.outcomes


def test_the_documentation_names_every_step_and_expectation() -> None:
    page = (ROOT / "docs/reference/scenarios.md").read_text(encoding="utf-8")
    schema = json.loads((ROOT / "rulespec/schemas/scenario.schema.json").read_text(encoding="utf-8"))
    for part in ("step", "expect", "scenario"):
        for name in schema["$defs"][part]["properties"]:
            if name != "about":
                assert f"`{name}`" in page, name
