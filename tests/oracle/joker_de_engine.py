"""The German Joker in thirteen deals written straight from the numbered statements, for tests only.

It shares nothing with the specs or the interpreter. Cards are texts ("10H"), both jokers "JK"; seats are counted from
0, clockwise. A move is a tuple: ``("bid", 2)``, ``("play", "9C", None)``, ``("play", "JK", "senior")``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Move: TypeAlias = "tuple[str | int | None, ...]"

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKER = "JK"
PACK = (*(rank + suit for suit in "SCDH" for rank in RANKS), JOKER, JOKER)  # C1
SIZES = (2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2)  # C3
REPLAYS = 20  # as often a deal is played again


def suit_of(card: str) -> str | None:
    return None if card == JOKER else card[-1]


def rank_of(card: str) -> int:
    return RANKS.index(card[:-1])


@dataclass(frozen=True)
class Play:
    seat: int
    card: str
    call: str | None


@dataclass(frozen=True)
class Entry:
    party: int
    deal: int
    seat: int
    kind: str
    points: int


@dataclass
class JokerDe:
    """A match over given deck orders, tops first, one a shuffle. ``lots`` tells who of some seats deals first."""

    players: int
    decks: Iterator[Sequence[str]]
    lots: Callable[[Sequence[int]], int]
    three: bool = False
    penalize: bool = False
    refill: bool = False
    party: int = -1
    extra: bool = False
    deal: int = 0
    dealer: int = 0
    asked: str = ""
    to_move: int = 0
    over: bool = False
    trump: str | None = None
    turned: str | None = None
    replays: int = 0
    seats: list[int] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    hands: dict[int, list[str]] = field(default_factory=dict)
    bids: dict[int, int] = field(default_factory=dict)
    won: dict[int, int] = field(default_factory=dict)
    trick: list[Play] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    seconds: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wins = [0] * self.players
        self.seconds = [0] * self.players
        self._start_party(range(self.players))

    # --- parties and deals -------------------------------------------------------------------------------------------

    def _start_party(self, seats: Sequence[int]) -> None:
        self.party += 1
        self.seats = sorted(seats)
        self.deal = 0
        self.dealer = self.lots(self.seats)  # C4
        assert self.dealer in self.seats
        self.replays = 0
        self._start_deal()

    def _after(self, seat: int) -> int:
        """The next seat clockwise that takes part."""
        while True:
            seat = (seat + 1) % self.players
            if seat in self.seats:
                return seat

    def _round(self, seat: int) -> list[int]:
        order = [seat]
        while len(order) < len(self.seats):
            order.append(self._after(order[-1]))
        return order

    @property
    def size(self) -> int:
        return SIZES[self.deal]

    def _start_deal(self) -> None:
        self.stock = list(next(self.decks))
        self.hands = {seat: [] for seat in self.seats}
        for _ in range(self.size):
            for seat in self._round(self._after(self.dealer)):
                self.hands[seat].append(self.stock.pop(0))
        self.turned = self.stock.pop(0)
        self.trump = suit_of(self.turned)  # C5
        self.bids = {}
        self.won = dict.fromkeys(self.seats, 0)
        self.trick = []
        self.asked, self.to_move = "bid", self._after(self.dealer)  # C7

    # --- legal moves -------------------------------------------------------------------------------------------------

    def legal(self) -> list[Move]:
        if self.over:
            return []
        if self.asked == "bid":
            highest = len(PACK) // len(self.seats) if self.refill else self.size  # C7, C12
            return [("bid", n) for n in range(highest + 1) if not self._hooked(n)]
        moves: list[Move] = []
        for card in dict.fromkeys(self.hands[self.to_move]):
            if card == JOKER:
                called = {play.call for play in self.trick}
                moves += [("play", card, call) for call in ("senior", "junior") if call not in called]  # C14, C15
            elif not self.revokes(card) or (self.penalize and self.replays < REPLAYS):
                moves.append(("play", card, None))
        return moves

    def _hooked(self, n: int) -> bool:
        """C8."""
        return self.to_move == self.dealer and sum(self.bids.values()) + n == self.size

    def _led(self) -> str | None:
        """C16."""
        return next((suit_of(play.card) for play in self.trick if play.card != JOKER), None)

    def revokes(self, card: str) -> bool:
        """C10."""
        led = self._led()
        if card == JOKER or led is None or suit_of(card) == led:
            return False
        return any(suit_of(other) == led for other in self.hands[self.to_move])

    def _leads_joker(self, card: str) -> bool:
        """C19."""
        return card == JOKER and not self.trick and len(self.hands[self.to_move]) > 1

    def fined(self, move: Move) -> bool:
        return move[0] == "play" and (self.revokes(str(move[1])) or self._leads_joker(str(move[1])))

    # --- moving ------------------------------------------------------------------------------------------------------

    def apply(self, move: Move) -> None:
        assert move in self.legal(), move
        seat = self.to_move
        if move[0] == "bid":
            self.bids[seat] = int(move[1] or 0)
            self.to_move = self._after(seat)
            if seat == self.dealer:
                self.asked, self.to_move = "play", self.dealer  # C9
            return
        card, call = str(move[1]), None if move[2] is None else str(move[2])
        if self.revokes(card):
            self._replay(seat)
            return
        if self._leads_joker(card):
            self._enter(seat, "joker_lead", -10)
        self.hands[seat].remove(card)
        self.trick.append(Play(seat, card, call))
        self.to_move = self._after(seat)
        if len(self.trick) == len(self.seats):
            self._take()

    def _enter(self, seat: int, kind: str, points: int) -> None:
        self.entries.append(Entry(self.party, self.deal, seat, kind, points))

    def _replay(self, seat: int) -> None:
        """C18."""
        here = (self.party, self.deal)
        self.entries = [e for e in self.entries if (e.party, e.deal) != here or e.kind == "revoke"]
        self._enter(seat, "revoke", -50)
        self.replays += 1
        self._start_deal()

    def _take(self) -> None:
        taker = self._taker()
        self.won[taker] += 1
        self.trick = []
        self.to_move = taker  # C13
        rest = len(self.stock) + (self.turned is not None)
        if self.refill and rest >= len(self.seats):  # C12
            for seat in self._round(taker):
                if self.stock:
                    self.hands[seat].append(self.stock.pop(0))
                elif self.turned is not None:
                    self.hands[seat].append(self.turned)
                    self.turned = None
        if not self.hands[taker]:
            self._end_deal()

    def _taker(self) -> int:
        for play in self.trick:
            if play.call == "senior":
                return play.seat  # C14
        plain = [play for play in self.trick if play.card != JOKER]
        for suit in (self.trump, self._led()):
            cards = [play for play in plain if suit is not None and suit_of(play.card) == suit]
            if cards:
                return max(cards, key=lambda play: rank_of(play.card)).seat  # C11
        raise AssertionError("of two jokers one is senior")

    @staticmethod
    def price(bid: int, taken: int) -> int:
        """C17."""
        if taken < bid:
            return -10 * (bid - taken)
        if taken > bid:
            return taken
        return 10 * bid or 5

    def _end_deal(self) -> None:
        for seat in self.seats:
            self._enter(seat, "deal", self.price(self.bids[seat], self.won[seat]))
        self.deal += 1
        self.replays = 0
        if self.deal == len(SIZES):
            self._end_party()
            return
        self.dealer = self._after(self.dealer)
        self._start_deal()

    # --- parties and the match ---------------------------------------------------------------------------------------

    @property
    def totals(self) -> list[int]:
        """Of the running party."""
        points = [0] * self.players
        for entry in self.entries:
            if entry.party == self.party:
                points[entry.seat] += entry.points
        return points

    def _end_party(self) -> None:
        totals = self.totals
        best = max(totals[seat] for seat in self.seats)
        leaders = [seat for seat in self.seats if totals[seat] == best]  # C20, C21
        if not self.three:
            self._finish(leaders)
            return
        if self.extra:
            contenders = leaders  # C25
        else:
            if len(leaders) < len(self.seats):  # C21
                for seat in self.seats:
                    ahead = sum(totals[other] > totals[seat] for other in self.seats)
                    self.wins[seat] += ahead == 0  # C22
                    self.seconds[seat] += ahead == 1  # C23
            if max(self.wins) < 2 and self.party < 2:
                self._start_party(self.seats)
                return
            self.extra = True
            contenders = [seat for seat in self.seats if self.wins[seat] == max(self.wins)]
            seconds = max(self.seconds[seat] for seat in contenders)
            contenders = [seat for seat in contenders if self.seconds[seat] == seconds]  # C23
        if len(contenders) == 1:
            self._finish(contenders)
        else:
            self._start_party(contenders)  # C24

    def _finish(self, winners: list[int]) -> None:
        self.over = True
        self.winners = winners
