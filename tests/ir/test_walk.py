"""Walks over programs: nothing is left out, nothing is made anew without need."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from rulespec.compiler import compile_spec
from rulespec.ir import nodes as n
from rulespec.ir import types as t
from rulespec.ir.graph import ControlFlow, filled, stored
from rulespec.ir.program import Program
from rulespec.ir.walk import children, rebuilt, walk
from tests.compiler.examples import ROOT

SPECS = sorted((ROOT / "specs").glob("*.rules")) + sorted((ROOT / "specs/games").glob("*.rules"))


def program(path: Path) -> Program:
    found = compile_spec(path).program
    assert found is not None
    return found


def everything(value: Any) -> list[Any]:
    """All nodes in a value, found without ``walk``: each before its parts."""
    if isinstance(value, tuple):
        return [node for part in value for node in everything(part)]
    if not is_dataclass(value) or isinstance(value, t.Type):
        return []
    return [value, *(node for field in fields(value) for node in everything(getattr(value, field.name)))]


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_every_node_is_walked_once_in_order(path: Path) -> None:
    found = program(path)
    assert [id(node) for node in walk(found)] == [id(node) for node in everything(found)]


def test_parts_of_a_tuple() -> None:
    one, two = n.Const(1, t.INT), n.Const(2, t.INT)
    sum_ = n.Op("add", (one, two), t.INT)
    assert list(children(sum_)) == [one, two]
    assert list(children(((one,), two, 3, None))) == [one, two]
    assert list(walk((sum_, two))) == [sum_, one, two, two]


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_what_does_not_change_is_the_same_object(path: Path) -> None:
    found = program(path)
    assert rebuilt(found, lambda node: node) is found


def test_parts_are_replaced_outside_in() -> None:
    one, two = n.Const(1, t.INT), n.Const(2, t.INT)
    inner, kept = n.Op("neg", (one,), t.INT), n.Op("neg", (two,), t.INT)
    whole = n.Op("add", (inner, kept), t.INT)

    def change(node: Any) -> Any:
        return n.Op("abs", (one,), t.INT) if node == inner else two if node == one else node

    made = rebuilt(whole, change)
    assert made == replace(whole, args=(n.Op("abs", (one,), t.INT), kept))
    assert made.args[1] is kept


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_every_block_is_come_to(path: Path) -> None:
    """From where phases and effects begin, over what follows and over choices, to every block that holds something."""
    found = program(path)
    flow = ControlFlow(found)
    seen: set[int] = set()
    waiting = [found.entry, *(p.entry for p in found.phases), *(m.effect for m in found.moves)]
    while waiting:
        at = waiting.pop()
        if at in seen:
            continue
        seen.add(at)
        end = found.blocks[at].end
        waiting += [*flow.following(end), *flow.within(end)]
        if isinstance(end, n.AskFor | n.NextSecret):
            waiting += [found.moves[alternative.move].effect for alternative in found.asks[end.ask].alternatives]
            waiting += [found.asks[end.ask].effects] if found.asks[end.ask].secret else []
    written = {at for at, block in enumerate(found.blocks) if block.stmts}
    assert written <= seen
    assert {flow.asking[ask] for ask in range(len(found.asks))} <= seen


def test_what_statements_write() -> None:
    found = program(ROOT / "specs/joker_ru.rules")
    statements = [stmt for block in found.blocks for stmt in block.stmts]
    names = {found.slots[slot].name for stmt in statements for slot in stored(found, stmt)}
    assert {"decider", "actor", "dealer", "trump"} <= names
    assert {found.places[place].name for stmt in statements if (place := filled(stmt)) is not None} == {
        place.name for place in found.places
    }
