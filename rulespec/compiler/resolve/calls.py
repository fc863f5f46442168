"""``NAME(…)``: calls of rules and the built-in calls."""

from __future__ import annotations

from rulespec.compiler.merge.ast_queries import sheet_key
from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.attributes import ATTRIBUTES
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

CALLS = {
    "top": "top(NUMBER, PLACE)",
    "bottom": "bottom(NUMBER, PLACE)",
    "card": "card(LIST, NUMBER)",
    "seat": "seat(PLAYER, STEPS)",
    "sheet": "sheet(PLAYER, KIND, SCOPE)",
    "subsets": "subsets(PLACE, NUMBER)",
    "fits": "fits(CARD, GROUP)",
    "splits": "splits(CARDS, PATTERN)",
    "max": "max(A, B)",
    "min": "min(A, B)",
    "role": "role(CARD, COMBINATION)",
    "base": "base()",
}
"""The built-in calls, and how each is written."""


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
        loc = self.tables.loc(node.span)
        args = node.args
        match name, len(args):
            case "base", _:
                return self._base(node, env)
            case (("max" | "min"), n) if n > 0:
                return self._extremum(name, node, env, loc)
            case (("top" | "bottom"), 2):
                number, cards = self.number(args[0], env), self.cards(args[1], env)
                self.require_order(cards, name, node.span)
                op = "take_last" if name == "top" else "take_first"
                return ir.Op(op, (number, cards), self.context.cards_type(), None, loc)
            case "card", 2:
                collection, number = self.domain(args[0], env), self.number(args[1], env)
                inner = type_names.element(collection.type)
                if inner is None or isinstance(inner, Unknown):
                    return BAD
                return ir.Op("nth", (collection, number), inner, None, loc)
            case "seat", 2:
                who, steps = self.expr(args[0], env, ty.PLAYER), self.number(args[1], env)
                return ir.Op("seat", (who, steps), ty.PLAYER, None, loc)
            case "sheet", 3:
                return self._sheet(node, env, loc)
            case "subsets", 2:
                return self._subsets(args, env, loc)
            case "role", 2:
                return self._role(args, env, loc)
            case "fits", 2:
                card, group = self.expr(args[0], env, ty.CARD), self.expr(args[1], env)
                if not isinstance(group.type, ty.Group):
                    if not isinstance(group.type, Unknown):
                        self.report.error("RS232", f"fits(CARD, GROUP): this is {one(group.type)}", args[1].span)
                    return BAD
                return ir.Op("fits", (card, group), ty.ListOf(ty.FACE, self.context.deck.joker_face + 1), None, loc)
            case "splits", 2:
                return self._splits(args[0], args[1], env, loc)
        if name in CALLS:
            self.report.error("RS224", f"'{name}' is not asked in this way", node.span, f"write {CALLS[name]}")
        elif (guess := for_call(self.context, node, ATTRIBUTES)) is not None:
            self.report.error("RS202", f"'{name}' is nothing that is asked in round brackets", node.span, guess)
        else:
            rules = [n for n, s in self.context.symbols.items() if isinstance(s, RuleSymbol)]
            self.report.unknown("rule", name, node.span, [*rules, *CALLS])
        return BAD

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

    def _extremum(self, name: str, node: ast.Call, env: Env, loc: int) -> ir.Expr:
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

    def _sheet(self, node: ast.Call, env: Env, loc: int) -> ir.Expr:
        who = self.expr(node.args[0], env, ty.PLAYER)
        key = sheet_key(node)
        slot = self.context.sheets.get(key) if key is not None else None
        if slot is None:
            self.report.error(
                "RS241", "write sheet(PLAYER, KIND, SCOPE), the scope a phase, a schedule or 'stage'", node.span
            )
            return BAD
        return ir.Read(slot, (who,), self.tables.slots[slot].type, loc)

    def _splits(self, held: ast.Expr, pattern: ast.Expr, env: Env, loc: int) -> ir.Expr:
        """Every way to take disjoint combos of a pattern out of cards; the first takes none."""
        cards = self.cards(held, env)
        symbol = self.context.symbols.get(pattern.text) if isinstance(pattern, ast.Name) else None
        if not isinstance(symbol, PatternSymbol) or symbol.decl.params:
            what = "this pattern wants values of its own" if isinstance(symbol, PatternSymbol) else "this is no pattern"
            self.report.error("RS232", f"{CALLS['splits']}: {what}", pattern.span)
            return BAD
        index = symbol.index
        return ir.Op("splits", (cards,), ty.ListOf(ty.Split(index), type_names.MAX_DOMAIN), index, loc)

    def _role(self, args: tuple[ast.Expr, ...], env: Env, loc: int) -> ir.Expr:
        """``role(c, m)``: the face that a card of a combination not yet laid stands for."""
        card, combo = self.expr(args[0], env, ty.CARD), self.expr(args[1], env)
        if not isinstance(combo.type, ty.Combo):
            if not isinstance(combo.type, Unknown):
                hint = "of a card that lies on the table write: role of c"
                self.report.error("RS232", f"role(CARD, COMBINATION): this is {one(combo.type)}", args[1].span, hint)
            return BAD
        return ir.Op("combo_role", (combo, card), ty.FACE, None, loc)

    def _subsets(self, args: tuple[ast.Expr, ...], env: Env, loc: int) -> ir.Expr:
        cards = self.cards(args[0], env)
        if isinstance(args[1], ast.Range):
            low, high = self.number(args[1].low, env), self.number(args[1].high, env)
        else:
            low = high = self.number(args[1], env)
        inner = self.context.cards_type()
        return ir.Op("subsets", (cards, low, high), ty.ListOf(inner, type_names.MAX_DOMAIN), None, loc)
