"""Moves and states as JSON."""

from __future__ import annotations

import hashlib
import json
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from rulespec.interpreter.engine_errors import EngineMove, MoveFormatError, StateFormatError
from rulespec.interpreter.state import State
from rulespec.ir.program import Program
from rulespec.ir.serial import program_to_json

if TYPE_CHECKING:
    from rulespec.interpreter.game import EngineGame

MAX_LEVELS: Final = 8
"""No move in JSON is nested as deep; what is comes from a stranger and is not looked at."""


@lru_cache(maxsize=32)
def program_hash(program: Program) -> str:
    """A fingerprint of a program's printed form."""
    text = json.dumps(program_to_json(program), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def state_to_json(game: EngineGame, state: State) -> dict[str, Any]:
    """A state with what is needed to know it again."""
    return {
        "format": 1,
        "game": game.program.name,
        "program": program_hash(game.program),
        "players": game.players,
        "options": dict(game.options),
        "cells": state.to_json(),
    }


def state_from_json(game: EngineGame, obj: object) -> State:
    """Raises ``StateFormatError`` for another program, number of players or options, and for a wrong shape."""
    if not isinstance(obj, dict):
        raise StateFormatError("a state is an object")
    if obj.get("format") != 1:
        raise StateFormatError(f"a state of format {obj.get('format')!r}; this interpreter reads format 1")
    if obj.get("program") != program_hash(game.program):
        raise StateFormatError(f"the state belongs to another version of {obj.get('game')!r}")
    for key, value in (("players", game.players), ("options", game.options)):
        if obj.get(key) != value:
            raise StateFormatError(f"the state was made with {key} {obj.get(key)!r}, the game has {value!r}")
    state = State.from_json(obj.get("cells"))
    if len(state.cells) != game.layout.size:
        raise StateFormatError(f"a state of this game has {game.layout.size} cells, not {len(state.cells)}")
    return state


def move_to_json(game: EngineGame, state: State, move: EngineMove) -> dict[str, Any]:
    """``{"move": name, "args": {parameter: value}}``; ``alternative`` only where the name leaves it open."""
    decl = next(decl for decl in game.program.moves if decl.name == move.name)
    args = {
        param.name: game.words.to_json(param.type, value, state.cells)
        for param, value in zip(decl.params, move.args, strict=True)
        if not param.given
    }
    result: dict[str, Any] = {"move": move.name, "args": args}
    number = game.executor.ask(state.cells)
    if number is not None:
        same = [a for a in game.program.asks[number].alternatives if game.program.moves[a.move].name == move.name]
        if len(same) > 1:
            result["alternative"] = move.alternative
    return result


def move_from_json(game: EngineGame, state: State, obj: object) -> EngineMove:
    """The move written so. It need not be legal, but must name a move of the game and its parameters."""
    if not isinstance(obj, dict) or not isinstance(obj.get("move"), str):
        raise MoveFormatError('a move is an object with "move", its name, and "args"')
    if not _flat(obj, MAX_LEVELS):
        raise MoveFormatError(f"a move is not nested more than {MAX_LEVELS} deep")
    name = obj["move"]
    kind = next((i for i, decl in enumerate(game.program.moves) if decl.name == name), None)
    if kind is None:
        close = get_close_matches(name, [decl.name for decl in game.program.moves], n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise MoveFormatError(f"{game.program.name} has no move {name!r}{hint}")
    written = obj.get("args", {})
    decl = game.program.moves[kind]
    known = {param.name for param in decl.params}
    if not isinstance(written, dict) or not set(written) <= known:
        raise MoveFormatError(f"the parameters of {name} are: {', '.join(sorted(known)) or 'none'}")
    alternative = _alternative(game, state, kind, obj.get("alternative"))
    given = iter(game.legality.given(state.cells, alternative) if alternative >= 0 else ())
    args: list[Any] = []
    trusted = alternative >= 0
    for at, param in enumerate(decl.params):
        if param.given:
            args.append(next(given, None))
            continue
        domain = game.legality.domain(state.cells, kind, at, tuple(args)) if trusted else None
        if param.name not in written and domain is not None and len(domain) == 1:
            value = domain[0]
        else:
            value = game.words.from_json(
                param.type, written.get(param.name), state.cells, domain, f"{name}.{param.name}"
            )
        trusted = (
            trusted
            and domain is not None
            and game.legality.canonical(state.cells, kind, at, tuple(args), value, domain) is not None
        )
        args.append(value)
    return EngineMove(name, tuple(args), max(alternative, 0))


def _flat(obj: Any, levels: int) -> bool:
    """Is it nested no deeper than so many levels?"""
    if not isinstance(obj, (dict, list)):
        return True
    inner = obj.values() if isinstance(obj, dict) else obj
    return levels > 0 and all(_flat(item, levels - 1) for item in inner)


def _alternative(game: EngineGame, state: State, kind: int, wanted: Any) -> int:
    """The alternative of the present ask that is this move; -1 where it is not offered."""
    number = game.executor.ask(state.cells)
    if number is None:
        return -1
    places = [at for at, a in enumerate(game.program.asks[number].alternatives) if a.move == kind]
    if isinstance(wanted, int) and wanted in places:
        return wanted
    return places[0] if places else -1
