"""``rulespec trace``: which statement of the sources is implemented where."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulespec.cli.common import OutputFormat, print_json, require_spec, show_diagnostics
from rulespec.cli.errors import CliError, ExitCode

if TYPE_CHECKING:
    from rulespec.trace import Trace, TracedStatement

WIDTH = 110


def trace(
    spec: Annotated[Path, typer.Argument(metavar="SPEC", help="A spec (*.rules).")],
    output: Annotated[OutputFormat, typer.Option("--format", help="How the result is written.")] = OutputFormat.TEXT,
) -> None:
    """Show for each statement of the sources what implements and what decides it; fail where nothing does."""
    require_spec(spec)
    from rulespec.compiler import compile_spec
    from rulespec.trace import departs
    from rulespec.trace import trace as trace_program

    compiled = compile_spec(spec)
    if compiled.program is None:
        show_diagnostics(compiled.diagnostics)
        raise CliError(f"{spec}: cannot be traced before it is correct", code=ExitCode.FINDINGS)
    found = trace_program(compiled.program, spec, compiled.sources, departs(compiled, spec))
    if output is OutputFormat.JSON:
        print_json({"schema": 1, "spec": str(spec), **found.to_json()})
    else:
        _print_text(spec, found)
    if found.holes:
        raise typer.Exit(ExitCode.FINDINGS)


def _print_text(spec: Path, found: Trace) -> None:
    from rulespec.syntax.diagnostics import render

    if found.sources is None and not found.holes:
        print(f"{spec} names no sources and cites nothing")
        return
    if found.sources is not None:
        print(f"{spec} after {found.sources.file}: {found.sources.title}")
        for traced in found.statements:
            print()
            _print_statement(traced)
        print()
    for hole in found.holes:
        print(render(hole))
    statements, holes = len(found.statements), len(found.holes)
    print(f"{statements} statement{'' if statements == 1 else 's'}, {holes} hole{'' if holes == 1 else 's'}")


def _print_statement(traced: TracedStatement) -> None:
    statement = traced.statement
    first = f"{statement.number:<5}{statement.status}: {statement.text}"
    for line in textwrap.wrap(first, WIDTH, subsequent_indent=" " * 5):
        print(line)
    if statement.gap:
        for line in textwrap.wrap(f"open: {statement.gap}", WIDTH, initial_indent=" " * 5, subsequent_indent=" " * 5):
            print(line)
    for decided in traced.decided:
        print(f"       {decided.name}: {decided.text}  ({decided.place.file}:{decided.place.line})")
    for item in traced.implemented:
        print(f"       {item.path}  ({item.place.file}:{item.place.line})")
