"""Programs as JSON: without loss, strictly read, described by a schema that is fresh."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema
import pytest

from rulespec.ir.program import Program
from rulespec.ir.schema import SCHEMA_FILE, build_schema
from rulespec.ir.serial import ProgramFormatError, program_from_json, program_to_json
from tests.interpreter.toys import exact_sum, highest_card, sealed


@pytest.mark.parametrize("program", [highest_card(), sealed(), exact_sum(6)])
def test_round_trip(program: Program) -> None:
    obj = json.loads(json.dumps(program_to_json(program)))
    assert program_from_json(obj) == program
    jsonschema.Draft202012Validator(build_schema()).validate(obj)


def test_the_schema_file_is_fresh() -> None:
    assert json.loads(SCHEMA_FILE.read_text(encoding="utf-8")) == build_schema()
    jsonschema.Draft202012Validator.check_schema(build_schema())


def broken(change: str, obj: dict[str, Any]) -> None:
    match change:
        case "format":
            obj["format"] = 99
        case "lacks":
            del obj["blocks"]
        case "unknown":
            obj["moves"][0]["colour"] = 1
        case "node":
            obj["blocks"][0]["end"]["node"] = "Goto"
        case "type":
            obj["moves"][0]["silent"] = 1


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ("format", "format"),
        ("lacks", ""),
        ("unknown", "moves[0]"),
        ("node", "blocks[0].end"),
        ("type", "moves[0].silent"),
    ],
)
def test_faulty_programs_are_refused(change: str, path: str) -> None:
    obj = copy.deepcopy(program_to_json(highest_card()))
    broken(change, obj)
    with pytest.raises(ProgramFormatError) as caught:
        program_from_json(obj)
    assert caught.value.path == path
    assert not jsonschema.Draft202012Validator(build_schema()).is_valid(obj)


def first(obj: Any, node: str) -> dict[str, Any]:
    """The first node of a class."""
    if isinstance(obj, dict) and obj.get("node") == node:
        return obj
    inner = obj.values() if isinstance(obj, dict) else obj if isinstance(obj, list) else ()
    return next((found for item in inner if (found := first(item, node))), {})


@pytest.mark.parametrize(("node", "field", "message"), [("Op", "op", "no primitive"), ("Quant", "kind", "no walk")])
@pytest.mark.parametrize("word", ["", "own", "some\n    x = 1"])
def test_words_that_become_code_are_known_ones(node: str, field: str, message: str, word: str) -> None:
    """A program may be a stranger's, and Python is written from it."""
    obj = copy.deepcopy(program_to_json(highest_card()))
    first(obj, node)[field] = word
    with pytest.raises(ProgramFormatError, match=message):
        program_from_json(obj)
