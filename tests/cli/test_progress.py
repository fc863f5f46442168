"""A progress bar: only on a terminal, only for what takes longer than a second."""

from __future__ import annotations

import io
import sys
import time

import pytest

from rulespec.cli import progress
from tests.cli.process import SPECS, rulespec


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, seconds: float) -> str:
    """What a loop of ten steps that take so long shows."""
    clock = iter([at * seconds / 10 for at in range(50)])
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    monkeypatch.setenv("TERM", "xterm")
    with progress.progress("counting", 10) as bar:
        for done in range(1, 11):
            bar.on_progress(done)
    return stream.getvalue()


def test_long_work_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = run(monkeypatch, Terminal(), 5)
    assert "counting" in shown
    assert "10/10" in shown


def test_what_is_printed_meanwhile_goes_to_the_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not to the terminal, where the output is a file."""
    terminal = Terminal()
    clock = iter(range(50))
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    monkeypatch.setenv("TERM", "xterm")
    with progress.progress("counting", 2) as bar:
        bar.on_progress(1)
        bar.on_progress(1)
        with bar.away():
            print("found")
        bar.on_progress(2)
    assert "counting" in terminal.getvalue()
    assert "found" not in terminal.getvalue()
    assert capsys.readouterr().out == "found\n"


def test_short_work_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, Terminal(), 0.5) == ""


def test_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, io.StringIO(), 50) == ""


def test_commands_show_none_in_a_pipe() -> None:
    result = rulespec("run", SPECS / "joker_ru.rules", "--quiet")
    assert result.err == ""
    assert "\x1b" not in result.out
