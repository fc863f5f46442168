"""Finding and reading scenario files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from rulespec.documents import MAX_BYTES, DocumentError, Problem, load_document
from rulespec.scenarios.model import Case, DocumentPath, Scenario, ScenarioFile, Step
from rulespec.syntax.files import read_ordinary
from rulespec.syntax.suggest import did_you_mean

ENDING: Final = ".scenario.yaml"
FOLDER: Final = "scenarios"
LEVELS_UP: Final = 3
"""Scenarios of a spec lie in a folder of this name beside it, or beside a folder above it, so many levels up."""

_RULES = re.compile(r"[^/\\:\x00][^\\:\x00]*\.rules")
_SPEC = re.compile(r"^spec:[ ]*[\"']?([^\"'#\n]*\.rules)", re.MULTILINE)


def find_scenarios(path: Path) -> list[Path]:
    """The scenario files at a path: itself, those in a folder at any depth, or those that name a spec.

    The last lie in a folder ``scenarios`` beside the spec, or else in one beside a folder above it. Files there that
    name no spec that is there are among them, so that they are not passed over in silence.
    """
    if path.is_dir():
        return sorted(file for file in path.rglob(f"*{ENDING}") if file.is_file())
    if path.name.endswith(".rules"):
        lost: list[Path] = []
        for level in range(LEVELS_UP + 1):
            beside = Path(os.path.normpath(path.parent / Path(*[".."] * level) / FOLDER))
            named = {file: _named(file) for file in find_scenarios(beside)} if beside.is_dir() else {}
            lost += [file for file, spec in named.items() if spec is None or not spec.is_file()]
            found = [file for file, spec in named.items() if spec is not None and spec.resolve() == path.resolve()]
            if found:
                return sorted({*found, *lost})
        return sorted(lost)
    return [path]


def _named(file: Path) -> Path | None:
    """The spec that a scenario file names; None where it does not say."""
    try:
        named = _SPEC.search(read_ordinary(file, MAX_BYTES).decode("utf-8"))
    except (OSError, UnicodeDecodeError):
        return None
    return file.parent / named[1] if named is not None else None


def load_scenarios(path: Path) -> ScenarioFile:
    """Reads and checks a scenario file. Raises ``rulespec.documents.DocumentError``."""
    document = load_document(path, "scenario")
    root = DocumentPath(document, ())
    problems = [Problem(spot.file, document.span(spot.steps), message) for spot, message in _repeated_names(root)]
    data = document.data
    if not _RULES.fullmatch(data["spec"]):
        problems.append(Problem(root.file, document.span(["spec"]), "spec: wants the relative path of a file *.rules"))
    spec = Path(os.path.normpath(path.parent / data["spec"]))
    if not problems and not spec.is_file():
        message = f"spec: there is no file {spec}{_nearest(spec)}"
        problems.append(Problem(root.file, document.span(["spec"]), message))
    if problems:
        raise DocumentError(problems, readable=True)
    scenarios = tuple(_scenario(entry, data, root.at("scenarios", at)) for at, entry in enumerate(data["scenarios"]))
    return ScenarioFile(path, spec, scenarios, root)


def _nearest(spec: Path) -> str:
    """A spec that may have been meant by the path of one that is not there."""
    names = [file.name for file in spec.parent.glob("*.rules")] if spec.parent.is_dir() else []
    near = did_you_mean(spec.name, names)
    return f"; did you mean {near}?" if near else ""


def _scenario(entry: Mapping[str, Any], common: Mapping[str, Any], spot: DocumentPath) -> Scenario:
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


def _case(entry: Mapping[str, Any], spot: DocumentPath) -> Case:
    return Case(entry["name"], tuple(entry.get("covers", ())), _steps(entry["steps"], spot), spot)


def _steps(written: Any, spot: DocumentPath) -> tuple[Step, ...]:
    return tuple(
        Step(kind, value, spot.at("steps", at, kind)) for at, step in enumerate(written) for kind, value in step.items()
    )


def _repeated_names(root: DocumentPath) -> Iterator[tuple[DocumentPath, str]]:
    """Scenarios of a file, and cases of a scenario, that have the same name."""
    scenarios = root.document.data["scenarios"]
    yield from _twice(scenarios, root.at("scenarios"), "scenario")
    for at, scenario in enumerate(scenarios):
        yield from _twice(scenario.get("cases", []), root.at("scenarios", at, "cases"), "case")


def _twice(named: list[Any], spot: DocumentPath, what: str) -> Iterator[tuple[DocumentPath, str]]:
    seen: set[str] = set()
    for at, item in enumerate(named):
        if item["name"] in seen:
            yield spot.at(at, "name"), f"another {what} is called '{item['name']}'"
        seen.add(item["name"])
