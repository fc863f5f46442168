"""A match at which people sit: they are asked on a terminal, or through a pipe; bots play the other seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TextIO

from rulespec.bots import Bot
from rulespec.interpreter.engine_errors import EngineMove, MatchFault
from rulespec.interpreter.journal import CardsEvent
from rulespec.interpreter.match import EngineMatch
from rulespec.interpreter.sentences import SentenceRenderer
from rulespec.reports.play import RecordBuilder
from rulespec.reports.record import RecordItem
from rulespec.reports.transcript import SEPARATOR, lines, wrap
from rulespec.reports.translations import Catalogue
from rulespec.seats.choices import SHORT, Chooser, Question, picked
from rulespec.seats.table_view import TableRenderer
from rulespec.seats.take_back import visible, why_no_undo
from rulespec.seats.why_not import Reasons, reasons

WHY, TAKE_BACK, LOOK, HELP, BACK, QUIT = "?", "u", "v", "h", "b", "q"
COMMANDS = (WHY, TAKE_BACK, LOOK, HELP, BACK, QUIT)
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties a terminal before it goes to another player."""


class Ending(Enum):
    """Why a session is over."""

    OVER = "over"
    LEFT = "left"
    STOPPED = "stopped"
    """As many deals as were wanted have been played."""
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where a session is played. ``terminal``: is a person there, or a pipe?"""

    source: TextIO
    target: TextIO
    width: int
    terminal: bool

    def say(self, text: str = "") -> None:
        print(text, file=self.target)

    def ask(self, prompt: str) -> str | None:
        """The next line without spaces around it; None at the end of the input."""
        self.target.write(prompt)
        self.target.flush()
        line = self.source.readline()
        if not self.terminal:
            self.target.write(line if line.endswith("\n") else f"{line}\n")
        if not line:
            return None
        return line.strip()


@dataclass(slots=True)
class _Reader:
    """What a seat with a person is told, and how much of it was on the screen."""

    gatherer: RecordBuilder
    shown: int = 0

    def copy(self) -> _Reader:
        return _Reader(self.gatherer.copy(), self.shown)

    def fresh(self) -> list[RecordItem]:
        happenings = self.gatherer.record.happenings
        new = happenings[self.shown :]
        self.shown = len(happenings)
        return new


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    """The match before a choice."""

    seat: int
    match: EngineMatch
    readers: dict[int, _Reader]


class _Undone(Exception):
    """A choice was taken back."""


class _Left(Exception):
    """The person leaves."""


@dataclass(slots=True)
class Session:
    """Plays ``match`` to its end, to the end of a deal, or until somebody leaves.

    ``keep`` is called after every choice of a person, so that nothing is lost, ``on_progress`` after every move with
    the number of decisions so far. ``match`` is replaced by another object when a choice is taken back.
    """

    match: EngineMatch
    people: Collection[int]
    bot: Bot
    words: Catalogue
    screen: Terminal
    deals: int | None = None
    keep: Callable[[EngineMatch], None] | None = None
    on_progress: Callable[[int], None] | None = None
    fault: str | None = None
    _readers: dict[int, _Reader] = field(default_factory=dict)
    _before: list[_Checkpoint] = field(default_factory=list)
    _front: int | None = None

    def __post_init__(self) -> None:
        game, language = self.match.game, self.words.language
        for seat in sorted(self.people):
            self._readers[seat] = _Reader(RecordBuilder(game, self.match.seed, language, self.deals, seat))
        self._listen({seat: visible(game, self.match, seat) for seat in self._readers})
        for reader in self._readers.values():
            if self.match.decisions:
                reader.fresh()

    def run(self) -> Ending:
        """Raises what ``keep`` raises; the match then stands as it was played."""
        match = self.match
        try:
            while not match.over:
                if any(reader.gatherer.record.stopped for reader in self._readers.values()):
                    self._tell_alone()
                    return Ending.STOPPED
                seat = match.game.decider(match.state)
                if seat in self.people and seat is not None:
                    self._choice(seat)
                else:
                    self._step(self.bot.choose(match.unpenalised))
                match = self.match
                if self.on_progress is not None:
                    self.on_progress(len(match.decisions))
        except _Left:
            return Ending.LEFT
        except MatchFault as fault:
            self.fault = str(fault)
            return Ending.FAULT
        self._tell_alone()
        return Ending.OVER

    def _tell_alone(self) -> None:
        """Tells the last events where only one person plays; several would read each other's."""
        if len(self._readers) == 1:
            self._tell(next(iter(self._readers)))

    # ------------------------------------------------------------ moves

    def _step(self, move: EngineMove) -> None:
        """Makes a move and tells everyone what they learn of it."""
        game, match = self.match.game, self.match
        seen = {seat: set(visible(game, match, seat)) for seat in self._readers}
        known = len(match.journal.events)
        match.step(move)
        for seat, cards in seen.items():
            cards |= visible(game, match, seat)
            for event in match.journal.events[known:]:
                if isinstance(event, CardsEvent) and seat in event.seats:
                    cards.update(event.cards)
        self._listen(seen)

    def _listen(self, seen: Mapping[int, Collection[int]]) -> None:
        for seat, reader in self._readers.items():
            reader.gatherer.take(self.match.journal, seen[seat])

    def _choice(self, seat: int) -> None:
        """Asks a person until a move is made or one is taken back."""
        self._show(seat)
        match = self.match
        moves = match.legal
        try:
            move = self._choose(seat, moves)
        except _Undone:
            return
        readers = {other: reader.copy() for other, reader in self._readers.items()}
        self._before.append(_Checkpoint(seat, match.copy(), readers))
        self._step(move)
        if self.keep is not None:
            self.keep(self.match)

    def _take_back(self, seat: int) -> None:
        last = self._before[-1] if self._before else None
        if last is None or last.seat != seat:
            problem: str | None = "nothing_chosen" if last is None else "others_chose"
        else:
            problem = why_no_undo(last.match, self.match, seat)
        if last is None or problem is not None:
            self.screen.say(f"  {self.words[problem or 'nothing_chosen']}")
            return
        self._before.pop()
        self.match, self._readers = last.match, last.readers
        self.screen.say(f"  {self.words['taken_back']}")
        raise _Undone

    # ------------------------------------------------------------ asking

    def _choose(self, seat: int, moves: list[EngineMove]) -> EngineMove:
        """Narrows the legal moves down to one. Raises ``_Undone`` and ``_Left``."""
        match, screen = self.match, self.screen
        fined = frozenset(moves).difference(match.unpenalised) if len(match.unpenalised) < len(moves) else frozenset()
        chooser = Chooser(match.game, match.state, self._renderer(), fined, self.words["fined"])
        path: list[list[EngineMove]] = [moves]
        question: Question | None = chooser.question(moves) or chooser.only(moves[0])
        while question is not None:
            self._ask(seat, question, len(path) > 1)
            left: tuple[EngineMove, ...] = ()
            while not left:
                answer = screen.ask("> ")
                if answer is None:
                    raise _Left
                if not answer and len(question.options) == 1:
                    answer = question.options[0].label
                left = picked(question, answer, chooser, COMMANDS) if answer else ()
                if not left and self._command(seat, chooser, question, answer, len(path) > 1):
                    path.pop()
                    left = tuple(path.pop())
            path.append(list(left))
            question = chooser.question(left)
        return path[-1][0]

    def _command(self, seat: int, chooser: Chooser, question: Question, answer: str, deep: bool) -> bool:
        """Does what a line asks that chooses nothing; true where it goes back a step."""
        word, _, rest = answer.partition(" ")
        if answer == QUIT:
            raise _Left
        if answer == TAKE_BACK:
            self._take_back(seat)
        elif answer == BACK and deep:
            return True
        elif answer.startswith(WHY):
            self._why(chooser, answer.removeprefix(WHY).strip())
        elif word == LOOK and not rest:
            self._look(seat)
            self._ask(seat, question, deep)
        elif word == HELP and not rest:
            self._wrapped(self.words["help"])
        else:
            self._wrapped(self.words["retry"])
        return False

    def _ask(self, seat: int, question: Question, deep: bool) -> None:
        words, screen = self.words, self.screen
        parts = [f"{words.seat(seat)}, {words['choose']}"]
        if question.title:
            parts.append(question.title)
        if deep:
            parts.append(words["back"])
        screen.say(SEPARATOR.join(parts))
        options = question.options
        if len(options) > SHORT and all(option.key == option.label for option in options):
            screen.say(f"  {options[0].key} … {options[-1].key}")
            return
        wide = max(len(option.key) for option in options)
        for option in options:
            screen.say(f"  {option.key:>{wide}}  {option.label}{option.note}")

    def _why(self, chooser: Chooser, about: str) -> None:
        match, words = self.match, self.words
        found: Reasons = reasons(match.game, match.state, chooser, about)
        for refused in found.refused:
            reason = refused.refusal.message
            if refused.choices is not None:
                few = [*refused.choices[:SHORT], *["…"] * (len(refused.choices) > SHORT)]
                reason = f"{words['not_among']}: {', '.join(few)}" if few else words["nothing_there"]
            self._wrapped(f"{', '.join(refused.labels)}: {reason} ({refused.refusal.path})")
        if found.allowed and about:
            self._wrapped(f"{about}: {words['allowed']}")
        if not found.refused and not found.allowed:
            self._wrapped(words["not_here"])
        elif not found.refused and not about:
            self._wrapped(words["all_allowed"])
        if not found.complete:
            self._wrapped(f"… {words['more']}")

    # ------------------------------------------------------------ showing

    def _show(self, seat: int) -> None:
        """What happened since the seat last looked, and what it sees now."""
        if self._front != seat and len(self._readers) > 1:
            self._pass_on(seat)
        elif self._front is None:
            self._greet(seat)
        self._front = seat
        self._tell(seat)
        self._look(seat)

    def _tell(self, seat: int) -> None:
        for line in lines(self._readers[seat].fresh(), self.words, self.screen.width):
            self.screen.say(line)

    def _look(self, seat: int) -> None:
        match, screen = self.match, self.screen
        view = match.game.view(match.state, seat)
        screen.say()
        for line in TableRenderer(match.game, self.words, self._renderer(), screen.width).lines(view):
            screen.say(line)

    def _pass_on(self, seat: int) -> None:
        words, screen = self.words, self.screen
        screen.say()
        prompt = f"{words['pass_on']} {words.seat(seat)}"
        if not screen.terminal:
            screen.say(prompt)
            return
        if self._front is not None:
            if screen.ask(f"{prompt}, {words['press_enter']} ") is None:
                raise _Left
            screen.target.write(CLEAR)
        self._greet(seat)

    def _greet(self, seat: int) -> None:
        self._wrapped(f"{self.words['you']} {self.words.seat(seat)}")
        self._wrapped(self.words["help"])

    def _wrapped(self, text: str) -> None:
        for line in wrap(text, self.screen.width):
            self.screen.say(line)

    def _renderer(self) -> SentenceRenderer:
        game = self.match.game
        return SentenceRenderer(
            game.cards, self.words.language, [self.words.seat(seat) for seat in range(game.players)]
        )
