"""The engine against the definition, on small decks."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations

import pytest

from rulespec.interpreter.cards import CardTable
from rulespec.interpreter.patterns import Combo, PatternEngine

from .naive import Naive, Named, subsets
from .samples import EXACT_NAMES, NAMES, SHAPES, SMALL, SMALL_VALUES, make_deck, make_engine, shape, small_engine

ENGINE = small_engine()
NAIVE = Naive(SMALL, SHAPES, SMALL_VALUES)
JOKERS = sorted(SMALL.jokers)
ORDINARY = [card for card in range(SMALL.size) if card not in SMALL.jokers]


def hands(name: str, number: int, size: int, jokers: int) -> list[tuple[int, ...]]:
    """Random hands; every second one is drawn from few ranks or one suit, so that something is in it."""
    random_ = random.Random(f"{name} {size}")
    found = []
    for turn in range(number):
        held = random_.randint(0, jokers)
        pool = ORDINARY
        if turn % 2:
            ranks = random_.sample(range(SMALL.n_ranks), 2)
            suit = random_.randrange(SMALL.n_suits)
            pool = [card for card in ORDINARY if SMALL.rank[card] in ranks or SMALL.suit[card] == suit]
        hand = random_.sample(pool, min(size - held, len(pool))) + JOKERS[:held]
        random_.shuffle(hand)
        found.append(tuple(hand))
    return found


def argument(name: str, turn: int) -> tuple[object, ...]:
    return (turn % 11,) if name.startswith("sum") else ()


def named(combo: Combo, engine: PatternEngine, pattern: int, key: Callable[[int], Hashable] | None = None) -> Named:
    return NAIVE.name([(card, engine.role(pattern, combo, card)) for card in combo[0]], key)


def small_size(name: str) -> int:
    return 6 if "+" in name else 7


@pytest.mark.parametrize("name", NAMES)
def test_combos_are_all_there_once(name: str) -> None:
    pattern = NAMES.index(name)
    for turn, hand in enumerate(hands(name, 14, small_size(name), jokers=2)):
        args = argument(name, turn)
        found = [named(combo, ENGINE, pattern) for combo in ENGINE.combos(pattern, hand, args)]
        assert len(set(found)) == len(found)
        assert set(found) == NAIVE.combos(pattern, sorted(hand), args), (hand, args)


@pytest.mark.parametrize("name", ["one_wild", "plain", "mixed_chain", "pair+pair", "sum"])
def test_combos_of_larger_hands(name: str) -> None:
    pattern = NAMES.index(name)
    for turn, hand in enumerate(hands(name, 6, 9, jokers=1)):
        args = argument(name, turn)
        found = {named(combo, ENGINE, pattern) for combo in ENGINE.combos(pattern, hand, args)}
        assert found == NAIVE.combos(pattern, sorted(hand), args)


@pytest.mark.parametrize("name", ["two_wild", "all_wild", "coarse", "coarse_free", "pair_wild+pair_wild"])
def test_combos_with_three_jokers(name: str) -> None:
    pattern = NAMES.index(name)
    for hand in hands(name, 6, 4, jokers=3):
        found = {named(combo, ENGINE, pattern) for combo in ENGINE.combos(pattern, hand)}
        assert found == NAIVE.combos(pattern, sorted(hand))


@pytest.mark.parametrize("name", ["one_wild", "two_wild", "marked", "plain", "coarse", "sum"])
def test_cards_set_apart_by_a_key(name: str) -> None:
    pattern = NAMES.index(name)
    for turn, hand in enumerate(hands(name, 10, 6, jokers=2)):
        apart = {hand[0], hand[-1]}

        def key(card: int, apart: set[int] = apart) -> Hashable:
            return SMALL.face[card], card if card in apart else None

        args = argument(name, turn)
        found = [named(combo, ENGINE, pattern, key) for combo in ENGINE.combos(pattern, hand, args, key)]
        assert len(set(found)) == len(found)
        assert set(found) == NAIVE.combos(pattern, sorted(hand), args, key)


@pytest.mark.parametrize("name", NAMES)
def test_whole_hands_and_parts_of_hands(name: str) -> None:
    pattern = NAMES.index(name)
    for turn, hand in enumerate(hands(name, 10, 5, jokers=2)):
        args = argument(name, turn)
        assert ENGINE.has(pattern, hand, args) == NAIVE.has(pattern, hand, args)
        for part in subsets(hand):
            assert ENGINE.matches(pattern, part, args) == NAIVE.matches(pattern, part, args), part


GROUPED = [name for name in NAMES if not name.startswith("sum")]


@pytest.mark.parametrize("name", GROUPED)
def test_groups_and_what_fits_them(name: str) -> None:
    pattern = NAMES.index(name)
    random_ = random.Random(name)
    for hand in hands(name, 8, 6, jokers=2):
        combos = ENGINE.combos(pattern, hand)
        for combo in random_.sample(combos, min(3, len(combos))):
            cards = combo[0]
            roles = {card: ENGINE.role(pattern, combo, card) for card in cards}
            assert ENGINE.valid_group(pattern, cards, combo[1])
            assert any(True for _ in NAIVE.bound(pattern, cards, roles))
            others = [card for card in range(SMALL.size) if card not in cards]
            special = sorted((SMALL.jokers | SMALL.marks[0]) - set(cards))
            for card in [*random_.sample(others, 4), *special]:
                fits = ENGINE.fits(pattern, cards, roles, card)
                whole = sorted((*cards, card))
                wanted = set()
                role_key: dict[tuple[int, int], list[int]] = {}
                for one, faces in NAIVE.bound(pattern, whole, roles, free=card):
                    face = faces[whole.index(card)]
                    place = SHAPES[pattern].index(one)
                    role_key.setdefault((place, NAIVE.role_key(one, card, face)), []).append(face)
                for choice in role_key.values():
                    own = SMALL.face[card]
                    wanted.add(own if own in choice else min(choice))
                assert set(fits) == wanted, (combo, card)
                for face in fits:
                    assert ENGINE.valid_group(pattern, whole, {**roles, card: face})


@pytest.mark.parametrize("name", ["one_wild", "two_wild", "plain", "marked"])
def test_groups_in_arbitrary_roles(name: str) -> None:
    pattern = NAMES.index(name)
    random_ = random.Random(name)
    for hand in hands(name, 60, 4, jokers=2):
        roles = {card: random_.randrange(SMALL.joker_face) for card in ENGINE.wild_cards(pattern, hand)}
        wanted = any(True for _ in NAIVE.bound(pattern, hand, roles))
        assert ENGINE.valid_group(pattern, hand, roles) == wanted


@pytest.mark.parametrize("name", [name for name in EXACT_NAMES if not name.startswith("sum")])
def test_splits(name: str) -> None:
    pattern = NAMES.index(name)
    compared = 0
    for hand in hands(name, 10, small_size(name), jokers=1):
        if len(ENGINE.combos(pattern, hand)) > 40:
            continue
        compared += 1
        splits = ENGINE.splits(pattern, hand)
        found = []
        for split in splits:
            cards = [card for combo in split for card in combo[0]]
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(hand)
            found.append(tuple(sorted((named(combo, ENGINE, pattern) for combo in split), key=repr)))
        assert splits[0] == ()
        assert len(set(found)) == len(found)
        assert set(found) == NAIVE.splits(pattern, hand)
    assert compared


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("sum")])
def test_least_rest(name: str) -> None:
    pattern = NAMES.index(name)
    for hand in hands(name, 6, small_size(name), jokers=1):
        for value, worth in enumerate(SMALL_VALUES):
            assert ENGINE.least_rest(pattern, hand, value) == NAIVE.least_rest(pattern, hand, worth)


def test_suits_that_count_for_nothing() -> None:
    table = CardTable(make_deck(("spades", "hearts", "diamonds"), ("3", "4", "5"), jokers=2, alike="rank"), copies=2)
    shapes = [[shape(1, 3, same=("rank",))], [shape(2, 3, same=("suit",))]]
    shapes += [[shape(2, 2, same=("rank",))], [shape(parts=(2, 2))]]
    engine = make_engine(table, shapes)
    naive = Naive(table, shapes, ())
    random_ = random.Random(5)
    for _ in range(20):
        hand = random_.sample(range(table.size), 6)
        found = [tuple(table.rank[card] for card in cards) for cards, _ in engine.combos(0, hand)]
        by_rank = sorted(hand, key=table.rank.__getitem__)
        wanted = {tuple(table.rank[card] for card in part) for part in subsets(by_rank) if naive.matches(0, part)}
        assert len(found) == len(set(found))
        assert set(found) == wanted
        two_pairs = {tuple(sorted(table.rank[card] for card in cards)) for cards, _ in engine.combos(3, hand)}
        assert two_pairs == two_pairs_of(table, hand)
        by_suit = {cards for cards, _ in engine.combos(1, hand)}
        assert {tuple(sorted(table.face[card] for card in part)) for part in by_suit} == {
            tuple(sorted(table.face[card] for card in part)) for part in subsets(sorted(hand)) if naive.matches(1, part)
        }


def two_pairs_of(table: CardTable, hand: Sequence[int]) -> set[tuple[int, ...]]:
    parts = (sorted(table.rank[card] for card in part) for part in combinations(hand, 4))
    return {(a, b, c, d) for a, b, c, d in parts if a == b and c == d}
