"""``rulespec`` as a library."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import rulespec
from tests.cli.process import ROOT, SPECS

JOKER = SPECS / "joker_ru.rules"


@pytest.fixture(scope="module")
def game() -> rulespec.Game:
    return rulespec.load(JOKER, players=3, options={"strict": True, "cutting": False})


def play(match: rulespec.Match, count: int) -> None:
    """Makes so many moves, the last one offered each time."""
    for _ in range(count):
        match.step(match.moves[-1])


def test_what_is_public_is_there() -> None:
    for name in rulespec.__all__:
        assert getattr(rulespec, name) is not None
    assert sorted(rulespec.__all__) == list(rulespec.__all__) or set(rulespec.__all__) == set(dir(rulespec))
    with pytest.raises(AttributeError, match="lode"):
        _ = rulespec.lode


def test_every_public_name_is_documented() -> None:
    page = (ROOT / "docs/reference/embedding.md").read_text(encoding="utf-8")
    for name in rulespec.__all__:
        assert f"`{name}" in page, f"docs/reference/embedding.md does not speak of {name}"
    for cls in (rulespec.Game, rulespec.Match, rulespec.Move):
        for name, member in vars(cls).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                assert f"`{name}" in page, f"docs/reference/embedding.md does not speak of {cls.__name__}.{name}"


def test_importing_is_fast() -> None:
    code = "import sys, rulespec; print(sorted(m for m in sys.modules if m.startswith('rulespec') or m == 'lark'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['rulespec']"


def test_a_game_knows_what_it_is(game: rulespec.Game) -> None:
    assert (game.name, game.players) == ("joker_ru", 3)
    assert game.options == {"strict": True, "tariff": "classic", "cutting": False}
    assert game.title() == "Joker"
    assert game.title("ru") == "Джокер"
    assert game.title("de") == "Joker"
    assert game.warnings == ()


def test_moves_are_values_with_words(game: rulespec.Game) -> None:
    match = game.match(seed=4)
    moves = match.moves
    assert [move.name for move in moves] == ["bid", "bid"]
    assert [move.args for move in moves] == [{"n": 0}, {"n": 1}]
    assert {move.seat for move in moves} == {match.seat}
    assert str(moves[0]) == f"P{moves[0].seat + 1} bids 0"
    assert moves[1].text(names=["Ann", "Bob", "Cy"]).endswith(" bids 1")
    assert moves == match.moves
    assert len({*moves, *match.moves}) == 2
    written = moves[1].to_json()
    assert written == {"move": "bid", "args": {"n": 1}}
    json.dumps(written)
    before = str(moves[1])
    match.step(written)
    assert match.decisions == [written]
    assert str(moves[1]) == before


def test_letters_of_cards(game: rulespec.Game) -> None:
    pack = (
        "AH KS QD JC 10H 9H 8H 7H 6H AS QS JS 10S 9S 8S 7S 6S "
        "AD KD JD 10D 9D 8D 7D 6D AC KC QC 10C 9C 8C 7C 6C KH QH JH"
    )
    match = game.match(decks=[pack, pack])
    while match.moves[0].name != "play":
        match.step(match.moves[0])
    move = next(move for move in match.moves if move.name == "play")
    card = move.args["c"]
    letter = {"A": ("Т", "A"), "K": ("К", "K"), "Q": ("Д", "D"), "J": ("В", "B")}[card[0]]
    assert f" {letter[0]}" in move.text("ru")
    assert f" {letter[1]}" in move.text("de")


def test_illegal_moves_say_why(game: rulespec.Game) -> None:
    match = game.match(seed=4)
    with pytest.raises(rulespec.IllegalMove) as caught:
        match.step({"move": "bid", "args": {"n": 2}})
    assert [refusal.path for refusal in caught.value.refusals] == ["bid.n"]
    assert match.decisions == []
    assert match.why_not({"move": "bid", "args": {"n": 0}}) == []
    with pytest.raises(rulespec.MoveFormatError, match="did you mean bid"):
        match.step({"move": "bit", "args": {}})
    with pytest.raises(rulespec.MoveFormatError):
        match.why_not({"move": "bid", "args": {"n": "two"}})


def test_a_view_shows_no_others_cards(game: rulespec.Game) -> None:
    match = game.match(seed=4)
    view = match.view(1).to_json()
    hands = {place["spot"]["index"][0]: place for place in view["places"] if place["spot"]["name"] == "hand"}
    assert [hands[seat]["size"] for seat in range(3)] == [1, 1, 1]
    assert len(hands[1]["cards"]) == 1
    assert hands[0]["cards"] == hands[2]["cards"] == []
    json.dumps(view)
    with pytest.raises(ValueError, match="seat 3"):
        match.view(3)


def test_matches_go_their_own_way(game: rulespec.Game) -> None:
    one = game.match(seed=4)
    play(one, 5)
    other = one.copy()
    play(other, 6)
    assert len(one.decisions) == 5
    assert len(other.decisions) == 11
    assert other.decisions[:5] == one.decisions
    play(one, 6)
    assert one.decisions == other.decisions
    assert one.entries == other.entries


def test_to_the_end(game: rulespec.Game, tmp_path: Path) -> None:
    match = game.match(seed=4)
    while not match.over:
        match.step(match.moves[0])
    assert match.seat is None
    assert match.moves == []
    assert match.winners
    assert sum(entry.points for entry in match.entries if entry.seat == 0) == match.totals[0]
    sheet = match.sheet()
    assert max(map(len, sheet.splitlines())) <= 80
    assert "\x1b" not in sheet
    assert "total: P1" in sheet
    assert "итого: И1" in match.sheet(language="ru")
    assert "Pulka 1 · deal 1" in match.transcript()
    match.save(tmp_path / "m.jsonl")
    again = rulespec.load_match(tmp_path / "m.jsonl")
    assert (again.totals, again.winners, again.entries) == (match.totals, match.winners, match.entries)
    assert again.game.options == game.options


def test_a_saved_match_goes_on_as_it_would_have(game: rulespec.Game, tmp_path: Path) -> None:
    match = game.match(seed=9)
    play(match, 40)
    match.save(tmp_path / "m.jsonl")
    again = rulespec.load_match(tmp_path / "m.jsonl")
    for _ in range(100):
        move = match.moves[-1]
        match.step(move)
        again.step(move.to_json())
    assert again.totals == match.totals
    assert again.view(0) == match.view(0)


def test_house_rules(tmp_path: Path) -> None:
    house = tmp_path / "friday.rules"
    house.write_text("rules 1\nset tariff = minus\n", encoding="utf-8")
    assert rulespec.load(JOKER, overlays=[house]).options["tariff"] == "minus"
    house.write_text("rules 1\nset tarif = minus\n", encoding="utf-8")
    with pytest.raises(rulespec.SpecError) as caught:
        rulespec.load(str(JOKER), overlays=[str(house)])
    assert "friday.rules:2:5" in str(caught.value)
    assert "did you mean" in str(caught.value)
    assert caught.value.diagnostics[0].code.startswith("RS")


def test_what_cannot_be_loaded(tmp_path: Path) -> None:
    with pytest.raises(rulespec.SpecError, match="no such file"):
        rulespec.load(tmp_path / "nothing.rules")
    with pytest.raises(rulespec.SpecError, match="library"):
        rulespec.load(ROOT / "rulespec/std/tricks.rules")
    with pytest.raises(rulespec.SetupError, match="7"):
        rulespec.load(JOKER, players=7)
    with pytest.raises(rulespec.SetupError, match="did you mean strict"):
        rulespec.load(JOKER, options={"strikt": True})
    with pytest.raises(ValueError, match="36 cards"):
        rulespec.load(JOKER).match(decks=["AH KH"])


def before_a_fault(match: rulespec.Match) -> rulespec.Match:
    """The match one move before the spec cannot go on."""
    while True:
        other = match.copy()
        try:
            other.step(other.moves[0])
        except rulespec.MatchFault:
            return match
        match = other


def test_a_fault_leaves_the_match_as_it_was() -> None:
    match = rulespec.load(JOKER, limits=rulespec.Limits(decisions=6)).match()
    match = before_a_fault(match)
    with pytest.raises(rulespec.MatchFault) as caught:
        match.step(match.moves[0])
    assert caught.value.kind == "decisions"
    count = len(match.decisions)
    sheet = match.sheet()
    with pytest.raises(rulespec.MatchFault):
        match.step(match.moves[0])
    assert len(match.decisions) == count
    assert match.sheet() == sheet
