"""The tutorial: its files are sound and can be played, its excerpts stand in them, its commands print what is shown."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulespec.scenarios.suite import run_files
from tests.cli import process
from tests.docs.blocks import DOCS, Block, agrees, blocks, commands
from tests.docs.play import counts, findings, play

PAGE = DOCS / "tutorial.md"
FILES = DOCS / "tutorial"
SPECS = sorted(FILES.glob("*.rules"))


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)
def test_step(spec: Path) -> None:
    assert not findings(spec)
    for players in counts(spec):
        for seed in range(3):
            play(spec, players, seed)


def test_scenarios() -> None:
    reports = run_files(sorted(FILES.rglob("*.scenario.yaml")))
    for report in reports:
        assert report.failed == 0, [str(f) for o in report.outcomes for f in o.failures]
        assert not report.unexercised


def _excerpts() -> list[Block]:
    return [block for block in blocks(PAGE) if block.name and (FILES / block.name).exists()]


@pytest.mark.parametrize("block", _excerpts(), ids=lambda block: f"{block.name}:{block.line}")
def test_excerpt(block: Block) -> None:
    assert block.text in (FILES / block.name).read_text(encoding="utf-8")


def test_every_file_is_told_of() -> None:
    shown = {block.name for block in _excerpts()}
    assert shown == {str(path.relative_to(FILES)) for path in FILES.rglob("*") if path.is_file()}


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "sevens"
    shutil.copytree(FILES, folder)
    for block in blocks(PAGE):
        if block.name and not (folder / block.name).exists():
            (folder / block.name).write_text(block.text, encoding="utf-8")
    monkeypatch.setattr(process, "ROOT", folder)
    for block in blocks(PAGE):
        for command in commands(block) if block.language == "console" else ():
            result = process.rulespec(*command.arguments)
            assert agrees(command.output, result.out + result.err), f"line {command.line}:\n{result.out}{result.err}"
