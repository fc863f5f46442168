"""Differences are told part by part."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.variants.differ import differences

HOUSE = Path("specs/house/joker_ru")


def told(first: Path, second: Path) -> list[str]:
    merged = [compile_spec(path).merged for path in (first, second)]
    assert merged[0] is not None
    assert merged[1] is not None
    return [str(difference) for difference in differences(merged[0], merged[1])]


def test_a_spec_does_not_differ_from_itself() -> None:
    for path in Path("specs").glob("*.rules"):
        assert told(path, path) == []


@pytest.mark.parametrize(
    ("overlay", "expected"),
    [
        ("strict_minus", ["option strict: false → true"]),
        ("shtanga_hand", ["line price.shtanga: -200 when taken == 0 → -100 * n when taken == 0"]),
        ("nines", ['line match.pulka_1: stage pulka_1 "Pulka 1" deals of 1..8 → stage pulka_1 "Pulka 1" 4 deals of 9']),
        ("pairs", ["in game.players: 2..4 → 4", "in game.teams added: across"]),
        ("missing_fifty", ["line price.shtanga removed (-200 when taken == 0)"]),
    ],
)  # fmt: skip
def test_an_overlay_is_told_in_words(overlay: str, expected: list[str]) -> None:
    found = told(Path("specs/joker_ru.rules"), HOUSE / f"{overlay}.rules")
    assert [line for line in expected if line not in found] == []


def test_a_long_difference_is_told_by_the_lines_that_differ(tmp_path: Path) -> None:
    spec = Path("specs/games/knockout_whist.rules").resolve()
    text = spec.read_text(encoding="utf-8")
    other = tmp_path / "other.rules"
    other.write_text(text.replace("tricks_left -= 1", "tricks_left = max(tricks_left - 1, 0)"), encoding="utf-8")
    merged = [compile_spec(path).merged for path in (spec, other)]
    assert merged[0] is not None
    assert merged[1] is not None
    (found,) = differences(merged[0], merged[1])
    assert len(str(found)) > 500
    assert list(found.told(80)) == [
        "phase hand_of:",
        "  -     tricks_left -= 1",
        "  +     tricks_left = max(tricks_left - 1, 0)",
    ]


def test_no_line_of_a_difference_is_long() -> None:
    merged = [compile_spec(Path(f"specs/{name}.rules")).merged for name in ("joker_ru", "joker_de")]
    assert merged[0] is not None
    assert merged[1] is not None
    lines = [line for difference in differences(merged[0], merged[1]) for line in difference.told(100)]
    assert max(map(len, lines)) <= 100
    assert "  -   full when taken == bid and (bid == n or tariff == minus): 100 * bid" in lines
    at = lines.index("step deal.trumps removed:")
    assert lines[at + 1] == "  -   if n == 9 {"


def test_what_one_side_removes_the_other_adds() -> None:
    there = told(Path("specs/joker_ru.rules"), HOUSE / "no_joker_answers.rules")
    back = told(HOUSE / "no_joker_answers.rules", Path("specs/joker_ru.rules"))
    assert len(there) == len(back) == 1
    assert all(" added: " in line for line in there)
    assert all(" removed " in line for line in back)
