"""Whole matches are played as they were recorded. ``pytest --refresh-golden tests/golden`` records them anew."""

from __future__ import annotations

import json

import pytest

from tests.golden.matches import FOLDER, MATCHES, GoldenMatch, recording


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
