"""The groups that lie on the table: what they hold, what fits them, and cards that come and go.

A group is ``(cards, roles of the wild ones, fields)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulespec.interpreter.cards import CardTable
from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.patterns import PatternEngine
from rulespec.interpreter.state_layout import DIRTY, StateLayout
from rulespec.ir.program import Location, Program

Cells = list[Any]
Cards = tuple[int, ...]
Group = tuple[Cards, Cards, tuple[Any, ...]]

Row = Mapping[int, tuple[int, ...]]
"""By face, the faces that a card of it may take in a group; nothing where it does not fit."""

SEARCH: Final[Row] = {}
"""Stands for the row of a group for which each card must be asked for."""

MAX_FITS = 100_000
"""How many answers about groups are kept before they are forgotten."""


class Grouping:
    """What is found out about groups is remembered by their contents, or for the list of them asked about last."""

    def __init__(self, program: Program, layout: StateLayout, table: CardTable, engine: PatternEngine) -> None:
        self.program = program
        self.layout = layout
        self.engine = engine
        self.where = layout.where
        self.group_cells = frozenset(layout.groups)
        self.face = table.face
        self.table = table
        self._contents: dict[tuple[int, Group], tuple[Any, ...]] = {}
        self._fits_of: dict[tuple[int, Group], Row] = {}
        self._last_roles: dict[int, tuple[Any, dict[int, int]]] = {}
        self._last_rows: dict[int, tuple[Any, list[Row | None]]] = {}

    def location(self, loc: int) -> Location | None:
        return self.program.locations[loc] if 0 <= loc < len(self.program.locations) else None

    def take(self, cells: Cells, cards: Cards) -> None:
        """Lifts cards from wherever they lie and clears their notes."""
        raise NotImplementedError

    def pattern_of(self, groups: int) -> int:
        return self.program.groups[groups].pattern

    def take_from_group(self, cells: Cells, cell: int, card: int) -> None:
        pattern = self.pattern_of(self.layout.groups_of_cell[cell])
        groups = cells[cell]
        at = next(i for i, group in enumerate(groups) if card in group[0])
        cards, roles, fields = groups[at]
        wild = self.engine.wild_cards(pattern, cards)
        if card in wild:
            place = wild.index(card)
            roles = roles[:place] + roles[place + 1 :]
        changed = (tuple(c for c in cards if c != card), roles, fields)
        cells[cell] = (*groups[:at], changed, *groups[at + 1 :])
        cells[DIRTY] = True

    def lay_group(self, cells: Cells, groups: int, combo: tuple[Cards, Cards], fields: tuple[Any, ...]) -> None:
        cards, roles = combo
        self.take(cells, cards)
        cell = self.layout.groups[groups]
        cells[cell] = (*cells[cell], (cards, roles, fields))
        for card in cards:
            cells[self.where + card] = cell
        cells[DIRTY] = True

    def add_to_group(self, cells: Cells, groups: int, card: int, at: int, face: int | None) -> None:
        self.take(cells, (card,))
        cell = self.layout.groups[groups]
        pattern = self.pattern_of(groups)
        cards, roles, fields = cells[cell][at]
        given = dict(zip(self.engine.wild_cards(pattern, cards), roles, strict=True))
        given[card] = self.face[card] if face is None else face
        cards = tuple(sorted((*cards, card)))
        roles = tuple(given[c] for c in self.engine.wild_cards(pattern, cards))
        cells[cell] = (*cells[cell][:at], (cards, roles, fields), *cells[cell][at + 1 :])
        cells[self.where + card] = cell
        cells[DIRTY] = True

    def content(self, groups: int, group: Group) -> tuple[Any, ...]:
        """A group without the identity of its cards, as something that can be sorted; it must match its pattern."""
        known = self._contents
        content = known.get((groups, group))
        if content is None:
            if len(known) > MAX_FITS:
                known.clear()
            content = known[groups, group] = self._content(groups, group)
        return content

    def _content(self, groups: int, group: Group) -> tuple[Any, ...]:
        cards, roles, fields = group
        if not self.engine.valid_group(self.pattern_of(groups), cards, roles):
            name = self.program.groups[groups].name
            shown = " ".join(self.table.card_text(card) for card in cards)
            raise MatchFault("group", f"a group of {name} does not match its pattern any more: {shown}")
        wild = iter(roles)
        of_pattern = self.engine.wild_cards(self.pattern_of(groups), cards)
        pairs = sorted((self.face[c], next(wild) if c in of_pattern else -1) for c in cards)
        return tuple(pairs), tuple((-1,) if value is None else (0, value) for value in fields)

    def settle_groups(self, cells: Cells, loc: int) -> None:
        """After a move: groups must match their pattern; empty ones go, the rest is sorted if order means nothing."""
        cells[DIRTY] = None
        for groups, cell in enumerate(self.layout.groups):
            try:
                found = [(self.content(groups, group), group) for group in cells[cell] if group[0]]
            except MatchFault as error:
                raise MatchFault(error.kind, error.message, self.location(loc)) from error
            if not self.program.groups[groups].ordered:
                found.sort()
            cells[cell] = tuple([group for _, group in found])

    def group_of(self, cells: Cells, groups: int, card: int) -> int | None:
        if cells[self.where + card] != self.layout.groups[groups]:
            return None
        return next(i for i, group in enumerate(cells[self.layout.groups[groups]]) if card in group[0])

    def role(self, cells: Cells, card: int) -> int:
        """The face a card stands for where it lies."""
        cell = cells[self.where + card]
        if cell not in self.group_cells:
            return self.face[card]
        held = cells[cell]
        known = self._last_roles.get(cell)
        if known is None or known[0] is not held:
            known = self._last_roles[cell] = (held, self._roles(self.layout.groups_of_cell[cell], held))
        return known[1].get(card, self.face[card])

    def _roles(self, groups: int, held: tuple[Group, ...]) -> dict[int, int]:
        """The roles of the wild cards among groups."""
        pattern = self.pattern_of(groups)
        wild_cards = self.engine.wild_cards
        return {
            card: face
            for cards, roles, _ in held
            if roles
            for card, face in zip(wild_cards(pattern, cards), roles, strict=True)
        }

    def group_cards(self, cells: Cells, groups: int, at: int) -> Cards:
        cards, roles, _ = cells[self.layout.groups[groups]][at]
        return self.engine.ordered(self.pattern_of(groups), cards, roles)

    def all_group_cards(self, cells: Cells, groups: int) -> Cards:
        return tuple(sorted(card for group in cells[self.layout.groups[groups]] for card in group[0]))

    def group_low(self, cells: Cells, groups: int, at: int) -> int | None:
        cards, roles, _ = cells[self.layout.groups[groups]][at]
        return self.engine.low(self.pattern_of(groups), cards, roles)

    def group_high(self, cells: Cells, groups: int, at: int) -> int | None:
        cards, roles, _ = cells[self.layout.groups[groups]][at]
        return self.engine.high(self.pattern_of(groups), cards, roles)

    def fits(self, cells: Cells, groups: int, card: int, at: int) -> tuple[int, ...]:
        rows = self._rows(cells, groups)
        row = rows[at]
        if row is None:
            row = rows[at] = self._row(groups, cells[self.layout.groups[groups]][at])
        faces = row.get(self.face[card])
        return self._fits_one(cells, groups, card, at) if faces is None and row is SEARCH else faces or ()

    def _rows(self, cells: Cells, groups: int) -> list[Row | None]:
        """For each group what may be added to it, filled as needed; the last list asked for is kept."""
        held = cells[self.layout.groups[groups]]
        known = self._last_rows.get(groups)
        if known is None or known[0] is not held:
            known = self._last_rows[groups] = (held, [None] * len(held))
        return known[1]

    def _row(self, groups: int, group: Group) -> Row:
        known = self._fits_of.get((groups, group))
        if known is None:
            if len(self._fits_of) > MAX_FITS:
                self._fits_of.clear()
            known = self.engine.fits_by_face(self.pattern_of(groups), group[0], group[1])
            known = self._fits_of[groups, group] = SEARCH if known is None else known
        return known

    def _fits_one(self, cells: Cells, groups: int, card: int, at: int) -> tuple[int, ...]:
        group = cells[self.layout.groups[groups]][at]
        return self.engine.fits(self.pattern_of(groups), group[0], group[1], card)
