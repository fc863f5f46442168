"""Commands that are stopped, or whose reader goes away, end without a traceback."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.process import rulespec
from tests.hostile.process import ROOT, command, environment
from tests.hostile.texts import game

DRIVER = """
import sys
from rulespec import cli
prepare = cli._prepare_output
cli._prepare_output = lambda: (prepare(), print("ready", file=sys.stderr, flush=True))
cli.main()
"""
"""Says that it is ready when it is within ``main``: a signal before that would meet Python alone."""
SPECS = ROOT / "specs"


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A spec whose match takes far longer than any test."""
    file = tmp_path / "endless.rules"
    file.write_text(
        game(
            "var x: int per match\n"
            'phase t { ensure e "never": x == 77777  repeat at most 40 { ask dealer: go or stop { leave } } }',
            deal="run t",
            moves="move go(n in 1..9) do { x = (x * 9 + n) % 100003 }\nmove stop",
        )
    )
    return file


@pytest.mark.parametrize("wait", [0.0, 0.3, 1.2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_by_a_signal(endless: Path, wait: float, number: signal.Signals) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, "run", str(endless)],
        cwd=ROOT, env=environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )  # fmt: skip
    assert process.stderr is not None
    assert process.stderr.readline() == "ready\n"
    time.sleep(wait)
    process.send_signal(number)
    out, err = process.communicate(timeout=100)
    assert process.returncode in (-number, 128 + number)
    assert "Traceback" not in out + err
    assert "internal error" not in out + err


CALLS = [
    ["run", "specs/joker_ru.rules"],
    ["run", "specs/joker_ru.rules", "--format", "json"],
    ["ir", "specs/joker_ru.rules"],
    ["ir", "specs/joker_ru.rules", "--format", "yaml"],
    ["expand", "specs/joker_ru.rules"],
    ["trace", "specs/joker_ru.rules"],
    ["validate", "specs/joker_ru.rules"],
]


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_the_reader_goes_away(call: list[str]) -> None:
    with subprocess.Popen(
        command(*call), cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=100) in (0, 1, 3)


@pytest.mark.parametrize("call", CALLS[:1] + CALLS[-1:], ids=" ".join)
def test_there_is_no_room_or_no_output(call: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command(*call), cwd=ROOT, env=environment(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 3
    assert done.stderr.decode() == "rulespec: No space left on device\n"
    closed = ["sh", "-c", 'exec "$@" >&- 2>&-', "sh", *command(*call)]
    assert subprocess.run(closed, cwd=ROOT, env=environment(), check=False).returncode == 0


def _started(*arguments: str | Path) -> subprocess.Popen[str]:
    """A command that says on its error output when it has begun."""
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, *map(str, arguments)],
        cwd=ROOT, env=environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: [signal.signal(number, signal.default_int_handler if number == signal.SIGINT
                                          else signal.SIG_DFL) for number in STOPS] and None,
    )  # fmt: skip
    assert process.stderr is not None
    assert process.stderr.readline() == "ready\n"
    return process


STOPS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("wait", [0.9, 1.1, 1.3])
@pytest.mark.parametrize("number", STOPS)
def test_a_stopped_match_is_saved_whole(tmp_path: Path, number: signal.Signals, wait: float) -> None:
    """A match that a signal stops can be replayed and goes on as it would have gone on."""
    file = tmp_path / "m.match.jsonl"
    process = _started("run", SPECS / "jokeren13.rules", "--save", file, "--quiet")
    time.sleep(wait)
    process.send_signal(number)
    _, err = process.communicate(timeout=100)
    assert "Traceback" not in err
    if not file.exists():  # it came before the match began
        assert process.returncode in (-number, 128 + number)
        return
    assert process.returncode in (0, 128 + number)
    assert "verified" in rulespec("replay", file, "--verify").out
    resumed = tmp_path / "resumed.match.jsonl"
    whole = tmp_path / "whole.match.jsonl"
    if process.returncode:
        assert rulespec("run", "--resume", file, "--save", resumed, "--quiet").code == 0
        assert rulespec("run", SPECS / "jokeren13.rules", "--save", whole, "--quiet").code == 0
        assert resumed.read_text() == whole.read_text()


@pytest.mark.parametrize("number", STOPS)
def test_a_person_is_stopped(tmp_path: Path, number: signal.Signals) -> None:
    file = tmp_path / "m.match.jsonl"
    process = _started("run", SPECS / "joker_ru.rules", "--seat", "0=human", "--save", file)
    assert process.stdin is not None
    process.stdin.write("1\n")
    process.stdin.flush()
    for _ in range(100):
        if file.exists():
            break
        time.sleep(0.1)
    process.send_signal(number)
    _, err = process.communicate(timeout=100)
    assert process.returncode == (1 if number == signal.SIGINT else 128 + number)
    assert "Traceback" not in err
    assert "verified" in rulespec("replay", file, "--verify").out
