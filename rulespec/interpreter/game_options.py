"""Choosing the number of players and the options of a game."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from rulespec.interpreter.engine_errors import SetupError
from rulespec.ir import types as t
from rulespec.ir.program import Choices, IntRange, OptionDecl, Program

OptionValue = bool | int | str | None


def choose_players(program: Program, players: int | None) -> int:
    """The number of players, checked. Raises ``SetupError``."""
    if players is None:
        return program.default_seats
    if players not in program.seats:
        allowed = ", ".join(map(str, program.seats))
        raise SetupError(f"{program.name} cannot be played by {players}", f"allowed: {allowed}")
    return players


def choose_options(program: Program, options: Mapping[str, Any] | None) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The raw value of each option and its value as written. Raises ``SetupError``."""
    given = dict(options or {})
    names = [option.name for option in program.options]
    for name in given:
        if name not in names:
            raise SetupError(f"{program.name} has no option {name!r}", _suggest(name, names))
    settings = []
    written: dict[str, Any] = {}
    for option in program.options:
        raw = _read(program, option, given[option.name]) if option.name in given else option.default
        settings.append(raw)
        written[option.name] = write_option(program, option, raw)
    return tuple(settings), written


def preset_options(program: Program, name: str) -> dict[str, OptionValue]:
    """The options that a preset sets, as they are written. Raises ``SetupError``."""
    for preset in program.presets:
        if preset.name == name:
            options = program.options
            return {options[at].name: write_option(program, options[at], raw) for at, raw in preset.values}
    hint = _suggest(name, [preset.name for preset in program.presets]) if program.presets else "the spec has no presets"
    raise SetupError(f"{program.name} has no preset {name!r}", hint)


def write_option(program: Program, option: OptionDecl, raw: Any) -> OptionValue:
    """An option's raw value as it is written: a truth value, a number, a name, or None."""
    names = option.domain.names if isinstance(option.domain, Choices) else ()
    names = names or _names_of(program, option.type) or ()
    value: OptionValue = names[raw] if names and raw is not None else raw
    return value


def option_text(value: OptionValue) -> str:
    """A value as it is set on a command line."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _names_of(program: Program, type_: t.Type) -> tuple[str, ...] | None:
    match t.required(type_):
        case t.Rank():
            return program.deck.ranks
        case t.Suit():
            return program.deck.suits
        case t.Enum(name=name):
            return next(enum.members for enum in program.enums if enum.name == name)
        case _:
            return None


def _read(program: Program, option: OptionDecl, value: Any) -> Any:
    """The raw value for a value as written (text from a command line too)."""
    match option.domain:
        case IntRange(low=low, high=high):
            number = _number(value)
            if number is None or not low <= number <= high:
                raise SetupError(f"option {option.name} is a number from {low} to {high}, not {value!r}")
            return number
        case Choices(names=names) if names:
            if value in names:
                return names.index(value)
            raise SetupError(f"option {option.name} cannot be {value!r}", _suggest(str(value), names))
        case Choices(numbers=numbers):
            number = _number(value)
            if number not in numbers:
                allowed = ", ".join(map(str, numbers))
                raise SetupError(f"option {option.name} cannot be {value!r}", f"allowed: {allowed}")
            return number
        case None:
            return _read_typed(program, option, value)


def _read_typed(program: Program, option: OptionDecl, value: Any) -> Any:
    if isinstance(option.type, t.Opt) and value in (None, "none"):
        return None
    if isinstance(t.required(option.type), t.Bool):
        if isinstance(value, bool):
            return value
        words = {"true": True, "false": False, "yes": True, "no": False, "on": True, "off": False}
        if str(value).lower() in words:
            return words[str(value).lower()]
        raise SetupError(f"option {option.name} is true or false, not {value!r}")
    names = _names_of(program, option.type)
    if names is None:
        number = _number(value)
        if number is None:
            raise SetupError(f"option {option.name} is a number, not {value!r}")
        return number
    if str(value) in names:
        return names.index(str(value))
    raise SetupError(f"option {option.name} cannot be {value!r}", _suggest(str(value), names))


def _number(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    text = str(value)
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() else None


def _suggest(word: str, names: list[str] | tuple[str, ...]) -> str:
    close = get_close_matches(word, names, n=1)
    if close:
        return f"did you mean {close[0]}?"
    return f"there are: {', '.join(names)}" if names else "there are none"
