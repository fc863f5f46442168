"""``rulespec validate --play``: what only playing finds out, and how to see it again."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from rulespec.compiler import compile_spec
from rulespec.trial import configurations, settings
from tests.cli.process import rulespec

SPEC = """rules 1
game stuck { title en "Stuck"  players 2..3 }
option strict: bool = false "suit is followed"
option most: 1..4 = 2 "cards each"
deck { suits clubs, hearts, spades  ranks 6..10, J, Q, K, A }
pile stock         seen by none
pile middle        seen by all
zone hand[player]  seen by owner
invariant few "never more than eight in the middle": size of middle < 9
schedule match {
  dealt by random of players then left of dealer
  stage main "Main" deals of 2..most
  winner highest of total
}
phase deal(n: int) {
  shuffle deck into stock
  give n each from stock to hand starting left of dealer
  repeat n { for p in players { ask p: play } }
}
move play(c in hand[actor]) {
  forbid follow when strict and middle is not empty and suit of c != suit of top of middle "follow suit"
  do { move c to middle }
}
"""
"""Matches get stuck with ``strict`` only, and the invariant breaks with three players and four cards."""


def spec(folder: Path) -> Path:
    path = folder / "stuck.rules"
    path.write_text(SPEC, encoding="utf-8")
    return path


def test_what_is_found(tmp_path: Path) -> None:
    path = spec(tmp_path)
    assert rulespec("validate", path).code == 0
    found = rulespec("validate", path, "--play", "20", "--format", "json")
    assert found.code == 1
    findings = {f["code"]: f for f in json.loads(found.out)["findings"]}
    assert set(findings) == {"RS701", "RS704"}
    assert findings["RS701"]["line"] == 18
    assert "refused by follow" in findings["RS701"]["message"]
    assert "--set strict=true" in findings["RS701"]["hint"]
    assert findings["RS704"]["line"] == 9
    assert "--players 3 --set most=4" in findings["RS704"]["hint"]


def test_the_hint_plays_that_match(tmp_path: Path) -> None:
    path = spec(tmp_path)
    found = rulespec("validate", path, "--play", "20").out
    hint = re.search(r"rulespec (run .* --set strict=true --seed \d+)", found)
    assert hint is not None
    again = rulespec(*shlex.split(hint.group(1)))
    assert again.code == 1
    assert "refused by follow" in again.out


def test_what_is_tried(tmp_path: Path) -> None:
    program = compile_spec(spec(tmp_path)).program
    assert program is not None
    assert [s.options for s in settings(program)] == [{}, {"strict": True}, {"most": 1}, {"most": 4}]
    assert len(configurations(program)) == 8


def test_what_was_played_is_told(tmp_path: Path) -> None:
    path = spec(tmp_path)
    assert rulespec("validate", path, "--play", "2").out.splitlines()[-2:] == [
        "16 matches played, 8 settings",
        "1 file, 2 findings",
    ]
    told = json.loads(rulespec("validate", path, "--play", "1", "--format", "json").out)["played"]
    assert told == {"matches": 8, "settings": 8}
    assert "played" not in rulespec("validate", path).out
    assert "played" not in json.loads(rulespec("validate", path, "--format", "json").out)
