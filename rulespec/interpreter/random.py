"""The random stream of a match: PCG32, a bounded draw, a shuffle. ``docs/reference/random.md`` defines it exactly.

The generator's 64-bit state lives in two cells of the state, high and low half, each an unsigned 32-bit number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK64 = 2**64 - 1
MASK32 = 2**32 - 1


def seeded(seed: int) -> tuple[int, int]:
    """The two halves of the state for a seed, of which the low 64 bits count."""
    state = ((seed & MASK64) + INCREMENT) * MULTIPLIER + INCREMENT & MASK64
    return state >> 32, state & MASK32


def next_u32(cells: list[Any], at: int) -> int:
    """The next output; ``cells[at]`` and ``cells[at + 1]`` are the state's halves."""
    old = cells[at] << 32 | cells[at + 1]
    new = old * MULTIPLIER + INCREMENT & MASK64
    cells[at] = new >> 32
    cells[at + 1] = new & MASK32
    mixed = (old >> 18 ^ old) >> 27 & MASK32
    turn = old >> 59
    output: int = (mixed >> turn | mixed << (-turn & 31)) & MASK32
    return output


def below(cells: list[Any], at: int, bound: int) -> int:
    """A number from 0 to ``bound - 1``, all equally likely (multiply, shift, reject). ``bound`` is 1 to 2**32."""
    product = next_u32(cells, at) * bound
    low = product & MASK32
    if low < bound:
        threshold = (2**32 - bound) % bound
        while low < threshold:
            product = next_u32(cells, at) * bound
            low = product & MASK32
    return product >> 32


def shuffled(cells: list[Any], at: int, items: Iterable[int]) -> tuple[int, ...]:
    """Fisher-Yates from the end, starting from the items in ascending order."""
    result = sorted(items)
    for last in range(len(result) - 1, 0, -1):
        other = below(cells, at, last + 1)
        result[last], result[other] = result[other], result[last]
    return tuple(result)
