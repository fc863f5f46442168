"""Decks and patterns for the tests."""

from __future__ import annotations

from collections.abc import Sequence

from rulespec.interpreter.cards import CardTable
from rulespec.interpreter.patterns import PatternEngine
from rulespec.ir.nodes import Const, Expr, Local
from rulespec.ir.program import Deck, Mark, PatternDecl, Shape, Total, Wild
from rulespec.ir.types import INT

ALL_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ALL_SUITS = ("spades", "hearts", "diamonds", "clubs")
JOKERS = -1


def make_deck(
    suits: Sequence[str],
    ranks: Sequence[str],
    jokers: int = 0,
    alike: str | None = None,
    marks: Sequence[Mark] = (),
    without: Sequence[int] = (),
) -> Deck:
    return Deck(
        suits=tuple(suits),
        ranks=tuple(ranks),
        pips=(None,) * len(ranks),
        copies=Const(1, INT),
        jokers=jokers,
        alike=alike,
        marks=tuple(marks),
        without=tuple(without),
    )


SMALL = CardTable(
    make_deck(ALL_SUITS[:3], ("2", "3", "4", "5", "A"), jokers=3, marks=(Mark("bold", (0, 6, 12)),)), copies=2
)
"""Two packs of three suits by five ranks and three jokers; one card of each suit is marked."""

FULL = CardTable(make_deck(ALL_SUITS, ALL_RANKS, jokers=4), copies=2)


def shape(
    low: int = 1,
    high: int | None = None,
    *,
    same: tuple[str, ...] = (),
    distinct: tuple[str, ...] = (),
    consecutive: bool = False,
    also_low: int | None = None,
    wild: Wild | None = None,
    natural: int = 0,
    totals: tuple[Total, ...] = (),
    parts: tuple[int, ...] = (),
) -> Shape:
    return Shape(
        name="sample",
        size_low=low,
        size_high=high,
        same=same,
        distinct=distinct,
        consecutive="rank" if consecutive else None,
        also_low=also_low,
        wild=wild,
        natural=natural,
        totals=totals,
        parts=parts,
    )


def amount(expr: Expr, args: tuple[object, ...]) -> int:
    """Constants, and parameters by position."""
    value = args[expr.id] if isinstance(expr, Local) else expr.value if isinstance(expr, Const) else None
    assert isinstance(value, int)
    return value


def make_engine(
    table: CardTable, patterns: Sequence[Sequence[Shape]], values: tuple[tuple[int, ...], ...] = ()
) -> PatternEngine:
    declared = tuple(PatternDecl(f"p{number}", (), tuple(shapes), -1) for number, shapes in enumerate(patterns))
    return PatternEngine(table, declared, values, amount)


SMALL_VALUES: tuple[tuple[int, ...], ...] = (
    (2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 10),
    (0, 3, 1, 5, 2, 2, 0, 4, 1, 3, 1, 1, 6, 2, 0, 7),
)
"""By rank alone, and by suit and rank."""

_ACE = 4
_EXACT = Wild(JOKERS, 1, "face")
_TWO = Wild(JOKERS, 2, "face")
_COARSE = Wild(JOKERS, None, "rank")
_MARKED = Wild(0, 2, "face")
_MARKED_COARSE = Wild(0, None, "rank")
_GIVEN = Total(0, Local(0, INT))


def _pair_of(wild: Wild | None, natural: int, distinct: tuple[str, ...] = ("suit",)) -> tuple[Shape, Shape]:
    return (
        shape(3, 4, same=("rank",), distinct=distinct, wild=wild, natural=natural),
        shape(3, 13, same=("suit",), consecutive=True, also_low=_ACE, wild=wild, natural=natural),
    )


PATTERNS: dict[str, tuple[Shape, ...]] = {
    "one_wild": _pair_of(_EXACT, 2),
    "two_wild": _pair_of(_TWO, 1),
    "all_wild": _pair_of(_TWO, 0),
    "coarse": _pair_of(_COARSE, 1),
    "coarse_free": _pair_of(_COARSE, 0, ()),
    "marked": _pair_of(_MARKED, 1),
    "marked_coarse": _pair_of(_MARKED_COARSE, 1, ()),
    "plain": (shape(3, 4, same=("rank",)), shape(3, same=("suit",), consecutive=True)),
    "short": (shape(3, 4, same=("rank",)), shape(3, 4, same=("suit",), consecutive=True)),
    "mixed_chain": (shape(3, 5, consecutive=True, also_low=_ACE),),
    "mixed_chain_wild": (shape(3, 5, consecutive=True, also_low=_ACE, wild=_EXACT, natural=1),),
    "chain_of_suits": (shape(2, 3, consecutive=True, distinct=("suit",), wild=_COARSE),),
    "one_suit": (shape(4, 5, same=("suit",)),),
    "one_suit_wild": (shape(4, 5, same=("suit",), wild=_COARSE),),
    "one_suit_exact": (shape(4, 4, same=("suit",), wild=_EXACT, natural=3),),
    "interchangeable": (shape(2, same=("face",)),),
    "twins_wild": (shape(2, 3, same=("face",), wild=_COARSE, natural=1),),
    "joker_as_itself": (shape(1, 4, same=("rank",)),),
    "different": (shape(3, 4, distinct=("rank",)),),
    "different_faces": (shape(5, 6, distinct=("face",), same=("suit",)),),
    "different_wild": (shape(2, 3, distinct=("rank", "suit"), wild=_EXACT),),
    "different_coarse": (shape(3, 3, distinct=("suit",), wild=_COARSE, natural=1),),
    "sum": (shape(1, totals=(_GIVEN,)),),
    "sum_small": (shape(2, 3, totals=(_GIVEN,), distinct=("suit",)),),
    "sum_wild": (shape(2, 3, totals=(_GIVEN,), wild=_EXACT, natural=1),),
    "sum_coarse": (shape(2, 3, totals=(_GIVEN,), wild=_COARSE, natural=1),),
    "sum_uneven_coarse": (shape(2, 3, totals=(Total(1, Local(0, INT)),), wild=_COARSE, natural=1),),
    "two_sums": (shape(2, totals=(Total(0, Const(9, INT)), Total(1, Const(5, INT)))),),
    "sum_chain": (shape(2, totals=(_GIVEN,), consecutive=True),),
    "lone_chain": (shape(1, same=("rank",), consecutive=True),),
    "either_wild": (
        shape(3, 3, same=("rank",), wild=_EXACT, natural=2),
        shape(2, 2, same=("rank",)),
    ),
    "pair": (shape(2, 2, same=("rank",)),),
    "three": (shape(3, 3, same=("rank",)),),
    "pair_wild": (shape(2, 2, same=("rank",), wild=_EXACT, natural=1),),
}
"""Patterns without parts; those named ``sum…`` take the total as their argument."""

COMPOSED: dict[str, tuple[str, ...]] = {
    "pair+pair": ("pair", "pair"),
    "three+pair": ("three", "pair"),
    "pair_wild+pair_wild": ("pair_wild", "pair_wild"),
    "one_wild+pair": ("one_wild", "pair"),
}

NAMES = (*PATTERNS, *COMPOSED)
SHAPES: tuple[tuple[Shape, ...], ...] = (
    *PATTERNS.values(),
    *((shape(1, parts=tuple(NAMES.index(part) for part in parts)),) for parts in COMPOSED.values()),
)
EXACT_NAMES = tuple(
    name
    for name, shapes in zip(NAMES, SHAPES, strict=True)
    if all(one.wild is None or one.wild.grain == "face" for one in shapes)
)
"""Patterns whose roles are told apart by face."""


def small_engine() -> PatternEngine:
    return make_engine(SMALL, SHAPES, SMALL_VALUES)
