"""A match as the tables see it: plain data, gathered from a match's journal by ``rulespec.reports.play``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class DealStart:
    """A deal begins. ``deal`` counts from 0 over the match; ``stage`` is a name, ``title`` what people call it.

    ``run`` counts the runs of the schedule (a match may be made of several), ``number`` the deals of the run, from 0.
    """

    deal: int
    run: int
    number: int
    stage: str
    title: str
    size: int | None
    dealer: int | None


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat made a move; ``text`` says so without naming the seat."""

    seat: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards that nobody played came to lie where all see them; ``seat`` where the place is a seat's."""

    place: str
    seat: int | None
    cards: str


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A line of the score sheet. Either ``seat`` or ``team`` is given.

    ``deal`` is the index of the last deal begun when it was written. ``facts`` are the variables it was priced on.
    """

    stage: str
    deal: int
    seat: int | None
    team: int | None
    kind: str
    points: int
    facts: tuple[tuple[str, int | bool | None], ...] = ()


@dataclass(frozen=True, slots=True)
class DealReplayed:
    """The running deal is played anew; its entries so far are void."""

    deal: int


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that the rules say."""

    text: str


RecordItem: TypeAlias = DealStart | Moved | Shown | SheetEntry | DealReplayed | Said


@dataclass(slots=True)
class MatchRecord:
    """A whole match, or as much of it as was played.

    ``totals`` are by seat, or by team where the game adds them up so (then ``teams`` is their number, else 0), of the
    last of its ``runs``; ``scored``: is there anything in the game that gives points?
    ``winners`` are seats. ``over``: it was played to its end; ``stopped``: it was to be no longer; ``unfinished``: why
    it could not go on.
    """

    game: str
    title: str
    players: int
    seed: int
    options: Mapping[str, bool | int | str | None]
    teams: int = 0
    deals: list[DealStart] = field(default_factory=list)
    runs: int = 1
    happenings: list[RecordItem] = field(default_factory=list)
    entries: list[SheetEntry] = field(default_factory=list)
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    scored: bool = True
    decisions: int = 0
    over: bool = False
    stopped: bool = False
    unfinished: str | None = None
