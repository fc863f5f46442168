"""Every game of the project: each spec by itself, and each house rule on the spec it is made for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rulespec.compiler import compile_spec
from rulespec.interpreter.engine_errors import MatchFault, SetupError
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.game_options import write_option
from rulespec.ir import types as t
from rulespec.ir.program import Choices, IntRange, OptionDecl, Program

SPECS = Path(__file__).resolve().parents[2] / "specs"


@dataclass(frozen=True)
class Entry:
    """A spec, perhaps with a house rule."""

    spec: Path
    overlay: Path | None = None

    @property
    def name(self) -> str:
        return self.spec.stem if self.overlay is None else f"{self.spec.stem}+{self.overlay.stem}"


def entries() -> list[Entry]:
    """All that lies under ``specs``; an overlay says itself what it extends."""
    specs = [path for path in sorted(SPECS.rglob("*.rules")) if "house" not in path.relative_to(SPECS).parts]
    by_name = {path.stem: path for path in specs}
    found = [Entry(path) for path in specs]
    for path in sorted((SPECS / "house").rglob("*.rules")):
        said = re.search(r'^extends "([^"]*)"', path.read_text(encoding="utf-8"), re.MULTILINE)
        assert said is not None, path
        found.append(Entry(by_name[said.group(1).rpartition("/")[2]], path))
    return found


ENTRIES = {entry.name: entry for entry in entries()}


@cache
def program(name: str) -> Program:
    entry = ENTRIES[name]
    compiled = compile_spec(entry.spec, overlays=[] if entry.overlay is None else [entry.overlay])
    assert compiled.program is not None, compiled.diagnostics
    return compiled.program


@cache
def game_of(name: str, players: int, chosen: tuple[tuple[str, Any], ...] = ()) -> EngineGame:
    return EngineGame(program(name), players, dict(chosen))


def choices(played: Program, option: OptionDecl) -> list[Any]:
    """Values that an option may have, as they are written: the ends and the middle of a range, else all."""
    match option.domain:
        case IntRange(low=low, high=high):
            return sorted({low, high, (low + high) // 2, min(low + 1, high), option.default})
        case Choices(names=names, numbers=numbers):
            return list(names or numbers)
        case None:
            none: list[Any] = [None] if isinstance(option.type, t.Opt) else []
            match t.required(option.type):
                case t.Bool():
                    return [*none, False, True]
                case t.Rank():
                    raw = range(len(played.deck.ranks))
                case t.Suit():
                    raw = range(len(played.deck.suits))
                case _:
                    return [write_option(played, option, option.default)]
            return [*none, *(write_option(played, option, value) for value in raw)]


def dealt_game(name: str, players: int, chosen: tuple[tuple[str, Any], ...]) -> EngineGame | None:
    """The game with these options; None where the spec refuses them, or has not enough cards for them."""
    try:
        game = game_of(name, players, chosen)
        game.start(0)
    except SetupError:
        return None
    except MatchFault as fault:
        if fault.kind == "few_cards":
            return None
        raise
    return game
