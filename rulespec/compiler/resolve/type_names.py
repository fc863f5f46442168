"""Types as authors name them, and what fits where."""

from __future__ import annotations

from typing import TypeAlias

from rulespec.compiler.resolve.symbols import UNKNOWN, Unknown
from rulespec.ir import types as ty

AnyType: TypeAlias = ty.Type | Unknown

SIMPLE: dict[str, ty.Type] = {
    "int": ty.INT,
    "bool": ty.BOOL,
    "player": ty.PLAYER,
    "team": ty.TEAM,
    "suit": ty.SUIT,
    "rank": ty.RANK,
    "face": ty.FACE,
    "card": ty.CARD,
}
"""Type words without parameters; ``cards``, enumerations, patterns and groups are resolved by the compiler."""


NATURAL = (ty.Opt, ty.Int, ty.Bool, ty.SetOf, ty.ListOf)
"""Types whose variables have a value before anything is assigned."""


MAX_WALK = 1_000_000
"""The most numbers that anything goes through one by one."""
MAX_DOMAIN = 4096
"""The most values that one parameter of a move may offer."""


def show(type_: AnyType) -> str:
    """A type in an author's words."""
    match type_:
        case ty.Int():
            return "number"
        case ty.Bool():
            return "truth value"
        case ty.Enum(name):
            return f"'{name}'"
        case ty.Combo():
            return "combination"
        case ty.Split():
            return "division into combinations"
        case ty.SetOf(element):
            return f"set of {plural(element)}"
        case ty.ListOf(ty.Card()):
            return "cards"
        case ty.ListOf(element):
            return f"list of {plural(element)}"
        case ty.Opt(Unknown()):
            return "none"
        case ty.Opt(of):
            return f"{show(of)} or none"
        case Unknown():
            return "unknown"
        case _:
            return type(type_).__name__.lower()


def one(type_: AnyType) -> str:
    """One value of a type, in an author's words: with its article, where it has one."""
    match type_:
        case ty.ListOf(ty.Card()):
            return "a list of cards"
        case ty.Enum(name):
            return f"one of '{name}'"
        case ty.Opt(Unknown()) | Unknown():
            return show(type_)
        case ty.Opt(of):
            return f"{one(of)} or none"
        case _:
            return f"a {show(type_)}"


def plural(type_: AnyType) -> str:
    """Several of a type, in an author's words."""
    match type_:
        case ty.Enum() | ty.ListOf(ty.Card()) | ty.Opt() | Unknown():
            return show(type_)
        case ty.SetOf() | ty.ListOf():
            return show(type_).replace(" of ", "s of ", 1)
        case ty.Split():
            return "divisions into combinations"
        case _:
            return f"{show(type_)}s"


def element(type_: AnyType) -> AnyType | None:
    """What a collection holds; None where the type is no collection. Combos and groups hold cards."""
    match type_:
        case ty.ListOf(inner, _) | ty.SetOf(inner):
            return inner
        case ty.Combo() | ty.Group():
            return ty.CARD
        case Unknown():
            return UNKNOWN
        case _:
            return None


def same_kind(a: AnyType, b: AnyType) -> bool:
    """Can values of the two types be equal? Ranges of numbers and none are left out of account."""
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return True
    a, b = ty.required(a), ty.required(b)
    match a, b:
        case (ty.Int(), ty.Int()):
            return True
        case ((ty.ListOf(x, _) | ty.SetOf(x)), (ty.ListOf(y, _) | ty.SetOf(y))):
            return same_kind(x, y)
        case _:
            return a == b


def most(type_: AnyType, seats: int, enums: dict[str, tuple[str, ...]], suits: int, ranks: int) -> int:
    """How many values a type has at most (for bounds of collections)."""
    match type_:
        case ty.Bool():
            return 2
        case ty.Player() | ty.Team():
            return seats
        case ty.Suit():
            return suits
        case ty.Rank():
            return ranks + 1
        case ty.Face():
            return suits * ranks + 1
        case ty.Enum(name):
            return len(enums.get(name, ()))
        case ty.Int(low, high):
            return high - low + 1
        case ty.Opt(of):
            return 1 + most(of, seats, enums, suits, ranks)
        case _:
            return 1


def clamp(low: int, high: int) -> ty.Int:
    """A range of numbers cut to 32 bits."""
    return ty.Int(max(ty.I32_LOW, min(low, ty.I32_HIGH)), min(ty.I32_HIGH, max(high, ty.I32_LOW)))


def join(a: AnyType, b: AnyType) -> AnyType | None:
    """The smallest type both fit, or None."""
    if isinstance(a, Unknown):
        return b
    if isinstance(b, Unknown):
        return a
    optional = isinstance(a, ty.Opt) or isinstance(b, ty.Opt)
    x, y = ty.required(a), ty.required(b)
    made: ty.Type | None = None
    match x, y:
        case ty.Int(l1, h1), ty.Int(l2, h2):
            made = ty.Int(min(l1, l2), max(h1, h2))
        case ty.SetOf(e1), (ty.SetOf(e2) | ty.ListOf(e2, _)):
            inner = join(e1, e2)
            made = ty.SetOf(inner) if inner is not None and not isinstance(inner, Unknown) else None
        case ty.ListOf(e1, m1), ty.ListOf(e2, m2):
            inner = join(e1, e2)
            made = ty.ListOf(inner, max(m1, m2)) if inner is not None and not isinstance(inner, Unknown) else None
        case _ if isinstance(x, Unknown) or isinstance(y, Unknown):
            made = y if isinstance(x, Unknown) else x
        case _:
            made = x if x == y else None
    if made is None:
        return None
    return ty.optional(made) if optional else made
