"""A program as JSON, and back without loss.

Every node is an object with ``node``, the name of its class, and its fields by name. Tuples are arrays. The form
follows from the dataclasses of ``types``, ``nodes`` and ``program`` alone; ``schema`` describes it.
"""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from rulespec.ir.nodes import QUANTS, Op, Quant
from rulespec.ir.ops import OPS, misfit
from rulespec.ir.program import FORMAT, Program

TAG = "node"


class ProgramFormatError(ValueError):
    """What was read is no program, or one of another format. ``path`` says where, such as ``rules[3].body``."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message


def program_to_json(program: Program) -> dict[str, Any]:
    """The program as plain JSON values."""
    result = _plain(program)
    assert isinstance(result, dict)
    return result


def program_from_json(obj: object) -> Program:
    """The program that ``program_to_json`` printed. Raises ``ProgramFormatError``."""
    if isinstance(obj, dict) and obj.get("format") != FORMAT:
        raise ProgramFormatError("format", f"this reader knows format {FORMAT}, not {obj.get('format')!r}")
    program = _read(Program, obj, "")
    assert isinstance(program, Program)
    return program


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        return {TAG: type(value).__name__, **{f.name: _plain(getattr(value, f.name)) for f in fields(value)}}
    return value


@cache
def hints_of(class_: type) -> dict[str, Any]:
    """The resolved types of a dataclass's fields, in order."""
    hints = get_type_hints(class_)
    return {f.name: hints[f.name] for f in fields(class_)}


@cache
def members_of(hint: Any) -> tuple[Any, ...]:
    """The alternatives of a union; a type that is none is its only one."""
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(member for arg in get_args(hint) for member in members_of(arg))
    return (hint,)


@cache
def _classes(hint: Any) -> dict[str, type]:
    return {member.__name__: member for member in members_of(hint) if isinstance(member, type) and is_dataclass(member)}


def _read(hint: Any, obj: object, path: str) -> Any:
    """The value of a type; ``obj`` must have exactly its shape."""
    if isinstance(obj, dict):
        return _node(_classes(hint), obj, path)
    for member in members_of(hint):
        if get_origin(member) is tuple and isinstance(obj, list):
            item = get_args(member)[0]
            return tuple(_read(item, element, f"{path}[{at}]") for at, element in enumerate(obj))
        if member is type(None) and obj is None:
            return None
        if member in (int, bool, str) and type(obj) is member:
            return obj
    raise ProgramFormatError(path, f"expected {_describe(hint)}, found {_shown(obj)}")


def _node(classes: dict[str, type], obj: dict[Any, Any], path: str) -> Any:
    tag = obj.get(TAG)
    class_ = classes.get(tag) if isinstance(tag, str) else None
    if class_ is None:
        expected = ", ".join(sorted(classes)) or "no object"
        raise ProgramFormatError(path, f"expected {expected}, found {tag!r}")
    if class_ is Op and obj.get("op") not in OPS:
        raise ProgramFormatError(path, f"there is no primitive {obj.get('op')!r}")
    if class_ is Quant and obj.get("kind") not in QUANTS:
        raise ProgramFormatError(path, f"there is no walk of the kind {obj.get('kind')!r}")
    hints = hints_of(class_)
    for name in obj:
        if name != TAG and name not in hints:
            raise ProgramFormatError(path, f"{tag} has no field {name!r}")
    values = {}
    for name, hint in hints.items():
        if name not in obj:
            raise ProgramFormatError(path, f"{tag} lacks the field {name!r}")
        values[name] = _read(hint, obj[name], f"{path}.{name}" if path else name)
    made = class_(**values)
    if isinstance(made, Op) and (wrong := misfit(made)) is not None:
        raise ProgramFormatError(path, wrong)
    return made


def _describe(hint: Any) -> str:
    names = []
    for member in members_of(hint):
        if member is type(None):
            names.append("null")
        elif get_origin(member) is tuple:
            names.append("a list")
        else:
            names.append(member.__name__)
    return " or ".join(names)


def _shown(obj: object) -> str:
    return "a list" if isinstance(obj, list) else repr(obj)
