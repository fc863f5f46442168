"""What a seat sees, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.sentences import SentenceRenderer
from rulespec.interpreter.view import PlaceView, View
from rulespec.ir import types as t
from rulespec.ir.award_inputs import has_awards
from rulespec.ir.program import Dim, TypeDim
from rulespec.reports.transcript import SEPARATOR, number, readable, team_name, wrap
from rulespec.reports.translations import Catalogue

MAX_OF_PILE = 12
"""Of a longer pile the top is shown."""


class TableRenderer:
    """Shows views of one game in one language."""

    def __init__(self, game: EngineGame, words: Catalogue, renderer: SentenceRenderer, width: int) -> None:
        self.game = game
        self.words = words
        self.renderer = renderer
        self.width = width
        program = game.program
        self._scored = has_awards(program)
        self._places = {place.name: place for place in program.places}
        self._notes = {note.name: note.type for note in program.notes}
        self._slots = {slot.name: slot for slot in program.slots if slot.kind == "var"}
        self._fields = {groups.name: {field.name: field.type for field in groups.fields} for groups in program.groups}

    def lines(self, view: View) -> Iterator[str]:
        """The table, then what is known of the match, then the seat's own cards."""
        own: list[PlaceView] = []
        for name, places in groupby(view.places, lambda place: place.spot.name):
            parts = []
            for place in places:
                if self._is_own(place, view.seat) and place.size and None not in place.cards and place.cards:
                    own.append(place)
                elif place.size:
                    parts.append(self._place(place))
            if parts:
                yield from wrap(f"{readable(name)}: {SEPARATOR.join(parts)}", self.width)
        yield from self._groups(view)
        yield from self._variables(view)
        if view.totals and self._scored:
            name_of = self.words.seat if len(view.totals) == self.game.players else team_name
            sums = SEPARATOR.join(f"{name_of(at)} {number(points)}" for at, points in enumerate(view.totals))
            yield from wrap(f"{self.words['total']}: {sums}", self.width)
        for place in own:
            yield from wrap(f"{self.words['your']} {readable(place.spot.name)}: {self._cards(place)}", self.width)

    # ------------------------------------------------------------ cards

    def _seated(self, dims: tuple[Dim, ...]) -> bool:
        return bool(dims) and isinstance(dims[0], TypeDim) and isinstance(dims[0].type, t.Player)

    def _is_own(self, place: PlaceView, seat: int) -> bool:
        decl = self._places[place.spot.name]
        return self._seated(decl.dims) and place.spot.index[0] == seat

    def _place(self, place: PlaceView) -> str:
        index = self._index(self._places[place.spot.name].dims, place.spot.index)
        return f"{index} {self._cards(place)}".strip()

    def _index(self, dims: tuple[Dim, ...], index: tuple[int, ...]) -> str:
        parts = [
            self._value(dim.type, self._named(dim.type, at)) if isinstance(dim, TypeDim) else str(at)
            for dim, at in zip(dims, index, strict=True)
        ]
        return ",".join(parts)

    def _named(self, type_: t.Type, at: int) -> Any:
        return self.game.words.to_json(type_, bool(at) if isinstance(type_, t.Bool) else at, [])

    def _cards(self, place: PlaceView) -> str:
        """The cards that are seen, in the order of the view, and how many are there where some are not."""
        order = [at for at, text in enumerate(place.cards) if text is not None]
        if self._places[place.spot.name].ordered:
            order = order[-MAX_OF_PILE:]
        else:
            order.sort(key=lambda at: self.game.cards.parse_face(place.cards[at] or ""))
        seen = [self._noted(place, at, place.cards[at] or "") for at in order]
        return " ".join(seen if len(seen) == place.size else [f"×{place.size}", *seen])

    def _noted(self, place: PlaceView, at: int, text: str) -> str:
        notes = [
            f"{readable(name)} {self._value(self._notes[name], value)}"
            for card, name, value in place.notes
            if card == at
        ]
        return f"{self._card(text)} ({', '.join(notes)})" if notes else self._card(text)

    def _card(self, text: str) -> str:
        card, sign, face = text.partition("=")
        shown = self.renderer.face(self.game.cards.parse_face(card.partition("#")[0]))
        return f"{shown}({self.renderer.face(self.game.cards.parse_face(face))})" if sign else shown

    def _groups(self, view: View) -> Iterator[str]:
        for name, groups in groupby(view.groups, lambda group: group.name):
            parts = []
            for group in groups:
                types = self._fields[name]
                fields = [f"{readable(field)} {self._value(types[field], value)}" for field, value in group.fields]
                cards = " ".join(map(self._card, group.cards))
                parts.append(f"{cards} ({', '.join(fields)})" if fields else cards)
            yield from wrap(f"{readable(name)}: {SEPARATOR.join(parts)}", self.width)
        for name, count in view.hidden_groups:
            if count:
                yield f"  {readable(name)}: ×{count}"

    # ------------------------------------------------------------ variables

    def _variables(self, view: View) -> Iterator[str]:
        """Those that say something."""
        alone = []
        for name, value in view.variables:
            slot = self._slots.get(name)
            if slot is None:
                continue
            if not slot.dims:
                if _speaks(slot.type, value):
                    alone.append(self._said(name, slot.type, value))
                continue
            if not any(_speaks(slot.type, item) for item in value):
                continue
            area = self.game.layout.slots[self.game.program.slots.index(slot)]
            pairs = [(self._index(slot.dims, index), item) for index, item in zip(area.indices(), value, strict=True)]
            said = (
                [index for index, item in pairs if item]
                if isinstance(slot.type, t.Bool)
                else [f"{index} {self._value(slot.type, item)}" for index, item in pairs]
            )
            yield from wrap(f"{readable(name)}: {SEPARATOR.join(said)}", self.width)
        if alone:
            yield from wrap(SEPARATOR.join(alone), self.width)

    def _said(self, name: str, type_: t.Type, value: Any) -> str:
        return readable(name) if value is True else f"{readable(name)} {self._value(type_, value)}"

    def _value(self, type_: t.Type, value: Any) -> str:
        """A value of a view, which is as in JSON, in words."""
        if value is None:
            return "–"
        program = self.game.program
        match t.required(type_):
            case t.Suit():
                return self.renderer.suit(program.deck.suits.index(value))
            case t.Rank():
                return self.renderer.rank((*program.deck.ranks, "joker").index(value))
            case t.Card() | t.Face():
                return self._card(value)
            case t.Player():
                return self.words.seat(value)
            case t.Team():
                return team_name(value)
            case t.Enum():
                return readable(value)
            case t.Bool():
                return self.words["yes" if value else "no"]
            case t.Int():
                return number(value)
            case t.Group():
                return " ".join(map(self._card, value))
            case t.Combo():
                return " ".join(map(self._card, value["cards"]))
            case t.SetOf(element=element) | t.ListOf(element=element):
                return " ".join(self._value(element, item) for item in value) or "–"
            case _:
                return str(value)


def _speaks(type_: t.Type, value: Any) -> bool:
    """Is the value other than that with which a variable of its type begins of itself?"""
    match type_:
        case t.Int() | t.Bool() | t.SetOf() | t.ListOf() | t.Split():
            return bool(value)
        case _:
            return value is not None
