"""Hearts as the spec writes it and as OpenSpiel does."""

from __future__ import annotations

from rulespec.interpreter.engine_errors import EngineMove
from tests.openspiel.common import Deal, Duel, Rendering, drawn

SUITS = ("clubs", "diamonds", "hearts", "spades")

ALL_HEARTS = "AC QS 2H 3H 4H 5H 6H 7H 8H 9H 10H QH KH"
"""A hand that mostly gets to lead the second trick, when hearts are unbroken and the queen is all else."""

ALL_POINTS = "AC KC AS KS QS JS AH KH QH JH 10H 3D 2D"
"""A hand that takes all the points when it plays from the top, but not every trick, nor always the jack of diamonds."""


class Hearts(Rendering):
    """A card is four times its rank, plus its suit."""

    name = "hearts"

    def deal(self, duel: Duel) -> Deal:
        passing = bool(duel.game.options["pass_cards"])
        deck, direction = duel.shuffled(), duel.rng.randrange(4) if passing else 0
        hand = duel.rng.choice(["", "", "", "", "", "", ALL_HEARTS, ALL_POINTS])
        if hand:
            seat, direction = duel.rng.randrange(4), 0
            deck = duel.stacked(hand, range(seat, 52, 4))
            duel.tempers[seat] = "high" if hand == ALL_POINTS else "even"
        draws = [drawn(direction)] if passing else []
        return Deal([tuple(deck), *draws], [direction, *(self.card(duel, card) for card in deck)])

    def action(self, duel: Duel, move: EngineMove) -> int:
        return self.card(duel, move.args[0])

    def card(self, duel: Duel, card: int) -> int:
        table = duel.game.cards
        return 4 * table.rank[card] + SUITS.index(table.deck.suits[table.suit[card] or 0])
