"""Answers calls of the command line, each in a fork of its own with little memory and little time (see ``process``)."""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import sys
import tempfile
import threading
from typing import IO, Any

from rulespec.cli import app
from tests.hostile.process import MEMORY, PATIENCE, ROOT, SECONDS


def act(arguments: list[str], folder: str, out: IO[bytes], err: IO[bytes]) -> None:
    """What the forked process does; never returns."""
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (out.fileno(), 1), (err.fileno(), 2)):
        os.dup2(source, target)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.chdir(folder)
    sys.argv = ["rulespec", *arguments]
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    code = 70
    try:
        app(arguments, prog_name="rulespec")
    except SystemExit as stop:
        code = int(stop.code or 0)
    except BaseException:  # noqa: BLE001 - whatever it is, the tests are to see it
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def answer(arguments: list[str], folder: str) -> dict[str, Any]:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            act(arguments, folder, out, err)
        watch = threading.Timer(PATIENCE, os.kill, (child, signal.SIGKILL))
        watch.start()
        _, status, usage = os.wait4(child, 0)
        watch.cancel()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    return {
        "code": os.waitstatus_to_exitcode(status),
        "out": texts[0],
        "err": texts[1],
        "seconds": usage.ru_utime + usage.ru_stime,
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        answer(["validate", "nothing.rules"], folder)
    load_everything()
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))), flush=True)


def load_everything() -> None:
    """Imports what a call would, and reads the tables of the grammar."""
    for name in (
        "scenarios.suite",
        "reports.play",
        "reports.json_report",
        "reports.sheet",
        "reports.transcript",
        "trace",
    ):
        importlib.import_module(f"rulespec.{name}")
    from rulespec.compiler import compile_spec
    from rulespec.interpreter.game import EngineGame

    program = compile_spec(ROOT / "specs" / "joker_ru.rules").program
    assert program is not None
    EngineGame(program)


if __name__ == "__main__":
    main()
