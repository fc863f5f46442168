"""``rulespec test``: runs scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulespec.cli.common import OutputFormat, other_kind, print_json, require_file
from rulespec.cli.errors import CliError, ExitCode
from rulespec.cli.progress import progress

if TYPE_CHECKING:
    from rulespec.scenarios.suite import SpecReport


def run_scenarios(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH…", help="Scenario files, folders at any depth, or specs (their scenarios lie in scenarios/)."
        ),
    ],
    output: Annotated[OutputFormat, typer.Option("--format", help="How the result is written.")] = OutputFormat.TEXT,
    coverage: Annotated[bool, typer.Option("--coverage/--no-coverage", help="Say what no scenario exercised.")] = True,
) -> None:
    """Run scenarios (*.scenario.yaml) and say what of the rules none of them exercised."""
    from rulespec.scenarios.scenario_files import find_scenarios
    from rulespec.scenarios.suite import run_files

    files: dict[Path, None] = {}
    for path in paths:
        if not path.is_dir():
            _require_scenarios(path)
        files.update(dict.fromkeys(find_scenarios(path)))
    if not files:
        raise CliError(
            f"no scenarios found in {', '.join(map(str, paths))}",
            "they are files *.scenario.yaml; those of a spec lie in a folder 'scenarios' beside it",
        )
    with progress("scenarios") as bar:
        reports = run_files(files, bar.on_progress)
    if output is OutputFormat.JSON:
        passed, failed = _sums(reports)
        specs = [report.to_json(coverage) for report in reports]
        print_json({"schema": 1, "passed": passed, "failed": failed, "specs": specs})
    else:
        _print_text(reports, coverage)
    if any(report.failed for report in reports):
        raise typer.Exit(ExitCode.FINDINGS)


def _require_scenarios(path: Path) -> None:
    """Raises ``CliError`` unless ``path`` is a file that may hold scenarios, or a spec."""
    require_file(path)
    other = other_kind(path)
    if other is not None and not path.name.endswith((".yaml", ".yml")):
        hint = "scenarios are files *.scenario.yaml; those of a spec lie in a folder 'scenarios' beside it"
        raise CliError(f"{path} is {other[0]}, not a file of scenarios and not a spec", hint, ExitCode.IO)


def _sums(reports: list[SpecReport]) -> tuple[int, int]:
    return sum(report.passed for report in reports), sum(report.failed for report in reports)


def _print_text(reports: list[SpecReport], coverage: bool) -> None:
    for report in reports:
        for failure in report.broken:
            print(f"FAILED {failure}")
        for outcome in report.outcomes:
            if outcome.failures:
                print(f"FAILED {outcome.place}: {outcome.name}")
                for failure in outcome.failures:
                    print(f"  {failure}")
        if report.spec is None:
            continue
        noun = "file" if report.files == 1 else "files"
        print(f"{report.spec}: {report.passed} passed, {report.failed} failed, {report.files} {noun}")
        if coverage:
            _print_coverage(report)
    passed, failed = _sums(reports)
    print(f"{passed} passed, {failed} failed")


def _print_coverage(report: SpecReport) -> None:
    if report.unexercised:
        print("  no scenario exercises:")
        for item in report.unexercised:
            print(f"    {item}")
    if report.examples:
        print(f"  no scenario covers the examples {', '.join(report.examples)}")
