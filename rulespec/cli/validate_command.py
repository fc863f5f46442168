"""``rulespec validate``: checks specs and the data files beside them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulespec.cli.common import SPEC_ENDING, OutputFormat, find_specs, print_json
from rulespec.cli.errors import CliError, ExitCode

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    files = [path for path in find_specs(paths, (SPEC_ENDING, ".yaml")) if _is_ours(path, paths)]
    lines: list[str] = []
    findings: list[dict[str, Any]] = []
    for path in files:
        for line, finding in _check(path, play):
            lines.append(line)
            findings.append(finding)
    if output is OutputFormat.JSON:
        print_json({"schema": 1, "files": [str(path) for path in files], "findings": findings})
    else:
        for line in lines:
            print(line)
        print(f"{_count(len(files), 'file')}, {_count(len(findings), 'finding')}")
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


def _check(path: Path, matches: int) -> list[tuple[str, dict[str, Any]]]:
    """What is wrong with a file, as text and as data; a game without errors is played so many times."""
    if path.name.endswith(SPEC_ENDING):
        from rulespec.compiler import compile_spec
        from rulespec.syntax.diagnostics import render
        from rulespec.trace import departs, source_diagnostics

        compiled = compile_spec(path)
        found = list(compiled.diagnostics)
        if compiled.program is not None:
            found += source_diagnostics(compiled.program, path, compiled.sources, departs(compiled, path))
            if matches:
                found += _played(compiled.program, path, compiled.sources, matches)
        return [(render(diagnostic), diagnostic.to_json()) for diagnostic in found]
    from rulespec.documents import DocumentError
    from rulespec.scenarios.load import load_scenarios
    from rulespec.sources import load_sources

    try:
        if path.name.endswith(SCENARIO_ENDING):
            load_scenarios(path)
        else:
            load_sources(path)
    except DocumentError as error:
        return [
            (f"{problem.span or problem.file}: error: {problem.message}", _data(problem)) for problem in error.problems
        ]
    return []


def _played(program: Program, path: Path, sources: Sequence[Source], matches: int) -> list[Diagnostic]:
    """What went wrong when the game was tried out."""
    from rulespec.cli.progress import progress
    from rulespec.trial import rounds, stuck_diagnostic, try_out

    with progress(f"playing {path.name}", matches * len(rounds(program))) as bar:
        return [stuck_diagnostic(stuck, str(path), sources) for stuck in try_out(program, matches, bar.told)]


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
    return f"{number} {noun}{'' if number == 1 else 's'}"
