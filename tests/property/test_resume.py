"""A state written as JSON is all that another process needs to play on in the same way."""

from __future__ import annotations

import json
import random
import subprocess
import sys

from tests.hostile.process import ROOT, environment
from tests.property.entries import ENTRIES, game_of, program
from tests.property.resume import play_on

NAMES = [name for name, entry in ENTRIES.items() if entry.overlay is None]


def test_another_process_plays_on() -> None:
    tasks = []
    wanted = []
    for name in NAMES:
        rng = random.Random(name)
        players = rng.choice(program(name).seats)
        game = game_of(name, players)
        state = game.start(7)
        for _ in range(rng.randrange(30)):
            if not game.is_over(state):
                state = game.apply(state, rng.choice(game.legal_moves(state)))
        tasks.append({"name": name, "players": players, "options": [], "seed": 5, "state": game.state_to_json(state)})
        wanted.append(play_on(game, state, 5))
    result = subprocess.run(
        [sys.executable, "-m", "tests.property.resume"],
        input=json.dumps(tasks),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(PYTHONHASHSEED="4711"),
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert dict(zip(NAMES, json.loads(result.stdout), strict=True)) == dict(zip(NAMES, wanted, strict=True))
