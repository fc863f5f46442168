"""The spec and the engine written by hand play the same deals: every legal list, lookahead included, every score."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import Journal
from tests.oracle.jokeren13_engine import (
    DEALS,
    JOKER,
    PACK,
    Card,
    Jokeren13,
    Meld,
    Move,
    faces_of,
    is_meld,
)
from tests.oracle.program import program

OPTIONS: list[dict[str, bool | int | str]] = [{}, {"opening": 50}, {"opening": 0, "joker_left": 50}]


TASTES: dict[str, dict[str, int]] = {
    "random": {},
    "shy": {"discard": 8, "draw": 5},
    "eager": {"swap": 40, "extend": 20, "lay": 10},
}
"""How much likelier than others moves of a name are: who never lays down sees the discards shuffled, who always does
frees jokers."""


class Pair:
    """Both engines at one match."""

    def __init__(self, game: EngineGame, seed: int) -> None:
        chance = random.Random(seed)
        decks = [chance.sample(PACK, len(PACK)) for _ in range(DEALS)]
        self.game = game
        self.journal = Journal()
        self.state = game.start(seed, [self.ids(deck) for deck in decks], self.journal)
        self.oracle = Jokeren13(
            game.players,
            decks,
            game.read(self.state, "dealer"),
            self.stock,
            opening=int(game.options["opening"]),
            joker_left=int(game.options["joker_left"]),
        )

    def ids(self, faces: Sequence[str]) -> list[int]:
        """Card ids, the copies of a face in the order in which they come."""
        free: dict[int, list[int]] = {}
        for card, face in enumerate(self.game.cards.face):
            free.setdefault(face, []).append(card)
        return [free[self.game.cards.parse_face(face)].pop(0) for face in faces]

    def stock(self) -> list[str]:
        """The stock's faces, top first (a pile is stored bottom first)."""
        cards = self.game.cards
        return [cards.face_text(cards.face[card]) for card in reversed(self.game.cards_at(self.state, "stock"))]

    def neutral(self, move: Any) -> Move:
        """A move of the interpreter as the oracle writes it."""
        table, args = self.game.cards, move.args
        taken = self.game.read(self.state, "taken")

        def card(which: int) -> Card:
            return table.face_text(table.face[which]), which == taken

        match move.name:
            case "discard":
                return ("discard", card(args[0]))
            case "lay":
                ids, roles = args[0]
                naturals = frozenset(card(which) for which in ids if which not in table.jokers)
                jokers = [card(which) for which in ids if which in table.jokers]
                if not jokers:
                    return ("lay", naturals, None, None)
                return ("lay", naturals, jokers[0], table.face_text(roles[0]))
            case "extend":
                said = self.game.move_to_json(self.state, move)["args"]
                return ("extend", card(args[0]), meld_of(said["g"]), said["f"].split("#")[0])
            case "swap":
                return ("swap", card(args[0]), self.meld_with(args[1]))
            case _:
                return (move.name,)

    def meld_with(self, joker: int) -> Meld:
        for cards, face in self.table():
            if joker in cards:
                text = self.game.cards.face_text
                naturals = (text(self.game.cards.face[card]) for card in cards if card != joker)
                return frozenset(naturals), text(face)
        raise AssertionError("a joker on the table lies in a meld")

    def taken_is_melded(self) -> bool:
        """Then a meld equal to that one is still another to the interpreter: a variable names a card of one of them."""
        return any(self.game.read(self.state, "taken") in cards for cards, _ in self.table())

    def table(self) -> list[tuple[tuple[int, ...], int]]:
        """Cards of each group, and what its joker stands for."""
        groups = self.game.groups_at(self.state, "table")
        return [(group[0], group[1][0] if group[1] else -1) for group in groups]


def meld_of(said: list[str]) -> Meld:
    """A meld from the texts of its cards (``JK=7H``)."""
    naturals = frozenset(text.split("#")[0] for text in said if "=" not in text)
    roles = [text.split("=")[1] for text in said if "=" in text]
    return naturals, roles[0] if roles else None


def play(game: EngineGame, seed: int, deals: int, taste: dict[str, int]) -> None:
    pair = Pair(game, seed)
    oracle, chance = pair.oracle, random.Random(-seed - 1)
    while not oracle.over and oracle.deal < deals:
        assert game.decider(pair.state) == oracle.to_move
        moves = game.legal_moves(pair.state)
        told = [pair.neutral(move) for move in moves]
        expected = oracle.legal()
        assert set(told) == set(expected), (seed, oracle.turn)
        assert len(told) == len(expected) or pair.taken_is_melded(), (seed, oracle.turn)
        weights = [taste.get(move.name, 1) for move in moves]
        choice = chance.choices(range(len(moves)), weights)[0]
        pair.state = game.apply(pair.state, moves[choice], pair.journal)
        scored = len(oracle.scores)
        oracle.apply(told[choice])
        if len(oracle.scores) > scored:
            points = [(entry.to, entry.points) for entry in pair.journal.entries]
            assert points == [pair_ for deal in oracle.scores for pair_ in enumerate(deal)]
    if oracle.over:
        assert game.is_over(pair.state)
        assert list(game.totals(pair.state)) == oracle.totals
        assert list(game.winners(pair.state)) == oracle.winners


def matches(
    players: int, options: dict[str, bool | int | str], seeds: range, deals: int, taste: str = "random"
) -> None:
    game = EngineGame(program("jokeren13"), players, options)
    for seed in seeds:
        play(game, seed, deals, TASTES[taste])


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_same_deals(players: int, options: dict[str, bool | int | str]) -> None:
    """The first deal of many matches."""
    matches(players, options, range(8) if options else range(25), deals=1)


@pytest.mark.parametrize("taste", ["shy", "eager"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_same_deals_by_other_tastes(players: int, taste: str) -> None:
    matches(players, {}, range(500, 503) if taste == "shy" else range(500, 510), 1, taste)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_same_matches(players: int) -> None:
    matches(players, {}, range(1000, 1001), deals=DEALS)


@pytest.mark.long
@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_same_matches_long(players: int, options: dict[str, bool | int | str], taste: str) -> None:
    matches(players, options, range(2000, 2040), DEALS, taste)


@pytest.mark.parametrize(
    ("cards", "good"),
    [
        ("QS KS AS", True),
        ("AS 2S 3S", True),
        ("KS AS 2S", False),
        ("7D 7C 7H 7S", True),
        ("7D 7D 7C", False),
        ("5C 6C", False),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", True),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", False),
    ],
)
def test_melds(cards: str, good: bool) -> None:
    assert is_meld(cards.split()) is good
    assert JOKER not in faces_of((frozenset({"5C", "7C"}), "6C"))
