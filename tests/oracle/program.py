"""Compiled specs for the oracle tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulespec.compiler import compile_spec
from rulespec.ir.program import Program

SPECS = Path(__file__).resolve().parents[2] / "specs"


@cache
def program(name: str) -> Program:
    result = compile_spec(SPECS / f"{name}.rules")
    assert result.program is not None, result.diagnostics
    return result.program
