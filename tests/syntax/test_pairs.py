"""No two texts that say different things have the same tree."""

import pytest

from rulespec.syntax import ast
from rulespec.syntax.parser import parse
from rulespec.syntax.source import Source

PAIRS = [
    ("rule r = x", "rule r = not x"),
    ("rule r = x", "rule r = the x"),
    ("rule r = x", "rule r = -x"),
    ("rule r = suit", "rule r = suit?"),
    ("rule r = a and b", "rule r = a or b"),
    ("rule r = a + b", "rule r = a - b"),
    ("rule r = a < b", "rule r = a <= b"),
    ("rule r = a - (b - c)", "rule r = a - b - c"),
    ("rule r = a in b", "rule r = a not in b"),
    ("rule r = a is b", "rule r = a is not b"),
    ("rule r = a is b", "rule r = a is b of c"),
    ("rule r = f", "rule r = f()"),
    ("rule r = f of x", "rule r = f() of x"),
    ("rule r = f of x", "rule r = f(x)"),
    ("rule r = h has p", "rule r = h matches p"),
    ("rule r = some(x in s)", "rule r = every(x in s)"),
    ("rule r = some(x in s from a)", "rule r = some(x in s where a)"),
    ("rule r = best(x in s)", "rule r = best(x in s by x)"),
    ("rule r = 1..2", "rule r = [1, 2]"),
    ("rule r = 5", "rule r: int = 5"),
    ("rule r = 5", "rule r { return 5 }"),
    ("rule r = cases { when a: 1 else: 2 }", "rule r = cases { a when a: 1 else: 2 }"),
    ("pattern p { size 3 }", "pattern p { size >= 3 }"),
    ("pattern p { size 3 }", "pattern p { size 3..4 }"),
    ("pattern p { same rank }", "pattern p { distinct rank }"),
    ("pattern p { consecutive rank }", "pattern p { consecutive rank also A low }"),
    ("pattern p { wild joker }", "pattern p { wild joker as face }"),
    ("pattern p { wild joker at most 1 }", "pattern p { wild joker at most 1 as face }"),
    ("pattern p { a or b }", "pattern p { parts a, b }"),
    ("var v: suit per deal", "var v: set of suit per deal"),
    ("var v: suit per deal", "var v: suit? per deal"),
    ("var v: 1..1 per deal", "var v: -1..1 per deal"),
    ("var v: 0..a per deal", "var v: 0..a? per deal"),
    ("var v[player]: int per deal", "var v[p: player]: int per deal"),
    ("var v: int per deal", "var v: int per stage"),
    ("game g { players 2 or 4 }", "game g { players 2..4 }"),
    ("game g { players 2 default 4 }", "game g { players 2 or 4 }"),
    ("game g { players 2 }", "game g { players 2 default 2 }"),
    ("game g { teams 2 }", "game g { teams across }"),
    ("move m", "move m silent"),
    ("move m", "move m {}"),
    ("move m do { leave }", "move m { do { leave } }"),
    ("move m(a in b)", "move m(a: b)"),
    ("move m(a in b)", "move m(a in b when c)"),
    ('move m { forbid a when b "c" }', 'move m { forbid a when b "c" fined { leave } }'),
    ('move m { forbid a when b "c" fined { leave } }', 'move m { fine a when b "c" { leave } }'),
    ("zone z seen by all", "pile z seen by all"),
    ("zone z seen by all", "zone z seen by all when a"),
    ("zone z seen by owner", "zone z seen by owner and partner"),
    ("option o: bool = true", "option o: bool? = true"),
    ("option o: 1..3 = 1", "option o: 1 | 3 = 1"),
    ("option o: 1 | 3 = 1", "option o: -1 | 3 = 1"),
    ("enum e { a }", "enum e { a } cites R1"),
    ("value v { 2: 1 }", "value v { else: 1 }"),
    ("value v { 2 of hearts: 1 }", "value v { 2..3: 1 }"),
    ("phase p { move 1 from a to b }", "phase p { move at most 1 from a to b }"),
    ("phase p { move all from a to b }", "phase p { move 1 from a to b }"),
    ("phase p { move a to b }", "phase p { move a to b with c = d }"),
    ("phase p { give all from a to b starting c }", "phase p { give 1 each from a to b starting c }"),
    ("phase p { repeat 3 {} }", "phase p { repeat at most 3 {} }"),
    ("phase p { repeat at most 3 {} }", "phase p { repeat at most 3 {} else {} }"),
    ('phase p { repeat at most 3 {} else fault "x" }', "phase p { repeat at most 3 {} else {} }"),
    ("phase p { ask a: b }", "phase p { ask a secretly: b }"),
    ("phase p { ask a: b }", "phase p { ask a for c: b }"),
    ("phase p { ask a: b }", "phase p { ask a: b {} }"),
    ("phase p { x = 1 }", "phase p { x += 1 }"),
    ("phase p { x = 1 }", "phase p { let x = 1 }"),
    ("phase p { replay d }", "phase p { replay d at most 1 }"),
    ("phase p { replay d }", "phase p { replay d then {} }"),
    ("phase p { run q }", "phase p { run q among s }"),
    ("phase p { if a {} }", "phase p { if a {} else {} }"),
    ("phase p { if a {} else { if b {} } }", "phase p { if a {} else if b {} }"),
    ("phase p { shuffle deck into z }", "phase p { shuffle z }"),
    ("phase p { add c to g }", "phase p { add c to g as f }"),
    ("schedule s { stage a deals of 3 }", "schedule s { stage a 3 deals of 3 }"),
    ("schedule s { stage a deals until b at most 3 }", "schedule s { stage a deals of 1 until b at most 3 }"),
    ("schedule s { run a after stage }", "schedule s { run a after deal }"),
    ("schedule s { winner a }", "schedule s { winner a, ties share }"),
    ("schedule s { dealt by a }", "schedule s { dealt by a then b }"),
    ("set a.b = 3", "set a.b = 3 deals of 3"),
    ("set a.b = 3", "set a.else = 3"),
    ("set a = 3", "set option.a = 3"),
    ("instead of a {}", "before a {}"),
    ("before a {}", "after a {}"),
    ("fine a {}", "fine a when b {}"),
    ("rule r = 1", "replace rule r = 1"),
    ('use "a"', 'extends "a"'),
]


def tree(text: str) -> ast.Spec:
    spec, diagnostics = parse(Source("t", f"rules 1\n{text}\n"))
    assert spec is not None, diagnostics
    return spec


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_different_texts_have_different_trees(one: str, other: str) -> None:
    assert tree(one) != tree(other)
    assert tree(one) == tree(one)


SAME = [
    ("rule r = (a)", "rule r = a"),
    ("rule r = (a + b) + c", "rule r = a + b + c"),
    ("rule r = a or (b and c)", "rule r = a or b and c"),
    ("phase p { run q() }", "phase p { run q }"),
    ("phase p { leave }  cites A", "phase p { cites A leave }"),
    ("pattern p { size 3 }", "pattern p { size 3..3 }"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_texts_that_differ_in_form_only(one: str, other: str) -> None:
    """All the freedom there is beside layout and comments."""
    assert tree(one) == tree(other)
