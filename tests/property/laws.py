"""What holds of any game at any decision, each law as a check that fails with what breaks it."""

from __future__ import annotations

import json
import random
from collections.abc import Hashable
from contextlib import suppress
from typing import Any

import pytest

from rulespec.interpreter.engine_errors import EngineMove, IllegalMove, MatchFault, Refusal
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import EntryEvent, Journal, StageEvent
from rulespec.interpreter.state import State
from rulespec.ir import types as t
from rulespec.ir.program import TypeDim

MAX_TRIED = 12
"""Of a long list of moves so many are made or changed, chosen at random."""


def places_of(game: EngineGame, state: State) -> list[int]:
    """Every card once for each place and group in which it lies."""
    found = [card for cell in game.layout.place_of_cell for card in state.cells[cell]]
    return found + [card for cell in game.layout.groups for group in state.cells[cell] for card in group[0]]


def check_cards(game: EngineGame, state: State) -> None:
    """Each card lies in one place, and the index of cards knows it."""
    assert sorted(places_of(game, state)) == list(range(game.cards.size))
    where = game.layout.where
    for cell in game.layout.place_of_cell:
        assert all(state.cells[where + card] == cell for card in state.cells[cell])
    for cell in game.layout.groups:
        assert all(state.cells[where + card] == cell for group in state.cells[cell] for card in group[0])


def check_invariants(game: EngineGame, state: State) -> None:
    assert game.broken_invariants(state) == []


def check_state_is_data(game: EngineGame, state: State) -> State:
    """Through JSON and back: equal, of equal hash, and with the same moves. Returns what came back."""
    again = game.state_from_json(json.loads(json.dumps(game.state_to_json(state))))
    assert again == state
    assert hash(again) == hash(state)
    assert again is not state
    assert game.is_over(again) == game.is_over(state)
    if not game.is_over(state):
        assert game.decider(again) == game.decider(state)
        assert game.legal_moves(again) == game.legal_moves(state)
    return again


def check_moves_are_data(game: EngineGame, state: State, legal: list[EngineMove], rng: random.Random) -> None:
    """A move in JSON is that move and no other of the list."""
    written = [json.dumps(game.move_to_json(state, move)) for move in legal]
    assert len(set(written)) == len(legal)
    for move in rng.sample(legal, min(MAX_TRIED, len(legal))):
        assert game.move_from_json(state, json.loads(json.dumps(game.move_to_json(state, move)))) == move
        assert game.say(state, move)


def check_sight(game: EngineGame, state: State) -> None:
    """A view shows of a place what its declaration says, read here once more and simply."""
    for seat in range(game.players):
        for shown in game.view(state, seat).places:
            decl = next(place for place in game.program.places if place.name == shown.spot.name)
            index, size = shown.spot.index, shown.size
            if any(viewer.when is not None for viewer in decl.viewers):
                continue
            seen: set[int] = set()
            for viewer in decl.viewers:
                owned = viewer.who == "owner" and bool(index)
                first = decl.dims[0] if decl.dims else None
                team = isinstance(first, TypeDim) and isinstance(first.type, t.Team)
                mine = owned and index[0] == (seat % game.program.teams if team else seat)
                ours = owned and viewer.partner and index[0] % game.program.teams == seat % game.program.teams
                if viewer.who == "all" or mine or ours:
                    seen = set(range(size))
                elif viewer.who in ("top", "bottom") and size:
                    seen.add(size - 1 if viewer.who == "top" else 0)
            cards = game.cards_at(state, decl.name, *index)
            texts = [game.cards.card_text(card) if at in seen else None for at, card in enumerate(cards)]
            assert list(shown.cards) == (texts if decl.ordered else [text for text in texts if text is not None])


def check_views(game: EngineGame, state: State, seed: int) -> None:
    """What a seat cannot see changes neither its view nor its moves, nor how they read."""
    legal = None if game.is_over(state) else game.legal_moves(state)
    for seat in range(game.players):
        other = game.permute_hidden(state, seat, seed + seat)
        assert sorted(places_of(game, other)) == list(range(game.cards.size))
        assert game.view(other, seat) == game.view(state, seat)
        json.dumps(game.view(state, seat).to_json())
        if legal is not None and game.decider(state) == seat:
            assert game.legal_moves(other) == legal
            assert [game.move_to_json(other, move) for move in legal] == [
                game.move_to_json(state, move) for move in legal
            ]


# ---------------------------------------------------------------- moves


def check_list(game: EngineGame, state: State, legal: list[EngineMove]) -> None:
    """No move twice, nor two that differ only in which of two interchangeable cards they name."""
    assert legal
    assert len(set(legal)) == len(legal)
    keys = class_keys(game, state)
    seen: dict[Hashable, EngineMove] = {}
    for move in legal:
        key = (move.alternative, move_key(game, move, keys))
        assert key not in seen, f"interchangeable: {move} and {seen[key]}"
        seen[key] = move


def class_keys(game: EngineGame, state: State) -> dict[int, Hashable]:
    """What a card is to a player, worked out simply and on the safe side: two cards with one key are certainly
    interchangeable (one face, one unordered place, the same notes, and no variable names either)."""
    cells, where = state.cells, game.layout.where
    named: set[int] = set()
    for number, slot in enumerate(game.program.slots):
        area = game.layout.slots[number]
        if names_cards(slot.type):
            for value in cells[area.base : area.base + area.size]:
                named.update(cards_in(value))
    keys: dict[int, Hashable] = {}
    for card in range(game.cards.size):
        cell = cells[where + card]
        place = game.layout.place_of_cell.get(cell)
        loose = place is not None and not game.program.places[place[0]].ordered
        notes = tuple(cells[base + card] for base in game.layout.notes)
        keys[card] = (game.cards.alike[card], cell, notes) if loose and card not in named else card
    return keys


def names_cards(type_: t.Type) -> bool:
    match t.required(type_):
        case t.SetOf(element=element) | t.ListOf(element=element):
            return names_cards(element)
        case inner:
            return isinstance(inner, (t.Card, t.Combo, t.Split))


def cards_in(value: Any) -> list[int]:
    """All numbers in a value of a type that names cards: too many rather than too few."""
    if isinstance(value, tuple):
        return [card for part in value for card in cards_in(part)]
    return [value] if isinstance(value, int) else []


def move_key(game: EngineGame, move: EngineMove, keys: dict[int, Hashable]) -> Hashable:
    """A move with its cards by class; cards of one class within the move are told apart by their order in it."""
    met: dict[int, Hashable] = {}

    def named(card: int) -> Hashable:
        if card not in met:
            number = sum(1 for other in met if keys[other] == keys[card])
            met[card] = (repr(keys[card]), number)
        return met[card]

    decl = next(decl for decl in game.program.moves if decl.name == move.name)
    parts: list[Hashable] = []
    for param, value in zip(decl.params, move.args, strict=True):
        match t.required(param.type):
            case t.Card() if value is not None:
                parts.append(named(value))
            case t.Combo() if value is not None:
                parts.append((tuple(sorted(map(named, value[0]), key=repr)), value[1]))
            case t.SetOf(element=t.Card()) | t.ListOf(element=t.Card()) if value is not None:
                parts.append(tuple(sorted(map(named, value), key=repr)))
            case t.Split() if value is not None:
                parts.append(tuple(sorted((tuple(sorted(map(named, c[0]), key=repr)), c[1]) for c in value)))
            case _:
                parts.append(value)
    return (move.name, tuple(parts))


def check_offered(game: EngineGame, state: State, legal: list[EngineMove], rng: random.Random) -> None:
    """A move is accepted just if it is listed, or its twin is. The check sees a copy of the state, so that it cannot
    look the answer up in the list."""
    listed = set(legal)
    for move in rng.sample(legal, min(MAX_TRIED, len(legal))):
        assert game.refusals(state.copy(), move) == [], move
    keys = class_keys(game, state)
    known = {(move.alternative, move_key(game, move, keys)) for move in legal}
    for move in rng.sample(legal, min(MAX_TRIED, len(legal))):
        for changed in changes(game, move, rng):
            fresh = state.copy()
            refusals = game.refusals(fresh, changed)
            check_refused(game, fresh, changed, refusals)
            if changed in listed:
                assert refusals == [], changed
            elif is_well_formed(game, changed) and (changed.alternative, move_key(game, changed, keys)) in known:
                assert refusals == [], f"a twin of a listed move: {changed}"
            elif not refusals:
                candidate, _ = game.legality.check(fresh.cells, changed, None)
                assert candidate is not None
                stands_for = EngineMove(changed.name, candidate[1], candidate[0])
                assert stands_for in listed, f"accepted and not listed: {changed}"


def check_refused(game: EngineGame, state: State, move: EngineMove, refusals: list[Refusal]) -> None:
    """What is refused cannot be made, and for the same reasons. A clause that holds is among them, whichever others
    do."""
    if not refusals:
        return
    with pytest.raises(IllegalMove) as caught:
        game.apply(state.copy(), move)
    assert list(caught.value.refusals) == refusals
    candidate, _ = game.legality.check(state.cells, move, None)
    if candidate is not None:
        kind = next(number for number, decl in enumerate(game.program.moves) if decl.name == move.name)
        body = game.program.moves[kind].body
        holding = []
        for at, test in game.emitted.clauses[kind]:
            with suppress(MatchFault):  # a later clause may take for granted what an earlier one demands
                if test(state.cells, *candidate[1]) == 1:
                    holding.append(body[at].path)  # type: ignore[union-attr]
        assert [refusal.path for refusal in refusals if refusal.kind == "forbid"] == holding


def is_well_formed(game: EngineGame, move: EngineMove) -> bool:
    """Has the move as many arguments as it takes, and do they name cards of the deck where cards are wanted?"""
    decl = next(decl for decl in game.program.moves if decl.name == move.name)
    return len(decl.params) == len(move.args) and all(
        value is None or fits(game, t.required(param.type), value)
        for param, value in zip(decl.params, move.args, strict=True)
    )


def fits(game: EngineGame, type_: t.Type, value: Any) -> bool:
    match type_:
        case t.Card():
            return isinstance(value, int) and 0 <= value < game.cards.size
        case t.Combo():
            return isinstance(value, tuple) and len(value) == 2 and fits(game, t.ListOf(t.CARD, 0), value[0])
        case t.SetOf(element=t.Card()) | t.ListOf(element=t.Card()):
            return isinstance(value, tuple) and all(fits(game, t.CARD, card) for card in value)
        case t.Split():
            return isinstance(value, tuple) and all(fits(game, t.Combo(0), combo) for combo in value)
        case _:
            return not isinstance(value, tuple)


def changes(game: EngineGame, move: EngineMove, rng: random.Random) -> list[EngineMove]:
    """Moves like this one that may or may not be offered: one argument changed, or another alternative."""
    decl = next(decl for decl in game.program.moves if decl.name == move.name)
    found: list[EngineMove] = []
    for at, param in enumerate(decl.params):
        if param.given:
            continue
        for value in other_values(game, param.type, move.args[at], rng):
            found.append(EngineMove(move.name, (*move.args[:at], value, *move.args[at + 1 :]), move.alternative))
    other = rng.choice(game.program.moves)
    found.append(EngineMove(other.name, move.args, rng.randrange(3)))
    return found


def other_values(game: EngineGame, type_: t.Type, value: Any, rng: random.Random) -> list[Any]:
    size = game.cards.size
    found: list[Any] = [None]
    match t.required(type_):
        case t.Card():
            found += [rng.randrange(size), rng.randrange(size), (value or 0) + 1 - 2 * (value == size - 1)]
        case t.Int():
            found += [rng.randrange(-2, 12), (value or 0) + 1, (value or 0) - 1, -(2**31), 2**31 - 1]
        case t.Player():
            found += [rng.randrange(game.players), game.players, -1]
        case t.Suit():
            found += [rng.randrange(game.cards.n_suits), game.cards.n_suits]
        case t.Rank():
            found += [rng.randrange(game.cards.n_ranks), game.cards.n_ranks]
        case t.Face():
            found += [rng.randrange(game.cards.joker_face + 1)]
        case t.Enum(name=name):
            members = next(enum.members for enum in game.program.enums if enum.name == name)
            found += [rng.randrange(len(members)), len(members)]
        case t.Group():
            found += [rng.randrange(4), 99, -1]
        case t.Combo():
            some = tuple(sorted(rng.sample(range(size), rng.randrange(1, 5))))
            found += [(some, ()), ((), ())]
            if value is not None:
                cards, roles = value
                found += [(cards[1:], roles), (cards, roles[1:]), (cards, tuple((r + 1) % size for r in roles))]
        case t.SetOf(element=t.Card()) | t.ListOf(element=t.Card()):
            found += [(), tuple(sorted(rng.sample(range(size), min(size, rng.randrange(1, 4)))))]
            if value:
                found += [value[1:], (*value, value[0])]
        case t.Bool():
            found += [not value]
        case _:
            pass
    return [other for other in found if other != value or type(other) is not type(value)]


def check_nothing_changes(game: EngineGame, state: State, legal: list[EngineMove], rng: random.Random) -> None:
    """Reading and applying leave a state as it was, and applying twice gives the same."""
    before = json.dumps(state.to_json())
    game.legal_moves(state)
    for seat in range(game.players):
        game.view(state, seat)
    for move in rng.sample(legal, min(4, len(legal))):
        game.refusals(state, move)
        first = game.apply(state, move)
        assert first == game.apply(state.copy(), move)
        assert json.dumps(state.to_json()) == before


# ---------------------------------------------------------------- matches


def check_sheet(game: EngineGame, journal: Journal, state: State) -> None:
    """The totals are the sums of the entries of the last run of the schedule, of teams where the game keeps the totals
    of teams."""
    teams = game.program.teams if any(slot.name == "team_total" for slot in game.program.slots) else 0
    totals = game.totals(state)
    sums = [0] * len(totals)
    for at, event in enumerate(journal.events):
        if isinstance(event, StageEvent) and event.stage == 0:
            sums = [0] * len(totals)
        if isinstance(event, EntryEvent) and at not in journal.void:
            sums[event.to if event.team or not teams else event.to % teams] += event.points
    assert tuple(sums) == totals
