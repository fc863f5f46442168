"""What generated code calls: cards that move, groups, seats in a ring, collections, faults."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations
from operator import itemgetter
from typing import Any, NoReturn

from rulespec.interpreter.cards import CardTable
from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.fuel import MAX_ELEMENTS, FuelMeter
from rulespec.interpreter.groups import Cards as Cards
from rulespec.interpreter.groups import Cells as Cells
from rulespec.interpreter.groups import Grouping
from rulespec.interpreter.patterns import LIMIT, PatternEngine, PatternLimit
from rulespec.interpreter.random import below, shuffled
from rulespec.interpreter.state_layout import DECKS, GIVEN_DRAW, GIVEN_ORDER, RNG, StateLayout
from rulespec.ir import types as t
from rulespec.ir.program import Program

Key = Callable[[int], Hashable]

TOP, BOTTOM, ZONE = 0, 1, 2
"""How a place receives cards."""


class Unset:
    """What a memo holds before its first use."""


UNSET = Unset()
by_first = itemgetter(0)


def identity(card: int) -> int:
    return card


def max_of(items: Sequence[Any]) -> Any:
    return max((item for item in items if item is not None), default=None)


def min_of(items: Sequence[Any]) -> Any:
    return min((item for item in items if item is not None), default=None)


def span(a: int, b: int) -> tuple[int, ...]:
    return tuple(range(a, b + 1)) if a <= b else tuple(range(a, b - 1, -1))


def take_last(count: int, items: tuple[Any, ...]) -> tuple[Any, ...]:
    return items[max(0, len(items) - count) :] if count > 0 else ()


def take_first(count: int, items: tuple[Any, ...]) -> tuple[Any, ...]:
    return items[:count] if count > 0 else ()


def union(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(sorted({*a, *b}))


def minus(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(item for item in a if item not in b)


def total(values: Sequence[int], cards: Cards) -> int:
    return sum([values[card] for card in cards])


def split_cards(split: tuple[tuple[Cards, Cards], ...]) -> Cards:
    return tuple(sorted(card for combo in split for card in combo[0]))


class Runtime(Grouping):
    """The part of the engine that knows the deck, the layout and the patterns of one game."""

    def __init__(
        self, program: Program, layout: StateLayout, table: CardTable, engine: PatternEngine, fuel: FuelMeter
    ) -> None:
        super().__init__(program, layout, table, engine)
        self.fuel = fuel
        self.notes = tuple(layout.notes)
        self.players = layout.players
        self.deck = tuple(range(table.size))
        self.place_cells = sorted(layout.place_of_cell)

    # ------------------------------------------------------------ faults

    def fault(self, kind: str, loc: int, message: str) -> NoReturn:
        raise MatchFault(kind, message, self.location(loc))

    def long_range(self, a: int, b: int, loc: int) -> tuple[int, ...]:
        """The numbers from ``a`` to ``b``, which may be many."""
        if a > b:
            return ()
        self.check_length(a, b, loc)
        return tuple(range(a, b + 1))

    def check_length(self, a: int, b: int, loc: int) -> None:
        """Before numbers from ``a`` to ``b`` are listed."""
        length = abs(b - a) + 1
        if length > MAX_ELEMENTS:
            self.fault_limit(loc)
        self.fuel.work(length)

    def fault_limit(self, loc: int) -> NoReturn:
        self.fault("limit", loc, f"a list of more than {MAX_ELEMENTS} elements")

    def fault_none(self, loc: int) -> NoReturn:
        self.fault("none", loc, "there is no such value here")

    def fault_none_in(self, loc: int, slot: int, cell: int) -> NoReturn:
        """A variable holds none, or nothing at all, where a value is wanted."""
        decl = self.program.slots[slot]
        word = "is none here" if isinstance(decl.type, t.Opt) else "has no value yet"
        self.fault("none", loc, f"'{self.layout.name_of(slot, cell)}' {word}")

    def fault_nobody(self, loc: int) -> NoReturn:
        self.fault("none", loc, "nobody is in play")

    def fault_bound(self, loc: int, value: int, low: int, high: int, name: str) -> NoReturn:
        """A number does not fit into what is called ``name``."""
        self.fault("bound", loc, f"'{name}' is {low}..{high}, and this is {value}")

    def fault_index(self, loc: int, value: int, low: int, high: int, name: str) -> NoReturn:
        """There is none with this number among what is called ``name``."""
        numbers = f"the numbers {low}..{high}" if low <= high else "no numbers"
        self.fault("bound", loc, f"'{name}' has {numbers}, and this is {value}")

    def fault_element(self, loc: int, at: int, size: int) -> NoReturn:
        self.fault("bound", loc, f"there is no element number {at} among {size}")

    def fault_long(self, loc: int, size: int, most: int) -> NoReturn:
        self.fault("bound", loc, f"a list of at most {most} elements, and this has {size}")

    def fault_division(self, loc: int) -> NoReturn:
        self.fault("division", loc, "division by zero")

    def fault_overflow(self, loc: int) -> NoReturn:
        self.fault("overflow", loc, "a number outside 32 bits")

    # ------------------------------------------------------------ seats

    def left(self, seats: Cards, seat: int, loc: int) -> int:
        """The next of ``seats`` (ascending) after ``seat``, which need not be one of them."""
        for other in seats:
            if other > seat:
                return other
        return seats[0] if seats else self.fault_nobody(loc)

    def right(self, seats: Cards, seat: int, loc: int) -> int:
        for other in reversed(seats):
            if other < seat:
                return other
        return seats[-1] if seats else self.fault_nobody(loc)

    def ring(self, seats: Cards, start: int, after: int) -> Cards:
        count = self.players
        return tuple(sorted(seats, key=lambda seat: (seat - start - after) % count))

    def others(self, seats: Cards, seat: int) -> Cards:
        return tuple(other for other in self.ring(seats, seat, 1) if other != seat)

    def seat_at(self, seats: Cards, seat: int, steps: int, loc: int) -> int:
        step = self.left if steps > 0 else self.right
        count = abs(steps)
        if count and seat not in seats:
            seat = step(seats, seat, loc)
            count -= 1
        for _ in range(count % (len(seats) or 1)):
            seat = step(seats, seat, loc)
        return seat

    # ------------------------------------------------------------ cards where they lie

    def all_distinct(self, cards: Cards) -> bool:
        """Is no card of these like another (so that none has a twin here)?"""
        alike = self.table.alike
        return len({alike[card] for card in cards}) == len(cards)

    def twinless(self, cards: Cards, apart: frozenset[int]) -> bool:
        """Is none of the cards like one of those set apart that is among them too?"""
        alike = self.table.alike
        return not any(
            card in cards and any(alike[other] == alike[card] for other in cards if other != card) for card in apart
        )

    def face_in(self, face: int | None, cards: Cards) -> bool:
        faces = self.face
        return any(faces[card] == face for card in cards)

    def index_of(self, cells: Cells, card: int, loc: int) -> int:
        cell = cells[self.where + card]
        if cell in self.group_cells:
            self.fault("spec", loc, "the card lies in no pile")
        return int(cells[cell].index(card)) + 1

    def depth(self, cells: Cells, card: int, loc: int) -> int:
        pile = cells[cells[self.where + card]]
        return len(pile) + 1 - self.index_of(cells, card, loc)

    def take(self, cells: Cells, cards: Cards) -> None:
        """Lifts cards from wherever they lie and clears their notes."""
        where = self.where
        first = cells[where + cards[0]]
        if len(cards) > 1 and cells[first] == cards:
            cells[first] = ()
        else:
            for card in cards:
                cell = cells[where + card]
                if cell in self.group_cells:
                    self.take_from_group(cells, cell, card)
                    continue
                place = cells[cell]
                at = place.index(card)
                cells[cell] = place[:at] + place[at + 1 :]
        for base in self.notes:
            for card in cards:
                cells[base + card] = None

    def lay(self, cells: Cells, cards: Cards, cell: int, how: int) -> None:
        """Lays cards that were taken on a place as one packet."""
        place = cells[cell]
        if how == TOP:
            cells[cell] = place + cards
        elif how == BOTTOM:
            cells[cell] = cards + place
        elif len(cards) == 1:
            at = bisect_left(place, cards[0])
            cells[cell] = place[:at] + cards + place[at:]
        else:
            cells[cell] = tuple(sorted(place + cards))
        where = self.where
        for card in cards:
            cells[where + card] = cell

    def move(self, cells: Cells, cards: Cards, cell: int, how: int) -> None:
        if cards:
            self.take(cells, cards)
            self.lay(cells, cards, cell, how)

    def packet(self, cells: Cells, cell: int, amount: int | None, at_most: int, bottom: int, loc: int) -> Cards:
        """The cards that a move of ``amount`` from an end of a place concerns."""
        place: Cards = cells[cell]
        if amount is None:
            return place
        if amount < 0:
            self.fault("bound", loc, f"cannot move {amount} cards")
        if amount > len(place):
            if not at_most:
                self.fault("few_cards", loc, f"{amount} cards are to be moved and {len(place)} are there")
            amount = len(place)
        if bottom:
            return place[:amount]
        return place[len(place) - amount :]

    def deal_out(
        self, cells: Cells, source: int, amount: int | None, bottom: int, targets: Sequence[int], how: int, loc: int
    ) -> list[tuple[int, Cards]]:
        """Gives one card at a time in rounds; returns for each target what it got, in order."""
        pile: Cards = cells[source]
        count = len(targets)
        wanted = len(pile) if amount is None else amount * count
        if wanted < 0:
            self.fault("bound", loc, f"cannot give {amount} cards")
        if wanted > len(pile):
            self.fault("few_cards", loc, f"{wanted} cards are to be given and {len(pile)} are there")
        order = pile[:wanted] if bottom else pile[::-1][:wanted]
        result = [(target, order[i::count]) for i, target in enumerate(targets)]
        for target, cards in result:
            self.move(cells, cards, target, how)
        return result

    def gather(self, cells: Cells, cell: int, how: int) -> None:
        """Takes every card, clears notes and groups, and shuffles (or takes a given order) into a place."""
        for place in self.place_cells:
            cells[place] = ()
        for group in self.group_cells:
            cells[group] = ()
        for base in self.notes:
            cells[base : base + self.table.size] = [None] * self.table.size
        given = cells[DECKS]
        if given and given[0][0] >= 0:
            order: Cards = given[0][::-1]
            cells[DECKS] = given[1:]
        else:
            order = shuffled(cells, RNG, self.deck)
        cells[cell] = self.deck if how == ZONE else order
        cells[self.where : self.where + self.table.size] = [cell] * self.table.size

    def shuffle(self, cells: Cells, cell: int, how: int) -> None:
        if how == ZONE:
            return
        given = self._given(cells, GIVEN_ORDER)
        if given is None:
            cells[cell] = shuffled(cells, RNG, cells[cell])
        elif sorted(given) == sorted(cells[cell]):
            cells[cell] = given[::-1]
        else:
            raise MatchFault("deck", "a given order is not that of the cards to be shuffled")

    @staticmethod
    def _given(cells: Cells, kind: int) -> Cards | None:
        """The next given outcome of chance, where it is of this kind."""
        given = cells[DECKS]
        if not given or given[0][0] != kind:
            return None
        cells[DECKS] = given[1:]
        outcome: Cards = given[0][1:]
        return outcome

    def draw(self, cells: Cells, domain: tuple[Any, ...], loc: int) -> Any:
        if not domain:
            self.fault("none", loc, "a random element of nothing")
        given = self._given(cells, GIVEN_DRAW)
        if given is None:
            return domain[below(cells, RNG, len(domain))]
        if not 0 <= given[0] < len(domain):
            raise MatchFault("deck", "a given draw is outside what may be drawn")
        return domain[given[0]]

    # ------------------------------------------------------------ combos

    def combo_role(self, pattern: int, combo: tuple[Cards, Cards], card: int) -> int:
        return self.engine.role(pattern, combo, card)

    def combo_low(self, pattern: int, combo: tuple[Cards, Cards]) -> int | None:
        return self.engine.low(pattern, combo[0], combo[1])

    def combo_high(self, pattern: int, combo: tuple[Cards, Cards]) -> int | None:
        return self.engine.high(pattern, combo[0], combo[1])

    def pattern_combos(
        self, pattern: int, cards: Cards, args: tuple[Any, ...], key: Key | None, loc: int
    ) -> tuple[tuple[Cards, Cards], ...]:
        try:
            return self.engine.combos(pattern, cards, args, key)
        except PatternLimit as error:
            raise MatchFault("limit", error.message, self.location(loc)) from error

    def pattern_splits(
        self, pattern: int, cards: Cards, args: tuple[Any, ...], key: Key | None, loc: int
    ) -> tuple[tuple[tuple[Cards, Cards], ...], ...]:
        try:
            return self.engine.splits(pattern, cards, args, key)
        except PatternLimit as error:
            raise MatchFault("limit", error.message, self.location(loc)) from error

    def subsets(
        self, items: tuple[Any, ...], low: int, high: int, key: Key | None, loc: int
    ) -> tuple[tuple[Any, ...], ...]:
        """By size, then lexicographic; of interchangeable items the lowest are taken first."""
        found: list[tuple[Any, ...]] = []
        seen: set[tuple[Any, ...]] = set()
        ordered = sorted(items)
        keys = {item: item if key is None else key(item) for item in ordered}
        place: dict[Hashable, int] = {}
        for item in ordered:
            place.setdefault(keys[item], len(place))
        for size in range(max(low, 0), min(high, len(ordered)) + 1):
            for chosen in combinations(ordered, size):
                if key is not None:
                    mark = tuple(sorted(place[keys[item]] for item in chosen))
                    if mark in seen:
                        continue
                    seen.add(mark)
                found.append(chosen)
                if len(found) > LIMIT:
                    self.fault("limit", loc, f"more than {LIMIT} subsets")
        return tuple(found)
