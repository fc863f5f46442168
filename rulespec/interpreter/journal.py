"""What happened in a match, as events: deals, moves, cards that changed place, entries of the score sheet.

Events hold numbers (seats, card ids, indices of declarations), never text of one language; the pieces of a move's
sentence are rendered by ``rulespec.interpreter.sentences``.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from rulespec.interpreter.runtime import ZONE, Cards, Cells
from rulespec.interpreter.state_layout import GIVEN_DRAW, GIVEN_ORDER

if TYPE_CHECKING:
    from rulespec.interpreter.game import EngineGame


@dataclass(frozen=True, slots=True)
class TextValue:
    """A value within a sentence. ``kind`` says what ``value`` is: see ``rulespec.interpreter.values.piece``."""

    kind: str
    value: Any


Text: TypeAlias = tuple[str | TextValue, ...]


@dataclass(frozen=True, slots=True)
class PlaceId:
    """A place (``name`` and index values) or, with an empty index, a collection of groups."""

    name: str
    index: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealEvent:
    """``number`` counts the deals of a run of the schedule, ``name`` is that of the stage."""

    name: str
    stage: int
    number: int
    size: int | None
    dealer: int | None


@dataclass(frozen=True, slots=True)
class StageEvent:
    """A stage begins; number 0 begins a run of its schedule."""

    name: str
    stage: int


@dataclass(frozen=True, slots=True)
class StepEvent:
    name: str


@dataclass(frozen=True, slots=True)
class ReplayEvent:
    """The running deal is played again; its entries so far are void."""

    deal: int


@dataclass(frozen=True, slots=True)
class OverEvent:
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SecretEvent:
    """The seat has chosen; what, nobody else knows yet."""

    seat: int


@dataclass(frozen=True, slots=True)
class MoveEvent:
    """``seat`` acts, ``decider`` chose; ``text`` holds the pieces of the sentence; ``fined``: paths of penalties."""

    seat: int
    decider: int
    move: str
    args: tuple[Any, ...]
    text: Text
    silent: bool
    fined: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SaidEvent:
    """A sentence that the rules say to everybody."""

    text: Text


@dataclass(frozen=True, slots=True)
class CardsEvent:
    """Cards moved as a packet. ``seats``: who sees all of them, before or after."""

    source: PlaceId | None
    target: PlaceId
    cards: Cards
    seats: tuple[int, ...]
    everyone: bool


@dataclass(frozen=True, slots=True)
class GatherEvent:
    """All cards were gathered and shuffled: ``cards`` from the top."""

    target: PlaceId
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class ShuffleEvent:
    """The cards of a pile were shuffled: ``cards`` from the top."""

    target: PlaceId
    cards: Cards


@dataclass(frozen=True, slots=True)
class DrawEvent:
    """Something was drawn at random: the element at ``position`` of those that there were."""

    position: int


@dataclass(frozen=True, slots=True)
class EntryEvent:
    """A line of the score sheet. ``arm`` is the path of the price, ``deal`` and ``stage`` are None outside of any.

    ``facts`` are the seat's variables that the points were reckoned from, by name (``rulespec.ir.award_inputs``).
    """

    stage: int | None
    deal: int | None
    to: int
    team: bool
    kind: str
    points: int
    arm: str | None
    cites: tuple[str, ...]
    facts: tuple[tuple[str, int | None], ...] = ()


Event: TypeAlias = (
    DealEvent
    | StageEvent
    | StepEvent
    | ReplayEvent
    | OverEvent
    | SecretEvent
    | MoveEvent
    | SaidEvent
    | CardsEvent
    | GatherEvent
    | ShuffleEvent
    | DrawEvent
    | EntryEvent
)


@dataclass(frozen=True, slots=True)
class JournalMark:
    """How far a journal was written: lengths of its lists, and its other fields."""

    events: int
    struck: int
    pinned: int
    stage: int | None
    deal: int | None
    deal_start: int
    pinning: bool
    replayed: int | None
    swept: int


@dataclass(slots=True)
class Journal:
    """Grows as a match is played; its lists are only appended to.

    ``struck`` and ``pinned`` are positions of entries: those that a replay of their deal has struck out, and those that
    no replay may strike out. ``replayed`` is the deal that was replayed last since ``deal_start``; before ``swept``
    there is nothing left to strike.
    """

    events: list[Event] = field(default_factory=list)
    struck: list[int] = field(default_factory=list)
    pinned: list[int] = field(default_factory=list)
    stage: int | None = None
    deal: int | None = None
    deal_start: int = 0
    pinning: bool = False
    replayed: int | None = None
    swept: int = 0

    def mark(self) -> JournalMark:
        """Where the journal stands, for ``restore``."""
        return JournalMark(
            len(self.events),
            len(self.struck),
            len(self.pinned),
            self.stage,
            self.deal,
            self.deal_start,
            self.pinning,
            self.replayed,
            self.swept,
        )

    def restore(self, mark: JournalMark) -> None:
        """Takes away whatever was written since ``mark``. Done again after an interruption, it has the same result."""
        del self.events[mark.events :]
        del self.struck[mark.struck :]
        del self.pinned[mark.pinned :]
        self.stage, self.deal, self.deal_start = mark.stage, mark.deal, mark.deal_start
        self.pinning, self.replayed, self.swept = mark.pinning, mark.replayed, mark.swept

    @property
    def void(self) -> frozenset[int]:
        """The positions of entries that no longer count."""
        return frozenset(self.struck)

    @property
    def entries(self) -> list[EntryEvent]:
        """The entries that count, in order."""
        void = self.void
        return [event for at, event in enumerate(self.events) if isinstance(event, EntryEvent) and at not in void]

    @property
    def chance(self) -> tuple[Cards, ...]:
        """Every outcome of chance in order, in the form in which ``EngineGame.start`` takes it."""
        found: list[Cards] = []
        for event in self.events:
            match event:
                case GatherEvent(cards=cards):
                    found.append(cards)
                case ShuffleEvent(cards=cards):
                    found.append((GIVEN_ORDER, *cards))
                case DrawEvent(position=position):
                    found.append((GIVEN_DRAW, position))
                case _:
                    pass
        return tuple(found)

    def copy(self) -> Journal:
        """A journal that goes its own way from here."""
        return replace(self, events=list(self.events), struck=list(self.struck), pinned=list(self.pinned))

    def add(self, event: Event) -> None:
        self.events.append(event)

    def to_json(self) -> list[dict[str, Any]]:
        """Each event as its fields and ``event``, the name of its class; struck entries bear ``void``."""
        result = []
        void = self.void
        for at, event in enumerate(self.events):
            obj = {"event": type(event).__name__, **asdict(event)}
            if at in void:
                obj["void"] = True
            result.append(obj)
        return result


class Recorder:
    """Writes a journal while generated code runs."""

    def __init__(self, game: EngineGame, journal: Journal) -> None:
        self.game = game
        self.journal = journal
        self._sources: dict[int, tuple[int | None, frozenset[int]]] = {}

    # ------------------------------------------------------------ called by generated code

    def tell(self, cells: Cells, what: str, name: str, args: tuple[Any, ...]) -> None:
        journal = self.journal
        match what:
            case "deal":
                stage, number, size, dealer = args
                journal.stage, journal.deal = stage, number
                journal.pinning = False
                last = journal.events[-1] if journal.events else None
                if journal.replayed != number and not isinstance(last, ReplayEvent):
                    journal.deal_start = len(journal.events)
                    journal.replayed = None
                journal.add(DealEvent(name, stage, number, size, dealer))
            case "stage":
                journal.stage, journal.deal = args[0], None
                journal.add(StageEvent(name, args[0]))
            case "step":
                journal.add(StepEvent(name))
            case "replay":
                kept = frozenset(journal.pinned)
                journal.struck += [
                    at
                    for at in range(max(journal.deal_start, journal.swept), len(journal.events))
                    if isinstance(journal.events[at], EntryEvent) and at not in kept
                ]
                journal.pinning = True
                journal.swept = len(journal.events)
                journal.replayed = journal.deal or 0
                journal.add(ReplayEvent(journal.replayed))
            case "over":
                winners = cells[self.game.layout.slots[self.game.program.system.winners].base]
                journal.add(OverEvent(winners or ()))

    def said(self, text: Text) -> None:
        self.journal.add(SaidEvent(text))

    def award(
        self,
        points: int,
        to: int,
        team: bool,
        kind: str,
        arm: int | None,
        cites: tuple[str, ...],
        facts: tuple[tuple[str, int | None], ...] = (),
    ) -> None:
        journal = self.journal
        if journal.pinning:
            journal.pinned.append(len(journal.events))
        priced = None
        if arm is not None:
            decl = self.game.program.arms[arm]
            priced = decl.path
            cites = tuple(dict.fromkeys((*cites, *decl.cites)))
        journal.add(EntryEvent(journal.stage, journal.deal, to, team, kind, points, priced, cites, facts))

    def lifted(self, cells: Cells, cards: Cards) -> None:
        """Remembers where cards lie and who sees them before they move."""
        where = self.game.layout.where
        for card in cards:
            self._sources[card] = (cells[where + card], self._seats(cells, card))

    def laid(self, cells: Cells, cards: Cards, cell: int) -> None:
        """Writes one event for each run of cards from one place."""
        run: list[int] = []
        source: int | None = None
        for card in cards:
            origin = self._sources[card][0]
            if run and origin != source:
                self._cards(cells, run, source, cell)
                run = []
            source = origin
            run.append(card)
        if run:
            self._cards(cells, run, source, cell)

    def gathered(self, cells: Cells, cell: int) -> None:
        self.journal.pinning = False
        self.journal.add(GatherEvent(self._spot(cell), cells[cell][::-1]))

    def shuffled(self, cells: Cells, cell: int, how: int) -> None:
        if how != ZONE:
            self.journal.add(ShuffleEvent(self._spot(cell), cells[cell][::-1]))

    def drawn(self, domain: tuple[Any, ...], value: Any) -> None:
        self.journal.add(DrawEvent(domain.index(value)))

    # ------------------------------------------------------------ called by the game

    def move(self, cells: Cells, move: int, args: tuple[Any, ...]) -> None:
        """Writes a move before its effect runs."""
        game = self.game
        decl = game.program.moves[move]
        fined = tuple(decl.body[at].path for at in game.penalties(cells, move, args))  # type: ignore[union-attr]
        self.journal.add(
            MoveEvent(
                cells[game.executor.actor],
                cells[game.executor.decider],
                decl.name,
                args,
                game.pieces(cells, move, args),
                decl.silent,
                fined,
            )
        )

    def secret(self, seat: int) -> None:
        self.journal.add(SecretEvent(seat))

    # ------------------------------------------------------------ helpers

    def _seats(self, cells: Cells, card: int) -> frozenset[int]:
        sight = self.game.sight
        return frozenset(seat for seat in range(self.game.players) if sight.sees_card(cells, card, seat))

    def _cards(self, cells: Cells, cards: list[int], source: int | None, cell: int) -> None:
        seats = frozenset(range(self.game.players))
        for card in cards:
            seats &= self._sources[card][1] | self._seats(cells, card)
        self.journal.add(
            CardsEvent(
                None if source is None else self._spot(source),
                self._spot(cell),
                tuple(cards),
                tuple(sorted(seats)),
                len(seats) == self.game.players,
            )
        )

    def _spot(self, cell: int) -> PlaceId:
        layout = self.game.layout
        if cell in layout.groups_of_cell:
            return PlaceId(self.game.program.groups[layout.groups_of_cell[cell]].name, ())
        number, index = layout.place_of_cell[cell]
        return PlaceId(self.game.program.places[number].name, index)
