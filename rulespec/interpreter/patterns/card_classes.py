"""Cards sorted into classes of which one is as good as another."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Combo: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Card ids ascending, and for each wild card of them (same order) the face it stands for."""

Match: TypeAlias = tuple[tuple[int, int], ...]
"""For each card its class and the face it stands for, ascending."""


@dataclass(frozen=True, slots=True)
class CardClasses:
    """Classes of interchangeable cards, by face: their face, how many there are, the role they are bound to if any."""

    faces: tuple[int, ...]
    counts: tuple[int, ...]
    pins: tuple[int | None, ...]


def sort_cards(
    cards: Sequence[int],
    keys: Sequence[Hashable],
    faces: Sequence[int],
    pins: Sequence[int | None] | None = None,
) -> tuple[CardClasses, tuple[tuple[int, ...], ...]]:
    """Cards (ascending) with equal ``keys`` form a class, of the face of its lowest card. ``faces`` is by card id,
    ``pins`` stand beside ``cards``. Returns the classes and, beside them, their members in ascending order."""
    found: dict[Hashable, list[int]] = {}
    bound: dict[Hashable, int | None] = {}
    for place, card in enumerate(cards):
        pin = None if pins is None else pins[place]
        key = (keys[place], pin)
        found.setdefault(key, []).append(card)
        bound[key] = pin
    order = sorted(found, key=lambda key: (faces[found[key][0]], found[key][0]))
    members = tuple(tuple(found[key]) for key in order)
    holding = CardClasses(
        faces=tuple(faces[ids[0]] for ids in members),
        counts=tuple(map(len, members)),
        pins=tuple(bound[key] for key in order),
    )
    return holding, members


def by_face(cards: Sequence[int], faces: Sequence[int]) -> tuple[CardClasses, tuple[tuple[int, ...], ...]]:
    """``sort_cards`` where the faces themselves are the keys."""
    found: dict[int, list[int]] = {}
    for card in cards:
        face = faces[card]
        if face in found:
            found[face].append(card)
        else:
            found[face] = [card]
    order = sorted(found)
    members = tuple([tuple(found[face]) for face in order])
    return CardClasses(tuple(order), tuple(map(len, members)), (None,) * len(order)), members


def take_lowest(
    match: Match, members: Sequence[Sequence[int]], wild: Sequence[bool], taken: list[int] | None = None
) -> Combo:
    """The combo of the lowest ids; ``wild`` says of each class whether roles are given for it. ``taken`` counts, by
    class, the cards already used, and is moved on."""
    used = [0] * len(members) if taken is None else taken
    cards: list[int] = []
    roles: list[tuple[int, int]] = []
    for kind, face in match:
        card = members[kind][used[kind]]
        used[kind] += 1
        cards.append(card)
        if wild[kind]:
            roles.append((card, face))
    cards.sort()
    if not roles:
        return tuple(cards), ()
    roles.sort()
    return tuple(cards), tuple([face for _, face in roles])
