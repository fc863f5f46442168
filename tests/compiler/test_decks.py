"""Packs whose cards depend on options."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.interpreter.game import EngineGame

SPEC = (Path(__file__).parent / "scaffold.rules").read_text(encoding="utf-8")
OPTIONS = 'option short: bool = false "from the nine upwards"\noption num_suits: 1..2 = 2 "suits in the pack"\n'


def game(folder: Path, lines: str, options: dict[str, bool | int | str]) -> EngineGame:
    spec = folder / "tiny.rules"
    spec.write_text(SPEC.replace("\n}\n\npile", f"\n{lines}\n}}\n\npile", 1) + OPTIONS, encoding="utf-8")
    compiled = compile_spec(spec)
    assert compiled.program is not None, compiled.diagnostics
    return EngineGame(compiled.program, 2, options)


ALL = "6C 7C 8C 9C 10C JC QC KC AC 6H 7H 8H 9H 10H JH QH KH AH"


@pytest.mark.parametrize(
    ("lines", "options", "cards"),
    [
        ("without c where short and rank of c < 9", {}, ALL),
        ("without c where short and rank of c < 9", {"short": True}, "9C 10C JC QC KC AC 9H 10H JH QH KH AH"),
        ("without c where order of suit of c > num_suits", {"num_suits": 1}, "6C 7C 8C 9C 10C JC QC KC AC"),
        ("without c where c is hearts\n without c where c is not A\n without A of hearts", {}, "AC"),
        ("copies 2\n without c where c is not 6 of hearts", {}, "6H 6H"),
        ("jokers 1\n without c where rank of c < A or c is hearts", {}, "AC JK"),
    ],
)
def test_cards_that_are_left_out(lines: str, options: dict[str, bool | int | str], cards: str, tmp_path: Path) -> None:
    table = game(tmp_path, lines, options).cards
    assert [table.card_text(card) for card in range(table.size)] == cards.split()


def test_only_cards_of_the_pack_are_dealt(tmp_path: Path) -> None:
    made = game(tmp_path, "without c where order of suit of c > num_suits", {"num_suits": 1})
    state = made.start(0)
    assert {made.cards.suit[move.args[0]] for move in made.legal_moves(state)} == {0}
