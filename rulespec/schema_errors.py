"""What is wrong with data that do not fit a schema, said to whoever wrote them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from rulespec.syntax.suggest import did_you_mean

MAX_LISTED: Final = 16
"""So many keys that may stand somewhere are listed where none is near the one that stands there."""

LONGEST: Final = 40
"""A value is quoted up to this length."""

KINDS: Final = {
    "object": "a mapping (key: value)",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "nothing",
}

UNEXPLAINED: Final = ("minimum", "maxProperties", "enum", "anyOf")
"""What these say needs no word about the value."""


@dataclass(frozen=True, slots=True)
class SchemaError:
    """What is wrong, and the steps from the root of the data to where it is."""

    steps: tuple[str | int, ...]
    message: str


def schema_errors(data: Any, schema: Mapping[str, Any]) -> Iterator[SchemaError]:
    """Everything in which the data differ from a schema."""
    words = _Words(schema)
    for error in Draft202012Validator(schema).iter_errors(data):
        for telling in _telling(error):
            yield from words.of(telling)


def _telling(error: ValidationError) -> list[ValidationError]:
    """The errors that an error comes to: of several forms a value may have, those of the one that was meant."""
    if error.validator not in ("oneOf", "anyOf"):
        return [error]
    forms: dict[int, list[ValidationError]] = {}
    for inner in error.context:
        forms.setdefault(int(inner.relative_schema_path[0]), []).append(inner)
    meant = [inner for inner in forms.values() if not any(_is_of_another_form(one) for one in inner)]
    if len(meant) != 1:
        return [error]
    return [telling for inner in meant[0] for telling in _telling(inner)]


def _is_of_another_form(error: ValidationError) -> bool:
    return not error.relative_path and error.validator in ("type", "const", "enum")


class _Words:
    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.schema = schema

    def of(self, error: ValidationError) -> Iterator[SchemaError]:
        """What an error says; each key that should not be there by itself."""
        steps = tuple(error.absolute_path)
        where = next((f"{step}: " for step in reversed(steps) if isinstance(step, str)), "")
        value: Any = error.instance
        wanted: Any = error.validator_value
        rules: Any = error.schema
        if error.validator == "additionalProperties":
            known = list(rules.get("properties", {}))
            for key in value:
                if key not in known:
                    yield SchemaError((*steps, key), f"{where}there is no '{_short(key)}' here{_instead(key, known)}")
        elif error.validator == "required":
            for key in wanted:
                if key not in value:
                    yield SchemaError(steps, f"{where}'{key}' is missing{self._about(error, ('properties', key))}")
        elif "propertyNames" in error.absolute_schema_path:
            yield SchemaError((*steps, value), f"{where}'{_short(value)}' cannot be a key here{self._about(error)}")
        else:
            yield SchemaError(steps, f"{where}{self._message(error)}{self._about(error)}")

    def _message(self, error: ValidationError) -> str:
        value: Any = error.instance
        wanted: Any = error.validator_value
        match error.validator:
            case "type":
                return f"{_shown(value)} stands where {_either(KINDS[kind] for kind in _names(wanted))} belongs"
            case "enum":
                near = did_you_mean(value, wanted) if isinstance(value, str) else None
                hint = f"; did you mean '{near}'?" if near else ""
                return f"{_shown(value)} is none of {', '.join(map(str, wanted))}{hint}"
            case "minimum":
                return f"{value} is too small, the least is {wanted}"
            case "minItems" | "minProperties" | "minLength":
                return "nothing is said here"
            case "maxProperties":
                return f"{', '.join(map(_short, value))} stand together, and each belongs in an item of its own (- …)"
            case "uniqueItems":
                return "something is said twice"
            case "anyOf" if all(inner.validator == "required" for inner in error.context):
                keys: list[Any] = [inner.validator_value for inner in error.context]
                return f"{_either(repr(key) for group in keys for key in group if key not in value)} is missing"
            case "oneOf" | "anyOf":
                return f"{_shown(value)} cannot stand here"
            case _:
                return f"{_shown(value)} is not written as it should be"

    def _about(self, error: ValidationError, further: Sequence[str] = ()) -> str:
        """What the schema says of a value: the first sentence of the last description on the way to it."""
        node: Any = self.schema
        found = ""
        for step in (*list(error.absolute_schema_path)[:-1], *further):
            if step in ("properties", "additionalProperties"):
                found = ""
            node = node if step == "$ref" else node[step]
            while isinstance(node, Mapping) and "$ref" in node:
                found = node.get("description", found)
                node = self._resolved(node["$ref"])
            found = node.get("description", found) if isinstance(node, Mapping) else found
        if found == self.schema.get("description") or error.validator in UNEXPLAINED:
            return ""
        return found and f" ({found.partition('. ')[0].rstrip('.')})"

    def _resolved(self, reference: str) -> Any:
        node: Any = self.schema
        for step in reference.removeprefix("#/").split("/"):
            node = node[step]
        return node


def _names(kinds: str | Sequence[str]) -> Sequence[str]:
    return (kinds,) if isinstance(kinds, str) else kinds


def _either(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _instead(key: str, known: Sequence[str]) -> str:
    near = did_you_mean(key, known)
    if near:
        return f"; did you mean '{near}'?"
    return f"; what may stand here: {', '.join(known)}" if 0 < len(known) <= MAX_LISTED else ""


def _shown(value: Any) -> str:
    """A value in the words of a message."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case dict():
            return "a mapping"
        case list():
            return "a list"
        case str():
            return f"'{_short(value)}'"
        case _:
            return _short(value)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
