"""The primitives of ``Op``: name, types, and what each computes.

The emitter belongs to the row too. It stands in the interpreter, which the IR may not import, and marks itself with the
name: importing the interpreter fails where a row here has no emitter, or an emitter no row.

Arithmetic is on 32-bit signed integers; leaving them is a located fault. Seats in play are those of the
``in_play`` slot. Unless said otherwise an argument that is None makes the result None where ``Op.type`` is optional
and is a located fault where it is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from rulespec.ir import types as t
from rulespec.ir.nodes import Op


@dataclass(frozen=True, slots=True)
class Primitive:
    """``rule`` is the types of the arguments and of the result, as words of ``KINDS``; ``...`` takes any number of the
    last, ``any`` is any type. It says of a type what it is, not how large: the result may also be optional where an
    argument is, or where ``doc`` says that it may be None. ``attr`` says what ``Op.attr`` indexes, if anything."""

    rule: str
    doc: str
    attr: str | None = None


OPS: dict[str, Primitive] = {
    # numbers and truth
    "add": Primitive("int, int -> int", "a + b"),
    "sub": Primitive("int, int -> int", "a - b"),
    "mul": Primitive("int, int -> int", "a * b"),
    "div": Primitive("int, int -> int", "a / b rounded down; zero is a fault"),
    "mod": Primitive("int, int -> int", "a - b * (a / b); zero is a fault"),
    "neg": Primitive("int -> int", "-a"),
    "abs": Primitive("int -> int", "the absolute value"),
    "max_of": Primitive("ordered ... -> ordered", "the greatest argument, passing over None; None if all are"),
    "min_of": Primitive("ordered ... -> ordered", "the smallest argument, passing over None; None if all are"),
    "not": Primitive("bool -> bool", "negation"),
    "eq": Primitive("any, any -> bool", "equality of values; None equals None"),
    "ne": Primitive("any, any -> bool", "the negation of eq"),
    "lt": Primitive("comparable, comparable -> bool", "a < b on numbers or ranks; false where either is None"),
    "le": Primitive("comparable, comparable -> bool", "a <= b; false where either is None"),
    "gt": Primitive("comparable, comparable -> bool", "a > b; false where either is None"),
    "ge": Primitive("comparable, comparable -> bool", "a >= b; false where either is None"),
    "is_none": Primitive("any -> bool", "is the argument None"),
    "otherwise": Primitive("any, any -> any", "a, or b (evaluated only then) where a is None"),
    "the": Primitive("any -> any", "the argument; None is a located fault"),
    # collections
    "list": Primitive("any ... -> list", "the arguments in order"),
    "set": Primitive("any ... -> many", "the arguments as a set"),
    "range": Primitive("int, int -> many", "the numbers a..b ascending; empty where a > b"),
    "span": Primitive("int, int -> list", "the numbers from a to b, descending where a > b"),
    "size": Primitive("many -> int", "the number of elements"),
    "empty": Primitive("many -> bool", "has no element"),
    "in": Primitive("any, many -> bool", "is a an element of b; false where a is None"),
    "first": Primitive("many -> any", "the first element (bottom of a pile), None of nothing"),
    "last": Primitive("many -> any", "the last element (top of a pile), None of nothing"),
    "nth": Primitive("many, int -> any", "element number b (from 1) of a; beyond either end a located fault"),
    "take_last": Primitive("int, many -> many", "the last a elements of b in order, all where there are fewer"),
    "take_first": Primitive("int, many -> many", "the first a elements of b in order, all where there are fewer"),
    "reversed": Primitive("many -> many", "in the opposite order"),
    "but_last": Primitive("many -> many", "all but the last element"),
    "concat": Primitive(
        "any, any -> many", "the elements of a, then those of b; more than the type's bound is a fault"
    ),
    "union": Primitive("any, any -> many", "set union (b may be a single element)"),
    "minus": Primitive("many, any -> many", "set difference (b may be a single element)"),
    "sum": Primitive("many -> int", "of a list of numbers; 0 of nothing"),
    "max": Primitive("many -> ordered", "of a list, passing over None; None of nothing"),
    "min": Primitive("many -> ordered", "of a list, passing over None; None of nothing"),
    "array": Primitive("-> list", "all elements of the one-index slot `attr`, in order of the index", "slot"),
    "subsets": Primitive(
        "many, int, int -> list",
        "the subsets of a with b..c elements: by size, then in lexicographic order; "
        "of interchangeable cards only one choice",
    ),
    # seats
    "all_players": Primitive("-> seats", "every seat of the match"),
    "players": Primitive("-> seats", "the seats in play, ascending"),
    "ring_from": Primitive(
        "seats, seat -> seats", "the elements of a (seats) in ring order, beginning with b or the next after it in a"
    ),
    "ring_after": Primitive(
        "seats, seat -> seats", "the elements of a in ring order, beginning after b; b, if in a, comes last"
    ),
    "left": Primitive("seat -> seat", "the next seat in play after a"),
    "right": Primitive("seat -> seat", "the seat in play before a"),
    "seat": Primitive("seat, int -> seat", "the seat in play b places to the left of a (negative: right)"),
    "others": Primitive("seat -> seats", "the seats in play but a, in ring order after a"),
    "teams": Primitive("-> many", "every team"),
    "team_of": Primitive("seat -> team", "the team of a seat"),
    "partner": Primitive("seat -> seat", "the other member of the team of a seat (teams of two)"),
    "members": Primitive("team -> seats", "the seats of a team"),
    "rivals": Primitive("any -> any", "the other team (of two), or of a seat: the seats not of its team"),
    # cards; most of these take a card, a face, or None
    "suit": Primitive("card_or_face -> suit", "of a card or face; None of a joker of the pack"),
    "rank": Primitive("card_or_face -> rank", "of a card or face"),
    "face": Primitive("card_or_face -> face", "of a card"),
    "face_suit": Primitive("card_or_face -> suit", "the suit of a face; None of the joker's"),
    "face_rank": Primitive("card_or_face -> rank", "the rank of a face"),
    "order": Primitive("any -> int", "the place of a rank or suit in the deck's order, from 1; a joker is above all"),
    "role": Primitive("card -> face", "of a card: the face it stands for where it lies, or else its own"),
    "mark": Primitive("card_or_face -> bool", "does the card bear mark `attr` (Program.deck.marks)", "mark"),
    "value": Primitive("card -> int", "of a card under value table `attr`", "value"),
    "value_face": Primitive("face -> int", "of a face under value table `attr`", "value"),
    "value_sum": Primitive("cards -> int", "the total of a collection of cards under value table `attr`", "value"),
    "note": Primitive("card -> any", "note `attr` of a card; None where it has none", "note"),
    "index_of": Primitive("card -> int", "the position of a card in its pile, from 1 at the bottom"),
    "depth": Primitive("card -> int", "the position of a card in its pile, from 1 at the top"),
    "deck": Primitive("-> cards", "every card"),
    # groups and combinations
    "group_of": Primitive(
        "card -> group", "the group (of declaration `attr`) in which a card lies; None elsewhere", "groups"
    ),
    "group_cards": Primitive("group -> cards", "the cards of a group, in the order of the pattern"),
    "all_group_cards": Primitive("-> cards", "the cards of all groups of declaration `attr`", "groups"),
    "group_field": Primitive("group, int -> any", "field b (a constant index) of group a"),
    "combo_cards": Primitive("combo -> cards", "the cards of a combo, ascending"),
    "combo_role": Primitive("combo, card -> face", "the face that card b stands for in combo a"),
    "low": Primitive("combination -> rank", "the lowest rank of a group or combo, as its pattern reads it"),
    "high": Primitive("combination -> rank", "the highest rank of a group or combo, as its pattern reads it"),
    "combos": Primitive(
        "cards, any ... -> list",
        "all combos of pattern `attr` in a (cards); further arguments are the pattern's",
        "pattern",
    ),
    "matches": Primitive("cards, any ... -> bool", "do the cards a, all of them, match pattern `attr`", "pattern"),
    "has": Primitive("cards, any ... -> bool", "is a part of the cards a a match of pattern `attr`", "pattern"),
    "fits": Primitive("card, group -> list", "the faces that card a may take so that group b with it still matches"),
    "splits": Primitive(
        "cards, any ... -> list", "the ways to take disjoint combos of pattern `attr` out of the cards a", "pattern"
    ),
    "least_rest": Primitive(
        "cards, int, any ... -> int",
        "the smallest total under value table b (a constant) of what is left of the cards a "
        "when disjoint combos of pattern `attr` are taken out",
        "pattern",
    ),
    "split_cards": Primitive("split -> cards", "the cards of a split"),
    "split_combos": Primitive("split -> list", "the combos of a split"),
    # moves
    "can": Primitive("seat -> bool", "has the seat a move `attr` that no clause refuses (no lookahead)", "move"),
}


def _many(*elements: type[t.Type]) -> Callable[[t.Type], bool]:
    """A list or set of elements of these types; of any, where none are named."""

    def check(type_: t.Type) -> bool:
        if not isinstance(type_, t.ListOf | t.SetOf):
            return False
        return not elements or isinstance(type_.element, elements)

    return check


def _is(*types: type[t.Type]) -> Callable[[t.Type], bool]:
    return lambda type_: isinstance(type_, types)


def _either(*checks: Callable[[t.Type], bool]) -> Callable[[t.Type], bool]:
    return lambda type_: any(check(type_) for check in checks)


_held = _is(t.Combo, t.Group, t.Split)

KINDS: dict[str, Callable[[t.Type], bool]] = {
    "any": lambda _: True,
    "bool": _is(t.Bool),
    "int": _is(t.Int),
    "ordered": _is(t.Int, t.Rank),
    "comparable": _either(_is(t.Int, t.Rank), _many(t.Int)),
    "seat": _is(t.Player),
    "team": _is(t.Team),
    "suit": _is(t.Suit),
    "rank": _is(t.Rank),
    "face": _is(t.Face),
    "card": _is(t.Card),
    "card_or_face": _is(t.Card, t.Face),
    "group": _is(t.Group),
    "combo": _is(t.Combo),
    "combination": _is(t.Combo, t.Group),
    "split": _is(t.Split),
    "list": _is(t.ListOf),
    "many": _either(_many(), _held),
    "seats": _many(t.Player),
    "cards": _either(_many(t.Card), _held),
}
"""The words of a primitive's rule, and which types each means; an optional type is what it is without its ``?``."""


@cache
def _parsed(rule: str) -> tuple[tuple[str, ...], bool, str]:
    """The words of the arguments, whether the last takes any number, and the word of the result."""
    taken, _, given = rule.partition("->")
    words = [word.strip() for word in taken.split(",") if word.strip()]
    repeats = bool(words) and words[-1].endswith("...")
    if repeats:
        words[-1] = words[-1].removesuffix("...").strip()
    return tuple(words), repeats, given.strip()


def misfit(op: Op) -> str | None:
    """What of the operation its primitive's rule forbids; None if it fits."""
    words, repeats, given = _parsed(OPS[op.op].rule)
    if repeats:
        fixed = len(words) - 1
        words = (*words[:-1], *[words[-1]] * (len(op.args) - fixed))
    if len(op.args) != len(words):
        return f"{op.op} takes {len(words)} arguments, found {len(op.args)}"
    for at, (arg, word) in enumerate(zip(op.args, words, strict=True), start=1):
        if not KINDS[word](t.required(arg.type)):
            return f"argument {at} of {op.op} is to be {word}, found {type(t.required(arg.type)).__name__}"
    if not KINDS[given](t.required(op.type)):
        return f"the result of {op.op} is {given}, found {type(t.required(op.type)).__name__}"
    return None
