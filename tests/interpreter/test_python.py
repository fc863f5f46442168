"""Expressions of the emitted Python: brackets stand where they are needed, and constants are values."""

from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from rulespec.interpreter.emit import python as py
from rulespec.interpreter.emit.python import FALSE, NONE, TRUE, Binds, Constant, Python

Built = tuple[Python, str]
"""An expression, and the same with brackets round every part."""

LEAVES = st.sampled_from([(py.name(x), x) for x in "abc"] + [(py.constant(i), f"({i})") for i in (-2, 0, 7)])
OPERATORS = st.sampled_from(["+", "-", "*", "//", "%", "<", "==", "in", "is"])


def _grown(parts: st.SearchStrategy[Built]) -> st.SearchStrategy[Built]:
    return st.one_of(
        st.builds(lambda a, o, b: (py.binary(a[0], o, b[0]), f"({a[1]} {o} {b[1]})"), parts, OPERATORS, parts),
        st.builds(lambda a: (py.minus(a[0]), f"(-{a[1]})"), parts),
        st.builds(lambda a: (Python(f"not {a[0].at(Binds.NOT)}", Binds.NOT), f"(not {a[1]})"), parts),
        st.builds(
            lambda a, b, w: (py.junction([a[0], b[0]], w), f"({a[1]} {w} {b[1]})"),
            parts,
            parts,
            st.sampled_from(["and", "or"]),
        ),
        st.builds(
            lambda a, b, c: (py.choice(a[0], b[0], c[0]), f"({b[1]} if {a[1]} else {c[1]})"), parts, parts, parts
        ),
        st.builds(lambda a, b: (py.call("f", a[0], b[0]), f"f({a[1]}, {b[1]})"), parts, parts),
        st.builds(lambda a, b: (py.display([a[0], b[0]]), f"({a[1]}, {b[1]})"), parts, parts),
        st.builds(lambda a: (py.item(f"{a[0]}[0]"), f"({a[1]})[0]"), parts),
    )


@given(st.recursive(LEAVES, _grown, max_leaves=12))
def test_brackets_stand_where_they_are_needed(built: Built) -> None:
    expr, bracketed = built
    assert ast.dump(ast.parse(expr.text)) == ast.dump(ast.parse(bracketed))
    assert ast.dump(ast.parse(f"({expr}).x")) == ast.dump(ast.parse(f"({bracketed}).x"))


def test_no_brackets_where_none_are_needed() -> None:
    a, b, c = map(py.name, "abc")
    assert py.binary(py.binary(a, "+", b), "-", c).text == "a + b - c"
    assert py.binary(a, "-", py.binary(b, "-", c)).text == "a - (b - c)"
    assert py.junction([py.binary(a, "<", b), py.negation(c)], "and").text == "a < b and not c"
    assert str(py.binary(a, "+", b)) == "(a + b)"


def test_constants_are_values_and_not_told_by_their_text() -> None:
    assert py.negation(TRUE) == FALSE
    assert isinstance(py.constant(None), Constant)
    assert py.constant(None) == NONE
    assert py.name("None") != NONE
    assert py.constant(1) != TRUE
    assert py.numbers([py.constant(1), py.constant(2)]) == [1, 2]
    assert py.numbers([py.constant(1), py.name("2")]) is None
    assert py.numbers([py.constant(1), NONE]) is None
