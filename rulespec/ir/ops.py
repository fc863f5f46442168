"""The primitives of ``Op``: name, number of arguments, and what each computes.

Arithmetic is on 32-bit signed integers; leaving them is a located fault. Seats in play are those of the
``in_play`` slot. Unless said otherwise an argument that is None makes the result None where ``Op.type`` is optional
and is a located fault where it is not.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Primitive:
    """``arity`` None takes any number; ``attr`` says what ``Op.attr`` indexes, if anything."""

    arity: int | None
    doc: str
    attr: str | None = None


OPS: dict[str, Primitive] = {
    # numbers and truth
    "add": Primitive(2, "a + b"),
    "sub": Primitive(2, "a - b"),
    "mul": Primitive(2, "a * b"),
    "div": Primitive(2, "a / b rounded down; zero is a fault"),
    "mod": Primitive(2, "a - b * (a / b); zero is a fault"),
    "neg": Primitive(1, "-a"),
    "abs": Primitive(1, "the absolute value"),
    "max_of": Primitive(None, "the greatest argument, passing over None; None if all are"),
    "min_of": Primitive(None, "the smallest argument, passing over None; None if all are"),
    "not": Primitive(1, "negation"),
    "eq": Primitive(2, "equality of values; None equals None"),
    "ne": Primitive(2, "the negation of eq"),
    "lt": Primitive(2, "a < b on numbers or ranks; false where either is None"),
    "le": Primitive(2, "a <= b; false where either is None"),
    "gt": Primitive(2, "a > b; false where either is None"),
    "ge": Primitive(2, "a >= b; false where either is None"),
    "is_none": Primitive(1, "is the argument None"),
    "otherwise": Primitive(2, "a, or b (evaluated only then) where a is None"),
    "the": Primitive(1, "the argument; None is a located fault"),
    # collections
    "list": Primitive(None, "the arguments in order"),
    "set": Primitive(None, "the arguments as a set"),
    "range": Primitive(2, "the numbers a..b ascending; empty where a > b"),
    "span": Primitive(2, "the numbers from a to b, descending where a > b"),
    "size": Primitive(1, "the number of elements"),
    "empty": Primitive(1, "has no element"),
    "in": Primitive(2, "is a an element of b; false where a is None"),
    "first": Primitive(1, "the first element (bottom of a pile), None of nothing"),
    "last": Primitive(1, "the last element (top of a pile), None of nothing"),
    "nth": Primitive(2, "element number b (from 1) of a; beyond either end a located fault"),
    "take_last": Primitive(2, "the last a elements of b in order, all where there are fewer"),
    "take_first": Primitive(2, "the first a elements of b in order, all where there are fewer"),
    "reversed": Primitive(1, "in the opposite order"),
    "but_last": Primitive(1, "all but the last element"),
    "concat": Primitive(2, "the elements of a, then those of b; more than the type's bound is a fault"),
    "union": Primitive(2, "set union (b may be a single element)"),
    "minus": Primitive(2, "set difference (b may be a single element)"),
    "sum": Primitive(1, "of a list of numbers; 0 of nothing"),
    "max": Primitive(1, "of a list, passing over None; None of nothing"),
    "min": Primitive(1, "of a list, passing over None; None of nothing"),
    "array": Primitive(0, "all elements of the one-index slot `attr`, in order of the index", "slot"),
    "subsets": Primitive(
        3,
        "the subsets of a with b..c elements: by size, then in lexicographic order; "
        "of interchangeable cards only one choice",
    ),
    # seats
    "all_players": Primitive(0, "every seat of the match"),
    "players": Primitive(0, "the seats in play, ascending"),
    "ring_from": Primitive(2, "the elements of a (seats) in ring order, beginning with b or the next after it in a"),
    "ring_after": Primitive(2, "the elements of a in ring order, beginning after b; b, if in a, comes last"),
    "left": Primitive(1, "the next seat in play after a"),
    "right": Primitive(1, "the seat in play before a"),
    "seat": Primitive(2, "the seat in play b places to the left of a (negative: right)"),
    "others": Primitive(1, "the seats in play but a, in ring order after a"),
    "teams": Primitive(0, "every team"),
    "team_of": Primitive(1, "the team of a seat"),
    "partner": Primitive(1, "the other member of the team of a seat (teams of two)"),
    "members": Primitive(1, "the seats of a team"),
    "rivals": Primitive(1, "the other team (of two), or of a seat: the seats not of its team"),
    # cards; most of these take a card, a face, or None
    "suit": Primitive(1, "of a card or face; None of a joker of the pack"),
    "rank": Primitive(1, "of a card or face"),
    "face": Primitive(1, "of a card"),
    "face_suit": Primitive(1, "the suit of a face; None of the joker's"),
    "face_rank": Primitive(1, "the rank of a face"),
    "order": Primitive(1, "the place of a rank or suit in the deck's order, from 1; a joker is above all"),
    "role": Primitive(1, "of a card: the face it stands for where it lies, or else its own"),
    "mark": Primitive(1, "does the card bear mark `attr` (Program.deck.marks)", "mark"),
    "value": Primitive(1, "of a card under value table `attr`", "value"),
    "value_face": Primitive(1, "of a face under value table `attr`", "value"),
    "value_sum": Primitive(1, "the total of a collection of cards under value table `attr`", "value"),
    "note": Primitive(1, "note `attr` of a card; None where it has none", "note"),
    "index_of": Primitive(1, "the position of a card in its pile, from 1 at the bottom"),
    "depth": Primitive(1, "the position of a card in its pile, from 1 at the top"),
    "deck": Primitive(0, "every card"),
    # groups and combinations
    "group_of": Primitive(1, "the group (of declaration `attr`) in which a card lies; None elsewhere", "groups"),
    "group_cards": Primitive(1, "the cards of a group, in the order of the pattern"),
    "all_group_cards": Primitive(0, "the cards of all groups of declaration `attr`", "groups"),
    "group_field": Primitive(2, "field b (a constant index) of group a"),
    "combo_cards": Primitive(1, "the cards of a combo, ascending"),
    "combo_role": Primitive(2, "the face that card b stands for in combo a"),
    "low": Primitive(1, "the lowest rank of a group or combo, as its pattern reads it"),
    "high": Primitive(1, "the highest rank of a group or combo, as its pattern reads it"),
    "combos": Primitive(
        None, "all combos of pattern `attr` in a (cards); further arguments are the pattern's", "pattern"
    ),
    "matches": Primitive(None, "do the cards a, all of them, match pattern `attr`", "pattern"),
    "has": Primitive(None, "is a part of the cards a a match of pattern `attr`", "pattern"),
    "fits": Primitive(2, "the faces that card a may take so that group b with it still matches"),
    "splits": Primitive(None, "the ways to take disjoint combos of pattern `attr` out of the cards a", "pattern"),
    "least_rest": Primitive(
        None,
        "the smallest total under value table b (a constant) of what is left of the cards a "
        "when disjoint combos of pattern `attr` are taken out",
        "pattern",
    ),
    "split_cards": Primitive(1, "the cards of a split"),
    "split_combos": Primitive(1, "the combos of a split"),
    # moves
    "can": Primitive(1, "has the seat a move `attr` that no clause refuses (no lookahead)", "move"),
}
