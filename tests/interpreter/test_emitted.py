"""The emitted Python: an emitter for every primitive, functions that say what they are, and nothing left behind."""

from __future__ import annotations

import dis
import gc
import linecache
import re
import traceback
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from rulespec.compiler import compile_spec
from rulespec.interpreter.emit import operators
from rulespec.interpreter.emit.python import NONE
from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.game import EngineGame
from rulespec.ir.ops import OPS
from rulespec.ir.program import Program
from tests.cli.process import ROOT

SOURCE = Path(operators.__file__).read_text(encoding="utf-8")

SPEC = """rules 1
game small { title en "Small"  players 2 }
deck { suits hearts  ranks 6..9 }
zone hand[player] seen by owner
pile stock seen by none
var left_over: int = 0  per match
rule half(n: int): int = 10 / n
move halve(n in 0..2) says "{actor} halves {n}" {
  forbid too_big when n > 1 "only 0 and 1"
  do { left_over = half(n) }
}
phase deal {
  shuffle deck into stock
  give all from stock to hand starting left of dealer
  ask dealer: halve
}
schedule match {
  dealt by random of players then left of dealer
  stage main "Main" 2 deals of 4
  winner highest of total, ties share
}
"""


def imported(source: str) -> None:
    """Imports the text of ``operators`` as a module of its own."""
    module = ModuleType("operators_again")
    exec(compile(source, "operators_again.py", "exec"), module.__dict__)


# ---------------------------------------------------------------- one row, one emitter


def test_the_source_imports_as_it_is() -> None:
    imported(SOURCE)


@pytest.mark.parametrize("primitive", sorted(OPS))
def test_a_primitive_without_an_emitter_cannot_be_imported(primitive: str) -> None:
    without = re.sub(
        r"^    @emits\((.*)\)$",
        lambda line: f"    @emits(*[p for p in ({line[1]},) if p != {primitive!r}])",
        SOURCE,
        flags=re.MULTILINE,
    )
    with pytest.raises(ImportError, match=f"without an emitter: {primitive}$"):
        imported(without)


def test_an_emitter_without_a_row_cannot_be_imported() -> None:
    with pytest.raises(ImportError, match="emits 'cube', which"):
        operators.emits("cube")(lambda _self, _op: NONE)
    with pytest.raises(ImportError, match="'add' has two emitters"):
        operators.emits("add")(lambda _self, _op: NONE)


# ---------------------------------------------------------------- what a function is


@pytest.fixture
def program(tmp_path: Path) -> Program:
    path = tmp_path / "small.rules"
    path.write_text(SPEC, encoding="utf-8")
    compiled = compile_spec(path)
    assert compiled.program is not None, compiled.diagnostics
    return compiled.program


def functions(game: EngineGame) -> list[FunctionType]:
    return [
        value
        for value in game.emitted.names.values()
        if isinstance(value, FunctionType) and value.__code__.co_filename.startswith("<rulespec small")
    ]


def test_every_function_says_what_of_the_spec_it_is_and_where(program: Program) -> None:
    game = EngineGame(program, 2)
    emitted = functions(game)
    assert len(emitted) == game.source.count("\ndef ") + game.source.startswith("def ")
    titles = {function.__code__.co_name for function in emitted}
    assert titles == {function.__doc__ for function in emitted}
    for what, line in (
        ("rule half", 7),
        ("list of moves halve", 8),
        ("values of n in move halve", 8),
        ("clause halve.too_big", 9),
        ("message of halve.too_big", 9),
        ("ensures of phase deal", 12),
    ):
        assert any(t.startswith(f"{what}, ") and t.endswith(f"small.rules:{line}") for t in titles), (what, titles)


def test_a_traceback_names_the_rule_and_shows_its_line(program: Program) -> None:
    game = EngineGame(program, 2)
    rule: Any = game.emitted.names["r0"]
    cells: list[Any] = [None] * game.layout.size
    with pytest.raises(MatchFault) as caught:
        rule(cells, 0)
    text = "".join(traceback.format_exception(caught.value))
    assert re.search(r"in rule half, .*small\.rules:7\n +if v\d+ == 0: fault_division", text), text


def test_a_name_with_control_characters_is_not_printed(program: Program) -> None:
    hostile = replace(program, name="a\x1b[2J\n", rules=(replace(program.rules[0], name="b\x1b[2J\n"),))
    code = EngineGame(hostile, 2).emitted.names["r0"].__code__
    assert code.co_name.startswith("rule b?[2J?, ")
    assert code.co_filename.isprintable()


def test_emitted_functions_see_no_builtins_that_reach_files(program: Program) -> None:
    for function in functions(EngineGame(program, 2)):
        anything: Any = function
        known = anything.__builtins__
        assert not known.keys() & {"open", "__import__", "eval", "exec", "getattr", "print", "input"}


# ---------------------------------------------------------------- nothing left behind


def kept() -> set[str]:
    return {file for file in linecache.cache if file.startswith("<rulespec small")}


def test_a_dropped_game_frees_its_source(program: Program) -> None:
    gc.collect()
    before = kept()
    for _ in range(3):
        game = EngineGame(program, 2)
        (file,) = kept() - before
        assert "".join(linecache.getlines(file)) == game.source
        linecache.checkcache()
        assert file in linecache.cache
        del game
        gc.collect()
        assert kept() == before


def test_a_function_that_outlives_its_game_keeps_its_source(program: Program) -> None:
    gc.collect()
    before = kept()
    game = EngineGame(program, 2)
    rule = game.emitted.names["r0"]
    del game
    gc.collect()
    assert len(kept() - before) == 1
    del rule
    gc.collect()
    assert kept() == before


def test_the_specs_call_only_builtins_that_are_there() -> None:
    """Every name that the source of a large spec reads is defined, or one of Python's that it may use."""
    compiled = compile_spec(ROOT / "specs" / "jokeren13.rules")
    assert compiled.program is not None
    names = EngineGame(compiled.program, 4).emitted.names
    read: set[str] = set()
    for function in [value for value in names.values() if isinstance(value, FunctionType)]:
        if function.__globals__ is names:
            read.update(i.argval for i in dis.get_instructions(function) if i.opname == "LOAD_GLOBAL")
    assert "len" in read
    assert read - names.keys() - names["__builtins__"].keys() == set()
