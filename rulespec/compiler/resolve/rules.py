"""Rules: their types, their layers, their bodies; and types as written."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulespec.compiler.merge.ast_queries import walk
from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.context import Env, bound_of
from rulespec.compiler.resolve.elaborator import Elaborator
from rulespec.compiler.resolve.narrowing import when_true
from rulespec.compiler.resolve.symbols import (
    UNKNOWN,
    GroupsSymbol,
    PatternSymbol,
    RuleSymbol,
)
from rulespec.compiler.resolve.type_names import AnyType
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.syntax import ast


class Rules(Elaborator):
    """Rules are elaborated when first asked for, so that they may stand in any order."""

    rule_types: dict[int, AnyType]
    open_rules: set[int]

    def rule_type(self, symbol: RuleSymbol) -> AnyType:
        """The declared type of a rule, or that of its body."""
        index = symbol.index
        if index in self.rule_types:
            return self.rule_types[index]
        if symbol.decl.type is not None:
            made: AnyType = self.type_of(symbol.decl.type)
            self.rule_types[index] = made
            if made == ty.INT:
                self.lower_rule(symbol)
                decl = self.tables.rules[index]
                made = decl.type if decl is not None else made
                self.rule_types[index] = made
            return made
        self.rule_types[index] = UNKNOWN
        self.lower_rule(symbol)
        decl = self.tables.rules[index]
        made = decl.type if decl is not None else UNKNOWN
        self.rule_types[index] = made
        return made

    def lower_rule(self, symbol: RuleSymbol) -> None:
        """Elaborates a rule's body into the program's table, and first those it uses; does nothing if that was done."""
        path = [(symbol, iter(self._used(symbol)))]
        entered = {symbol.index}
        while path:
            needed = next(path[-1][1], None)
            if needed is None:
                self._lower_one(path.pop()[0])
            elif needed.index not in entered:
                entered.add(needed.index)
                path.append((needed, iter(self._used(needed))))

    def _used(self, symbol: RuleSymbol) -> list[RuleSymbol]:
        """The rules not yet elaborated that a rule's text names."""
        if self.tables.rules[symbol.index] is not None or symbol.index in self.open_rules:
            return []
        found: list[RuleSymbol] = [symbol.base] if symbol.base is not None else []
        for node in walk((symbol.decl.lets, symbol.decl.value)):
            name = node.text if isinstance(node, ast.Name) else getattr(node, "function", None)
            other = self.context.symbols.get(name) if name is not None else None
            if isinstance(other, RuleSymbol) and self.tables.rules[other.index] is None:
                found.append(other)
        return found

    def _lower_one(self, symbol: RuleSymbol) -> None:
        if self.tables.rules[symbol.index] is not None or symbol.index in self.open_rules:
            return
        self.open_rules.add(symbol.index)
        decl = symbol.decl
        params: list[int] = []
        types: list[ty.Type] = []
        env = Env("rule", decl.name.text, rule=symbol)
        for param in decl.params:
            type_ = self.type_of(param.type)
            local = self.tables.local()
            params.append(local)
            types.append(type_)
            env = env.bind(param.name, ir.Local(local, type_))
        env = replace(env, arguments=tuple(ir.Local(i, t) for i, t in zip(params, types, strict=True)))
        lets: list[tuple[int, ir.Expr]] = []
        for let in decl.lets:
            value = self.expr(let.value, env)
            local = self.tables.local()
            lets.append((local, value))
            bound = ir.Local(local, value.type)
            env = env.bind(let.name, bound)
            if isinstance(value.type, ty.Bool):
                env = env.implying(bound, when_true(value))
        expected = self.type_of(decl.type) if decl.type is not None else None
        body = self.expr(decl.value, env, expected)
        for local, value in reversed(lets):
            body = ir.Bind(local, value, body, body.type)
        result = expected if expected is not None else body.type
        if expected == ty.INT and isinstance(body.type, ty.Int):
            result = body.type
        name = decl.name.text
        current = self.context.symbols.get(name)
        if current is not symbol:
            depth = 0
            layer = symbol
            while layer.base is not None:
                depth, layer = depth + 1, layer.base
            name = f"{name}@{depth + 1}"
        self.tables.rules[symbol.index] = prog.RuleDecl(
            name, tuple(params), tuple(types), body, result, self.tables.loc(decl.name.span)
        )
        self.open_rules.discard(symbol.index)

    def type_of(self, node: ast.TypeExpr) -> ty.Type:
        """A type as written."""
        context = self.context
        match node:
            case ast.NamedType(name=name, optional=optional):
                base = self.named_type(name, node)
                return ty.optional(base) if optional else base
            case ast.SetType(element=name):
                return ty.SetOf(self.named_type(name, node))
            case ast.ListType(element=name, most=most):
                return ty.ListOf(self.named_type(name, node), most)
            case ast.RangeType(low=low, high=high, optional=optional):
                _, least, _ = bound_of(context, low, node)
                _, _, greatest = bound_of(context, high, node)
                if least > greatest:
                    self.report.error("RS237", "this range is empty", node.span)
                    greatest = least
                made = ty.Int(least, greatest)
                return ty.Opt(made) if optional else made
            case _:
                assert_never(node)

    def named_type(self, name: str, node: ast.Node) -> ty.Type:
        """A type word: built in, ``cards``, an enumeration, a pattern or a ``groups`` declaration."""
        if name in type_names.SIMPLE:
            return type_names.SIMPLE[name]
        if name == "cards":
            return self.context.cards_type()
        if name in self.tables.enums:
            return ty.Enum(name)
        symbol = self.context.symbols.get(name)
        match symbol:
            case PatternSymbol(index, _):
                return ty.Combo(index)
            case GroupsSymbol(index, _):
                return ty.Group(index)
        self.report.unknown("type", name, node.span, [*type_names.SIMPLE, "cards", *self.tables.enums])
        return UNKNOWN  # type: ignore[return-value]
