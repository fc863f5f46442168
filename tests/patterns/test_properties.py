"""What holds of every hand and every pattern."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.interpreter.cards import CardTable
from rulespec.ir.program import Wild

from .samples import FULL, JOKERS, NAMES, SMALL, make_deck, make_engine, shape, small_engine
from .test_brute_force import argument
from .test_facts import ENGINE as MELDS
from .test_facts import MELD, roles

ENGINE = small_engine()
PATTERN = st.sampled_from(range(len(NAMES)))
HAND = st.lists(st.integers(0, SMALL.size - 1), min_size=1, max_size=9, unique=True)
LARGE_HAND = st.lists(st.integers(0, FULL.size - 1), min_size=1, max_size=15, unique=True)
QUICK = settings(max_examples=150)


def args(pattern: int, turn: int) -> tuple[object, ...]:
    return argument(NAMES[pattern], turn)


@QUICK
@given(PATTERN, HAND, st.integers(0, 10), st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(pattern: int, hand: list[int], turn: int, mix: random.Random) -> None:
    given_ = args(pattern, turn)
    combos = ENGINE.combos(pattern, hand, given_)
    shuffled = hand[:]
    mix.shuffle(shuffled)
    assert ENGINE.combos(pattern, shuffled, given_) == combos
    assert small_engine().combos(pattern, set(hand), given_) == combos


@QUICK
@given(PATTERN, HAND, st.integers(0, 10), st.randoms(use_true_random=False))
def test_which_copy_is_held_does_not_matter(pattern: int, hand: list[int], turn: int, mix: random.Random) -> None:
    """Hands alike up to copies have the same combos in the same order."""
    given_ = args(pattern, turn)
    other: list[int] = []
    for card in hand:
        other.append(mix.choice([twin for twin in SMALL.by_face[SMALL.face[card]] if twin not in other]))

    def faces(cards: list[int]) -> list[list[tuple[int, int]]]:
        return [
            sorted((SMALL.face[card], ENGINE.role(pattern, combo, card)) for card in combo[0])
            for combo in ENGINE.combos(pattern, cards, given_)
        ]

    found = faces(hand)
    assert faces(other) == found
    assert len({str(combo) for combo in found}) == len(found)


@QUICK
@given(PATTERN, HAND, st.integers(0, 10))
def test_combos_use_the_lowest_ids_and_match(pattern: int, hand: list[int], turn: int) -> None:
    given_ = args(pattern, turn)
    combos = ENGINE.combos(pattern, hand, given_)
    assert ENGINE.has(pattern, hand, given_) == bool(combos)
    for cards, faces in combos:
        assert list(cards) == sorted(set(cards))
        assert len(faces) == len(ENGINE.wild_cards(pattern, cards))
        assert ENGINE.matches(pattern, cards, given_)
        if not given_:
            assert ENGINE.valid_group(pattern, cards, faces)
            assert sorted(ENGINE.ordered(pattern, cards, faces)) == list(cards)
        for card in cards:
            lower = [twin for twin in hand if SMALL.face[twin] == SMALL.face[card] and twin < card]
            assert set(lower) <= set(cards)


@QUICK
@given(PATTERN.filter(lambda pattern: not NAMES[pattern].startswith("sum")), HAND, st.integers(0, SMALL.size - 1))
def test_a_card_fits_where_the_group_with_it_is_valid(pattern: int, hand: list[int], card: int) -> None:
    for cards, faces in ENGINE.combos(pattern, [other for other in hand if other != card])[:8]:
        bound = dict(zip(ENGINE.wild_cards(pattern, cards), faces, strict=True))
        fits = ENGINE.fits(pattern, cards, bound, card)
        assert fits == ENGINE.fits(pattern, cards, faces, card)
        assert list(fits) == sorted(set(fits))
        wild = card in ENGINE.wild_cards(pattern, (card,))
        choices = range(SMALL.joker_face + 1) if wild else (SMALL.face[card],)
        valid = {face for face in choices if ENGINE.valid_group(pattern, (*cards, card), {**bound, card: face})}
        assert set(fits) <= valid
        assert bool(fits) == bool(valid)
        if "coarse" not in NAMES[pattern] and NAMES[pattern] not in ("chain_of_suits", "one_suit_wild", "twins_wild"):
            assert set(fits) == valid


@QUICK
@given(LARGE_HAND)
def test_large_hands(hand: list[int]) -> None:
    combos = MELDS.combos(MELD, hand)
    assert len(set(combos)) == len(combos)
    for cards, faces in combos:
        assert MELDS.valid_group(MELD, cards, faces)
        assert len(FULL.jokers & set(cards)) == len(faces) <= 1
    rest = MELDS.least_rest(MELD, hand, 0)
    total = sum(MELDS._values[0][FULL.face[card]] for card in hand)
    assert 0 <= rest <= total
    if not combos:
        assert rest == total


@QUICK
@given(LARGE_HAND.filter(lambda hand: len(hand) <= 10))
def test_the_least_rest_is_that_of_the_best_split(hand: list[int]) -> None:
    def left(split: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]) -> int:
        used = {card for cards, _ in split for card in cards}
        return sum(MELDS._values[0][FULL.face[card]] for card in hand if card not in used)

    assert MELDS.least_rest(MELD, hand, 0) == min(map(left, MELDS.splits(MELD, hand)))


def test_combos_come_by_shape_then_faces_then_roles() -> None:
    ids, _ = roles("5C 5D 6C 7C JK")
    found = [
        (
            len({FULL.rank[card] for card in cards if card not in FULL.jokers}) > 1,
            sorted(FULL.face[card] for card in cards),
            faces,
        )
        for cards, faces in MELDS.combos(MELD, ids)
    ]
    assert found == sorted(found)


def test_a_joker_may_stand_for_a_face_that_no_card_has() -> None:
    table = CardTable(make_deck(("spades", "hearts"), ("5", "6", "7"), jokers=1, without=(1,)), copies=1)
    wild = Wild(JOKERS, 1, "face")
    engine = make_engine(table, [[shape(3, 3, same=("suit",), consecutive=True, wild=wild)]])
    ids = (table.parse_card("5S"), table.parse_card("7S"), table.parse_card("JK"))
    assert engine.combos(0, ids) == ((tuple(sorted(ids)), (table.parse_face("6S"),)),)


def test_jokers_that_are_not_wild_are_of_one_rank_and_no_suit() -> None:
    jokers = tuple(sorted(FULL.jokers))
    engine = make_engine(FULL, [[shape(2, 2, same=("rank",))], [shape(2, 2, same=("suit",))]])
    assert engine.combos(0, jokers) == ((jokers[:2], ()),)
    assert engine.combos(1, jokers) == ()
    assert engine.low(0, jokers[:2], ()) == engine.high(0, jokers[:2], ()) == FULL.n_ranks
