"""Kinds of values: what may be none, what is known, numbers and ranks, cards and faces, words with two meanings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler.examples import codes

JOKERS = "deck { suits clubs, hearts  ranks 6..10, J, Q, K, A  jokers 2 }\n"

ACCEPTED = {
    "T is T?": "rule a: suit? = hearts",
    "none is T?": "rule a: suit? = none",
    "the": "rule a: card = the top of middle",
    "otherwise": "rule a: int = max(order of rank of c for c in middle) otherwise 0",
    "otherwise in two steps": "rule a(x: int?, y: int?): int = x otherwise (y otherwise 0)",
    "attribute of none": "rule a: suit? = suit of top of middle",
    "is not none and": "var led: suit? per deal\nrule a: bool = led is not none and b(led)\nrule b(s: suit): bool = s is hearts",
    "is none or": "var led: suit? per deal\nrule a: bool = led is none or b(led)\nrule b(s: suit): bool = s is hearts",
    "not is none": "var led: suit? per deal\nrule a: bool = not (led is none) and b(led)\n"
    "rule b(s: suit): bool = s is hearts",
    "if then": "var led: suit? per deal\nrule a: suit = if led is none then hearts else led",
    "cases": "var led: suit? per deal\nrule a: suit = cases { when led is none: hearts else: led }",
    "where": "rule a: int = sum(n[p] for p in players where n[p] is not none)\nvar n[player]: int? per deal",
    "equal to something": "var led: suit? per deal\nrule a(s: suit): bool = led == s and b(led)\n"
    "rule b(s: suit): bool = s is hearts",
    "zero-argument rule": "rule led: suit? = suit of top of middle\nrule a: bool = led is not none and b(led)\n"
    "rule b(s: suit): bool = s is hearts",
    "not empty has a top": "rule a: bool = middle is not empty and b(top of middle)\nrule b(c: card): bool = c is A",
    "let in a move": """
move play(c in hand[actor]) {
  let known = led is not none
  forbid other when known and b(led) "not now"
  do { move c to middle }
}
rule b(s: suit): bool = s is hearts
var led: suit? per deal""",
    "forbid, then known": """
move play(c in hand[actor]) {
  forbid unled when led is none "nothing is led"
  forbid other when b(led) "not now"
  do { move c to middle }
}
rule b(s: suit): bool = s is hearts
var led: suit? per deal""",
    "when of a parameter": """
move play(c in hand[actor], s in suits when c is A) {
  forbid other when s is not none and b(s) "not now"
  do { move c to middle  if c is A { led = s } }
}
rule b(s: suit): bool = s is hearts
var led: suit? per deal""",
    "if statement": "var led: suit? per deal\nphase deal(n: int) { shuffle deck into stock if led is not none { run b(led) } }\n"
    "phase b(s: suit) { if s is hearts { shuffle stock } }",
    "after if … leave": "var led: suit? per deal\nphase deal(n: int) { shuffle deck into stock if led is none { leave } run b(the led) }\n"
    "phase b(s: suit) { if s is hearts { shuffle stock } }",
    "let keeps it": "phase deal(n: int) { shuffle deck into stock let c = top of stock if c is not none "
    "{ shuffle stock run b(c) } }\nphase b(c: card) { move c to middle }",
    "pack without jokers has suits": "rule a(c: card): suit = suit of c",
    "not a joker has a suit": JOKERS + "rule a(c: card): suit = if c is not joker then suit of c else hearts",
    "10 is a rank": "rule a(c: card): bool = rank of c == 10 or rank of c in [9, 10] or c is 8",
    "10 is a number": "rule a(c: card): bool = order of rank of c == 10",
    "list of ranks": "rule a: int = size of [A, 10, J]",
    "face in cards": "rule a(p: player): bool = 6 of clubs in hand[p]",
    "face of a card": "rule a(c: card, d: card): bool = face of c == face of d and face of c == 7 of hearts",
    "ranks compare": "rule a(c: card, d: card): bool = rank of c > rank of d and rank of c >= 9",
    "enumeration by what is expected": "enum mood { hearts, merry }\nvar m: mood? per deal\nrule a: bool = m == hearts",
    "suit by what is expected": "enum mood { hearts, merry }\nrule a(c: card): bool = suit of c == hearts",
    "set of players": "var s: set of player per deal\nphase deal(n: int) { shuffle deck into stock s = players s += dealer "
    "s -= dealer s = [dealer] }",
    "range within": "var tally[1..6]: int per deal\nrule a(n: 1..6): int = tally[n]",
    "sum of nothing is 0": "rule a: int = sum(1 for c in middle)",
}

REFUSED = {
    "T? is not T": ("var led: suit? per deal\nrule a: suit = led", "RS230"),
    "T? as an argument": ("rule a: bool = b(top of middle)\nrule b(c: card): bool = c is A", "RS230"),
    "max of perhaps nothing": ("rule a: int = max(order of rank of c for c in middle)", "RS230"),
    "arithmetic with T?": ("var n: int? per deal\nrule a: int = n + 1", "RS230"),
    "order with T?": ("var n: int? per deal\nrule a: bool = n > 1", "RS230"),
    "none is not T": ("rule a: suit = none", "RS230"),
    "and does not reach backwards": ("var n: int? per deal\nrule a: bool = n + 1 > 0 and n is not none", "RS230"),
    "or tells nothing of the other side": ("var n: int? per deal\nrule a: bool = n is not none or n + 1 > 0", "RS230"),
    "the wrong branch": ("var n: int? per deal\nrule a: int = if n is none then n else 0", "RS230"),
    "another index": (
        "var n[player]: int? per deal\nrule a(p: player): int = if n[p] is none then 0 else n[left of p]",
        "RS230",
    ),
    "forgotten after a statement": (
        "var led: suit? per deal\nphase deal(n: int) { shuffle deck into stock if led is not none { led = none run b(led) } }\n"
        "phase b(s: suit) { if s is hearts { shuffle stock } }",
        "RS230",
    ),
    "forgotten after a phase": (
        "var led: suit? per deal\nphase deal(n: int) { shuffle deck into stock "
        "if led is not none { run c run b(led) } }\n"
        "phase b(s: suit) { if s is hearts { shuffle stock } }\nphase c { led = none }",
        "RS230",
    ),
    "forgotten in a loop": (
        "var led: suit? per deal\nphase deal(n: int) { shuffle deck into stock "
        "if led is not none { repeat 3 { run b(led) led = none } } }\n"
        "phase b(s: suit) { if s is hearts { shuffle stock } }",
        "RS230",
    ),
    "a fined refusal tells nothing": (
        """
move play(c in hand[actor]) {
  forbid unled when led is none "nothing is led" fined { award -5 to actor as fine_points }
  forbid other when b(led) "not now"
  do { move c to middle }
}
rule b(s: suit): bool = s is hearts
var led: suit? per deal""",
        "RS230",
    ),
    "a joker has no suit": (JOKERS + "rule a(c: card): suit = suit of c", "RS230"),
    "never none": ("rule a(c: card): bool = c is not none", "RS401"),
    "the of something sure": ("rule a(c: card): card = the c", "RS401"),
    "none equals none": ("rule a: bool = suit of top of middle == suit of top of stock", "RS402"),
    "rank and number": ("rule a(c: card): int = rank of c", "RS232"),
    "rank plus one": ("rule a(c: card): bool = order of (rank of c + 1) > 3", "RS232"),
    "no such rank": ("rule a(c: card): bool = rank of c == 11", "RS223"),
    "card and face": ("rule a(c: card): bool = c == 7 of hearts", "RS233"),
    "card and rank": ("rule a(c: card, d: card): bool = c == rank of d", "RS233"),
    "suits have no order": ("rule a(c: card, d: card): bool = suit of c < suit of d", "RS233"),
    "seats have no order": ("rule a(p: player, q: player): bool = p < q", "RS233"),
    "one enumeration is not another": (
        "enum mood { sad, merry }\nenum hue { red, blue }\nrule a(m: mood, h: hue): bool = m == h",
        "RS233",
    ),
    "a word with two meanings": ("enum mood { hearts, merry }\nrule a: int = size of [hearts]", "RS221"),
    "out of range": ("var tally[1..6]: int per deal\nrule a: int = tally[7]", "RS231"),
    "number as condition": ("rule a(n: int): bool = n and true", "RS232"),
    "set of the wrong kind": (
        "var s: set of player per deal\nphase deal(n: int) { shuffle deck into stock s += hearts }",
        "RS232",
    ),
    "list of two kinds": ("rule a: int = size of [A, hearts]", "RS232"),
    "branches of two kinds": ("rule a(c: card) = if c is A then 1 else hearts", "RS232"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str, tmp_path: Path) -> None:
    assert [code for code in codes(ACCEPTED[name], tmp_path) if not code.startswith(("RS42", "RS43"))] == []


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    text, code = REFUSED[name]
    found = [c for c in codes(text, tmp_path) if not c.startswith(("RS42", "RS43"))]
    assert found == [code]
