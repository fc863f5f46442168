"""What each seat sees: from the visibility of places alone."""

from __future__ import annotations

from rulespec.interpreter.emit.module import Emitted
from rulespec.interpreter.runtime import Cards, Cells, Runtime
from rulespec.interpreter.state_layout import StateLayout
from rulespec.ir import types as t
from rulespec.ir.program import PlaceDecl, Program, TypeDim, Viewer


class Visibility:
    """Tells for a cell that holds a place or the groups of a declaration which of its cards a seat sees."""

    def __init__(self, program: Program, layout: StateLayout, runtime: Runtime) -> None:
        self.program = program
        self.layout = layout
        self.runtime = runtime
        self.emitted: Emitted
        self._always: dict[int, frozenset[int]] = {}
        self._places: dict[int, frozenset[int]] = {}

    def prepare(self, emitted: Emitted) -> None:
        """Works out which cells a seat sees whatever happens."""
        self.emitted = emitted
        for seat in range(self.layout.players):
            self._always[seat] = frozenset(
                cell
                for cell in [*self.layout.place_of_cell, *self.layout.groups]
                if any(viewer.when is None and self._is(viewer, cell, seat) for viewer in self._viewers(cell))
            )

            self._places[seat] = self._always[seat] - self.runtime.group_cells

    def places(self, seat: int) -> frozenset[int]:
        """The places among the cells of ``always``."""
        return self._places[seat]

    def always(self, seat: int) -> frozenset[int]:
        """The cells all of whose cards the seat sees at any time."""
        return self._always[seat]

    def _viewers(self, cell: int) -> tuple[Viewer, ...]:
        if cell in self.layout.groups_of_cell:
            return self.program.groups[self.layout.groups_of_cell[cell]].viewers
        return self.program.places[self.layout.place_of_cell[cell][0]].viewers

    def _is(self, viewer: Viewer, cell: int, seat: int) -> bool:
        """Does the viewer's ``who`` mean that the seat sees all?"""
        if viewer.who == "all":
            return True
        if viewer.who != "owner" or cell in self.layout.groups_of_cell:
            return False
        number, index = self.layout.place_of_cell[cell]
        decl: PlaceDecl = self.program.places[number]
        if not index:
            return False
        teams = self.program.teams
        dim = decl.dims[0]
        if isinstance(dim, TypeDim) and isinstance(dim.type, t.Team):
            return seat % teams == index[0]
        return index[0] == seat or (viewer.partner and teams > 0 and seat % teams == index[0] % teams)

    def seen(self, cells: Cells, cell: int, seat: int) -> frozenset[int] | None:
        """Positions in the place that the seat sees; None means all."""
        if cell in self._always[seat]:
            return None
        kind = "groups"
        number = self.layout.groups_of_cell.get(cell, -1)
        index: tuple[int, ...] = ()
        if number < 0:
            kind = "place"
            number, index = self.layout.place_of_cell[cell]
        positions: set[int] = set()
        size = len(cells[cell])
        for at, viewer in enumerate(self._viewers(cell)):
            when = self.emitted.viewers.get((kind, number, at))
            if when is not None and not when(cells, *index):
                continue
            if self._is(viewer, cell, seat):
                return None
            if kind == "groups" and viewer.who == "owner":
                positions.update(self._owned(cells, cell, number, seat))
            elif viewer.who == "top" and size:
                positions.add(size - 1)
            elif viewer.who == "bottom" and size:
                positions.add(0)
        return frozenset(positions)

    def _owned(self, cells: Cells, cell: int, number: int, seat: int) -> list[int]:
        """Groups whose first field of type player is the seat."""
        fields = self.program.groups[number].fields
        at = next((i for i, field in enumerate(fields) if isinstance(t.required(field.type), t.Player)), None)
        return [] if at is None else [i for i, group in enumerate(cells[cell]) if group[2][at] == seat]

    def sees_card(self, cells: Cells, card: int, seat: int) -> bool:
        """Does the seat see the card where it lies?"""
        cell = cells[self.runtime.where + card]
        if cell is None:
            return False
        positions = self.seen(cells, cell, seat)
        if positions is None:
            return True
        if cell in self.layout.groups_of_cell:
            return any(card in cells[cell][at][0] for at in positions)
        return cells[cell].index(card) in positions


class Probe:
    """Asked by a lookahead whether moving cards would show the seat something that it does not know."""

    def __init__(self, sight: Visibility, seat: int) -> None:
        self.sight = sight
        self.seat = seat
        self.known = sight.always(seat)
        self.places = sight.places(seat)

    def reveals(self, cells: Cells, cards: Cards, target: int) -> bool:
        where = self.sight.runtime.where
        known = self.known
        for card in cards:
            source = cells[where + card]
            if source in known:
                continue
            if self._shows_next(source) or self._shows_next(target):
                return True
            if self.sight.sees_card(cells, card, self.seat):
                continue
            if target in known or self.sight.seen(cells, target, self.seat) != frozenset():
                return True
        return False

    def _shows_next(self, cell: int) -> bool:
        """Does taking a card from the place bring another into sight?"""
        number = self.sight.layout.place_of_cell.get(cell, (-1, ()))[0]
        if number < 0:
            return False
        return any(viewer.who in ("top", "bottom") for viewer in self.sight.program.places[number].viewers)
