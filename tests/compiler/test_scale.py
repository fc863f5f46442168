"""Large and deep specs are answered in reasonable time, and never by an exhausted stack."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.syntax import diagnostics
from tests.compiler.examples import codes

LEVELS = 60
"""About as deep as the parser lets brackets be."""
ANSWERS = ("RS42", "RS109")
"""Fragments use little of what they declare; and what is deep may be refused as such."""
CHAIN = 120
"""About as long as the parser lets a chain be."""


def rules(count: int, body: str, last: str) -> str:
    """Rules of which each uses the next."""
    lines = [f"rule r{i}{body.replace('NEXT', f'r{i + 1}')}" for i in range(count)]
    return "\n".join([*lines, f"rule r{count}{last}"])


DEEP = {
    "brackets": "rule a: int = " + "(" * LEVELS + "1" + " + dealer_no)" * LEVELS + "\nrule dealer_no: int = 3",
    "not": "rule a: bool = " + "not " * CHAIN + "true",
    "sum": "rule a(n: int): int = " + " + ".join(["n"] * CHAIN),
    "and": "rule a(n: int): bool = " + " and ".join(f"n > {i}" for i in range(CHAIN)),
    "or": "rule a(n: int?): bool = " + " or ".join(["n is none"] * CHAIN),
    "if": "rule a(n: int): int = " + "".join(f"if n == {i} then {i} else " for i in range(110)) + "0",
    "lists": "rule a: int = size of " + "[" * LEVELS + "1" + "]" * LEVELS,
    "of": "rule a(p: player): player = " + "left of " * 110 + "p",
    "cases": "rule a(n: int): int = " + "cases { when n == 1: 1 else: " * 50 + "0" + "}" * 50,
    "sums": "rule a: int = " + "sum(" * 30 + "1" + "".join(f" for p{i} in players)" for i in range(30)),
    "blocks": "phase z { " + "if all_tied { " * LEVELS + "leave" + " }" * LEVELS + " }",
    "loops": "phase z { " + "cycle p in players at most 3 { " * LEVELS + "leave" + " }" * LEVELS + " }",
}


@pytest.mark.parametrize("name", DEEP)
def test_deep(name: str, tmp_path: Path) -> None:
    found = codes(DEEP[name], tmp_path)
    assert not [code for code in found if not code.startswith(ANSWERS)], found


WIDE = {
    "rules": "\n".join(f"rule r{i}: int = {i}" for i in range(5_000)),
    "arms": "rule a(n: int): int = cases {\n"
    + "\n".join(f"  a{i} when n == {i}: {i}" for i in range(5_000))
    + "\n  else: 0\n}",
    "statements": "phase z {\n" + "  shuffle stock\n" * 10_000 + "}",
    "options": "\n".join(f'option o{i}: 0..{i + 1} = 0 "one of many"' for i in range(2_000)),
    "moves": "\n".join(
        f'move m{i}(c in hand[actor]) {{ forbid a when c is A "no" do {{ move c to middle }} }}' for i in range(1_000)
    ),
    "long chain of rules": rules(3_000, ": int = NEXT + 1", ": int = 1"),
    "long chain of rules without types": rules(2_000, " = NEXT", " = 1"),
    "long chain of phases": "\n".join(f"phase q{i} {{ run q{i + 1} }}" for i in range(1_000))
    + "\nphase q1000 { leave }",
    "phases run twice each": "\n".join(f"phase q{i} {{ run q{i + 1}  run q{i + 1} }}" for i in range(60))
    + "\nphase q60 { leave }",
}


@pytest.mark.parametrize("name", WIDE)
def test_wide(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnostics, "MOST_FINDINGS", 100_000)  # none is left out: all are looked at
    found = codes(WIDE[name], tmp_path)
    assert not [code for code in found if not code.startswith(ANSWERS)], found[:10]


EXPLODING = {
    "constants": ("\n".join(f"const c{i + 1} = c{i} + c{i}" for i in range(40)) + "\nconst c0 = [1]", "RS235"),
    "patterns": (
        "\n".join(f"pattern p{i + 1} {{ p{i} or p{i} }}" for i in range(40)) + "\npattern p0 { size 1 }",
        "RS257",
    ),
    "chain of patterns": (
        "\n".join(f"pattern p{i} {{ p{i + 1} size 2 }}" for i in range(500)) + "\npattern p500 { size 2 }",
        "RS257",
    ),
    "numbers": ("rule a: int = count(n in 1..2147483647 where n > 3)", "RS502"),
    "repetitions": ('option o: 0..2147483647 = 5 "many"\nphase z { repeat o { leave } }', "RS502"),
    "values of a move": ("move m(n in 0..2000000000) do { shuffle stock }", "RS404"),
    "cards": ("deck { suits hearts  ranks 1..50  copies 1000000 }", "RS250"),
    "players": ('game tiny { title en "Tiny"  players 60 }', "RS114"),
}


@pytest.mark.parametrize("name", EXPLODING)
def test_exploding(name: str, tmp_path: Path) -> None:
    text, code = EXPLODING[name]
    assert code in codes(text, tmp_path)


def test_a_rule_that_doubles_its_calls(tmp_path: Path) -> None:
    """What a move reads is looked for through rules, each once more for each call: there is a limit."""
    lines = ["rule c0(n: int): bool = n > 1 and hand[actor] is not empty"]
    lines += [f"rule c{i}(n: int): bool = c{i - 1}(n) or c{i - 1}(n + 1)" for i in range(1, 40)]
    lines += ['move play(c in hand[actor]) { forbid x when c39(1) "no" do { move c to middle } }']
    assert codes("\n".join(lines), tmp_path) == []
