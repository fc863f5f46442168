"""The JSON Schema of printed programs, derived from the dataclasses."""

from __future__ import annotations

from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_origin

from rulespec.ir.program import FORMAT, Program
from rulespec.ir.serial import TAG, hints_of, members_of

SCHEMA_FILE = Path(__file__).with_name("program.schema.json")


def build_schema() -> dict[str, Any]:
    """Draft 2020-12; every node is closed."""
    definitions: dict[str, Any] = {}
    root = _hint(Program, definitions)
    definitions["Program"]["properties"]["format"] = {"const": FORMAT}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A compiled rulespec program",
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def _hint(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    options = [_member(member, definitions) for member in members_of(hint)]
    return options[0] if len(options) == 1 else {"anyOf": options}


def _member(member: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    if member is type(None):
        return {"type": "null"}
    if member is bool:
        return {"type": "boolean"}
    if member is int:
        return {"type": "integer"}
    if member is str:
        return {"type": "string"}
    if get_origin(member) is tuple:
        return {"type": "array", "items": _hint(get_args(member)[0], definitions)}
    if is_dataclass(member) and isinstance(member, type):
        _define(member, definitions)
        return {"$ref": f"#/$defs/{member.__name__}"}
    raise TypeError(f"no schema for {member!r}")


def _define(class_: type, definitions: dict[str, Any]) -> None:
    if class_.__name__ in definitions:
        return
    properties: dict[str, Any] = {TAG: {"const": class_.__name__}}
    definitions[class_.__name__] = {
        "type": "object",
        "properties": properties,
        "required": [TAG, *hints_of(class_)],
        "additionalProperties": False,
    }
    for name, hint in hints_of(class_).items():
        properties[name] = _hint(hint, definitions)
