"""Types of the IR: every value has one, and every collection a static bound.

How the reference interpreter stores a value of each type (another executor may choose differently):

=============  =====================================================================================
``Int``        an int between ``low`` and ``high``, both inclusive, within 32 bits signed
``Bool``       a bool
``Player``     a seat, counted from 0 in the order of play
``Team``       a team, counted from 0
``Suit``       an index into the deck's suits
``Rank``       an index into the deck's ranks; ``len(ranks)`` is the rank of a joker of the pack
``Face``       ``suit * len(ranks) + rank``; ``len(suits) * len(ranks)`` is the face of a joker of the pack
``Card``       a card's id: copy, then suit, then rank as declared, jokers last
``Enum``       an index into the enumeration's members
``Group``      a position in the list of a ``groups`` declaration; it lives no longer than one move
``Combo``      ``(cards, roles)``: sorted card ids, and for each wild card of them (same order) its face
``Split``      a tuple of disjoint combos
``ListOf``     a tuple
``SetOf``      a tuple in ascending order without repetitions
``Opt``        None, or a value of the inner type
=============  =====================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

I32_LOW = -(2**31)
I32_HIGH = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Int:
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Bool:
    pass


@dataclass(frozen=True, slots=True)
class Player:
    pass


@dataclass(frozen=True, slots=True)
class Team:
    pass


@dataclass(frozen=True, slots=True)
class Suit:
    pass


@dataclass(frozen=True, slots=True)
class Rank:
    pass


@dataclass(frozen=True, slots=True)
class Face:
    pass


@dataclass(frozen=True, slots=True)
class Card:
    pass


@dataclass(frozen=True, slots=True)
class Enum:
    name: str


@dataclass(frozen=True, slots=True)
class Group:
    """``groups`` is the index of the declaration in ``Program.groups``."""

    groups: int


@dataclass(frozen=True, slots=True)
class Combo:
    """``pattern`` is the index of the declaration in ``Program.patterns``."""

    pattern: int


@dataclass(frozen=True, slots=True)
class Split:
    pattern: int


@dataclass(frozen=True, slots=True)
class SetOf:
    element: Type


@dataclass(frozen=True, slots=True)
class ListOf:
    """At most ``most`` elements, in order."""

    element: Type
    most: int


@dataclass(frozen=True, slots=True)
class Opt:
    of: Type


Type: TypeAlias = (
    Int | Bool | Player | Team | Suit | Rank | Face | Card | Enum | Group | Combo | Split | SetOf | ListOf | Opt
)

INT = Int(I32_LOW, I32_HIGH)
BOOL = Bool()
PLAYER = Player()
TEAM = Team()
SUIT = Suit()
RANK = Rank()
FACE = Face()
CARD = Card()


def optional(type_: Type) -> Type:
    """``T?``; there is no ``T??``."""
    return type_ if isinstance(type_, Opt) else Opt(type_)


def required(type_: Type) -> Type:
    """``T`` of ``T?``."""
    return type_.of if isinstance(type_, Opt) else type_
