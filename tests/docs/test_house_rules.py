"""The twenty house rules: each edit is sound, plays, says of itself what is shown, and does what it says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from rulespec.scenarios.suite import run_files
from tests.cli import process
from tests.docs.blocks import DOCS, ROOT, agrees, blocks, commands
from tests.docs.play import counts, findings, play

PAGE = DOCS / "house-rules.md"
EDITS = {b.name.removesuffix(".rules"): b.text for b in blocks(PAGE) if b.language == "rules"}
COMMANDS = {c.arguments[2].removesuffix(".rules"): c for b in blocks(PAGE) for c in commands(b)}
SCENARIOS: dict[str, str] = yaml.safe_load((Path(__file__).parent / "house_rules.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """All shipped games side by side, and the edits with them."""
    games = tmp_path / "games"
    games.mkdir()
    for spec in [*ROOT.glob("specs/*.rules"), *ROOT.glob("specs/games/*.rules")]:
        shutil.copy(spec, games)
    for name, text in EDITS.items():
        (games / f"{name}.rules").write_text(text, encoding="utf-8")
    return games


def _base(name: str) -> str:
    return EDITS[name].splitlines()[1].split('"')[1]


def _failures(folder: Path, name: str, spec: str) -> list[str]:
    file = folder / f"{name}-{spec}.scenario.yaml"
    file.write_text(f"spec: {spec}.rules\n{SCENARIOS[name]}", encoding="utf-8")
    (report,) = run_files([file])
    return [*map(str, report.broken), *(str(f) for o in report.outcomes for f in o.failures)]


def test_twenty() -> None:
    assert len(EDITS) == 20
    assert set(EDITS) == set(COMMANDS) == set(SCENARIOS)


@pytest.mark.parametrize("name", EDITS)
def test_edit(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = folder / f"{name}.rules"
    assert not findings(spec)
    play(spec, min(counts(spec)))
    assert not _failures(folder, name, name)
    assert _failures(folder, name, _base(name)), "it holds without the edit too"
    monkeypatch.setattr(process, "ROOT", folder)
    command = COMMANDS[name]
    printed = process.rulespec(*command.arguments)
    assert agrees(command.output, printed.out), printed.out
