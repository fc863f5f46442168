"""A digest of matches of every spec: ``python -m tests.determinism.digest`` prints them, ``--write`` pins them."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from tests.property.entries import ENTRIES, choices, dealt_game, game_of, program

FILE = Path(__file__).resolve().parent / "digests.json"
DECISIONS = 120
"""Of each match; what comes after is more of the same."""

SEED = 20_260


def set_ups(name: str) -> Iterator[tuple[str, EngineGame]]:
    """A spec for each number of players, and once with every option other than it is of itself."""
    seats = program(name).seats
    entry = ENTRIES[name]
    for players in seats if entry.overlay is None else seats[-1:]:
        yield f"{name} {players}", game_of(name, players)
    if entry.overlay is None and program(name).options:
        plain = game_of(name, seats[0])
        changed: list[tuple[str, Any]] = []
        for option in program(name).options:
            values = [value for value in choices(program(name), option) if value != plain.options[option.name]]
            changed.append((option.name, values[0] if values else plain.options[option.name]))
        game = dealt_game(name, seats[0], tuple(changed))
        if game is not None:
            yield f"{name} {seats[0]} options", game


def digest(game: EngineGame) -> str:
    """Of moves, legal moves, states, views and entries, as text that means the same to every interpreter."""
    match = EngineMatch(game, SEED)
    rng = random.Random(SEED)
    found = hashlib.sha256()

    def add(data: Any) -> None:
        found.update(json.dumps(data, sort_keys=True).encode())

    for number in range(DECISIONS):
        add(match.state.to_json())
        if match.over:
            break
        legal = match.legal
        add([[move.name, move.args, move.alternative] for move in legal])
        if number % 20 == 0:
            add([game.view(match.state, seat).to_json() for seat in range(game.players)])
            add([game.say(match.state, move) for move in legal])
        match.step(legal[rng.randrange(len(legal))])
    add(match.decisions)
    add([[entry.stage, entry.to, entry.kind, entry.points] for entry in match.entries])
    add(match.totals)
    return found.hexdigest()[:20]


def digests() -> dict[str, str]:
    return {key: digest(game) for name in ENTRIES for key, game in set_ups(name)}


def main(arguments: list[str]) -> None:
    text = json.dumps(digests(), indent=1) + "\n"
    if arguments == ["--write"]:
        FILE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
