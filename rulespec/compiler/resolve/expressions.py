"""Expressions: resolving names, checking types, lowering to IR. One walk does all three.

``Exprs.expr`` takes a syntax tree, the environment it stands in and the type expected there. What is wrong is
reported once and becomes ``BAD``, which fits everywhere.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import assert_never

from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.attributes import Attributes
from rulespec.compiler.resolve.builtin_values import BuiltinValues
from rulespec.compiler.resolve.calls import Calls
from rulespec.compiler.resolve.context import Context, Env, literal_name, literals_named
from rulespec.compiler.resolve.hints import for_kind
from rulespec.compiler.resolve.narrowing import when_false, when_true
from rulespec.compiler.resolve.operators import Operators
from rulespec.compiler.resolve.quantifiers import Quantifiers
from rulespec.compiler.resolve.rules import Rules
from rulespec.compiler.resolve.symbols import (
    BAD,
    UNKNOWN,
    ConstSymbol,
    GroupsSymbol,
    NoteSymbol,
    OptionSymbol,
    PatternSymbol,
    PlaceSymbol,
    RuleSymbol,
    Unknown,
    ValueSymbol,
    VarSymbol,
)
from rulespec.compiler.resolve.type_names import AnyType, one, show
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.ir.walk import walk
from rulespec.syntax import ast
from rulespec.syntax.source import Span

CONSTANT_LEVELS = 32
MAX_CONSTANT = 1_000


class Exprs(Operators, Rules, BuiltinValues, Attributes, Calls, Quantifiers):
    """Elaborates expressions of one spec."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.report = context.report
        self.tables = context.tables
        self.rule_types: dict[int, AnyType] = {}
        self.cited: list[prog.Citation] = []
        self.open_rules: set[int] = set()
        self._open_consts: list[str] = []
        self._constants: dict[str, ir.Expr] = {}

    # ------------------------------------------------------------ entry points

    def expr(self, node: ast.Expr, env: Env, expected: AnyType | None = None) -> ir.Expr:
        """The expression, of the expected type if one is given."""
        made = self.infer(node, env, expected)
        if isinstance(made.type, ty.Opt) and env.facts.has(made):
            made = replace(made, type=made.type.of)
        return made if expected is None else self.fit(made, expected, node.span)

    def condition(self, node: ast.Expr, env: Env) -> ir.Expr:
        return self.expr(node, env, ty.BOOL)

    def number(self, node: ast.Expr, env: Env) -> ir.Expr:
        return self.expr(node, env, ty.INT)

    def fit(self, made: ir.Expr, expected: AnyType, span: Span) -> ir.Expr:
        """``made`` where a value of type ``expected`` is wanted: converted, or reported."""
        found: AnyType = made.type
        if isinstance(found, Unknown) or isinstance(expected, Unknown) or found == expected:
            return made
        if isinstance(expected, ty.Opt):
            if isinstance(made, ir.Const) and made.value is None:
                return replace(made, type=expected)
            if isinstance(found, ty.Opt):
                if type_names.same_kind(found.of, expected.of):
                    return made
                return self.mismatch(found, expected, span)
            return self.fit(made, expected.of, span)
        if isinstance(found, ty.Opt):
            if type_names.same_kind(found.of, expected) or (isinstance(made, ir.Const) and made.value is None):
                if isinstance(made, ir.Const) and isinstance(expected, ty.SetOf | ty.ListOf):
                    self.report.error(
                        "RS230", f"this is none, and {one(expected)} is wanted", span, "write [] for nothing at all"
                    )
                    return BAD
                self.report.error(
                    "RS230",
                    f"this may be none, and {one(expected)} is wanted",
                    span,
                    "write 'the …' if it never is, or '… otherwise …' to say what then",
                )
                return BAD
            return self.mismatch(found, expected, span)
        match expected, found:
            case ty.Int(low, high), ty.Int(least, greatest):
                if least > high or greatest < low:
                    what = f"{made.value} is not" if isinstance(made, ir.Const) else "this is never"
                    self.report.error("RS231", f"{what} within {low}..{high}", span)
                    return BAD
                return made
            case ty.SetOf(element), ty.ListOf(inner, _) if type_names.same_kind(element, inner):
                return ir.Op("union", (ir.Op("set", (), expected), made), expected)
            case ty.ListOf(ty.Card()), ty.Combo():
                return ir.Op("combo_cards", (made,), expected)
            case ty.ListOf(ty.Card()), ty.Group():
                return ir.Op("group_cards", (made,), expected)
            case (ty.ListOf(element), (ty.ListOf(inner) | ty.SetOf(inner))) if type_names.same_kind(element, inner):
                return made
            case _ if type_names.same_kind(expected, found):
                return made
        return self.mismatch(found, expected, span)

    def mismatch(self, found: AnyType, expected: AnyType, span: Span) -> ir.Expr:
        hint = for_kind(found, expected, span)
        if isinstance(ty.required(found), ty.Rank) and isinstance(expected, ty.Int):  # type: ignore[arg-type]
            hint = "ranks only compare; 'order of …' is a rank's number"
        if isinstance(expected, ty.Enum):
            hint = self._values(expected)
        if isinstance(expected, ty.Bool):
            number = isinstance(found, ty.Int) and found.low == found.high
            hint = (
                "write true or false" if number else "compare it with something, as in … == …, or write true or false"
            )
            self.report.error("RS232", f"this is {one(found)}, and a condition is wanted", span, hint)
            return BAD
        self.report.error("RS232", f"this is {one(found)}, and {one(expected)} is wanted", span, hint)
        return BAD

    def cards(self, node: ast.Expr, env: Env) -> ir.Expr:
        """A collection of cards."""
        return self.expr(node, env, self.context.cards_type())

    # ------------------------------------------------------------ dispatch

    def infer(self, node: ast.Expr, env: Env, expected: AnyType | None) -> ir.Expr:
        match node:
            case ast.IntLit():
                return self._number(node, expected)
            case ast.Name():
                return self._name(node, env, expected)
            case ast.Maybe():
                return self.domain(node, env)
            case ast.DeckLit():
                return ir.Op("deck", (), self.context.cards_type())
            case ast.StageLit():
                self.report.error(
                    "RS222",
                    "'stage' has no value; it stands in sheet(PLAYER, KIND, stage)",
                    node.span,
                    "the number of the deal is deal_number",
                )
                return BAD
            case ast.ListLit():
                return self._list(node, env, expected)
            case ast.FaceLit():
                return self.face_literal(str(node.rank), node.suit, node.span)
            case ast.Call():
                return self.call(node, env)
            case ast.Apply():
                return self.apply(node, env)
            case ast.Comp():
                return self.comprehension(node, env)
            case ast.Select():
                return self.selection(node, env)
            case ast.Cases():
                return self._cases(node, env, expected)
            case ast.Index():
                return self._index(node, env)
            case ast.The():
                return self._the(node, env, expected)
            case ast.Neg():
                return self._negative(node, env)
            case ast.Bin():
                return self._arithmetic(node, env)
            case ast.Otherwise():
                return self._otherwise(node, env, expected)
            case ast.Range():
                return self._range(node, env, "range")
            case ast.Compare():
                return self._compare(node, env)
            case ast.In():
                return self._in(node, env)
            case ast.Is():
                return self._is(node, env)
            case ast.Matches() | ast.Has():
                return self._matches(node, env)
            case ast.Can():
                return self._can(node, env)
            case ast.Not():
                return ir.Op("not", (self.condition(node.operand, env),), ty.BOOL)
            case ast.And():
                left = self.condition(node.left, env)
                right = self.condition(node.right, env.knowing(when_true(left)))
                return ir.And((*_items(left, ir.And), *_items(right, ir.And)), ty.BOOL)
            case ast.Or():
                left = self.condition(node.left, env)
                right = self.condition(node.right, env.knowing(when_false(left)))
                return ir.Or((*_items(left, ir.Or), *_items(right, ir.Or)), ty.BOOL)
            case ast.Cond():
                return self._conditional(node, env, expected)
            case _:
                assert_never(node)

    # ------------------------------------------------------------ names and literals

    def _number(self, node: ast.IntLit, expected: AnyType | None) -> ir.Expr:
        wanted = ty.required(expected) if expected is not None and not isinstance(expected, Unknown) else None
        if isinstance(wanted, ty.Rank):
            made = literal_name(self.context, str(node.value), ty.RANK)
            if made is None:
                self.report.error("RS223", f"the deck has no rank {node.value}", node.span)
                return BAD
            return made
        return ir.Const(node.value, ty.Int(node.value, node.value))

    def _name(self, node: ast.Name, env: Env, expected: AnyType | None) -> ir.Expr:
        name = node.text
        literal = literal_name(self.context, name, expected) if not isinstance(expected, Unknown) else None
        local = env.locals.get(name)
        if literal is not None and local is None and name not in self.context.symbols:
            return literal
        if local is not None:
            if literal is not None and not type_names.same_kind(local.type, literal.type):
                return literal
            return local
        symbol = self.context.symbols.get(name) if name not in self.VALUE_WORDS else None
        if symbol is not None:
            if literal is not None:
                made = self._symbol(node, name, env)
                return made if type_names.same_kind(made.type, literal.type) else literal
            return self._symbol(node, name, env)
        builtin = self.value_word(name, node.span, env)
        if builtin is not None:
            return builtin
        found = literals_named(self.context, name)
        if len(found) > 1:
            meanings = " and a ".join(what for what, _ in found)
            self.report.error(
                "RS221",
                f"'{name}' could be a {meanings} here",
                node.span,
                "compare it with something whose kind is known",
            )
            return BAD
        if found:
            return found[0][1]
        self._unknown_name(node, name, env, expected)
        return BAD

    def _unknown_name(self, node: ast.Node, name: str, env: Env, expected: AnyType | None) -> None:
        context = self.context
        if name == "empty":
            self.report.error("RS202", "'empty' stands behind 'is'", node.span, "write … is empty, or … is not empty")
            return
        candidates = [
            *env.locals,
            *context.symbols,
            *self.VALUE_WORDS,
            *context.deck.suits,
            *context.deck.ranks,
            *(m for members in context.tables.enums.values() for m in members),
        ]
        self.report.unknown("name", name, node.span, candidates, self._values(expected))

    def _values(self, expected: AnyType | None) -> str | None:
        """What a value of a kind may be, as a hint; None where there is no saying."""
        kind = ty.required(expected) if expected is not None and not isinstance(expected, Unknown) else None
        if isinstance(kind, ty.Bool):
            return "it is true or false"
        members = self.members(kind) if kind is not None else ()
        if kind is None or not members:
            return None
        return f"{show(kind) if isinstance(kind, ty.Enum) else one(kind)} is: {', '.join(members)}"

    def _symbol(self, node: ast.Node, name: str, env: Env) -> ir.Expr:
        symbol = self.context.symbols[name]
        loc = self.tables.loc(node.span)
        match symbol:
            case OptionSymbol(index, type_):
                return ir.OptionRef(index, type_)
            case ConstSymbol():
                return self.constant(symbol, node)
            case PlaceSymbol(index, decl):
                if decl.index:
                    return self._needs_index(node, name, len(decl.index))
                return ir.CardsAt(index, (), self.context.cards_type(), loc)
            case GroupsSymbol(index, _):
                return ir.GroupsAt(index, ty.ListOf(ty.Group(index), self.context.deck.size_most))
            case VarSymbol(slot):
                decl_slot = self.tables.slots[slot]
                if decl_slot.dims:
                    return self._needs_index(node, name, len(decl_slot.dims))
                return ir.Read(slot, (), decl_slot.type, loc)
            case RuleSymbol():
                if symbol.decl.params:
                    self.report.error(
                        "RS224",
                        f"rule '{name}' is asked of something: {', '.join(p.name for p in symbol.decl.params)}",
                        node.span,
                        f"write '{name} of …' or '{name}(…)'",
                    )
                    return BAD
                self.context.rule_used(symbol.index, env, node.span)
                return ir.CallRule(symbol.index, (), self.rule_type(symbol))  # type: ignore[arg-type]
            case ValueSymbol() | PatternSymbol() | NoteSymbol():
                self.report.error("RS224", f"'{name}' is asked of something", node.span, f"write '{name} of …'")
                return BAD
            case _:
                assert_never(symbol)

    def _needs_index(self, node: ast.Node, name: str, count: int) -> ir.Expr:
        marks = ", ".join("…" for _ in range(count))
        self.report.error("RS225", f"there are several '{name}'", node.span, f"write {name}[{marks}]")
        return BAD

    def constant(self, symbol: ConstSymbol, node: ast.Node) -> ir.Expr:
        """What a constant stands for."""
        if symbol.name in self._open_consts:
            self.report.error(
                "RS501", f"constant '{symbol.name}' is defined by itself", node.span, "give one of them a plain value"
            )
            return BAD
        known = self._constants.get(symbol.name)
        if known is not None:
            return known
        if len(self._open_consts) >= CONSTANT_LEVELS:
            self.report.error(
                "RS235", f"more than {CONSTANT_LEVELS} constants are built on one another here", node.span
            )
            return BAD
        self._open_consts.append(symbol.name)
        made = self.expr(symbol.value, Env("table", symbol.name))
        self._open_consts.pop()
        if sum(1 for _ in islice(walk(made), MAX_CONSTANT + 1)) > MAX_CONSTANT:
            self.report.error("RS235", f"constant '{symbol.name}' is too large to be written out", symbol.value.span)
            made = BAD
        self._constants[symbol.name] = made
        return made

    def _list(self, node: ast.ListLit, env: Env, expected: AnyType | None) -> ir.Expr:
        wanted = type_names.element(expected) if expected is not None else None
        is_set = isinstance(expected, ty.SetOf)
        items: list[ir.Expr] = []
        ready: dict[int, ir.Expr] = {}
        if wanted is None:
            ready = {id(i): self.expr(i, env) for i in node.items if not isinstance(i, ast.IntLit)}
            named = list(ready.values())
            joined: AnyType | None = UNKNOWN
            for item in named:
                joined = type_names.join(joined, item.type) if joined is not None else None
            wanted = joined if named and joined is not None else None
        for written in node.items:
            known = ready.get(id(written))
            if known is None:
                items.append(self.expr(written, env, wanted))
            else:
                items.append(known if wanted is None else self.fit(known, wanted, written.span))
        if wanted is None:
            wanted = UNKNOWN
            for made in items:
                joined = type_names.join(wanted, made.type)
                if joined is None:
                    self.report.error("RS232", f"a list of {one(wanted)} and {one(made.type)}", node.span)
                    return BAD
                wanted = joined
        if isinstance(wanted, Unknown):
            if not items:
                return ir.Op("list", (), ty.ListOf(UNKNOWN, 0))  # type: ignore[arg-type]
            return BAD
        type_: ty.Type = ty.SetOf(wanted) if is_set else ty.ListOf(wanted, len(items))
        return ir.Op("set" if is_set else "list", tuple(items), type_)

    def face_literal(self, rank: str, suit: str, span: Span) -> ir.Expr:
        """``6 of spades``."""
        deck = self.context.deck
        if rank not in deck.ranks:
            self.report.unknown("rank", rank, span, deck.ranks)
            return BAD
        if suit not in deck.suits:
            self.report.unknown("suit", suit, span, deck.suits)
            return BAD
        return ir.Const(deck.face(deck.ranks.index(rank), deck.suits.index(suit)), ty.FACE)

    # ------------------------------------------------------------ places and cells

    def _index(self, node: ast.Index, env: Env) -> ir.Expr:
        loc = self.tables.loc(node.span)
        if isinstance(node.base, ast.Name) and node.base.text not in env.locals:
            name = node.base.text
            symbol = self.context.symbols.get(name)
            match symbol:
                case VarSymbol(slot):
                    decl = self.tables.slots[slot]
                    index = self.indices(node.args, decl.dims, env, node, name)
                    return BAD if index is None else ir.Read(slot, index, decl.type, loc)
                case PlaceSymbol(place, _) if place >= len(self.tables.places):
                    self.report.error("RS235", f"a plain value is wanted here, and '{name}' is a place", node.span)
                    return BAD
                case PlaceSymbol(place, _):
                    index = self.indices(node.args, self.tables.places[place].dims, env, node, name)
                    return BAD if index is None else ir.CardsAt(place, index, self.context.cards_type(), loc)
                case None:
                    if self.value_word(name, node.base.span, env) is None:
                        self._unknown_name(node.base, name, env, None)
                        return BAD
        self.report.error(
            "RS226",
            "only places and variables declared with [ … ] take an index",
            node.span,
            "element number k of a list is card(LIST, k)",
        )
        return BAD

    def indices(
        self, args: tuple[ast.Expr, ...], dims: tuple[prog.Dim, ...], env: Env, node: ast.Node, name: str
    ) -> tuple[ir.Expr, ...] | None:
        """The indices of a place or variable, checked against how it was declared."""
        if len(args) != len(dims):
            wanted = f"{len(dims)} index" if len(dims) == 1 else f"{len(dims)} indices"
            self.report.error("RS225", f"'{name}' takes {wanted}, not {len(args)}", node.span)
            return None
        made: list[ir.Expr] = []
        for arg, dim in zip(args, dims, strict=True):
            wanted_type: ty.Type = dim.type if isinstance(dim, prog.TypeDim) else self._range_type(dim)
            made.append(self.expr(arg, env, wanted_type))
        return tuple(made)

    def _range_type(self, dim: prog.RangeDim) -> ty.Type:
        low, high = dim.low.type, dim.high.type
        assert isinstance(low, ty.Int)
        assert isinstance(high, ty.Int)
        return ty.Int(low.low, high.high)


def _items(expr: ir.Expr, kind: type[ir.And] | type[ir.Or]) -> tuple[ir.Expr, ...]:
    return expr.items if isinstance(expr, kind) else (expr,)
