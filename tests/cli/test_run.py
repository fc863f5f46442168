"""``rulespec run`` and ``rulespec ir``: whole matches, in text and as data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.cli.process import ROOT, SPECS, rulespec

JOKER = SPECS / "joker_ru.rules"
JOKEREN = SPECS / "jokeren13.rules"
SCHEMA = json.loads((ROOT / "rulespec/schemas/run.schema.json").read_text(encoding="utf-8"))
KEYS = [
    "schema", "game", "spec_sha256", "options", "players", "seed", "deals", "entries", "totals", "winners", "decisions",
]  # fmt: skip


def played(*arguments: str | Path, code: int = 0) -> dict[str, Any]:
    """The JSON report of a match, checked against its schema."""
    result = rulespec("run", *arguments, "--format", "json")
    assert result.code == code, result.err
    data: dict[str, Any] = json.loads(result.out)
    Draft202012Validator(SCHEMA).validate(data)
    return data


@pytest.fixture(scope="module")
def joker() -> dict[str, Any]:
    return played(JOKER, "--seed", "7", "--set", "strict=true")


def test_the_report_of_a_match(joker: dict[str, Any]) -> None:
    assert list(joker) == KEYS
    assert joker["game"] == "joker_ru"
    assert joker["players"] == 4
    assert joker["seed"] == 7
    assert joker["options"] == {"strict": True, "tariff": "classic", "cutting": True}
    assert [deal["size"] for deal in joker["deals"]] == [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        *[9] * 4,
        8,
        7,
        6,
        5,
        4,
        3,
        2,
        1,
        *[9] * 4,
    ]
    assert [deal["stage"] for deal in joker["deals"]] == [
        stage for stage, count in (("pulka_1", 8), ("pulka_2", 4), ("pulka_3", 8), ("pulka_4", 4)) for _ in range(count)
    ]
    first = joker["deals"][0]["dealer"]
    assert [deal["dealer"] for deal in joker["deals"]] == [(first + number) % 4 for number in range(24)]


def test_entries_add_up(joker: dict[str, Any]) -> None:
    totals = [0] * 4
    for entry in joker["entries"]:
        totals[entry["seat"]] += entry["points"]
    assert totals == joker["totals"]
    assert joker["winners"] == [seat for seat in range(4) if totals[seat] == max(totals)]
    dealt = [(entry["deal"], entry["seat"]) for entry in joker["entries"] if entry["kind"] == "deal"]
    assert dealt == [(deal, seat) for deal in range(24) for seat in range(4)]
    for entry in joker["entries"]:
        assert entry["stage"] == joker["deals"][entry["deal"]]["stage"]
        if entry["kind"] in ("premium", "deduction"):
            assert entry["deal"] in (7, 11, 19, 23)


def test_the_same_seed_gives_the_same_match(joker: dict[str, Any]) -> None:
    assert played(JOKER, "--seed", "7", "--set", "strict=true") == joker
    assert played(JOKER, "--seed", "8", "--set", "strict=true")["entries"] != joker["entries"]


def test_a_printed_program_plays_the_same_match(joker: dict[str, Any], tmp_path: Path) -> None:
    for ending in ("json", "yaml"):
        printed = rulespec("ir", JOKER, "--format", ending)
        assert printed.code == 0, printed.err
        path = tmp_path / f"program.{ending}"
        path.write_text(printed.out, encoding="utf-8")
        again = played(path, "--seed", "7", "--set", "strict=true")
        assert {**again, "spec_sha256": joker["spec_sha256"]} == joker


def test_the_digest_names_the_texts(joker: dict[str, Any], tmp_path: Path) -> None:
    assert played(JOKER, "--deals", "1")["spec_sha256"] == joker["spec_sha256"]
    copy = tmp_path / "joker_ru.rules"
    copy.write_text(JOKER.read_text(encoding="utf-8") + "\n# a remark\n", encoding="utf-8")
    (tmp_path / "sources").mkdir()
    sources = "sources/joker_ru.yaml"
    (tmp_path / sources).write_text((SPECS / sources).read_text(encoding="utf-8"), encoding="utf-8")
    changed = played(copy, "--deals", "1")
    assert changed["spec_sha256"] != joker["spec_sha256"]


def test_eight_deals_of_the_other_game() -> None:
    data = played(JOKEREN, "--players", "3", "--seed", "2")
    assert [deal["size"] for deal in data["deals"]] == [13] * 8
    assert data["winners"] == [seat for seat in range(3) if data["totals"][seat] == min(data["totals"])]
    assert len(data["entries"]) == 24


def test_deals_can_be_limited() -> None:
    data = played(JOKER, "--deals", "2")
    assert [deal["size"] for deal in data["deals"]] == [1, 2]
    assert {entry["deal"] for entry in data["entries"]} == {0, 1}
    assert data["winners"] == []
    assert "unfinished" not in data
    whole = played(JOKER, "--deals", "24")
    assert whole == played(JOKER)
    assert whole["winners"]


def test_premiums_after_the_last_deal_of_a_stage_are_in_a_limited_match() -> None:
    whole = played(JOKER)
    part = played(JOKER, "--deals", "8")
    assert part["entries"] == [entry for entry in whole["entries"] if entry["deal"] < 8]


@pytest.mark.parametrize(("limit", "most"), [("--max-decisions", "30"), ("--max-steps", "5")])
def test_a_match_without_fuel_is_unfinished(limit: str, most: str) -> None:
    data = played(JOKER, limit, most, code=1)
    assert data["unfinished"]
    assert data["winners"] == []
    assert len(data["totals"]) == 4
    text = rulespec("run", JOKER, limit, most, "--quiet")
    assert text.code == 1
    assert "unfinished: " in text.out
    assert "total: P1" in text.out


def test_text_is_plain_and_narrow() -> None:
    result = rulespec("run", JOKER, "--deals", "9")
    assert result.code == 0
    assert result.err == ""
    assert "\x1b" not in result.out
    assert max(map(len, result.out.splitlines())) <= 80
    assert "Pulka 1 · deal 8 · cards: 8" in result.out
    assert "Pulka 2 · deal 9 · cards: 9" in result.out
    assert "bids/won points" in result.out
    assert "stopped after deals: 9" in result.out


def test_quiet_prints_the_sheet_only() -> None:
    loud = rulespec("run", JOKER, "--lang", "ru").out
    quiet = rulespec("run", JOKER, "--lang", "ru", "--quiet").out
    head, *sheet = quiet.splitlines()
    assert loud.startswith(head)
    assert loud.endswith("\n".join(sheet) + "\n")
    assert len(quiet) < len(loud) / 3
    assert quiet.startswith("Джокер")
    assert "итого" in quiet


def test_a_house_rule_on_top(tmp_path: Path) -> None:
    house = tmp_path / "friday.rules"
    house.write_text("rules 1\nset tariff = minus\nset price.shtanga = -100 * n\ndrop bid.hook\n", encoding="utf-8")
    data = played(JOKER, "--with", house)
    assert data["options"]["tariff"] == "minus"
    assert data["spec_sha256"] != played(JOKER, "--deals", "1")["spec_sha256"]
    house.write_text("rules 1\ndrop bid.hok\n", encoding="utf-8")
    result = rulespec("run", JOKER, "--with", house)
    assert result.code == 1
    assert "friday.rules:2:" in result.err
    assert "did you mean" in result.err
    assert result.out == ""


def test_a_spec_with_mistakes_is_not_played(tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text(JOKER.read_text(encoding="utf-8").replace("leader = eldest", "leeder = eldest"), encoding="utf-8")
    result = rulespec("run", path)
    assert result.code == 1
    assert "broken.rules:" in result.err
    assert "^" in result.err
    assert result.out == ""


def test_a_library_is_not_played() -> None:
    result = rulespec("run", ROOT / "rulespec/std/tricks.rules")
    assert result.code == 2
    assert "library" in result.err


def test_given_totals_are_the_games_own() -> None:
    """What the report adds up from its entries is what the game itself counts."""
    from rulespec.bots import RandomBot
    from rulespec.cli.common import load
    from rulespec.interpreter.game import EngineGame
    from rulespec.reports.play import play

    game = EngineGame(load(JOKER).program)
    record = play(game, RandomBot(3), 3)
    bot = RandomBot(3)
    state = game.start(3)
    while not game.is_over(state):
        state = game.apply(state, bot.choose(game.legal_moves(state)))
    assert record.totals == game.totals(state)
    assert record.winners == game.winners(state)


def test_the_heading_is_folded() -> None:
    result = rulespec("run", SPECS / "games" / "hearts.rules", "--quiet")
    assert result.code == 0
    first, second = result.out.splitlines()[:2]
    assert first.startswith("Hearts · players: 4")
    assert second.startswith("    ")
    assert max(map(len, result.out.splitlines())) <= 80
