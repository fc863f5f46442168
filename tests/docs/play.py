"""Checking and playing the specs of the documentation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import rulespec
from rulespec.bots import RandomBot
from rulespec.compiler import compile_spec
from rulespec.scenarios.suite import run_files
from rulespec.syntax import ast
from rulespec.syntax.diagnostics import render
from rulespec.syntax.parser import parse
from rulespec.syntax.source import Source

DECISIONS = 1_500
"""So much of a match is played, if it is not over before."""
_VALUE = re.compile(r"^rule (\w+)[^\n(]*=[^\n]*# = (.+)$", re.MULTILINE)


def findings(path: Path) -> list[tuple[str, int, str]]:
    """What the checker says: code, line and text of each finding."""
    return [
        (d.code, d.span.line if d.span is not None and d.span.source.name == str(path) else 0, render(d))
        for d in compile_spec(path).diagnostics
    ]


def is_game(path: Path) -> bool:
    """Does the file say which game it is, or extend one that does?"""
    spec, _ = parse(Source(path.name, path.read_text(encoding="utf-8")))
    return spec is not None and any(isinstance(item, ast.Game | ast.Extends) for item in spec.items)


def counts(path: Path) -> tuple[int, ...]:
    """The numbers of players that a spec allows."""
    program = compile_spec(path).program
    assert program is not None
    return tuple(program.seats)


def play(path: Path, players: int, seed: int = 0, options: Mapping[str, rulespec.OptionValue] | None = None) -> None:
    """Plays a match at random. Raises ``MatchFault`` if it cannot be played."""
    match = rulespec.load(path, players=players, options=options).match(seed)
    bot = RandomBot(seed)
    for _ in range(DECISIONS):
        if match.over:
            return
        match.step(bot.choose(match.moves))


def check_values(path: Path) -> None:
    """The values that comments state: ``rule x = …  # = 3`` holds when the first choice of a match is to be made."""
    stated = _VALUE.findall(path.read_text(encoding="utf-8"))
    if not stated:
        return
    lines = [
        f"spec: {path.name}",
        "scenarios:",
        "  - name: values",
        "    steps:",
        "      - expect:",
        "          rules:",
    ]
    lines += [f'            "{name}": {value.strip()}' for name, value in stated]
    file = path.with_suffix(".scenario.yaml")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (report,) = run_files([file])
    problems = [*map(str, report.broken), *(str(f) for o in report.outcomes for f in o.failures)]
    assert not problems, problems
