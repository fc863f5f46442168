"""Russian Joker written straight from the numbered statements, for tests only.

It shares nothing with the specs or the interpreter. Cards are texts ("10H"); seats are counted from 0, clockwise.
A move is a tuple: its name, then its arguments as texts, numbers or None, in the order in which the spec declares the
parameters: ``("play", "6S", "taking", "hearts", "highest")``, ``("bid", 2)``, ``("name_trump", None)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Move: TypeAlias = "tuple[str | int | None, ...]"

SUITS = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}
RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")  # R2: the ace is high
PACK = tuple(rank + letter for letter in SUITS for rank in RANKS)
JOKERS = frozenset({"6S", "6C"})  # R3
SCHEDULE = (  # R17-R20
    *(("pulka_1", n) for n in (1, 2, 3, 4, 5, 6, 7, 8)),
    *(("pulka_2", 9) for _ in range(4)),
    *(("pulka_3", n) for n in (8, 7, 6, 5, 4, 3, 2, 1)),
    *(("pulka_4", 9) for _ in range(4)),
)


def suit_of(card: str) -> str:
    return SUITS[card[-1]]


def rank_of(card: str) -> int:
    return RANKS.index(card[:-1])


@dataclass
class Play:
    """A card on the table; ``role`` is None for a card that is no joker."""

    seat: int
    card: str
    role: str | None
    wish: str | None = None
    extreme: str | None = None

    @property
    def plain(self) -> bool:
        return self.role in (None, "nominal")


@dataclass
class Entry:
    stage: str
    seat: int
    kind: str
    points: int


@dataclass
class JokerRu:
    """A match over given deck orders, tops first: the one for the first ace, then one a deal."""

    players: int
    decks: Sequence[Sequence[str]]
    strict: bool = False
    minus: bool = False
    cutting: bool = True
    deal: int = 0
    dealer: int = 0
    stage: str = ""
    size: int = 0
    asked: str = ""
    to_move: int = 0
    over: bool = False
    trump: str | None = None
    stock: list[str] = field(default_factory=list)
    turned: str | None = None
    hands: list[list[str]] = field(default_factory=list)
    bids: list[int | None] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    trick: list[Play] = field(default_factory=list)
    threw_off: list[bool] = field(default_factory=list)
    exact: list[bool] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dealer = self._first_ace(self.decks[0])
        self._start_deal()

    # --- who deals, and the deal -------------------------------------------------------------------------------------

    def _first_ace(self, deck: Sequence[str]) -> int:
        """R21: the first card lies in the centre and does not count; seat 1 gets the next."""
        for position, card in enumerate(deck[1:]):
            if card.startswith("A"):
                return (1 + position) % self.players
        raise AssertionError("a pack has four aces")

    def _left(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % self.players

    def _round_from(self, seat: int) -> list[int]:
        return [self._left(seat, i) for i in range(self.players)]

    def _start_deal(self) -> None:
        self.stage, self.size = SCHEDULE[self.deal]
        if self.deal == 0 or SCHEDULE[self.deal - 1][0] != self.stage:
            self.exact = [True] * self.players
        self.stock = list(self.decks[1 + self.deal])
        self.turned = None
        self.trump = None
        self.hands = [[] for _ in range(self.players)]
        self.bids = [None] * self.players
        self.won = [0] * self.players
        self.trick = []
        self.threw_off = [False] * self.players
        if self.cutting:
            self.asked, self.to_move = "cut", self._left(self.dealer, -1)  # R23
        else:
            self._hand_out()

    def _give(self, cards: int) -> None:
        for _ in range(cards):
            for seat in self._round_from(self._left(self.dealer)):
                self.hands[seat].append(self.stock.pop(0))

    def _hand_out(self) -> None:
        eldest = self._left(self.dealer)
        if self.size == 9:  # R25
            self._give(3)
            self.asked, self.to_move = "trump", eldest
            return
        self._give(self.size)
        self.turned = self.stock.pop(0)
        self.trump = None if self.turned in JOKERS else suit_of(self.turned)  # R24
        self.asked, self.to_move = "bid", eldest

    # --- legal moves -------------------------------------------------------------------------------------------------

    def legal(self) -> list[Move]:
        if self.over:
            return []
        if self.asked == "cut":
            return [("cut", n) for n in range(1, len(PACK))]
        if self.asked == "trump":
            return [("name_trump", suit) for suit in (None, *SUITS.values())] + [("look_at_fourth",)]
        if self.asked == "bid":
            return [("bid", n) for n in range(self.size + 1) if not self._hooked(n)]
        return [move for move in self._all_plays() if self._may_play(move)]

    def _hooked(self, n: int) -> bool:
        """R28: the dealer, who bids last, may not make the bids come out even."""
        said = sum(bid for bid in self.bids if bid is not None)
        return self.to_move == self.dealer and said + n == self.size

    def _all_plays(self) -> Iterator[Move]:
        for card in self.hands[self.to_move]:
            if card not in JOKERS:
                yield ("play", card, None, None, None)
                continue
            for role in ("taking", "losing"):
                yield ("play", card, role, None, None)
                if not self.trick:  # R8, R9
                    for suit in SUITS.values():
                        for extreme in ("highest", "lowest"):
                            yield ("play", card, role, suit, extreme)
            yield ("play", card, "nominal", None, None)

    def _led(self) -> str | None:
        """The suit to follow: what a joker led has asked for, else the first plain card's (R8, R11)."""
        if self.trick and self.trick[0].wish:
            return self.trick[0].wish
        return next((suit_of(play.card) for play in self.trick if play.plain), None)

    def _ordinary(self, seat: int, suit: str | None) -> list[str]:
        """R30: a joker in the hand is a card of no suit."""
        return [card for card in self.hands[seat] if card not in JOKERS and suit_of(card) == suit]

    def _may_play(self, move: Move) -> bool:
        card, role = str(move[1]), move[2]
        seat, hand, led = self.to_move, self.hands[self.to_move], self._led()
        if not self.trick and self.strict and card in JOKERS and any(other not in JOKERS for other in hand):
            return False  # R42
        if role in ("taking", "losing"):
            return True  # R30
        if role == "nominal" and suit_of(card) == self.trump and self.threw_off[seat]:
            return False  # R5
        if led is None:
            return True
        demand = self.trick[0].extreme
        mates = self._ordinary(seat, led)
        if suit_of(card) == led:
            ranks = [rank_of(mate) for mate in mates] + [rank_of(card)]
            if demand == "highest":
                return rank_of(card) == max(ranks)
            if demand == "lowest":
                return rank_of(card) == min(ranks)
            return True
        if mates:
            return False  # R29
        if demand:
            return True  # R8: whoever is void throws what they like
        return self.trump is None or suit_of(card) == self.trump or not self._ordinary(seat, self.trump)

    # --- moving ------------------------------------------------------------------------------------------------------

    def apply(self, move: Move) -> None:
        assert move in self.legal(), move
        match move[0]:
            case "cut":
                n = int(move[1] or 0)
                self.stock = self.stock[n:] + self.stock[:n]
                self._hand_out()
            case "name_trump" | "look_at_fourth":
                self.trump = str(move[1]) if len(move) > 1 and move[1] is not None else None  # R25, R26
                self._give(6)
                self.asked = "bid"
            case "bid":
                self.bids[self.to_move] = int(move[1] or 0)
                if self.to_move == self.dealer:
                    self.asked = "play"  # R29: the first bidder leads
                self.to_move = self._left(self.to_move)
            case _:
                self._play(move)

    def _play(self, move: Move) -> None:
        seat, led = self.to_move, self._led()
        role, wish, extreme = (None if part is None else str(part) for part in move[2:])
        play = Play(seat, str(move[1]), role, wish, extreme)
        if self.trick and led and play.plain and self.trump:
            free = self.trick[0].wish is not None and led != self.trump
            if suit_of(play.card) not in (led, self.trump) and not free:
                self.threw_off[seat] = True  # R5
        self.hands[seat].remove(play.card)
        self.trick.append(play)
        self.to_move = self._left(seat)
        if len(self.trick) == self.players:
            self.to_move = self._taker()
            self.won[self.to_move] += 1
            self.trick = []
            if not self.hands[seat]:
                self._score()

    def _taker(self) -> int:
        taking = [play for play in self.trick if play.role == "taking"]
        if taking:
            return taking[-1].seat  # R6, R13-R15
        led = self._led()
        for suit in (self.trump, led):
            cards = [play for play in self.trick if play.plain and suit and suit_of(play.card) == suit]
            if cards:
                return max(cards, key=lambda play: rank_of(play.card)).seat  # R31
        return self.trick[0].seat  # R12

    # --- the sheet ---------------------------------------------------------------------------------------------------

    def price(self, bid: int, taken: int, size: int) -> int:
        if bid == taken == 0:
            return 50  # R34
        if self.minus:  # R43
            if taken == bid:
                return 100 * bid
            return -100 * (bid - taken) if taken < bid else 10 * taken
        if taken == bid:
            return 100 * bid if bid in (1, size) else 50 * bid + 50  # R34
        return -200 if taken == 0 else 10 * taken  # R35, R36

    def _score(self) -> None:
        for seat, bid in enumerate(self.bids):
            assert bid is not None
            self.entries.append(Entry(self.stage, seat, "deal", self.price(bid, self.won[seat], self.size)))
            self.exact[seat] = self.exact[seat] and bid == self.won[seat]
        last = self.deal + 1 == len(SCHEDULE)
        if last or SCHEDULE[self.deal + 1][0] != self.stage:
            self._premiums()
        self.deal += 1
        if last:
            self.over = True
            return
        self.dealer = self._left(self.dealer)  # R22
        self._start_deal()

    def _premiums(self) -> None:
        """R37-R39."""
        best = [
            max(entry.points for entry in self.entries if (entry.stage, entry.seat) == (self.stage, seat))
            for seat in range(self.players)
        ]
        premiums = [seat for seat in range(self.players) if self.exact[seat]]
        self.entries += [Entry(self.stage, seat, "premium", best[seat]) for seat in premiums]
        if len(premiums) == 1:
            others = (seat for seat in range(self.players) if seat not in premiums)
            self.entries += [Entry(self.stage, seat, "deduction", -max(0, best[seat])) for seat in others]

    @property
    def totals(self) -> list[int]:
        return [sum(entry.points for entry in self.entries if entry.seat == seat) for seat in range(self.players)]

    @property
    def winners(self) -> list[int]:
        """R40."""
        return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]
