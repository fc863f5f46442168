"""``rulespec why``: is a move legal in a position, and if not, why."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulespec.cli.common import OutputFormat, load, print_json, require_file
from rulespec.cli.errors import CliError, ExitCode

if TYPE_CHECKING:
    from rulespec.ir.program import Program
    from rulespec.scenarios.why_refused import Answer, Reason
    from rulespec.sources import Sources

WIDTH = 100


def why(
    spec: Annotated[Path, typer.Argument(metavar="SPEC", help="A spec (*.rules).")],
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="FILE#NAME: where this scenario or case ends; a number will do.")
    ],
    move: Annotated[list[str], typer.Argument(metavar="MOVE…", help="As scenarios write it: play 7H.")],
    overlay: Annotated[
        list[Path] | None, typer.Option("--with", metavar="OVERLAY", help="House rules on top of the spec; repeatable.")
    ] = None,
    output: Annotated[OutputFormat, typer.Option("--format", help="How the answer is written.")] = OutputFormat.TEXT,
) -> None:
    """Say whether a move is legal where a scenario ends; if not, which clauses refuse it, where they stand, after what
    source, and the values that made them hold. Ends with 1 where it is refused."""
    from rulespec.documents import DocumentError
    from rulespec.scenarios.runner import Runner
    from rulespec.scenarios.scenario_files import load_scenarios
    from rulespec.scenarios.why_refused import ExplainError, explain, find, split_place

    path, name = split_place(scenario)
    require_file(path)
    program = load(spec, overlay or ()).program
    try:
        found, case = find(load_scenarios(path), name)
        answer = explain(Runner(program), found, case, " ".join(move), _sources(program, spec))
    except DocumentError as error:
        raise CliError(str(error), code=ExitCode.FINDINGS) from None
    except ExplainError as error:
        raise CliError(str(error)) from None
    if output is OutputFormat.JSON:
        print_json({"schema": 1, **answer.to_json()})
    else:
        _print_text(answer)
    if not answer.legal:
        raise typer.Exit(ExitCode.FINDINGS)


def _sources(program: Program, spec: Path) -> Sources | None:
    """The sources of the spec, where there are any that can be read."""
    from rulespec.documents import DocumentError
    from rulespec.sources import find_sources, load_sources

    if program.sources is None:
        return None
    files = tuple(dict.fromkeys(Path(location.file) for location in program.locations))
    try:
        return load_sources(find_sources(program.sources, spec, files))
    except DocumentError:
        return None


def _print_text(answer: Answer) -> None:
    print(f"{answer.scenario}")
    print(f"seat {answer.seat} decides · {answer.move} · {answer.says}")
    if answer.legal:
        print("legal" if not answer.fined else f"legal, but fined for {', '.join(answer.fined)}")
        return
    print("refused")
    for reason in answer.reasons:
        print()
        _print_reason(reason)


def _print_reason(reason: Reason) -> None:
    refusal = reason.refusal
    place = f"  {refusal.location.file}:{refusal.location.line}" if refusal.location else ""
    print(f"{refusal.path}: {refusal.message}{place}")
    for cited in reason.cited:
        what = f"convention {cited.convention}" if cited.convention else cited.number
        _wrapped(f"{what}: {cited.text}  ({cited.place})")
    if reason.values is not None:
        _wrapped(f"it may be: {' '.join(reason.values) or 'nothing'}")
    if reason.readings:
        from rulespec.interpreter.condition_values import shown

        print("  before the move:" if refusal.kind == "ensure" else "  because:")
        for reading in reason.readings:
            _wrapped(f"  {reading.name} = {'(no value)' if reading.missing else shown(reading.value)}")


def _wrapped(text: str) -> None:
    for line in textwrap.wrap(f"  {text}", WIDTH, subsequent_indent="      ", break_on_hyphens=False):
        print(line)
