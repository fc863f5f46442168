"""The typed program: expressions, statements, blocks.

A program is what the compiler makes of a spec and all that an executor needs. It is closed under
printing: ``rulespec.ir.serial`` turns it to JSON and back without loss.

Expressions have no effects. Statements stand in blocks; a block ends in one terminator. Phases never
recurse, so each is active at most once and a frame is a fixed range of slots: the return address of a
phase is one cell of its own, empty while the phase is not active.

``loc`` is an index into ``Program.locations``; -1 is "no place".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rulespec.ir.types import Type

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Const:
    """A number, truth value, index (of a suit, rank, face, seat, enum member) or None."""

    value: int | bool | None
    type: Type


@dataclass(frozen=True, slots=True)
class OptionRef:
    """The value of an option, fixed before a match begins (a choice of names is its index)."""

    option: int
    type: Type


@dataclass(frozen=True, slots=True)
class Read:
    """A cell of the state. In a move's parameters, lets and clauses the move's own slots hold the candidate."""

    slot: int
    index: tuple[Expr, ...]
    type: Type
    loc: int


@dataclass(frozen=True, slots=True)
class Local:
    """A bound variable of a ``Quant`` or a parameter or ``let`` of a rule; ids are unique in a program."""

    id: int
    type: Type


@dataclass(frozen=True, slots=True)
class CardsAt:
    """The cards of a place: a pile from bottom to top, a zone in ascending order of ids."""

    place: int
    index: tuple[Expr, ...]
    type: Type
    loc: int


@dataclass(frozen=True, slots=True)
class GroupsAt:
    """All groups of a ``groups`` declaration, as a list of ``Group``."""

    groups: int
    type: Type


@dataclass(frozen=True, slots=True)
class Op:
    """A primitive; ``rulespec.ir.ops.OPS`` lists them. ``attr`` indexes a declaration where the primitive names one."""

    op: str
    args: tuple[Expr, ...]
    type: Type
    attr: int | None = None
    loc: int = -1


@dataclass(frozen=True, slots=True)
class And:
    """Short-circuit, left to right; of nothing: true."""

    items: tuple[Expr, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Or:
    items: tuple[Expr, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Arm:
    """``id`` indexes ``Program.arms``."""

    id: int
    condition: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Cases:
    """The value of the first arm whose condition holds."""

    arms: tuple[Arm, ...]
    otherwise: Expr
    otherwise_id: int
    type: Type


@dataclass(frozen=True, slots=True)
class Bind:
    """``let local = value in body``."""

    local: int
    value: Expr
    body: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class CallRule:
    rule: int
    args: tuple[Expr, ...]
    type: Type


QUANTS = tuple("some every count those find best least sum max min list".split())
"""The kinds of ``Quant``."""


@dataclass(frozen=True, slots=True)
class Quant:
    """A bounded walk over ``domain`` (evaluated once), binding ``local`` to each element that satisfies ``where``.

    ``kind`` is one of:

    - ``some``, ``every``: bool; ``where`` is the predicate (``some`` without it: is there an element;
      ``every`` needs it).
    - ``count``: how many.
    - ``those``: the elements, in order; a set where ``type`` is one.
    - ``find``: the first element or None.
    - ``best``, ``least``: the element with the greatest or smallest ``body``, the first of equals, None of nothing.
      Elements whose ``body`` is None are passed over. Lists compare lexicographically.
    - ``sum``: of ``body``; ``max``, ``min``: of ``body``, passing over None, None of nothing.
    - ``list``: the bodies in order, or in ascending order of ``key`` (stable) where it is given.
    """

    kind: str
    local: int
    domain: Expr
    where: Expr | None
    body: Expr | None
    key: Expr | None
    type: Type
    loc: int


Expr: TypeAlias = (
    Const | OptionRef | Read | Local | CardsAt | GroupsAt | Op | And | Or | If | Cases | Bind | CallRule | Quant
)


@dataclass(frozen=True, slots=True)
class PlaceRef:
    """Where cards come from or go to. ``bottom``: the bottom end of a pile (never of a zone)."""

    place: int
    index: tuple[Expr, ...]
    bottom: bool
    loc: int


# ---------------------------------------------------------------- text


@dataclass(frozen=True, slots=True)
class TextPart:
    text: str


@dataclass(frozen=True, slots=True)
class ValuePart:
    """A value, rendered by its type."""

    value: Expr


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """``{r: , {r}}``: the parts, unless ``value`` is None or false."""

    value: Expr
    parts: tuple[TemplatePart, ...]


TemplatePart: TypeAlias = TextPart | ValuePart | OptionalPart


@dataclass(frozen=True, slots=True)
class Template:
    parts: tuple[TemplatePart, ...]


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class SetNote:
    note: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign:
    """Stores ``value``; a number outside the slot's type is a located fault."""

    slot: int
    index: tuple[Expr, ...]
    value: Expr
    loc: int


@dataclass(frozen=True, slots=True)
class Fill:
    """``slot[x] = value`` for every element x of ``domain``, all values computed before any is stored."""

    slot: int
    local: int
    domain: Expr
    value: Expr
    loc: int


@dataclass(frozen=True, slots=True)
class Reset:
    """Sets slots to their initial values: ``initial``, or what a type has of itself (see ``Slot``)."""

    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Stores a random element of ``domain`` (at least one, else a located fault)."""

    slot: int
    index: tuple[Expr, ...]
    domain: Expr
    loc: int


@dataclass(frozen=True, slots=True)
class MoveCards:
    """Takes cards from wherever they lie, in the order given, and lays them on ``to`` as one packet.

    ``cards`` is a card, an optional card (None is a fault), a combo or a list of cards. A pile receives the packet
    in order, the last card on top (``bottom``: the whole packet goes below, its order kept). Notes not set are cleared.
    """

    cards: Expr
    to: PlaceRef
    notes: tuple[SetNote, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class MoveCount:
    """Moves a packet of ``amount`` cards (None: all) from the top (or bottom) of a pile, its order kept.

    Fewer cards than ``amount`` is a located fault, unless ``at_most``.
    """

    amount: Expr | None
    at_most: bool
    source: PlaceRef
    to: PlaceRef
    notes: tuple[SetNote, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class Give:
    """Deals one card at a time from the top, in rounds over the seats in play from ``start``.

    ``amount`` each (too few is a located fault), or None: until none is left. ``to`` is a place with one index of
    type player.
    """

    amount: Expr | None
    source: PlaceRef
    to: int
    start: Expr
    loc: int


@dataclass(frozen=True, slots=True)
class Gather:
    """Takes every card of the deck from wherever it lies, clears notes and groups, and shuffles them into ``to``.

    The shuffle starts from ascending ids (see ``rulespec.interpreter.random``).
    """

    to: PlaceRef
    loc: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffles a pile, starting from ascending ids."""

    place: PlaceRef
    loc: int


@dataclass(frozen=True, slots=True)
class LayGroup:
    """Lays a combo as a new group; each wild card of it gets its face as ``role``. ``fields`` as declared."""

    combo: Expr
    groups: int
    fields: tuple[Expr | None, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class AddToGroup:
    """Adds a card to a group; a wild card needs ``face``, which becomes its ``role``."""

    card: Expr
    group: Expr
    face: Expr | None
    loc: int


@dataclass(frozen=True, slots=True)
class Award:
    """Writes an entry in the journal. The sums are kept by ordinary slots that the compiler updates.

    ``team``: ``to`` is a team. ``arm``: an expression whose value is the arm (``Program.arms``) that priced the entry,
    or None where no ``cases`` did.
    """

    points: Expr
    to: Expr
    team: bool
    kind: str
    arm: Expr | None
    cites: tuple[str, ...]
    loc: int


@dataclass(frozen=True, slots=True)
class Say:
    """Writes a sentence in the journal; no effect on the state. It reads nothing that not everybody sees."""

    text: Template
    loc: int


@dataclass(frozen=True, slots=True)
class Copy:
    """Copies a slot, all its cells, to another of the same shape."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Tell:
    """Writes a match event in the journal; no effect on the state.

    ``what`` is ``deal`` (args: stage index, deal number, size, dealer), ``stage`` (args: stage index),
    ``step`` (``name``; a named step begins), ``replay`` (the running deal's entries so far are void) or ``over``.
    """

    what: str
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """Opens a decision (``Program.asks``), once: groups that were changed are checked and sorted, then it is worked
    out who is asked, who acts and the arguments of the moves, which go into the slots of the alternatives.

    The last statement of a block that jumps to the block of the ask's ``AskFor``.
    """

    ask: int


Stmt: TypeAlias = (
    Assign
    | Fill
    | Reset
    | Draw
    | MoveCards
    | MoveCount
    | Give
    | Gather
    | Shuffle
    | LayGroup
    | AddToGroup
    | Award
    | Say
    | Copy
    | Tell
    | OpenAsk
)


@dataclass(frozen=True, slots=True)
class Jump:
    to: int


@dataclass(frozen=True, slots=True)
class Branch:
    condition: Expr
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class AskFor:
    """A decision point (``Program.asks``). Its block holds no statements: a match waits there, and to go on runs
    nothing again."""

    ask: int


@dataclass(frozen=True, slots=True)
class NextSecret:
    """Runs the effect of the next pending secret choice of ``ask`` in seat order and returns here; then goes on at
    the ask's ``join``. Its block holds no statements."""

    ask: int


@dataclass(frozen=True, slots=True)
class Enter:
    """Starts a phase; it returns to block ``back``."""

    phase: int
    args: tuple[Expr, ...]
    back: int


@dataclass(frozen=True, slots=True)
class Exit:
    """Ends the running phase: its ensures are tested, its local slots cleared, control returns."""

    phase: int


@dataclass(frozen=True, slots=True)
class Unwind:
    """Ends ``phase`` and every active phase within it, innermost first, as ``Exit`` would."""

    phase: int


@dataclass(frozen=True, slots=True)
class Replay:
    """Ends every active phase within ``phase`` without testing ensures (in-play seats are restored, pending secret
    choices dropped) and goes to block ``then``, which undoes the sheet and enters ``phase`` anew by a jump to its
    entry: arguments and return address are still there."""

    phase: int
    then: int
    loc: int


@dataclass(frozen=True, slots=True)
class EndMove:
    """Ends a move's effect: its slots are cleared, control goes to the chosen alternative's block."""

    move: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Stops the match with a message: the spec's own ``fault``, or a bound that may not be reached."""

    message: str
    loc: int


@dataclass(frozen=True, slots=True)
class Halt:
    """The match is over."""


Terminator: TypeAlias = Jump | Branch | AskFor | NextSecret | Enter | Exit | Unwind | Replay | EndMove | Fault | Halt


@dataclass(frozen=True, slots=True)
class Block:
    """Straight-line code. ``phase`` owns it (-1: a move's effect, then ``move`` does)."""

    stmts: tuple[Stmt, ...]
    end: Terminator
    phase: int
    move: int
    loc: int
