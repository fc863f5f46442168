"""Oh Hell as the spec writes it and as OpenSpiel does."""

from __future__ import annotations

from rulespec.interpreter.engine_errors import EngineMove
from tests.openspiel.common import Deal, Duel, Params, Rendering, drawn

RANDOM_TRICKS = -1


class OhHell(Rendering):
    """A card is its rank times the number of suits, plus its suit; a bid comes after the cards."""

    name = "oh_hell"

    def setup(self, params: Params) -> tuple[int | None, dict[str, bool | int | str]]:
        players, options = super().setup(params)
        if options.get("num_tricks_fixed") == RANDOM_TRICKS:
            options["num_tricks_fixed"] = 0
        return players, options

    def deal(self, duel: Duel) -> Deal:
        players, deck = duel.game.players, duel.shuffled()
        dealer = duel.rng.randrange(players)
        fixed = int(duel.game.options["num_tricks_fixed"] or 0)
        tricks = fixed or duel.rng.randint(1, (len(deck) - 1) // players)
        draws = [] if fixed else [drawn(tricks - 1)]
        cards = [self.card(duel, card) for card in deck[: tricks * players + 1]]
        return Deal([drawn(dealer), tuple(deck), *draws], [tricks, dealer, *cards])

    def action(self, duel: Duel, move: EngineMove) -> int:
        if move.name == "bid":
            return duel.game.cards.size + int(move.args[0])
        return self.card(duel, move.args[0])

    def card(self, duel: Duel, card: int) -> int:
        table = duel.game.cards
        return table.rank[card] * int(duel.game.options["num_suits"] or 0) + int(table.suit[card] or 0)
