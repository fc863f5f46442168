"""Playing a game many times at random, to find out what cannot be proved from its text: where a match gets stuck.

What is found has happened; what is not found may still happen. Matches are those of ``rulespec run`` with the same
settings and seed, so that each can be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulespec.bots import RandomBot
from rulespec.interpreter.engine_errors import MatchFault, SetupError
from rulespec.interpreter.fuel import MatchBudget
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.game_options import OptionValue, option_text, preset_options, write_option
from rulespec.interpreter.match import EngineMatch
from rulespec.ir import types as ty
from rulespec.ir.program import Choices, IntRange, Location, OptionDecl, Program
from rulespec.syntax.diagnostics import Diagnostic
from rulespec.syntax.source import Source, Span

MAX_SETTINGS = 40
"""So many ways to set the options are tried."""

ENDLESS = frozenset(("steps", "decisions", "work", "limit"))
"""Kinds of faults that mean that something goes on and on."""


@dataclass(frozen=True, slots=True)
class OptionSetting:
    """Options to play with, and how one asks for them on the command line."""

    options: dict[str, OptionValue]
    words: str


@dataclass(frozen=True, slots=True)
class TrialFailure:
    """A match that came to no end, or broke an invariant: the code, what happened, where, and how to see it again."""

    code: str
    message: str
    location: Location | None
    words: str


@dataclass(slots=True)
class Tally:
    """How many matches were played, of how many configurations."""

    matches: int = 0
    configurations: int = 0


def settings(program: Program) -> list[OptionSetting]:
    """The options as they are, each preset, and each option at each other value of its own."""
    found = [OptionSetting({}, "")]
    for preset in program.presets:
        found.append(OptionSetting(dict(preset_options(program, preset.name)), f" --preset {preset.name}"))
    for option in program.options:
        for raw in _others(option):
            value = write_option(program, option, raw)
            found.append(OptionSetting({option.name: value}, f" --set {option.name}={option_text(value)}"))
    return found[:MAX_SETTINGS]


def _others(option: OptionDecl) -> list[int]:
    """Values that an option may have and has not; of a range its ends."""
    match option.domain:
        case IntRange(low=low, high=high):
            every = [low, high]
        case Choices(names=names, numbers=numbers):
            every = list(numbers or range(len(names)))
        case None if isinstance(option.type, ty.Bool):
            every = [False, True]
        case None:
            every = []
    return [value for value in dict.fromkeys(every) if value != option.default]


def configurations(program: Program) -> list[tuple[int, OptionSetting]]:
    """Every number of players with every setting."""
    return [(players, setting) for players in program.seats for setting in settings(program)]


def try_out(
    program: Program, matches: int, on_progress: Callable[[int], None] = lambda _: None, tally: Tally | None = None
) -> Iterator[TrialFailure]:
    """Plays so many matches of each round; the first of each kind of trouble at each place.

    ``told`` is called with the number of matches dealt with: played, or of a round that cannot be set up. ``tally``
    counts those that were played.
    """
    tally = tally or Tally()
    seen: set[tuple[str, Location | None]] = set()
    done = 0
    for players, setting in configurations(program):
        try:
            game = EngineGame(program, players=players, options=setting.options)
        except SetupError:
            done += matches
            continue
        tally.configurations += 1
        for seed in range(matches):
            tally.matches += 1
            stuck = _match(game, seed, f"--players {players}{setting.words} --seed {seed}")
            if stuck is not None and (stuck.code, stuck.location) not in seen:
                seen.add((stuck.code, stuck.location))
                yield stuck
            done += 1
            on_progress(done)


def _match(game: EngineGame, seed: int, words: str) -> TrialFailure | None:
    bot = RandomBot(seed)
    watch = MatchBudget(game.fuel)
    try:
        match = EngineMatch(game, seed)
        while True:
            broken = _broken(game, match)
            if broken is not None:
                return TrialFailure("RS704", *broken, words)
            if match.over:
                return None
            match.step(bot.choose(match.unpenalised))
            watch.look()
    except MatchFault as fault:
        code = "RS701" if fault.kind == "dead_end" else "RS702" if fault.kind in ENDLESS else "RS703"
        return TrialFailure(code, fault.message, fault.location, words)


def _broken(game: EngineGame, match: EngineMatch) -> tuple[str, Location] | None:
    """An invariant that does not hold now."""
    names = game.broken_invariants(match.state)
    for decl in game.program.invariants:
        if decl.name in names:
            return f"the invariant does not hold: {decl.text}", game.program.locations[decl.loc]
    return None


def stuck_diagnostic(stuck: TrialFailure, path: str, sources: Sequence[Source]) -> Diagnostic:
    """What was found as a finding in the spec at ``path``."""
    source = next((s for s in sources if stuck.location is not None and s.name == stuck.location.file), None)
    span = None
    if source is not None and stuck.location is not None:
        start = source.offset(stuck.location.line, stuck.location.column)
        span = Span(source, start, start + 1)
    hint = f"to see it happen: rulespec run {path} {stuck.words}"
    return Diagnostic(stuck.code, stuck.message, span, hint, file=None if span is not None else path)
