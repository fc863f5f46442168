"""How fast matches are played here, beside another engine and from a cold start."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.state import State

MAX_STATES: Final = 2_000
"""So many decision states of a turn are visited at most."""


@dataclass(frozen=True, slots=True)
class Effort:
    """``rounds`` repetitions, of which the median counts; each takes ``seconds`` or one match, what is longer.
    ``starts``: repetitions of a run from a cold start."""

    rounds: int
    seconds: float
    starts: int


QUICK: Final = Effort(3, 0.2, 1)
THOROUGH: Final = Effort(7, 1.0, 3)


@dataclass(frozen=True, slots=True)
class Times:
    """Of one thing done: processor time and time on the clock, in seconds."""

    process: float
    wall: float


@dataclass(frozen=True, slots=True)
class Play:
    """Random play: decisions a second by either time, the times of a match, and how many decisions it has."""

    name: str
    rate: float
    wall_rate: float
    match: Times
    decisions: float


@dataclass(frozen=True, slots=True)
class Turn:
    """The decision states that a seat reaches by its own choices alone, nearest first, each with its moves listed:
    how long a list takes in the median, and what only one in a hundred exceeds."""

    name: str
    states: int
    moves: int
    whole: Times
    middle: float
    slow: float


class _Clock:
    def __init__(self) -> None:
        self.process, self.wall = time.process_time(), time.perf_counter()

    def times(self) -> Times:
        return Times(time.process_time() - self.process, time.perf_counter() - self.wall)


def _middle(times: list[Times]) -> Times:
    return Times(median([t.process for t in times]), median([t.wall for t in times]))


def _play(name: str, match: Callable[[int, random.Random], int], effort: Effort) -> Play:
    """``match`` plays one of a seed and says how many decisions there were."""
    rates: list[float] = []
    wall_rates: list[float] = []
    matches: list[Times] = []
    counts: list[int] = []
    seed = 0
    for _ in range(effort.rounds):
        clock, decisions = _Clock(), 0
        while True:
            one = _Clock()
            count = match(seed, random.Random(seed))
            matches.append(one.times())
            counts.append(count)
            decisions += count
            seed += 1
            spent = clock.times()
            if spent.process >= effort.seconds:
                break
        rates.append(decisions / spent.process)
        wall_rates.append(decisions / spent.wall)
    return Play(name, median(rates), median(wall_rates), _middle(matches), median(counts))


def play(game: EngineGame, effort: Effort) -> Play:
    """Random play of a game, listing and making moves; nothing is written down."""

    def match(seed: int, chance: random.Random) -> int:
        state, count = game.start(seed), 0
        while not game.is_over(state):
            state = game.apply(state, chance.choice(game.legal_moves(state)))
            count += 1
        return count

    return _play(game.program.name, match, effort)


def open_spiel() -> Any:
    """The Python module of OpenSpiel; None where it is not installed."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        return None


def play_in_open_spiel(spiel: Any, name: str, effort: Effort) -> Play:
    """The same loop over a game of OpenSpiel, driven from Python."""
    game = spiel.load_game(name)

    def match(_: int, chance: random.Random) -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                count += 1
        return count

    return _play(name, match, effort)


def turn(make: Callable[[], EngineGame], state: State, name: str, effort: Effort) -> Turn:
    """Walks through the turn of the seat that decides, each time in a game that remembers nothing."""
    walks = []
    for _ in range(effort.rounds):
        game, clock = make(), _Clock()
        lists, moves = _walk(game, state)
        walks.append(Turn(name, len(lists), moves, clock.times(), median(lists), sorted(lists)[len(lists) * 99 // 100]))
    return Turn(
        name,
        walks[0].states,
        walks[0].moves,
        _middle([walk.whole for walk in walks]),
        median([walk.middle for walk in walks]),
        median([walk.slow for walk in walks]),
    )


def _walk(game: EngineGame, start: State) -> tuple[list[float], int]:
    """The processor time of each list of moves, and how many moves there were."""
    seat = game.decider(start)
    seen, todo = {start}, [start]
    lists: list[float] = []
    moves = 0
    for state in todo:
        before = time.process_time()
        legal = game.legal_moves(state)
        lists.append(time.process_time() - before)
        moves += len(legal)
        for move in legal if len(todo) < MAX_STATES else ():
            after = game.apply(state, move)
            if game.decider(after) == seat and after not in seen:
                seen.add(after)
                todo.append(after)
    return lists, moves


def cold_start(spec: Path, rounds: int) -> Times:
    """A whole ``rulespec run`` of a spec in a process of its own."""
    command = [sys.executable, "-c", "from rulespec.cli import main; main()", "run", str(spec), "--quiet"]
    found = []
    for _ in range(rounds):
        before, start = _children(), time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found.append(Times(_children() - before, time.perf_counter() - start))
    return _middle(found)


def _children() -> float:
    """Processor time of the processes started from here that have ended."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
