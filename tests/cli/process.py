"""Calling the command line: within this process where that is enough, else as a process of its own."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from rulespec.cli import app

ROOT = Path(__file__).resolve().parents[2]
SPECS = ROOT / "specs"
CLEARED = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "RULESPEC_DEBUG", "TERM")
"""Variables that change how output looks."""


@dataclass(frozen=True)
class Result:
    """How a call ended and what it printed."""

    code: int
    out: str
    err: str


def rulespec(*arguments: str | Path) -> Result:
    """What ``rulespec ARGUMENTS`` prints and ends with, called from the root of the project."""
    out, err = io.StringIO(), io.StringIO()
    kept = {name: os.environ.pop(name) for name in CLEARED if name in os.environ}
    try:
        with contextlib.chdir(ROOT), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            app([str(argument) for argument in arguments], prog_name="rulespec")
        raise AssertionError("a call ends the process")
    except SystemExit as stop:
        code = stop.code
    finally:
        os.environ.update(kept)
    assert isinstance(code, int)
    assert "internal error" not in err.getvalue(), err.getvalue()
    return Result(code, out.getvalue(), err.getvalue())


def environment(**more: str) -> dict[str, str]:
    """The environment of a process of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in CLEARED}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **more}


def command(*arguments: str | Path) -> list[str]:
    """``rulespec ARGUMENTS`` as a process of its own."""
    return [sys.executable, str(ROOT / "cli.py"), *map(str, arguments)]
