"""``setup``: what a match must be set up with."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.compiler import Compiled, compile_spec
from rulespec.interpreter.engine_errors import SetupError
from rulespec.interpreter.game import EngineGame
from rulespec.ir.program import Program
from rulespec.ir.serial import program_from_json, program_to_json
from rulespec.trial import try_out

GAME = """rules 1
game tiny { title en "Tiny"  players 2..4 default 2 }
option held: 1..8 = 5 "cards each player gets"
option short: bool = false "without sixes"
deck {
  suits clubs, hearts
  ranks 6..10, J, Q, K, A
  without c where short and rank of c == 6
}
rule needed: int = size of players * held
setup enough "there is a card left over": size of deck > needed
setup eight "eight cards are for two players": held < 8 or size of players == 2
pile stock         seen by none
pile middle        seen by all
zone hand[player]  seen by owner
schedule match {
  dealt by random of players then left of dealer
  stage main "Main" deals of held
  winner highest of total
}
phase deal(n: int) {
  shuffle deck into stock
  give n each from stock to hand starting left of dealer
  repeat n { for p in players { ask p: play } }
}
move play(c in hand[actor]) do { move c to middle }
"""


def compiled(folder: Path, overlay: str = "") -> Compiled:
    (folder / "tiny.rules").write_text(GAME, encoding="utf-8")
    (folder / "over.rules").write_text(f'rules 1\nextends "tiny"\n{overlay}\n', encoding="utf-8")
    return compile_spec(folder / ("over.rules" if overlay else "tiny.rules"))


def program(folder: Path, overlay: str = "") -> Program:
    found = compiled(folder, overlay)
    assert found.program is not None, found.diagnostics
    return found.program


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (2, {}, None),
        (2, {"held": 8}, None),
        (2, {"held": 8, "short": True}, "there is a card left over"),
        (3, {"held": 6}, "there is a card left over"),
        (3, {"held": 5}, None),
        (3, {"held": 5, "short": True}, None),
        (4, {}, "there is a card left over"),
        (4, {"held": 4, "short": True}, "there is a card left over"),
        (4, {"held": 3, "short": True}, None),
        (3, {"held": 8}, "there is a card left over"),
    ],
)
def test_what_goes_together(tmp_path: Path, players: int, options: dict[str, object], sentence: str | None) -> None:
    found = program(tmp_path)
    for read in (found, program_from_json(program_to_json(found))):
        if sentence is None:
            assert EngineGame(read, players, options).players == players
            continue
        with pytest.raises(SetupError) as caught:
            EngineGame(read, players, options)
        assert sentence in caught.value.hint
        assert f"{players} players" in caught.value.message
        assert all(f"{name}=" in caught.value.message for name in options)


def test_overlays_change_it(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="eight cards are for two"):
        EngineGame(program(tmp_path, "drop enough\nset game.players = 2..3"), 3, {"held": 8})
    with pytest.raises(SetupError, match="a card left over"):
        EngineGame(program(tmp_path, "set enough = size of deck > needed + 8"), 2, {"held": 5})
    with pytest.raises(SetupError, match="2 players, held=1 "):
        EngineGame(program(tmp_path, "set enough = size of deck > needed and held > 1"), 2, {"held": 1})
    over = program(tmp_path, 'replace setup enough "there are two left over": size of deck > needed + 1')
    with pytest.raises(SetupError, match="two left over"):
        EngineGame(over, 2, {"held": 8, "short": True})


def test_numbers_of_players_that_are_ruled_out_need_no_cards(tmp_path: Path) -> None:
    """With four players the usual five cards each are more than the pack has."""
    assert [d.code for d in compiled(tmp_path).diagnostics] == []
    assert "RS405" in [d.code for d in compiled(tmp_path, "drop enough").diagnostics]


def test_trial_play_leaves_them_out(tmp_path: Path) -> None:
    assert list(try_out(program(tmp_path), 2)) == []
