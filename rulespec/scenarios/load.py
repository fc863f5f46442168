"""Finding and reading scenario files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from rulespec.documents import MOST_BYTES, DocumentError, Problem, load_document
from rulespec.scenarios.model import Case, Scenario, ScenarioFile, Spot, Step
from rulespec.syntax.files import read_ordinary

ENDING: Final = ".scenario.yaml"
FOLDER: Final = "scenarios"
LEVELS_UP: Final = 3
"""Scenarios of a spec lie in a folder of this name beside it, or beside a folder above it, so many levels up."""

_RULES = re.compile(r"[^/\\:\x00][^\\:\x00]*\.rules")
_SPEC = re.compile(r"^spec:[ ]*[\"']?([^\"'#\n]*\.rules)", re.MULTILINE)


def find_scenarios(path: Path) -> list[Path]:
    """The scenario files at a path: itself, those in a folder at any depth, or those that name a spec.

    The last lie in a folder ``scenarios`` beside the spec, or else in one beside a folder above it.
    """
    if path.is_dir():
        return sorted(file for file in path.rglob(f"*{ENDING}") if file.is_file())
    if path.name.endswith(".rules"):
        for level in range(LEVELS_UP + 1):
            beside = Path(os.path.normpath(path.parent / Path(*[".."] * level) / FOLDER))
            found = [file for file in find_scenarios(beside) if _concerns(file, path)] if beside.is_dir() else []
            if found:
                return found
        return []
    return [path]


def _concerns(file: Path, spec: Path) -> bool:
    """Does a scenario file name the spec? One that does not say may, so that it is not passed over in silence."""
    try:
        named = _SPEC.search(read_ordinary(file, MOST_BYTES).decode("utf-8"))
    except (OSError, UnicodeDecodeError):
        return True
    return named is None or (file.parent / named[1]).resolve() == spec.resolve()


def load_scenarios(path: Path) -> ScenarioFile:
    """Reads and checks a scenario file. Raises ``rulespec.documents.DocumentError``."""
    document = load_document(path, "scenario")
    root = Spot(document, ())
    problems = [Problem(spot.file, document.span(spot.steps), message) for spot, message in _repeated_names(root)]
    data = document.data
    if not _RULES.fullmatch(data["spec"]):
        problems.append(Problem(root.file, document.span(["spec"]), "spec: wants the relative path of a file *.rules"))
    if problems:
        raise DocumentError(problems, readable=True)
    spec = Path(os.path.normpath(path.parent / data["spec"]))
    scenarios = tuple(_scenario(entry, data, root.at("scenarios", at)) for at, entry in enumerate(data["scenarios"]))
    return ScenarioFile(path, spec, scenarios, root)


def _scenario(entry: Mapping[str, Any], common: Mapping[str, Any], spot: Spot) -> Scenario:
    both = {**common, **entry}
    return Scenario(
        name=entry["name"],
        covers=tuple(entry.get("covers", ())),
        players=both.get("players"),
        options={**common.get("options", {}), **entry.get("options", {})},
        rest=both.get("rest"),
        prefer=tuple(both.get("prefer", ())),
        seed=entry.get("seed"),
        decks=tuple(entry.get("decks", ())),
        steps=_steps(entry.get("steps", ()), spot),
        cases=tuple(_case(case, spot.at("cases", at)) for at, case in enumerate(entry.get("cases", ()))),
        spot=spot,
    )


def _case(entry: Mapping[str, Any], spot: Spot) -> Case:
    return Case(entry["name"], tuple(entry.get("covers", ())), _steps(entry["steps"], spot), spot)


def _steps(written: Any, spot: Spot) -> tuple[Step, ...]:
    return tuple(
        Step(kind, value, spot.at("steps", at, kind)) for at, step in enumerate(written) for kind, value in step.items()
    )


def _repeated_names(root: Spot) -> Iterator[tuple[Spot, str]]:
    """Scenarios of a file, and cases of a scenario, that have the same name."""
    scenarios = root.document.data["scenarios"]
    yield from _twice(scenarios, root.at("scenarios"), "scenario")
    for at, scenario in enumerate(scenarios):
        yield from _twice(scenario.get("cases", []), root.at("scenarios", at, "cases"), "case")


def _twice(named: list[Any], spot: Spot, what: str) -> Iterator[tuple[Spot, str]]:
    seen: set[str] = set()
    for at, item in enumerate(named):
        if item["name"] in seen:
            yield spot.at(at, "name"), f"another {what} is called '{item['name']}'"
        seen.add(item["name"])
