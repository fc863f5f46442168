"""How many deals a stage has, and of which sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import DealEvent
from rulespec.interpreter.match import EngineMatch

GAME = """rules 1
game tiny {{ title en "Tiny"  players 2 }}
option few: 1..5 = 2 "deals at most"
deck {{ suits clubs, hearts  ranks 6..10, J, Q, K, A }}
pile stock seen by none
zone hand[player] seen by owner
schedule match {{
  dealt by first of players
  stage main "Main" {stage}
  winner highest of total
}}
phase deal(n: int) {{
  shuffle deck into stock
  give n each from stock to hand starting dealer
  award few to dealer as deals
}}
"""


@pytest.mark.parametrize(
    ("stage", "sizes"),
    [
        ("deals of 4..1", [4, 3, 2, 1]),
        ("deals of 4..1 until deal_number == 3 at most 9", [4, 3, 2]),
        ("deals of 4..1 until deal_number == 3 at most 2", [4, 3]),
        ("deals of 4..1 until deal_number > 9 at most few", [4, 3]),
        ("deals of [2, 2, 3] until deal_number > 9 at most 3", [2, 2, 3]),
        ("deals of [2, 2, 3] until deal_number > 9 at most few + 9", [2, 2, 3]),
        ("deals of 2 until deal_number > 9 at most few", [2, 2]),
        ("3 deals of 2", [2, 2, 2]),
    ],
)
def test_deals_of_a_stage(tmp_path: Path, stage: str, sizes: list[int]) -> None:
    path = tmp_path / "tiny.rules"
    path.write_text(GAME.format(stage=stage), encoding="utf-8")
    compiled = compile_spec(path)
    assert compiled.program is not None, compiled.diagnostics
    match = EngineMatch(EngineGame(compiled.program))
    assert match.over
    assert [event.size for event in match.journal.events if isinstance(event, DealEvent)] == sizes
