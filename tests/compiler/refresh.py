"""Writes anew what the bad fixtures are expected to report: ``python -m tests.compiler.refresh``, then read the diff.

A fixture may name overlays in its second line: ``# with: parts/a parts/b``.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from rulespec.compiler import compile_spec
from rulespec.syntax.diagnostics import Diagnostic, render

HERE = Path(__file__).parent
BAD = sorted((HERE / "bad").glob("*.rules"))


@cache
def diagnostics(path: Path) -> tuple[Diagnostic, ...]:
    """All diagnostics of a fixture, its files named as seen from its folder."""
    wanted = re.search(r"^# with: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    overlays = [Path(f"{name}.rules") for name in wanted.group(1).split()] if wanted else []
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        return compile_spec(Path(path.name), overlays=overlays).diagnostics
    finally:
        os.chdir(before)


def report(path: Path) -> str:
    """All diagnostics of a fixture as text."""
    return "".join(render(diagnostic) + "\n" for diagnostic in diagnostics(path))


def main() -> None:
    """Refresh every ``*.expected`` file."""
    for path in BAD:
        path.with_suffix(".expected").write_text(report(path), encoding="utf-8")


if __name__ == "__main__":
    main()
