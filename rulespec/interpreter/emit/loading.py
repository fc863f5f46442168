"""Emitted source as Python functions that say what of the spec they are, for as long as they are used."""

from __future__ import annotations

import linecache
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from types import FunctionType
from typing import Any

from rulespec.ir.program import Location

_numbers = count(1)

_BUILTINS = {f.__name__: f for f in (abs, len, max, min, range, set, sorted, sum, tuple)}
"""The built-in functions of Python that emitted source may call: none reaches a file or a module."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What of the spec an emitted function was made from, and the number of its location (-1: it has none)."""

    what: str
    loc: int


def load(
    source: str,
    name: str,
    names: dict[str, Any],
    origins: Mapping[str, Origin],
    locations: Sequence[Location],
) -> None:
    """Adds the functions of ``source`` to ``names``, their globals; ``origins`` has every one of them.

    Tracebacks show lines of the source until the last of the functions is dropped. Each function is named there, and in
    its docstring, after its origin; the source itself has only names that the emitter made.
    """
    file = f"<rulespec {_printable(name)} {next(_numbers)}>"
    names["__builtins__"] = _BUILTINS
    exec(compile(source, file, "exec"), names)
    for made, origin in origins.items():
        _rename(names[made], _title(origin, locations))
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    if origins:  # one function stands for all: each holds the others, through their globals
        weakref.finalize(names[next(iter(origins))], linecache.cache.pop, file, None).atexit = False


def _title(origin: Origin, locations: Sequence[Location]) -> str:
    if not 0 <= origin.loc < len(locations):
        return _printable(origin.what)
    location = locations[origin.loc]
    return _printable(f"{origin.what}, {location.file}:{location.line}")


def _printable(text: str) -> str:
    """Names may come from a program that was read: nothing in them reaches a terminal as a control character."""
    return "".join(char if char.isprintable() else "?" for char in text)


def _rename(function: FunctionType, title: str) -> None:
    function.__code__ = function.__code__.replace(co_name=title, co_qualname=title)
    function.__name__ = function.__qualname__ = function.__doc__ = title
