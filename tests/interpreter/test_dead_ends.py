"""A match that stops because nobody may do anything says who, where, and what refuses each move."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.game import EngineGame

SPEC = """rules 1
game toy { title en "Toy"  players 2 }
deck { suits spades, hearts  ranks 2..5 }
pile stock seen by none
pile middle seen by all
zone hand[player] seen by owner
var wanted: int = 0 per deal
schedule match { dealt by first of players  stage main "Main" 1 deals of 3  winner highest of total }
phase deal(n: int) {
  shuffle deck into stock
  give n each from stock to hand starting dealer
  for p in players { run turn(p) }
}
phase turn(p: player) { ENSURE ask p: ASK }
move play(c in hand[actor]) {
  forbid black when c is spades and wanted < 1 "no spades"
  forbid red when c is hearts and wanted < 1 "no hearts"
  do { wanted += 1  move c to middle }
}
move take(c in middle) do { move c to hand[actor] }
move pass { forbid must_play when wanted < 1 "play a card" }
move bid(n in 1..3) { forbid late when wanted < n "too late" }
"""


@pytest.mark.parametrize(
    ("ensure", "ask", "reasons"),
    [
        ("", "pass", "pass: refused by must_play"),
        ("", "take", "take: no card to choose from"),
        ("", "play", "play: 3 candidates, refused by black, red"),
        ("", "bid or pass", "bid: 3 candidates, refused by late; pass: refused by must_play"),
        (
            'ensure enough "never": wanted == -1',
            "bid or skip",
            "bid: 3 candidates, refused by late; skip: refused by turn.enough",
        ),
    ],
)
def test_what_a_dead_end_says(ensure: str, ask: str, reasons: str, tmp_path: Path) -> None:
    path = tmp_path / "toy.rules"
    path.write_text(SPEC.replace("ENSURE", ensure).replace("ASK", ask) + "move skip\n", encoding="utf-8")
    compiled = compile_spec(path)
    assert compiled.program is not None, compiled.diagnostics
    game = EngineGame(compiled.program)
    state = game.start(decks=[[0, 1, 4, 5, 2, 3, 6, 7]])
    with pytest.raises(MatchFault, match="legal move") as caught:
        game.legal_moves(state)
    assert caught.value.kind == "dead_end"
    assert caught.value.location is not None
    assert caught.value.message == f"P1 has no legal move in 'turn': {reasons}"
