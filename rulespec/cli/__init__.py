"""The command line. Modules of commands import what is slow to import inside the command that needs it."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from rulespec.cli import (
    bench_command,
    diff_command,
    expand_command,
    ir_command,
    replay_command,
    run_command,
    test_command,
    trace_command,
    validate_command,
    why_command,
)
from rulespec.cli.errors import guarded
from rulespec.cli.signals import Stopped

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""

app = typer.Typer(
    name="rulespec",
    help="Rules of card games as text: check them, test them, play them.",
    epilog="Exit codes: 0 fine; 1 findings, failed tests or an unfinished match; 2 wrong usage; 3 input/output.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run")(guarded(run_command.run))
app.command("replay")(guarded(replay_command.replay))
app.command("validate")(guarded(validate_command.validate))
app.command("test")(guarded(test_command.run_scenarios))
app.command("why")(guarded(why_command.why))
app.command("trace")(guarded(trace_command.trace))
app.command("ir")(guarded(ir_command.ir))
app.command("expand")(guarded(expand_command.expand))
app.command("diff")(guarded(diff_command.diff))
app.command("bench")(guarded(bench_command.bench))


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"rulespec {version('rulespec')}")
        except PackageNotFoundError:
            print("rulespec, not installed")
        raise typer.Exit


@app.callback()
def _root(
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Runs the command line of this process; never returns."""
    try:
        _prepare_output()
        app(prog_name="rulespec")
    except Stopped as stop:
        sys.exit(128 + stop.number)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _prepare_output() -> None:
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever called: nothing can be said, and nothing need fail
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
