"""A match in play: the state, what happened, and the decisions that led there."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from rulespec.interpreter.engine_errors import EngineMove, MoveFormatError, StateFormatError
from rulespec.interpreter.journal import EntryEvent, Journal
from rulespec.interpreter.json_codec import program_hash
from rulespec.interpreter.state import State
from rulespec.interpreter.state_layout import RNG

if TYPE_CHECKING:
    from rulespec.interpreter.game import EngineGame


class EngineMatch:
    """Starts a match; ``step`` makes a move. ``decisions`` are the moves as JSON, enough to play it again, and
    ``deciders`` the seats that chose them.

    ``decks`` are as ``EngineGame.start`` takes them.
    """

    def __init__(self, game: EngineGame, seed: int = 0, decks: Sequence[Sequence[int]] = ()) -> None:
        self.game = game
        self.seed = seed
        self.decks = tuple(tuple(deck) for deck in decks)
        self.journal = Journal()
        self.decisions: list[dict[str, Any]] = []
        self.deciders: list[int] = []
        self.state: State = game.start(seed, decks, self.journal)

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
        self.state = State(cells)

    def copy(self) -> EngineMatch:
        """A match that goes its own way from here."""
        other = copy(self)
        other.journal = self.journal.copy()
        other.decisions = list(self.decisions)
        other.deciders = list(self.deciders)
        return other

    def step(self, move: EngineMove) -> None:
        """Makes a move. Raises ``IllegalMove`` and ``MatchFault``; the match then stands as before, but for events
        of a move that faulted."""
        written = self.game.move_to_json(self.state, move)
        decider = self.game.decider(self.state)
        self.state = self.game.apply(self.state, move, self.journal)
        self.decisions.append(written)
        self.deciders.append(-1 if decider is None else decider)

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
