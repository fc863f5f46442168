"""Domains, binders, and the words that walk over them: some, every, count, those, find, best, sum, list …"""

from __future__ import annotations

from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.context import Env
from rulespec.compiler.resolve.elaborator import Elaborator
from rulespec.compiler.resolve.narrowing import when_true
from rulespec.compiler.resolve.symbols import BAD, Unknown
from rulespec.compiler.resolve.type_names import AnyType, one
from rulespec.ir import nodes as ir
from rulespec.ir import types as ty
from rulespec.syntax import ast

AS_SET = (ty.Player, ty.Team, ty.Suit, ty.Rank, ty.Enum)
"""Elements whose selections are sets; cards and numbers stay lists."""


class Quantifiers(Elaborator):
    """Everything with a bound variable."""

    def domain(self, node: ast.Expr, env: Env) -> ir.Expr:
        """What a variable can range over: a collection, or a word for all values of a type."""
        match node:
            case ast.Name(text=name) if name not in env.locals and name not in self.context.symbols:
                made = self._values_of(name)
                if made is not None:
                    return made
            case ast.Maybe(name=name):
                values = self._values_of(name)
                if values is None:
                    plural = {"suit": "suits", "rank": "ranks", "player": "players", "team": "teams"}.get(name)
                    if plural is None:
                        self.report.unknown(
                            "type", name, node.span, ["suit", "rank", "player", "bool", *self.tables.enums]
                        )
                        return BAD
                    values = self.expr(ast.Name(plural, span=node.span), env)
                inner = type_names.element(values.type)
                if inner is None or isinstance(inner, Unknown):
                    return BAD
                nothing = ir.Op("list", (ir.Const(None, ty.optional(inner)),), ty.ListOf(ty.optional(inner), 1))
                most = 1 + type_names.most(
                    inner,
                    self.context.seats_most,
                    self.tables.enums,
                    len(self.context.deck.suits),
                    len(self.context.deck.ranks),
                )
                return ir.Op("concat", (nothing, values), ty.ListOf(ty.optional(inner), most))
        return self.expr(node, env)

    def _values_of(self, name: str) -> ir.Expr | None:
        if name == "bool":
            return ir.Op("list", (ir.Const(False, ty.BOOL), ir.Const(True, ty.BOOL)), ty.ListOf(ty.BOOL, 2))
        members = self.tables.enums.get(name)
        if members is None:
            return None
        kind = ty.Enum(name)
        return ir.Op("list", tuple(ir.Const(i, kind) for i in range(len(members))), ty.ListOf(kind, len(members)))

    def collection(self, node: ast.Expr, start: ast.Expr | None, env: Env) -> tuple[ir.Expr, AnyType] | None:
        """The domain of a binder and the type of its elements, or None after reporting."""
        made = self.domain(node, env)
        if isinstance(made.type, ty.Combo | ty.Group):
            made = self.fit(made, self.context.cards_type(), node.span)
        inner = type_names.element(made.type)
        if inner is None:
            hint = "write 1..…, to go through numbers" if isinstance(made.type, ty.Int) else None
            self.report.error("RS232", f"{one(made.type)} is not a collection to go through", node.span, hint)
            return None
        if isinstance(inner, Unknown):
            return None
        if start is None:
            return made, inner
        first = self.expr(start, env, ty.PLAYER)
        if not isinstance(inner, ty.Player):
            self.report.error("RS232", "'from' names the player to begin with; these are no players", start.span)
            return None
        ring = ir.Op(
            "ring_from", (made, first), ty.ListOf(ty.PLAYER, self.context.seats_most), None, self.tables.loc(start.span)
        )
        return ring, inner

    def walk(self, node: ast.Binder, env: Env) -> tuple[ir.Expr, AnyType] | None:
        """The domain of a binder that is gone through element by element."""
        found = self.collection(node.domain, node.start, env)
        if found is None:
            return None
        made = found[0]
        if isinstance(made, ir.Op) and made.op == "range":
            low, high = (a.type for a in made.args)
            least = high.low - low.high + 1 if isinstance(low, ty.Int) and isinstance(high, ty.Int) else 0
            if least > type_names.MAX_WALK:
                self.report.error(
                    "RS502",
                    f"this goes through {least} numbers, and {type_names.MAX_WALK} is the most",
                    node.domain.span,
                    "go through fewer",
                )
                return None
        return found

    def bind(self, binder: ast.Binder, env: Env) -> tuple[int, ir.Expr, ir.Expr | None, Env] | None:
        """The bound variable's id, its domain, its condition, and the environment of what it binds in."""
        found = self.walk(binder, env)
        if found is None:
            return None
        made, inner = found
        assert not isinstance(inner, Unknown)
        local = self.tables.local()
        env = env.bind(binder.name, ir.Local(local, inner))
        where = None
        if binder.where is not None:
            where = self.condition(binder.where, env)
            env = env.knowing(when_true(where))
        return local, made, where, env

    def selection(self, node: ast.Select, env: Env) -> ir.Expr:
        """``some | every | count | those | find | best | least ( … )``."""
        bound = self.bind(node.binder, env)
        if bound is None:
            return BAD
        local, domain, where, inner = bound
        loc = self.tables.loc(node.span)
        element = type_names.element(domain.type)
        assert element is not None
        assert not isinstance(element, Unknown)
        most = _most(domain, self.context.seats_most, self.context.deck.size_most)
        if node.by is not None and node.word not in ("best", "least"):
            self.report.error("RS242", f"'by' does not go with '{node.word}'", node.by.span)
            return BAD
        match node.word:
            case "some" | "every":
                if node.word == "every" and where is None:
                    self.report.error("RS242", "'every' needs a condition: every(x in … where …)", node.span)
                    return BAD
                return ir.Quant(node.word, local, domain, where, None, None, ty.BOOL, loc)
            case "count":
                return ir.Quant("count", local, domain, where, None, None, ty.Int(0, most), loc)
            case "those":
                type_: ty.Type = ty.SetOf(element) if isinstance(element, AS_SET) else ty.ListOf(element, most)
                return ir.Quant("those", local, domain, where, None, None, type_, loc)
            case "find":
                return ir.Quant("find", local, domain, where, None, None, ty.optional(element), loc)
            case _:
                if node.by is None:
                    self.report.error("RS242", f"'{node.word}' needs a measure: {node.word}(x in … by …)", node.span)
                    return BAD
                key = self.expr(node.by, inner)
                base = ty.required(key.type) if not isinstance(key.type, Unknown) else key.type
                if not isinstance(base, ty.Int | ty.Rank | ty.ListOf | Unknown):
                    self.report.error("RS233", f"{one(key.type)} has no order", node.by.span)
                    return BAD
                return ir.Quant(node.word, local, domain, where, key, None, ty.optional(element), loc)

    def comprehension(self, node: ast.Comp, env: Env) -> ir.Expr:
        """``sum | max | min | list ( E for x in … )``."""
        bound = self.bind(node.binder, env)
        if bound is None:
            return BAD
        local, domain, where, inner = bound
        loc = self.tables.loc(node.span)
        most = _most(domain, self.context.seats_most, self.context.deck.size_most)
        body = self.expr(node.body, inner)
        if isinstance(body.type, Unknown):
            return BAD
        if node.by is not None and node.function != "list":
            self.report.error("RS242", f"'by' does not go with '{node.function}'", node.by.span)
            return BAD
        base = ty.required(body.type)
        match node.function:
            case "sum":
                body = self.fit(body, ty.INT, node.body.span)
                if not isinstance(body.type, ty.Int):
                    return BAD
                total = type_names.clamp(min(0, body.type.low * most), max(0, body.type.high * most))
                return ir.Quant("sum", local, domain, where, body, None, total, loc)
            case "max" | "min":
                if not isinstance(base, ty.Int | ty.Rank) and not _numbers(base):
                    self.report.error("RS233", f"{one(body.type)} has no order", node.body.span)
                    return BAD
                return ir.Quant(node.function, local, domain, where, body, None, ty.Opt(base), loc)
            case "list":
                key = self.number(node.by, inner) if node.by is not None else None
                return ir.Quant("list", local, domain, where, body, key, ty.ListOf(body.type, most), loc)
            case _:
                self.report.unknown("aggregate", node.function, node.span, ["sum", "max", "min", "list"])
                return BAD


def _most(domain: ir.Expr, seats: int, size: int) -> int:
    match domain.type:
        case ty.ListOf(_, most):
            return most
        case ty.SetOf(ty.Player() | ty.Team()):
            return seats
        case _:
            return max(size, 64)


def _numbers(type_: AnyType) -> bool:
    """A list of numbers, which compares number by number."""
    return isinstance(type_, ty.ListOf) and isinstance(type_.element, ty.Int)
