"""Cards that are alike are told apart by their notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from tests.hostile.texts import game as small

NOTED = "move top of stock to table with worn = WORN  move top of stock to table with worn = true  ask dealer: go"


@pytest.mark.parametrize("domain", ["table", "those(d in table where order of rank of d > 0)"])
@pytest.mark.parametrize(("worn", "choices"), [("true", 1), ("false", 2)])
def test_notes_tell_twins_apart(tmp_path: Path, domain: str, worn: str, choices: int) -> None:
    text = small(
        "note worn: bool\nzone table seen by all",
        NOTED.replace("WORN", worn),
        moves=f"move go(c in {domain}) do {{ move c to heap }}",
        deck="suits hearts  ranks 1..1  copies 8",
    )
    spec = tmp_path / "g.rules"
    spec.write_text(text, encoding="utf-8")
    compiled = compile_spec(spec)
    assert compiled.program is not None, compiled.diagnostics
    game = EngineGame(compiled.program)
    match = EngineMatch(game, 1)
    legal = match.legal
    assert len(legal) == choices
    both = game.cards_at(match.state, "table")
    for card in both:
        move = game.move_from_json(match.state, {"move": "go", "args": {"c": game.cards.card_text(card, copy=True)}})
        candidate, refusals = game.legality.check(match.state.copy().cells, move, None)
        assert candidate is not None
        assert refusals == []
        assert (candidate[1] == (card,)) == (choices == 2 or card == legal[0].args[0])
