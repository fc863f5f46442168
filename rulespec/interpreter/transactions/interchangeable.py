"""Which cards are interchangeable, and positions without the identity of such cards.

Two cards are interchangeable when their faces (or, where the deck says so, ranks), their unordered place and their
notes are equal and no live cell refers to either. Live cells are
the variables of active scopes and the lets of active phases.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final

from rulespec.interpreter.runtime import Cards, Cells, Runtime
from rulespec.interpreter.state_layout import FIXED, PENDING
from rulespec.ir import types as t

MAX_KEYS: Final = 100_000
"""How many keys are kept before they are forgotten."""


NONE: Final[frozenset[int]] = frozenset()


class Keys(dict[int, Hashable]):
    """By card, the key that interchangeable cards share; filled as needed. ``apart`` are cards that have no twin."""

    def __init__(self, interchangeable: Interchangeability, cells: Cells, apart: frozenset[int]) -> None:
        super().__init__()
        self.interchangeable = interchangeable
        self.cells = cells
        self.apart = apart

    def __missing__(self, card: int) -> Hashable:
        key = self[card] = card if card in self.apart else self.interchangeable.key(self.cells, card, self)
        return key

    def group(self, groups: int, at: int) -> Hashable:
        """What groups share of which it does not matter which one is meant."""
        return self.interchangeable.group_key(
            groups, self.cells[self.interchangeable.runtime.layout.groups[groups]][at], self.apart
        )


class Interchangeability:
    """Reads live references off a state."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        layout = runtime.layout
        program = runtime.program
        self.exist = len({runtime.table.alike[card] for card in runtime.deck}) < len(runtime.deck)
        self.phase_cells = {phase.name: layout.returns[i] for i, phase in enumerate(program.phases)}
        for schedule in program.schedules:
            self.phase_cells.setdefault(schedule.name, layout.returns[schedule.phase])
        self.piles = frozenset(
            cell for cell, (number, _) in layout.place_of_cell.items() if program.places[number].ordered
        )
        self.watched: list[tuple[int | None, int, int, t.Type]] = []
        self.dormant: list[tuple[int, int, int]] = []
        for slot, area in zip(program.slots, layout.slots, strict=True):
            scope = self.phase_cells.get(slot.scope) if slot.kind == "var" else None
            if slot.kind in ("var", "param", "let", "loop", "move") and names_cards(slot.type):
                self.watched.append((scope, area.base, area.base + area.size, slot.type))
            if scope is not None:
                self.dormant.append((scope, area.base, area.base + area.size))
        self._single = [start for _, start, end, type_ in self.watched if end == start + 1 and is_card(type_)]
        self._several = len(self._single) < len(self.watched)
        self._first_place = min([*layout.place_of_cell, *layout.groups, layout.where])
        self._place_cells = sorted(layout.place_of_cell)
        self._group_keys: dict[tuple[int, tuple[Cards, Cards, tuple[Any, ...]]], tuple[Any, ...]] = {}
        self._group_texts: dict[tuple[int, tuple[Cards, Cards, tuple[Any, ...]]], str] = {}
        self._distinct: dict[int, tuple[Any, bool]] = {}
        self._canonical: dict[tuple[Cards, bool, frozenset[int]], tuple[Any, ...]] = {}

    # ------------------------------------------------------------ keys

    def references(self, cells: Cells) -> frozenset[int]:
        """Cards that a live cell names."""
        for cell in self._single:
            if cells[cell] is not None:
                break
        else:
            if not self._several:
                return NONE
        found: list[int] = []
        for scope, start, end, type_ in self.watched:
            if scope is not None and cells[scope] is None:
                continue
            for value in cells[start:end]:
                if value is not None and value != ():
                    found.extend(cards_in(type_, value))
        return frozenset(found)

    def card_keys(self, cells: Cells, refs: frozenset[int], bound: Cards) -> Keys:
        return Keys(self, cells, refs.union(bound) if bound else refs)

    def key(self, cells: Cells, card: int, keys: Keys) -> Hashable:
        runtime = self.runtime
        cell = cells[runtime.where + card]
        if cell in self.piles:
            return card
        notes = tuple([cells[base + card] for base in runtime.layout.live_notes])
        if cell not in runtime.group_cells:
            return (runtime.table.alike[card], cell, notes)
        groups = runtime.layout.groups_of_cell[cell]
        at = runtime.group_of(cells, groups, card)
        assert at is not None
        return (runtime.face[card], cell, notes, runtime.role(cells, card), keys.group(groups, at))

    def group_key(
        self, groups: int, group: tuple[Cards, Cards, tuple[Any, ...]], apart: frozenset[int]
    ) -> tuple[Any, ...]:
        """A group's faces, roles and fields; cards ``apart`` are told from their interchangeable."""
        if not apart.isdisjoint(group[0]):
            return self._group_key(groups, group, apart)
        known = self._group_keys
        key = known.get((groups, group))
        if key is None:
            if len(known) > MAX_KEYS:
                known.clear()
            key = known[groups, group] = self._group_key(groups, group, apart)
        return key

    def _group_text(self, groups: int, group: tuple[Cards, Cards, tuple[Any, ...]], apart: frozenset[int]) -> str:
        """A group's key as a text, which can be sorted and hashed at little cost."""
        if not apart.isdisjoint(group[0]):
            return repr(self._group_key(groups, group, apart))
        known = self._group_texts
        text = known.get((groups, group))
        if text is None:
            if len(known) > MAX_KEYS:
                known.clear()
            text = known[groups, group] = repr(self._group_key(groups, group, apart))
        return text

    def groups_distinct(self, cells: Cells, groups: int) -> bool:
        """Is no group of a declaration like another? The last list asked about is remembered."""
        held = cells[self.runtime.layout.groups[groups]]
        known = self._distinct.get(groups)
        if known is None or known[0] is not held:
            keys = {self.group_key(groups, group, NONE) for group in held}
            known = self._distinct[groups] = (held, len(keys) == len(held))
        return known[1]

    def _group_key(
        self, groups: int, group: tuple[Cards, Cards, tuple[Any, ...]], apart: frozenset[int]
    ) -> tuple[Any, ...]:
        runtime = self.runtime
        cards, roles, fields = group
        wild = iter(roles)
        among = runtime.engine.wild_cards(runtime.pattern_of(groups), cards)
        pairs = sorted(
            (-1 - card if card in apart else runtime.face[card], next(wild) if card in among else -1) for card in cards
        )
        return tuple(pairs), fields

    def value_key(self, keys: Keys, value: Any, groups: int) -> Hashable:
        """What values share that name interchangeable things: a card, a group, cards, a combo, a split."""
        if value is None:
            return None
        if isinstance(value, int):
            return keys.group(groups, value) if groups >= 0 else keys[value]
        if not value or isinstance(value[0], int):
            return tuple(sorted([repr(keys[card]) for card in value]))
        if len(value) == 2 and value[0] and isinstance(value[0][0], int):
            return tuple(sorted([repr(keys[card]) for card in value[0]])), value[1]
        return tuple(sorted([repr(self.value_key(keys, combo, -1)) for combo in value]))

    # ------------------------------------------------------------ canonical positions

    def canonical(self, cells: Cells) -> Hashable:
        """A key that equal positions share: faces instead of ids where that is all that counts; no dead variables,
        no random stream."""
        runtime = self.runtime
        head = cells[FIXED : self._first_place]
        for scope, start, end in self.dormant:
            if cells[scope] is None:
                head[start - FIXED : end - FIXED] = [None] * (end - start)
        if not self.exist:
            return (tuple(head), tuple(cells[self._first_place : runtime.where]), cells[PENDING])
        refs = self.references(cells)
        noted = self._bearing_notes(cells)
        known = self._canonical
        piles = self.piles
        places = []
        for cell in self._place_cells:
            cards = cells[cell]
            if noted and not noted.isdisjoint(cards):
                places.append(self._noted(cells, cell, refs))
                continue
            mark = (cards, cell in piles, NONE if refs.isdisjoint(cards) else refs)
            place = known.get(mark)
            if place is None:
                if len(known) > MAX_KEYS:
                    known.clear()
                place = known[mark] = self._faces(*mark)
            places.append(place)
        groups = [
            tuple(sorted([self._group_text(number, group, refs) for group in cells[cell]]))
            for number, cell in enumerate(runtime.layout.groups)
        ]
        return (tuple(head), tuple(places), tuple(groups), cells[PENDING])

    def _bearing_notes(self, cells: Cells) -> frozenset[int]:
        size = self.runtime.table.size
        found: list[int] = []
        for base in self.runtime.layout.live_notes:
            values = cells[base : base + size]
            if values.count(None) != size:
                found.extend([card for card, value in enumerate(values) if value is not None])
        return frozenset(found)

    def _faces(self, cards: Cards, pile: bool, refs: frozenset[int]) -> tuple[Any, ...]:
        alike = self.runtime.table.alike
        marks = [-1 - card if card in refs else alike[card] for card in cards]
        return tuple(marks if pile else sorted(marks))

    def _noted(self, cells: Cells, cell: int, refs: frozenset[int]) -> tuple[Any, ...]:
        marks = [
            (mark, tuple([cells[base + card] for base in self.runtime.layout.live_notes]))
            for card, mark in zip(cells[cell], self._faces(cells[cell], True, refs), strict=True)
        ]
        return tuple(marks if cell in self.piles else sorted(marks, key=repr))


def names_cards(type_: t.Type) -> bool:
    """Do values of the type name cards by id?"""
    match t.required(type_):
        case t.SetOf(element=element) | t.ListOf(element=element):
            return names_cards(element)
        case inner:
            return isinstance(inner, (t.Card, t.Combo, t.Split))


def is_card(type_: t.Type) -> bool:
    """Is None a value of the type that names no card, and any other the name of some?"""
    return isinstance(t.required(type_), (t.Card, t.Combo))


def cards_in(type_: t.Type, value: Any) -> Iterable[int]:
    """The cards that a value names."""
    match t.required(type_):
        case t.Card():
            return (value,)
        case t.Combo():
            return tuple(value[0])
        case t.Split():
            return tuple(card for combo in value for card in combo[0])
        case t.SetOf(element=element) | t.ListOf(element=element):
            return tuple(card for item in value for card in cards_in(element, item))
        case _:
            return ()
