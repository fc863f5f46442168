"""Texts made from the grammar itself: nothing raises, and what parses survives being written out.

A small sample in the normal run; RULESPEC_LONG=1 takes many, and others each time.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from rulespec.compiler import compile_spec
from rulespec.syntax.diagnostics import render
from rulespec.syntax.format import format_spec
from rulespec.syntax.parser import parse_with_comments
from rulespec.syntax.source import Source
from tests.hostile.texts import game

LONG = bool(os.environ.get("RULESPEC_LONG"))
SOME = settings(
    max_examples=3_000 if LONG else 25,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate, Phase.shrink] if LONG else [Phase.generate],
)
NAMES = (
    "a b x n c p hand stock heap go deal match dealer actor players size rank suit top left hearts total worth int "
    "card player bool cards sum max min of_a joker none true false stage_a main first last order"
).split()
RULES = ["item", "rule", "move_decl", "phase", "schedule", "pattern", "expr", "stmt", "edit"]
AROUND = {"expr": "rule a: int = {}", "stmt": "phase a {{ {} }}"}
"""What a part of a spec must stand in to be an item."""


@cache
def grammar() -> Lark:
    text = resources.files("rulespec").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", start=["start", *RULES], maybe_placeholders=True)


@cache
def texts(rule: str) -> st.SearchStrategy[str]:
    made = from_lark(
        grammar(),
        start=rule,
        explicit={
            "NAME": st.sampled_from(NAMES),
            "INT": st.sampled_from(["0", "1", "2", "3", "7", "40", "2147483647"]),
            "STRING": st.sampled_from(['""', '"a"', '"{actor} plays {c}"', '"{x: , {x}}"', '"ж"']),
            "COMMENT": st.just("# a remark\n"),
            "WS": st.sampled_from([" ", "\n"]),
        },
    )
    return made.map(lambda text: AROUND.get(rule, "{}").format(text))


@pytest.mark.parametrize("rule", RULES)
def test_texts_of_the_grammar(rule: str, tmp_path: Path) -> None:
    file = tmp_path / "g.rules"

    @SOME
    @given(st.lists(texts(rule), min_size=1, max_size=3 if rule in ("expr", "stmt") else 2))
    def run(parts: list[str]) -> None:
        text = game("\n".join(part.replace("phase a", f"phase a{at}").replace("rule a:", f"rule a{at}:")
                              for at, part in enumerate(parts)))  # fmt: skip
        parsed = parse_with_comments(Source("g.rules", text))
        for diagnostic in parsed.diagnostics:
            assert render(diagnostic)
        if parsed.spec is not None:
            printed = format_spec(parsed.spec, parsed.comments)
            again = parse_with_comments(Source("g.rules", printed))
            assert again.spec == parsed.spec, printed
            assert format_spec(again.spec, again.comments) == printed
        file.write_text(text, encoding="utf-8")
        compiled = compile_spec(file)
        assert (compiled.program is None) == (not compiled.ok)
        for diagnostic in compiled.diagnostics:
            assert render(diagnostic)

    run()
