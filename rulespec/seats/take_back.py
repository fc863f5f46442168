"""May a choice be taken back? Only while nobody has learnt anything from what followed it."""

from __future__ import annotations

from collections.abc import Collection

from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import CardsEvent, DrawEvent, GatherEvent, ShuffleEvent
from rulespec.interpreter.match import EngineMatch


def visible(game: EngineGame, match: EngineMatch, seat: int) -> frozenset[int]:
    """The cards that a seat sees."""
    cells = match.state.cells
    return frozenset(card for card in range(game.cards.size) if game.sight.sees_card(cells, card, seat))


def why_no_undo(before: EngineMatch, after: EngineMatch, seat: int) -> str | None:
    """Why the seat cannot go back from ``after`` to ``before``: a key of the words of the tables, or None.

    ``others_chose``: another seat has decided since. ``chance_decided``: something was drawn or shuffled.
    ``cards_shown``: somebody has come to see a card.
    """
    if any(decider != seat for decider in after.deciders[len(before.deciders) :]):
        return "others_chose"
    events = after.journal.events[len(before.journal.events) :]
    if any(isinstance(event, GatherEvent | ShuffleEvent | DrawEvent) for event in events):
        return "chance_decided"
    if before.random != after.random:
        return "chance_decided"
    for other in range(before.game.players):
        known = visible(before.game, before, other)
        if not visible(before.game, after, other) <= known:
            return "cards_shown"
        if any(_showed(event, other, known) for event in events if isinstance(event, CardsEvent)):
            return "cards_shown"
    return None


def _showed(event: CardsEvent, seat: int, known: Collection[int]) -> bool:
    return seat in event.seats and any(card not in known for card in event.cards)
