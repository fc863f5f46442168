"""Blackjack as the spec writes it and as OpenSpiel does."""

from __future__ import annotations

from rulespec.interpreter.engine_errors import EngineMove
from tests.openspiel.common import Deal, Duel, Rendering

HIT, STAND = 0, 1


class Blackjack(Rendering):
    """A card is thirteen times its suit, plus its rank: the number that it has in the spec's deck."""

    name = "blackjack"

    def deal(self, duel: Duel) -> Deal:
        deck = duel.shuffled()
        return Deal([tuple(deck)], deck)

    def action(self, duel: Duel, move: EngineMove) -> int:  # noqa: ARG002
        return HIT if move.name == "hit" else STAND
