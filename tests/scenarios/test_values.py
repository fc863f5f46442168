"""How values are written: sets, lists, all the values of an index, nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.scenarios.runner import Runner
from rulespec.scenarios.scenario_files import load_scenarios

GAME = """rules 1
game kept { title en "Kept"  players 3 }
deck { suits hearts, spades  ranks 7..10 }
pile stock          seen by none
pile heap           seen by all
zone hand[player]   seen by owner
var dogs: set of player               per match
var seen: set of suit                 per match
var order_out: list of int at most 4  per match
var laid: list of card at most 4      per match
var won[player]: int                  per match
var pets[player]: set of suit         per match
var grid[player, suit]: int           per match
schedule match { dealt by first of players  stage main "One" 1 deals of 2  winner dogs }
rule friends: set of player = players - dealer
phase deal(n: int) {
  shuffle deck into stock
  give n each from stock to hand starting dealer
  ask dealer: go
}
move go(s in suits) {
  forbid dull when s in seen or size of order_out > 3 or size of laid > 3 or s in pets[actor] "{s} again"
  forbid late when won[actor] > 3 or grid[actor, s] > 3 "too late"
  do { dogs += actor  seen += s  order_out += 1  won[actor] += 1  pets[actor] += s  grid[actor, s] += 1
       laid += top of heap otherwise the find(c in hand[actor]) }
}
"""


def outcomes(folder: Path, *steps: str) -> list[str]:
    """What is wrong with the steps, each message, and without its place."""
    (folder / "kept.rules").write_text(GAME, encoding="utf-8")
    path = folder / "kept.scenario.yaml"
    text = "".join(f"      - {step}\n" for step in steps)
    path.write_text(f"spec: kept.rules\nrest: stock\nscenarios:\n  - name: it\n    steps:\n{text}", encoding="utf-8")
    program = compile_spec(folder / "kept.rules").program
    assert program is not None
    (outcome,) = Runner(program).run(load_scenarios(path))
    return [failure.message for failure in outcome.failures]


@pytest.mark.parametrize(
    ("written", "others"),
    [
        ("dogs: [0, 2]", ["dogs: [2, 0]", 'dogs: "0 2"', 'dogs: "[0, 2]"', "dogs: [0 2]"]),
        ("dogs: []", ["dogs: none", 'dogs: ""', 'dogs: "[]"', "dogs: null"]),
        ("seen: [hearts, spades]", ["seen: spades hearts", "seen: [spades hearts]"]),
        ("order_out: [3, 3, 0]", ["order_out: 3 3 0", "order_out: [3 3 0]"]),
        ("order_out: []", ["order_out: none"]),
        ("laid: [7H, 9S]", ["laid: 7H 9S", "laid: [7H 9S]"]),
        ("won: [3, 3, 0]", ["won: {0: 3, 1: 3, 2: 0}"]),
        ("pets: [[], [hearts], [hearts, spades]]", ["pets: {0: none, 1: hearts, 2: [spades hearts]}"]),
        ("pets: {2: [hearts]}", ["pets: [[], [], [hearts]]", "pets: [none, none, hearts]"]),
    ],
)
def test_ways_to_write_a_value(tmp_path: Path, written: str, others: list[str]) -> None:
    """All of them are accepted in both steps, and mean the same."""
    for one in (written, *others):
        for other in (written, *others):
            assert outcomes(tmp_path, f"set: {{{one}}}", f"expect: {{vars: {{{other}}}}}") == []


@pytest.mark.parametrize(
    ("held", "expected", "message"),
    [
        ("dogs: [1]", "dogs: [0, 2]", "vars: dogs: expected [0 2], found [1]"),
        ("dogs: []", "dogs: [1]", "vars: dogs: expected [1], found []"),
        ("seen: [hearts, spades]", "seen: none", "vars: seen: expected none, found [hearts spades]"),
        ("order_out: [3, 1]", "order_out: [1, 3]", "vars: order_out: expected [1 3], found [3 1]"),
        ("laid: [7H, 9S]", "laid: [9S, 7H]", "vars: laid: expected [9S 7H], found [7H 9S]"),
        ("won: [3, 3, 0]", "won: [3, 2, 0]", "vars: won.1: expected 2, found 3"),
        ("pets: {1: [hearts]}", "pets: [[], [], []]", "vars: pets.1: expected [], found [hearts]"),
    ],
)
def test_what_a_failure_prints_is_accepted(tmp_path: Path, held: str, expected: str, message: str) -> None:
    assert outcomes(tmp_path, f"set: {{{held}}}", f"expect: {{vars: {{{expected}}}}}") == [message]
    name, index, found = re.fullmatch(r"vars: (\w+)(?:\.(\d))?: .*, found (.*)", message).groups()  # type: ignore[union-attr]
    again = f"{name}: {found}" if index is None else f"{name}: {{{index}: {found}}}"
    assert outcomes(tmp_path, f"set: {{{held}}}", f"expect: {{vars: {{{again}}}}}") == []


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("set: {won: [3, 3]}", "won has 3 values, and 2 are listed"),
        ("set: {won: 3}", "won has an index: write a mapping from index to value, or a list of all its values"),
        ("set: {grid: [3, 3]}", "grid has an index"),
        ("set: {dogs: {0: 1}}", "dogs has no index: write its value"),
        ('set: {"won[0]": 3}', "an index is written as a mapping: won: {0: …}"),
        ('expect: {vars: {"won[0]": 3}}', "vars: an index is written as a mapping: won: {0: …}"),
        ('set: {"wan[0]": 3}', "there is no variable 'wan[0]'"),
        ("set: {dogs: [0, 3]}", "3 is not between 0 and 2"),
        ("set: {won: [[1], 2, 3]}", "'[1]' is not a number"),
        ("set: {laid: [7H, 7H]}", "'[7H 7H]' names a card more often than there are copies"),
        ("expect: {rules: {friends: [1]}}", "rules: friends: expected [1], found [1 2]"),
        ("expect: {places: {heap: 7H}}", "places: heap: expected 7H; found none"),
        ("expect: {refused: {go hearts: go.dul}}", "'go hearts': there is no clause 'go.dul'; did you mean go.dull?"),
        ("expect: {refused: {go hearts: [go.dull, go.latr]}}", "there is no clause 'go.latr'; did you mean go.late?"),
        ("expect: {refused: {go hearts: {by: nothing}}}", "there is no clause 'nothing'"),
    ],
)
def test_what_cannot_stand(tmp_path: Path, step: str, message: str) -> None:
    (found,) = outcomes(tmp_path, step)
    assert message in found


@pytest.mark.parametrize("nothing", ["none", '""'])
def test_no_card(tmp_path: Path, nothing: str) -> None:
    steps = [f"place: {{hand: {{0: {nothing}}}}}", f"expect: {{places: {{hand: {{0: {nothing}}}, heap: none}}}}"]
    assert outcomes(tmp_path, *steps, f"expect: {{views: {{0: {{hand: {{0: {nothing}}}}}}}}}") == []


def test_values_of_rules(tmp_path: Path) -> None:
    assert outcomes(tmp_path, "expect: {rules: {friends: [1, 2]}}", "expect: {rules: {friends: 1 2}}") == []


def test_a_deck_from_the_top(tmp_path: Path) -> None:
    """What is not listed follows."""
    text = """\
spec: kept.rules
scenarios:
  - name: it
    decks: ["9H 8S"]
    steps: [expect: {places: {hand: {0: 9H 8H, 1: 8S 10H, 2: 7H 7S}}}]
"""
    (tmp_path / "kept.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "deck.scenario.yaml").write_text(text, encoding="utf-8")
    program = compile_spec(tmp_path / "kept.rules").program
    assert program is not None
    (outcome,) = Runner(program).run(load_scenarios(tmp_path / "deck.scenario.yaml"))
    assert [failure.message for failure in outcome.failures] == []
