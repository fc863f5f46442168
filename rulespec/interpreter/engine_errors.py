"""What the interpreter raises and returns: faults of a match, mistakes of a caller, refusals of a move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulespec.ir.program import Location

if TYPE_CHECKING:
    from rulespec.interpreter.journal import Journal


class MatchFault(Exception):
    """The match cannot go on: a defect of the spec or a bound that was reached.

    ``kind`` is one of ``steps``, ``decisions``, ``dead_end``, ``bound``, ``overflow``, ``none``, ``division``,
    ``few_cards``, ``spec``, ``group``, ``ensure``, ``limit``, ``work``, ``deck``.
    """

    def __init__(self, kind: str, message: str, location: Location | None = None) -> None:
        where = f"{location.file}:{location.line}:{location.column}: " if location is not None else ""
        super().__init__(where + message)
        self.kind = kind
        self.message = message
        self.location = location
        self.journal: Journal | None = None
        """What happened up to the fault, where a match was recorded."""


class SetupError(Exception):
    """A game cannot be set up so: wrong number of players, unknown option or value."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message} ({hint})" if hint else message)
        self.message = message
        self.hint = hint


class MoveFormatError(ValueError):
    """A move in JSON cannot be read."""


class StateFormatError(ValueError):
    """A state in JSON cannot be read, or belongs to another program, number of players or set of options."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is refused.

    ``kind``: ``forbid`` (a clause holds), ``domain`` (a value outside its domain), ``ensure`` (the phase could not end
    as ``path`` demands), ``lookahead`` (after it the phase could not be completed at all), ``lookahead_limit`` (not
    decided within the budget), ``not_offered`` (no such alternative here).
    """

    path: str
    message: str
    cites: tuple[str, ...]
    location: Location | None
    kind: str


class IllegalMove(Exception):
    """``apply`` was given a move that is refused."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        super().__init__("; ".join(f"{r.path}: {r.message}" for r in refusals))
        self.refusals = refusals


@dataclass(frozen=True, slots=True)
class Limits:
    """``steps``: blocks run between two decisions, those fused into one (``rulespec.interpreter.emit.block_fusion``)
    counted once; ``decisions``: moves a deal; ``lookahead``: decision states;
    ``match_decisions``: moves a match; ``fuel``: units of work for one decision (see ``rulespec.interpreter.fuel``)."""

    steps: int = 100_000
    decisions: int = 20_000
    lookahead: int = 20_000
    match_decisions: int = 100_000
    fuel: int = 100_000_000


@dataclass(frozen=True, slots=True)
class EngineMove:
    """A move as chosen: ``args`` are raw values in the order of the parameters (given ones too), ``alternative`` is
    the position among the alternatives of the ask."""

    name: str
    args: tuple[Any, ...]
    alternative: int


@dataclass(slots=True)
class Coverage:
    """What was exercised: ids of rules, arms, blocks and moves; paths of clauses that held and ensures that failed."""

    rules: set[int] = field(default_factory=set)
    arms: set[int] = field(default_factory=set)
    blocks: set[int] = field(default_factory=set)
    moves: set[int] = field(default_factory=set)
    clauses: set[str] = field(default_factory=set)
    ensures: set[str] = field(default_factory=set)
