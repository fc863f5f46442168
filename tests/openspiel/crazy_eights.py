"""Crazy Eights as the spec writes it and as OpenSpiel does."""

from __future__ import annotations

from itertools import takewhile

from rulespec.interpreter.engine_errors import EngineMove
from tests.openspiel.common import Deal, Duel, drawn, ordered
from tests.openspiel.drawing import Drawing

DRAW, PASS, CLUBS, DEALER = 52, 53, 54, 52
EIGHT = 6


class CrazyEights(Drawing):
    """A card is four times its rank, plus its suit; the actions that are no cards come after them."""

    name = "crazy_eights"

    def deal(self, duel: Duel) -> Deal:
        players, table = duel.game.players, duel.game.cards
        deck, dealer = duel.shuffled(), duel.rng.randrange(players)
        dealt = players * (7 if players == 2 else 5)
        put_back = list(takewhile(lambda card: table.rank[card] == EIGHT, deck[dealt:]))
        turned = dealt + len(put_back)
        rest = [*put_back, *deck[turned + 1 :]]
        duel.rng.shuffle(rest)
        cards = [self.card(duel, card) for card in deck[: turned + 1]]
        return Deal([drawn(dealer), tuple(deck), ordered(rest)], [DEALER + dealer, *cards])

    def action(self, duel: Duel, move: EngineMove) -> int:
        match move.name:
            case "draw" | "draw_owed":
                return DRAW
            case "pass":
                return PASS
            case "name_suit":
                return CLUBS + int(move.args[0])
            case _:
                return self.card(duel, move.args[0])

    def card(self, duel: Duel, card: int) -> int:
        table = duel.game.cards
        return 4 * table.rank[card] + int(table.suit[card] or 0)
