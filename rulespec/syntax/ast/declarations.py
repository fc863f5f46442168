"""Declarations: the game, its deck, places, variables, patterns, rules, moves, phases and schedules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from rulespec.syntax.ast.base import Cites, Ident, Node, RankWord, Text
from rulespec.syntax.ast.expressions import Binder, Expr, Param, Selector, TypeExpr
from rulespec.syntax.ast.statements import Block


@dataclass(frozen=True, slots=True)
class Decl_(Node):
    """Base of declarations: the statements of the source document that it implements."""

    cites: Cites = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class Title(Node):
    language: str
    text: Text


@dataclass(frozen=True, slots=True)
class Seats(Node):
    """``players 2..4 default 4``: ``counts`` ascending; ``is_range`` says how it was written."""

    counts: tuple[int, ...]
    is_range: bool
    default: int | None


@dataclass(frozen=True, slots=True)
class Game(Decl_):
    """``teams`` is ``across``, a number of teams, or None."""

    name: Ident
    titles: tuple[Title, ...]
    sources: Text | None
    seats: Seats | None
    teams: str | int | None


@dataclass(frozen=True, slots=True)
class Need(Node):
    """``needs move call``."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Library(Node):
    name: Ident
    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Use(Node):
    file: Text


@dataclass(frozen=True, slots=True)
class Extends(Node):
    file: Text


@dataclass(frozen=True, slots=True)
class Relation(Node):
    """``requires "OVERLAY"`` or ``conflicts "OVERLAY"``: what an overlay says of others, by their files' names."""

    how: str
    file: Text


@dataclass(frozen=True, slots=True)
class Setting(Node):
    """``OPTION = VALUE`` in a preset."""

    option: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Preset(Node):
    """``preset NAME "doc" { OPTION = VALUE … }``: options under one name."""

    name: Ident
    doc: Text | None
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class RangeOption(Node):
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class ChoiceOption(Node):
    """``classic | minus`` or ``1 | 3``; members all names or all integers."""

    members: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class TypedOption(Node):
    """``bool``, ``rank?`` ..."""

    name: str
    optional: bool


@dataclass(frozen=True, slots=True)
class Option(Decl_):
    name: Ident
    type: RangeOption | ChoiceOption | TypedOption
    default: Expr
    doc: Text | None


@dataclass(frozen=True, slots=True)
class Const(Decl_):
    name: Ident
    value: Expr
    doc: Text | None


@dataclass(frozen=True, slots=True)
class Enum(Decl_):
    name: Ident
    members: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Convention(Node):
    """Decides statements that the document leaves open."""

    name: Ident
    text: Text
    decides: Cites


@dataclass(frozen=True, slots=True)
class Invariant(Decl_):
    name: Ident
    text: Text
    condition: Expr


@dataclass(frozen=True, slots=True)
class Setup(Decl_):
    """What a match must be set up with: a condition on options and the number of players."""

    name: Ident
    text: Text
    condition: Expr


@dataclass(frozen=True, slots=True)
class RankSpan(Node):
    """``6..10`` or ``K`` (then ``high`` is None)."""

    low: RankWord
    high: RankWord | None


@dataclass(frozen=True, slots=True)
class Suits(Decl_):
    names: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Ranks(Decl_):
    spans: tuple[RankSpan, ...]


@dataclass(frozen=True, slots=True)
class Jokers(Decl_):
    count: int


@dataclass(frozen=True, slots=True)
class Copies(Decl_):
    """``copies 2`` or ``copies OPTION``."""

    count: int | str


@dataclass(frozen=True, slots=True)
class Alike(Decl_):
    attribute: str


@dataclass(frozen=True, slots=True)
class Mark(Decl_):
    name: Ident
    on: tuple[Selector, ...]


@dataclass(frozen=True, slots=True)
class Without(Decl_):
    """``without 2 of clubs``, or ``without NAME where CONDITION``."""

    cards: tuple[Selector, ...]
    name: str
    where: Expr | None


DeckItem: TypeAlias = Suits | Ranks | Jokers | Copies | Alike | Mark | Without


@dataclass(frozen=True, slots=True)
class Deck(Node):
    items: tuple[DeckItem, ...]


@dataclass(frozen=True, slots=True)
class ValueRow(Node):
    """``2..10: face``, ``Q of spades: 13``, ``hearts: 1``, ``else: 0``.

    ``ranks`` holds a rank, a span of ranks or a suit's name; ``suit`` the suit after ``of``; both None is ``else``.
    """

    ranks: RankSpan | None
    suit: str | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Value(Decl_):
    name: Ident
    rows: tuple[ValueRow, ...]


@dataclass(frozen=True, slots=True)
class NameIndex(Node):
    """``[player]`` or ``[p: player]``; the index runs over a type."""

    binder: str | None
    type: str


@dataclass(frozen=True, slots=True)
class RangeIndex(Node):
    """``[1..6]``."""

    low: int | str
    high: int | str


IndexSpec: TypeAlias = NameIndex | RangeIndex


@dataclass(frozen=True, slots=True)
class Viewer(Node):
    """``all``, ``none``, ``owner``, ``top``, ``bottom``; ``also`` is ``partner`` in ``owner and partner``."""

    who: str
    also: str | None
    when: Expr | None


@dataclass(frozen=True, slots=True)
class Zone(Decl_):
    """A ``pile`` (ordered) or a ``zone`` (a set)."""

    ordered: bool
    name: Ident
    index: tuple[IndexSpec, ...]
    seen: tuple[Viewer, ...]


@dataclass(frozen=True, slots=True)
class CardNote(Node):
    """``note role: T``."""

    name: Ident
    type: TypeExpr


@dataclass(frozen=True, slots=True)
class Groups(Decl_):
    name: Ident
    pattern: str
    seen: tuple[Viewer, ...]
    fields: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Var(Decl_):
    """``scope`` is a phase, a schedule or ``stage``."""

    name: Ident
    index: tuple[IndexSpec, ...]
    type: TypeExpr
    initial: Expr | None
    scope: Ident


@dataclass(frozen=True, slots=True)
class PSize(Node):
    """``size 3``, ``size 3..4``, ``size >= 3`` (``high`` None)."""

    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class PSame(Node):
    attribute: str


@dataclass(frozen=True, slots=True)
class PDistinct(Node):
    attribute: str


@dataclass(frozen=True, slots=True)
class PConsecutive(Node):
    attribute: str
    also_low: RankWord | None


@dataclass(frozen=True, slots=True)
class PWild(Node):
    """``wild joker at most 1 as face``."""

    mark: str
    most: int | None
    as_face: bool


@dataclass(frozen=True, slots=True)
class PNatural(Node):
    least: int


@dataclass(frozen=True, slots=True)
class PTotal(Node):
    value: str
    amount: int | str


@dataclass(frozen=True, slots=True)
class PParts(Node):
    patterns: tuple[Ident, ...]


PatternItem: TypeAlias = PSize | PSame | PDistinct | PConsecutive | PWild | PNatural | PTotal | PParts


@dataclass(frozen=True, slots=True)
class Pattern(Decl_):
    """Any of ``anyof`` (none given: any cards), and all ``items``."""

    name: Ident
    params: tuple[Param, ...]
    anyof: tuple[Ident, ...]
    items: tuple[PatternItem, ...]


@dataclass(frozen=True, slots=True)
class RuleLet(Node):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Rule(Decl_):
    """``rule f(x: T): T = E`` or with a body of lets and a return; ``braced`` says how it was written."""

    name: Ident
    params: tuple[Param, ...]
    type: TypeExpr | None
    lets: tuple[RuleLet, ...]
    value: Expr
    braced: bool


@dataclass(frozen=True, slots=True)
class Given(Node):
    """A move's parameter that the asker supplies."""

    name: str
    type: TypeExpr


@dataclass(frozen=True, slots=True)
class Chosen(Node):
    """A move's parameter that the seat chooses; none where ``when`` is false."""

    binder: Binder
    when: Expr | None


MoveParam: TypeAlias = Given | Chosen


@dataclass(frozen=True, slots=True)
class Forbid(Decl_):
    """A named refusal; ``fined`` turns it into a penalty while ``fined_when`` holds."""

    name: Ident
    condition: Expr
    message: Text
    fined: Block | None
    fined_when: Expr | None
    fined_cites: Cites


@dataclass(frozen=True, slots=True)
class Fine(Decl_):
    """Always legal; the block runs before ``do``."""

    name: Ident
    condition: Expr
    message: Text
    block: Block


@dataclass(frozen=True, slots=True)
class ClauseLet(Node):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Do(Node):
    block: Block


Clause: TypeAlias = Forbid | Fine | ClauseLet | Do


@dataclass(frozen=True, slots=True)
class Move(Decl_):
    """``braced`` is False for the short form ``move draw do {..}``."""

    name: Ident
    params: tuple[MoveParam, ...]
    says: Text | None
    silent: bool
    clauses: tuple[Clause, ...]
    braced: bool


@dataclass(frozen=True, slots=True)
class Ensure(Decl_):
    name: Ident
    message: Text
    condition: Expr


@dataclass(frozen=True, slots=True)
class Phase(Decl_):
    name: Ident
    params: tuple[Param, ...]
    ensures: tuple[Ensure, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Dealt(Decl_):
    """``dealt by E then E``."""

    by: Expr
    then: Expr | None


@dataclass(frozen=True, slots=True)
class Until(Node):
    condition: Expr
    most: Expr


@dataclass(frozen=True, slots=True)
class Stage(Decl_):
    """``stage NAME "Title" 4 deals of 9 until C at most N runs PHASE``."""

    name: Ident
    title: Text | None
    count: Expr | None
    sizes: Expr | None
    until: Until | None
    runs: str | None


@dataclass(frozen=True, slots=True)
class Hook(Decl_):
    """``run PHASE after stage`` (or after a phase)."""

    phase: str
    after: str


@dataclass(frozen=True, slots=True)
class Winner(Decl_):
    """``ties`` is share, continue, sheet_order or None (share)."""

    who: Expr
    ties: str | None


ScheduleItem: TypeAlias = Dealt | Stage | Hook | Winner


@dataclass(frozen=True, slots=True)
class Schedule(Decl_):
    name: Ident
    items: tuple[ScheduleItem, ...]


Replaceable: TypeAlias = (
    Option
    | Const
    | Enum
    | Convention
    | Invariant
    | Setup
    | Zone
    | CardNote
    | Groups
    | Var
    | Value
    | Pattern
    | Rule
    | Move
    | Phase
    | Schedule
)
"""What ``replace`` can write anew."""

Decl: TypeAlias = Replaceable | Preset | Deck
