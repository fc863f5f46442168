"""What a search needs to know about one shape, worked out once from its declaration."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from rulespec.interpreter.cards import CardTable
from rulespec.interpreter.engine_errors import MatchFault
from rulespec.ir.nodes import Expr
from rulespec.ir.program import Shape, Wild

LIMIT: Final = 4096
"""The largest number of combos or splits listed."""

FUEL: Final = 1_000_000
"""The largest number of steps that one search takes."""

UNBOUNDED: Final = 1 << 62
"""Work that is never used up."""

STEP: Final = 20
"""Units of work that a step of a search counts as."""

_PACK_JOKERS: Final = -1


class PatternLimit(MatchFault):
    """A listing has more than ``LIMIT`` entries, or a search took more than ``FUEL`` steps; or all searches for one
    decision together did more work than there is (``kind`` is then ``work``)."""

    def __init__(self, pattern: int, message: str, kind: str = "limit") -> None:
        super().__init__(kind, message)
        self.pattern = pattern


@dataclass(frozen=True, slots=True)
class Plan:
    """A shape as tables by face; the joker's face comes last in each.

    - ``sorts``: None for a face that no match holds as a natural card, else what all faces of a match share
      (the attributes that must be the same).
    - ``clash``: bits for the attributes that must be distinct; two faces of a match share none.
    - ``wild``: faces of the cards that may stand in; ``most`` of them at most.
    - ``strict``: the face a wild card stands for is none that the match already holds.
    - ``told``: how finely roles are told apart; two roles are one where this is equal.
    - ``roles``: by sort, the faces to try for a wild card, ascending.
    - ``line``: ranks in the order in which they are consecutive, empty where nothing is; a rank that is also low
      stands at the start too, and ``again`` is its other place (-1: none).
    - ``lanes``: the suits to search one at a time (None: all at once); ``steps``: by lane and rank, the faces to try.
    """

    pattern: int
    low: int
    high: int | None
    shared_key: tuple[int | None, ...]
    clash: tuple[int, ...]
    wild: frozenset[int]
    most: int
    strict: bool
    natural: int
    role_key: tuple[int, ...]
    roles: dict[int, tuple[int, ...]]
    line: tuple[int, ...]
    repeat_index: int
    lanes: tuple[int | None, ...]
    steps: dict[tuple[int | None, int], tuple[int, ...]]
    totals: tuple[tuple[tuple[int, ...], Expr], ...]
    parts: tuple[int, ...]
    bare: bool
    """Suits count for nothing in it."""
    work: list[int] = field(default_factory=lambda: [UNBOUNDED], compare=False)
    """Units of work that are left, shared by all searches."""


def wild_faces(table: CardTable, wild: Wild | None) -> frozenset[int]:
    """The faces of the cards that may stand in."""
    if wild is None:
        return frozenset()
    if wild.mark == _PACK_JOKERS:
        return frozenset({table.joker_face})
    return frozenset(table.deck.marks[wild.mark].on)


def make_plan(
    table: CardTable, pattern: int, shape: Shape, values: tuple[tuple[int, ...], ...], work: list[int]
) -> Plan:
    """Raises ValueError for a total over a table with negative values, and for an unknown ordered attribute."""
    if shape.consecutive not in (None, "rank"):
        raise ValueError(f"{shape.consecutive!r} has no order to be consecutive in")
    totals = tuple((values[total.value], total.amount) for total in shape.totals)
    if any(value < 0 for row, _ in totals for value in row):
        raise ValueError(f"pattern {shape.name!r} has a total over negative values")
    joker, width = table.joker_face, table.n_ranks
    wild = wild_faces(table, shape.wild)
    strict = shape.wild is not None and shape.wild.grain == "face"
    even = all(row[face] == row[face % width] for row, _ in totals for face in range(joker))
    role_key = _role_key(table, shape, strict)
    high, repeat_index = shape.size_high, -1
    line: tuple[int, ...] = ()
    if shape.consecutive is not None:
        line, repeat_index = _line(width, shape.also_low)
        if "rank" in shape.same or "face" in shape.same:
            high = 1
    shared_key = _shared_key(table, shape, wild)
    faces = _stand_ins(table, shape, role_key, strict or not even) if wild else ()
    roles: dict[int, list[int]] = {}
    for face in faces:
        sort = shared_key[face]
        if sort is not None:
            roles.setdefault(sort, []).append(face)
    lanes: tuple[int | None, ...] = tuple(range(table.n_suits)) if "suit" in shape.same else (None,)
    return Plan(
        pattern=pattern,
        low=max(shape.size_low, 1),
        high=high,
        shared_key=shared_key,
        clash=_clash(table, shape),
        wild=wild,
        most=0 if shape.wild is None else table.size if shape.wild.most is None else shape.wild.most,
        strict=strict,
        natural=shape.natural,
        role_key=role_key,
        roles={sort: tuple(found) for sort, found in roles.items()},
        line=line,
        repeat_index=repeat_index,
        lanes=lanes,
        steps={(lane, rank): _step(faces, width, lane, rank) for lane in lanes for rank in range(width)},
        totals=totals,
        parts=shape.parts,
        bare=even and not strict and wild <= {joker} and not {"suit", "face"} & {*shape.same, *shape.distinct},
        work=work,
    )


def _line(width: int, also_low: int | None) -> tuple[tuple[int, ...], int]:
    ranks = tuple(range(width))
    if also_low is None or also_low == 0:
        return ranks, -1
    return (also_low, *ranks), also_low + 1


def _role_key(table: CardTable, shape: Shape, strict: bool) -> tuple[int, ...]:
    if strict or shape.wild is None:
        return tuple(range(table.joker_face + 1))
    if shape.consecutive or shape.totals or {"rank", "face"} & {*shape.same, *shape.distinct}:
        return (*(face % table.n_ranks for face in range(table.joker_face)), table.n_ranks)
    return (0,) * table.joker_face + (1,)


def _shared_key(table: CardTable, shape: Shape, wild: frozenset[int]) -> tuple[int | None, ...]:
    """A joker of the pack that is not wild has a rank and a face of its own, but no suit and no neighbours."""
    joker, width = table.joker_face, table.n_ranks

    def sort(face: int) -> int:
        if "face" in shape.same:
            return face
        rank = (width if face == joker else face % width) if "rank" in shape.same else 0
        suit = face // width if "suit" in shape.same else 0
        return rank * (table.n_suits + 1) + suit

    suited = shape.consecutive is not None or "suit" in shape.same or "suit" in shape.distinct
    out = suited or joker in wild
    return (*map(sort, range(joker)), None if out else sort(joker))


def _clash(table: CardTable, shape: Shape) -> tuple[int, ...]:
    joker, width = table.joker_face, table.n_ranks

    def bits(face: int) -> int:
        rank = width if face == joker else face % width
        offset = width + 1
        mask = 1 << rank if "rank" in shape.distinct else 0
        if "suit" in shape.distinct:
            mask |= 1 << (offset + face // width)
        if "face" in shape.distinct:
            mask |= 1 << (offset + table.n_suits + 1 + face)
        return mask

    return tuple(map(bits, range(joker + 1)))


def _stand_ins(table: CardTable, shape: Shape, role_key: tuple[int, ...], fine: bool) -> tuple[int, ...]:
    """The faces to try for a wild card: all, or one of those that nothing tells apart."""
    faces = range(table.joker_face)
    if fine or "face" in shape.same or {"suit", "face"} & set(shape.distinct):
        return tuple(faces)
    first: dict[tuple[int, int], int] = {}
    for face in faces:
        first.setdefault((face // table.n_ranks if "suit" in shape.same else 0, role_key[face]), face)
    return tuple(sorted(first.values()))


def _step(faces: Iterable[int], width: int, lane: int | None, rank: int) -> tuple[int, ...]:
    return tuple(face for face in faces if face % width == rank and lane in (None, face // width))
