"""Score sheets of every game for as many as can play are 80 columns wide at most, and nothing of them is cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.bots import RandomBot
from rulespec.compiler import compile_spec
from rulespec.interpreter.game import EngineGame
from rulespec.reports.play import play
from rulespec.reports.sheet import sheet_text
from rulespec.reports.translations import LANGUAGES, catalogue
from tests.cli.process import SPECS


@pytest.mark.parametrize("spec", sorted(SPECS.glob("*.rules")), ids=lambda path: path.stem)
def test_eighty_columns(spec: Path) -> None:
    program = compile_spec(spec).program
    assert program is not None
    game = EngineGame(program, max(program.seats))
    for language in LANGUAGES:
        record = play(game, RandomBot(1), 1, 12, language)
        words = catalogue(language)
        text = sheet_text(record, words, 80)
        assert max(map(len, text.splitlines())) <= 80
        assert "…" not in text
        for seat in range(game.players):
            assert f" {words.seat(seat)}" in text


def test_a_narrow_sheet_still_shows_everything() -> None:
    program = compile_spec(SPECS / "joker_ru.rules").program
    assert program is not None
    record = play(EngineGame(program), RandomBot(1), 1, 4)
    wide, narrow = (sheet_text(record, catalogue("en"), width) for width in (80, 40))
    assert max(map(len, narrow.splitlines())) <= 40
    assert {word for word in wide.split() if word[0] in "−0123456789"} <= set(narrow.split())
