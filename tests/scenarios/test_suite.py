"""Finding scenarios, counting them, saying what none of them exercised; the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rulespec.documents import DocumentError
from rulespec.scenarios.scenario_files import find_scenarios, load_scenarios
from rulespec.scenarios.suite import SpecReport, run_files
from tests.cli.process import rulespec
from tests.scenarios.runs import PAIRS, write

GOOD = """
- name: a throw
  covers: [T4, Tg2]
  steps:
    - place: {hand: {0: 4S 3S, 1: 4S 3S}}
    - moves: [1: stay, 1: throw 4S, 0: stay]
    - expect: {refused: {throw 4S: throw.same}}
"""

BAD = """
- name: nobody moves first
  steps:
    - expect: {to_move: 0}
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A copy of the small game with its sources, without scenarios."""
    shutil.copytree(PAIRS.parent, tmp_path / "specs")
    return tmp_path / "specs" / "pairs.rules"


def beside(spec: Path, scenarios: str, name: str = "scenarios/pairs/some.scenario.yaml") -> Path:
    """A scenario file that lies where those of a spec lie."""
    return write(spec.parent, scenarios, name=name, spec=spec)


def only(reports: list[SpecReport]) -> SpecReport:
    (report,) = reports
    return report


def test_scenarios_are_found(spec: Path, tmp_path: Path) -> None:
    first = beside(spec, GOOD)
    (tmp_path / "other.rules").touch()
    other = write(spec.parent, GOOD, name="scenarios/other.scenario.yaml", spec=tmp_path / "other.rules")
    assert find_scenarios(spec) == [first], "those that name the spec"
    assert find_scenarios(tmp_path) == [other, first]
    assert find_scenarios(first) == [first]


def test_a_broken_file_beside_a_spec_is_not_passed_over(spec: Path) -> None:
    broken = spec.parent / "scenarios" / "broken.scenario.yaml"
    broken.parent.mkdir()
    broken.write_text("spec: [\n")
    assert find_scenarios(spec) == [broken]
    report = only(run_files([broken]))
    assert (report.passed, report.failed) == (0, 1)


@pytest.mark.parametrize(
    ("scenarios", "message"),
    [
        (GOOD + GOOD, "another scenario is called 'a throw'"),
        (
            "- name: a\n  steps: [auto: 1]\n  cases: [{name: b, steps: [auto: 1]}, {name: b, steps: [auto: 1]}]",
            "another case is",
        ),
        ("- name: a\n", "'steps' or 'cases' is missing"),
        ("- name: a\n  steps: [{auto: 1, expect: {over: true}}]\n", "auto, expect stand together"),
        ("- name: a\n  steps: [expect: {looser: 1}]\n", "expect: there is no 'looser' here"),
        ("- name: a\n  steps: [moves: [x: draw]]\n", "moves: 'x' cannot be a key here (A seat, counted from 0)"),
    ],
)
def test_a_file_that_is_not_written_as_it_should_be(tmp_path: Path, scenarios: str, message: str) -> None:
    with pytest.raises(DocumentError) as caught:
        load_scenarios(write(tmp_path, scenarios))
    assert message in str(caught.value)
    assert "some.scenario.yaml:" in str(caught.value)


def test_a_spec_that_cannot_be_played(spec: Path) -> None:
    file = beside(spec, GOOD)
    spec.write_text(spec.read_text(encoding="utf-8").replace("hand[actor]", "hnd[actor]"), encoding="utf-8")
    report = only(run_files([file]))
    assert (report.passed, report.failed) == (0, 1)
    assert "cannot be played" in report.broken[0].message
    assert "hnd" in report.broken[0].message


def test_a_spec_that_is_missing(spec: Path) -> None:
    file = beside(spec, GOOD)
    spec.unlink()
    assert only(run_files([file])).failed == 1


def test_a_misspelt_spec_is_not_passed_over(spec: Path) -> None:
    good = beside(spec, GOOD)
    odd = write(spec.parent, GOOD, name="scenarios/odd.scenario.yaml", spec=spec.with_name("piars.rules"))
    silent = spec.parent / "scenarios" / "silent.scenario.yaml"
    silent.write_text("scenarios: []\n")
    assert find_scenarios(spec) == sorted([good, odd, silent])
    assert find_scenarios(spec.with_name("lonely.rules")) == [odd, silent]
    unusable, pairs = run_files(find_scenarios(spec))
    assert unusable.broken[0].message.endswith("piars.rules; did you mean pairs.rules?")
    assert pairs.failed == 0


def test_unknown_statements_are_not_covered(spec: Path) -> None:
    report = only(run_files([beside(spec, GOOD.replace("[T4, Tg2]", "[T9, Tg3]"))]))
    assert [failure.message.split(" in ")[0] for failure in report.broken] == [
        "covers: there is no T9 (there are T1 to Tg2)",
        "covers: there is no Tg3 (did you mean Tg1?)",
    ]
    assert report.failed == 2


def paths(report: SpecReport) -> set[str]:
    return {f"{item.kind} {item.path}" for item in report.unexercised}


def test_what_was_not_exercised(spec: Path) -> None:
    report = only(run_files([beside(spec, GOOD)]))
    assert report.failed == 0
    assert paths(report) == {
        "move draw",
        "clause draw.none_left",
        "clause throw.lowest",
        "move lay",
        "ensure turn.rest",
        "rule price",
        "arm price.out",
        "arm price.few",
        "arm price.else",
    }
    assert report.examples == ["Tg1"]


def test_playing_to_a_position_exercises_nothing(spec: Path) -> None:
    report = only(run_files([beside(spec, "- name: to the end\n  steps:\n    - reach: over\n")]))
    assert report.failed == 0
    assert {"move stay", "move throw", "rule price", "arm price.else"} <= paths(report)


def test_a_rule_that_is_asked_is_exercised(spec: Path) -> None:
    steps = "- name: prices\n  steps:\n    - expect: {rules: {price(0): 10, price(9): -9}}\n"
    report = only(run_files([beside(spec, steps)]))
    assert "rule price" not in paths(report)
    assert {item for item in paths(report) if item.startswith("arm")} == {"arm price.few"}


# ---------------------------------------------------------------- the command line


def test_all_pass(spec: Path) -> None:
    beside(spec, GOOD)
    result = rulespec("test", spec)
    assert result.code == 0
    assert result.out.endswith("\n1 passed, 0 failed\n")
    assert "clause throw.lowest" in result.out
    assert "no scenario covers the examples Tg1" in result.out


def test_coverage_can_be_left_out(spec: Path) -> None:
    beside(spec, GOOD)
    result = rulespec("test", "--no-coverage", spec)
    assert result.out.splitlines() == [f"{spec}: 1 passed, 0 failed, 1 file", "1 passed, 0 failed"]


def test_a_failure(spec: Path) -> None:
    beside(spec, GOOD)
    file = beside(spec, BAD, "scenarios/bad.scenario.yaml")
    result = rulespec("test", spec.parent)
    assert result.code == 1
    assert f"FAILED {file}:5: nobody moves first\n  {file}:7: to_move: expected seat 0, found seat 1\n" in result.out
    assert result.out.endswith("\n1 passed, 1 failed\n")


def test_a_broken_file(spec: Path) -> None:
    file = beside(spec, "- name: a\n  steps: [expect: {looser: 1}]\n")
    result = rulespec("test", file)
    assert result.code == 1
    assert f"FAILED {file}:" in result.out
    assert result.out.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize("where", ["pairs.rules", "."])
def test_nothing_found(spec: Path, where: str) -> None:
    result = rulespec("test", spec.parent / where)
    assert result.code == 2
    assert "no scenarios found" in result.err


def test_json(spec: Path) -> None:
    beside(spec, GOOD + BAD)
    result = rulespec("test", "--format", "json", spec)
    data = json.loads(result.out)
    assert result.code == 1
    assert (data["schema"], data["passed"], data["failed"]) == (1, 1, 1)
    (report,) = data["specs"]
    assert [item["passed"] for item in report["scenarios"]] == [True, False]
    assert report["scenarios"][1]["failures"][0]["message"] == "to_move: expected seat 0, found seat 1"
    assert {"kind": "move", "path": "draw"}.items() <= report["unexercised"][0].items()
    assert report["examples"] == ["Tg1"]
