"""Transcript, sheet and report of matches written by hand."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

import rulespec
from rulespec.reports.json_report import report
from rulespec.reports.record import DealReplayed, DealStart, MatchRecord, Moved, SheetEntry, Shown
from rulespec.reports.sheet import blocks, print_sheet
from rulespec.reports.transcript import transcript
from rulespec.reports.translations import catalogue

ENGLISH = catalogue("en")


def a_match() -> MatchRecord:
    """Two seats, two deals of stage one and a premium after them, one deal of stage two."""
    record = MatchRecord("toy", "Toy", 2, 5, {"strict": True, "price": 3})
    entries = [
        SheetEntry("one", 0, 0, None, "deal", 100, (("wanted", 1), ("got", 1))),
        SheetEntry("one", 0, 1, None, "deal", -200, (("wanted", 2), ("got", 0))),
        SheetEntry("one", 1, 0, None, "deal", 50, (("wanted", 0), ("got", 0))),
        SheetEntry("one", 1, 1, None, "deal", 10, (("wanted", None), ("got", 1))),
        SheetEntry("one", 1, 0, None, "premium", 100),
        SheetEntry("one", 1, 1, None, "deduction", -10),
        SheetEntry("two", 2, 0, None, "deal", 7),
        SheetEntry("two", 2, 1, None, "deal", 8),
    ]
    record.entries = entries
    record.happenings = [
        DealStart(0, 0, 0, "one", "Stage 1", 1, 0),
        Shown("turned", None, "6H"),
        Moved(1, "say", "says 2"),
        Moved(0, "say", "says 1"),
        Moved(1, "lay", "lays KS"),
        Moved(0, "lay", "lays AS"),
        *entries[:2],
        DealStart(1, 0, 1, "one", "Stage 1", 2, 1),
        Moved(0, "draw", "draws"),
        Moved(0, "drop", "drops 2C"),
        Moved(1, "draw", "draws"),
        Moved(1, "drop", "drops 3C"),
        *entries[2:6],
        DealStart(2, 0, 2, "two", "Stage 2", 3, None),
        DealReplayed(2),
        *entries[6:],
    ]
    record.deals = [happening for happening in record.happenings if isinstance(happening, DealStart)]
    record.totals = (257, -192)
    record.winners = (0,)
    record.decisions = 8
    return record


def sheet_text(record: MatchRecord, language: str = "en", **console: bool) -> str:
    out = io.StringIO()
    print_sheet(record, catalogue(language), Console(file=out, width=80, highlight=False, **console))  # type: ignore[arg-type]
    return out.getvalue()


def test_transcript() -> None:
    lines = [line.rstrip() for line in transcript(a_match(), ENGLISH)]
    assert lines == [
        "Toy · players: 2 · strict=yes · price=3 · seed 5",
        "",
        "Stage 1 · deal 1 · cards: 1 · dealer: P1",
        "  turned: 6H",
        "  P2 says 2 · P1 says 1",
        "  P2 lays KS · P1 lays AS",
        "  = deal (wanted/got): P1 1/1 +100 · P2 2/0 −200",
        "",
        "Stage 1 · deal 2 · cards: 2 · dealer: P2",
        "  P1 draws, drops 2C",
        "  P2 draws, drops 3C",
        "  = deal (wanted/got): P1 0/0 +50 · P2 –/1 +10",
        "  = premium: P1 +100",
        "  = deduction: P2 −10",
        "",
        "Stage 2 · deal 3 · cards: 3 · dealer: nobody",
        "  deal 3 ↻",
        "  = deal: P1 +7 · P2 +8",
    ]


def test_a_round_opened_by_who_moved_last_begins_a_line() -> None:
    record = MatchRecord("toy", "Toy", 2, 0, {})
    record.happenings = [
        Moved(0, "name", "names hearts"),
        Moved(0, "say", "says 1"),
        Moved(1, "say", "says 2"),
        Moved(1, "lay", "lays 2S"),
        Moved(0, "lay", "lays 3S"),
        Moved(0, "lay", "lays 4S"),
        Moved(1, "lay", "lays 5S"),
    ]
    assert list(transcript(record, ENGLISH))[1:] == [
        "  P1 names hearts",
        "  P1 says 1 · P2 says 2",
        "  P2 lays 2S · P1 lays 3S",
        "  P1 lays 4S · P2 lays 5S",
    ]


def test_long_lines_are_broken() -> None:
    record = MatchRecord("toy", "Toy", 4, 0, {})
    long = "lays " + " ".join(f"{number}S" for number in range(2, 40))
    record.happenings = [Moved(0, "lay", long), *(Moved(seat, "say", "says many words " * 2) for seat in range(4))]
    lines = list(transcript(record, ENGLISH))
    assert all(len(line) <= 80 for line in lines)
    together = "".join(lines)
    for number in range(2, 40):
        assert f"{number}S" in together


def test_blocks_have_a_row_a_deal_and_a_row_a_kind() -> None:
    one, two = blocks(a_match())
    assert [(row.kind, row.deal.deal, row.first) for row in one.rows] == [
        ("deal", 0, True),
        ("deal", 1, True),
        ("premium", 1, False),
        ("deduction", 1, False),
    ]
    assert [(row.kind, row.deal.deal) for row in two.rows] == [("deal", 2)]


def test_sheet() -> None:
    text = sheet_text(a_match())
    assert [line.rstrip() for line in text.splitlines()] == [
        "",
        "Stage 1 · deal · wanted/got points",
        "deal        │        P1 │        P2",
        "────────────┼───────────┼──────────",
        " 1 ×1 P1    │ 1/1   100 │ 2/0  −200",
        " 2 ×2 P2    │ 0/0    50 │ –/1    10",
        "  premium   │      +100 │",
        "  deduction │           │       −10",
        "────────────┼───────────┼──────────",
        "total       │       250 │      −200",
        "",
        "Stage 2 · deal · points",
        "deal        │        P1 │        P2",
        "────────────┼───────────┼──────────",
        " 3 ×3       │         7 │         8",
        "────────────┼───────────┼──────────",
        "total       │       257 │      −192",
        "",
        "total: P1 257 · P2 −192",
        "winner: P1",
    ]


@pytest.mark.parametrize(("language", "word"), [("ru", "итого: И1 257"), ("de", "Summe: S1 257")])
def test_sheet_in_other_languages(language: str, word: str) -> None:
    assert word in sheet_text(a_match(), language)


def test_sheet_fits_eighty_columns_with_four_players_and_long_names() -> None:
    record = MatchRecord("toy", "Toy", 4, 0, {})
    record.deals = [DealStart(0, 0, 0, "one", "Stage", 9, 0)]
    record.entries = [
        SheetEntry("one", 0, seat, None, kind, -1000, (("wanted", 9), ("got", 9)) if kind == "deal" else ())
        for kind in ("deal", "a_deduction_of_note")
        for seat in range(4)
    ]
    record.totals = (-2000,) * 4
    record.winners = (0, 1, 2)
    text = sheet_text(record)
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("9/9  −1000") == 4
    assert "winners: P1, P2, P3" in text


def test_colour_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" not in sheet_text(a_match())
    coloured = sheet_text(a_match(), force_terminal=True)
    assert "\x1b[31m" in coloured or ";31m" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    plain = sheet_text(a_match(), force_terminal=True)
    assert "31m" not in plain


def test_unfinished_and_stopped() -> None:
    record = a_match()
    record.winners = ()
    record.unfinished = "toy.rules:3:1: too many decisions"
    assert "unfinished: toy.rules:3:1: too many decisions" in sheet_text(record)
    assert report(record, "0" * 64)["unfinished"] == record.unfinished
    record.unfinished = None
    record.stopped = True
    assert "stopped after deals: 3" in sheet_text(record)
    assert "unfinished" not in report(record, "0" * 64)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "nobody has won"), ("ru", "не выиграл никто"), ("de", "niemand hat gewonnen")]
)
def test_a_match_that_nobody_has_won(language: str, words: str) -> None:
    record = a_match()
    record.winners = ()
    assert words not in sheet_text(record, language)
    record.over = True
    assert sheet_text(record, language).splitlines()[-1] == words


def test_where_nothing_gives_points_there_is_no_sheet() -> None:
    record = MatchRecord("toy", "Toy", 2, 0, {}, scored=False, winners=(1,), totals=(0, 0))
    record.deals = [DealStart(0, 0, 0, "one", "Stage 1", 1, 0)]
    assert sheet_text(record).split("\n") == ["", "winner: P2", ""]


UNSCORED = """rules 1
game tiny { title en "Tiny"  players 2 }
deck { suits hearts, spades  ranks 7..10 }
pile stock seen by none
zone hand[player] seen by owner
var won[player]: int per match
schedule match { dealt by first of players  stage main "One" 1 deals of 4  winner WINNER }
phase deal(n: int) {
  shuffle deck into stock
  give n each from stock to hand starting dealer
  for p in players { won[p] = count(c in hand[p] where c is hearts) }
  AWARDS
}
"""


@pytest.mark.parametrize(
    ("winner", "awards", "told"),
    [
        ("those(p in players where won[p] > 9)", "", ["nobody has won"]),
        ("highest of won, ties sheet_order", "", ["winner: P1"]),
        ("highest of total", "for p in players { award won[p] to p as tricks }", [" 1 ×4 P1 │  2 │  2"]),
        ("highest of total", "for p in players { award 2 * won[p] to p as tricks }", [" 1 ×4 P1 │ 2  4 │ 2  4"]),
    ],
)
def test_what_is_scored_is_told(tmp_path: Path, winner: str, awards: str, told: list[str]) -> None:
    path = tmp_path / "tiny.rules"
    path.write_text(UNSCORED.replace("WINNER", winner).replace("AWARDS", awards), encoding="utf-8")
    match = rulespec.load(path).match(4)
    text = match.sheet().splitlines()
    assert told == text or (awards and told[0] in text)


def test_teams_have_entries_and_totals() -> None:
    record = MatchRecord("toy", "Toy", 4, 0, {}, teams=2)
    record.deals = [DealStart(0, 0, 0, "one", "Stage", 1, 0)]
    record.entries = [SheetEntry("one", 0, None, 1, "game", 10), SheetEntry("one", 0, 2, None, "fine", -3)]
    record.totals = (-3, 10)
    record.winners = (1, 3)
    text = sheet_text(record)
    assert "total: T1 −3 · T2 10" in text
    assert "winners: P2, P4" in text
    first, second = report(record, "0" * 64)["entries"]
    assert first == {"stage": "one", "deal": 0, "seat": None, "team": 1, "kind": "game", "points": 10}
    assert "team" not in second
