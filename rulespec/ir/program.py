"""The declarations of a program: what the blocks of ``rulespec.ir.nodes`` refer to by index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rulespec.ir.nodes import Block, Expr, Template
from rulespec.ir.types import Type

FORMAT = 2
"""Version of the printed IR; a loader refuses any other."""


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a spec, line and column from 1."""

    file: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Title:
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class IntRange:
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Choices:
    """Named or numbered alternatives; the option's value is a name's index, or the number itself."""

    names: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OptionDecl:
    """``domain`` None: a bool (``type`` Bool) or a value of ``type`` written by name (a rank, a suit, none)."""

    name: str
    type: Type
    domain: IntRange | Choices | None
    default: int | bool | None
    doc: str
    cites: tuple[str, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class PresetDecl:
    """Options under one name: pairs of an option's index and its value."""

    name: str
    doc: str
    values: tuple[tuple[int, int | bool | None], ...]
    loc: int


@dataclass(frozen=True, slots=True)
class EnumDecl:
    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """``on`` are faces."""

    name: str
    on: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """``copies`` packs of suits times ranks without the faces ``without``, then ``jokers`` jokers in all.

    ``absent`` says of each face, by constants and options, whether the pack lacks it; it is empty where none may be.
    ``pips`` gives for each rank the number written on it, or None. ``alike`` is ``rank`` where suits count for nothing.
    """

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    pips: tuple[int | None, ...]
    copies: Expr
    jokers: int
    alike: str | None
    marks: tuple[Mark, ...]
    without: tuple[int, ...]
    absent: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueDecl:
    """``rows[face]`` (the joker's face last) is an expression over constants and options."""

    name: str
    rows: tuple[Expr, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class TypeDim:
    """An index over players, teams, suits, ranks or an enumeration."""

    type: Type


@dataclass(frozen=True, slots=True)
class RangeDim:
    """An index over numbers; bounds are constants or options."""

    low: Expr
    high: Expr


Dim: TypeAlias = TypeDim | RangeDim


@dataclass(frozen=True, slots=True)
class Viewer:
    """``who`` is all, none, owner, top or bottom; ``partner``: the owner's partner too.

    ``when`` is a condition over public facts; the place's indices are bound to the locals ``PlaceDecl.locals``.
    ``owner`` is the place's first index.
    """

    who: str
    partner: bool
    when: Expr | None


@dataclass(frozen=True, slots=True)
class PlaceDecl:
    name: str
    ordered: bool
    dims: tuple[Dim, ...]
    locals: tuple[int, ...]
    viewers: tuple[Viewer, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class GroupsDecl:
    """``ordered``: the groups keep the order in which they were laid, because the program asks for an end of it;
    otherwise their order means nothing."""

    name: str
    pattern: int
    viewers: tuple[Viewer, ...]
    fields: tuple[Field, ...]
    ordered: bool
    loc: int


@dataclass(frozen=True, slots=True)
class NoteDecl:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Wild:
    """Cards with mark ``mark`` (-1: the pack's jokers) may stand in, at most ``most`` of them.

    ``grain`` is how finely its role is told apart: ``face``, or ``rank`` (only what the shape needs).
    """

    mark: int
    most: int | None
    grain: str


@dataclass(frozen=True, slots=True)
class Total:
    value: int
    amount: Expr


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to match: all conditions hold. Attributes are ``rank``, ``suit``, ``face``.

    ``size_high`` None: as many as there are cards. ``consecutive`` names an ordered attribute (``rank``);
    ``also_low`` is the rank that may also stand below the lowest. ``natural``: cards that are not wild, at least.
    ``parts``: the cards divide into one match of each of these patterns (then only sizes and totals apply besides).
    ``name`` is the pattern that gave the shape.
    """

    name: str
    size_low: int
    size_high: int | None
    same: tuple[str, ...]
    distinct: tuple[str, ...]
    consecutive: str | None
    also_low: int | None
    wild: Wild | None
    natural: int
    totals: tuple[Total, ...]
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PatternDecl:
    """Any of ``shapes``. ``params`` are locals, bound by the arguments of ``combos`` and its like."""

    name: str
    params: tuple[int, ...]
    shapes: tuple[Shape, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class Slot:
    """A cell or array of the state.

    ``kind``:

    - ``var``: of the spec, keeps its value after its scope ends (but then counts for nothing in equality of
      positions during lookahead); ``scope`` is the phase or schedule on whose entry the program resets it, or
      ``stage``;
    - ``param``, ``let``, ``loop``: of a phase (``scope``); cleared when it ends;
    - ``move``: parameter, let or flag of a move (``scope``); cleared when its effect ends;
    - ``sheet``: sums and lists of the score sheet;
    - ``system``: see ``System``.

    Without ``initial`` a cleared or reset cell holds None if optional or without a natural zero, else 0, false,
    or nothing (the empty collection). Reading a cell that holds None where the type is not optional is a located fault.
    """

    name: str
    kind: str
    type: Type
    dims: tuple[Dim, ...]
    scope: str
    initial: Expr | None
    loc: int


@dataclass(frozen=True, slots=True)
class System:
    """Slots that the engine itself reads or writes, by index."""

    dealer: int
    actor: int
    decider: int
    in_play: int
    winners: int
    decisions: int


@dataclass(frozen=True, slots=True)
class RuleDecl:
    """A pure function. ``name`` of a layer that was replaced is ``NAME@1`` and so on, oldest first."""

    name: str
    params: tuple[int, ...]
    types: tuple[Type, ...]
    body: Expr
    type: Type
    loc: int


@dataclass(frozen=True, slots=True)
class MoveParam:
    """A parameter, in binding order. ``given``: supplied by the asker's arguments, in order.

    Otherwise the seat chooses from ``domain`` (an expression of collection type) the values that satisfy ``where``
    (which may read this slot); where ``when`` is there and false, the only value is None.
    """

    name: str
    slot: int
    given: bool
    domain: Expr | None
    where: Expr | None
    when: Expr | None
    type: Type
    loc: int


@dataclass(frozen=True, slots=True)
class MoveLet:
    slot: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Clause:
    """``kind`` is forbid or fine. ``flag`` is a bool slot of the move, set before the effect runs where the clause
    holds as a penalty (every ``fine``; a ``forbid`` while ``fined_when`` holds); -1: never a penalty."""

    name: str
    path: str
    kind: str
    condition: Expr
    message: Template
    flag: int
    fined_when: Expr | None
    cites: tuple[str, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class MoveDecl:
    """``body`` is lets and clauses as written. ``effect`` is the first block; it ends in ``EndMove``. It runs the
    blocks of the penalties whose flags are set, then or instead ``do``."""

    name: str
    params: tuple[MoveParam, ...]
    body: tuple[MoveLet | Clause, ...]
    effect: int
    says: Template | None
    silent: bool
    cites: tuple[str, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class Alternative:
    """``args`` fill the given parameters: ``OpenAsk`` stores their values in ``slots``, which the ask's successors
    reset. After the move control goes to block ``then``."""

    move: int
    args: tuple[Expr, ...]
    slots: tuple[int, ...]
    then: int


@dataclass(frozen=True, slots=True)
class AskDecl:
    """``who`` decides (a seat; secretly: a set of seats); ``actor`` acts (None: who decides). ``OpenAsk`` evaluates
    them, and stores them as ``System.decider`` and ``System.actor``; secretly each seat in turn is ``decider``.

    ``join`` is where control goes when a secret ask is done, through ``effects``, a block that ends in
    ``NextSecret`` (both -1 for an open ask). ``otherwise`` is the block taken where there is no legal move; None: that
    is a located fault. In a secret ask with ``otherwise`` seats without a move are skipped.
    """

    who: Expr
    actor: Expr | None
    secret: bool
    alternatives: tuple[Alternative, ...]
    otherwise: int | None
    join: int
    effects: int
    loc: int


@dataclass(frozen=True, slots=True)
class EnsureDecl:
    name: str
    path: str
    condition: Expr
    message: Template
    cites: tuple[str, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class PhaseDecl:
    """``locals`` are cleared when the phase ends. ``among`` slots hold the seats in play to restore then, innermost
    first (None: nothing to restore). ``order``: a phase is entered only from phases with a smaller one."""

    name: str
    params: tuple[int, ...]
    entry: int
    ensures: tuple[EnsureDecl, ...]
    locals: tuple[int, ...]
    among: tuple[int, ...]
    order: int
    loc: int


@dataclass(frozen=True, slots=True)
class StageDecl:
    """For front ends: what a stage is called. ``sizes`` where they are constants, one per deal, else empty."""

    name: str
    title: str
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScheduleDecl:
    """``ascending``: the lowest total wins."""

    name: str
    phase: int
    stages: tuple[StageDecl, ...]
    ascending: bool


@dataclass(frozen=True, slots=True)
class InvariantDecl:
    name: str
    text: str
    condition: Expr
    loc: int


@dataclass(frozen=True, slots=True)
class SetupDecl:
    """``condition`` reads options and the seats of the match only; where it does not hold no match can begin."""

    name: str
    text: str
    condition: Expr
    loc: int


@dataclass(frozen=True, slots=True)
class ConventionDecl:
    name: str
    text: str
    decides: tuple[str, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class ArmDecl:
    """A line of a ``cases``: its dotted path (``price.full``, ``price.else``, or the rule's with a number)."""

    path: str
    cites: tuple[str, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class Citation:
    """Statement ``statement`` of the sources is implemented by what stands at ``path``."""

    statement: str
    path: str
    loc: int


@dataclass(frozen=True, slots=True)
class Program:
    """A game. ``seats``: the numbers of players allowed. ``teams``: the team of a seat is ``seat % teams`` (0: no
    teams). ``entry`` is the first block. ``sources`` is the file named by the spec, as written."""

    format: int
    language: int
    name: str
    titles: tuple[Title, ...]
    sources: str | None
    seats: tuple[int, ...]
    default_seats: int
    teams: int
    options: tuple[OptionDecl, ...]
    presets: tuple[PresetDecl, ...]
    enums: tuple[EnumDecl, ...]
    deck: Deck
    values: tuple[ValueDecl, ...]
    places: tuple[PlaceDecl, ...]
    groups: tuple[GroupsDecl, ...]
    notes: tuple[NoteDecl, ...]
    patterns: tuple[PatternDecl, ...]
    slots: tuple[Slot, ...]
    system: System
    rules: tuple[RuleDecl, ...]
    arms: tuple[ArmDecl, ...]
    moves: tuple[MoveDecl, ...]
    phases: tuple[PhaseDecl, ...]
    asks: tuple[AskDecl, ...]
    blocks: tuple[Block, ...]
    entry: int
    schedules: tuple[ScheduleDecl, ...]
    kinds: tuple[str, ...]
    invariants: tuple[InvariantDecl, ...]
    setups: tuple[SetupDecl, ...]
    conventions: tuple[ConventionDecl, ...]
    citations: tuple[Citation, ...]
    locations: tuple[Location, ...]
