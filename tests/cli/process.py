"""Running the command line as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPECS = ROOT / "specs"
CLEARED = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "RULESPEC_DEBUG", "TERM")


@dataclass(frozen=True)
class Result:
    """How a process ended and what it printed."""

    code: int
    out: str
    err: str


def environment(**more: str) -> dict[str, str]:
    """The environment of a call: none of the variables that change how output looks, but for ``more``."""
    kept = {name: value for name, value in os.environ.items() if name not in CLEARED}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **more}


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, str(ROOT / "cli.py"), *map(str, arguments)]


def rulespec(*arguments: str | Path, cwd: Path = ROOT, **more: str) -> Result:
    """What ``rulespec ARGUMENTS`` prints and ends with. A traceback is a failure of the test."""
    done = subprocess.run(
        command(*arguments),
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**more),
        timeout=300,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return Result(done.returncode, done.stdout, done.stderr)
