"""Plays a match and gathers what the tables need of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import TypeAlias

from rulespec.bots import Bot
from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.fuel import MatchBudget
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import (
    CardsEvent,
    DealEvent,
    EntryEvent,
    Journal,
    MoveEvent,
    ReplayEvent,
    SaidEvent,
    StageEvent,
    Text,
    TextValue,
)
from rulespec.interpreter.match import EngineMatch
from rulespec.interpreter.sentences import SentenceRenderer
from rulespec.interpreter.state import State
from rulespec.ir.award_inputs import has_awards
from rulespec.ir.program import TypeDim
from rulespec.ir.types import Player
from rulespec.reports.record import DealReplayed, DealStart, MatchRecord, Moved, Said, SheetEntry, Shown
from rulespec.reports.translations import catalogue

HIDDEN = "?"
"""For a card that the reader has not seen."""

ProgressCallback: TypeAlias = Callable[[int], None]
"""Called with the number of decisions so far."""


def play(
    game: EngineGame,
    bot: Bot,
    seed: int,
    deals: int | None = None,
    language: str = "en",
    decks: Sequence[Sequence[int]] = (),
    on_progress: ProgressCallback | None = None,
) -> MatchRecord:
    """Plays a match to its end, to the end of deal number ``deals``, or to a fault, and returns its record."""
    try:
        match = EngineMatch(game, seed, decks)
    except MatchFault as fault:
        return _faulted(RecordBuilder(game, seed, language, deals), fault, Journal())
    return play_on(match, bot, deals, language, on_progress)


def play_on(
    match: EngineMatch,
    bot: Bot,
    deals: int | None = None,
    language: str = "en",
    on_progress: ProgressCallback | None = None,
) -> MatchRecord:
    """Plays a match from where it stands, as ``play`` does."""
    gatherer = RecordBuilder(match.game, match.seed, language, deals)
    gatherer.begin(match.state)
    budget = MatchBudget(match.game.fuel)
    try:
        while not gatherer.take(match.journal) and not match.over:
            match.step(bot.choose(match.unpenalised))
            budget.look()
            if on_progress is not None:
                on_progress(len(match.decisions))
    except MatchFault as fault:
        gatherer.record.decisions = len(match.decisions)
        return _faulted(gatherer, fault, match.journal)
    return _finish(gatherer, match)


def _faulted(gatherer: RecordBuilder, fault: MatchFault, journal: Journal) -> MatchRecord:
    """The record of a match that a fault ended, with what the last step did before it failed."""
    journal = fault.journal or journal
    gatherer.take(journal)
    gatherer.record.unfinished = str(fault)
    gatherer.close(journal)
    return gatherer.record


def record_of(
    match: EngineMatch, language: str = "en", unfinished: str | None = None, deals: int | None = None
) -> MatchRecord:
    """The record of a match as far as it was played, or of its first ``deals``; ``unfinished`` says why no further."""
    gatherer = RecordBuilder(match.game, match.seed, language, deals)
    gatherer.begin(match.state)
    gatherer.take(match.journal)
    gatherer.record.unfinished = unfinished
    return _finish(gatherer, match)


def _finish(gatherer: RecordBuilder, match: EngineMatch) -> MatchRecord:
    record = gatherer.record
    record.decisions = len(match.decisions)
    if not record.stopped and record.unfinished is None:
        record.winners = match.winners
        record.over = match.over
    gatherer.close(match.journal)
    return record


class RecordBuilder:
    """Turns events into happenings as they come: all of them, or what one ``seat`` learns of them."""

    def __init__(
        self, game: EngineGame, seed: int, language: str, most_deals: int | None = None, seat: int | None = None
    ) -> None:
        self.game = game
        self.seat = seat
        names = [catalogue(language).seat(seat) for seat in range(game.players)]
        self.renderer = SentenceRenderer(game.cards, language, names)
        self.most_deals = most_deals
        program = game.program
        titles = {title.language: title.text for title in program.titles}
        title = titles.get(language) or next(iter(titles.values()), program.name)
        scored = has_awards(program)
        self.record = MatchRecord(program.name, title, game.players, seed, game.options, scored=scored)
        self._done = 0
        self._deal: DealStart | None = None
        self._number: int | None = None
        """Of the running deal, as events count."""
        self._titles = {s.name: s.title for schedule in program.schedules for s in schedule.stages}
        self._played: set[int] = set()
        """Cards that the move under way names."""
        self._entries: list[tuple[int, SheetEntry]] = []
        """With their positions in the journal."""
        self._seated = {place.name for place in program.places if place.dims[:1] == (TypeDim(Player()),)}
        self._open = {
            place.name
            for place in program.places
            if any(viewer.who == "all" and viewer.when is None for viewer in place.viewers)
        } | {groups.name for groups in program.groups}

    def begin(self, state: State) -> None:
        """Looks at the first state: are there teams?"""
        sums = len(self.game.totals(state))
        self.record.teams = sums if sums != self.game.players else 0

    def copy(self) -> RecordBuilder:
        """A gatherer that goes its own way from here."""
        other = copy(self)
        record = self.record
        other.record = replace(record, deals=list(record.deals), happenings=list(record.happenings))
        other._entries = list(self._entries)
        return other

    def take(self, journal: Journal, visible: Collection[int] = ()) -> bool:
        """Takes the events that are new; true where a deal too many has begun, of which nothing is taken.

        ``visible`` are the cards that the gatherer's seat has seen meanwhile: others are not named.
        """
        for event in journal.events[self._done :]:
            self._done += 1
            match event:
                case StageEvent(stage=0):
                    self.record.runs = self.record.runs + 1 if self.record.deals else 1
                    self._number = None
                case DealEvent():
                    if not self._begin(event):
                        self.record.stopped = True
                        break
                case MoveEvent():
                    self._moved(event, visible)
                case CardsEvent():
                    self._shown(event)
                case SaidEvent(text=text):
                    self.record.happenings.append(Said(self.renderer.text(text)))
                case EntryEvent():
                    self._entry(event)
                case ReplayEvent() if self._deal is not None:
                    self.record.happenings.append(DealReplayed(self._deal.deal))
                case _:
                    pass
        return self.record.stopped

    def close(self, journal: Journal) -> None:
        """Leaves out the entries that a replay has struck, and adds up the others."""
        self.record.entries = [entry for at, entry in self._entries if at not in journal.void]
        self.record.totals = self._totals()

    def _totals(self) -> tuple[int, ...]:
        """Of the last run, by seat, or by team (its members' entries too) where the game scores teams."""
        teams = self.record.teams
        sums = [0] * (teams or self.game.players)
        runs = {deal.deal: deal.run for deal in self.record.deals}
        for entry in self.record.entries:
            if runs.get(entry.deal, 0) != self.record.runs - 1:
                continue
            party = entry.team if entry.seat is None else entry.seat % teams if teams else entry.seat
            sums[party or 0] += entry.points
        return tuple(sums)

    def _begin(self, event: DealEvent) -> bool:
        if event.number == self._number:
            return True
        number = len(self.record.deals)
        if number == self.most_deals:
            return False
        self._number = event.number
        title = self._titles.get(event.name, event.name)
        run = self.record.runs - 1
        self._deal = DealStart(number, run, event.number - 1, event.name, title, event.size, event.dealer)
        self.record.deals.append(self._deal)
        self.record.happenings.append(self._deal)
        return True

    def _moved(self, event: MoveEvent, visible: Collection[int]) -> None:
        self._played = set(_cards(event.text))
        if event.silent:
            return
        text = event.text
        if self.seat is not None and self.seat not in (event.seat, event.decider):
            text = tuple(_veiled(piece, visible) for piece in text)
        if text and text[0] == TextValue("player", event.seat):
            text = text[1:]
        said = self.renderer.text(text).lstrip(": ")
        self.record.happenings.append(Moved(event.seat, event.move, said))

    def _shown(self, event: CardsEvent) -> None:
        """Cards come into the open of which the move under way did not speak."""
        source, target = event.source, event.target
        if self.seat is not None and self.seat in event.seats and not event.everyone:
            if target.index[:1] == (self.seat,) and target.name in self._seated:
                cards = " ".join(self.renderer.card(card) for card in event.cards)
                self.record.happenings.append(Shown(target.name, self.seat, cards))
            return
        if target.name not in self._open or (source is not None and source.name in self._open):
            return
        if self._played.issuperset(event.cards):
            return
        cards = " ".join(self.renderer.card(card) for card in event.cards)
        seat = target.index[0] if target.index and target.name in self._seated else None
        self.record.happenings.append(Shown(target.name, seat, cards))

    def _entry(self, event: EntryEvent) -> None:
        deal = self._deal
        seat, team = (None, event.to) if event.team else (event.to, None)
        entry = SheetEntry(
            deal.stage if deal else "", deal.deal if deal else 0, seat, team, event.kind, event.points, event.facts
        )
        self._entries.append((self._done - 1, entry))
        self.record.happenings.append(entry)


def _veiled(piece: str | TextValue, visible: Collection[int]) -> str | TextValue:
    """A piece of a sentence in which cards that were not seen are not named."""
    if isinstance(piece, str):
        return piece
    if piece.kind == "card" and piece.value not in visible:
        return HIDDEN
    if piece.kind in ("group", "combo") and any(card not in visible for card, _ in piece.value):
        return " ".join([HIDDEN] * len(piece.value))
    if piece.kind == "list":
        inner = [_veiled(part, visible) for part in piece.value]
        return TextValue("list", tuple(TextValue("text", part) if isinstance(part, str) else part for part in inner))
    return piece


def _cards(text: Text) -> Iterator[int]:
    """The cards that a sentence names."""
    for piece in text:
        if isinstance(piece, TextValue):
            if piece.kind == "card":
                yield piece.value
            elif piece.kind in ("group", "combo"):
                yield from (card for card, _ in piece.value)
            elif piece.kind == "list":
                yield from _cards(piece.value)
