"""A step of a match is whole or not at all, wherever it is stopped."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from rulespec.compiler import compile_spec
from rulespec.interpreter.engine_errors import EngineMove, MatchFault
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from tests.hostile.texts import game as text_of

SPECS = Path(__file__).resolve().parents[2] / "specs"


class Stopped(BaseException):
    """What a signal might raise, at any line."""


class At:
    """Raises ``Stopped`` at line number ``line`` that is run within the block; ``reached`` counts them."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.reached = 0

    def _trace(self, _frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            self.reached += 1
            if self.reached == self.line:
                sys.settrace(None)
                raise Stopped
        return self._trace

    def __enter__(self) -> At:
        self._held = sys.gettrace()
        sys.settrace(self._trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._held)


def game_of(path: Path) -> EngineGame:
    program = compile_spec(path).program
    assert program is not None
    return EngineGame(program)


def whole(match: EngineMatch) -> tuple[Any, ...]:
    """Everything that is kept of a match."""
    return (
        match.state.to_json(),
        list(match.journal.events),
        match.journal.mark(),
        list(match.decisions),
        list(match.deciders),
        match.chance,
        match.totals,
        match.winners,
    )


def choice(match: EngineMatch, number: int) -> EngineMove:
    moves = match.legal
    return moves[number * 7 % len(moves)]


@pytest.mark.parametrize(
    ("spec", "skipped", "steps"),
    [
        ("games/hearts.rules", 0, 4),  # secret choices
        ("games/hearts.rules", 50, 4),  # the end of a deal
        ("joker_ru.rules", 2, 4),
        ("jokeren13.rules", 40, 3),  # a turn that is looked through
    ],
)
def test_stopped_at_any_line(spec: str, skipped: int, steps: int) -> None:
    match = EngineMatch(game_of(SPECS / spec), 3)
    for number in range(skipped):
        match.step(choice(match, number))
    for number in range(skipped, skipped + steps):
        before = whole(match)
        move = choice(match, number)
        plain = match.copy()
        with At(-1) as counted:
            plain.step(move)
        after = whole(plain)
        assert before != after
        assert counted.reached > 100
        for line in range(1, counted.reached + 1, max(1, counted.reached // 400)):
            stopped = match.copy()
            with pytest.raises(Stopped), At(line):
                stopped.step(move)
            found = whole(stopped)
            assert found in (before, after), f"line {line} of {counted.reached}"
            if found == before:
                stopped.step(move)
            assert whole(stopped) == after
        match = plain


def test_a_step_that_faults_leaves_the_match_as_it_was(tmp_path: Path) -> None:
    spec = tmp_path / "faulty.rules"
    spec.write_text(
        text_of(
            "var x: int = 0 per match",
            deal="repeat at most 5 { ask dealer: go }",
            moves="move go do { x = random of (1..6)  award 1 to dealer as point  move 4 from stock to heap }",
        )
    )
    match = EngineMatch(game_of(spec), 1)
    match.step(match.legal[0])
    before = whole(match)
    with pytest.raises(MatchFault) as raised:
        match.step(match.legal[0])
    assert whole(match) == before
    assert raised.value.journal is not None
    assert len(raised.value.journal.entries) == 2
