"""The page of limits says what the program does, and no limit is missing in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulespec import documents, sources, trial
from rulespec.cli import common
from rulespec.compiler import diagnostic_sink
from rulespec.compiler.checks import enough_cards, ensures, information_flow, size_limits
from rulespec.compiler.lower import phases, schedules
from rulespec.compiler.merge import spec_loader
from rulespec.compiler.resolve import constant_eval, decks, declare, expressions, patterns, type_names
from rulespec.interpreter import fuel, json_codec
from rulespec.interpreter.engine_errors import Limits
from rulespec.interpreter.patterns import plan
from rulespec.ir import types
from rulespec.records import file, replay
from rulespec.scenarios import notation, runner, scenario_files
from rulespec.syntax import brackets, build, diagnostics, files, parser, tokens
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
    "files that a spec is made of": spec_loader.MAX_FILES,
    "letters of the name in `use` and `extends`": spec_loader.MAX_LETTERS,
    "parent folders in which a spec looks for another": spec_loader.LEVELS_UP,
    "syntax errors in one file": parser.MOST_DIAGNOSTICS,
    "findings in one file": diagnostics.MOST_FINDINGS,
    "unknown names for which a known one is suggested": diagnostic_sink.MAX_SUGGESTED,
    "players": build.MOST_SEATS,
    "ranks of a range in a deck": decks.MAX_RANKS,
    "cards of a deck": decks.MAX_CARDS,
    "values of one variable, places of one declaration": size_limits.MAX_CELLS,
    "values of one parameter of a move": type_names.MAX_DOMAIN,
    "chosen parameters of a move": size_limits.MAX_CHOICES,
    "rules that call one another, in a chain": size_limits.MAX_RULES,
    "nested quantifiers (`sum`, `some`, `those` …)": size_limits.MAX_LOOPS,
    "nested conditions and lets": size_limits.MAX_LAYERS,
    "constants that use one another, in a chain": expressions.CONSTANT_LEVELS,
    "parts of a constant, written out": expressions.MAX_CONSTANT,
    "patterns that use one another, in a chain": patterns.PATTERN_LEVELS,
    "ways to make a pattern": patterns.MAX_SHAPES,
    "parts of a pattern, with theirs": patterns.MAX_PARTS,
    "numbers that a loop or a quantifier goes through": type_names.MAX_WALK,
    "deals of a stage": schedules.MAX_DEALS,
    "further deals if ties continue": schedules.MAX_EXTRA,
    "replays of a phase": phases.MAX_REPLAYS,
    "entries of one kind that `sheet` lists": declare.MAX_SHEET,
    "the least value of an `int`": types.I32_LOW,
    "the greatest value of an `int`": types.I32_HIGH,
    "steps between two decisions": USUAL.steps,
    "decisions in a deal": USUAL.decisions,
    "decisions in a match": USUAL.match_decisions,
    "states tried at one decision under an `ensure`": USUAL.lookahead,
    "units of work for one decision": USUAL.fuel,
    "units of work for a match without people": fuel.MAX_OF_MATCH,
    "units of work for replaying a saved match": replay.MAX_WORK,
    "combinations, subsets or splits in one list": plan.LIMIT,
    "steps of one search for combinations": plan.FUEL,
    "elements of a list or range in an expression": fuel.MAX_ELEMENTS,
    "bytes of sources or scenarios": documents.MAX_BYTES,
    "levels of sources or scenarios": documents.MAX_DEPTH,
    "values of sources or scenarios, aliases written out": documents.MAX_VALUES,
    "problems reported in one such file": documents.MAX_PROBLEMS,
    "digits of a number in sources or scenarios": documents.MAX_NUMBER_LENGTH,
    "parent folders in which the sources of a spec may lie": max(
        levels for levels in range(9) if sources._BESIDE.fullmatch("../" * levels + "s.yaml")
    ),
    "parent folders in which the scenarios of a spec may lie": scenario_files.LEVELS_UP,
    "decisions made for one `reach`": runner.MAX_DECISIONS,
    "matches started in search of a dealer": runner.MAX_SEEDS,
    "readings of a value or move written without copies": notation.MAX_READINGS,
    "bytes of an IR file": common.MAX_BYTES,
    "levels of an IR file in YAML": common.MAX_DEPTH,
    "bytes of a saved match": file.MAX_BYTES,
    "levels of a move in JSON": json_codec.MAX_LEVELS,
    "rule calls followed to find leaks of a move": information_flow.MAX_CALLS,
    "blocks followed for one `ensure`": ensures.MAX_STEPS,
    "statements of a simulated deal": enough_cards.MAX_STEPS,
    "expressions evaluated for a simulated deal": constant_eval.MAX_STEPS,
    "iterations of a loop in a simulated deal": enough_cards.MAX_ROUNDS,
    "constants followed for a simulated deal": constant_eval.MAX_LEVELS,
    "nested phases followed for a simulated deal": enough_cards.MAX_PHASES,
    "simulated deals of a stage": enough_cards.MAX_SIZES,
    "option settings played by `validate --play`": trial.MAX_SETTINGS,
}

OTHER = """
bench compiler.checks.constant_conditions compiler.checks.satisfiability compiler.checks.usage
compiler.merge.edit_bisect interpreter.dead_end interpreter.groups
interpreter.transactions.interchangeable schema_errors
scenarios.expect scenarios.why_refused seats.table_view seats.why_not syntax.suggest
compiler.diagnostic_sink.MAX_LISTED compiler.resolve.substitute records.replay.LONGEST syntax.tokens.MOST_PROBLEMS
""".split()
"""Modules, and constants, that limit how much is shown, suggested, remembered or found out: nobody runs into these."""

NAMED = re.compile(
    r"^((?:\w+_)?(?:MAX|MOST|LONGEST|LIMIT|FUEL|LEVELS|INT_MAX|I32)(?:_\w+)?)\b(?:: [^=\n]+)? = ", re.MULTILINE
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
            found.add(f"{short}.{name}")
    missing = sorted(found - known)
    assert not missing, f"neither in LIMITS and docs/reference/limits.md nor in OTHER: {missing}"
    assert {limit for limit in known if not limit.startswith("USUAL.")} <= found
