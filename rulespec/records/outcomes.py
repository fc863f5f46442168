"""Outcomes of chance as a match file writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulespec.interpreter.cards import CardTable
from rulespec.interpreter.state_layout import GIVEN_DRAW, GIVEN_ORDER


def outcome_to_json(cards: CardTable, outcome: Sequence[int]) -> dict[str, Any]:
    """``{"deck": cards}`` of a gathering, ``{"pile": cards}`` of a shuffled pile, both from the top, or
    ``{"draw": position}``."""
    if outcome and outcome[0] == GIVEN_DRAW:
        return {"draw": outcome[1]}
    pile = bool(outcome) and outcome[0] == GIVEN_ORDER
    texts = [cards.card_text(card, copy=True) for card in (outcome[1:] if pile else outcome)]
    return {"pile" if pile else "deck": " ".join(texts)}


def outcome_from_json(cards: CardTable, obj: Any) -> tuple[int, ...]:
    """The inverse. Raises ValueError."""
    if isinstance(obj, dict) and len(obj) == 1:
        ((kind, value),) = obj.items()
        if kind == "draw" and isinstance(value, int) and not isinstance(value, bool):
            return (GIVEN_DRAW, value)
        if kind in ("deck", "pile") and isinstance(value, str):
            ids = tuple(cards.parse_card(word) for word in value.split())
            if kind == "pile":
                return (GIVEN_ORDER, *ids)
            if sorted(ids) == list(range(cards.size)):
                return ids
            raise ValueError(f"a deck holds each of the {cards.size} cards once")
    raise ValueError('an outcome of chance is {"deck": cards}, {"pile": cards} or {"draw": number}')
