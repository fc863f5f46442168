"""Writes anew what the bad fixtures are expected to report: ``python -m tests.syntax.refresh``, then read the diff."""

from __future__ import annotations

from pathlib import Path

from rulespec.syntax.diagnostics import render
from rulespec.syntax.parser import parse
from rulespec.syntax.source import Source

HERE = Path(__file__).parent
GOOD = sorted((HERE / "good").glob("*.rules"))
BAD = sorted((HERE / "bad").glob("*.rules"))


def report(path: Path) -> str:
    """All diagnostics of a fixture as text."""
    _, diagnostics = parse(source(path))
    return "".join(render(diagnostic) + "\n" for diagnostic in diagnostics)


def source(path: Path) -> Source:
    return Source(path.name, path.read_text(encoding="utf-8"))


def main() -> None:
    """Refresh every ``*.expected`` file."""
    for path in BAD:
        path.with_suffix(".expected").write_text(report(path), encoding="utf-8")


if __name__ == "__main__":
    main()
