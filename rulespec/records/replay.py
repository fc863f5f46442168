"""Playing a match file again: to look at it, to go on from its end, or to see whether it holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from rulespec.compiler.texts import compile_texts
from rulespec.interpreter.engine_errors import EngineMove, Limits, MatchFault, MoveFormatError, SetupError
from rulespec.interpreter.fuel import MAX_OF_MATCH
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from rulespec.ir import serial
from rulespec.records.file import MatchFile, MatchFileError, Result, engine_version, result_of
from rulespec.records.outcomes import outcome_from_json, outcome_to_json
from rulespec.syntax.diagnostics import Severity

ProgressCallback = Callable[[int], None]
"""Called with the number of moves made so far."""

BeforeMove = Callable[[EngineMatch, int], None]
"""Called with the match before each move, and the seat that makes it."""

LONGEST: Final = 200

MAX_WORK: Final = 4 * MAX_OF_MATCH
"""Units of work of a whole replay: it checks each move before it makes it, and a match may have been played by hand."""

_FUEL: Final = (
    ("steps", "steps between two decisions", "--max-steps {0}"),
    ("decisions", "decisions in a deal", "--max-decisions {0}"),
    ("lookahead", "positions looked at for a decision", "load_match(…, limits=Limits(lookahead={0}))"),
)
"""The limits that a file has of its own, and how a reader allows them."""


class MatchDifference(Exception):
    """A match file does not say what happens when it is played: the first place where it differs.

    ``expected`` is what the rules make of it, ``found`` what the file says.
    """

    def __init__(self, path: Path, line: int, expected: str, found: str) -> None:
        super().__init__(f"{path}:{line}: expected {_short(expected)}, found {_short(found)}")
        self.path = path
        self.line = line
        self.expected = expected
        self.found = found


class _OtherChance(Exception):
    """The seed gives another outcome than the file holds: its number, and what the seed gives."""

    def __init__(self, number: int, outcome: dict[str, Any] | None) -> None:
        super().__init__(number)
        self.number = number
        self.outcome = outcome


def game_of(file: MatchFile, most: Limits | None = None) -> EngineGame:
    """The game of a file, from the texts that it holds. Its limits are those that it was played with, and may not be
    wider than ``most``, else the usual ones: the file may come from anybody.

    Raises ``MatchDifference`` where they are not the texts that were played, and ``MatchFileError`` where this engine
    makes no game of them.
    """
    _require_limits(file, most or Limits())
    texts = file.texts
    if texts.sha256 != file.sha256:
        raise MatchDifference(file.path, 1, f"spec texts with the digest {file.sha256}", f"texts with {texts.sha256}")
    if texts.main.endswith(".rules"):
        compiled = compile_texts(texts)
        if compiled.program is None:
            errors = [item for item in compiled.diagnostics if item.severity is Severity.ERROR]
            place = f"{errors[0].span or errors[0].file}: {errors[0].message}" if errors else "it is no game"
            raise MatchFileError(file.path, 1, f"this engine cannot play the spec of the match: {place}")
        program = compiled.program
    else:
        program = _printed(file)
    try:
        game = EngineGame(program, file.players, file.options, file.limits)
    except SetupError as error:
        raise MatchFileError(file.path, 1, str(error)) from None
    if dict(game.options) != dict(file.options) or program.name != file.game:
        raise MatchFileError(file.path, 1, "the name or the options of the game are not those of its spec")
    return game


def _require_limits(file: MatchFile, most: Limits) -> None:
    """Raises ``MatchFileError`` where the file has wider limits than the reader."""
    for name, what, option in _FUEL:
        wanted, allowed = getattr(file.limits, name), getattr(most, name)
        if wanted > allowed:
            message = f"the match may take {wanted} {what}, more than {allowed}: {option.format(wanted)} allows it"
            raise MatchFileError(file.path, 1, message)


def _printed(file: MatchFile) -> Any:
    """The program of a printed IR."""
    import json

    try:
        return serial.program_from_json(json.loads(file.texts.files[file.texts.main]))
    except (ValueError, RecursionError, serial.ProgramFormatError) as error:
        raise MatchFileError(file.path, 1, f"the printed IR of the match cannot be read: {error}") from None


def replay(
    file: MatchFile,
    game: EngineGame | None = None,
    on_progress: ProgressCallback | None = None,
    before: BeforeMove | None = None,
) -> EngineMatch:
    """Plays the moves of a file with the outcomes of chance that it holds; the match then stands where it ended, and
    its random stream where it stood.

    Raises ``MatchDifference`` at the first line that cannot be played, and what ``game_of`` raises.
    """
    match = _Player(file, game or game_of(file), on_progress, before).play(seeded=False)
    match.decks = tuple(outcome_from_json(match.game.cards, deck) for deck in file.decks)
    match.reseed(file.result.random)
    return match


def verify(file: MatchFile, on_progress: ProgressCallback | None = None, most: Limits | None = None) -> EngineMatch:
    """Plays a file from its seed and compares everything: outcomes of chance, moves, the result. ``most`` as
    ``game_of`` takes it.

    A file of another version of the engine whose seed gives other outcomes of chance is played with those that it
    holds. Raises ``MatchDifference`` at the first line that differs, and what ``game_of`` raises.
    """
    player = _Player(file, game_of(file, most), on_progress)
    seeded = True
    try:
        match = player.play(seeded=True)
    except _OtherChance as other:
        if file.engine == engine_version():
            written = file.chance[other.number] if other.number < len(file.chance) else None
            place = f"outcome {other.number + 1} of chance"
            raise MatchDifference(
                file.path, 1, f"{other.outcome or 'nothing'} as {place} of seed {file.seed}", str(written or "nothing")
            ) from None
        seeded = False
        match = player.play(seeded=False)
        match.reseed(file.result.random)
    compare(file, result_of(match, file.result.fault), seeded)
    if not file.intact:
        raise MatchDifference(file.path, file.last_line, "another digest of the lines before it", "an altered file")
    return match


def compare(file: MatchFile, result: Result, random: bool = True) -> None:
    """Raises ``MatchDifference`` where the file's result is not this one."""
    found = file.result
    for expected, written in zip(result.entries, found.entries, strict=False):
        if expected != written:
            raise MatchDifference(file.path, file.last_line, f"the entry {expected}", str(written))
    pairs: list[tuple[str, Any, Any]] = [
        ("entries", len(result.entries), len(found.entries)),
        ("totals", list(result.totals), list(found.totals)),
        ("winners", list(result.winners), list(found.winners)),
        ("decisions", result.decisions, found.decisions),
        ("over", result.over, found.over),
    ]
    if random:
        pairs.append(("random", list(result.random), list(found.random)))
    for name, expected, written in pairs:
        if expected != written:
            raise MatchDifference(file.path, file.last_line, f"{name} {expected}", f"{name} {written}")


class _Player:
    """Plays the moves of a file."""

    def __init__(
        self, file: MatchFile, game: EngineGame, on_progress: ProgressCallback | None, before: BeforeMove | None = None
    ) -> None:
        self.file = file
        self.game = game
        self.on_progress = on_progress
        self.before = before
        self._seen = 0
        self._events = 0

    def play(self, seeded: bool) -> EngineMatch:
        file = self.file
        self._seen = self._events = 0
        before = self.game.fuel.total
        match = self._start(seeded)
        self._compare_chance(match, seeded)
        for at, (seat, written) in enumerate(file.moves):
            try:
                move = self._read(match, at + 2, seat, written)
                if self.before is not None:
                    self.before(match, seat)
                match.step(move)
            except MatchFault as fault:
                raise self._differs(at + 2, "a move after which the match goes on", str(fault)) from None
            self._compare_chance(match, seeded)
            if self.game.fuel.total - before > MAX_WORK:
                raise MatchFileError(file.path, at + 2, f"up to here it takes more than {MAX_WORK} units of work")
            if self.on_progress is not None:
                self.on_progress(at + 1)
        if file.result.over and not match.over:
            raise self._differs(file.last_line, f"a move of seat {self.game.decider(match.state)}", "the result")
        if self._seen < len(file.chance):
            if seeded:
                raise _OtherChance(self._seen, None)
            raise self._differs(1, f"{self._seen} outcomes of chance", f"{len(file.chance)}")
        return match

    def _start(self, seeded: bool) -> EngineMatch:
        file, cards = self.file, self.game.cards
        try:
            decks = [outcome_from_json(cards, item) for item in (file.decks if seeded else file.chance)]
        except ValueError as error:
            raise MatchFileError(file.path, 1, str(error)) from None
        try:
            return EngineMatch(self.game, file.seed, decks)
        except MatchFault as fault:
            raise self._differs(1, "a match that can begin", str(fault)) from None

    def _compare_chance(self, match: EngineMatch, seeded: bool) -> None:
        """The outcomes that are new against those of the file."""
        journal = match.journal
        fresh = type(journal)(events=journal.events[self._events :]).chance
        self._events = len(journal.events)
        for outcome in fresh:
            written = outcome_to_json(self.game.cards, outcome)
            recorded = self.file.chance[self._seen] if self._seen < len(self.file.chance) else None
            if written != recorded:
                if seeded:
                    raise _OtherChance(self._seen, written)
                raise self._differs(1, f"{written} as outcome {self._seen + 1} of chance", str(recorded or "nothing"))
            self._seen += 1

    def _read(self, match: EngineMatch, line: int, seat: int, written: dict[str, Any]) -> EngineMove:
        game = self.game
        decider = game.decider(match.state)
        if decider is None:
            raise self._differs(line, "the result, for the match is over", f"a move of seat {seat}")
        if decider != seat:
            raise self._differs(line, f"a move of seat {decider}", f"one of seat {seat}")
        try:
            move = game.move_from_json(match.state, written)
        except MoveFormatError as error:
            raise self._differs(line, "a move of the game", str(error)) from None
        refusals = game.refusals(match.state, move)
        if refusals:
            reasons = "; ".join(f"{refusal.path}: {refusal.message}" for refusal in refusals)
            raise self._differs(line, "a legal move", f"{game.say(match.state, move)!r}, refused by {reasons}")
        return move

    def _differs(self, line: int, expected: str, found: str) -> MatchDifference:
        return MatchDifference(self.file.path, line, expected, found)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"
