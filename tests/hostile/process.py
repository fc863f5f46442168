"""The command line as a process of its own, with little memory and little time."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 1 << 30
"""Bytes of address space that a process may have."""

PATIENCE = 20.0
"""Seconds until a process counts as one that hangs."""


@dataclass(frozen=True)
class Outcome:
    """How a process ended; ``code`` is None where it had to be stopped."""

    code: int | None
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


def rulespec(*arguments: str | Path, folder: Path, patience: float = PATIENCE) -> Outcome:
    """Runs ``rulespec ARGUMENTS`` in a folder under the limits."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    start = time.monotonic()
    process = subprocess.Popen(
        command(*arguments),
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=bounded,
    )
    try:
        out, err = process.communicate(timeout=patience)
        code: int | None = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        code = None
    return Outcome(code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"), time.monotonic() - start)
