"""The house rules under ``specs/house``: each is an edit of a few lines, with a scenario that tells it from its base.

What two of them come to where they meet stands in ``together``: files named ``ONE+OTHER``.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest

from rulespec.bots import RandomBot
from rulespec.compiler import Compiled, compile_spec
from rulespec.interpreter.game import EngineGame
from rulespec.ir.program import Program
from rulespec.reports.play import play
from rulespec.scenarios.runner import Runner
from rulespec.scenarios.scenario_files import ENDING, find_scenarios, load_scenarios
from rulespec.syntax.diagnostics import render
from rulespec.variants.differ import differences
from tests.cli.process import rulespec

HERE = Path(__file__).resolve().parent
SPECS = Path(os.path.relpath(HERE.parents[1] / "specs"))
HOUSE = SPECS / "house"
SCENARIOS = SPECS / "scenarios" / "house"
RULES = sorted(HOUSE.rglob("*.rules"))
MAX_LINES = 11
"""Lines of an overlay below the two that head it."""

DEALS = {"jokeren13": 1}
"""Deals of a random match where a whole one takes long; of the other games it is played to the end."""

APART = [
    ("joker_ru", "no_hook", "shtanga_hand"),
    ("joker_ru", "lowest_free", "no_joker_answers"),
    ("joker_ru", "adjacent", "no_nominal"),
    ("joker_ru", "strict_minus", "ace_low"),
    ("joker_ru", "pairs", "no_nominal"),
    ("joker_ru", "short", "no_shtanga"),
    ("joker_de", "left_leads", "no_hook"),
    ("joker_de", "jokers_cancel", "free_lead"),
    ("joker_de", "refill", "void_trumps"),
    ("joker_de_bank", "ace_first", "no_doubling"),
    ("jokeren13", "open_51", "joker_left_10"),
    ("jokeren13", "joker_counts", "many_jokers"),
    ("jokeren13", "fifteen", "card_costs_one"),
]
"""Two house rules that have nothing to do with each other: what is said of each holds with both."""

TOGETHER = sorted((HERE / "together").iterdir())

CLASHES = [
    ("joker_ru", "shtanga_500", "shtanga_hand", "price.shtanga"),
    ("joker_ru", "nines", "short", "match.pulka_3"),
    ("joker_ru", "pairs", "premium_left", "premiums.deductions"),
    ("joker_de_bank", "low_52", "ace_first", "calls"),
    ("jokeren13", "open_40", "open_51", "opening"),
    ("jokeren13", "joker_counts", "joker_counts_ten", "counted"),
    ("jokeren13", "fifteen", "out_at_501", "match.main"),
]
"""Two house rules that change one thing."""


def name(path: Path) -> str:
    return f"{path.parent.name}-{path.name.split('.')[0]}"


def overlay(game: str, rule: str) -> Path:
    return HOUSE / game / f"{rule}.rules"


def scenario(game: str, rule: str) -> Path:
    return SCENARIOS / game / f"{rule}{ENDING}"


@cache
def compiled(game: str, *overlays: Path) -> Compiled:
    """A base game with overlays laid on, as ``--with`` does."""
    result = compile_spec(SPECS / f"{game}.rules", overlays=overlays)
    assert [render(item) for item in result.diagnostics] == []
    return result


@cache
def program(game: str, *overlays: Path) -> Program:
    result = compiled(game, *overlays).program
    assert result is not None
    return result


@cache
def failures(file: Path, game: str, *overlays: Path) -> list[str]:
    """What is not as the scenarios of a file say, whatever spec they name, in a game with overlays laid on."""
    outcomes = Runner(program(game, *overlays)).run(load_scenarios(file))
    assert outcomes
    return [f"{outcome.name}: {failure}" for outcome in outcomes for failure in outcome.failures]


def test_house_rules_are_specs_and_nothing_else() -> None:
    games = {path.stem for path in SPECS.glob("*.rules")}
    assert {path.name for path in HOUSE.iterdir()} == games
    assert all(path.is_dir() for path in HOUSE.iterdir())
    inside = [path for folder in HOUSE.iterdir() for path in folder.iterdir()]
    assert [path for path in inside if path.suffix != ".rules" or not path.is_file()] == []


def test_every_house_rule_has_its_scenarios_and_none_is_without() -> None:
    found = {path.relative_to(SCENARIOS).as_posix().removesuffix(ENDING) for path in find_scenarios(SCENARIOS)}
    assert found == {path.relative_to(HOUSE).with_suffix("").as_posix() for path in RULES}


@pytest.mark.parametrize("path", RULES, ids=name)
def test_it_is_a_few_lines_and_says_what_it_does(path: Path) -> None:
    first, second, *lines = path.read_text(encoding="utf-8").splitlines()
    assert first == "rules 1"
    assert re.fullmatch(rf'extends "{path.parent.name}" +# \S.{{5,}}', second)
    assert 1 <= len([line for line in lines if line.strip()]) <= MAX_LINES


@pytest.mark.parametrize("path", RULES, ids=name)
def test_it_compiles_without_findings_and_differs_from_its_base(path: Path) -> None:
    alone = compile_spec(path)
    assert [render(item) for item in alone.diagnostics] == []
    base, laid_on = compiled(path.parent.name), compiled(path.parent.name, path)
    assert base.merged is not None
    assert alone.merged is not None
    assert laid_on.merged is not None
    told = [str(difference) for difference in differences(base.merged, alone.merged)]
    assert told != []
    assert told == [str(difference) for difference in differences(base.merged, laid_on.merged)]


@pytest.mark.parametrize("path", RULES, ids=name)
def test_its_scenarios_hold_with_it_and_not_without(path: Path) -> None:
    game = path.parent.name
    file = scenario(game, path.stem)
    assert load_scenarios(file).spec.resolve() == path.resolve()
    assert failures(file, game, path) == []
    assert failures(file, game) != [], "the base game does all this as well"


@pytest.mark.parametrize("path", RULES, ids=name)
def test_a_random_match_comes_to_its_end(path: Path) -> None:
    game = path.parent.name
    deals = DEALS.get(game)
    record = play(EngineGame(program(game, path)), RandomBot(1), 1, deals)
    assert record.unfinished is None
    assert len(record.deals) == deals if deals else record.winners


@pytest.mark.parametrize(("game", "first", "second"), APART)
def test_two_that_are_strangers(game: str, first: str, second: str) -> None:
    for overlays in [(overlay(game, first), overlay(game, second)), (overlay(game, second), overlay(game, first))]:
        for rule in (first, second):
            assert failures(scenario(game, rule), game, *overlays) == []


@pytest.mark.parametrize("file", TOGETHER, ids=name)
def test_two_that_meet(file: Path) -> None:
    game = load_scenarios(file).spec.stem
    first, second = (overlay(game, rule) for rule in file.name.removesuffix(ENDING).split("+"))
    assert failures(file, game, first, second) == []
    assert failures(file, game, second, first) == []
    assert failures(file, game, first) != []
    assert failures(file, game, second) != []


@pytest.mark.parametrize(("game", "first", "second", "path"), CLASHES)
def test_two_that_clash(game: str, first: str, second: str, path: str) -> None:
    rules = [overlay(game, first), overlay(game, second)]
    result = compile_spec(SPECS / f"{game}.rules", overlays=rules)
    assert {item.code for item in result.diagnostics} == {"RS209"}
    told = "\n".join(render(item) for item in result.diagnostics)
    assert f"two overlays change '{path}'" in told
    assert all(f"{rule}:" in told for rule in rules)


def test_they_are_laid_on_from_the_command_line() -> None:
    game, rules = "specs/joker_ru.rules", [f"specs/house/joker_ru/{rule}.rules" for rule in ("no_hook", "shtanga_hand")]
    both = rulespec("run", game, "--with", rules[0], "--with", rules[1], "--deals", "1", "--quiet")
    assert (both.code, both.err) == (0, "")
    clash = rulespec("run", game, "--with", rules[1], "--with", "specs/house/joker_ru/shtanga_500.rules")
    assert clash.code == 1
    assert "specs/house/joker_ru/shtanga_500.rules:3:1: error RS209: two overlays change 'price.shtanga'" in clash.err
    assert "specs/house/joker_ru/shtanga_hand.rules:3:1: the other is here" in clash.err
