"""Gin rummy as the spec writes it and as OpenSpiel does."""

from __future__ import annotations

from collections.abc import Sequence

from rulespec.interpreter.engine_errors import EngineMove
from tests.openspiel.common import Deal, Duel
from tests.openspiel.drawing import Drawing

TAKE, DRAW, PASS, KNOCK, MELD = 52, 53, 54, 55, 56
RANKS, SUITS = 13, 4
TEMPERS = ("careful", "careful", "careful", "bold", "wild")


def meld_number(suits: Sequence[int], ranks: Sequence[int]) -> int:
    """OpenSpiel's number of a meld: those of one rank first, then the sequences by length, each by suit."""
    low, size = min(ranks), len(ranks)
    if low == max(ranks):
        return low * 5 + (SUITS if size == SUITS else min(set(range(SUITS)) - set(suits)))
    first = RANKS * 5 + sum(SUITS * (RANKS - length + 1) for length in range(3, size))
    return first + suits[0] * (RANKS - size + 1) + low


class GinRummy(Drawing):
    """A card is its suit times the number of ranks, plus its rank. Most seats play with some care, since random ones
    hardly ever come to a knock; in some games both take every upcard."""

    name = "gin_rummy"

    def deal(self, duel: Duel) -> Deal:
        deck, each = duel.shuffled(), int(duel.game.options["hand_size"] or 0)
        dealt = [*deck[: 2 * each : 2], *deck[1 : 2 * each : 2], deck[2 * each]]
        return Deal([tuple(deck)], [self.card(duel, card) for card in dealt])

    def action(self, duel: Duel, move: EngineMove) -> int:
        match move.name:
            case "take":
                return TAKE
            case "draw":
                return DRAW
            case "pass":
                return PASS
            case "knock" | "knock_at_wall":
                return KNOCK
            case "lay":
                table, cards = duel.game.cards, move.args[0][0]
                suits = [table.suit[card] for card in cards]
                return MELD + meld_number([suit or 0 for suit in suits], [table.rank[card] for card in cards])
            case _:
                return self.card(duel, move.args[0])

    def card(self, duel: Duel, card: int) -> int:
        table = duel.game.cards
        return int(table.suit[card] or 0) * int(duel.game.options["num_ranks"] or 0) + table.rank[card]

    def choose(self, duel: Duel, actions: Sequence[int]) -> int:
        seat = duel.spiel.current_player()
        if not duel.tempers:
            taking = duel.rng.random() < 0.1
            duel.tempers = {at: "taking" if taking else duel.rng.choice(TEMPERS) for at in range(2)}
        temper = duel.tempers[seat]
        if temper == "taking" and TAKE in actions:
            return TAKE
        if temper in ("taking", "wild") or duel.rng.random() < 0.1:
            return duel.rng.choice(actions)
        if KNOCK in actions:
            return KNOCK if temper == "bold" or duel.rng.random() < 0.3 else duel.rng.choice(actions)
        if TAKE in actions:
            upcard = duel.game.cards_at(duel.state, "discards")[-1]
            better = self._left(duel, seat, upcard) < self._left(duel, seat, None)
            return TAKE if better else actions[-1]
        if actions[-1] < TAKE and len(actions) > 1:
            return min(actions, key=lambda action: (self._without(duel, seat, action), duel.rng.random()))
        return duel.rng.choice(actions)

    def _left(self, duel: Duel, seat: int, more: int | None) -> int:
        """What is left of a hand, with one card more the least of any discard."""
        cards = duel.game.cards_at(duel.state, "hand", seat)
        if more is None:
            return self._rest(duel, cards)
        held = [*cards, more]
        return min(self._rest(duel, [card for card in held if card != gone]) for gone in held)

    def _without(self, duel: Duel, seat: int, action: int) -> int:
        cards = duel.game.cards_at(duel.state, "hand", seat)
        return self._rest(duel, [card for card in cards if self.card(duel, card) != action])

    def _rest(self, duel: Duel, cards: Sequence[int]) -> int:
        names = [pattern.name for pattern in duel.game.program.patterns]
        return duel.game.engine.least_rest(names.index("meld"), cards, 0)
