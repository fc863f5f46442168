"""Scenario files by the specs they name: everything run, everything counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulespec.compiler import compile_spec
from rulespec.documents import DocumentError
from rulespec.ir.program import Program
from rulespec.scenarios.coverage import Unexercised, uncovered_examples, unexercised
from rulespec.scenarios.model import Case, DocumentPath, Failure, Scenario, ScenarioFile
from rulespec.scenarios.runner import Outcome, Runner
from rulespec.scenarios.scenario_files import load_scenarios
from rulespec.sources import Sources, find_sources, load_sources, unknown
from rulespec.syntax.diagnostics import Severity, render


@dataclass(slots=True)
class SpecReport:
    """What became of the scenarios of one spec. ``broken`` are files that could not be run at all: each counts as a
    failed test."""

    spec: Path | None
    files: int = 0
    outcomes: list[Outcome] = field(default_factory=list)
    broken: list[Failure] = field(default_factory=list)
    unexercised: list[Unexercised] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)

    @property
    def passed(self) -> int:
        return sum(outcome.passed for outcome in self.outcomes)

    @property
    def failed(self) -> int:
        return len(self.outcomes) - self.passed + len(self.broken)

    def to_json(self, coverage: bool) -> dict[str, Any]:
        """As ``rulespec test --format json`` prints it."""
        result: dict[str, Any] = {
            "spec": None if self.spec is None else str(self.spec),
            "files": self.files,
            "passed": self.passed,
            "failed": self.failed,
            "broken": [str(failure) for failure in self.broken],
            "scenarios": [
                {
                    "file": outcome.file,
                    "scenario": outcome.scenario,
                    "case": outcome.case,
                    "passed": outcome.passed,
                    "failures": [{"place": item.place, "message": item.message} for item in outcome.failures],
                }
                for outcome in self.outcomes
            ],
        }
        if coverage:
            result["unexercised"] = [
                {
                    "kind": item.kind,
                    "path": item.path,
                    "file": item.place.file if item.place else None,
                    "line": item.place.line if item.place else None,
                }
                for item in self.unexercised
            ]
            result["examples"] = self.examples
        return result


def run_files(paths: Iterable[Path], on_progress: Callable[[int], None] = lambda _: None) -> list[SpecReport]:
    """Runs scenario files, grouped by spec in the order in which the specs are first named.

    ``told`` is called with the number of scenarios that have been run.
    """
    unreadable = SpecReport(None)
    grouped: dict[Path, list[ScenarioFile]] = {}
    for path in paths:
        try:
            file = load_scenarios(path)
        except DocumentError as error:
            first = error.problems[0]
            unreadable.broken.append(Failure(str(first.span or first.file), _all_messages(error)))
            unreadable.files += 1
            continue
        grouped.setdefault(file.spec, []).append(file)
    reports: list[SpecReport] = []
    for spec, files in grouped.items():
        report = SpecReport(spec, files=len(files))
        before = sum(len(earlier.outcomes) for earlier in reports)
        reports.append(report)
        for done in _run_spec(report, spec, files):
            on_progress(before + done)
    return [unreadable, *reports] if unreadable.broken else reports


def _all_messages(error: DocumentError) -> str:
    first, *more = error.problems
    return "\n".join([first.message, *(f"  {problem}" for problem in more)])


def _run_spec(report: SpecReport, spec: Path, files: list[ScenarioFile]) -> Iterator[int]:
    """Fills the report; yields how many scenarios have been run."""
    compiled = compile_spec(spec)
    if compiled.program is None:
        found = [render(item) for item in compiled.diagnostics if item.severity is Severity.ERROR]
        reason = "\n".join(found) or "it is not the spec of a game"
        report.broken = [Failure(str(file.spot.at("spec")), f"{spec} cannot be played:\n{reason}") for file in files]
        return
    runner = Runner(compiled.program)
    for file in files:
        for scenario in file.scenarios:
            report.outcomes += runner.run_scenario(scenario)
            yield len(report.outcomes)
    report.unexercised = unexercised(compiled.program, runner.coverage)
    sources = _sources(compiled.program, spec)
    if sources is not None:
        covered = set()
        for spot, number in _covers(files):
            covered.add(number)
            if number not in sources.statements and number not in sources.examples:
                known = {**sources.statements, **sources.examples}
                report.broken.append(Failure(str(spot), f"covers: {unknown(number, known)} in {sources.file}"))
        report.examples = uncovered_examples(sources, covered)


def _covers(files: list[ScenarioFile]) -> Iterable[tuple[DocumentPath, str]]:
    """The statements and examples that scenarios and their cases say they show."""
    for file in files:
        for scenario in file.scenarios:
            parts: tuple[Scenario | Case, ...] = (scenario, *scenario.cases)
            for part in parts:
                for at, number in enumerate(part.covers):
                    yield part.spot.at("covers", at), number


def _sources(program: Program, spec: Path) -> Sources | None:
    """The sources of a spec; None where there are none that can be read, which ``rulespec trace`` reports."""
    if program.sources is None:
        return None
    files = tuple(dict.fromkeys(Path(location.file) for location in program.locations))
    try:
        return load_sources(find_sources(program.sources, spec, files))
    except DocumentError:
        return None
