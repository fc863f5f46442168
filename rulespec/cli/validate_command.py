"""``rulespec validate``: checks specs and the data files beside them."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulespec.cli.common import SPEC_ENDING, OutputFormat, find_specs, print_json
from rulespec.cli.errors import CliError, ExitCode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulespec.compiler import Compiled
    from rulespec.documents import Problem
    from rulespec.ir.program import Program
    from rulespec.syntax.diagnostics import Diagnostic
    from rulespec.syntax.source import Source

SCENARIO_ENDING = ".scenario.yaml"
SOURCES_FOLDER = "sources"


def validate(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Files, and folders at any depth.")],
    play: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, help="Also play N matches at random for each number of players and each option."
        ),
    ] = 0,
    output: Annotated[OutputFormat, typer.Option("--format", help="How findings are written.")] = OutputFormat.TEXT,
) -> None:
    """Check specs (*.rules), their sources (sources/*.yaml) and their scenarios (*.scenario.yaml)."""
    from rulespec.cli.progress import Bar, progress
    from rulespec.cli.signals import Stopped, stops

    files = [path for path in find_specs(paths, (SPEC_ENDING, ".yaml")) if _is_ours(path, paths)]
    findings: list[dict[str, Any]] = []
    checker = _Checker(play)
    done = 0
    stopped: Stopped | None = None
    with stops() as signals, progress("checking", len(files)) if not play else nullcontext(Bar("", 0, False)) as bar:
        try:
            for path in files:
                signals.check()
                found = checker.check(path)
                findings += (finding for _, finding in found)
                if found and output is OutputFormat.TEXT:
                    with bar.away():
                        print("\n".join(line for line, _ in found), flush=True)
                done += 1
                bar.on_progress(done)
        except Stopped as stop:
            stopped = stop
    played = checker.played
    if output is OutputFormat.JSON:
        data = {"schema": 1, "files": [str(path) for path in files[:done]], "findings": findings}
        data |= {"played": played} if play else {}
        print_json(data | {"stopped": True} if stopped else data)
    else:
        if play:
            print(f"{_count(played['matches'], 'match')} played, {_count(played['settings'], 'setting')}")
        of_all = f" of {len(files)}, stopped" if stopped else ""
        print(f"{_count(done, 'file')}{of_all}, {_count(len(findings), 'finding')}")
    if stopped:
        raise stopped
    if findings:
        raise typer.Exit(ExitCode.FINDINGS)


def _is_ours(path: Path, named: list[Path]) -> bool:
    """Of a folder's YAML files only sources and scenarios are ours; what is named outright must be one."""
    ours = path.name.endswith((SPEC_ENDING, SCENARIO_ENDING)) or (
        path.name.endswith(".yaml") and path.absolute().parent.name == SOURCES_FOLDER
    )
    if not ours and path in named:
        raise CliError(
            f"{path} is neither a spec nor a file of sources or scenarios",
            f"specs end in {SPEC_ENDING}, scenarios in {SCENARIO_ENDING}; sources lie in a folder '{SOURCES_FOLDER}'",
        )
    return ours


class _Checker:
    """Checks files one after the other; a game without errors is played ``matches`` times with every setting.

    What several of them are made of is parsed once, and what is wrong with it told once.
    """

    def __init__(self, matches: int) -> None:
        self.matches = matches
        self.played = {"matches": 0, "settings": 0}
        """How many matches, of how many settings (each number of players with each option)."""
        from rulespec.compiler.merge.spec_loader import Parses
        from rulespec.sources import load_sources

        self._compiled: dict[Path, Compiled] = {}
        self._parses = Parses()
        self._load_sources = cache(load_sources)
        self._told: set[str] = set()

    def check(self, path: Path) -> list[tuple[str, dict[str, Any]]]:
        """What is wrong with a file and was not told of another, as text and as data."""
        new = []
        for line, data in self._found(path):
            # a hint may depend on the spec that the finding was met in
            key = repr([value for name, value in data.items() if name != "hint"])
            if key not in self._told:
                self._told.add(key)
                new.append((line, data))
        return new

    def _found(self, path: Path) -> list[tuple[str, dict[str, Any]]]:
        if path.name.endswith(SPEC_ENDING):
            from rulespec.syntax.diagnostics import render

            return [(render(diagnostic), diagnostic.to_json()) for diagnostic in self._spec(path)]
        from rulespec.documents import DocumentError

        try:
            problems = list(self._data_file(path))
        except DocumentError as error:
            problems = list(error.problems)
        return [(f"{problem.span or problem.file}: error: {problem.message}", _data(problem)) for problem in problems]

    def _compile(self, path: Path) -> Compiled:
        from rulespec.compiler import compile_spec
        from rulespec.compiler.merge.spec_loader import Loader

        if path not in self._compiled:
            loader = partial(Loader, parses=self._parses)
            self._compiled[path] = compile_spec(path, loader=loader)
        return self._compiled[path]

    def _spec(self, path: Path) -> list[Diagnostic]:
        from rulespec.trace import departs, source_diagnostics

        compiled = self._compile(path)
        found = list(compiled.diagnostics)
        if compiled.program is not None:
            found += source_diagnostics(
                compiled.program, path, compiled.sources, departs(compiled, path), self._load_sources
            )
            if self.matches:
                found += self._stuck(compiled.program, path, compiled.sources)
        return found

    def _stuck(self, program: Program, path: Path, sources: Sequence[Source]) -> list[Diagnostic]:
        """What went wrong when the game was tried out."""
        from rulespec.cli.progress import progress
        from rulespec.trial import Tally, configurations, stuck_diagnostic, try_out

        tally = Tally()
        with progress(f"playing {path.name}", self.matches * len(configurations(program))) as bar:
            found = [
                stuck_diagnostic(stuck, str(path), sources)
                for stuck in try_out(program, self.matches, bar.on_progress, tally)
            ]
        self.played["matches"] += tally.matches
        self.played["settings"] += tally.configurations
        return found

    def _data_file(self, path: Path) -> Iterator[Problem]:
        """Raises ``DocumentError``."""
        from rulespec.documents import Problem
        from rulespec.scenarios.refusal_names import wrong_names
        from rulespec.scenarios.scenario_files import load_scenarios
        from rulespec.sources import load_sources

        if not path.name.endswith(SCENARIO_ENDING):
            load_sources(path)
            return
        file = load_scenarios(path)
        program = self._compile(file.spec).program
        if program is not None:
            for spot, message in wrong_names(program, file):
                yield Problem(spot.file, spot.document.span(spot.steps), message)


def _data(problem: Problem) -> dict[str, Any]:
    """A problem in the form of a diagnostic, which has a code where this has none."""
    span = problem.span
    return {
        "code": None,
        "severity": "error",
        "message": problem.message,
        "hint": None,
        "file": problem.file,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "related": [],
    }


def _count(number: int, noun: str) -> str:
    ending = "" if number == 1 else "es" if noun.endswith("ch") else "s"
    return f"{number} {noun}{ending}"
