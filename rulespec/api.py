"""Playing from a program: ``rulespec.load`` makes a ``Game`` of a spec, ``Game.match`` a ``Match`` to step through.

Seats are counted from 0. What is handed out is a value: nothing that a caller does to it changes a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from rulespec.compiler import compile_spec
from rulespec.compiler.texts import Texts, texts_of
from rulespec.interpreter.engine_errors import EngineMove as RawMove
from rulespec.interpreter.engine_errors import IllegalMove, Limits, MatchFault, MoveFormatError, Refusal, SetupError
from rulespec.interpreter.game import EngineGame as Rules
from rulespec.interpreter.journal import EntryEvent
from rulespec.interpreter.match import EngineMatch as Play
from rulespec.interpreter.view import View
from rulespec.syntax.diagnostics import Diagnostic, Severity, render

__all__ = [
    "Entry",
    "Game",
    "IllegalMove",
    "Limits",
    "Match",
    "MatchFault",
    "Move",
    "MoveFormatError",
    "OptionValue",
    "Refusal",
    "SetupError",
    "SpecError",
    "View",
    "load",
    "load_match",
]

File: TypeAlias = str | PathLike[str]
OptionValue: TypeAlias = bool | int | str | None


class SpecError(Exception):
    """A spec cannot be played. ``diagnostics`` say why; ``str()`` of the error is their text."""

    def __init__(self, diagnostics: Sequence[Diagnostic], message: str = "") -> None:
        super().__init__("\n".join(map(render, diagnostics)) or message)
        self.diagnostics = tuple(diagnostics)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the score sheet. Either ``seat`` or ``team`` is given; ``deal`` counts from 0 and is None before the
    first; ``cites`` are the statements of the game's sources that it follows."""

    seat: int | None
    team: int | None
    kind: str
    points: int
    deal: int | None
    cites: tuple[str, ...]


class Move:
    """A move that a seat may make. Two moves are equal if they are the same choice; ``str()`` is the sentence."""

    __slots__ = ("_play", "_raw", "_state")

    def __init__(self, play: Play, raw: RawMove) -> None:
        self._play = play
        self._state = play.state
        self._raw = raw

    @property
    def name(self) -> str:
        """The name that the spec gives to moves of this kind."""
        return self._raw.name

    @property
    def args(self) -> dict[str, Any]:
        """The chosen values by parameter, as JSON: cards as ``6S``, suits and the like by name, none as None."""
        args: dict[str, Any] = self.to_json()["args"]
        return args

    @property
    def seat(self) -> int:
        """The seat that acts."""
        actor = self._play.game.actor(self._state)
        assert actor is not None
        return actor

    @property
    def fined(self) -> bool:
        """May the move be made, but under a penalty?"""
        return self._play.game.is_fined(self._state, self._raw)

    def text(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """The sentence, with card letters of ``en``, ``ru`` or ``de`` and the names of the seats."""
        return self._play.game.say(self._state, self._raw, language, names)

    def to_json(self) -> dict[str, Any]:
        """``{"move": name, "args": {…}}``, which ``Match.step`` takes too."""
        return self._play.game.move_to_json(self._state, self._raw)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __eq__(self, other: object) -> bool:
        return self._raw == other._raw if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._raw)


AnyMove: TypeAlias = Move | Mapping[str, Any]
"""A move of ``Match.moves``, or one as JSON."""


class Game:
    """The rules of a spec for a number of players and a choice of options. Made by ``load``."""

    def __init__(self, rules: Rules, texts: Texts, warnings: Sequence[Diagnostic] = ()) -> None:
        self._texts = texts
        self.rules = rules
        """The engine's own game, for whoever wants more than this class offers."""
        self.warnings = tuple(warnings)
        """What the checker finds questionable in the spec."""

    @property
    def name(self) -> str:
        return self.rules.program.name

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.rules.players

    @property
    def options(self) -> dict[str, OptionValue]:
        """The value of every option of the spec."""
        return dict(self.rules.options)

    def title(self, language: str = "en") -> str:
        """What people call the game."""
        titles = {title.language: title.text for title in self.rules.program.titles}
        return titles.get(language) or next(iter(titles.values()), self.name)

    def match(self, seed: int = 0, decks: Sequence[str] = ()) -> Match:
        """A new match, at its first decision. The same seed gives the same match.

        ``decks`` are orders of the pack, top first (``"6S AH …"``), which take the place of its first shuffles. Raises
        ValueError for one that is no order of the pack, and ``MatchFault`` where the match cannot begin.
        """
        cards = self.rules.cards
        orders = [tuple(cards.parse_card(word) for word in deck.split()) for deck in decks]
        for order in orders:
            if sorted(order) != list(range(cards.size)):
                raise ValueError(f"a deck holds each of the {cards.size} cards once")
        return Match(self, Play(self.rules, seed, orders))

    def __repr__(self) -> str:
        return f"<Game {self.name} for {self.players}>"


class Match:
    """A match in play. ``step`` makes a move; everything else looks."""

    def __init__(self, game: Game, play: Play) -> None:
        self._play = play
        self.game = game

    # ------------------------------------------------------------ where it stands

    @property
    def over(self) -> bool:
        return self._play.over

    @property
    def seat(self) -> int | None:
        """The seat that must choose; None when the match is over."""
        return self.game.rules.decider(self._play.state)

    @property
    def moves(self) -> list[Move]:
        """Every legal move; none when the match is over. Raises ``MatchFault`` where the spec leaves a seat none."""
        return [Move(self._play, raw) for raw in self._play.legal]

    @property
    def entries(self) -> list[Entry]:
        """The lines of the score sheet so far."""
        return [_entry(event) for event in self._play.entries]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points so far, by seat, or by team where the game counts so."""
        return self._play.totals

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none before the end."""
        return self._play.winners

    @property
    def decisions(self) -> list[dict[str, Any]]:
        """The moves made so far, as JSON."""
        return [dict(decision) for decision in self._play.decisions]

    def view(self, seat: int) -> View:
        """What a seat sees, and no more. Raises ValueError where there is no such seat."""
        if not 0 <= seat < self.game.players:
            raise ValueError(f"there is no seat {seat}")
        return self.game.rules.view(self._play.state, seat)

    # ------------------------------------------------------------ moves

    def step(self, move: AnyMove) -> None:
        """Makes a move. Raises ``IllegalMove`` with every refusal, ``MoveFormatError`` for what is no move, and
        ``MatchFault`` where the spec cannot go on; the match then stands where it stood."""
        self._play.step(self._raw(move))

    def why_not(self, move: AnyMove) -> list[Refusal]:
        """Everything that refuses a move; nothing where it is legal. Raises ``MoveFormatError``."""
        return self.game.rules.refusals(self._play.state, self._raw(move))

    def copy(self) -> Match:
        """A match that goes its own way from here."""
        return Match(self.game, self._play.copy())

    def _raw(self, move: AnyMove) -> RawMove:
        if isinstance(move, Move):
            return move._raw
        return self.game.rules.move_from_json(self._play.state, dict(move))

    # ------------------------------------------------------------ on paper

    def sheet(self, width: int = 80, language: str = "en") -> str:
        """The score sheet so far, ``width`` columns wide, without colours; ``en``, ``ru`` or ``de``."""
        from rulespec.reports.play import record_of
        from rulespec.reports.sheet import sheet_text
        from rulespec.reports.translations import catalogue

        return sheet_text(record_of(self._play, language), catalogue(language), width)

    def transcript(self, width: int = 80, language: str = "en") -> str:
        """What happened so far, all cards face up."""
        from rulespec.reports.play import record_of
        from rulespec.reports.transcript import transcript
        from rulespec.reports.translations import catalogue

        return "\n".join(transcript(record_of(self._play, language), catalogue(language), width)) + "\n"

    def save(self, path: File) -> None:
        """Keeps the match in a file, which ``load_match`` and ``rulespec replay`` read. Whatever fails, a file that was
        there before is still whole. Raises OSError."""
        from rulespec.records.file import file_of, save

        save(file_of(Path(path), self._play, self.game._texts))

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.seat} to choose"
        return f"<Match of {self.game.name}, {len(self._play.decisions)} moves, {state}>"


def load(
    path: File,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    overlays: Sequence[File] = (),
    limits: Limits | None = None,
) -> Game:
    """The game of a spec, with house rules on top, for ``players`` (else the spec's default) and ``options``.

    Raises ``SpecError`` where the spec has errors, and ``SetupError`` for a wrong number of players, an unknown option
    or a value that it cannot have.
    """
    main, more = Path(path), [Path(overlay) for overlay in overlays]
    compiled = compile_spec(main, overlays=more)
    if compiled.program is None:
        raise SpecError(compiled.diagnostics, f"{path} is a library, not a game")
    warnings = [item for item in compiled.diagnostics if item.severity is Severity.WARNING]
    rules = Rules(compiled.program, players, options, limits)
    return Game(rules, texts_of(compiled, main, more), warnings)


def load_match(path: File, limits: Limits | None = None) -> Match:
    """A match that was saved, where it stood, with the spec that is in the file. It goes on with the limits that it was
    begun with, and they may not be wider than ``limits``, else the usual ones.

    Raises OSError, ``rulespec.records.file.MatchFileError`` for what is no whole match file, and
    ``rulespec.records.replay.MatchDifference`` where it does not hold.
    """
    from rulespec.records.file import read
    from rulespec.records.replay import game_of, replay

    file = read(Path(path))
    rules = game_of(file, limits)
    return Match(Game(rules, file.texts), replay(file, rules))


def _entry(event: EntryEvent) -> Entry:
    seat, team = (None, event.to) if event.team else (event.to, None)
    return Entry(seat, team, event.kind, event.points, event.deal, event.cites)
