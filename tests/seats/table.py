"""A person at a seat, played by a list of lines."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rulespec.bots import RandomBot
from rulespec.compiler import compile_spec
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from rulespec.ir.program import Program
from rulespec.reports.translations import catalogue
from rulespec.seats.session import Ending, Session, Terminal

SPECS = Path(__file__).resolve().parents[2] / "specs"


@cache
def program(spec: Path) -> Program:
    """The program of a spec."""
    compiled = compile_spec(spec)
    assert compiled.program is not None, compiled.diagnostics
    return compiled.program


def game(name: str, players: int | None = None, **options: Any) -> EngineGame:
    return EngineGame(program(SPECS / f"{name}.rules"), players, options)


@dataclass(frozen=True)
class Played:
    """How a session went, and the screen's lines."""

    ending: Ending
    session: Session
    lines: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def after(self, answer: str, nth: int = 1) -> list[str]:
        """The lines that follow the n-th time that something was answered, up to the next answer."""
        starts = [at for at, line in enumerate(self.lines) if line == f"> {answer}"]
        rest = self.lines[starts[nth - 1] + 1 :]
        end = next((at for at, line in enumerate(rest) if line.startswith("> ")), len(rest))
        return rest[:end]


def sit(
    match: EngineMatch,
    answers: Sequence[str],
    people: Sequence[int] = (0,),
    language: str = "en",
    deals: int | None = None,
    width: int = 80,
    terminal: bool = False,
) -> Played:
    """Plays until the answers are used up."""
    source, target = io.StringIO("".join(f"{answer}\n" for answer in answers)), io.StringIO()
    screen = Terminal(source, target, width, terminal)
    session = Session(match, people, RandomBot(match.seed), catalogue(language), screen, deals)
    ending = session.run()
    return Played(ending, session, target.getvalue().split("\n"))
