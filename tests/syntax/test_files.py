"""Reading files, and what is said of those that cannot be read."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rulespec.syntax.diagnostics import render
from rulespec.syntax.files import MOST_BYTES, read_source
from rulespec.syntax.parser import MOST_CHARACTERS, parse
from rulespec.syntax.source import Source
from rulespec.syntax.suggest import did_you_mean
from tests.syntax.refresh import GOOD, source


def failure(path: Path) -> tuple[str, str]:
    read, diagnostics = read_source(path, name="x.rules")
    assert read is None
    (diagnostic,) = diagnostics
    return diagnostic.code, render(diagnostic)


def test_text(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes(b"\xef\xbb\xbfrules 1\r\nconst a = 1\r\n")
    read, diagnostics = read_source(path)
    assert diagnostics == []
    assert read is not None
    assert read.name == str(path)
    assert read.text == "rules 1\r\nconst a = 1\r\n"


def test_missing(tmp_path: Path) -> None:
    assert failure(tmp_path / "none") == ("RS112", "x.rules: error RS112: there is no such file")


def test_directory(tmp_path: Path) -> None:
    assert failure(tmp_path) == ("RS112", "x.rules: error RS112: this is a directory")


def test_impossible_name(tmp_path: Path) -> None:
    assert failure(tmp_path / "a\0b")[0] == "RS112"
    assert failure(tmp_path / ("a" * 5000))[0] == "RS112"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipe(tmp_path: Path) -> None:
    """A pipe that nobody writes to is refused, not waited for."""
    os.mkfifo(tmp_path / "pipe")
    assert failure(tmp_path / "pipe") == ("RS112", "x.rules: error RS112: this is not an ordinary file")


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes("rules 1\nconst ä = ".encode() + b"\xe4\n")
    code, text = failure(path)
    assert code == "RS111"
    assert text.startswith("x.rules:2:11: error RS111: byte 0xE4 (number 20 of the file) is not UTF-8")
    path.write_bytes("rules 1".encode("utf-16"))
    assert failure(path)[0] == "RS111"


def test_too_large(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert failure(path)[0] == "RS110"
    _, diagnostics = parse(Source("x.rules", "#" * (MOST_CHARACTERS + 1)))
    assert [diagnostic.code for diagnostic in diagnostics] == ["RS110"]


def test_threads() -> None:
    """Many threads may parse at once, the first of them building the tables."""
    texts = [source(path) for path in GOOD] * 4
    with ThreadPoolExecutor(8) as pool:
        specs = [spec for spec, _ in pool.map(parse, texts)]
    assert None not in specs
    assert specs[: len(GOOD)] == specs[len(GOOD) : 2 * len(GOOD)]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("phse", "phase"),
        ("pahse", "phase"),
        ("Phase", "phase"),
        ("phases", "phase"),
        ("xyz", None),
        ("phase", None),
        ("a", None),
        ("p" * 1000, None),
    ],
)
def test_did_you_mean(word: str, meant: str | None) -> None:
    assert did_you_mean(word, ["phase", "option", "b"]) == meant


def test_a_finding_prints_no_control_characters() -> None:
    """A terminal would obey what stands in a stranger's file."""
    text = 'rules 1\ngame a { title en "\x1b[31mred\x07" players 2 }  # \x1b[2J \u202e\n'
    _, diagnostics = parse(Source("x.rules", text))
    assert diagnostics
    for diagnostic in diagnostics:
        shown = render(diagnostic)
        assert not {char for char in shown if char != "\n" and not char.isprintable()}
        assert "[31mred" in shown
