"""A move in JSON means one move and no other, and whatever else is written there is refused."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulespec.compiler import compile_spec
from rulespec.interpreter.engine_errors import MoveFormatError
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from tests.property.entries import ENTRIES, game_of, program

ROWS = """rules 1
game rows { title en "Rows"  players 2 }
deck { suits hearts  ranks 1..3  copies 2 }
pile stock seen by none
pile heap seen by all
zone hand[player] seen by owner
pattern row { size 3  same suit  consecutive rank }
groups table of row seen by all { turn: int }
var marked: card? per deal
schedule match {
  dealt by first of players then left of dealer
  stage main 2 deals of 6
  winner highest of total, ties share
}
move lay(m in row of hand[actor], turn: int) do { MARK place m on table with turn = turn }
move nothing(g in table when deal_number > 9, m in row of hand[actor] when deal_number > 9)
move pick(g in table) do {
  if marked is not none and group of (the marked) == g { award 5 to actor as points }
  award turn of g to actor as points
  move cards of g to heap
}
phase deal(n: int) {
  shuffle deck into stock
  move n from stock to hand[dealer]
  ask dealer: lay(1)
  ask dealer: lay(SECOND)
  ask dealer: pick or nothing
}
"""
MARK = "marked = the first of m"


def rows(folder: Path, mark: str, second: int) -> EngineMatch:
    """A match where one of two rows that read alike is to be picked."""
    spec = folder / "rows.rules"
    spec.write_text(ROWS.replace("MARK", mark).replace("SECOND", str(second)), encoding="utf-8")
    compiled = compile_spec(spec)
    assert compiled.program is not None, compiled.diagnostics
    match = EngineMatch(EngineGame(compiled.program), 1)
    for _ in range(2):
        match.step(match.legal[0])
    return match


@pytest.mark.parametrize(("mark", "second", "choices"), [(MARK, 1, 2), ("", 2, 2), ("", 1, 1)])
def test_groups_that_read_alike(tmp_path: Path, mark: str, second: int, choices: int) -> None:
    """They are one choice, unless a variable names a card of one of them or their fields differ."""
    match = rows(tmp_path, mark, second)
    game, legal = match.game, [move for move in match.legal if move.name == "pick"]
    assert len(legal) == choices
    written = [game.move_to_json(match.state, move) for move in legal]
    assert written[0] == {"move": "pick", "args": {"g": ["1H#1", "2H#1", "3H#1"]}}
    assert [game.move_from_json(match.state, obj) for obj in written] == legal
    for move in legal:
        played = match.copy()
        played.step(move)
        assert EngineMatch.from_json(game, played.to_json()).state == played.state
    plain = {"move": "pick", "args": {"g": ["3H", "1H", "2H"]}}
    assert game.move_from_json(match.state, plain) == legal[0]
    other = {"move": "pick", "args": {"g": ["1H#2", "2H#2", "3H#2"]}}
    assert game.refusals(match.state, game.move_from_json(match.state, other)) == []


def test_nothing_to_choose_from(tmp_path: Path) -> None:
    """A value for a parameter that is none here."""
    match = rows(tmp_path, "", 1)
    game = match.game
    for args in ({"g": ["1H", "2H", "3H"]}, {"m": {"cards": ["1H", "2H", "3H"], "roles": []}}):
        move = game.move_from_json(match.state, {"move": "nothing", "args": args})
        assert [refusal.path for refusal in game.refusals(match.state, move)] == [f"nothing.{next(iter(args))}"]
    with pytest.raises(MoveFormatError, match="there is no group"):
        game.move_from_json(match.state, {"move": "nothing", "args": {"g": ["1H", "2H"]}})


def nest(levels: int) -> Any:
    inner: Any = "6S"
    for at in range(levels):
        inner = [inner] if at % 2 else {"cards": [inner], "roles": []}
    return inner


ODD: list[Any] = [
    *(None, True, False, 0, -1, 99, 2**40, 1.5, "", "6S", "6S#1", "6S#99", "6S#²", "JK", "JK#1=6S", "#", "=", "none"),
    *([], ["6S"], ["6S", "6S"], ["JK"], [None], [[]], [["6S"]], {}, {"cards": []}, {"cards": ["6S"], "roles": ["6S"]}),
    *({"cards": [[]], "roles": [{}]}, [{"cards": ["6S"]}], [{}], nest(3), nest(5), nest(700), "\ud800", "6S\0"),
]


@pytest.mark.parametrize("name", [name for name, entry in ENTRIES.items() if entry.overlay is None])
def test_odd_values(name: str) -> None:
    """Whatever stands for a value, a move comes of it or a ``MoveFormatError``."""
    game, rng = game_of(name, program(name).seats[-1]), random.Random(name)
    match = EngineMatch(game, 3)
    for number in range(40):
        if match.over:
            break
        legal = match.legal
        if number in (0, 3, 9, 39):
            for decl in game.program.moves:
                moves = [move for move in legal if move.name == decl.name][:1]
                args = game.move_to_json(match.state, moves[0])["args"] if moves else {}
                whole = {"move": decl.name, "args": args}
                changed = [{**whole, key: odd} for odd in ODD for key in ("alternative", "args")]
                changed += [{**whole, "args": {**args, p.name: odd}} for p in decl.params for odd in ODD]
                for obj in changed:
                    try:
                        move = game.move_from_json(match.state, obj)
                    except MoveFormatError:
                        continue
                    game.refusals(match.state, move)
        match.step(rng.choice(legal))
