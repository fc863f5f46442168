"""The random stream against an independent reading of its definition, and against the vectors of the document."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulespec.interpreter.random import below, next_u32, seeded, shuffled

DOCUMENT = Path(__file__).parents[2] / "docs" / "reference" / "random.md"


class Reference:
    """PCG32 as its paper gives it, on big integers: seeding adds the seed between two steps."""

    def __init__(self, seed: int) -> None:
        self.state = 0
        self.output()
        self.state = (self.state + seed % 2**64) % 2**64
        self.output()

    def output(self) -> int:
        old = self.state
        self.state = (old * 6364136223846793005 + 1442695040888963407) % 2**64
        word = (((old // 2**18) ^ old) // 2**27) % 2**32
        turn = old // 2**59
        bits = f"{word:032b}"
        return int(bits[32 - turn :] + bits[: 32 - turn], 2)

    def below(self, bound: int) -> int:
        while True:
            high, low = divmod(self.output() * bound, 2**32)
            if low >= 2**32 % bound:
                return high

    def shuffle(self, count: int) -> tuple[int, ...]:
        deck = list(range(count))
        for last in reversed(range(1, count)):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)


@pytest.mark.parametrize("seed", [0, 1, 42, 2**63, 2**64 - 1, 2**64 + 1, -1])
def test_outputs(seed: int) -> None:
    cells = list(seeded(seed))
    reference = Reference(seed)
    assert [next_u32(cells, 0) for _ in range(500)] == [reference.output() for _ in range(500)]


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52, 108, 2**31 + 1, 2**32 - 1, 2**32])
def test_bounded_draws(bound: int) -> None:
    cells = list(seeded(7))
    reference = Reference(7)
    assert [below(cells, 0, bound) for _ in range(300)] == [reference.below(bound) for _ in range(300)]


@pytest.mark.parametrize("count", [0, 1, 2, 10, 52, 108])
def test_shuffles(count: int) -> None:
    cells = list(seeded(1))
    assert shuffled(cells, 0, reversed(range(count))) == Reference(1).shuffle(count)


def test_the_vectors_of_the_document() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    outputs = re.findall(r"^seed (\d+): (.+)$", text, re.MULTILINE)
    assert [int(seed) for seed, _ in outputs] == [0, 1, 42]
    for seed, line in outputs:
        cells = list(seeded(int(seed)))
        assert [f"{next_u32(cells, 0):08x}" for _ in range(6)] == line.split()
    shuffles = re.findall(r"^shuffle (\d+): (.+)$", text, re.MULTILINE)
    assert [int(count) for count, _ in shuffles] == [10, 52]
    for count, line in shuffles:
        assert shuffled(list(seeded(1)), 0, range(int(count))) == tuple(map(int, line.split()))
