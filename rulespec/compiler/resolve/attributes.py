"""Attributes: ``suit of c``, ``left of p``, ``size of Z`` …; each lowers to a primitive of ``rulespec.ir.ops``."""

from __future__ import annotations

from dataclasses import replace

from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.context import Env
from rulespec.compiler.resolve.elaborator import Elaborator, lift
from rulespec.compiler.resolve.hints import for_attribute
from rulespec.compiler.resolve.narrowing import plain
from rulespec.compiler.resolve.symbols import (
    BAD,
    NoteSymbol,
    PatternSymbol,
    RuleSymbol,
    Unknown,
    ValueSymbol,
    VarSymbol,
)
from rulespec.compiler.resolve.type_names import one
from rulespec.ir import nodes as ir
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span

ENDS = {"top": "last", "bottom": "first", "first": "first", "last": "last"}
ATTRIBUTES = (
    "top bottom first last size total random others left right team partner members rivals standing rank suit face "
    "role index depth order abs reversed but_last group cards low high max min sum highest lowest combos"
).split()


TEAM_WORDS = ("team", "partner", "rivals")


class Attributes(Elaborator):
    """``NAME of X``: the spec's own rules, tables, notes and patterns, and the built-in attributes."""

    def apply(self, node: ast.Apply, env: Env) -> ir.Expr:
        """``NAME of X`` and ``NAME(args) of X``: a rule, table, note or pattern of the spec, or a built-in word."""
        name = node.function
        symbol = self.context.symbols.get(name)
        match symbol:
            case RuleSymbol():
                return self.call_rule(symbol, (node.operand, *(node.args or ())), env, node, name)
            case ValueSymbol(index):
                return self._value(index, node.operand, env)
            case NoteSymbol(index):
                card = self._card_or_none(node.operand, env)
                type_ = self.tables.notes[index].type
                if isinstance(card.type, ty.Opt):
                    type_ = ty.optional(type_)
                return ir.Op("note", (card,), type_, index, self.tables.loc(node.span))
            case PatternSymbol(index, decl):
                cards = self.cards(node.operand, env)
                args = self.arguments(decl.params, node.args or (), env, node, name)
                if args is None:
                    return BAD
                most = type_names.MAX_DOMAIN
                return ir.Op(
                    "combos", (cards, *args), ty.ListOf(ty.Combo(index), most), index, self.tables.loc(node.span)
                )
        field = self._field(name, node, env) if symbol is None and name not in ATTRIBUTES else None
        if field is not None:
            return field
        if node.args is not None:
            self.report.unknown("rule", name, node.span, [*self.context.symbols, *ATTRIBUTES])
            return BAD
        if name in ATTRIBUTES:
            return self._attribute(name, node, env)
        if name in self.context.deck.ranks and isinstance(node.operand, ast.Name):
            return self.face_literal(name, node.operand.text, node.span)
        guess = for_attribute(self.context, node)
        if guess is not None:
            self.report.error("RS202", f"'{name}' is nothing that is asked with 'of'", node.span, guess)
        else:
            self.report.unknown("attribute", name, node.span, [*self.context.symbols, *ATTRIBUTES])
        return BAD

    def _field(self, name: str, node: ast.Apply, env: Env) -> ir.Expr | None:
        """``laid_by of g``: a field that a ``groups`` declaration gives its groups; None where no such field is."""
        if not any(f.name == name for g in self.tables.groups for f in g.fields):
            return None
        group = self.expr(node.operand, env)
        if not isinstance(group.type, ty.Group):
            return None
        for index, field in enumerate(self.tables.groups[group.type.groups].fields):
            if field.name == name:
                number = ir.Const(index, ty.Int(index, index))
                return ir.Op("group_field", (group, number), field.type, group.type.groups, self.tables.loc(node.span))
        return None

    def _card_or_none(self, node: ast.Expr, env: Env) -> ir.Expr:
        made = self.expr(node, env)
        return self.fit(made, ty.Opt(ty.CARD), node.span) if not isinstance(made.type, ty.Card) else made

    def _value(self, index: int, operand: ast.Expr, env: Env) -> ir.Expr:
        value = self.tables.values[index]
        made = self.expr(operand, env)
        assert isinstance(value.type, ty.Int)
        match ty.required(made.type) if not isinstance(made.type, Unknown) else made.type:
            case ty.Card():
                return lift("value", made, value.type, index)
            case ty.Face():
                return lift("value_face", made, value.type, index)
            case Unknown():
                return BAD
        cards = self.fit(made, self.context.cards_type(), operand.span)
        size = self.context.deck.size_most
        total = type_names.clamp(min(0, value.type.low * size), max(0, value.type.high * size))
        return ir.Op("value_sum", (cards,), total, index, self.tables.loc(operand.span))

    def _attribute(self, name: str, node: ast.Apply, env: Env) -> ir.Expr:
        loc = self.tables.loc(node.span)
        if name in ("max", "min", "sum"):
            return self._aggregate(name, node, env)
        if name in ("highest", "lowest"):
            return self._extreme(name, node, env)
        if name in ENDS and _is_players(node.operand, env):
            return ir.Op(ENDS[name], (self.expr(node.operand, env),), ty.PLAYER, None, loc)
        operand = self.domain(node.operand, env) if name in COLLECTION_WORDS else self.expr(node.operand, env)
        if isinstance(operand.type, Unknown):
            return BAD
        if name in ("top", "bottom"):
            self.require_order(operand, name, node.span)
        if name in COLLECTION_WORDS:
            return self._of_collection(name, operand, node, loc)
        base = ty.required(operand.type)
        match base:
            case ty.Card() | ty.Face():
                made = self._of_card(name, operand, isinstance(base, ty.Face), env, loc)
            case ty.Player():
                made = self._of_player(name, operand, loc)
            case ty.Team():
                made = self._of_team(name, operand, loc)
            case ty.Rank() if name == "order":
                made = lift("order", operand, ty.Int(1, len(self.context.deck.ranks) + 1))
            case ty.Suit() if name == "order":
                made = lift("order", operand, ty.Int(1, len(self.context.deck.suits)))
            case ty.Int() if name == "abs":
                number = self.fit(operand, ty.INT, node.operand.span)
                made = ir.Op("abs", (number,), type_names.clamp(0, max(abs(base.low), abs(base.high))), None, loc)
            case ty.Combo() | ty.Group():
                made = self._of_combo(name, operand)
            case ty.Split():
                made = self._of_split(name, operand, base)
            case _:
                made = None
        if made is None and name in TEAM_WORDS and not self.context.teams and isinstance(base, ty.Player):
            self.report.error("RS228", "this game has no teams", node.span, "say so in game { … teams across }")
            return BAD
        if made is None:
            self.report.error("RS229", f"'{name} of' does not apply to {one(operand.type)}", node.span)
            return BAD
        return made

    def _of_collection(self, name: str, operand: ir.Expr, node: ast.Apply, loc: int) -> ir.Expr:
        if name == "cards":
            return self._cards_of(operand, node)
        kind = operand.type
        if isinstance(kind, ty.Combo | ty.Group):
            operand = self.fit(operand, self.context.cards_type(), node.span)
            kind = operand.type
        inner = type_names.element(kind)
        if inner is None or isinstance(inner, Unknown):
            self.report.error("RS229", f"'{name} of' does not apply to {one(kind)}", node.span)
            return BAD
        assert isinstance(kind, ty.ListOf | ty.SetOf)
        most = kind.most if isinstance(kind, ty.ListOf) else self.context.seats_most
        match name:
            case "size":
                return ir.Op("size", (operand,), ty.Int(0, max(most, len(self.context.deck.ranks))))
            case "random":
                self.report.error(
                    "RS238", "chance stands alone: 'x = random of …' or 'dealt by random of …'", node.span
                )
                return BAD
            case "reversed" | "but_last":
                return ir.Op(name, (operand,), ty.ListOf(inner, most))
            case _:
                if isinstance(operand, ir.GroupsAt):
                    self.tables.groups[operand.groups] = replace(self.tables.groups[operand.groups], ordered=True)
                return ir.Op(ENDS[name], (operand,), ty.optional(inner), None, loc)

    def require_order(self, cards: ir.Expr, what: str, span: Span) -> None:
        """Reports the end of a zone, which has none."""
        place = self.tables.places[cards.place] if isinstance(cards, ir.CardsAt) else None
        if place is not None and not place.ordered:
            self.report.error(
                "RS247",
                f"zone '{place.name}' is a set: it has no {what}",
                span,
                f"declare it as a pile, or ask for a card of it: find(c in {place.name} where …)",
            )

    def _cards_of(self, operand: ir.Expr, node: ast.Apply) -> ir.Expr:
        cards = self.context.cards_type()
        match operand:
            case ir.GroupsAt(groups=groups):
                return ir.Op("all_group_cards", (), cards, groups)
        match operand.type:
            case ty.Group():
                return ir.Op("group_cards", (operand,), cards)
            case ty.Combo():
                return ir.Op("combo_cards", (operand,), cards)
            case ty.Split():
                return ir.Op("split_cards", (operand,), cards)
        return self.fit(operand, cards, node.operand.span)

    def _of_card(self, name: str, card: ir.Expr, is_face: bool, env: Env, loc: int) -> ir.Expr | None:
        deck = self.context.deck
        match name:
            case "suit":
                made = lift("face_suit" if is_face else "suit", card, ty.SUIT)
                if (
                    deck.jokers
                    and ir.Op("not", (plain(self.joker_test(card, is_face)),), ty.BOOL) not in env.facts.known
                ):
                    made = replace(made, type=ty.Opt(ty.SUIT))
                return made
            case "rank":
                return lift("face_rank" if is_face else "rank", card, ty.RANK)
            case "face" if not is_face:
                return lift("face", card, ty.FACE)
            case "role" if not is_face:
                return lift("role", card, ty.FACE)
            case "index" | "depth" if not is_face:
                op = "index_of" if name == "index" else "depth"
                return ir.Op(op, (card,), ty.Int(1, deck.size_most), None, loc)
            case "group" if not is_face:
                if len(self.tables.groups) != 1:
                    return None
                return ir.Op("group_of", (card,), ty.Group(0), 0, loc)
            case _:
                return None

    def _of_player(self, name: str, who: ir.Expr, loc: int) -> ir.Expr | None:
        system = self.context.system
        match name:
            case "left" | "right":
                return lift(name, who, ty.PLAYER, loc=loc)
            case "others":
                return ir.Op("others", (who,), ty.ListOf(ty.PLAYER, self.context.seats_most))
            case "total":
                return ir.Read(system.totals, (who,), self.tables.slots[system.totals].type, loc)
            case "standing":
                return self._standing(who)
            case "partner" | "team" if self.context.teams:
                return lift("team_of" if name == "team" else name, who, ty.TEAM if name == "team" else ty.PLAYER)
            case "rivals" if self.context.teams:
                return ir.Op("rivals", (who,), self.context.players_type())
            case _:
                return None

    def _of_team(self, name: str, team: ir.Expr, loc: int) -> ir.Expr | None:
        system = self.context.system
        match name:
            case "members":
                return ir.Op("members", (team,), self.context.players_type())
            case "rivals":
                return lift("rivals", team, ty.TEAM)
            case "total":
                return ir.Read(system.team_totals, (team,), self.tables.slots[system.team_totals].type, loc)
            case _:
                return None

    def _of_combo(self, name: str, combo: ir.Expr) -> ir.Expr | None:
        match name:
            case "low" | "rank":
                return lift("low", combo, ty.RANK)
            case "high":
                return lift("high", combo, ty.RANK)
            case _:
                return None

    def _of_split(self, name: str, split: ir.Expr, kind: ty.Split) -> ir.Expr | None:
        if name == "combos":
            return ir.Op("split_combos", (split,), ty.ListOf(ty.Combo(kind.pattern), self.context.deck.size_most))
        return None

    def _standing(self, who: ir.Expr) -> ir.Expr:
        """One more than the number of seats in play with a better result in the run that ended last."""
        system, local = self.context.system, self.tables.local()
        number = self.tables.slots[system.measure].type
        better = ir.Op(
            "gt",
            (
                ir.Read(system.measure, (ir.Local(local, ty.PLAYER),), number, -1),
                ir.Read(system.measure, (who,), number, -1),
            ),
            ty.BOOL,
        )
        players = ir.Op("players", (), self.context.players_type())
        count = ir.Quant("count", local, players, better, None, None, ty.Int(0, self.context.seats_most), -1)
        return ir.Op("add", (ir.Const(1, ty.Int(1, 1)), count), ty.Int(1, self.context.seats_most + 1))

    def _array(self, node: ast.Expr, env: Env) -> ir.Expr | None:
        """A variable with one index, named without it: all its values."""
        if not isinstance(node, ast.Name) or node.text in env.locals:
            return None
        symbol = self.context.symbols.get(node.text)
        if isinstance(symbol, VarSymbol) and len(self.tables.slots[symbol.slot].dims) == 1:
            slot = self.tables.slots[symbol.slot]
            return ir.Op("array", (), ty.ListOf(slot.type, max(self.context.seats_most, 64)), symbol.slot)
        return None

    def _aggregate(self, name: str, node: ast.Apply, env: Env) -> ir.Expr:
        array = self._array(node.operand, env)
        operand = array if array is not None else self.domain(node.operand, env)
        inner = type_names.element(operand.type)
        if isinstance(operand.type, Unknown):
            return BAD
        if inner is None or isinstance(inner, Unknown):
            self.report.error("RS229", f"'{name} of' does not apply to {one(operand.type)}", node.span)
            return BAD
        base = ty.required(inner)
        loc = self.tables.loc(node.span)
        if name == "sum" and isinstance(base, ty.Int):
            most = operand.type.most if isinstance(operand.type, ty.ListOf) else self.context.seats_most
            return ir.Op(
                "sum", (operand,), type_names.clamp(min(0, base.low * most), max(0, base.high * most)), None, loc
            )
        if name != "sum" and isinstance(base, ty.Int | ty.Rank):
            known = array is not None and not isinstance(inner, ty.Opt)
            return ir.Op(name, (operand,), base if known else ty.Opt(base), None, loc)
        self.report.error("RS229", f"'{name} of' does not apply to {one(operand.type)}", node.span)
        return BAD

    def measured(self, node: ast.Expr, who: ir.Expr, env: Env) -> ir.Expr:
        """``total``, a variable by seat or a rule of one seat, read for ``who``."""
        loc = self.tables.loc(node.span)
        if isinstance(node, ast.Name):
            symbol = self.context.symbols.get(node.text)
            if isinstance(symbol, VarSymbol) and len(self.tables.slots[symbol.slot].dims) == 1:
                return ir.Read(symbol.slot, (who,), self.tables.slots[symbol.slot].type, loc)
            if isinstance(symbol, RuleSymbol) and len(symbol.decl.params) == 1:
                self.context.rule_used(symbol.index, env, node.span)
                return ir.CallRule(symbol.index, (who,), self.rule_type(symbol))  # type: ignore[arg-type]
            if symbol is None and node.text == "total":
                return self._result(who, loc)
        self.report.error(
            "RS239", "highest and lowest need 'total', a variable by player or a rule of one player", node.span
        )
        return BAD

    def _result(self, who: ir.Expr, loc: int) -> ir.Expr:
        """The total by which a seat wins or loses: its team's, where the game has teams."""
        system = self.context.system
        if not self.context.teams:
            return ir.Read(system.totals, (who,), self.tables.slots[system.totals].type, loc)
        team = ir.Op("team_of", (who,), ty.TEAM)
        return ir.Read(system.team_totals, (team,), self.tables.slots[system.team_totals].type, loc)

    def _extreme(self, name: str, node: ast.Apply, env: Env) -> ir.Expr:
        """``highest of total``: those seats for whom the measure is greatest."""
        outer, inner = self.tables.local(), self.tables.local()
        mine = self.fit(self.measured(node.operand, ir.Local(outer, ty.PLAYER), env), ty.INT, node.operand.span)
        theirs = self.fit(self.measured(node.operand, ir.Local(inner, ty.PLAYER), env), ty.INT, node.operand.span)
        if isinstance(mine.type, Unknown):
            return BAD
        loc = self.tables.loc(node.span)
        players = ir.Op("players", (), self.context.players_type())
        best = ir.Quant(
            "max" if name == "highest" else "min", inner, players, None, theirs, None, ty.Opt(mine.type), loc
        )
        local = self.tables.local()
        same = ir.Op("eq", (mine, ir.Local(local, ty.Opt(mine.type))), ty.BOOL)
        those = ir.Quant("those", outer, players, same, None, None, self.context.players_type(), loc)
        return ir.Bind(local, best, those, self.context.players_type())


COLLECTION_WORDS = frozenset(("top", "bottom", "first", "last", "size", "random", "reversed", "but_last", "cards"))


def _is_players(node: ast.Expr, env: Env) -> bool:
    return isinstance(node, ast.Name) and node.text == "players" and "players" not in env.locals
