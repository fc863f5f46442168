"""The rows of primitives: their type rules hold of every compiled spec, and of whatever is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulespec.compiler import compile_spec
from rulespec.ir import nodes as n
from rulespec.ir import types as t
from rulespec.ir.ops import KINDS, OPS, misfit
from rulespec.ir.serial import ProgramFormatError, program_from_json, program_to_json
from rulespec.ir.walk import walk

SPECS = Path(__file__).parents[2] / "specs"
ALL = sorted([*SPECS.glob("*.rules"), *SPECS.glob("games/*.rules")])

TWO = n.Const(2, t.Int(2, 2))
YES = n.Const(True, t.BOOL)
SEATS = n.Op("players", (), t.SetOf(t.PLAYER))


def test_every_rule_is_made_of_known_words() -> None:
    for name, row in OPS.items():
        assert row.doc, name
        assert row.rule.count("->") == 1, name
        taken, given = row.rule.split("->")
        words = [word.strip().removesuffix("...").strip() for word in taken.split(",") if word.strip()]
        assert {*words, given.strip()} <= KINDS.keys(), name


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_compiled_specs_keep_the_rules(path: Path) -> None:
    program = compile_spec(path).program
    assert program is not None
    found = {node: misfit(node) for node in walk(program) if isinstance(node, n.Op)}
    assert found
    assert {wrong for wrong in found.values() if wrong} == set()


@pytest.mark.parametrize(
    ("op", "wrong"),
    [
        (n.Op("add", (TWO, TWO), t.INT), None),
        (n.Op("add", (TWO,), t.INT), "add takes 2 arguments, found 1"),
        (n.Op("add", (TWO, YES), t.INT), "argument 2 of add is to be int, found Bool"),
        (n.Op("add", (TWO, TWO), t.BOOL), "the result of add is int, found Bool"),
        (n.Op("max_of", (TWO, TWO, TWO), t.INT), None),
        (n.Op("max_of", (TWO, YES), t.INT), "argument 2 of max_of is to be ordered, found Bool"),
        (n.Op("least_rest", (), t.INT), "least_rest takes 2 arguments, found 0"),
        (n.Op("first", (SEATS,), t.Opt(t.PLAYER)), None),
        (n.Op("left", (n.Const(None, t.Opt(t.PLAYER)),), t.Opt(t.PLAYER)), None),
        (n.Op("value_sum", (SEATS,), t.INT), "argument 1 of value_sum is to be cards, found SetOf"),
    ],
)
def test_what_a_rule_forbids(op: n.Op, wrong: str | None) -> None:
    assert misfit(op) == wrong


def test_a_program_that_breaks_a_rule_is_not_read() -> None:
    program = compile_spec(SPECS / "games" / "war.rules").program
    assert program is not None
    data = json.loads(json.dumps(program_to_json(program)))
    assert program_from_json(data) == program
    op = next(node for node in _objects(data) if node.get("node") == "Op" and node["op"] == "eq")
    op["args"].pop()
    with pytest.raises(ProgramFormatError, match="eq takes 2 arguments, found 1"):
        program_from_json(data)


def _objects(data: object) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        yield data
    for value in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _objects(value)
