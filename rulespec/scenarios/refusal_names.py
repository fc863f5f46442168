"""The names by which scenarios speak of a program's refusals, and those in a file that are none."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

from rulespec.ir.program import Clause, Program
from rulespec.scenarios.model import DocumentPath, ScenarioFile
from rulespec.syntax.suggest import did_you_mean

KINDS: Final = ("not_offered", "lookahead", "lookahead_limit")
"""Refusals that no line of a spec makes are named by their kind."""


def refusals(program: Program) -> frozenset[str]:
    """Everything that a scenario may name as what refuses a move."""
    found = set(KINDS)
    for move in program.moves:
        found |= {move.name, f"{move.name}.lookahead_limit", f"{move.name}.dead_end"}
        found |= {f"{move.name}.{param.name}" for param in move.params}
        found |= {item.path for item in move.body if isinstance(item, Clause) and item.kind == "forbid"}
    found |= {ensure.path for phase in program.phases for ensure in phase.ensures}
    return frozenset(found)


def named(reason: Any) -> list[str]:
    """The names in what is written of a refusal."""
    by = reason["by"] if isinstance(reason, dict) else reason
    return [by] if isinstance(by, str) else list(by)


def wrong(known: Collection[str], names: Iterable[str]) -> str | None:
    """What to say of the first of these that names no refusal."""
    for name in names:
        if name not in known:
            near = did_you_mean(name, sorted(known))
            return f"there is no clause '{name}'" + (f"; did you mean {near}?" if near else "")
    return None


def wrong_names(program: Program, file: ScenarioFile) -> Iterator[tuple[DocumentPath, str]]:
    """The refusals that a file expects by names that the program does not have."""
    known = refusals(program)
    for scenario in file.scenarios:
        for step in (*scenario.steps, *(step for case in scenario.cases for step in case.steps)):
            if step.kind == "expect":
                for move, reason in step.value.get("refused", {}).items():
                    message = wrong(known, named(reason))
                    if message is not None:
                        yield step.spot.at("refused", move), f"{move}: {message}"
