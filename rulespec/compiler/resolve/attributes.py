"""Attributes: ``suit of c``, ``left of p``, ``size of Z`` …; each lowers to a primitive of ``rulespec.ir.ops``."""

from __future__ import annotations

from dataclasses import replace

from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.builtins import ATTRIBUTES, COLLECTION, SYNTAX, Asked, Row, attribute_row
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
        rows = ATTRIBUTES[name]
        of = rows[0].of
        if of == SYNTAX:
            return self._typed(rows[0], Asked(name, BAD, node, env, loc)) or BAD
        if name in ENDS and _is_players(node.operand, env):
            return ir.Op(ENDS[name], (self.expr(node.operand, env),), ty.PLAYER, None, loc)
        operand = self.domain(node.operand, env) if of == COLLECTION else self.expr(node.operand, env)
        if isinstance(operand.type, Unknown):
            return BAD
        asked = Asked(name, operand, node, env, loc)
        base = ty.required(operand.type)
        row = next((row for row in rows if isinstance(row.of, str) or isinstance(base, row.of)), None)
        made = self._typed(row, asked) if row is not None else None
        if made is None and name in TEAM_WORDS and not self.context.teams and isinstance(base, ty.Player):
            self.report.error("RS228", "this game has no teams", node.span, "say so in game { … teams across }")
            return BAD
        return made if made is not None else self._inapplicable(asked)

    def _typed(self, row: Row, asked: Asked) -> ir.Expr | None:
        made: ir.Expr | None = row.typed(self, asked)
        return made

    def _inapplicable(self, asked: Asked) -> ir.Expr:
        what = f"'{asked.name} of' does not apply to {one(asked.operand.type)}"
        self.report.error("RS229", what, asked.node.span)
        return BAD

    # ------------------------------------------------------------ places, lists, sets

    def _elements(self, asked: Asked) -> tuple[ir.Expr, ty.Type, int] | None:
        """The operand as a collection, the type of its elements, and the most that it can have."""
        operand = asked.operand
        if isinstance(operand.type, ty.Combo | ty.Group):
            operand = self.fit(operand, self.context.cards_type(), asked.node.span)
        kind = operand.type
        inner = type_names.element(kind)
        if inner is None or isinstance(inner, Unknown):
            return None
        assert isinstance(kind, ty.ListOf | ty.SetOf)
        return operand, inner, kind.most if isinstance(kind, ty.ListOf) else self.context.seats_most

    def _end(self, asked: Asked) -> ir.Expr | None:
        found = self._elements(asked)
        if found is None:
            return None
        operand, inner, _ = found
        if isinstance(operand, ir.GroupsAt):
            self.tables.groups[operand.groups] = replace(self.tables.groups[operand.groups], ordered=True)
        return ir.Op(ENDS[asked.name], (operand,), ty.optional(inner), None, asked.loc)

    @attribute_row("top", "Z", "the card at the top of a pile, or none", "collections", COLLECTION)
    @attribute_row("bottom", "Z", "the card at the bottom of a pile, or none", "collections", COLLECTION)
    def _end_of_place(self, asked: Asked) -> ir.Expr | None:
        self.require_order(asked.operand, asked.name, asked.node.span)
        return self._end(asked)

    @attribute_row(
        "first",
        "L",
        "the first element, or none. Of a pile it is the bottom. `first of players` is never none",
        "collections",
        COLLECTION,
    )
    @attribute_row("last", "L", "the last element, or none", "collections", COLLECTION)
    def _end_of_list(self, asked: Asked) -> ir.Expr | None:
        return self._end(asked)

    @attribute_row("size", "L", "how many", "collections", COLLECTION)
    def _size(self, asked: Asked) -> ir.Expr | None:
        found = self._elements(asked)
        if found is None:
            return None
        operand, _, most = found
        return ir.Op("size", (operand,), ty.Int(0, max(most, len(self.context.deck.ranks))))

    @attribute_row("reversed", "L", "in reverse order", "collections", COLLECTION)
    @attribute_row("but_last", "L", "all but the last", "collections", COLLECTION)
    def _rearranged(self, asked: Asked) -> ir.Expr | None:
        found = self._elements(asked)
        if found is None:
            return None
        operand, inner, most = found
        return ir.Op(asked.name, (operand,), ty.ListOf(inner, most))

    @attribute_row(
        "random",
        "L",
        "a drawn element; only as `x = random of …`, `let x = random of …`, `dealt by random of …`",
        "collections",
        COLLECTION,
    )
    def _random(self, asked: Asked) -> ir.Expr | None:
        if self._elements(asked) is None:
            return None
        self.report.error("RS238", "chance stands alone: 'x = random of …' or 'dealt by random of …'", asked.node.span)
        return BAD

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

    @attribute_row(
        "cards",
        "X",
        "the cards of a group, of all groups of a declaration, of a combination, of a split",
        "collections",
        COLLECTION,
    )
    def _cards_of(self, asked: Asked) -> ir.Expr:
        operand, cards = asked.operand, self.context.cards_type()
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
        return self.fit(operand, cards, asked.node.operand.span)

    # ------------------------------------------------------------ cards, faces, ranks, suits, numbers

    @attribute_row("suit", "c", "of a card or a face; a joker of the deck has none", "cards", (ty.Card, ty.Face))
    def _suit(self, asked: Asked) -> ir.Expr:
        card, is_face = asked.operand, isinstance(ty.required(asked.operand.type), ty.Face)
        made = lift("face_suit" if is_face else "suit", card, ty.SUIT)
        joker = ir.Op("not", (plain(self.joker_test(card, is_face)),), ty.BOOL)
        if self.context.deck.jokers and joker not in asked.env.facts.known:
            made = replace(made, type=ty.Opt(ty.SUIT))
        return made

    @attribute_row(
        "rank", "c", "of a card or a face; a joker of the deck has the rank `joker`", "cards", (ty.Card, ty.Face)
    )
    def _rank(self, asked: Asked) -> ir.Expr:
        is_face = isinstance(ty.required(asked.operand.type), ty.Face)
        return lift("face_rank" if is_face else "rank", asked.operand, ty.RANK)

    @attribute_row("face", "c", "what is printed on the card", "cards", (ty.Card,))
    @attribute_row("role", "c", "the face that the card represents in its place; usually its own", "cards", (ty.Card,))
    def _face(self, asked: Asked) -> ir.Expr:
        return lift(asked.name, asked.operand, ty.FACE)

    @attribute_row(
        "order", "r", "the number of a rank in the deck's order, from 1; a joker comes last", "cards", (ty.Rank,)
    )
    def _order_of_rank(self, asked: Asked) -> ir.Expr:
        return lift("order", asked.operand, ty.Int(1, len(self.context.deck.ranks) + 1))

    @attribute_row("order", "s", "the number of a suit in the deck's order, from 1", "cards", (ty.Suit,))
    def _order_of_suit(self, asked: Asked) -> ir.Expr:
        return lift("order", asked.operand, ty.Int(1, len(self.context.deck.suits)))

    @attribute_row("index", "c", "the card's position in its pile, from 1 at the bottom", "cards", (ty.Card,))
    def _index_of(self, asked: Asked) -> ir.Expr:
        return ir.Op("index_of", (asked.operand,), ty.Int(1, self.context.deck.size_most), None, asked.loc)

    @attribute_row("depth", "c", "the card's position in its pile, from 1 at the top", "cards", (ty.Card,))
    def _depth(self, asked: Asked) -> ir.Expr:
        return ir.Op("depth", (asked.operand,), ty.Int(1, self.context.deck.size_most), None, asked.loc)

    @attribute_row(
        "group", "c", "the group in which the card lies, if the spec has one declaration of groups", "cards", (ty.Card,)
    )
    def _group(self, asked: Asked) -> ir.Expr | None:
        if len(self.tables.groups) != 1:
            return None
        return ir.Op("group_of", (asked.operand,), ty.Group(0), 0, asked.loc)

    @attribute_row("abs", "n", "a number without its sign", "cards", (ty.Int,))
    def _abs(self, asked: Asked) -> ir.Expr:
        base = ty.required(asked.operand.type)
        assert isinstance(base, ty.Int)
        number = self.fit(asked.operand, ty.INT, asked.node.operand.span)
        return ir.Op("abs", (number,), type_names.clamp(0, max(abs(base.low), abs(base.high))), None, asked.loc)

    # ------------------------------------------------------------ players and teams

    @attribute_row("left", "p", "the next seat in play", "players", (ty.Player,))
    @attribute_row("right", "p", "the seat in play before", "players", (ty.Player,))
    def _neighbour(self, asked: Asked) -> ir.Expr:
        return lift(asked.name, asked.operand, ty.PLAYER, loc=asked.loc)

    @attribute_row("others", "p", "all other seats in play, starting left of p", "players", (ty.Player,))
    def _others(self, asked: Asked) -> ir.Expr:
        return ir.Op("others", (asked.operand,), ty.ListOf(ty.PLAYER, self.context.seats_most))

    @attribute_row("team", "p", "the team, if the game has teams", "players", (ty.Player,))
    def _team(self, asked: Asked) -> ir.Expr | None:
        return lift("team_of", asked.operand, ty.TEAM) if self.context.teams else None

    @attribute_row("partner", "p", "the other member of a pair, if the game has teams", "players", (ty.Player,))
    def _partner(self, asked: Asked) -> ir.Expr | None:
        return lift("partner", asked.operand, ty.PLAYER) if self.context.teams else None

    @attribute_row("rivals", "p", "the seats of other teams, if the game has teams", "players", (ty.Player,))
    def _rivals_of_player(self, asked: Asked) -> ir.Expr | None:
        return ir.Op("rivals", (asked.operand,), self.context.players_type()) if self.context.teams else None

    @attribute_row("members", "t", "the seats of a team", "players", (ty.Team,))
    def _members(self, asked: Asked) -> ir.Expr:
        return ir.Op("members", (asked.operand,), self.context.players_type())

    @attribute_row("rivals", "t", "the other one of two teams", "players", (ty.Team,))
    def _rivals_of_team(self, asked: Asked) -> ir.Expr:
        return lift("rivals", asked.operand, ty.TEAM)

    @attribute_row("total", "p", "a seat's points so far in the run of the schedule", "players", (ty.Player,))
    def _total_of_player(self, asked: Asked) -> ir.Expr:
        totals = self.context.system.totals
        return ir.Read(totals, (asked.operand,), self.tables.slots[totals].type, asked.loc)

    @attribute_row("total", "t", "a team's points so far; they include those of its members", "players", (ty.Team,))
    def _total_of_team(self, asked: Asked) -> ir.Expr:
        totals = self.context.system.team_totals
        return ir.Read(totals, (asked.operand,), self.tables.slots[totals].type, asked.loc)

    # ------------------------------------------------------------ combinations, groups and splits

    @attribute_row("low", "m", "the lowest rank; a low ace counts as low", "combinations", (ty.Combo, ty.Group))
    @attribute_row("rank", "m", "the same as `low`", "combinations", (ty.Combo, ty.Group))
    def _low(self, asked: Asked) -> ir.Expr:
        return lift("low", asked.operand, ty.RANK)

    @attribute_row(
        "high", "m", "the highest rank; wild cards count as their roles", "combinations", (ty.Combo, ty.Group)
    )
    def _high(self, asked: Asked) -> ir.Expr:
        return lift("high", asked.operand, ty.RANK)

    @attribute_row("combos", "s", "the combinations of a split", "combinations", (ty.Split,))
    def _combos(self, asked: Asked) -> ir.Expr:
        kind = ty.required(asked.operand.type)
        assert isinstance(kind, ty.Split)
        return ir.Op("split_combos", (asked.operand,), ty.ListOf(ty.Combo(kind.pattern), self.context.deck.size_most))

    # ------------------------------------------------------------ measures

    @attribute_row(
        "standing",
        "p",
        "the rank in the schedule that ended last, from 1; equal results share it",
        "players",
        (ty.Player,),
    )
    def _standing(self, asked: Asked) -> ir.Expr:
        """One more than the number of seats in play with a better result in the run that ended last."""
        who = asked.operand
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

    @attribute_row("max", "L", "the greatest number or rank, or none", "collections", SYNTAX)
    @attribute_row("min", "L", "the smallest number or rank, or none", "collections", SYNTAX)
    @attribute_row(
        "sum",
        "L",
        "of numbers; 0 of nothing. `max`, `min` and `sum of x` take all values of a variable `x[player]`",
        "collections",
        SYNTAX,
    )
    def _aggregate(self, asked: Asked) -> ir.Expr:
        name, node, env = asked.name, asked.node, asked.env
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

    @attribute_row(
        "highest",
        "X",
        "the players with the most; X is `total`, a variable by player, or a rule of one player",
        "players",
        SYNTAX,
    )
    @attribute_row("lowest", "X", "the players with the least", "players", SYNTAX)
    def _extreme(self, asked: Asked) -> ir.Expr:
        """``highest of total``: those seats for whom the measure is greatest."""
        name, node, env = asked.name, asked.node, asked.env
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


def _is_players(node: ast.Expr, env: Env) -> bool:
    return isinstance(node, ast.Name) and node.text == "players" and "players" not in env.locals
