"""rulespec: a language for the rules of card games, and an engine that plays what is written in it.

``docs/reference/embedding.md`` shows how to use this package from a program. What is named here is public and stays;
whatever else the package holds may change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulespec.api import (
        Entry,
        Game,
        IllegalMove,
        Limits,
        Match,
        MatchFault,
        Move,
        MoveFormatError,
        Refusal,
        SetupError,
        SpecError,
        View,
        load,
        load_match,
    )
    from rulespec.records.file import MatchFileError
    from rulespec.records.replay import MatchDifference

__all__ = [
    "Entry",
    "Game",
    "IllegalMove",
    "Limits",
    "Match",
    "MatchDifference",
    "MatchFault",
    "MatchFileError",
    "Move",
    "MoveFormatError",
    "Refusal",
    "SetupError",
    "SpecError",
    "View",
    "load",
    "load_match",
]

_ELSEWHERE = {"MatchFileError": "rulespec.records.file", "MatchDifference": "rulespec.records.replay"}


def __getattr__(name: str) -> Any:
    """Imports what is asked for: the parser and the interpreter take their time."""
    if name not in __all__:
        raise AttributeError(f"module 'rulespec' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_ELSEWHERE.get(name, "rulespec.api")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
