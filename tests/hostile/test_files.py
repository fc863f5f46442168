"""Files that are none, that lie elsewhere, or that lead round in a circle."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulespec.compiler.merge.spec_loader import MAX_FILES
from tests.hostile.process import SECRET, check, rulespec
from tests.hostile.texts import game

HEAD = 'rules 1\ngame g { title en "G"  players 2 }\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for specs; beside it lies what is none of their business."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "secret.rules").write_text(f'rules 1\nconvention A "{SECRET}" decides R1\n{SECRET}\n')
    (tmp_path / "elsewhere" / "secret.yaml").write_text(f"{SECRET}: [{SECRET}\n")
    inside = tmp_path / "a" / "b" / "c" / "d" / "inside"
    inside.mkdir(parents=True)
    (inside / "link.rules").symlink_to(tmp_path / "elsewhere" / "secret.rules")
    (inside / "there").symlink_to(tmp_path / "elsewhere")
    (inside / "folder.rules").mkdir()
    os.mkfifo(inside / "pipe.rules")
    return inside


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../elsewhere/secret", "RS205"),
        ("../../../../../elsewhere/secret", "RS205"),
        ("x/../../elsewhere/secret", "RS205"),
        ("std/../secret", "RS205"),
        ("..", "RS205"),
        (".", "RS205"),
        ("", "RS205"),
        ("/etc/passwd", "RS205"),
        ("C:\\secret", "RS205"),
        ("~/secret", "RS205"),
        ("secret\0", "RS106"),
        ("x" * 5_000, "RS20"),
        ("elsewhere/secret", "RS207"),
        ("link", "RS207"),
        ("there/secret", "RS207"),
        ("folder", "RS207"),
        ("pipe", "RS207"),
        ("std/none", "RS207"),
    ],
)
@pytest.mark.parametrize("word", ["use", "extends"])
def test_names_lead_nowhere_else(folder: Path, name: str, code: str, word: str) -> None:
    (folder / "g.rules").write_text(f'rules 1\n{word} "{name}"\n')
    check(rulespec("validate", "g.rules", folder=folder), code)


def test_a_spec_may_be_reached_by_a_link(folder: Path) -> None:
    (folder / "g.rules").write_text(game())
    (folder / "again.rules").symlink_to(folder / "g.rules")
    assert rulespec("run", "again.rules", "--quiet", folder=folder).code == 0


@pytest.mark.parametrize(
    "path", ["pipe.rules", "/dev/zero", "/dev/full", "/dev/stdin", "/proc/self/mem", "folder.rules"]
)
@pytest.mark.parametrize("command", ["run", "validate", "trace", "ir"])
def test_what_is_no_file_is_not_read(folder: Path, path: str, command: str) -> None:
    check(rulespec(command, path, folder=folder))


@pytest.mark.parametrize("name", ["pipe.json", "pipe.yaml"])
@pytest.mark.parametrize("command", ["run", "replay"])
def test_no_pipe_is_waited_for(folder: Path, name: str, command: str) -> None:
    os.mkfifo(folder / name)
    check(rulespec(command, name, folder=folder), "not an ordinary file")


def test_circles(folder: Path) -> None:
    (folder / "a.rules").write_text('rules 1\nuse "b"\n')
    (folder / "b.rules").write_text('rules 1\nuse "a"\n')
    (folder / "me.rules").write_text('rules 1\nuse "me"\n')
    (folder / "base.rules").write_text('rules 1\nextends "top"\n')
    (folder / "top.rules").write_text('rules 1\nextends "base"\n')
    check(rulespec("validate", "a.rules", folder=folder), "RS206")
    check(rulespec("validate", "top.rules", folder=folder), "RS206")
    check(rulespec("validate", "me.rules", folder=folder), "RS206")


@pytest.mark.parametrize("count", [MAX_FILES + 5, 3_000])
def test_many_files(folder: Path, count: int) -> None:
    for number in range(count):
        (folder / f"f{number}.rules").write_text(f'rules 1\nuse "f{number + 1}"\nrule r{number}: int = 1\n')
    (folder / f"f{count}.rules").write_text(HEAD)
    check(rulespec("validate", "f0.rules", folder=folder), f"made of more than {MAX_FILES} files")


def test_files_that_use_many_twice(folder: Path) -> None:
    """Every file is read once, however often it is used."""
    for number in range(40):
        more = f'use "f{number + 1}"\n' * 2 + f'use "f{number + 2}"\n'
        (folder / f"f{number}.rules").write_text(f"rules 1\n{more}rule r{number}: int = 1\n")
    for number in (40, 41):
        (folder / f"f{number}.rules").write_text(f"rules 1\nrule r{number}: int = 1\n")
    check(rulespec("validate", "f0.rules", folder=folder), "RS216")


@pytest.mark.parametrize(
    "written",
    [
        "/etc/passwd",
        "../../../../../elsewhere/secret.yaml",
        "sources/../../../../../x.yaml",
        "secret",
        ".hidden.yaml",
        "",
    ],
)
@pytest.mark.parametrize("command", ["trace", "test"])
def test_sources_lie_near_the_spec(folder: Path, written: str, command: str) -> None:
    (folder / "g.rules").write_text(game().replace("players 2", f'players 2  sources "{written}"'))
    (folder / "scenarios").mkdir()
    scenario = "spec: ../g.rules\nscenarios: [{name: a, steps: [{auto: 1}]}]\n"
    (folder / "scenarios" / "g.scenario.yaml").write_text(scenario)
    outcome = rulespec(command, "g.rules", folder=folder)
    check(outcome, codes=(0, 1, 2, 3))
    if command == "trace":
        assert outcome.code != 0
        assert "is not the path of a file" in outcome.err + outcome.out


@pytest.mark.parametrize("written", ["/etc/passwd", "../../../../../../etc/passwd", "/elsewhere/x.rules", "g.yaml", ""])
def test_scenarios_name_specs(folder: Path, written: str) -> None:
    (folder / "g.scenario.yaml").write_text(f"spec: '{written}'\nscenarios: [{{name: a, steps: [{{auto: 1}}]}}]\n")
    check(rulespec("test", "g.scenario.yaml", folder=folder), "spec")
