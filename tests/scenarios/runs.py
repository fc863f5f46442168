"""Running a scenario written in a test, over the small game of ``specs/pairs.rules``."""

from __future__ import annotations

import os
import textwrap
from functools import cache
from pathlib import Path

from rulespec.compiler import compile_spec
from rulespec.ir.program import Program
from rulespec.scenarios.runner import Outcome, Runner
from rulespec.scenarios.scenario_files import load_scenarios

PAIRS = Path(__file__).parent / "specs" / "pairs.rules"

START = """
- reach: {move: draw, deal: 1, dealer: 0}
- place: {hand: {0: 2S 3S 4S, 1: 2H 3H 4H JK}, heap: 4S#2, table: []}
"""
"""Seat 0 has dealt, seat 1 is to choose whether to draw; the stock holds the six other cards."""


@cache
def pairs() -> Program:
    """The program of the small game."""
    program = compile_spec(PAIRS).program
    assert program is not None
    return program


def write(folder: Path, scenarios: str, head: str = "", name: str = "some.scenario.yaml", spec: Path = PAIRS) -> Path:
    """A scenario file in a folder. ``scenarios`` is the list, ``head`` what stands before it."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f"spec: {os.path.relpath(spec, path.parent)}\nrest: stock\n{textwrap.dedent(head)}\nscenarios:\n"
        + textwrap.indent(textwrap.dedent(scenarios).strip(), "  ")
        + "\n",
        encoding="utf-8",
    )
    return path


def run(folder: Path, scenarios: str, head: str = "") -> list[Outcome]:
    """The outcomes of a list of scenarios."""
    return Runner(pairs()).run(load_scenarios(write(folder, scenarios, head)))


def run_steps(folder: Path, steps: str, head: str = "") -> list[str]:
    """The messages of a scenario's failures, its steps added to ``START``."""
    scenario = "- name: it\n  steps:\n" + textwrap.indent(START.strip() + "\n" + textwrap.dedent(steps).strip(), "    ")
    (outcome,) = run(folder, scenario, head)
    return [failure.message for failure in outcome.failures]
