"""Changing a position without a move: the steps ``place`` and ``set``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.state import State
from rulespec.interpreter.state_layout import Area, blank
from rulespec.ir import types as t
from rulespec.ir.program import Dim, Slot, TypeDim
from rulespec.scenarios.model import DocumentPath, ScenarioError
from rulespec.scenarios.notation import NONE, CardToken, Notation, NotationError
from rulespec.syntax.suggest import did_you_mean

_FILLER = re.compile(r"\?([0-9]*)")
_INDEXED = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\[([A-Za-z0-9_]+)\]")
_KIND_ORDER = ("var", "system", "sheet", "let", "param", "loop", "move")


@dataclass(slots=True)
class _Target:
    """What a place gets: cards from the top with their notes, or fillers (None)."""

    cell: int
    spot: DocumentPath
    cards: list[int | None] = field(default_factory=list)
    wanted: list[CardToken | None] = field(default_factory=list)
    notes: list[Mapping[str, Any]] = field(default_factory=list)


@dataclass(slots=True)
class _Group:
    """A group to lay: its cards as written, then the cards chosen for them."""

    groups: int
    spot: DocumentPath
    wanted: list[CardToken]
    cards: list[int] = field(default_factory=list)


class Editor:
    """Edits positions of one game."""

    def __init__(self, game: EngineGame, notation: Notation) -> None:
        self.game = game
        self.program = game.program
        self.layout = game.layout
        self.notation = notation
        self._places = {place.name: number for number, place in enumerate(self.program.places)}
        self._groups = {groups.name: number for number, groups in enumerate(self.program.groups)}

    # ------------------------------------------------------------ finding things

    def place(self, name: str, spot: DocumentPath) -> int:
        """The number of a place; raises ``ScenarioError``."""
        if name not in self._places:
            self._unknown("place", name, [*self._places, *self._groups], spot)
        return self._places[name]

    def groups(self, name: str) -> int | None:
        """The number of a declaration of groups, None where ``name`` is none."""
        return self._groups.get(name)

    def slot(self, name: str, spot: DocumentPath) -> int:
        """The number of a variable. What the spec declares comes before what a phase or move names within itself."""
        slots = self.program.slots
        found = [number for number, slot in enumerate(slots) if slot.name == name]
        if not found:
            indexed = _INDEXED.fullmatch(name)
            if indexed and any(slot.name == indexed[1] for slot in slots):
                raise ScenarioError(spot, f"an index is written as a mapping: {indexed[1]}: {{{indexed[2]}: …}}")
            self._unknown("variable", name, [slot.name for slot in slots if slot.kind == "var"], spot)
        return min(found, key=lambda number: _KIND_ORDER.index(slots[number].kind))

    def index(self, dims: tuple[Dim, ...], area: Area, text: str, spot: DocumentPath) -> int:
        """The position, in an array of one dimension, of the index written ``text``."""
        if len(dims) != 1:
            raise ScenarioError(spot, f"an index is written for an array of one dimension, this has {len(dims)}")
        dim = dims[0]
        type_ = dim.type if isinstance(dim, TypeDim) else t.INT
        value = int(self.read(type_, text, spot)) - area.axes[0].low
        if not 0 <= value < area.size:
            raise ScenarioError(spot, f"there is no index {text}")
        return value

    def read(self, type_: t.Type, written: Any, spot: DocumentPath) -> Any:
        """The value written; raises ``ScenarioError``."""
        try:
            return self.notation.value(type_, written)
        except NotationError as error:
            raise ScenarioError(spot, str(error)) from None

    def cells(self, name: str, content: Any, spot: DocumentPath) -> list[tuple[int, Any, DocumentPath]]:
        """The cells of a place, each with what stands for it in ``content``: a mapping by index, or its content."""
        number = self.place(name, spot)
        area, dims = self.layout.places[number], self.program.places[number].dims
        if not dims:
            if isinstance(content, dict):
                raise ScenarioError(spot, f"{name} has no index")
            return [(area.base, content, spot)]
        if not isinstance(content, dict):
            raise ScenarioError(spot, f"{name} has an index: write a mapping from index to cards")
        return [
            (area.base + self.index(dims, area, key, spot.at(key)), value, spot.at(key))
            for key, value in content.items()
        ]

    def _unknown(self, what: str, name: str, known: Iterable[str], spot: DocumentPath) -> None:
        near = did_you_mean(name, known)
        raise ScenarioError(spot, f"there is no {what} '{name}'" + (f"; did you mean {near}?" if near else ""))

    # ------------------------------------------------------------ set

    def assign(self, state: State, values: Mapping[str, Any], spot: DocumentPath) -> State:
        """The state with variables changed."""
        cells = state.cells[:]
        for name, written in values.items():
            here = spot.at(name)
            if name == "totals" and isinstance(written, list):
                self._set_totals(cells, written, here)
                continue
            slot, values_of = self.values(name, written, here)
            for cell, value, at in values_of:
                cells[cell] = self._cell(slot, value, at)
        return State(cells)

    def values(self, name: str, written: Any, spot: DocumentPath) -> tuple[Slot, list[tuple[int, Any, DocumentPath]]]:
        """A variable and those of its cells that are spoken of, each with what is written of it: a mapping by index,
        a list of all, or, where the variable has no index, its value."""
        number = self.slot(name, spot)
        slot, area = self.program.slots[number], self.layout.slots[number]
        if isinstance(written, dict):
            if not slot.dims:
                raise ScenarioError(spot, f"{name} has no index: write its value")
            cells = [
                (area.base + self.index(slot.dims, area, key, spot.at(key)), value, spot.at(key))
                for key, value in written.items()
            ]
        elif not slot.dims:
            cells = [(area.base, written, spot)]
        elif isinstance(written, list) and len(slot.dims) == 1:
            if len(written) != area.size:
                raise ScenarioError(spot, f"{name} has {area.size} values, and {len(written)} are listed")
            cells = [(area.base + at, value, spot.at(at)) for at, value in enumerate(written)]
        else:
            raise ScenarioError(
                spot, f"{name} has an index: write a mapping from index to value, or a list of all its values"
            )
        return slot, cells

    def _cell(self, slot: Slot, written: Any, spot: DocumentPath) -> Any:
        """A cell of a type that always has a value holds none until it is set."""
        empty = written is None or written == NONE
        if empty and blank(slot.type) is None:
            return None
        return self.read(slot.type, written, spot)

    def _set_totals(self, cells: list[Any], written: list[int], spot: DocumentPath) -> None:
        slots = self.program.slots
        number = next((i for i, slot in enumerate(slots) if slot.kind == "sheet" and slot.name == "total"), None)
        if number is None:
            raise ScenarioError(spot, "this game keeps no totals of its seats")
        area = self.layout.slots[number]
        if len(written) != area.size:
            raise ScenarioError(spot, f"{len(written)} totals for {area.size} seats")
        cells[area.base : area.base + area.size] = written

    # ------------------------------------------------------------ place

    def put(self, state: State, contents: Mapping[str, Any], rest: str | None, spot: DocumentPath) -> State:
        """The state with cards lying where ``contents`` says; those displaced go to the place ``rest``."""
        cells = state.cells[:]
        targets: list[_Target] = []
        laid: list[_Group] = []
        cleared: list[int] = []
        for name, content in contents.items():
            here = spot.at(name)
            groups = self.groups(name)
            if groups is not None:
                cleared.append(self.layout.groups[groups])
                laid += self._read_groups(groups, content, here)
            else:
                targets += [self._target(cell, value, at) for cell, value, at in self.cells(name, content, here)]
        cleared += [target.cell for target in targets]
        held = self._pick_up(cells, cleared, targets, laid, rest, spot)
        for target in targets:
            self._fill(cells, target, held)
        for group in laid:
            self._lay(cells, group, held)
        if held:
            self._put_away(cells, sorted(held), rest, spot)
        if self.layout.groups:
            self._settle(cells, spot)
        return State(cells)

    def _target(self, cell: int, content: Any, spot: DocumentPath) -> _Target:
        target = _Target(cell, spot)
        if isinstance(content, str):
            for word in () if content == NONE else content.split():
                filler = _FILLER.fullmatch(word)
                wanted = [None] * int(filler[1] or 1) if filler else [self._piece(word, spot)]
                target.wanted += wanted
                target.notes += [{}] * len(wanted)
            return target
        for at, item in enumerate(content):
            here = spot.at(at)
            if isinstance(item, str):
                raise ScenarioError(here, "a list is for cards with notes and for groups: write cards in one text")
            target.wanted.append(self._piece(item["card"], here))
            target.notes.append({name: value for name, value in item.items() if name != "card"})
        return target

    def _read_groups(self, groups: int, content: Any, spot: DocumentPath) -> list[_Group]:
        if not isinstance(content, list):
            raise ScenarioError(spot, "groups are written as a list")
        result = []
        for at, item in enumerate(content):
            if not isinstance(item, str):
                raise ScenarioError(spot.at(at), "a group is written as its cards, separated by spaces")
            result.append(_Group(groups, spot.at(at), [self._piece(word, spot.at(at)) for word in item.split()]))
        return result

    def _piece(self, word: str, spot: DocumentPath) -> CardToken:
        try:
            return self.notation.piece(word)
        except NotationError as error:
            raise ScenarioError(spot, str(error)) from None

    def _pick_up(
        self,
        cells: list[Any],
        cleared: list[int],
        targets: list[_Target],
        laid: list[_Group],
        rest: str | None,
        spot: DocumentPath,
    ) -> set[int]:
        """Chooses a card for each one written and lifts those and all that lie in the places named."""
        where = self.layout.where
        lifted = {card for card in range(self.game.cards.size) if cells[where + card] in cleared}
        used: set[int] = set()
        chosen: dict[tuple[int, int], int] = {}
        lists = [(target.wanted, target.spot) for target in targets]
        lists += [(list(group.wanted), group.spot) for group in laid]
        for exact in (True, False):
            for number, (wanted, here) in enumerate(lists):
                for at, piece in enumerate(wanted):
                    if piece is not None and (piece.card is not None) == exact:
                        chosen[number, at] = self._choose(piece, used, here)
        free = sorted((lifted | self._rest_cards(cells, rest, spot)) - used)
        for number, (wanted, here) in enumerate(lists):
            for at, piece in enumerate(wanted):
                if piece is None:
                    if not free:
                        raise ScenarioError(here, "there are not enough cards for the ? here")
                    chosen[number, at] = free.pop(0)
                    used.add(chosen[number, at])
        for number, target in enumerate(targets):
            target.cards = [chosen[number, at] for at in range(len(target.wanted))]
        for number, group in enumerate(laid, start=len(targets)):
            group.cards = [chosen[number, at] for at in range(len(group.wanted))]
        held = lifted | used
        if held:
            self.game.runtime.take(cells, tuple(sorted(held)))
        for cell in cleared:
            cells[cell] = ()
        return held

    def _choose(self, piece: CardToken, used: set[int], spot: DocumentPath) -> int:
        copies = [piece.card] if piece.card is not None else self.game.cards.by_face[piece.face]
        card = next((card for card in copies if card not in used), None)
        if card is None:
            raise ScenarioError(spot, f"{piece.text} is wanted more often than there are copies")
        used.add(card)
        return card

    def _fill(self, cells: list[Any], target: _Target, held: set[int]) -> None:
        cards = [card for card in target.cards if card is not None]
        held.difference_update(cards)
        ordered = self.program.places[self.layout.place_of_cell[target.cell][0]].ordered
        cells[target.cell] = tuple(reversed(cards)) if ordered else tuple(sorted(cards))
        for card, notes in zip(cards, target.notes, strict=True):
            cells[self.layout.where + card] = target.cell
            for name, value in notes.items():
                self._note(cells, card, name, value, target.spot)

    def _note(self, cells: list[Any], card: int, name: str, written: Any, spot: DocumentPath) -> None:
        for note, base in zip(self.program.notes, self.layout.notes, strict=True):
            if note.name == name:
                cells[base + card] = self.read(t.optional(note.type), written, spot)
                return
        self._unknown("note", name, [note.name for note in self.program.notes], spot)

    def _lay(self, cells: list[Any], group: _Group, held: set[int]) -> None:
        decl = self.program.groups[group.groups]
        cards = tuple(sorted(group.cards))
        roles_of = dict(zip(group.cards, group.wanted, strict=True))
        roles = []
        for card in self.notation.wild_cards(decl.pattern, cards):
            role = roles_of[card].role
            if role is None and card in self.game.cards.jokers:
                raise ScenarioError(group.spot, f"say what {roles_of[card].text} stands for, as in JK=7H")
            roles.append(self.game.cards.face[card] if role is None else role)
        if not self.game.engine.valid_group(decl.pattern, cards, tuple(roles)):
            written = " ".join(piece.text for piece in group.wanted)
            raise ScenarioError(group.spot, f"{written} is not a group of {decl.name}: it does not match the pattern")
        held.difference_update(cards)
        cell = self.layout.groups[group.groups]
        fields = tuple(blank(declared.type) for declared in decl.fields)
        cells[cell] = (*cells[cell], (cards, tuple(roles), fields))
        for card in cards:
            cells[self.layout.where + card] = cell

    def _settle(self, cells: list[Any], spot: DocumentPath) -> None:
        """Sorts groups as the engine does after a move; those that lost a card must still be groups."""
        try:
            self.game.runtime.settle_groups(cells, -1)
        except MatchFault as fault:
            raise ScenarioError(spot, fault.message) from None

    # ------------------------------------------------------------ the rest

    def _rest_cell(self, rest: str | None, spot: DocumentPath) -> int | None:
        if rest is None:
            return None
        match = _INDEXED.fullmatch(rest)
        name, key = (match[1], match[2]) if match else (rest, None)
        number = self.place(name, spot)
        area, dims = self.layout.places[number], self.program.places[number].dims
        if key is None and not dims:
            return area.base
        if key is None or not dims:
            raise ScenarioError(spot, f"'{rest}' must name one place, an index in brackets where it has one")
        return area.base + self.index(dims, area, key, spot)

    def _rest_cards(self, cells: list[Any], rest: str | None, spot: DocumentPath) -> set[int]:
        cell = self._rest_cell(rest, spot)
        return set() if cell is None else set(cells[cell])

    def _put_away(self, cells: list[Any], cards: list[int], rest: str | None, spot: DocumentPath) -> None:
        """Lays cards under those of the place ``rest``, in the order of the pack from the top."""
        cell = self._rest_cell(rest, spot)
        if cell is None:
            raise ScenarioError(spot, "cards are displaced, and no `rest` says where they go")
        ordered = self.program.places[self.layout.place_of_cell[cell][0]].ordered
        cells[cell] = (*reversed(cards), *cells[cell]) if ordered else tuple(sorted((*cells[cell], *cards)))
        for card in cards:
            cells[self.layout.where + card] = cell
