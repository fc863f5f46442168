"""The state of a match: one flat list of cells.

A cell holds an int, a bool, None, or a tuple of such values, nested or not. States are compared, hashed and copied as
plain values; by convention nobody changes a state that has been handed out.
"""

from __future__ import annotations

from typing import Any

from rulespec.interpreter.engine_errors import StateFormatError


class State:
    """``cells`` are laid out by ``rulespec.interpreter.state_layout.Layout``."""

    __slots__ = ("__weakref__", "cells")

    def __init__(self, cells: list[Any]) -> None:
        self.cells = cells

    def copy(self) -> State:
        return State(self.cells[:])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.cells == other.cells

    def __hash__(self) -> int:
        return hash(tuple(self.cells))

    def __repr__(self) -> str:
        return f"State({self.cells!r})"

    def to_json(self) -> list[Any]:
        """The cells, tuples as lists."""
        return [_listed(cell) for cell in self.cells]

    @staticmethod
    def from_json(obj: object) -> State:
        """The inverse of ``to_json``. Raises ``StateFormatError``."""
        if not isinstance(obj, list):
            raise StateFormatError("the cells of a state are a list")
        return State([_tupled(cell) for cell in obj])


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


def _tupled(value: object) -> Any:
    if isinstance(value, list):
        return tuple(_tupled(item) for item in value)
    if value is None or isinstance(value, (bool, int)):
        return value
    raise StateFormatError(f"a cell holds numbers, truth values, null or lists of them, not {value!r}")
