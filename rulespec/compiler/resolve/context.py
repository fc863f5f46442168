"""What every part of the compiler shares: the merged spec, its symbols, the deck, the program's tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rulespec.compiler.diagnostic_sink import DiagnosticSink
from rulespec.compiler.merge.merged_spec import MergedSpec
from rulespec.compiler.resolve.narrowing import NOTHING, Facts
from rulespec.compiler.resolve.symbols import ConstSymbol, OptionSymbol, RuleSymbol, Symbol, Tables, Unknown
from rulespec.compiler.resolve.type_names import AnyType, join
from rulespec.ir import nodes as ir
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span


@dataclass(slots=True)
class DeckFacts:
    """The deck as far as types and names need it.

    ``size_most`` is the number of cards at most. A deck with the line ``jokers 0`` speaks of jokers and has none: then
    ``is joker`` is false of every card.
    """

    suits: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    pips: tuple[int | None, ...] = ()
    jokers: int = 0
    speaks_of_jokers: bool = False
    size_most: int = 0
    marks: dict[str, int] = field(default_factory=dict)

    @property
    def joker_rank(self) -> int:
        return len(self.ranks)

    @property
    def joker_face(self) -> int:
        return len(self.suits) * len(self.ranks)

    def face(self, rank: int, suit: int) -> int:
        return suit * len(self.ranks) + rank


@dataclass(frozen=True, slots=True)
class SystemSlots:
    """Slots that exist in every program. ``team_totals`` is -1 without teams."""

    dealer: int
    actor: int
    decider: int
    in_play: int
    winners: int
    decisions: int
    deal_number: int
    stage_number: int
    totals: int
    team_totals: int
    measure: int
    draw: int


DECK_SIZE = "deck_size"
"""The number of cards in the deck at most, where a range needs a number: ``0..deck_size``."""

NOBODY_ACTS = frozenset(("phase", "schedule", "table", "view"))
"""Where ``actor`` means nothing (``Env.within``)."""

Caller: TypeAlias = tuple[str, int]
"""A node of the call graph: ``("phase", index)``, ``("move", index)`` or ``("rule", index)``."""


@dataclass(slots=True)
class Context:
    """One compilation. Actions are moves, and phases together with schedules (which run like phases)."""

    report: DiagnosticSink
    merged: MergedSpec
    tables: Tables
    deck: DeckFacts
    seats: tuple[int, ...]
    teams: int
    system: SystemSlots
    symbols: dict[str, Symbol] = field(default_factory=dict)
    moves: dict[str, int] = field(default_factory=dict)
    phases: dict[str, int] = field(default_factory=dict)
    dealing: set[str] = field(default_factory=set)
    sheets: dict[tuple[str, str], int] = field(default_factory=dict)
    arguments: dict[int, list[AnyType]] = field(default_factory=dict)
    calls: dict[Caller, list[tuple[Caller, Span]]] = field(default_factory=dict)
    actorless: list[tuple[int, Span]] = field(default_factory=list)

    def entered(self, phase: int, args: tuple[ir.Expr, ...]) -> None:
        """Records the types of the arguments a phase is run with: they bound its parameters of type ``int``."""
        known = self.arguments.get(phase)
        if known is None:
            self.arguments[phase] = [a.type for a in args]
            return
        for i, arg in enumerate(args):
            known[i] = join(known[i], arg.type) or known[i]

    def called(self, caller: Caller, callee: Caller, span: Span) -> None:
        """Records an edge of the call graph: ``run``, ``ask``, or a move's effect that runs a phase."""
        self.calls.setdefault(caller, []).append((callee, span))

    def rule_used(self, rule: int, env: Env, span: Span) -> None:
        """Records where a rule is used outside moves and other rules: nobody acts there."""
        if env.within in NOBODY_ACTS:
            self.actorless.append((rule, span))

    @property
    def seats_most(self) -> int:
        return max(self.seats)

    def cards_type(self, most: int | None = None) -> ty.ListOf:
        size = self.deck.size_most
        return ty.ListOf(ty.CARD, size if most is None else min(most, size))

    def players_type(self) -> ty.SetOf:
        return ty.SetOf(ty.PLAYER)

    def enum_of(self, member: str) -> list[tuple[str, int]]:
        """The enumerations that have a member of that name, with its index."""
        return [(name, members.index(member)) for name, members in self.tables.enums.items() if member in members]

    def constant(self, expr: ir.Expr) -> int | bool | None:
        """The value of an expression that is the same in every match, or None; options count as unknown."""
        match expr:
            case ir.Const(value=value):
                return value
            case ir.Op(op="neg", args=(a,)):
                value = self.constant(a)
                return -value if value is not None else None
            case _:
                return None


@dataclass(frozen=True, slots=True)
class Env:
    """Where an expression stands: the names in scope, what is known, and what may be read.

    ``within`` is ``rule``, ``move``, ``phase``, ``schedule``, ``view`` or ``table``. ``phase`` is the phase whose text
    this is. ``rule`` and ``arguments`` are what ``base()`` needs. ``path`` names the arms of ``cases`` met here.
    """

    within: str
    path: str
    locals: Mapping[str, ir.Expr] = field(default_factory=dict)
    facts: Facts = NOTHING
    phase: str | None = None
    rule: RuleSymbol | None = None
    arguments: tuple[ir.Expr, ...] = ()

    def bind(self, name: str, expr: ir.Expr) -> Env:
        return replace(self, locals={**self.locals, name: expr})

    def knowing(self, facts: frozenset[ir.Expr]) -> Env:
        return replace(self, facts=self.facts.plus(facts)) if facts else self

    def implying(self, cause: ir.Expr, then: frozenset[ir.Expr]) -> Env:
        return replace(self, facts=self.facts.implying(cause, then))


def literal_name(context: Context, name: str, expected: AnyType | None) -> ir.Const | None:
    """The suit, rank or enumeration member called ``name`` that fits the expected type, if there is one."""
    deck = context.deck
    wanted = ty.required(expected) if expected is not None and not isinstance(expected, Unknown) else None
    match wanted:
        case ty.Suit() if name in deck.suits:
            return ir.Const(deck.suits.index(name), ty.SUIT)
        case ty.Rank() if name in deck.ranks:
            return ir.Const(deck.ranks.index(name), ty.RANK)
        case ty.Rank() if name == "joker" and deck.jokers:
            return ir.Const(deck.joker_rank, ty.RANK)
        case ty.Enum(enum) if name in context.tables.enums.get(enum, ()):
            return ir.Const(context.tables.enums[enum].index(name), ty.Enum(enum))
        case _:
            return None


def literals_named(context: Context, name: str) -> list[tuple[str, ir.Const]]:
    """Every suit, rank and enumeration member called ``name``, each with what it is."""
    deck = context.deck
    found: list[tuple[str, ir.Const]] = []
    if name in deck.suits:
        found.append(("suit", ir.Const(deck.suits.index(name), ty.SUIT)))
    if name in deck.ranks:
        found.append(("rank", ir.Const(deck.ranks.index(name), ty.RANK)))
    if name == "joker" and deck.jokers:
        found.append(("rank", ir.Const(deck.joker_rank, ty.RANK)))
    found.extend((f"member of {enum}", ir.Const(i, ty.Enum(enum))) for enum, i in context.enum_of(name))
    return found


def bound_of(context: Context, bound: int | str, span_node: ast.Node) -> tuple[ir.Expr, int, int]:
    """A bound written as a number or as the name of an option or constant: its expression, least and greatest value."""
    if isinstance(bound, int):
        return ir.Const(bound, ty.Int(bound, bound)), bound, bound
    symbol = context.symbols.get(bound)
    if bound == DECK_SIZE and symbol is None:
        size = context.deck.size_most
        return ir.Const(size, ty.Int(size, size)), size, size
    if isinstance(symbol, OptionSymbol) and isinstance(symbol.type, ty.Int):
        return ir.OptionRef(symbol.index, symbol.type), symbol.type.low, symbol.type.high
    if isinstance(symbol, ConstSymbol):
        value = symbol.value
        sign = -1 if isinstance(value, ast.Neg) else 1
        number = value.operand if isinstance(value, ast.Neg) else value
        if isinstance(number, ast.IntLit):
            n = sign * number.value
            return ir.Const(n, ty.Int(n, n)), n, n
    context.report.error(
        "RS235",
        f"'{bound}' is not a number known before the game",
        span_node.span,
        "a bound is a number, or a numeric option or constant",
    )
    return ir.Const(0, ty.Int(0, 0)), 0, 0
