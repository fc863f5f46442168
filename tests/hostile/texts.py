"""Hostile specs, made when they are needed: each is small to write down and large, deep or endless in what it asks."""

from __future__ import annotations

from collections.abc import Iterable

DECK = "suits hearts, spades  ranks 1..5"
STAGES = "stage main 2 deals of 1"
NL = "\n"


def game(
    declarations: str = "",
    deal: str = "ask dealer: go",
    *,
    moves: str = "move go",
    deck: str = DECK,
    stages: str = STAGES,
    hand: int = 2,
) -> str:
    """A small game around what is tried: ``deal`` runs once a deal, after everybody has got two cards."""
    return f"""rules 1
game g {{ title en "G"  players 2 }}
deck {{ {deck} }}
pile stock seen by none
pile heap seen by all
zone hand[player] seen by owner
schedule match {{
  dealt by first of players then left of dealer
  {stages}
  winner highest of total, ties share
}}
phase deal(n: int) {{
  shuffle deck into stock
  give {hand} each from stock to hand starting dealer
  move at most 1 from stock to heap
  {deal}
}}
{moves}
{declarations}
"""


def doubling(levels: int, first: str = "1", join: str = "{0} + {0}") -> str:
    """Rules of which each uses the one before twice."""
    lines = [f"rule r0: int = {first}"]
    lines += [f"rule r{i}: int = {join.format(f'r{i - 1}')}" for i in range(1, levels + 1)]
    return NL.join(lines)


def nested(opening: str, middle: str, closing: str, levels: int) -> str:
    """``middle`` within so many levels; ``{i}`` in the text is the number of the level."""
    head = "".join(opening.replace("{i}", str(i)) for i in range(levels))
    tail = "".join(closing.replace("{i}", str(i)) for i in reversed(range(levels)))
    return head + middle + tail


def lines(text: str, numbers: Iterable[int]) -> str:
    return NL.join(text.replace("{i}", str(i)) for i in numbers)
