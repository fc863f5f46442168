"""`rulespec bench` measures what it says; no test asserts a time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rulespec import bench
from rulespec.cli import app

ROOT = Path(__file__).parents[2]
SHORT = str(ROOT / "specs" / "joker_de_bank.rules")
ONCE = bench.Effort(1, 0.0, 1)


@pytest.fixture(autouse=True)
def _no_repetitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "QUICK", ONCE)
    monkeypatch.setattr(bench, "MAX_STATES", 30)
    monkeypatch.chdir(ROOT)


def test_json() -> None:
    result = CliRunner().invoke(app, ["bench", "--quick", "--format", "json", SHORT])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["schema"] == 1
    (play,) = data["play"]
    assert play["name"] == "joker_de_bank"
    assert play["decisions"] > 0
    assert play["rate"] > 0
    assert [start["spec"] for start in data["cold_start"]] == [SHORT]
    if data["open_spiel"] is not None:
        assert play["ratio"] == pytest.approx(play["rate"] / data["open_spiel"]["rate"])


def test_turns_are_found_beside_the_spec() -> None:
    result = CliRunner().invoke(app, ["bench", "--quick", "specs/jokeren13.rules"])
    assert result.exit_code == 0, result.output
    assert "eight runs on the table" in result.stdout
    assert "from a cold start" in result.stdout


def test_there_must_be_specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["bench"])
    assert result.exit_code == 3


def test_an_unknown_game_of_the_other_engine() -> None:
    if bench.open_spiel() is None:
        pytest.skip("open-spiel is not installed")
    result = CliRunner().invoke(app, ["bench", "--quick", "--beside", "no_such_game", SHORT])
    assert result.exit_code == 2
    assert "no_such_game" in result.output
