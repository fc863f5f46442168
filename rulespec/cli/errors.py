"""How a command ends when something goes wrong: exit codes, a user's mistakes, the last safety net."""

from __future__ import annotations

import errno
import functools
import os
import sys
import traceback
from collections.abc import Callable
from enum import IntEnum
from typing import ParamSpec

import typer

P = ParamSpec("P")

DEBUG_VARIABLE = "RULESPEC_DEBUG"
"""Where it is set, an internal error shows its traceback."""


class ExitCode(IntEnum):
    """What the process tells its caller."""

    OK = 0
    FINDINGS = 1
    """Findings, failed tests, an unfinished match."""
    USAGE = 2
    IO = 3
    """Input or output failed, or an internal error."""


class CliError(Exception):
    """A user's mistake or a file that cannot be used: one line, perhaps a hint, and an exit code."""

    def __init__(self, message: str, hint: str | None = None, code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code


def complain(message: str, hint: str | None = None) -> None:
    """Writes an error on the standard error output."""
    print(f"rulespec: {message}", file=sys.stderr)
    if hint:
        print(f"  hint: {hint}", file=sys.stderr)


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Wraps a command so that it ends with one of ``ExitCode`` and never with a traceback."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            try:
                command(*args, **kwargs)
            finally:
                sys.stdout.flush()
        except CliError as error:
            complain(error.message, error.hint)
            raise typer.Exit(error.code) from None
        except OSError as error:
            if error.errno in (errno.EPIPE, errno.ESHUTDOWN):
                _drop_output()
            else:
                complain(_describe(error))
                _drop_output()
            raise typer.Exit(ExitCode.IO) from None
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except MemoryError:
            complain("there is not enough memory for this")
            raise typer.Exit(ExitCode.IO) from None
        except Exception as error:  # noqa: BLE001 - the last net: a user never sees a traceback
            _internal(error)
            raise typer.Exit(ExitCode.IO) from None

    return run


def _describe(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {reason}" if error.filename else reason


def _internal(error: Exception) -> None:
    if os.environ.get(DEBUG_VARIABLE):
        traceback.print_exception(error)
    complain(
        f"internal error: {type(error).__name__}: {error}",
        f"this is a fault of rulespec, please report it with the spec and the output of {DEBUG_VARIABLE}=1",
    )


def _drop_output() -> None:
    """Nothing more can be written, not even at exit: the reader of our output went away, or the disk is full."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)
