"""Wrong usage, missing files, closed pipes: an exit code and one clear line, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulespec.cli.output import LANGUAGES as OFFERED
from rulespec.reports.translations import LANGUAGES, catalogue
from tests.cli.process import ROOT, SPECS, command, environment, rulespec

JOKER = SPECS / "joker_ru.rules"


def test_help_lists_the_commands() -> None:
    result = rulespec("--help")
    assert result.code == 0
    for name in ("run", "validate", "test", "trace", "ir"):
        assert f" {name} " in result.out


@pytest.mark.parametrize("name", ["run", "validate", "test", "trace", "ir"])
def test_every_command_has_help(name: str) -> None:
    assert rulespec(name, "--help").code == 0


def test_no_command_shows_the_help() -> None:
    result = rulespec()
    assert result.code == 2
    assert "Usage" in result.out + result.err


def test_help_starts_without_what_is_slow() -> None:
    code = (
        "import sys, rulespec.cli\n"
        "print([m for m in ('lark', 'yaml', 'jsonschema', 'rich', 'rulespec.compiler', 'rulespec.interpreter.game')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_version() -> None:
    result = rulespec("--version")
    assert result.code == 0
    assert result.out.startswith("rulespec")


@pytest.mark.parametrize(
    "arguments",
    [
        ("play",),
        ("run",),
        ("run", JOKER, "--sped", "1"),
        ("run", JOKER, "--seed", "one"),
        ("run", JOKER, "--deals", "0"),
        ("run", JOKER, "--max-steps", "0"),
        ("run", JOKER, "--format", "xml"),
        ("run", JOKER, "--lang", "tlh"),
        ("run", JOKER, "--set", "strict"),
        ("run", JOKER, "--set", "=true"),
        ("run", JOKER, "--set", "strict=true", "--set", "strict=false"),
        ("run", JOKER, "--players", "many"),
        ("validate", ROOT / "README.md"),
        ("validate",),
    ],
)
def test_wrong_usage(arguments: tuple[str | Path, ...]) -> None:
    result = rulespec(*arguments)
    assert result.code == 2, result.err
    assert result.err.strip()
    assert result.out == ""


def test_an_unknown_option_of_a_spec_is_corrected() -> None:
    result = rulespec("run", JOKER, "--set", "strickt=true")
    assert result.code == 2
    assert "strict" in result.err
    assert "did you mean" in result.err


@pytest.mark.parametrize("value", ["strict=perhaps", "strict=3", "tariff=major", "tariff=true"])
def test_a_value_an_option_does_not_have(value: str) -> None:
    result = rulespec("run", JOKER, "--set", value)
    assert result.code == 2
    assert value.partition("=")[0] in result.err


@pytest.mark.parametrize("players", ["0", "1", "5", "-3"])
def test_a_number_of_players_that_cannot_be(players: str) -> None:
    result = rulespec("run", JOKER, "--players", players)
    assert result.code == 2
    assert "2" in result.err
    assert "4" in result.err


@pytest.mark.parametrize("name", ["run", "validate", "ir", "trace", "test"])
def test_a_file_that_is_not_there(name: str, tmp_path: Path) -> None:
    result = rulespec(name, tmp_path / "nowhere.rules")
    assert result.code == 3
    assert "nowhere.rules" in result.err


def test_a_file_nearly_there() -> None:
    result = rulespec("run", "specs/joker_rx.rules")
    assert result.code == 3
    assert "did you mean specs/joker_ru.rules" in result.err


@pytest.mark.parametrize("name", ["run", "ir", "trace"])
def test_a_folder_is_not_a_spec(name: str) -> None:
    result = rulespec(name, SPECS)
    assert result.code == 3
    assert "folder" in result.err


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="whoever is root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "secret.rules"
    path.write_text(JOKER.read_text(encoding="utf-8"), encoding="utf-8")
    path.chmod(0)
    assert rulespec("run", path).code == 3


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "picture.rules"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe\x00")
    result = rulespec("run", path)
    assert result.code in (1, 3)
    assert "UTF-8" in result.err


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 99}', "null", "[" * 100_000])
def test_a_printed_ir_that_is_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "program.json"
    path.write_text(text, encoding="utf-8")
    result = rulespec("run", path)
    assert result.code == 3
    assert "program.json" in result.err
    assert "internal" not in result.err


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (("expand", "game.json"), "a printed IR"),
        (("trace", "game.json"), "a printed IR"),
        (("test", "game.json"), "a printed IR"),
        (("diff", JOKER, "game.json"), "a printed IR"),
        (("run", JOKER, "--with", "game.json"), "a printed IR"),
        (("expand", "game.yaml"), "a YAML file"),
        (("run", "game.scenario.yaml"), "a file of scenarios"),
        (("run", "game.match.jsonl"), "a saved match"),
    ],
)
def test_a_file_of_another_kind(tmp_path: Path, arguments: tuple[str | Path, ...], kind: str) -> None:
    path = tmp_path / arguments[-1]
    path.touch()
    result = rulespec(*arguments[:-1], path)
    assert result.code == 3
    assert f" is {kind}, not a " in result.err
    assert "hint: " in result.err


def test_a_reader_that_goes_away() -> None:
    process = subprocess.Popen(
        command("run", JOKER), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(timeout=300) == 3
    assert errors == ""


def test_a_full_disk_is_told() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("the system has no such device")
    with full.open("w") as sink:
        done = subprocess.run(
            command("run", JOKER, "--deals", "1"),
            cwd=ROOT,
            stdout=sink,
            stderr=subprocess.PIPE,
            env=environment(),
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("rulespec: ")


def test_an_internal_error_is_one_line_and_how_to_report_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import typer

    from rulespec.cli.errors import guarded

    @guarded
    def broken() -> None:
        raise KeyError("lost")

    monkeypatch.delenv("RULESPEC_DEBUG", raising=False)
    with pytest.raises(typer.Exit) as stop:
        broken()
    shown = capsys.readouterr().err
    assert stop.value.exit_code == 3
    assert shown.count("\n") == 2
    assert "report" in shown
    assert "Traceback" not in shown
    monkeypatch.setenv("RULESPEC_DEBUG", "1")
    with pytest.raises(typer.Exit):
        broken()
    assert "Traceback" in capsys.readouterr().err


def test_the_languages_offered_are_those_there_are() -> None:
    assert OFFERED == LANGUAGES
    keys = [set(catalogue(language).words) for language in LANGUAGES]
    assert all(key == keys[0] for key in keys)
