"""A decision is a point of its own: what stands before an ask runs once, however many seats choose there."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from rulespec.ir import nodes as n
from rulespec.ir.program import Program
from tests.compiler.examples import ROOT

GAME = """rules 1
game asks {{ title en "Asks"  players 3 }}
deck {{ suits a, b, c, d  ranks 1..13 }}
pile stock          seen by none
zone hand[player]   seen by all
zone offer[player]  seen by all
zone spent          seen by all
var turns: int per deal
schedule match {{
  dealt by first of players
  stage main "One game" 1 deals
  winner highest of total
}}
phase deal {{
  shuffle deck into stock
  {text}
}}
phase once {{
  give 2 each from stock to hand starting dealer
  award 1 to dealer as once
  ask players secretly: bid
}}
move bid(c in hand[actor]) says "{{actor}} bids {{c}}" do {{ move c to offer[actor] }}
move pay(k: int, c in hand[actor]) {{
  forbid lowest when k < 5 and rank of c == 1 "keep your lowest card"
  do {{
    award k to actor as k
    move c to spent
  }}
}}
move stop do {{ award 1 to actor as stopped }}
"""


def program(folder: Path, text: str) -> Program:
    (folder / "asks.rules").write_text(GAME.format(text=text), encoding="utf-8")
    compiled = compile_spec(folder / "asks.rules")
    assert compiled.program is not None, compiled.diagnostics
    return compiled.program


def played(folder: Path, text: str) -> tuple[EngineMatch, Counter[tuple[str, int]]]:
    """A match with random choices, kept and loaded again at every decision; its entries by kind and points."""
    game = EngineGame(program(folder, text))
    match, rng = EngineMatch(game, 5), random.Random(5)
    while not match.over:
        again = EngineMatch.from_json(game, match.to_json())
        assert again.legal == match.legal
        move = match.legal[rng.randrange(len(match.legal))]
        match.step(move)
        again.step(move)
        assert again.state.to_json() == match.state.to_json()
    return match, Counter((entry.kind, entry.points) for entry in match.entries)


def test_before_a_secret_ask(tmp_path: Path) -> None:
    text = "give 2 each from stock to hand starting dealer  award 1 to dealer as once  ask players secretly: bid"
    match, entries = played(tmp_path, text)
    assert entries == {("once", 1): 1}
    assert len(match.decisions) == 3


def test_a_secret_ask_in_a_loop(tmp_path: Path) -> None:
    text = """give 13 each from stock to hand starting dealer
    repeat 12 { turns += 1  award turns to dealer as turn  ask players secretly: bid }"""
    match, entries = played(tmp_path, text)
    assert entries == {("turn", turn): 1 for turn in range(1, 13)}
    assert len(match.decisions) == 36


def test_a_secret_ask_that_seats_are_left_out_of(tmp_path: Path) -> None:
    text = """move top of stock to hand[dealer]
    award 1 to dealer as once
    ask players secretly: bid else { award 1 to dealer as nobody }
    award 2 to dealer as once
    ask players secretly: bid else { award 1 to dealer as nobody }"""
    match, entries = played(tmp_path, text)
    assert entries == {("once", 1): 1, ("once", 2): 1, ("nobody", 1): 1}
    assert len(match.decisions) == 1


def test_arguments_are_worked_out_before_the_choice(tmp_path: Path) -> None:
    text = """give 3 each from stock to hand starting dealer
    for p in players {
      turns += 2
      ask p: pay(turns * 10)
      ask p: pay(turns) { award turns to p as next } or stop
    }"""
    match, entries = played(tmp_path, text)
    assert all(entries["k", 10 * turn] == 1 for turn in (2, 4, 6))
    stopped = entries["stopped", 1]
    assert sum(entries["next", turn] for turn in (2, 4, 6)) == 3 - stopped
    assert len(match.decisions) == 6


def test_a_phase_that_is_run_again(tmp_path: Path) -> None:
    match, entries = played(tmp_path, "repeat 3 { run once }")
    assert entries == {("once", 1): 3}
    assert len(match.decisions) == 9


@pytest.mark.parametrize("path", sorted((ROOT / "specs").rglob("*.rules")), ids=lambda path: path.stem)
def test_blocks_that_wait_hold_no_statements(path: Path) -> None:
    found = compile_spec(path).program
    assert found is not None
    waiting = {block.end.ask: number for number, block in enumerate(found.blocks) if isinstance(block.end, n.AskFor)}
    assert sorted(waiting) == list(range(len(found.asks)))
    for block in found.blocks:
        if isinstance(block.end, n.AskFor | n.NextSecret):
            assert block.stmts == ()
        for stmt in block.stmts:
            if isinstance(stmt, n.OpenAsk):
                assert stmt is block.stmts[-1]
                assert block.end == n.Jump(waiting.pop(stmt.ask))
    assert not waiting
