"""A move under a penalty is offered in a transaction only where the transaction can still be completed after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.interpreter.game import EngineGame

SPEC = """rules 1
game toy { title en "Toy"  players 2 }
deck { suits spades, hearts  ranks 2..5 }
pile stock seen by none
pile middle seen by all
zone hand[player] seen by owner
var played[player]: int per deal
schedule match { dealt by first of players  stage main "Main" 1 deals of 1  winner highest of total }
phase deal(n: int) {
  shuffle deck into stock
  give n each from stock to hand starting dealer
  for p in players { run turn(p) }
  for p in players { award played[p] to p as cards }
}
phase turn(p: player) {
  ensure one "a card must be played in earnest": played[p] == 1
  ask p: play or other
}
move play(c in hand[actor]) {
  forbid low when c is 2 "no twos" fined { FINED }
  do { played[actor] += 1  move c to middle }
}
move other do { played[actor] += 1 }
"""


def offered(tmp_path: Path, fined: str) -> list[str]:
    path = tmp_path / "toy.rules"
    path.write_text(SPEC.replace("FINED", fined), encoding="utf-8")
    program = compile_spec(path).program
    assert program is not None
    game = EngineGame(program)
    two = game.cards.parse_card("2S")
    others = [card for card in range(game.cards.size) if card != two]
    state = game.start(0, [[two, *others]])
    moves = game.legal_moves(state)
    assert all(game.refusals(state, move) == [] for move in moves)
    for move in moves:
        game.apply(state, move)
    return [move.name for move in moves]


@pytest.mark.parametrize(
    ("fined", "names"),
    [("move c to middle", ["other"]), ("played[actor] += 1  move c to middle", ["play", "other"])],
)
def test_a_fined_move_must_leave_a_way_out(tmp_path: Path, fined: str, names: list[str]) -> None:
    assert offered(tmp_path, fined) == names
