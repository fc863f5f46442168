"""Statements of phases and of moves' effects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from rulespec.syntax.ast.base import Cites, Node, Text
from rulespec.syntax.ast.expressions import Binder, Expr


@dataclass(frozen=True, slots=True)
class Block(Node):
    """``{ ... }``; ``cites`` are those that stand first in it, before any statement."""

    cites: Cites
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Stmt_(Node):
    """Base of statements: ``cites`` stand after the statement."""

    cites: Cites = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class Note(Node):
    """``with NAME = E``."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class MoveCards(Stmt_):
    """``move E to Z with ...``."""

    cards: Expr
    to: Expr
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class MoveCount(Stmt_):
    """``move at most N from A to B``; ``amount`` None is ``all``."""

    at_most: bool
    amount: Expr | None
    source: Expr
    to: Expr
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Give(Stmt_):
    """``give N each from A to HAND starting P``; ``amount`` None is ``all``."""

    amount: Expr | None
    source: Expr
    to: str
    start: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt_):
    """``shuffle deck into Z`` or ``shuffle Z`` (``into`` None)."""

    what: Expr
    into: Expr | None


@dataclass(frozen=True, slots=True)
class Place(Stmt_):
    """``place COMBO on GROUPS with ...``."""

    combo: Expr
    groups: str
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class AddCard(Stmt_):
    """``add C to GROUP as FACE``."""

    card: Expr
    group: Expr
    face: Expr | None


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """One offered move of an ``ask``, with its arguments and the block run after it."""

    move: str
    args: tuple[Expr, ...]
    block: Block | None


@dataclass(frozen=True, slots=True)
class Ask(Stmt_):
    """``ask DECIDER for ACTOR secretly: a or b {..} else {..}``."""

    who: Expr
    actor: Expr | None
    secretly: bool
    alternatives: tuple[Alternative, ...]
    otherwise: Otherwise_ | None


@dataclass(frozen=True, slots=True)
class Otherwise_(Node):
    """The ``else`` of a loop or an ask: a block, or ``fault "..."`` (then ``block`` is None)."""

    block: Block | None
    fault: Text | None


@dataclass(frozen=True, slots=True)
class Let(Stmt_):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Stmt_):
    """``x[i] += E``; ``op`` is ``=``, ``+=`` or ``-=``."""

    name: str
    index: tuple[Expr, ...]
    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class If(Stmt_):
    """``otherwise`` is a block, another ``If`` (``else if``) or absent."""

    condition: Expr
    then: Block
    otherwise: Block | If | None


@dataclass(frozen=True, slots=True)
class For(Stmt_):
    binder: Binder
    block: Block


@dataclass(frozen=True, slots=True)
class Cycle(Stmt_):
    binder: Binder
    until: Expr | None
    most: Expr
    block: Block
    otherwise: Otherwise_ | None


@dataclass(frozen=True, slots=True)
class Repeat(Stmt_):
    """``repeat N {..}`` (``at_most`` False) or ``repeat at most N {..} else {..}``."""

    at_most: bool
    count: Expr
    block: Block
    otherwise: Otherwise_ | None


@dataclass(frozen=True, slots=True)
class Run(Stmt_):
    phase: str
    args: tuple[Expr, ...]
    among: Expr | None


@dataclass(frozen=True, slots=True)
class Step(Stmt_):
    """A named block: a target for edits, nothing at run time."""

    name: str
    block: Block


@dataclass(frozen=True, slots=True)
class Leave(Stmt_):
    pass


@dataclass(frozen=True, slots=True)
class End(Stmt_):
    phase: str


@dataclass(frozen=True, slots=True)
class Replay(Stmt_):
    """``replay deal at most N then {..}``."""

    phase: str
    most: int | None
    then: Block | None


@dataclass(frozen=True, slots=True)
class Award(Stmt_):
    points: Expr
    to: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class Say(Stmt_):
    """``say "…"``: a sentence for the record of the match."""

    text: Text


@dataclass(frozen=True, slots=True)
class WinnerIs(Stmt_):
    who: Expr


Stmt: TypeAlias = (
    MoveCards
    | MoveCount
    | Give
    | Shuffle
    | Place
    | AddCard
    | Ask
    | Let
    | Assign
    | If
    | For
    | Cycle
    | Repeat
    | Run
    | Step
    | Leave
    | End
    | Replay
    | Award
    | Say
    | WinnerIs
)
