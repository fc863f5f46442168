"""What the checker calls impossible, tried with every value: no assignment may make it true."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.compiler import compile_spec
from rulespec.compiler.checks.satisfiability import ConditionSolver
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from tests.compiler.examples import HERE

NUMBERS: dict[int, ty.Type] = {0: ty.Int(0, 3), 1: ty.Int(-2, 1), 2: ty.Opt(ty.Int(0, 2)), 3: ty.Opt(ty.Int(1, 3))}
VALUES: dict[int, tuple[Any, ...]] = {
    0: (0, 1, 2, 3), 1: (-2, -1, 0, 1), 2: (None, 0, 1, 2), 3: (None, 1, 2, 3), 4: (False, True), 5: (False, True),
}  # fmt: skip
COMPARE = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}  # fmt: skip


@cache
def program() -> prog.Program:
    compiled = compile_spec(HERE / "scaffold.rules").program
    assert compiled is not None
    return compiled


def read(slot: int) -> ir.Read:
    return ir.Read(slot, (), NUMBERS.get(slot, ty.BOOL), -1)


def value(node: ir.Expr, env: dict[int, Any]) -> Any:
    """What an expression is worth; written down here once more, in the plainest way."""
    match node:
        case ir.Const(value=constant):
            return constant
        case ir.Read(slot=slot):
            return env[slot]
        case ir.And(items=items):
            return all(value(item, env) for item in items)
        case ir.Or(items=items):
            return any(value(item, env) for item in items)
        case ir.If(condition=condition, then=then, otherwise=other):
            return value(then if value(condition, env) else other, env)
        case ir.Cases(arms=arms, otherwise=other):
            return next((value(arm.value, env) for arm in arms if value(arm.condition, env)), value(other, env))
        case ir.Op(op="not", args=(inner,)):
            return not value(inner, env)
        case ir.Op(op="is_none", args=(inner,)):
            return value(inner, env) is None
        case ir.Op(op="neg", args=(inner,)):
            return -value(inner, env)
        case ir.Op(op="add" | "sub" | "mul" as op, args=(left, right)):
            a, b = value(left, env), value(right, env)
            return a + b if op == "add" else a - b if op == "sub" else a * b
        case ir.Op(op="in", args=(item, ir.Op(op="range", args=(low, high)))):
            return value(item, env) is not None and value(low, env) <= value(item, env) <= value(high, env)
        case ir.Op(op="in", args=(item, ir.Op(args=items))):
            return value(item, env) in [value(other, env) for other in items]
        case ir.Op(op=op, args=(left, right)):
            a, b = value(left, env), value(right, env)
            return COMPARE[op](a, b) if op in ("eq", "ne") or None not in (a, b) else False
    raise AssertionError(node)


def constant(number: int) -> ir.Const:
    return ir.Const(number, ty.Int(number, number))


def op(name: str, *args: ir.Expr, type_: ty.Type = ty.BOOL) -> ir.Op:
    return ir.Op(name, args, type_)


WIDE = ty.Int(-100, 100)
certain = st.recursive(
    st.one_of(st.integers(-3, 4).map(constant), st.sampled_from([read(0), read(1)])),
    lambda inner: st.one_of(
        st.builds(lambda name, a, b: op(name, a, b, type_=WIDE), st.sampled_from(["add", "sub"]), inner, inner),
        st.builds(lambda n, a: op("mul", constant(n), a, type_=WIDE), st.integers(-3, 3), inner),
        st.builds(lambda a: op("neg", a, type_=WIDE), inner),
    ),
    max_leaves=4,
)
number = st.one_of(certain, st.sampled_from([read(2), read(3)]))


def conditions() -> st.SearchStrategy[ir.Expr]:
    compared = st.builds(lambda name, a, b: op(name, a, b), st.sampled_from(list(COMPARE)), number, number)
    simple = st.one_of(
        compared,
        st.sampled_from([read(4), read(5), op("is_none", read(2)), op("is_none", read(3))]),
        st.builds(lambda a, low, high: op("in", a, op("range", low, high, type_=WIDE)), number, certain, certain),
        st.builds(lambda a, items: op("in", a, op("list", *items, type_=WIDE)), number, st.lists(certain, max_size=3)),
        st.builds(lambda a, b: op("eq", a, b), st.sampled_from([read(4), read(5)]), st.booleans().map(truth)),
        st.sampled_from([op("eq", read(2), ir.Const(None, ty.Opt(ty.Int(0, 2)))), op("eq", read(4), read(5))]),
    )
    return st.recursive(
        simple,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3).map(lambda items: ir.And(tuple(items), ty.BOOL)),
            st.lists(inner, max_size=3).map(lambda items: ir.Or(tuple(items), ty.BOOL)),
            inner.map(lambda item: op("not", item)),
            st.builds(lambda c, a, b: ir.If(c, a, b, ty.BOOL), inner, inner, inner),
            st.builds(
                lambda name, c, a, b, d: op(name, ir.If(c, a, b, WIDE), d),
                st.sampled_from(list(COMPARE)), inner, certain, certain, number,
            ),
            st.builds(
                lambda c, a, d, b, e: ir.Cases((ir.Arm(0, c, a), ir.Arm(1, d, b)), e, 2, ty.BOOL),
                inner, inner, inner, inner, inner,
            ),
        ),
        max_leaves=6,
    )  # fmt: skip


def truth(true: bool) -> ir.Const:
    return ir.Const(true, ty.BOOL)


ENVIRONMENTS = [dict(zip(VALUES, values, strict=True)) for values in product(*VALUES.values())]


@settings(max_examples=600)
@given(st.lists(st.tuples(conditions(), st.booleans()), min_size=1, max_size=2))
def test_impossible_is_impossible(wanted: list[tuple[ir.Expr, bool]]) -> None:
    found = ConditionSolver(program()).possible(wanted)
    really = any(all(value(c, env) == w for c, w in wanted) for env in ENVIRONMENTS)
    assert found or not really


X, Y, SURE = read(0), read(2), read(4)


@pytest.mark.parametrize(
    "wanted",
    [
        op("lt", X, constant(0)),
        op("gt", op("add", X, constant(1), type_=WIDE), constant(4)),
        op("eq", op("mul", constant(2), X, type_=WIDE), constant(3)),
        ir.And((op("eq", X, constant(1)), op("eq", X, constant(2))), ty.BOOL),
        ir.And((op("lt", X, read(1)), op("gt", X, read(1))), ty.BOOL),
        ir.And((op("lt", op("sub", X, read(1), type_=WIDE), constant(1)), op("gt", X, read(1))), ty.BOOL),
        ir.And(tuple(op("ne", X, constant(n)) for n in range(4)), ty.BOOL),
        ir.And((op("is_none", Y), op("eq", Y, constant(1))), ty.BOOL),
        ir.And((op("is_none", Y), op("ge", Y, constant(0))), ty.BOOL),
        ir.And((SURE, op("not", SURE)), ty.BOOL),
        op("in", X, op("list", constant(5), constant(6), type_=WIDE)),
        op("in", X, op("range", constant(3), constant(2), type_=WIDE)),
        ir.And((op("ge", ir.If(SURE, constant(1), constant(5), WIDE), constant(3)), SURE), ty.BOOL),
        op("lt", op("add", X, read(1), type_=WIDE), constant(-2)),
    ],
)
def test_what_is_seen_to_be_impossible(wanted: ir.Expr) -> None:
    assert not ConditionSolver(program()).possible([(wanted, True)])
    assert ConditionSolver(program()).possible([(wanted, False)])


def test_long_conditions_are_left_alone() -> None:
    """Never a wait: what would take long counts as possible."""
    many = ir.And(tuple(ir.Or((op("eq", X, constant(n)), SURE), ty.BOOL) for n in range(40)), ty.BOOL)
    assert ConditionSolver(program()).possible([(many, True)])
