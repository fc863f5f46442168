"""``NAME(…)``: calls of rules and the built-in calls."""

from __future__ import annotations

from rulespec.compiler.merge.ast_queries import sheet_key
from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.builtins import ATTRIBUTES, CALLS, Row, call_row
from rulespec.compiler.resolve.context import Env
from rulespec.compiler.resolve.elaborator import Elaborator
from rulespec.compiler.resolve.hints import for_call
from rulespec.compiler.resolve.symbols import (
    BAD,
    PatternSymbol,
    RuleSymbol,
    Unknown,
)
from rulespec.compiler.resolve.type_names import AnyType, one
from rulespec.ir import nodes as ir
from rulespec.ir import types as ty
from rulespec.syntax import ast


def takes(name: str, wanted: list[str], given: int) -> str:
    """What is wrong where something is given too few or too many things."""
    words = ", ".join(wanted) if wanted else "nothing"
    things = "nothing" if given == 0 else "one thing" if given == 1 else f"{given} things"
    return f"'{name}' takes {words}, and is given {things}"


class Calls(Elaborator):
    """Calls with arguments in parentheses."""

    def call(self, node: ast.Call, env: Env) -> ir.Expr:
        """A rule of the spec, or a built-in call."""
        name = node.function
        symbol = self.context.symbols.get(name)
        if isinstance(symbol, RuleSymbol):
            return self.call_rule(symbol, node.args, env, node, name)
        row = CALLS.get(name)
        if row is not None and row.args in (None, len(node.args)):
            return self._built_in(row, node, env)
        if row is not None:
            self._misused(row, node)
        elif (guess := for_call(self.context, node, ATTRIBUTES)) is not None:
            self.report.error("RS202", f"'{name}' is nothing that is asked in round brackets", node.span, guess)
        else:
            rules = [n for n, s in self.context.symbols.items() if isinstance(s, RuleSymbol)]
            self.report.unknown("rule", name, node.span, [*rules, *CALLS])
        return BAD

    def _built_in(self, row: Row, node: ast.Call, env: Env) -> ir.Expr:
        made: ir.Expr = row.typed(self, node, env)
        return made

    def _misused(self, row: Row, node: ast.Call) -> None:
        self.report.error("RS224", f"'{row.name}' is not asked in this way", node.span, f"write {row.form}")

    def call_rule(self, symbol: RuleSymbol, args: tuple[ast.Expr, ...], env: Env, node: ast.Node, name: str) -> ir.Expr:
        """A call of a rule, its arguments checked."""
        made = self.arguments(symbol.decl.params, args, env, node, name)
        if made is None:
            return BAD
        self.context.rule_used(symbol.index, env, node.span)
        return ir.CallRule(symbol.index, made, self.rule_type(symbol))  # type: ignore[arg-type]

    def arguments(
        self, params: tuple[ast.Param, ...], args: tuple[ast.Expr, ...], env: Env, node: ast.Node, name: str
    ) -> tuple[ir.Expr, ...] | None:
        """Arguments fitted to the parameters of a rule, pattern or phase."""
        if len(args) != len(params):
            self.report.error("RS224", takes(name, [p.name for p in params], len(args)), node.span)
            return None
        return tuple(self.expr(arg, env, self.type_of(param.type)) for arg, param in zip(args, params, strict=True))

    @call_row("top(NUMBER, PLACE)", 2, "so many cards at the top of a pile, in order; all if there are fewer")
    def _top(self, node: ast.Call, env: Env) -> ir.Expr:
        return self._end_of_pile("take_last", node, env)

    @call_row("bottom(NUMBER, PLACE)", 2, "so many cards at the bottom of a pile, in order; all if there are fewer")
    def _bottom(self, node: ast.Call, env: Env) -> ir.Expr:
        return self._end_of_pile("take_first", node, env)

    def _end_of_pile(self, op: str, node: ast.Call, env: Env) -> ir.Expr:
        number, cards = self.number(node.args[0], env), self.cards(node.args[1], env)
        self.require_order(cards, node.function, node.span)
        return ir.Op(op, (number, cards), self.context.cards_type(), None, self.tables.loc(node.span))

    @call_row(
        "card(LIST, NUMBER)",
        2,
        "the element of this number of a list or pile, from 1 (the bottom); a number beyond it is a fault",
    )
    def _card(self, node: ast.Call, env: Env) -> ir.Expr:
        collection, number = self.domain(node.args[0], env), self.number(node.args[1], env)
        inner = type_names.element(collection.type)
        if inner is None or isinstance(inner, Unknown):
            return BAD
        return ir.Op("nth", (collection, number), inner, None, self.tables.loc(node.span))

    @call_row(
        "seat(PLAYER, STEPS)", 2, "the seat in play so many places to the left; with a negative number, to the right"
    )
    def _seat(self, node: ast.Call, env: Env) -> ir.Expr:
        who, steps = self.expr(node.args[0], env, ty.PLAYER), self.number(node.args[1], env)
        return ir.Op("seat", (who, steps), ty.PLAYER, None, self.tables.loc(node.span))

    @call_row("max(A, B)", None, "the greatest of any number of values; none is skipped")
    @call_row("min(A, B)", None, "the smallest of any number of values; none is skipped")
    def _extremum(self, node: ast.Call, env: Env) -> ir.Expr:
        name, loc = node.function, self.tables.loc(node.span)
        if not node.args:
            self._misused(CALLS[name], node)
            return BAD
        items = [self.expr(arg, env) for arg in node.args]
        joined: AnyType | None = None
        for arg, item in zip(node.args, items, strict=True):
            if isinstance(item.type, Unknown):
                return BAD
            joined = item.type if joined is None else type_names.join(joined, item.type)
            if joined is None or not isinstance(ty.required(joined), ty.Int | ty.Rank):  # type: ignore[arg-type]
                self.report.error("RS232", f"{name}(…) compares numbers or ranks", arg.span)
                return BAD
        assert joined is not None
        assert not isinstance(joined, Unknown)
        sure = any(not isinstance(item.type, ty.Opt) for item in items)
        type_ = ty.required(joined) if sure else joined
        if isinstance(type_, ty.Int) and all(isinstance(i.type, ty.Int) for i in items):
            lows = [i.type.low for i in items if isinstance(i.type, ty.Int)]
            highs = [i.type.high for i in items if isinstance(i.type, ty.Int)]
            pick = max if name == "max" else min
            type_ = ty.Int(pick(lows), pick(highs))
        return ir.Op(f"{name}_of", tuple(items), type_, None, loc)

    @call_row("base()", None, "in a rule that replaces another: that other rule ([edits](edits.md#replace))")
    def _base(self, node: ast.Call, env: Env) -> ir.Expr:
        if env.rule is None or env.rule.base is None:
            self.report.error("RS240", "base() is the rule that this one replaces, and it replaces none", node.span)
            return BAD
        base = env.rule.base
        if not node.args:
            given = env.arguments
        else:
            made = self.arguments(base.decl.params, node.args, env, node, "base")
            if made is None:
                return BAD
            given = made
        return ir.CallRule(base.index, given, self.rule_type(base))  # type: ignore[arg-type]

    @call_row(
        "sheet(PLAYER, KIND, SCOPE)",
        3,
        "the points of this kind awarded to the player in the current SCOPE (a phase, a schedule or `stage`), "
        "as a list in order",
    )
    def _sheet(self, node: ast.Call, env: Env) -> ir.Expr:
        loc = self.tables.loc(node.span)
        who = self.expr(node.args[0], env, ty.PLAYER)
        key = sheet_key(node)
        slot = self.context.sheets.get(key) if key is not None else None
        if slot is None:
            self.report.error(
                "RS241", "write sheet(PLAYER, KIND, SCOPE), the scope a phase, a schedule or 'stage'", node.span
            )
            return BAD
        return ir.Read(slot, (who,), self.tables.slots[slot].type, loc)

    @call_row("fits(CARD, GROUP)", 2, "the faces that the card may take in the group ([patterns](patterns.md#groups))")
    def _fits(self, node: ast.Call, env: Env) -> ir.Expr:
        card, group = self.expr(node.args[0], env, ty.CARD), self.expr(node.args[1], env)
        if not isinstance(group.type, ty.Group):
            if not isinstance(group.type, Unknown):
                what = f"{CALLS['fits'].form}: this is {one(group.type)}"
                self.report.error("RS232", what, node.args[1].span)
            return BAD
        faces = ty.ListOf(ty.FACE, self.context.deck.joker_face + 1)
        return ir.Op("fits", (card, group), faces, None, self.tables.loc(node.span))

    @call_row(
        "splits(CARDS, PATTERN)",
        2,
        "the ways to take disjoint combinations out of cards; the first takes none ([patterns](patterns.md#splits))",
    )
    def _splits(self, node: ast.Call, env: Env) -> ir.Expr:
        (held, pattern), loc = node.args, self.tables.loc(node.span)
        cards = self.cards(held, env)
        symbol = self.context.symbols.get(pattern.text) if isinstance(pattern, ast.Name) else None
        if not isinstance(symbol, PatternSymbol) or symbol.decl.params:
            what = "this pattern wants values of its own" if isinstance(symbol, PatternSymbol) else "this is no pattern"
            self.report.error("RS232", f"{CALLS['splits'].form}: {what}", pattern.span)
            return BAD
        index = symbol.index
        return ir.Op("splits", (cards,), ty.ListOf(ty.Split(index), type_names.MAX_DOMAIN), index, loc)

    @call_row("role(CARD, COMBINATION)", 2, "the face that the card represents in a combination not yet laid")
    def _role(self, node: ast.Call, env: Env) -> ir.Expr:
        args, loc = node.args, self.tables.loc(node.span)
        card, combo = self.expr(args[0], env, ty.CARD), self.expr(args[1], env)
        if not isinstance(combo.type, ty.Combo):
            if not isinstance(combo.type, Unknown):
                hint = "of a card that lies on the table write: role of c"
                self.report.error("RS232", f"{CALLS['role'].form}: this is {one(combo.type)}", args[1].span, hint)
            return BAD
        return ir.Op("combo_role", (combo, card), ty.FACE, None, loc)

    @call_row(
        "subsets(PLACE, NUMBER)", 2, "all choices of so many cards; of a range `a..b`, the smaller ones come first"
    )
    def _subsets(self, node: ast.Call, env: Env) -> ir.Expr:
        args, loc = node.args, self.tables.loc(node.span)
        cards = self.cards(args[0], env)
        if isinstance(args[1], ast.Range):
            low, high = self.number(args[1].low, env), self.number(args[1].high, env)
        else:
            low = high = self.number(args[1], env)
        inner = self.context.cards_type()
        return ir.Op("subsets", (cards, low, high), ty.ListOf(inner, type_names.MAX_DOMAIN), None, loc)
