"""Runs every check of the project, all of them even if one fails; the tests come last.

``python tools/check.py`` from the root of a checkout in which ``.[dev]`` is installed.
``python tools/check.py lint types`` runs only those.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPECS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "specs").glob("*.rules"))


def module(name: str, *arguments: str) -> list[str]:
    """A command that runs a module with this interpreter."""
    return [sys.executable, "-m", name, *arguments]


def rulespec(*arguments: str) -> list[str]:
    return [sys.executable, "cli.py", *arguments]


def steps() -> dict[str, list[list[str]]]:
    """The commands of each check, in order."""
    jobs = str(min(8, os.cpu_count() or 1))
    return {
        "format": [module("ruff", "format", "--check", ".")],
        "lint": [module("ruff", "check", ".")],
        "types": [module("mypy")],
        "validate": [rulespec("validate", "specs/")],
        "trace": [rulespec("trace", spec) for spec in SPECS],
        "scenarios": [rulespec("test", "specs/")],
        "tests": [module("pytest", "-q", "-n", jobs, "--dist", "worksteal")],
    }


def main(wanted: list[str]) -> int:
    """Runs the checks asked for (all of none) and says what became of each."""
    every = steps()
    unknown = [name for name in wanted if name not in every]
    if unknown:
        print(f"no such check: {', '.join(unknown)}; there are: {', '.join(every)}", file=sys.stderr)
        return 2
    outcome: dict[str, str] = {}
    failed = False
    for name in wanted or list(every):
        start = time.monotonic()
        codes = []
        for command in every[name]:
            print(f"== {name}: {' '.join(command[1:])}", flush=True)
            codes.append(subprocess.run(command, cwd=ROOT, check=False).returncode)
        bad = any(codes)
        failed = failed or bad
        outcome[name] = f"{'FAILED' if bad else 'ok'} ({time.monotonic() - start:.0f} s)"
    print("== " + ", ".join(f"{name} {result}" for name, result in outcome.items()), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
