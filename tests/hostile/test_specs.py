"""Hostile specs: each is refused, stopped or played within the limits, and says in a line what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.hostile.cases import CASES, SLOW, Case
from tests.hostile.process import ROOT, rulespec
from tests.hostile.refresh import FILE, outcome, shown

EXPECTED = json.loads(FILE.read_text(encoding="utf-8"))
MARKED = [pytest.param(case, marks=pytest.mark.long if case.name in SLOW else (), id=case.name) for case in CASES]


@pytest.mark.parametrize("case", MARKED)
def test_ends_as_recorded(tmp_path: Path, case: Case) -> None:
    found = outcome(case, tmp_path)
    for word in ("Traceback", "internal error", "MemoryError", "Recursion"):
        assert word not in found.err + found.out
    assert shown(found) == EXPECTED[case.name]


def test_what_is_recorded() -> None:
    """Every case has an end of its own: fine, findings, wrong usage or input that cannot be read."""
    assert list(EXPECTED) == [case.name for case in CASES]
    assert len(EXPECTED) == len(CASES)
    assert set(EXPECTED) >= SLOW
    assert {code for code, _ in EXPECTED.values()} <= {0, 1, 2, 3}
    assert all(said for _, said in EXPECTED.values())


@pytest.mark.parametrize("spec", sorted((ROOT / "specs").glob("*.rules")), ids=lambda spec: spec.stem)
def test_the_documented_games_keep_within_the_limits(spec: Path, tmp_path: Path) -> None:
    """A whole match of each, in the memory and the time that hostile specs have."""
    found = rulespec("run", spec, "--save", "m.match.jsonl", folder=tmp_path)
    assert (found.code, found.err) == (0, "")
    assert rulespec("replay", "m.match.jsonl", "--verify", folder=tmp_path).code == 0
