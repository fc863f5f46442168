"""The page of limits says what the program does, and no limit is missing in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulespec import documents, sources
from rulespec.cli import common
from rulespec.compiler import (
    deckproof,
    decks,
    declare,
    depth,
    ensures,
    exprs,
    kinds,
    load,
    numbers,
    patterns,
    phases,
    schedules,
    secrecy,
)
from rulespec.interpreter import formats, meter
from rulespec.interpreter.faults import Limits
from rulespec.interpreter.patterns import plan
from rulespec.ir import types
from rulespec.records import file, replay
from rulespec.scenarios import load as scenario_load
from rulespec.scenarios import notation, runner
from rulespec.syntax import brackets, build, files, parser, tokens
from tests.docs.blocks import DOCS, ROOT

PAGE = DOCS / "reference" / "limits.md"
ROW = re.compile(r"^\| ([^|]+?) \| (-?[0-9,]+) \|", re.MULTILINE)
USUAL = Limits()

LIMITS: dict[str, int] = {
    "characters of a file": parser.MOST_CHARACTERS,
    "bytes of a file": files.MOST_BYTES,
    "brackets open at a time": brackets.MOST_OPEN,
    "parts nested or chained in the text": parser.MOST_LEVELS,
    "the largest number written": tokens.INT_MAX,
    "files that a spec is made of": load.MOST_FILES,
    "letters of the name in `use` and `extends`": load.MOST_LETTERS,
    "folders above its own in which a spec looks for another": load.LEVELS_UP,
    "findings about the grammar of one file": parser.MOST_DIAGNOSTICS,
    "players": build.MOST_SEATS,
    "ranks of a span in a deck": decks.RANKS_MOST,
    "cards of a deck": decks.CARDS_MOST,
    "values of one variable, places of one declaration": depth.MOST_CELLS,
    "values of one parameter of a move": kinds.DOMAIN_MOST,
    "parameters of a move that its player chooses": depth.MOST_CHOICES,
    "rules built one upon the other": depth.MOST_RULES,
    "walks (`sum`, `some`, `those` …) one within the other": depth.MOST_LOOPS,
    "conditions and lets one within the other": depth.MOST_LAYERS,
    "constants built one upon the other": exprs.CONSTANT_LEVELS,
    "parts of a constant, written out": exprs.CONSTANT_MOST,
    "patterns built one upon the other": patterns.PATTERN_LEVELS,
    "ways to make a pattern": patterns.SHAPES_MOST,
    "parts of a pattern, with theirs": patterns.PARTS_MOST,
    "numbers that a loop or a walk goes through": kinds.WALK_MOST,
    "deals of a stage": schedules.DEALS_MOST,
    "further deals where ties continue": schedules.EXTRA_MOST,
    "replays of a phase": phases.REPLAYS_MOST,
    "entries of one kind that `sheet` lists": declare.SHEET_MOST,
    "the least value of an `int`": types.I32_LOW,
    "the greatest value of an `int`": types.I32_HIGH,
    "steps between two decisions": USUAL.steps,
    "decisions in a deal": USUAL.decisions,
    "decisions in a match": USUAL.match,
    "positions looked at for one decision under an `ensure`": USUAL.lookahead,
    "units of work for one decision": USUAL.work,
    "units of work for a match without people": meter.MOST_OF_MATCH,
    "units of work for playing a saved match again": replay.MOST_WORK,
    "combinations, subsets or splits in one list": plan.LIMIT,
    "steps of one search for combinations": plan.FUEL,
    "elements of a list or range in an expression": meter.MOST_ELEMENTS,
    "bytes of sources or scenarios": documents.MOST_BYTES,
    "levels of sources or scenarios": documents.MOST_DEPTH,
    "values of sources or scenarios, aliases written out": documents.MOST_VALUES,
    "problems told of one such file": documents.MOST_PROBLEMS,
    "digits of a number in sources or scenarios": documents.LONGEST_NUMBER,
    "folders above a spec in which its sources may lie": max(
        levels for levels in range(9) if sources._BESIDE.fullmatch("../" * levels + "s.yaml")
    ),
    "folders above a spec in which its scenarios are looked for": scenario_load.LEVELS_UP,
    "decisions played for `reach`": runner.MOST_DECISIONS,
    "matches begun in search of a dealer": runner.MOST_SEEDS,
    "readings of a value or a move that is written without copies": notation.MOST_READINGS,
    "bytes of a printed program": common.MOST_BYTES,
    "levels of a printed program in YAML": common.MOST_DEPTH,
    "bytes of a saved match": file.MOST_BYTES,
    "levels of a move in JSON": formats.MOST_LEVELS,
    "calls of rules followed for what a move betrays": secrecy.MOST_CALLS,
    "blocks followed for one `ensure`": ensures.MOST_STEPS,
    "statements of a deal dealt on paper": deckproof.STEPS_MOST,
    "expressions read for a deal on paper": numbers.STEPS_MOST,
    "rounds of a loop dealt on paper": deckproof.ROUNDS_MOST,
    "constants followed for a deal on paper": numbers.LEVELS_MOST,
    "phases within one another followed for a deal on paper": deckproof.PHASES_MOST,
    "deals of a stage dealt on paper": deckproof.SIZES_MOST,
}

OTHER = """
bench compiler.blame compiler.logic compiler.report compiler.settled compiler.usage faults_of_data interpreter.dead_end
interpreter.grouping interpreter.twins scenarios.expect scenarios.explain seats.look seats.why_not
syntax.suggest trial
records.replay.LONGEST syntax.tokens.MOST_PROBLEMS
""".split()
"""Modules, and constants, that limit how much is shown, suggested, remembered or found out: nobody runs into these."""

NAMED = re.compile(
    r"^((?:\w+_)?(?:MOST|LONGEST|LIMIT|FUEL|LEVELS|INT_MAX|I32)(?:_\w+)?)\b(?:: [^=\n]+)? = ", re.MULTILINE
)


def written() -> dict[str, int]:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    names = [name for name, _ in rows]
    assert len(set(names)) == len(names)
    return {name: int(number.replace(",", "")) for name, number in rows}


@pytest.mark.parametrize("name", sorted({*LIMITS, *written()}))
def test_the_number_is_the_one_of_the_program(name: str) -> None:
    assert written().get(name) == LIMITS.get(name)


def test_every_limit_is_on_the_page() -> None:
    """Whatever is called like a limit in the code stands in ``LIMITS``, or is none."""
    here = Path(__file__).read_text(encoding="utf-8")
    known = set(re.findall(r"\b(\w+\.[A-Z][A-Z0-9_]+)\b", here[here.index("LIMITS: dict") : here.index("OTHER =")]))
    found = set()
    for path in sorted((ROOT / "rulespec").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT / "rulespec").with_suffix("").parts)
        for name in NAMED.findall(path.read_text(encoding="utf-8")):
            if name.startswith("_") or module in OTHER or f"{module}.{name}" in OTHER:
                continue
            short = f"{module}.{name}".removeprefix("scenarios.").rpartition(".")[0].rpartition(".")[2]
            short = "scenario_load" if module == "scenarios.load" else short
            found.add(f"{short}.{name}")
    missing = sorted(found - known)
    assert not missing, f"neither in LIMITS and docs/reference/limits.md nor in OTHER: {missing}"
    assert {limit for limit in known if not limit.startswith("USUAL.")} <= found
