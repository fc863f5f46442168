"""Games in which cards are drawn in the course of play."""

from __future__ import annotations

from abc import abstractmethod

from rulespec.interpreter.journal import CardsEvent
from tests.openspiel.common import Duel, Rendering


class Drawing(Rendering):
    """The spec draws first, and OpenSpiel's chance then brings the same cards."""

    def __init__(self) -> None:
        self._seen = 0

    @abstractmethod
    def card(self, duel: Duel, card: int) -> int:
        """OpenSpiel's number of a card of the spec."""

    def outcome(self, duel: Duel) -> int:
        events = duel.journal.events
        if not duel.outcomes:
            for event in events[self._seen :]:
                if isinstance(event, CardsEvent) and event.source is not None and event.source.name == "stock":
                    duel.outcomes += [self.card(duel, card) for card in event.cards]
        self._seen = len(events)
        return super().outcome(duel)
