"""Jokeren 13 written straight from the numbered statements, for tests only.

It shares nothing with the specs or the interpreter. A face is a text ("10H", "JK"). Copies of a card are told apart
only where it matters: one of them may be the discard just taken (J9), so a card in a hand is a pair (face, is it that
one?). A meld is the frozenset of its natural faces with the face its joker stands for, or None.

Moves are tuples: ``("draw",)``, ``("take",)``, ``("discard", card)``, ``("lay", frozenset of natural cards, joker,
face)`` with ``joker`` the joker card and ``face`` what it is to be, both None in a meld without one,
``("extend", card, meld, face)``, ``("swap", card, meld)``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

Card: TypeAlias = "tuple[str, bool]"
Meld: TypeAlias = "tuple[frozenset[str], str | None]"
Move: TypeAlias = "tuple[Any, ...]"

SUITS = ("S", "H", "D", "C")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
LADDER = ("A", *RANKS)  # J12: the ace at either end
JOKER = "JK"
FACES = tuple(rank + suit for suit in SUITS for rank in RANKS)
PACK = FACES * 2 + (JOKER,) * 4  # J3
DEALS, HAND = 8, 13
ROUNDS_OF_TURNS = 1000


def worth(face: str, joker: int = 25) -> int:
    """J15, J26."""
    if face == JOKER:
        return joker
    rank = face[:-1]
    return 11 if rank == "A" else 10 if rank in "JQK" else int(rank)


def is_meld(faces: Iterable[str]) -> bool:
    """J11, J12; ``faces`` holds what a joker stands for in its place."""
    cards = list(faces)
    ranks, suits = {face[:-1] for face in cards}, {face[-1] for face in cards}
    if len(cards) < 3:
        return False
    if len(ranks) == 1:
        return len(suits) == len(cards) <= 4
    if len(suits) > 1 or len(ranks) < len(cards):
        return False
    return any(ranks == set(LADDER[i : i + len(cards)]) for i in range(len(LADDER) - len(cards) + 1))


def faces_of(meld: Meld) -> frozenset[str]:
    return meld[0] if meld[1] is None else meld[0] | {meld[1]}


def shapes() -> tuple[frozenset[str], ...]:
    """Every set of faces that is a meld."""
    found: set[frozenset[str]] = set()
    for rank in RANKS:
        for size in (3, 4):
            found.update(frozenset(rank + suit for suit in suits) for suits in combinations(SUITS, size))
    for suit in SUITS:
        for low in range(len(LADDER)):
            for high in range(low + 3, min(low + len(RANKS), len(LADDER)) + 1):
                found.add(frozenset(rank + suit for rank in LADDER[low:high]))
    return tuple(found)


BIT = {face: 1 << i for i, face in enumerate(FACES)}
SHAPES = tuple((sum(BIT[face] for face in shape), shape) for shape in shapes())


@cache
def room_for(meld: Meld, face: str) -> tuple[str, ...]:
    """J14, J21: what ``face`` can be in the meld."""
    held = faces_of(meld)
    if face != JOKER:
        return (face,) if face not in held and is_meld([*held, face]) else ()
    if meld[1] is not None:
        return ()
    return tuple(role for role in FACES if role not in held and is_meld([*held, role]))


@dataclass(frozen=True)
class Turn:
    """What a turn's legality hangs on while its player may lay down."""

    hand: tuple[Card, ...]
    table: tuple[tuple[Meld, bool], ...]  # with each meld: is its joker the discard just taken?
    opened: bool
    laid: int
    owed: int

    def settled(self, opening: int) -> bool:
        """J15, J20."""
        return self.owed == 0 and (self.opened or self.laid == 0 or self.laid >= opening)

    def _without(self, *cards: Card) -> tuple[Card, ...]:
        hand = list(self.hand)
        for card in cards:
            hand.remove(card)
        return tuple(hand)

    def lays(self) -> Iterator[Move]:
        held: dict[str, list[Card]] = {}
        for card in sorted(set(self.hand)):
            held.setdefault(card[0], []).append(card)
        jokers = held.pop(JOKER, [])
        bits = sum(BIT[face] for face in held)
        for mask, shape in SHAPES:
            absent = mask & ~bits
            if not absent:
                for naturals in _choices(held, shape):
                    yield ("lay", naturals, None, None)
            if jokers and not absent & (absent - 1):  # one card is missing at most
                for role in [face for face in shape if face not in held] or shape:
                    for naturals in _choices(held, shape - {role}):
                        for joker in jokers:
                            yield ("lay", naturals, joker, role)

    def extends(self) -> Iterator[Move]:
        if self.opened:  # J16, J17
            for card in sorted(set(self.hand)):
                for meld in {meld for meld, _ in self.table}:
                    for face in room_for(meld, card[0]):
                        yield ("extend", card, meld, face)

    def swaps(self) -> Iterator[Move]:
        if self.opened:  # J19
            for card in sorted(set(self.hand)):
                for meld in {meld for meld, _ in self.table if meld[1] == card[0]}:
                    yield ("swap", card, meld)

    def discards(self) -> Iterator[Move]:
        for card in sorted(set(self.hand)):
            if not card[1]:  # J9
                yield ("discard", card)

    def after(self, move: Move) -> Turn:
        """The same turn after a move that is no discard."""
        table = list(self.table)
        if move[0] == "lay":
            _, naturals, joker, role = move
            table.append(((frozenset(face for face, _ in naturals), role), joker is not None and joker[1]))
            used = [*naturals, joker] if joker else list(naturals)
            laid = self.laid + sum(worth(face) for face, _ in naturals)
            owed = max(0, self.owed - 1) if joker else self.owed
            return Turn(self._without(*used), _sorted(table), self.opened, laid, owed)
        card, meld = move[1], move[2]
        place = next(i for i, (candidate, _) in enumerate(table) if candidate == meld)
        flag = table[place][1]
        if move[0] == "swap":
            table[place] = ((meld[0] | {card[0]}, None), False)
            hand = (*self._without(card), (JOKER, flag))
            return Turn(tuple(sorted(hand)), _sorted(table), self.opened, self.laid, self.owed + 1)
        if card[0] == JOKER:
            table[place] = ((meld[0], move[3]), card[1])
            owed = max(0, self.owed - 1)
        else:
            table[place] = ((meld[0] | {card[0]}, meld[1]), flag)
            owed = self.owed
        return Turn(self._without(card), _sorted(table), self.opened, self.laid, owed)

    def legal(self, opening: int) -> list[Move]:
        """The moves from which the turn can still be ended as it must."""
        seen: dict[Turn, bool] = {}
        onward = [*self.lays(), *self.extends(), *self.swaps()]
        moves = [move for move in onward if self.after(move).can_end(opening, seen)]
        return moves + (list(self.discards()) if self.settled(opening) else [])

    def can_end(self, opening: int, seen: dict[Turn, bool]) -> bool:
        if not self.hand:  # J22: no discard is needed, but nothing more can be done either
            return self.settled(opening)
        if self.settled(opening) and any(not card[1] for card in self.hand):
            return True
        if self not in seen:
            seen[self] = False
            moves = [*self.lays(), *self.extends(), *self.swaps()]
            seen[self] = any(self.after(move).can_end(opening, seen) for move in moves)
        return seen[self]


def _choices(held: dict[str, list[Card]], faces: Iterable[str]) -> Iterator[frozenset[Card]]:
    """Ways to take one card of each face."""
    hands: list[tuple[Card, ...]] = [()]
    for face in faces:
        hands = [(*hand, card) for hand in hands for card in held[face]]
    return (frozenset(hand) for hand in hands)


def _sorted(table: Iterable[tuple[Meld, bool]]) -> tuple[tuple[Meld, bool], ...]:
    return tuple(sorted(table, key=lambda item: (sorted(item[0][0]), item[0][1] or "", item[1])))


@dataclass
class Jokeren13:
    """A match over given deck orders (tops first), one a deal.

    ``reshuffled`` is asked for the new order of the stock, top first, when the discards are shuffled.
    """

    players: int
    decks: Sequence[Sequence[str]]
    dealer: int
    reshuffled: Callable[[], Sequence[str]]
    opening: int = 30
    joker_left: int = 25
    deal: int = 0
    asked: str = ""
    to_move: int = 0
    over: bool = False
    stock: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)  # the top is the last
    turn: Turn = field(default_factory=lambda: Turn((), (), False, 0, 0))
    hands: list[tuple[Card, ...]] = field(default_factory=list)
    table: tuple[tuple[Meld, bool], ...] = ()
    turns: list[int] = field(default_factory=list)
    opened: list[bool] = field(default_factory=list)
    idle: int = 0
    dead: bool = False
    touched: bool = False
    scores: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._start_deal()

    def _start_deal(self) -> None:
        self.stock = list(self.decks[self.deal])
        self.discards = []  # J5
        order = [(self.dealer + 1 + i) % self.players for i in range(self.players)]
        dealt: list[list[str]] = [[] for _ in range(self.players)]
        for _ in range(HAND):
            for seat in order:
                dealt[seat].append(self.stock.pop(0))
        self.hands = [tuple(sorted((face, False) for face in hand)) for hand in dealt]
        self.table = ()
        self.turns = [0] * self.players
        self.opened = [False] * self.players
        self.idle = 0
        self.to_move = order[0]  # J6
        self._start_turn()

    def _start_turn(self) -> None:
        if not self.stock and len(self.discards) > 1:  # J23
            loose, top = self.discards[:-1], self.discards[-1]
            self.stock = list(self.reshuffled())
            assert Counter(self.stock) == Counter(loose)
            self.discards = [top]
        self.dead = not self.stock  # J24
        self.touched = False
        self.asked = "draw"

    def legal(self) -> list[Move]:
        if self.over:
            return []
        if self.asked == "draw":
            moves: list[Move] = [("draw",)] if self.stock else []
            return moves + ([("take",)] if self.turns[self.to_move] and self.discards else [])  # J7, J8
        if self.turns[self.to_move] == 0:
            return list(self.turn.discards())  # J7
        return self.turn.legal(self.opening)

    def apply(self, move: Move) -> None:
        seat = self.to_move
        if self.asked == "draw":
            card = (self.stock.pop(0), False) if move[0] == "draw" else (self.discards.pop(), True)
            hand = tuple(sorted((*self.hands[seat], card)))
            self.turn = Turn(hand, self.table, self.opened[seat], 0, 0)
            self.asked = "lay"
            return
        if move[0] == "discard":
            self.discards.append(move[1][0])
            left = list(self.turn.hand)
            left.remove(move[1])
            self._end_turn(tuple(left))
            return
        self.touched = True
        self.turn = self.turn.after(move)
        if not self.turn.hand:
            self._end_turn(())

    def _end_turn(self, hand: tuple[Card, ...]) -> None:
        seat = self.to_move
        self.hands[seat] = tuple(sorted((face, False) for face, _ in hand))
        self.table = _sorted((meld, False) for meld, _ in self.turn.table)
        self.turns[seat] += 1
        if self.turn.laid:
            self.opened[seat] = True  # J17
        self.idle = self.idle + 1 if self.dead and not self.touched else 0  # J25
        if not hand or self.idle == self.players or sum(self.turns) == ROUNDS_OF_TURNS:
            self._score()
            return
        self.to_move = (seat + 1) % self.players
        self._start_turn()

    def _score(self) -> None:
        """J26, J27."""
        self.scores.append([sum(worth(face, self.joker_left) for face, _ in hand) for hand in self.hands])
        self.deal += 1
        if self.deal == DEALS:
            self.over = True
            return
        self.dealer = (self.dealer + 1) % self.players  # J10
        self._start_deal()

    @property
    def totals(self) -> list[int]:
        return [sum(column) for column in zip(*self.scores, strict=True)]

    @property
    def winners(self) -> list[int]:
        return [seat for seat, total in enumerate(self.totals) if total == min(self.totals)]
