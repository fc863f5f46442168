"""Texts made from the grammar itself: nothing raises, what parses survives being written out, and what compiles plays.

A few hundred in the normal run; RULESPEC_LONG=1 takes many, and others each time.
"""

from __future__ import annotations

import os
import random
import time
from contextlib import suppress
from pathlib import Path

import pytest

from rulespec.bots import RandomBot
from rulespec.compiler import compile_spec
from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from rulespec.ir.program import Program
from rulespec.syntax.diagnostics import render
from rulespec.syntax.format import format_spec
from rulespec.syntax.parser import parse_with_comments
from rulespec.syntax.source import Source
from tests.hostile.derive import writer
from tests.hostile.texts import game

LONG = bool(os.environ.get("RULESPEC_LONG"))
COUNT = 5_000 if LONG else 60
DECISIONS = 20
RULES = ("item", "rule", "move_decl", "phase", "schedule", "pattern", "expr", "stmt", "edit")
AROUND = {"expr": "rule a: int = {}", "stmt": "phase a {{ {} }}"}
"""What a part of a spec must stand in to be an item."""


def written(rule: str, rng: random.Random) -> str:
    """A small game with one to three texts of a rule of the grammar."""
    parts = []
    for number in range(rng.randint(1, 3)):
        part = AROUND.get(rule, "{}").format(writer(*RULES).text(rule, rng, rng.choice((5, 15, 60))))
        parts.append(part.replace("phase a", f"phase a{number}").replace("rule a:", f"rule a{number}:"))
    return game("\n".join(parts))


def play(program: Program) -> None:
    """A few decisions; a match may stop with a fault."""
    bot = RandomBot(1)
    with suppress(MatchFault):
        match = EngineMatch(EngineGame(program), 1)
        for _ in range(DECISIONS):
            if match.over:
                return
            match.step(bot.choose(match.legal))


@pytest.mark.parametrize("rule", RULES)
def test_texts_of_the_grammar(rule: str, tmp_path: Path) -> None:
    file = tmp_path / "g.rules"
    first = time.time_ns() if LONG else 0
    parsing = 0
    for seed in range(first, first + COUNT):
        text = written(rule, random.Random(f"{rule} {seed}"))
        parsed = parse_with_comments(Source("g.rules", text))
        for diagnostic in parsed.diagnostics:
            assert render(diagnostic)
        if parsed.spec is not None:
            parsing += 1
            printed = format_spec(parsed.spec, parsed.comments)
            again = parse_with_comments(Source("g.rules", printed))
            assert again.spec == parsed.spec, printed
            assert format_spec(again.spec, again.comments) == printed
        file.write_text(text, encoding="utf-8")
        compiled = compile_spec(file)
        assert (compiled.program is None) == (not compiled.ok), text
        for diagnostic in compiled.diagnostics:
            assert render(diagnostic)
        if compiled.program is not None:
            play(compiled.program)
    assert parsing > COUNT // 2
