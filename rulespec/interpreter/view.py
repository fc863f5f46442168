"""What one seat sees of a state, from the visibility of places and from public variables alone."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from rulespec.interpreter.journal import PlaceId
from rulespec.interpreter.runtime import Cells
from rulespec.interpreter.state import State
from rulespec.interpreter.state_layout import PENDING
from rulespec.interpreter.transactions.interchangeable import cards_in

if TYPE_CHECKING:
    from rulespec.interpreter.game import EngineGame


@dataclass(frozen=True, slots=True)
class PlaceView:
    """``cards``: of a pile one text (or None, unseen) for each position from the bottom; of a zone the cards seen.
    ``notes``: by card position in ``cards`` and name, where a seen card bears any."""

    spot: PlaceId
    size: int
    cards: tuple[str | None, ...]
    notes: tuple[tuple[int, str, Any], ...]


@dataclass(frozen=True, slots=True)
class GroupView:
    """The cards in the order of the pattern, wild ones as ``JK=7H``; ``fields`` by name."""

    name: str
    cards: tuple[str, ...]
    fields: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything a seat knows of the position. ``chosen``: its own secret choice, if it waits to be revealed."""

    seat: int
    over: bool
    decider: int | None
    actor: int | None
    in_play: tuple[int, ...]
    places: tuple[PlaceView, ...]
    groups: tuple[GroupView, ...]
    hidden_groups: tuple[tuple[str, int], ...]
    variables: tuple[tuple[str, Any], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    chosen: Any

    def to_json(self) -> dict[str, Any]:
        result: dict[str, Any] = _listed(asdict(self))
        result["variables"] = dict(result["variables"])
        return result


def make_view(game: EngineGame, state: State, seat: int) -> View:
    """Derived from the state; nothing of it depends on what the seat does not see."""
    cells = state.cells
    groups, hidden = _groups(game, cells, seat)
    return View(
        seat=seat,
        over=game.is_over(state),
        decider=game.decider(state),
        actor=game.actor(state),
        in_play=tuple(cells[game.executor.in_play]),
        places=tuple(_place(game, cells, cell, seat) for cell in sorted(game.layout.place_of_cell)),
        groups=groups,
        hidden_groups=hidden,
        variables=_variables(game, cells),
        totals=game.totals(state),
        winners=game.winners(state),
        chosen=_chosen(game, cells, seat),
    )


def _place(game: EngineGame, cells: Cells, cell: int, seat: int) -> PlaceView:
    number, index = game.layout.place_of_cell[cell]
    decl = game.program.places[number]
    seen = game.sight.seen(cells, cell, seat)
    texts: list[str | None] = []
    notes: list[tuple[int, str, Any]] = []
    for at, card in enumerate(cells[cell]):
        if seen is not None and at not in seen:
            if decl.ordered:
                texts.append(None)
            continue
        for note, base in zip(game.program.notes, game.layout.notes, strict=True):
            value = cells[base + card]
            if value is not None:
                notes.append((len(texts), note.name, game.words.to_json(note.type, value, cells)))
        texts.append(game.cards.card_text(card))
    return PlaceView(PlaceId(decl.name, index), len(cells[cell]), tuple(texts), tuple(notes))


def _groups(game: EngineGame, cells: Cells, seat: int) -> tuple[tuple[GroupView, ...], tuple[tuple[str, int], ...]]:
    views = []
    hidden = []
    for number, decl in enumerate(game.program.groups):
        cell = game.layout.groups[number]
        seen = game.sight.seen(cells, cell, seat)
        for at, (_, _, values) in enumerate(cells[cell]):
            if seen is not None and at not in seen:
                continue
            fields = tuple(
                (field.name, game.words.to_json(field.type, value, cells))
                for field, value in zip(decl.fields, values, strict=True)
            )
            views.append(GroupView(decl.name, tuple(game.words.group_to_json(cells, number, at)), fields))
        if seen is not None:
            hidden.append((decl.name, len(cells[cell]) - len(seen)))
    return tuple(views), tuple(hidden)


def _variables(game: EngineGame, cells: Cells) -> tuple[tuple[str, Any], ...]:
    """Variables of the spec, sums of the sheet, the dealer: all are public. Arrays are lists."""
    result = []
    for number, slot in enumerate(game.program.slots):
        if slot.kind not in ("var", "sheet") and number != game.program.system.dealer:
            continue
        area = game.layout.slots[number]
        values = [game.words.to_json(slot.type, value, cells) for value in cells[area.base : area.base + area.size]]
        result.append((slot.name, tuple(values) if area.axes else values[0]))
    return tuple(result)


def _chosen(game: EngineGame, cells: Cells, seat: int) -> Any:
    number = game.executor.ask(cells)
    if number is None or not cells[PENDING]:
        return None
    for other, choice in cells[PENDING]:
        if other == seat and choice is not None:
            at, args, _ = choice
            decl = game.program.moves[game.program.asks[number].alternatives[at].move]
            texts = [
                game.words.to_json(param.type, value, cells) for param, value in zip(decl.params, args, strict=True)
            ]
            return (decl.name, tuple(texts))
    return None


def _listed(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_listed(item) for item in value]
    if isinstance(value, dict):
        return {key: _listed(item) for key, item in value.items()}
    return value


def permute_hidden(game: EngineGame, state: State, seat: int, seed: int) -> State:
    """Deals the cards that the seat does not see anew to the positions where they lie; notes stay at the positions.

    Cards that a variable names stay too: variables are public. The state is for tests of what views and legal moves
    depend on.
    """
    cells = state.cells[:]
    named: set[int] = set()
    for _, start, end, type_ in game.interchangeable.watched:
        for value in cells[start:end]:
            if value is not None and value != ():
                named.update(cards_in(type_, value))
    spots = []
    for cell in sorted(game.layout.place_of_cell):
        seen = game.sight.seen(cells, cell, seat)
        if seen is not None:
            spots += [(cell, at) for at, card in enumerate(cells[cell]) if at not in seen and card not in named]
    cards = [cells[cell][at] for cell, at in spots]
    dealt = random.Random(seed).sample(cards, len(cards))
    notes = [[cells[base + card] for card in cards] for base in game.layout.notes]
    places = {cell: list(cells[cell]) for cell, _ in spots}
    for (cell, at), card in zip(spots, dealt, strict=True):
        places[cell][at] = card
        cells[game.layout.where + card] = cell
    for base, values in zip(game.layout.notes, notes, strict=True):
        for card, value in zip(dealt, values, strict=True):
            cells[base + card] = value
    for cell, ids in places.items():
        ordered = game.program.places[game.layout.place_of_cell[cell][0]].ordered
        cells[cell] = tuple(ids if ordered else sorted(ids))
    return State(cells)
