"""A match on its way through a scenario: the state, and what has happened so far that expectations speak of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulespec.interpreter.engine_errors import EngineMove
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import DealEvent, EntryEvent, Journal, ReplayEvent
from rulespec.interpreter.state import State
from rulespec.ir.program import Program


@dataclass(frozen=True, slots=True)
class Decision:
    """Who has to choose, among which moves by name."""

    seat: int
    moves: frozenset[str]


@dataclass(slots=True)
class RunState:
    """``decisions`` are those of the running deal, the one that waits last; ``mark`` is how many events there were
    before the last step that made moves."""

    state: State
    journal: Journal
    decisions: list[Decision]
    mark: int = 0

    def copy(self) -> RunState:
        """A track that goes its own way from here."""
        return RunState(self.state, self.journal.copy(), list(self.decisions), self.mark)

    def deals(self) -> list[DealEvent]:
        """The deals so far, one that was replayed once."""
        found: list[DealEvent] = []
        replayed = False
        for event in self.journal.events:
            if isinstance(event, ReplayEvent):
                replayed = True
            elif isinstance(event, DealEvent):
                if not (replayed and found and found[-1].number == event.number):
                    found.append(event)
                replayed = False
        return found

    def entries(self) -> list[EntryEvent]:
        """The entries of the sheet that count."""
        return self.journal.entries

    def fresh_entries(self) -> list[EntryEvent]:
        """Those that the last step with moves wrote."""
        void = self.journal.void
        events = enumerate(self.journal.events)
        return [event for at, event in events if at >= self.mark and isinstance(event, EntryEvent) and at not in void]

    def set_mark(self) -> None:
        """A step with moves begins."""
        self.mark = len(self.journal.events)


def begin(game: EngineGame, seed: int, decks: Sequence[Sequence[int]]) -> RunState:
    """A new match at its first decision."""
    journal = Journal()
    track = RunState(game.start(seed, decks, journal), journal, [])
    _look(game, track, 0)
    return track


def advance(game: EngineGame, track: RunState, move: EngineMove) -> None:
    """Makes a legal move."""
    before = len(track.journal.events)
    track.state = game.apply(track.state, move, track.journal)
    _look(game, track, before)


def _look(game: EngineGame, track: RunState, before: int) -> None:
    """Notes the decision that waits; a deal that begins, or begins anew, clears those before it."""
    if any(isinstance(event, DealEvent | ReplayEvent) for event in track.journal.events[before:]):
        track.decisions = []
    waiting = decision(game, track.state)
    if waiting is not None:
        track.decisions.append(waiting)


def decision(game: EngineGame, state: State) -> Decision | None:
    """The decision that waits; None when the match is over."""
    number = game.executor.ask(state.cells)
    seat = game.decider(state)
    if number is None or seat is None:
        return None
    alternatives = game.program.asks[number].alternatives
    return Decision(seat, frozenset(game.program.moves[alternative.move].name for alternative in alternatives))


def stage_name(program: Program, stage: int) -> str:
    """The name of a stage by its number."""
    return program.schedules[0].stages[stage].name
