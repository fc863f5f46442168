"""The command line as a process of its own, with little memory and little time."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 1 << 30
"""Bytes of address space that a process may have."""

SECONDS = 20
"""Seconds of processor time that a process may take; those of a clock would depend on what else the executor does."""

SECRET = "a line that nobody may be shown"
"""Stands in files that are none of a spec's business."""

PATIENCE = 300
"""Seconds of a clock after which a process hangs: it takes no processor time, and waits for something."""


@dataclass(frozen=True)
class Outcome:
    """How a process ended: ``code`` is negative where a limit stopped it. ``seconds`` are those of the processor."""

    code: int
    out: str
    err: str
    seconds: float


def environment(**more: str) -> dict[str, str]:
    """The environment of a process: nothing of the tests' own that changes what the command line does."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RULESPEC_", "PYTHON"))}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1", **more}


def command(*arguments: str | Path) -> list[str]:
    """``rulespec ARGUMENTS`` by this interpreter."""
    return [sys.executable, str(ROOT / "cli.py"), *map(str, arguments)]


class Server:
    """A process that has loaded the program and forks for each call: what is measured is the call and not the start."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.hostile.server"],
            cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def call(self, arguments: Sequence[str], folder: Path) -> Outcome:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"arguments": arguments, "folder": str(folder)}) + "\n")
        self._process.stdin.flush()
        return Outcome(**json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        self._process.communicate()


@cache
def server() -> Server:
    """The server of this process."""
    started = Server()
    atexit.register(started.close)
    return started


def rulespec(*arguments: str | Path, folder: Path) -> Outcome:
    """Runs ``rulespec ARGUMENTS`` in a folder under the limits."""
    return server().call([str(argument) for argument in arguments], folder)


def check(outcome: Outcome, says: str = "", codes: tuple[int, ...] = (1, 2, 3)) -> None:
    """Refused in so many words: no traceback, no internal error, nothing of a file elsewhere."""
    assert outcome.code in codes, outcome
    assert says in outcome.err + outcome.out, outcome
    for word in ("Traceback", "internal error", "MemoryError", SECRET):
        assert word not in outcome.err + outcome.out, outcome
    assert outcome.err.strip() or outcome.out.strip()
