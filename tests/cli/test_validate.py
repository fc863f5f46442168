"""``rulespec validate``: specs and data files, findings with their places."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rulespec.compiler.diagnostic_sink import MAX_SUGGESTED
from rulespec.compiler.merge import spec_loader
from rulespec.syntax.ast import Spec
from rulespec.syntax.diagnostics import MOST_FINDINGS, Diagnostic
from rulespec.syntax.parser import parse
from rulespec.syntax.source import Source
from tests.cli.process import ROOT, SPECS, rulespec
from tests.hostile.texts import game, lines

SOURCES = """\
document:
  title: A page
  language: en
  description: A page of rules.
statements:
  T1:
    text: Cards are dealt.
    where: first line
    status: clear
"""


def test_the_specs_of_the_project_are_fine() -> None:
    result = rulespec("validate", "specs/")
    assert result.code == 0, result.out
    assert result.out.endswith("0 findings\n")


def test_findings_have_places(tmp_path: Path) -> None:
    (tmp_path / "deep" / "sources").mkdir(parents=True)
    (tmp_path / "deep" / "one.rules").write_text("rules 1\ngame one {\n", encoding="utf-8")
    (tmp_path / "two.rules").write_text("rules 9\n", encoding="utf-8")
    (tmp_path / "deep" / "sources" / "one.yaml").write_text(SOURCES.replace("clear", "murky"), encoding="utf-8")
    (tmp_path / "unrelated.yaml").write_text("a: 1\n", encoding="utf-8")
    result = rulespec("validate", tmp_path)
    assert result.code == 1
    assert "one.rules:" in result.out
    assert "two.rules:1:7: error RS102" in result.out
    assert "one.yaml:9:5: error: " in result.out
    assert "3 files" in result.out
    assert "unrelated" not in result.out


def test_findings_as_data(tmp_path: Path) -> None:
    path = tmp_path / "two.rules"
    path.write_text("rules 9\n", encoding="utf-8")
    result = rulespec("validate", path, "--format", "json")
    assert result.code == 1
    data = json.loads(result.out)
    assert data["files"] == [str(path)]
    (finding,) = data["findings"]
    assert (finding["code"], finding["line"], finding["column"]) == ("RS102", 1, 7)


def test_a_folder_without_specs(tmp_path: Path) -> None:
    assert rulespec("validate", tmp_path).code == 3


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (SOURCES, None, ""),
        (SOURCES.replace("  language: en\n", ""), (1, 1), "language"),
        (SOURCES + "  T1:\n    text: Twice.\n    where: end\n    status: clear\n", (10, 3), "said twice"),
        (SOURCES + "extra: 1\n", (10, 1), "extra"),
        ("a: [1\n", (2, 1), "not YAML"),
        ("", (0, 0), "empty"),
        ("- 1\n", (1, 1), "mapping"),
        ("a: *nothing\n", (1, 4), "not YAML"),
        ("a: \x07\n", (0, 0), "not YAML"),
        ("!!python/object/apply:os.getcwd []\n", (1, 1), "mapping"),
    ],
)
def test_data_files(tmp_path: Path, text: str, place: tuple[int, int] | None, words: str) -> None:
    (tmp_path / "sources").mkdir()
    path = tmp_path / "sources" / "page.yaml"
    path.write_text(text, encoding="utf-8")
    result = rulespec("validate", path)
    if place is None:
        assert result.code == 0, result.out
    else:
        assert result.code == 1
        first = result.out.splitlines()[0]
        assert first.startswith(f"{path}:{place[0]}:{place[1]}: error: " if place != (0, 0) else f"{path}: error: ")
        assert words in result.out


def test_the_library_is_fine() -> None:
    result = rulespec("validate", ROOT / "rulespec" / "std")
    assert result.code == 0, result.out


def test_a_scenario_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "odd.scenario.yaml"
    path.write_text("nonsense: true\n", encoding="utf-8")
    result = rulespec("validate", path)
    assert result.code == 1
    assert "odd.scenario.yaml:1:" in result.out


def test_a_clause_that_a_scenario_names_must_be_there(tmp_path: Path) -> None:
    scenario = SPECS / "scenarios" / "joker_ru" / "bidding.scenario.yaml"
    text = scenario.read_text(encoding="utf-8").replace("../../joker_ru.rules", "joker_ru.rules")
    assert "bid.hook" in text
    path = tmp_path / "bidding.scenario.yaml"
    path.write_text(text.replace("bid.hook", "bid.hok"), encoding="utf-8")
    (tmp_path / "joker_ru.rules").write_text((SPECS / "joker_ru.rules").read_text(encoding="utf-8"), encoding="utf-8")
    result = rulespec("validate", path)
    assert result.code == 1
    assert "there is no clause 'bid.hok'; did you mean bid.hook?" in result.out


def test_files_named_outright_among_folders() -> None:
    result = rulespec("validate", SPECS / "joker_ru.rules", SPECS)
    assert result.out.count("finding") == 1


def overlays(folder: Path, base: str, number: int) -> None:
    """A small game, and so many overlays of it."""
    (folder / "base.rules").write_text(base, encoding="utf-8")
    for at in range(number):
        text = f'rules 1\nextends "base"\nset game.players = {at % 3 + 2}..4\n'
        (folder / f"house{at:03}.rules").write_text(text, encoding="utf-8")


def test_what_many_specs_are_made_of_is_told_once(tmp_path: Path) -> None:
    base = game("var unused: int per match", deal="ask dealer: go  nobody = 1")
    overlays(tmp_path, base, 5)
    result = rulespec("validate", tmp_path)
    assert result.code == 1
    assert result.out.count("unknown variable 'nobody'") == 1
    assert result.out.endswith("6 files, 1 finding\n")


def test_what_many_specs_are_made_of_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = []

    def count(source: Source) -> tuple[Spec | None, list[Diagnostic]]:
        parsed.append(Path(source.name).name)
        return parse(source)

    monkeypatch.setattr(spec_loader, "parse", count)
    overlays(tmp_path, game(), 5)
    assert rulespec("validate", tmp_path).code == 0
    assert sorted(parsed) == ["base.rules", *(f"house{at:03}.rules" for at in range(5))]


def test_findings_of_a_file_are_limited(tmp_path: Path) -> None:
    """Errors go before warnings, and only the first unknown names are compared with the known ones."""
    (tmp_path / "g.rules").write_text(
        game(
            "var counter: int per match",
            deal="ask dealer: go\n" + "countre = 1\n" + lines("x{i}counter = 1", range(300)),
        ),
        encoding="utf-8",
    )
    result = rulespec("validate", tmp_path)
    assert result.code == 1
    assert result.out.count("error RS202") == MOST_FINDINGS
    assert result.out.count("did you mean 'counter'?") == MAX_SUGGESTED
    assert "g.rules: error RS115: and 101 more findings in this file\n" in result.out


def test_findings_come_as_they_are_found_and_a_signal_keeps_them(tmp_path: Path) -> None:
    overlays(tmp_path, game(), 900)
    (tmp_path / "a.rules").write_text("rules 9\n", encoding="utf-8")
    command = [sys.executable, str(ROOT / "cli.py"), "validate", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "a.rules:1:7: error RS102" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, err) == (128 + signal.SIGINT, "")
    assert re.search(r"^[0-9]+ files? of 902, stopped, 1 finding$", out.splitlines()[-1])
