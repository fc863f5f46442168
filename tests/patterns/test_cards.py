"""Cards of a deck and how they are written."""

from __future__ import annotations

import pytest

from rulespec.interpreter.cards import CardTable
from rulespec.ir.program import Mark

from .samples import ALL_RANKS, ALL_SUITS, FULL, make_deck

SHORT = CardTable(
    make_deck(("spades", "clubs"), ("6", "7", "A"), jokers=1, marks=(Mark("bold", (2, 6)),), without=(0,)), copies=2
)


def test_ids_follow_copy_suit_rank_then_jokers() -> None:
    assert [SHORT.card_text(card) for card in range(SHORT.size)] == [
        "7S", "AS", "6C", "7C", "AC", "7S", "AS", "6C", "7C", "AC", "JK",
    ]  # fmt: skip
    assert SHORT.copy == (0,) * 5 + (1,) * 5 + (0,)
    assert SHORT.suit == (0, 0, 1, 1, 1) * 2 + (None,)
    assert SHORT.rank == (1, 2, 0, 1, 2) * 2 + (3,)
    assert SHORT.face == (1, 2, 3, 4, 5) * 2 + (6,)
    assert SHORT.by_face == ((), (0, 5), (1, 6), (2, 7), (3, 8), (4, 9), (10,))
    assert SHORT.jokers == {10}
    assert SHORT.joker_face == 6
    assert SHORT.marks == (frozenset({1, 6, 10}),)
    assert SHORT.alike == SHORT.face


def test_alike_by_rank() -> None:
    table = CardTable(make_deck(("red", "blue"), ("1", "2"), alike="rank"), copies=1)
    assert table.alike == (0, 1, 0, 1)


def test_every_card_reads_back() -> None:
    for table in (SHORT, FULL):
        for card in range(table.size):
            assert table.parse_card(table.card_text(card, copy=True)) == card
            assert table.face[table.parse_card(table.card_text(card))] == table.face[card]
        for face in range(table.joker_face + 1):
            assert table.parse_face(table.face_text(face)) == face


@pytest.mark.parametrize(
    ("text", "face"),
    [("TH", "10H"), ("th", "10H"), ("10♥", "10H"), ("T♥", "10H"), ("Q♠\ufe0f", "QS"), ("qd", "QD"), (" 6s ", "6S"),
     ("joker", "JK"), ("jk", "JK"), ("JOKER", "JK")],
)  # fmt: skip
def test_other_spellings(text: str, face: str) -> None:
    assert FULL.face_text(FULL.parse_face(text)) == face


def test_copies() -> None:
    assert FULL.card_text(52, copy=True) == "2S#2"
    assert FULL.card_text(52) == "2S"
    assert FULL.parse_card("2S#2") == 52
    assert FULL.parse_card("JK#4") == 107
    assert CardTable(make_deck(ALL_SUITS, ALL_RANKS), copies=1).card_text(3, copy=True) == "5S"


def test_suits_with_one_initial() -> None:
    table = CardTable(make_deck(("coins", "cups", "swords", "clubs"), ("A", "7")), copies=1)
    assert [table.card_text(card) for card in range(table.size)] == [
        "ACo", "7Co", "ACu", "7Cu", "AS", "7S", "ACl", "7Cl",
    ]  # fmt: skip
    assert table.parse_face("7cu") == 3
    nested = CardTable(make_deck(("red", "reddish"), ("1",)), copies=1)
    assert [nested.card_text(card) for card in range(2)] == ["1Red", "1Redd"]


def test_a_jack_of_kings_is_no_joker() -> None:
    table = CardTable(make_deck(("kings", "b"), ("J", "JK"), jokers=1), copies=1)
    assert len({table.face_text(face) for face in range(table.joker_face + 1)}) == 5
    assert table.face_text(table.joker_face) == "JOKER"


@pytest.mark.parametrize("text", ["", "5X", "11S", "S6", "2S#3", "2S#0", "2S#", "2S#x", "#1", "2S#²"])
def test_unreadable(text: str) -> None:
    with pytest.raises(ValueError, match=r"deck|written"):
        FULL.parse_card(text)


def test_faces_that_no_card_has() -> None:
    assert SHORT.parse_face("6S") == 0
    with pytest.raises(ValueError, match="no 6S"):
        SHORT.parse_card("6S")
    plain = CardTable(make_deck(ALL_SUITS, ALL_RANKS), copies=1)
    with pytest.raises(ValueError, match="joker"):
        plain.parse_face("joker")
