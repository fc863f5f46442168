"""Whole matches are played as they were recorded. ``pytest --refresh-golden tests/golden`` records them anew."""

from __future__ import annotations

import json

import pytest

from tests.golden.matches import FOLDER, MATCHES, GoldenMatch, loaded, recording


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_match_is_unchanged(match: GoldenMatch, request: pytest.FixtureRequest) -> None:
    played = recording(match)
    json.loads(played.data)
    for ending, text in (("txt", played.text), ("json", played.data)):
        path = FOLDER / f"{match.name}.{ending}"
        if request.config.getoption("--refresh-golden"):
            FOLDER.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: see the docstring of this module"


def test_nothing_else_is_recorded() -> None:
    names = {match.name for match in MATCHES}
    assert len(names) == len(MATCHES)
    assert {path.stem for path in FOLDER.iterdir()} == names


@pytest.mark.parametrize("spec", sorted({match.spec for match in MATCHES}))
def test_every_number_of_players_and_every_option_is_recorded(spec: str) -> None:
    program = loaded(spec).program
    matches = [match for match in MATCHES if match.spec == spec]
    assert {match.players for match in matches if not match.options} == set(program.seats)
    assert {name for match in matches for name in match.options} == {option.name for option in program.options}


def test_entries_after_a_stage_are_recorded() -> None:
    text = (FOLDER / "joker_ru_4.txt").read_text(encoding="utf-8")
    assert "premium" in text
    assert "deduction" in text
