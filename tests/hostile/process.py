"""The command line as a process of its own, with little memory and little time."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 1 << 30
"""Bytes of address space that a process may have."""

SECONDS = 20
"""Seconds of processor time that a process may take; those of a clock would depend on what else the machine does."""

PATIENCE = 300.0
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


def rulespec(*arguments: str | Path, folder: Path) -> Outcome:
    """Runs ``rulespec ARGUMENTS`` in a folder under the limits."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command(*arguments), cwd=folder, env=environment(), stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            preexec_fn=bounded,
        )  # fmt: skip
        watch = threading.Timer(PATIENCE, process.kill)
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    return Outcome(process.returncode, texts[0], texts[1], usage.ru_utime + usage.ru_stime)
