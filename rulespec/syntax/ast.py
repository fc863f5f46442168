"""The syntax tree of a spec: what the author wrote, nothing resolved.

Every node is a frozen dataclass with a ``span`` that two equal nodes need not share: the formatter's
round trip compares trees, and a tree must not depend on where it stood. Names are plain strings;
what they mean is the compiler's business (``rulespec.compiler``).

The unions at the end of each section (``Expr``, ``Stmt``, ``Decl``, ``Edit`` ...) are closed: a ``match``
over one ends in ``assert_never``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from rulespec.syntax.source import Span

RankWord: TypeAlias = int | str
"""A rank as written: ``10`` is an int, ``K`` or ``joker`` a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything written in a spec; ``span`` says where."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name together with its place: a citation, a list member, a path step."""

    text: str


Cites: TypeAlias = tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A string literal without its quotes; templates are parsed by the compiler."""

    value: str


@dataclass(frozen=True, slots=True)
class Path(Node):
    """A dotted path, ``play.revoke``; ``game`` and ``deck`` may open it, ``else`` may close it."""

    steps: tuple[Ident, ...]

    def __str__(self) -> str:
        return ".".join(step.text for step in self.steps)


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class IntLit(Node):
    """``10``: a number, or a rank where a rank is expected."""

    value: int


@dataclass(frozen=True, slots=True)
class Name(Node):
    text: str


@dataclass(frozen=True, slots=True)
class Maybe(Node):
    """``suit?``: the values of a type, and none."""

    name: str


@dataclass(frozen=True, slots=True)
class DeckLit(Node):
    """``deck``: all cards."""


@dataclass(frozen=True, slots=True)
class StageLit(Node):
    """``stage``: the scope of that name, in ``sheet(p, deal, stage)``."""


@dataclass(frozen=True, slots=True)
class ListLit(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class FaceLit(Node):
    """``6 of spades`` as an expression (with an integer rank; ``Q of spades`` parses as ``Apply``)."""

    rank: int
    suit: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``price(b, t)``; ``function_span`` is the name's own place."""

    function: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """``suit of c`` (no args) or ``catch(3) of table``."""

    function: str
    args: tuple[Expr, ...] | None
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """``x in DOMAIN from E where C``."""

    name: str
    domain: Expr
    start: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Comp(Node):
    """``sum(E for x in D by K)``, also max, min, list."""

    function: str
    body: Expr
    binder: Binder
    by: Expr | None


@dataclass(frozen=True, slots=True)
class Select(Node):
    """``some | every | count | those | find | best | least (x in D by K)``."""

    word: str
    binder: Binder
    by: Expr | None


@dataclass(frozen=True, slots=True)
class Arm(Node):
    """One line of ``cases``: ``name when condition: value``. The name may be absent."""

    name: Ident | None
    condition: Expr
    value: Expr
    cites: Cites


@dataclass(frozen=True, slots=True)
class Cases(Node):
    arms: tuple[Arm, ...]
    otherwise: Expr
    otherwise_cites: Cites


@dataclass(frozen=True, slots=True)
class Index(Node):
    base: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class The(Node):
    """``the E``: asserts that E is not none."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class Neg(Node):
    operand: Expr


@dataclass(frozen=True, slots=True)
class Bin(Node):
    """``+ - * / %``."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Otherwise(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Range(Node):
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """``== != < <= > >=``."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class In(Node):
    item: Expr
    collection: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Selector(Node):
    """What may follow ``is``: ``joker``, ``A``, ``hearts``, ``6 of spades``, ``empty``, ``none``."""

    word: RankWord
    suit: str | None


@dataclass(frozen=True, slots=True)
class Is(Node):
    subject: Expr
    selector: Selector
    negated: bool


@dataclass(frozen=True, slots=True)
class Matches(Node):
    subject: Expr
    pattern: str


@dataclass(frozen=True, slots=True)
class Has(Node):
    subject: Expr
    pattern: str


@dataclass(frozen=True, slots=True)
class Can(Node):
    """``actor can play``: the seat has a legal move of that name (clauses only)."""

    subject: Expr
    move: str


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Expr


@dataclass(frozen=True, slots=True)
class And(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Cond(Node):
    """``if c then a else b``."""

    condition: Expr
    then: Expr
    otherwise: Expr


Expr: TypeAlias = (
    IntLit | Name | Maybe | DeckLit | StageLit | ListLit | FaceLit | Call | Apply | Comp | Select | Cases | Index
    | The | Neg | Bin | Otherwise | Range | Compare | In | Is | Matches | Has | Can | Not | And | Or | Cond
)


# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """``int``, ``suit?``, ``call``."""

    name: str
    optional: bool


@dataclass(frozen=True, slots=True)
class SetType(Node):
    """``set of player``."""

    element: str


@dataclass(frozen=True, slots=True)
class ListType(Node):
    """``list of int at most 6``."""

    element: str
    most: int


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """``-1..1``, ``0..limit?``; a bound is a number or the name of an option or constant."""

    low: int | str
    high: int | str
    optional: bool


TypeExpr: TypeAlias = NamedType | SetType | ListType | RangeType


@dataclass(frozen=True, slots=True)
class Param(Node):
    name: str
    type: TypeExpr


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Block(Node):
    """``{ ... }``; ``cites`` are those that stand first in it, before any statement."""

    cites: Cites
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Stmt_(Node):
    """Base of statements: ``cites`` stand after the statement."""

    cites: Cites = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class Note(Node):
    """``with NAME = E``."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class MoveCards(Stmt_):
    """``move E to Z with ...``."""

    cards: Expr
    to: Expr
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class MoveCount(Stmt_):
    """``move at most N from A to B``; ``amount`` None is ``all``."""

    at_most: bool
    amount: Expr | None
    source: Expr
    to: Expr
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Give(Stmt_):
    """``give N each from A to HAND starting P``; ``amount`` None is ``all``."""

    amount: Expr | None
    source: Expr
    to: str
    start: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt_):
    """``shuffle deck into Z`` or ``shuffle Z`` (``into`` None)."""

    what: Expr
    into: Expr | None


@dataclass(frozen=True, slots=True)
class Place(Stmt_):
    """``place COMBO on GROUPS with ...``."""

    combo: Expr
    groups: str
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class AddCard(Stmt_):
    """``add C to GROUP as FACE``."""

    card: Expr
    group: Expr
    face: Expr | None


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """One offered move of an ``ask``, with its arguments and the block run after it."""

    move: str
    args: tuple[Expr, ...]
    block: Block | None


@dataclass(frozen=True, slots=True)
class Ask(Stmt_):
    """``ask DECIDER for ACTOR secretly: a or b {..} else {..}``."""

    who: Expr
    actor: Expr | None
    secretly: bool
    alternatives: tuple[Alternative, ...]
    otherwise: Otherwise_ | None


@dataclass(frozen=True, slots=True)
class Otherwise_(Node):
    """The ``else`` of a loop or an ask: a block, or ``fault "..."`` (then ``block`` is None)."""

    block: Block | None
    fault: Text | None


@dataclass(frozen=True, slots=True)
class Let(Stmt_):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Stmt_):
    """``x[i] += E``; ``op`` is ``=``, ``+=`` or ``-=``."""

    name: str
    index: tuple[Expr, ...]
    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class If(Stmt_):
    """``otherwise`` is a block, another ``If`` (``else if``) or absent."""

    condition: Expr
    then: Block
    otherwise: Block | If | None


@dataclass(frozen=True, slots=True)
class For(Stmt_):
    binder: Binder
    block: Block


@dataclass(frozen=True, slots=True)
class Cycle(Stmt_):
    binder: Binder
    until: Expr | None
    most: Expr
    block: Block
    otherwise: Otherwise_ | None


@dataclass(frozen=True, slots=True)
class Repeat(Stmt_):
    """``repeat N {..}`` (``at_most`` False) or ``repeat at most N {..} else {..}``."""

    at_most: bool
    count: Expr
    block: Block
    otherwise: Otherwise_ | None


@dataclass(frozen=True, slots=True)
class Run(Stmt_):
    phase: str
    args: tuple[Expr, ...]
    among: Expr | None


@dataclass(frozen=True, slots=True)
class Step(Stmt_):
    """A named block: a target for edits, nothing at run time."""

    name: str
    block: Block


@dataclass(frozen=True, slots=True)
class Leave(Stmt_):
    pass


@dataclass(frozen=True, slots=True)
class End(Stmt_):
    phase: str


@dataclass(frozen=True, slots=True)
class Replay(Stmt_):
    """``replay deal at most N then {..}``."""

    phase: str
    most: int | None
    then: Block | None


@dataclass(frozen=True, slots=True)
class Award(Stmt_):
    points: Expr
    to: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class WinnerIs(Stmt_):
    who: Expr


Stmt: TypeAlias = (
    MoveCards | MoveCount | Give | Shuffle | Place | AddCard | Ask | Let | Assign | If | For | Cycle | Repeat | Run
    | Step | Leave | End | Replay | Award | WinnerIs
)


# ---------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class Decl_(Node):
    """Base of declarations: the statements of the source document that it implements."""

    cites: Cites = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class Title(Node):
    language: str
    text: Text


@dataclass(frozen=True, slots=True)
class Seats(Node):
    """``players 2..4 default 4``: ``counts`` ascending; ``is_range`` says how it was written."""

    counts: tuple[int, ...]
    is_range: bool
    default: int | None


@dataclass(frozen=True, slots=True)
class Game(Decl_):
    """``teams`` is ``across``, a number of teams, or None."""

    name: Ident
    titles: tuple[Title, ...]
    sources: Text | None
    seats: Seats | None
    teams: str | int | None


@dataclass(frozen=True, slots=True)
class Need(Node):
    """``needs move call``."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Library(Node):
    name: Ident
    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Use(Node):
    file: Text


@dataclass(frozen=True, slots=True)
class Extends(Node):
    file: Text


@dataclass(frozen=True, slots=True)
class RangeOption(Node):
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class ChoiceOption(Node):
    """``classic | minus`` or ``1 | 3``; members all names or all integers."""

    members: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class TypedOption(Node):
    """``bool``, ``rank?`` ..."""

    name: str
    optional: bool


@dataclass(frozen=True, slots=True)
class Option(Decl_):
    name: Ident
    type: RangeOption | ChoiceOption | TypedOption
    default: Expr
    doc: Text | None


@dataclass(frozen=True, slots=True)
class Const(Decl_):
    name: Ident
    value: Expr
    doc: Text | None


@dataclass(frozen=True, slots=True)
class Enum(Decl_):
    name: Ident
    members: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Convention(Node):
    """Decides statements that the document leaves open."""

    name: Ident
    text: Text
    decides: Cites


@dataclass(frozen=True, slots=True)
class Invariant(Decl_):
    name: Ident
    text: Text
    condition: Expr


@dataclass(frozen=True, slots=True)
class RankSpan(Node):
    """``6..10`` or ``K`` (then ``high`` is None)."""

    low: RankWord
    high: RankWord | None


@dataclass(frozen=True, slots=True)
class Suits(Decl_):
    names: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Ranks(Decl_):
    spans: tuple[RankSpan, ...]


@dataclass(frozen=True, slots=True)
class Jokers(Decl_):
    count: int


@dataclass(frozen=True, slots=True)
class Copies(Decl_):
    """``copies 2`` or ``copies OPTION``."""

    count: int | str


@dataclass(frozen=True, slots=True)
class Alike(Decl_):
    attribute: str


@dataclass(frozen=True, slots=True)
class Mark(Decl_):
    name: Ident
    on: tuple[Selector, ...]


@dataclass(frozen=True, slots=True)
class Without(Decl_):
    cards: tuple[Selector, ...]


DeckItem: TypeAlias = Suits | Ranks | Jokers | Copies | Alike | Mark | Without


@dataclass(frozen=True, slots=True)
class Deck(Node):
    items: tuple[DeckItem, ...]


@dataclass(frozen=True, slots=True)
class ValueRow(Node):
    """``2..10: face``, ``Q of spades: 13``, ``hearts: 1``, ``else: 0``.

    ``ranks`` holds a rank, a span of ranks or a suit's name; ``suit`` the suit after ``of``; both None is ``else``.
    """

    ranks: RankSpan | None
    suit: str | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Value(Decl_):
    name: Ident
    rows: tuple[ValueRow, ...]


@dataclass(frozen=True, slots=True)
class NameIndex(Node):
    """``[player]`` or ``[p: player]``; the index runs over a type."""

    binder: str | None
    type: str


@dataclass(frozen=True, slots=True)
class RangeIndex(Node):
    """``[1..6]``."""

    low: int | str
    high: int | str


IndexSpec: TypeAlias = NameIndex | RangeIndex


@dataclass(frozen=True, slots=True)
class Viewer(Node):
    """``all``, ``none``, ``owner``, ``top``, ``bottom``; ``also`` is ``partner`` in ``owner and partner``."""

    who: str
    also: str | None
    when: Expr | None


@dataclass(frozen=True, slots=True)
class Zone(Decl_):
    """A ``pile`` (ordered) or a ``zone`` (a set)."""

    ordered: bool
    name: Ident
    index: tuple[IndexSpec, ...]
    seen: tuple[Viewer, ...]


@dataclass(frozen=True, slots=True)
class CardNote(Node):
    """``note role: T``."""

    name: Ident
    type: TypeExpr


@dataclass(frozen=True, slots=True)
class Groups(Decl_):
    name: Ident
    pattern: str
    seen: tuple[Viewer, ...]
    fields: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Var(Decl_):
    """``scope`` is a phase, a schedule or ``stage``."""

    name: Ident
    index: tuple[IndexSpec, ...]
    type: TypeExpr
    initial: Expr | None
    scope: Ident


@dataclass(frozen=True, slots=True)
class PSize(Node):
    """``size 3``, ``size 3..4``, ``size >= 3`` (``high`` None)."""

    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class PSame(Node):
    attribute: str


@dataclass(frozen=True, slots=True)
class PDistinct(Node):
    attribute: str


@dataclass(frozen=True, slots=True)
class PConsecutive(Node):
    attribute: str
    also_low: RankWord | None


@dataclass(frozen=True, slots=True)
class PWild(Node):
    """``wild joker at most 1 as face``."""

    mark: str
    most: int | None
    as_face: bool


@dataclass(frozen=True, slots=True)
class PNatural(Node):
    least: int


@dataclass(frozen=True, slots=True)
class PTotal(Node):
    value: str
    amount: int | str


@dataclass(frozen=True, slots=True)
class PParts(Node):
    patterns: tuple[Ident, ...]


PatternItem: TypeAlias = PSize | PSame | PDistinct | PConsecutive | PWild | PNatural | PTotal | PParts


@dataclass(frozen=True, slots=True)
class Pattern(Decl_):
    """Any of ``anyof`` (none given: any cards), and all ``items``."""

    name: Ident
    params: tuple[Param, ...]
    anyof: tuple[Ident, ...]
    items: tuple[PatternItem, ...]


@dataclass(frozen=True, slots=True)
class RuleLet(Node):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Rule(Decl_):
    """``rule f(x: T): T = E`` or with a body of lets and a return; ``braced`` says how it was written."""

    name: Ident
    params: tuple[Param, ...]
    type: TypeExpr | None
    lets: tuple[RuleLet, ...]
    value: Expr
    braced: bool


@dataclass(frozen=True, slots=True)
class Given(Node):
    """A move's parameter that the asker supplies."""

    name: str
    type: TypeExpr


@dataclass(frozen=True, slots=True)
class Chosen(Node):
    """A move's parameter that the seat chooses; none where ``when`` is false."""

    binder: Binder
    when: Expr | None


MoveParam: TypeAlias = Given | Chosen


@dataclass(frozen=True, slots=True)
class Forbid(Decl_):
    """A named refusal; ``fined`` turns it into a penalty while ``fined_when`` holds."""

    name: Ident
    condition: Expr
    message: Text
    fined: Block | None
    fined_when: Expr | None
    fined_cites: Cites


@dataclass(frozen=True, slots=True)
class Fine(Decl_):
    """Always legal; the block runs before ``do``."""

    name: Ident
    condition: Expr
    message: Text
    block: Block


@dataclass(frozen=True, slots=True)
class ClauseLet(Node):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Do(Node):
    block: Block


Clause: TypeAlias = Forbid | Fine | ClauseLet | Do


@dataclass(frozen=True, slots=True)
class Move(Decl_):
    """``braced`` is False for the short form ``move draw do {..}``."""

    name: Ident
    params: tuple[MoveParam, ...]
    says: Text | None
    silent: bool
    clauses: tuple[Clause, ...]
    braced: bool


@dataclass(frozen=True, slots=True)
class Ensure(Decl_):
    name: Ident
    message: Text
    condition: Expr


@dataclass(frozen=True, slots=True)
class Phase(Decl_):
    name: Ident
    params: tuple[Param, ...]
    ensures: tuple[Ensure, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Dealt(Decl_):
    """``dealt by E then E``."""

    by: Expr
    then: Expr | None


@dataclass(frozen=True, slots=True)
class Until(Node):
    condition: Expr
    most: Expr


@dataclass(frozen=True, slots=True)
class Stage(Decl_):
    """``stage NAME "Title" 4 deals of 9 until C at most N runs PHASE``."""

    name: Ident
    title: Text | None
    count: Expr | None
    sizes: Expr | None
    until: Until | None
    runs: str | None


@dataclass(frozen=True, slots=True)
class Hook(Decl_):
    """``run PHASE after stage`` (or after a phase)."""

    phase: str
    after: str


@dataclass(frozen=True, slots=True)
class Winner(Decl_):
    """``ties`` is share, continue, sheet_order or None (share)."""

    who: Expr
    ties: str | None


ScheduleItem: TypeAlias = Dealt | Stage | Hook | Winner


@dataclass(frozen=True, slots=True)
class Schedule(Decl_):
    name: Ident
    items: tuple[ScheduleItem, ...]


Decl: TypeAlias = (
    Option | Const | Enum | Convention | Invariant | Deck | Zone | CardNote | Groups | Var | Value | Pattern | Rule
    | Move | Phase | Schedule
)


# ---------------------------------------------------------------- edits


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """``cite PATH: R1, R2``: adds citations to what stands at PATH."""

    path: Path
    cites: Cites


@dataclass(frozen=True, slots=True)
class SetEdit(Decl_):
    path: Path
    value: Expr


@dataclass(frozen=True, slots=True)
class StageEdit(Decl_):
    """``set match.pulka_2 = 3 deals of 9``: the deals of a stage, as in ``Stage``; title and phase stay."""

    path: Path
    count: Expr | None
    sizes: Expr | None
    until: Until | None


@dataclass(frozen=True, slots=True)
class Drop(Node):
    path: Path


AddItem: TypeAlias = Clause | Arm | ScheduleItem | ValueRow | DeckItem


@dataclass(frozen=True, slots=True)
class AddEdit(Node):
    path: Path
    before: Ident | None
    items: tuple[AddItem, ...]


@dataclass(frozen=True, slots=True)
class StepEdit(Decl_):
    """``instead of | before | after PATH {..}``; ``how`` is the first word."""

    how: str
    path: Path
    block: Block


@dataclass(frozen=True, slots=True)
class FineEdit(Decl_):
    """``fine PATH when E {..}``: turns a refusal into a penalty."""

    path: Path
    when: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class ReplaceEdit(Node):
    """``replace move play(..) {..}``; in the new text ``base()`` is the declaration replaced."""

    declaration: Zone | Rule | Move | Phase | Schedule | Pattern | Value


Edit: TypeAlias = Cite | SetEdit | StageEdit | Drop | AddEdit | StepEdit | FineEdit | ReplaceEdit

Item: TypeAlias = Game | Library | Use | Extends | Decl | Edit


@dataclass(frozen=True, slots=True)
class Spec(Node):
    """One file. ``version`` is the number after ``rules``."""

    version: int
    items: tuple[Item, ...]
