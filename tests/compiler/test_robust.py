"""Whatever becomes of a spec's text, the compiler answers with findings or a program, and soon.

Every line of every shipped spec is deleted, and every two neighbouring lines are swapped. ``RULESPEC_LONG=1`` does all
of it; the ordinary run takes a fixed sample.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulespec.bots import RandomBot
from rulespec.compiler import compile_spec
from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from rulespec.ir.serial import program_from_json, program_to_json
from tests.compiler.examples import ROOT, SCAFFOLD

SPECS = sorted((ROOT / "specs").rglob("*.rules"))
LONG = bool(os.environ.get("RULESPEC_LONG"))
SAMPLE, SAMPLE_OF_OVERLAY = 9, 2
"""Mutants of one spec in the ordinary run."""
DECISIONS = 40


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """The text with one line deleted, or two neighbours swapped; each with a name."""
    lines = text.splitlines(keepends=True)
    for i in range(len(lines)):
        yield f"line {i + 1} deleted", "".join(lines[:i] + lines[i + 1 :])
    for i in range(len(lines) - 1):
        yield f"lines {i + 1} and {i + 2} swapped", "".join([*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]])


def chosen(path: Path) -> list[tuple[str, str]]:
    every = list(mutants(path.read_text(encoding="utf-8")))
    count = SAMPLE_OF_OVERLAY if "house" in path.parts else SAMPLE
    return every if LONG else random.Random(path.stem).sample(every, min(count, len(every)))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_lines_deleted_and_swapped(path: Path, tmp_path: Path) -> None:
    played = False
    folder = tmp_path / "specs" / "house" / "here"
    folder.mkdir(parents=True)
    for other in (ROOT / "specs").glob("*.rules"):
        (tmp_path / "specs" / other.name).write_text(other.read_text(encoding="utf-8"), encoding="utf-8")
    target = folder / path.name
    for name, text in chosen(path):
        target.write_text(text, encoding="utf-8")
        compiled = compile_spec(target)
        assert compiled.program is not None or not compiled.ok or compiled.merged is not None, name
        if compiled.program is None:
            assert compiled.diagnostics, name
            continue
        assert program_from_json(program_to_json(compiled.program)) == compiled.program, name
        if LONG or not played:
            played = True
            play(EngineGame(compiled.program))


def play(game: EngineGame) -> None:
    """A few decisions; a mutant may well stop in the middle, but only with a fault of its own."""
    bot = RandomBot(1)
    with suppress(MatchFault):
        match = EngineMatch(game, seed=1)
        for _ in range(DECISIONS):
            if match.over:
                break
            match.step(bot.choose(match.legal))


def test_every_prefix_of_a_spec(tmp_path: Path) -> None:
    """A file that breaks off anywhere."""
    text = SCAFFOLD
    path = tmp_path / "cut.rules"
    for end in range(0, len(text), 1 if LONG else 17):
        path.write_text(text[:end], encoding="utf-8")
        compiled = compile_spec(path)
        assert compiled.program is not None or compiled.diagnostics


WORDS = sorted(
    set(SCAFFOLD.split())
    | set(
        "none the otherwise is not empty joker A 10 -1 2147483647 { } ( ) [ ] , : + - * / == < in of by where for sum "
        "max best those find count every some random actor dealer players suits ranks trump? card? int? end leave "
        "replay run among secretly fined ensure when forbid else cases".split()
    )
)


@settings(max_examples=400 if LONG else 60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_words_replaced(tmp_path: Path, data: st.DataObject) -> None:
    """Any few words of a small spec replaced by any others."""
    words = SCAFFOLD.split(" ")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at] = data.draw(st.sampled_from(WORDS))
    path = tmp_path / "words.rules"
    path.write_text(" ".join(words), encoding="utf-8")
    compiled = compile_spec(path)
    assert compiled.program is not None or compiled.diagnostics
