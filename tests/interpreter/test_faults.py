"""What the checker cannot know stops a match with a place and the names of what is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulespec
from rulespec.ir.program import Location

GAME = """rules 1
game tiny {{ title en "Tiny"  players 3 }}
deck {{ suits hearts, spades  ranks 2..10 }}
pile stock          seen by none
pile spot[1..3]     seen by all
zone hand[player]   seen by owner
var many: set of player         per match
var leader: player              per match
var led[suit]: player           per match
var beside[player]: player      per match
var trump: suit?                per match
var short: list of int at most 2  per match
var row[1..3]: int              per match
var bid[player]: 0..3           per match
var n: int                      per match
schedule match {{ dealt by first of players  stage main "One deal" 1 deals of 2  winner highest of total }}
phase deal(k: int) {{
  shuffle deck into stock
  if stock is empty {{ leader = dealer  led[hearts] = dealer  beside[dealer] = dealer  trump = hearts  many += dealer }}
  run part among {seats}
}}
phase part {{
  {statement}
}}
phase bounded(k: 0..4) {{ n += k }}
phase round {{ for p in players from left of dealer {{ n += 1 }} }}
"""


def outcome(folder: Path, statement: str, seats: str = "players") -> str | None:
    """What stops the match in which the statement is run, after the text from there on; None where nothing does."""
    path = folder / "tiny.rules"
    path.write_text(GAME.format(statement=statement, seats=seats), encoding="utf-8")
    game = rulespec.load(path)
    try:
        game.match()
    except rulespec.MatchFault as fault:
        place = fault.location or Location("", 0, 0)
        line = path.read_text(encoding="utf-8").splitlines()[place.line - 1]
        return f"{line[place.column - 1 :]}: {fault.message}"
    return None


@pytest.mark.parametrize("seats", ["[]", "many"])
@pytest.mark.parametrize(
    ("statement", "at"),
    [
        ("leader = left of dealer", "left of dealer"),
        ("leader = right of dealer", "right of dealer"),
        ("leader = seat(dealer, 1)", "seat(dealer, 1)"),
        ("leader = seat(dealer, -2)", "seat(dealer, -2)"),
        ("leader = first of players", "first of players"),
        ("for p in players from left of dealer { n += 1 }", "left of dealer { n += 1 }"),
        ("cycle p in players from right of dealer until n > 5 at most 9 { n += 1 }", "right of dealer until"),
        ("give all from stock to hand starting left of dealer", "left of dealer"),
        ("award 1 to left of dealer as x", "left of dealer as x"),
        ("run round among players", "left of dealer { n += 1 }"),
    ],
)
def test_nobody_in_play(tmp_path: Path, statement: str, at: str, seats: str) -> None:
    found = outcome(tmp_path, statement, seats)
    assert found is not None
    assert found.startswith(at)
    assert found.endswith(": nobody is in play")


@pytest.mark.parametrize("seats", ["[]", "others of dealer"])
@pytest.mark.parametrize(
    "statement",
    [
        "for p in players from dealer { n += 1 }",
        "for p in others of dealer { n += 1 }",
        "cycle p in players from dealer until n > 5 at most 9 { n += 1 }",
        "give 1 each from stock to hand starting dealer",
        "give all from stock to hand starting dealer",
        "leader = seat(dealer, 0)",
        "many = highest of bid",
        "many = players - dealer",
        "n = max of bid",
        "winner players",
    ],
)
def test_what_can_be_said_of_nobody(tmp_path: Path, statement: str, seats: str) -> None:
    assert outcome(tmp_path, statement, seats) is None


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("let z = leader", "leader: 'leader' has no value yet"),
        ("leader = led[spades]", "led[spades]: 'led[spades]' has no value yet"),
        ("leader = beside[left of dealer]", "beside[left of dealer]: 'beside[P2]' has no value yet"),
        ("give 1 each from stock to hand starting leader", "leader: 'leader' has no value yet"),
        ("let z = the trump", "the trump: 'trump' is none here"),
        ("bid[dealer] = n + 4", "bid[dealer] = n + 4: 'bid' is 0..3, and this is 4"),
        ("bid[dealer] -= 1", "bid[dealer] -= 1: 'bid' is 0..3, and this is -1"),
        ("run bounded(n + 9)", "bounded(k: 0..4) { n += k }: 'k' is 0..4, and this is 9"),
        ("row[n + 4] = 1", "row[n + 4] = 1: 'row' has the numbers 1..3, and this is 4"),
        ("move top of stock to spot[n]", "spot[n]: 'spot' has the numbers 1..3, and this is 0"),
        ("n = card([5, 6], n + 3)", "card([5, 6], n + 3): there is no element number 3 among 2"),
        ("short += [1, 2, 3]", "short += [1, 2, 3]: a list of at most 2 elements, and this has 3"),
    ],
)
def test_faults_name_what_is_meant(tmp_path: Path, statement: str, message: str) -> None:
    assert outcome(tmp_path, statement) == message
