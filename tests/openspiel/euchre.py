"""Euchre as the spec writes it and as OpenSpiel does."""

from __future__ import annotations

from rulespec.interpreter.engine_errors import EngineMove
from tests.openspiel.common import Deal, Duel, Rendering, drawn

SUITS = ("clubs", "diamonds", "hearts", "spades")
PASS, CLUBS, ALONE, PARTNER = 24, 25, 29, 30

INVINCIBLE = "JS JC AS KS QS"
"""A hand that takes every trick where spades are trumps, as they well may be with the nine turned up."""


class Euchre(Rendering):
    """A card is four times its rank, plus its suit; the actions that are no cards come after them."""

    name = "euchre"

    def deal(self, duel: Duel) -> Deal:
        deck, dealer = duel.shuffled(), duel.rng.randrange(4)
        if duel.rng.randrange(6) == 0:
            deck = duel.stacked(f"{INVINCIBLE} 9S", [*range(duel.rng.randrange(4), 20, 4), 20])
        return Deal([drawn(dealer), tuple(deck)], [dealer, *(self.card(duel, card) for card in deck[:21])])

    def action(self, duel: Duel, move: EngineMove) -> int:
        match move.name:
            case "pass":
                return PASS
            case "order_up":
                (turned,) = duel.game.cards_at(duel.state, "turned")
                return CLUBS + self.card(duel, turned) % 4
            case "name_suit":
                return CLUBS + SUITS.index(duel.game.cards.deck.suits[move.args[0]])
            case "go_alone":
                return ALONE
            case "with_partner":
                return PARTNER
            case _:
                return self.card(duel, move.args[0])

    def card(self, duel: Duel, card: int) -> int:
        table = duel.game.cards
        return 4 * table.rank[card] + SUITS.index(table.deck.suits[table.suit[card] or 0])

    def returns(self, duel: Duel) -> list[float]:
        """The spec counts by side; seats across are partners."""
        totals = super().returns(duel)
        return [totals[seat % 2] for seat in range(4)]
