"""``rulespec why``: legal or not; what refuses, where it stands, after what source, and which values made it hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from rulespec.scenarios.model import Scenario, ScenarioFile, Step
from rulespec.scenarios.runner import Runner
from rulespec.scenarios.scenario_files import load_scenarios
from rulespec.scenarios.why_refused import Answer, ExplainError, explain, find
from rulespec.sources import load_sources
from tests.cli.process import ROOT, SPECS, rulespec

JOKER = SPECS / "joker_ru.rules"
BIDDING = "specs/scenarios/joker_ru/bidding.scenario.yaml"


def test_a_refused_move() -> None:
    result = rulespec("why", JOKER, f"{BIDDING}#four cards and three bids of one", "bid", "1")
    assert result.code == 1
    text = " ".join(result.out.split())
    assert "seat 3 decides · bid 1 · P4 bids 1 refused" in text
    assert "bid.hook: the bids may not add up to 4 std/hook:" in text
    assert "R28: The dealer" in text
    assert "sources/joker_ru.yaml:" in text
    assert "convention HOOK:" in text
    for value in ("actor = 3", "dealer = 3", "bid_so_far = 3", "n = 1", "hand_size = 4"):
        assert f"    {value}\n" in result.out


def test_what_is_made_of_all_values_of_a_variable(tmp_path: Path) -> None:
    (tmp_path / "tiny.rules").write_text(SUMS, encoding="utf-8")
    path = tmp_path / "tiny.scenario.yaml"
    text = "spec: tiny.rules\nscenarios: [{name: it, steps: [{set: {won: [3, 1]}}]}]\n"
    path.write_text(text, encoding="utf-8")
    result = rulespec("why", tmp_path / "tiny.rules", path, "knock")
    assert result.code == 1
    because = result.out.partition("because:\n")[2].splitlines()
    assert because == ["    sum of won = 4", "    won = [3 1]", "    max of won = 3", "    size_of_hand = 2"]


SUMS = """rules 1
game tiny { title en "Tiny"  players 2 }
deck { suits hearts, spades  ranks 7..10 }
pile stock seen by none
zone hand[player] seen by owner
var won[player]: int per match
schedule match { dealt by first of players  stage main "One" 1 deals of 2  winner highest of won }
rule size_of_hand: int = size of hand[first of players]
phase deal(n: int) {
  shuffle deck into stock
  give n each from stock to hand starting dealer
  ask dealer: knock or pass
}
move knock { forbid early when sum of won > 3 and max of won > size_of_hand "too early"  do { won[actor] += 1 } }
move pass
"""


def test_a_legal_move() -> None:
    result = rulespec("why", JOKER, f"{BIDDING}#2", "bid 2")
    assert result.code == 0
    assert result.out.endswith("\nlegal\n")


def test_a_value_outside_its_domain() -> None:
    result = rulespec("why", JOKER, f"{BIDDING}#2", "bid", "9")
    assert result.code == 1
    assert "bid.n: n can only be a number from 0 to 4 here" in result.out
    assert "it may be: 0 1 2 3 4" in result.out


def test_a_move_that_is_not_offered() -> None:
    result = rulespec("why", JOKER, f"{BIDDING}#2", "play", "7H")
    assert result.code == 1
    assert "play: play is not offered now" in result.out


def test_data() -> None:
    result = rulespec("why", JOKER, f"{BIDDING}#2", "bid 1", "--format", "json")
    data = json.loads(result.out)
    assert result.code == 1
    assert data["legal"] is False
    (reason,) = data["reasons"]
    assert reason["path"] == "bid.hook"
    assert reason["values"] == {"actor": 3, "dealer": 3, "bid_so_far": 3, "n": 1, "hand_size": 4}
    assert [cite["number"] for cite in reason["cites"]] == ["R28", "R28"]
    assert reason["line"] > 0


def test_house_rules_are_asked_too(tmp_path: Path) -> None:
    house = tmp_path / "free.rules"
    house.write_text("rules 1\ndrop bid.hook\n", encoding="utf-8")
    assert rulespec("why", JOKER, f"{BIDDING}#2", "bid 1", "--with", house).code == 0


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("2", "four cards and three bids of one"),
        ("four cards and three bids of one", "four cards and three bids of one"),
        ("FOUR CARDS", "four cards and three bids of one"),
    ],
)
def test_scenarios_by_name_and_number(name: str, found: str) -> None:
    scenario, case = find(load_scenarios(ROOT / BIDDING), name)
    assert (scenario.name, case) == (found, None)


def test_cases_by_name_and_number() -> None:
    file = load_scenarios(SPECS / "scenarios/joker_ru/dealing.scenario.yaml")
    scenario, case = find(file, "1.2")
    assert case is not None
    assert case.name == "the pack can be cut anywhere inside"
    assert find(file, case.name) == (scenario, case)
    assert find(file, f"{scenario.name}: {case.name}") == (scenario, case)
    result = rulespec("why", JOKER, "specs/scenarios/joker_ru/dealing.scenario.yaml#1.2", "cut 36")
    assert "cut.n: n can only be a number from 1 to 35 here" in result.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((BIDDING, "bid 1"), 2, "say which scenario"),
        ((f"{BIDDING}#nothing of the kind", "bid 1"), 2, "has no scenario"),
        ((f"{BIDDING}#cards", "bid 1"), 2, "may be any of these"),
        ((f"{BIDDING}#2", "bit 1"), 2, "did you mean bid"),
        ((f"{BIDDING}#2", "bid 1 2"), 2, "takes 1 argument"),
        ((f"{BIDDING}#2", "play 77"), 2, "no card is written"),
        (("nowhere.scenario.yaml#2", "bid 1"), 3, "there is no file"),
        (("README.md", "bid 1"), 1, "README.md"),
    ],
)
def test_mistakes(arguments: tuple[str, str], code: int, message: str) -> None:
    result = rulespec("why", JOKER, *arguments)
    assert result.code == code
    assert message in result.err
    assert result.out == ""


# ---------------------------------------------------------------- whatever the scenarios say


def expectations(file: ScenarioFile) -> Iterator[tuple[Scenario, str, list[str]]]:
    """Every move that a scenario says is refused, in a scenario that ends there, and the paths it names."""
    for scenario in file.scenarios:
        runs = [scenario.steps, *((*scenario.steps, *case.steps) for case in scenario.cases)]
        for number, steps in enumerate(runs):
            for at, step in enumerate(steps):
                if step.kind == "expect" and (number == 0 or at >= len(scenario.steps)):
                    for move, wanted in step.value.get("refused", {}).items():
                        named = wanted["by"] if isinstance(wanted, dict) else wanted
                        paths = named if isinstance(named, list) else [named]
                        yield replace(scenario, steps=_up_to(steps, at), cases=()), move, paths


def _up_to(steps: tuple[Step, ...], at: int) -> tuple[Step, ...]:
    return steps[:at]


@pytest.mark.parametrize("name", ["joker_ru", "jokeren13", "joker_de"])
def test_every_refusal_of_the_scenarios_is_explained(name: str) -> None:
    program = compile_spec(SPECS / f"{name}.rules").program
    assert program is not None
    sources = load_sources(SPECS / f"sources/{name}.yaml")
    runner = Runner(program)
    answers: list[Answer] = []
    for path in sorted((SPECS / f"scenarios/{name}").glob("*.scenario.yaml")):
        for scenario, move, paths in expectations(load_scenarios(path)):
            answer = explain(runner, scenario, None, move, sources)
            assert not answer.legal
            told = {text for reason in answer.reasons for text in (reason.refusal.path, reason.refusal.kind)}
            assert {*paths} <= told, f"{scenario.spot}: {move}"
            answers.append(answer)
    reasons = [reason for answer in answers for reason in answer.reasons]
    assert len(answers) > 20
    for reason in reasons:
        json.dumps(reason.to_json())
        if reason.refusal.kind in ("forbid", "ensure"):
            assert reason.readings, reason
            assert not all(reading.missing for reading in reason.readings)
    assert any(reason.cited for reason in reasons)


def test_the_end_of_a_match_has_no_moves() -> None:
    program = compile_spec(JOKER).program
    assert program is not None
    (file,) = [load_scenarios(ROOT / BIDDING)]
    scenario = file.scenarios[0]
    over = replace(scenario, steps=(Step("reach", "over", scenario.spot),), cases=())
    with pytest.raises(ExplainError, match="the match is over"):
        explain(Runner(program), over, None, "bid 1", None)
