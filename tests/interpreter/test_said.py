"""``say``: sentences of the rules in the journal and in the record; nothing of them in the state."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulespec.bots import RandomBot
from rulespec.compiler import compile_spec
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import SaidEvent, TextValue
from rulespec.interpreter.match import EngineMatch
from rulespec.ir.nodes import Say
from rulespec.ir.program import Program
from rulespec.ir.serial import program_from_json, program_to_json
from rulespec.reports.play import play
from rulespec.reports.record import Said
from rulespec.reports.transcript import transcript
from rulespec.reports.translations import catalogue
from tests.compiler.examples import composed

GAME = """
var turns: int per match
phase deal(n: int) {
  shuffle deck into stock
  give n each from stock to hand starting left of dealer
  for p in players { run turn(p) }
  let last = top of middle
  say "{dealer} has dealt{last: , {last} was the last card}{nothing: and nothing}"
}
phase turn(p: player) {
  ensure two "two cards a turn": turns % 2 == 0
  ask p: play
  ask p: play
}
rule nothing: card? = none
move play(c in hand[actor]) do {
  move c to middle
  turns += 1
  if turns % 2 == 0 { say "{turns} cards lie" }
}
"""


def program(folder: Path) -> Program:
    (folder / "g.rules").write_text(composed(GAME), encoding="utf-8")
    compiled = compile_spec(folder / "g.rules")
    assert compiled.program is not None, compiled.diagnostics
    return compiled.program


def test_what_is_said(tmp_path: Path) -> None:
    found = program(tmp_path)
    game = EngineGame(program_from_json(program_to_json(found)), players=2)
    match = EngineMatch(game, 3)
    bot = RandomBot(3)
    while not match.over:
        match.step(bot.choose(match.legal))
    said = [event.text for event in match.journal.events if isinstance(event, SaidEvent)]
    assert [text[0] for text in said[:2]] == [TextValue("number", 2), TextValue("number", 4)]
    assert [text[1] for text in said[:2]] == [" cards lie", " cards lie"]
    assert said[2][1] == " has dealt"
    assert [piece.kind for piece in said[2] if isinstance(piece, TextValue)] == ["player", "card"]


def test_states_do_not_depend_on_it(tmp_path: Path) -> None:
    """The same match without its sentences stands the same at every choice, also where a turn is looked through."""
    spoken = program(tmp_path)
    silent = replace(
        spoken,
        blocks=tuple(
            replace(block, stmts=tuple(stmt for stmt in block.stmts if not isinstance(stmt, Say)))
            for block in spoken.blocks
        ),
    )
    assert silent != spoken
    a, b = EngineMatch(EngineGame(spoken, players=2), 1), EngineMatch(EngineGame(silent, players=2), 1)
    while not a.over:
        assert a.state.cells == b.state.cells
        assert a.legal == b.legal
        a.step(a.legal[-1])
        b.step(b.legal[-1])
    assert b.over


def test_it_stands_in_the_record(tmp_path: Path) -> None:
    record = play(EngineGame(program(tmp_path), players=2), RandomBot(1), 1)
    said = [happening.text for happening in record.happenings if isinstance(happening, Said)]
    assert said[0] == "2 cards lie"
    assert said[2].startswith("P")
    assert said[2].endswith("was the last card")
    lines = list(transcript(record, catalogue("en")))
    assert "  2 cards lie" in lines
