"""Expressions, and types as written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rulespec.syntax.ast.base import Cites, Ident, Node, RankWord


@dataclass(frozen=True, slots=True)
class IntLit(Node):
    """``10``: a number, or a rank where a rank is expected."""

    value: int


@dataclass(frozen=True, slots=True)
class Name(Node):
    text: str


@dataclass(frozen=True, slots=True)
class Maybe(Node):
    """``suit?``: the values of a type, and none."""

    name: str


@dataclass(frozen=True, slots=True)
class DeckLit(Node):
    """``deck``: all cards."""


@dataclass(frozen=True, slots=True)
class StageLit(Node):
    """``stage``: the scope of that name, in ``sheet(p, deal, stage)``."""


@dataclass(frozen=True, slots=True)
class ListLit(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class FaceLit(Node):
    """``6 of spades`` as an expression (with an integer rank; ``Q of spades`` parses as ``Apply``)."""

    rank: int
    suit: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``price(b, t)``; ``function_span`` is the name's own place."""

    function: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """``suit of c`` (no args) or ``catch(3) of table``."""

    function: str
    args: tuple[Expr, ...] | None
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """``x in DOMAIN from E where C``."""

    name: str
    domain: Expr
    start: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Comp(Node):
    """``sum(E for x in D by K)``, also max, min, list."""

    function: str
    body: Expr
    binder: Binder
    by: Expr | None


@dataclass(frozen=True, slots=True)
class Select(Node):
    """``some | every | count | those | find | best | least (x in D by K)``."""

    word: str
    binder: Binder
    by: Expr | None


@dataclass(frozen=True, slots=True)
class Arm(Node):
    """One line of ``cases``: ``name when condition: value``. The name may be absent."""

    name: Ident | None
    condition: Expr
    value: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Cases(Node):
    arms: tuple[Arm, ...]
    otherwise: Expr
    otherwise_cites: Cites


@dataclass(frozen=True, slots=True)
class Index(Node):
    base: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class The(Node):
    """``the E``: asserts that E is not none."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Neg(Node):
    operand: Expr


@dataclass(frozen=True, slots=True)
class Bin(Node):
    """``+ - * / %``."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Otherwise(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Range(Node):
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """``== != < <= > >=``."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class In(Node):
    item: Expr
    collection: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Selector(Node):
    """What may follow ``is``: ``joker``, ``A``, ``hearts``, ``6 of spades``, ``empty``, ``none``."""

    word: RankWord
    suit: str | None


@dataclass(frozen=True, slots=True)
class Is(Node):
    subject: Expr
    selector: Selector
    negated: bool


@dataclass(frozen=True, slots=True)
class Matches(Node):
    subject: Expr
    pattern: str


@dataclass(frozen=True, slots=True)
class Has(Node):
    subject: Expr
    pattern: str


@dataclass(frozen=True, slots=True)
class Can(Node):
    """``actor can play``: the seat has a legal move of that name (clauses only)."""

    subject: Expr
    move: str


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Expr


@dataclass(frozen=True, slots=True)
class And(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Cond(Node):
    """``if c then a else b``."""

    condition: Expr
    then: Expr
    otherwise: Expr


Expr: TypeAlias = (
    IntLit
    | Name
    | Maybe
    | DeckLit
    | StageLit
    | ListLit
    | FaceLit
    | Call
    | Apply
    | Comp
    | Select
    | Cases
    | Index
    | The
    | Neg
    | Bin
    | Otherwise
    | Range
    | Compare
    | In
    | Is
    | Matches
    | Has
    | Can
    | Not
    | And
    | Or
    | Cond
)


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """``int``, ``suit?``, ``call``."""

    name: str
    optional: bool


@dataclass(frozen=True, slots=True)
class SetType(Node):
    """``set of player``."""

    element: str


@dataclass(frozen=True, slots=True)
class ListType(Node):
    """``list of int at most 6``."""

    element: str
    most: int


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """``-1..1``, ``0..limit?``; a bound is a number or the name of an option or constant."""

    low: int | str
    high: int | str
    optional: bool


TypeExpr: TypeAlias = NamedType | SetType | ListType | RangeType


@dataclass(frozen=True, slots=True)
class Param(Node):
    name: str
    type: TypeExpr
