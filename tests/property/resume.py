"""Plays on from states that another process wrote: ``python -m tests.property.resume`` reads them and prints hashes."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from typing import Any

from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.state import State
from tests.property.entries import game_of

DECISIONS = 40


def play_on(game: EngineGame, state: State, seed: int) -> str:
    """A digest of the states that follow, the moves chosen by a seed."""
    rng = random.Random(seed)
    digest = hashlib.sha256()
    for _ in range(DECISIONS):
        digest.update(json.dumps(state.to_json()).encode())
        if game.is_over(state):
            break
        state = game.apply(state, rng.choice(game.legal_moves(state)))
    return digest.hexdigest()


def main() -> None:
    found: list[str] = []
    tasks: list[dict[str, Any]] = json.load(sys.stdin)
    for task in tasks:
        game = game_of(task["name"], task["players"], tuple(map(tuple, task["options"])))
        found.append(play_on(game, game.state_from_json(task["state"]), task["seed"]))
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
