"""What card players know, one line each."""

from __future__ import annotations

import pytest

from rulespec.interpreter.patterns import LIMIT, PatternLimit
from rulespec.ir.nodes import Const, Local
from rulespec.ir.program import Shape, Total, Wild
from rulespec.ir.types import INT

from .samples import ALL_RANKS, FULL, JOKERS, make_engine, shape

ACE = ALL_RANKS.index("A")
ONE = Wild(JOKERS, 1, "face")
WORTH = (*(tuple(range(2, 15)) * 4), 25)


def melds(wild: Wild | None, natural: int) -> tuple[Shape, Shape]:
    return (
        shape(3, 4, same=("rank",), distinct=("suit",), wild=wild, natural=natural),
        shape(3, 13, same=("suit",), consecutive=True, also_low=ACE, wild=wild, natural=natural),
    )


MELD, FREE, COARSE, SUM, PAIR, TRIPS, TWO_PAIRS, FULL_HOUSE, STRAIGHT, SAME_RANK, LOW_ACE, ANY = range(12)
ENGINE = make_engine(
    FULL,
    [
        melds(ONE, 2),
        melds(Wild(JOKERS, None, "face"), 1),
        melds(Wild(JOKERS, None, "rank"), 1),
        [shape(1, totals=(Total(0, Local(0, INT)),))],
        [shape(2, 2, same=("rank",))],
        [shape(3, 3, same=("rank",))],
        [shape(parts=(PAIR, PAIR))],
        [shape(parts=(TRIPS, PAIR))],
        [shape(5, 5, consecutive=True, also_low=ACE)],
        [shape(3, 4, same=("rank",))],
        [shape(3, same=("suit",), consecutive=True)],
        [shape(1)],
    ],
    (WORTH,),
)


def cards(text: str) -> tuple[int, ...]:
    """Words of cards; a repeated word is the next copy."""
    seen: dict[str, int] = {}
    found = []
    for word in text.split():
        seen[word] = seen.get(word, 0) + 1
        found.append(FULL.parse_card(word if "#" in word else f"{word}#{seen[word]}"))
    return tuple(found)


def faces(text: str) -> tuple[int, ...]:
    return tuple(map(FULL.parse_face, text.split()))


def roles(group: str) -> tuple[tuple[int, ...], dict[int, int]]:
    """``5C JK=6C 7C``: the cards and the roles of the wild ones."""
    words = [word.partition("=") for word in group.split()]
    ids = cards(" ".join(card for card, _, _ in words))
    return ids, {card: FULL.parse_face(role) for card, (_, _, role) in zip(ids, words, strict=True) if role}


def fits(pattern: int, group: str, card: str) -> tuple[str, ...]:
    ids, bound = roles(group)
    return tuple(map(FULL.face_text, ENGINE.fits(pattern, ids, bound, FULL.parse_card(card))))


@pytest.mark.parametrize(
    "text",
    [
        "AS 2S 3S", "QS KS AS", "5C 5D 5H", "5C 5D 5H 5S", "5C JK 7C", "5C 5D JK", "JK 3C 4C", "QC KC JK",
        "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS",
        "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS", "AS 2S JK", "KS AS JK", "JK 2S 3S",
    ],
)  # fmt: skip
def test_legal(text: str) -> None:
    assert ENGINE.matches(MELD, cards(text))
    assert ENGINE.has(MELD, cards(text))


@pytest.mark.parametrize(
    "text",
    [
        "KS AS 2S", "QS KS AS 2S", "7D 7D 7C", "5C JK JK", "5C 5D 5H 5S JK", "5C 5D 5H 5H", "5C JK JK 8C", "5C 6C",
        "5C 6C 7D", "5C JK 8C", "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "JK JK JK", "KS JK 2S", "5C 5C JK", "",
        "AS 3S JK KS",
    ],
)  # fmt: skip
def test_illegal(text: str) -> None:
    assert not ENGINE.matches(MELD, cards(text))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("5C JK 7C", ["6C"]),
        ("5C 5D JK", ["5S", "5H"]),
        ("5C 6C JK", ["4C", "7C"]),
        ("KC AC JK", ["QC"]),
        ("AC 2C JK", ["3C"]),
        ("2C 3C JK", ["4C", "AC"]),
        ("5C 5D 5H JK", ["5S"]),
        ("5C 7C JK JK", ["6C"]),
    ],
)
def test_roles_of_a_joker_beside_all_naturals(text: str, wanted: list[str]) -> None:
    held = cards(text)
    naturals = {card for card in held if card not in FULL.jokers}
    joker = min(FULL.jokers)
    found = [FULL.face_text(role[0]) for part, role in ENGINE.combos(MELD, held) if set(part) == naturals | {joker}]
    assert found == sorted(wanted, key=FULL.parse_face)


@pytest.mark.parametrize(
    ("group", "card", "wanted"),
    [
        ("5C 6C 7C", "8C", ("8C",)),
        ("5C 6C 7C", "9C", ()),
        ("5C 6C 7C", "JK", ("4C", "8C")),
        ("5C JK=6C 7C", "JK#2", ()),
        ("5C JK=6C 7C", "6C", ()),
        ("5C 6C JK=7C", "8C", ("8C",)),
        ("5C 6C JK=7C", "4C", ("4C",)),
        ("5C 6C JK=4C", "8C", ()),
        ("QC KC AC", "2C", ()),
        ("QC KC AC", "JC", ("JC",)),
        ("AC 2C 3C", "KC", ()),
        ("AC 2C 3C", "JK", ("4C",)),
        ("5C 5D 5H", "JK", ("5S",)),
        ("5C 5D 5H 5S", "JK", ()),
        ("5C 5D 5H", "5C#2", ()),
        ("5C 5D JK=5H", "5H", ()),
        ("5C 5D JK=5H", "5S", ("5S",)),
        ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "JK", ()),
        ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "JK", ("AS",)),
    ],
)
def test_fits(group: str, card: str, wanted: tuple[str, ...]) -> None:
    assert set(fits(MELD, group, card)) == set(wanted)


def test_more_jokers_where_they_are_allowed() -> None:
    assert fits(FREE, "5C JK=6C 7C", "JK#2") == ("4C", "8C")
    assert ENGINE.matches(FREE, cards("5C JK JK"))
    both = [role for part, role in ENGINE.combos(FREE, cards("5C JK JK")) if len(part) == 3]
    sets = [pair for pair in both if {face % 13 for face in pair} == {3}]
    assert len(sets) == 3, "two of the three other suits"
    chains = {tuple(map(FULL.face_text, pair)) for pair in both if pair not in sets}
    assert chains == {("3C", "4C"), ("4C", "6C"), ("6C", "7C")}


def test_a_role_of_no_suit_is_one_role() -> None:
    found = [role for part, role in ENGINE.combos(COARSE, cards("5C 5D JK")) if len(part) == 3]
    assert len(found) == 1
    assert fits(COARSE, "5C 5D JK=5S", "5S") == ("5S",), "the joker may be taken for the other suit"
    assert fits(COARSE, "5C 5D 5S", "JK") == ("5H",)


@pytest.mark.parametrize(
    ("group", "order"),
    [
        ("3S AS 2S", "AS 2S 3S"),
        ("AS KS QS", "QS KS AS"),
        ("7C JK=6C 5C", "5C JK 7C"),
        ("JK=AC 3C 2C", "JK 2C 3C"),
        ("5C 5S JK=5H", "5S JK 5C"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS", "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS"),
    ],
)
def test_order(group: str, order: str) -> None:
    ids, bound = roles(group)
    ordered = ENGINE.ordered(MELD, ids, bound)
    assert [FULL.card_text(card) for card in ordered] == order.split()
    ends = [ENGINE.low(MELD, ids, bound), ENGINE.high(MELD, ids, bound)]
    assert ends == [bound.get(card, FULL.face[card]) % 13 for card in (ordered[0], ordered[-1])]


def test_order_of_what_does_not_match() -> None:
    ids, bound = roles("7C JK=6D 5C")
    assert not ENGINE.valid_group(MELD, ids, bound)
    assert [FULL.card_text(card) for card in ENGINE.ordered(MELD, ids, bound)] == ["JK", "5C", "7C"]
    assert ENGINE.ordered(MELD, (), {}) == ()
    assert ENGINE.low(MELD, (), {}) is None


def test_without_a_low_ace_there_is_none() -> None:
    assert ENGINE.matches(LOW_ACE, cards("QS KS AS"))
    assert not ENGINE.matches(LOW_ACE, cards("AS 2S 3S"))


def test_copies_count_where_nothing_need_differ() -> None:
    assert ENGINE.matches(SAME_RANK, cards("7D 7D 7C"))
    assert len(ENGINE.combos(SAME_RANK, cards("7D 7D 7C 7C"))) == 3


def test_identical_copies_use_the_lowest() -> None:
    both = cards("5C 6C 7C 5C")
    assert ENGINE.combos(LOW_ACE, both) == ((tuple(sorted(both[:3])), ()),)
    split = ENGINE.splits(LOW_ACE, cards("5C 6C 7C 5C 6C 7C"))
    assert [len(combos) for combos in split] == [0, 1, 2]
    first, second = split[2]
    assert sorted((*first[0], *second[0])) == sorted(cards("5C 6C 7C 5C 6C 7C"))


def test_five_cards() -> None:
    assert ENGINE.matches(FULL_HOUSE, cards("7C 7D 7S KC KD"))
    assert not ENGINE.matches(FULL_HOUSE, cards("7C 7D 7S KC QD"))
    assert ENGINE.has(TWO_PAIRS, cards("7C 7D KC KD 2C"))
    assert ENGINE.matches(TWO_PAIRS, cards("7C 7D 7H 7S"))
    assert not ENGINE.has(TWO_PAIRS, cards("7C 7D 7H 2S KD"))
    assert ENGINE.matches(STRAIGHT, cards("AC 2D 3H 4S 5C"))
    assert ENGINE.high(STRAIGHT, cards("AC 2D 3H 4S 5C"), ()) == ALL_RANKS.index("5")
    assert ENGINE.high(STRAIGHT, cards("AC KD QH JS 10C"), ()) == ACE
    assert not ENGINE.matches(STRAIGHT, cards("QC KD AH 2S 3C"))


def test_sums() -> None:
    table = cards("2S 3S 5S 7S 2H 10S")
    found = [{FULL.card_text(card) for card in part} for part, _ in ENGINE.combos(SUM, table, (7,))]
    assert len(found) == 4
    for text in ("7S", "2S 5S", "2H 5S", "2S 2H 3S"):
        assert set(text.split()) in found
    assert not ENGINE.combos(SUM, table, (1,))
    assert not ENGINE.combos(SUM, table, (-3,))
    assert not ENGINE.has(SUM, (), (0,))
    assert ENGINE.matches(SUM, table, (29,))
    assert not ENGINE.matches(SUM, table, (28,))


def test_a_sum_of_many_cards_is_found_at_once() -> None:
    assert not ENGINE.has(SUM, range(104), (10_000,))
    assert ENGINE.matches(SUM, range(104), (sum(WORTH[:52]) * 2,))


def test_least_rest() -> None:
    assert ENGINE.least_rest(MELD, cards("5C 6C 7C 7D 7H 8C KS"), 0) == 7 + 7 + 13
    assert ENGINE.least_rest(MELD, cards("5C 6C 7C 7D 7H KS"), 0) == 5 + 6 + 13
    assert ENGINE.least_rest(MELD, cards("4C 5C 6C 7C 7D 7H KS"), 0) == 13
    assert ENGINE.least_rest(MELD, cards("5C 6C 7C 8C 7D 7H 7S"), 0) == 0
    assert ENGINE.least_rest(MELD, cards("5C 6C 7C"), 0) == 0
    assert ENGINE.least_rest(MELD, (), 0) == 0


def test_too_many() -> None:
    assert len(ENGINE.combos(ANY, range(12))) == LIMIT - 1
    with pytest.raises(PatternLimit):
        ENGINE.combos(ANY, range(13))
    with pytest.raises(PatternLimit):
        ENGINE.splits(PAIR, range(52))
    assert ENGINE.has(ANY, range(52))
    assert ENGINE.matches(ANY, range(52))


def test_bad_declarations() -> None:
    with pytest.raises(ValueError, match="negative"):
        make_engine(FULL, [[shape(1, totals=(Total(0, Const(3, INT)),))]], ((-1,) * 53,))
    odd = Shape("odd", 1, None, (), (), "suit", None, None, 0, (), ())
    with pytest.raises(ValueError, match="suit"):
        make_engine(FULL, [[odd]])
