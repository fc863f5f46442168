"""Hearts: the spec and OpenSpiel, at every decision.

OpenSpiel is wrong in one place: without ``pass_cards`` its ``chance_outcomes`` still offer all four directions, of
which ``legal_actions`` has none but "no pass". Who samples the former passes cards in a game without passing. Here
chance takes legal actions only.
"""

from __future__ import annotations

from itertools import product

import pyspiel
import pytest

from tests.openspiel.common import LONG, NORMAL, Params, Share, batches, contest, each
from tests.openspiel.hearts import Hearts

OTHERS: list[tuple[str, bool]] = [
    ("pass_cards", False),
    ("no_pts_on_first_trick", False),
    ("can_lead_any_club", True),
    ("jd_bonus", True),
    ("avoid_all_tricks_bonus", True),
    ("must_break_hearts", False),
    ("qs_breaks_hearts", False),
    ("can_lead_hearts_instead_of_qs", True),
]
"""Each parameter's other value than the default."""

CHOICES: list[Params] = [
    {},
    *({name: value} for name, value in OTHERS),
    {"can_lead_hearts_instead_of_qs": True, "qs_breaks_hearts": False},
    {"jd_bonus": True, "avoid_all_tricks_bonus": True},
    dict(OTHERS),
]
EVERY: list[Params] = [
    {name: value for (name, value), other in zip(OTHERS, chosen, strict=True) if other}
    for chosen in product((False, True), repeat=len(OTHERS))
]


@pytest.mark.parametrize(("params", "seeds"), each(CHOICES, NORMAL))
def test_same_games(params: Params, seeds: range) -> None:
    contest(Hearts(), params, seeds)


@pytest.mark.long
@pytest.mark.parametrize("batch", batches(EVERY, LONG))
def test_same_games_long(batch: list[Share]) -> None:
    for params, seeds in batch:
        contest(Hearts(), params, seeds)


def test_where_openspiel_is_wrong() -> None:
    state = pyspiel.load_game("hearts", {"pass_cards": False}).new_initial_state()
    assert state.legal_actions() == [0]
    assert len(state.chance_outcomes()) == 4, "OpenSpiel has been mended: say so above"
