"""Did you mean …"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST_WORD = 60
"""Longer words are not compared: nobody mistypes one, and the comparison is quadratic."""


def distance(one: str, other: str) -> int:
    """How many letters must be added, dropped, changed or swapped with a neighbour (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        current = [i]
        for j, b in enumerate(other, start=1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        before, row = row, current
    return row[-1]


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to a word, if one is near enough to be a slip; of equally near ones the first by name.

    Case alone counts as half a letter. Words of one or two letters are never corrected except in case.
    """
    if len(word) > LONGEST_WORD:
        return None
    best: tuple[float, str] | None = None
    for candidate in sorted(set(candidates)):
        if candidate == word or abs(len(candidate) - len(word)) > 3:
            continue
        score: float = distance(word.lower(), candidate.lower())
        if score == 0:
            score = 0.5
        allowed = 0.5 if min(len(word), len(candidate)) < 3 else max(1, min(3, len(word) // 3))
        if score <= allowed and (best is None or score < best[0]):
            best = (score, candidate)
    return best[1] if best else None
