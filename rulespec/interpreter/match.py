"""A match in play: the state, what happened, and the decisions that led there."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulespec.interpreter.engine_errors import EngineMove, MatchFault, MoveFormatError, StateFormatError
from rulespec.interpreter.journal import EntryEvent, Journal, JournalMark
from rulespec.interpreter.json_codec import program_hash
from rulespec.interpreter.state import State
from rulespec.interpreter.state_layout import RNG

if TYPE_CHECKING:
    from rulespec.interpreter.game import EngineGame


@dataclass(frozen=True, slots=True)
class _Moment:
    """Everything that a step changes: one assignment exchanges it. ``decisions`` counts them."""

    state: State
    journal: JournalMark
    decisions: int


class EngineMatch:
    """Starts a match; ``step`` makes a move, whole or not at all, whatever stops it.

    ``decks`` are as ``EngineGame.start`` takes them. Raises ``MatchFault`` where the match cannot begin.
    """

    def __init__(self, game: EngineGame, seed: int = 0, decks: Sequence[Sequence[int]] = ()) -> None:
        self.game = game
        self.seed = seed
        self.decks = tuple(tuple(deck) for deck in decks)
        self._journal = Journal()
        self._decisions: list[dict[str, Any]] = []
        self._deciders: list[int] = []
        self._under_way = False
        try:
            state = game.start(seed, decks, self._journal)
        except MatchFault as fault:
            fault.journal = self._journal
            raise
        self._now = _Moment(state, self._journal.mark(), 0)

    @property
    def state(self) -> State:
        return self._now.state

    @property
    def journal(self) -> Journal:
        """What happened up to the last whole step."""
        self._forget_part()
        return self._journal

    @property
    def decisions(self) -> list[dict[str, Any]]:
        """The moves as JSON: enough to play the match again."""
        self._forget_part()
        return self._decisions

    @property
    def deciders(self) -> list[int]:
        """The seats that chose the moves."""
        self._forget_part()
        return self._deciders

    def _forget_part(self) -> None:
        """Takes away what a step wrote that did not come to its end."""
        if self._under_way:
            now = self._now
            self._journal.restore(now.journal)
            del self._decisions[now.decisions :]
            del self._deciders[now.decisions :]
            self._under_way = False

    @property
    def legal(self) -> list[EngineMove]:
        return self.game.legal_moves(self.state)

    @property
    def unpenalised(self) -> list[EngineMove]:
        """The legal moves that no penalty follows, or all where a penalty follows each."""
        return self.game.unpenalised_moves(self.state)

    @property
    def over(self) -> bool:
        return self.game.is_over(self.state)

    @property
    def entries(self) -> list[EntryEvent]:
        return self.journal.entries

    @property
    def totals(self) -> tuple[int, ...]:
        return self.game.totals(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        return self.game.winners(self.state)

    @property
    def chance(self) -> tuple[tuple[int, ...], ...]:
        """Every outcome of chance so far, as ``decks`` of a match that is to have the same."""
        return self.journal.chance

    @property
    def random(self) -> tuple[int, int]:
        """Where the random stream stands: the two halves of its state."""
        return self.state.cells[RNG], self.state.cells[RNG + 1]

    def reseed(self, random: tuple[int, int]) -> None:
        """Sets the random stream to where another one stood."""
        cells = self.state.cells[:]
        cells[RNG], cells[RNG + 1] = random
        self._now = replace(self._now, state=State(cells))

    def copy(self) -> EngineMatch:
        """A match that goes its own way from here."""
        other = copy(self)
        other._journal = self.journal.copy()
        other._decisions = list(self.decisions)
        other._deciders = list(self.deciders)
        return other

    def step(self, move: EngineMove) -> None:
        """Makes a move. Raises ``IllegalMove`` and ``MatchFault``. Whatever it raises, a signal's exception included,
        the match stands as before; ``MatchFault.journal`` also has the events of the step that failed."""
        self._forget_part()
        state, game = self._now.state, self.game
        written = game.move_to_json(state, move)
        decider = game.decider(state)
        self._under_way = True
        try:
            after = game.apply(state, move, self._journal)
        except MatchFault as fault:
            fault.journal = self._journal.copy()
            self._forget_part()
            raise
        self._decisions.append(written)
        self._deciders.append(-1 if decider is None else decider)
        self._now = _Moment(after, self._journal.mark(), len(self._decisions))
        self._under_way = False

    def to_json(self) -> dict[str, Any]:
        """The match as its set-up and decisions."""
        return {
            "format": 1,
            "game": self.game.program.name,
            "program": program_hash(self.game.program),
            "players": self.game.players,
            "options": dict(self.game.options),
            "seed": self.seed,
            "decks": [[self.game.cards.card_text(card, copy=True) for card in deck] for deck in self.decks],
            "decisions": list(self.decisions),
        }

    @staticmethod
    def from_json(game: EngineGame, obj: object) -> EngineMatch:
        """Plays a printed match again. Raises ``StateFormatError``, ``MoveFormatError``, ``IllegalMove``."""
        if not isinstance(obj, dict) or obj.get("format") != 1:
            raise StateFormatError("a match is an object of format 1")
        for key, value in (
            ("program", program_hash(game.program)),
            ("players", game.players),
            ("options", dict(game.options)),
        ):
            if obj.get(key) != value:
                raise StateFormatError(f"the match was played with another {key}")
        try:
            decks = [[game.cards.parse_card(text) for text in deck] for deck in obj.get("decks", [])]
        except ValueError as error:
            raise StateFormatError(str(error)) from error
        match = EngineMatch(game, obj.get("seed", 0), decks)
        for at, decision in enumerate(obj.get("decisions", [])):
            try:
                move = game.move_from_json(match.state, decision)
            except MoveFormatError as error:
                raise MoveFormatError(f"decision {at + 1}: {error}") from error
            match.step(move)
        return match
