"""Operators: arithmetic, comparison, ``in``, ``is``, ``otherwise``, conditionals and ``cases``."""

from __future__ import annotations

from dataclasses import replace

from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.context import Env, literals_named
from rulespec.compiler.resolve.elaborator import Elaborator
from rulespec.compiler.resolve.narrowing import when_false, when_true
from rulespec.compiler.resolve.symbols import (
    BAD,
    UNKNOWN,
    PatternSymbol,
    Unknown,
)
from rulespec.compiler.resolve.type_names import AnyType, one, plural
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span

ORDERINGS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}


class Operators(Elaborator):
    """What stands between two expressions, and what chooses between them."""

    def _the(self, node: ast.The, env: Env, expected: AnyType | None) -> ir.Expr:
        wanted = ty.optional(expected) if expected is not None and not isinstance(expected, Unknown) else None
        inner = self.infer(node.operand, env, wanted)
        if isinstance(inner.type, Unknown):
            return inner
        if not isinstance(inner.type, ty.Opt):
            self.report.warning("RS401", "this is never none: 'the' says nothing here", node.span, "leave 'the' out")
            return inner
        return ir.Op("the", (inner,), inner.type.of, None, self.tables.loc(node.span))

    def _negative(self, node: ast.Neg, env: Env) -> ir.Expr:
        inner = self.number(node.operand, env)
        if not isinstance(inner.type, ty.Int):
            return inner
        if isinstance(inner, ir.Const) and isinstance(inner.value, int):
            return ir.Const(-inner.value, ty.Int(-inner.value, -inner.value))
        return ir.Op(
            "neg", (inner,), type_names.clamp(-inner.type.high, -inner.type.low), None, self.tables.loc(node.span)
        )

    def _arithmetic(self, node: ast.Bin, env: Env) -> ir.Expr:
        left = self.expr(node.left, env)
        if isinstance(left.type, ty.ListOf | ty.SetOf) and node.op in "+-":
            right = self.expr(node.right, env)
            return self._collections(node, left, right)
        left = self.fit(left, ty.INT, node.left.span)
        right = self.number(node.right, env)
        if not isinstance(left.type, ty.Int) or not isinstance(right.type, ty.Int):
            return BAD
        if node.op in "/%" and isinstance(right, ir.Const) and right.value == 0:
            self.report.error("RS236", "division by zero", node.span)
            return BAD
        type_ = _interval(node.op, left.type, right.type)
        if (
            isinstance(left, ir.Const)
            and isinstance(right, ir.Const)
            and ty.I32_LOW < type_.low == type_.high < ty.I32_HIGH
        ):
            return ir.Const(type_.low, type_)
        return ir.Op(ARITHMETIC[node.op], (left, right), type_, None, self.tables.loc(node.span))

    def _collections(self, node: ast.Bin, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        loc = self.tables.loc(node.span)
        inner = type_names.element(right.type)
        match left.type:
            case ty.SetOf(element):
                if not type_names.same_kind(element, right.type if inner is None else inner):
                    return self.mismatch(right.type, left.type, node.right.span)
                return ir.Op("union" if node.op == "+" else "minus", (left, right), left.type, None, loc)
            case ty.ListOf(element, most):
                if inner is None or not type_names.same_kind(element, inner):
                    return self.mismatch(right.type, left.type, node.right.span)
                if node.op == "-":
                    return ir.Op("minus", (left, right), left.type, None, loc)
                more = right.type.most if isinstance(right.type, ty.ListOf) else self.context.deck.size_most
                joined = type_names.join(left.type, right.type)
                made = joined if isinstance(joined, ty.ListOf) else left.type
                return ir.Op("concat", (left, right), ty.ListOf(made.element, most + more), None, loc)
            case _:
                return BAD

    def _otherwise(self, node: ast.Otherwise, env: Env, expected: AnyType | None) -> ir.Expr:
        left = self.infer(node.left, env, expected)
        if isinstance(left.type, Unknown):
            self.expr(node.right, env, expected)
            return BAD
        right = self.expr(node.right, env, expected or _expecting(left.type))
        if not isinstance(left.type, ty.Opt):
            self.report.warning(
                "RS401", "this is never none: 'otherwise' is never reached", node.left.span, "leave 'otherwise …' out"
            )
            return left
        joined = type_names.join(left.type.of, right.type)
        if joined is None or isinstance(joined, Unknown):
            return BAD if isinstance(right.type, Unknown) else self.mismatch(right.type, left.type.of, node.right.span)
        return ir.Op("otherwise", (left, right), joined)

    def _range(self, node: ast.Range, env: Env, op: str) -> ir.Expr:
        low, high = self.number(node.low, env), self.number(node.high, env)
        if not isinstance(low.type, ty.Int) or not isinstance(high.type, ty.Int):
            return BAD
        least, greatest = min(low.type.low, high.type.low), max(high.type.high, low.type.high)
        if op == "range":
            least, greatest = low.type.low, max(high.type.high, low.type.low)
        most = max(0, min(greatest - least + 1, ty.I32_HIGH))
        return ir.Op(op, (low, high), ty.ListOf(ty.Int(least, greatest), most), None, self.tables.loc(node.span))

    def span_range(self, node: ast.Range, env: Env) -> ir.Expr:
        """A range in ``deals of``, which may count down."""
        return self._range(node, env, "span")

    def is_literal(self, node: ast.Expr, env: Env) -> bool:
        """A bare number, or a word that only names a suit, rank or member, or nothing at all: its kind comes from the
        other side."""
        if isinstance(node, ast.IntLit | ast.ListLit):
            return True
        if isinstance(node, ast.Name):
            known = node.text in env.locals or node.text in self.context.symbols
            strange = node.text not in self.VALUE_WORDS
            return not known and (strange or node.text == "none" or bool(literals_named(self.context, node.text)))
        return False

    def _compare(self, node: ast.Compare, env: Env) -> ir.Expr:
        if self.is_literal(node.left, env) and not self.is_literal(node.right, env):
            right = self.expr(node.right, env)
            left = self.expr(node.left, env, _expecting(right.type))
        else:
            left = self.expr(node.left, env)
            right = self.expr(node.right, env, _expecting(left.type) if self.is_literal(node.right, env) else None)
        if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
            return BAD
        loc = self.tables.loc(node.span)
        if node.op in ORDERINGS:
            kind = ty.required(left.type)
            if not isinstance(kind, ty.Int | ty.Rank):
                self.report.error(
                    "RS233",
                    f"{one(left.type)} has no order",
                    node.left.span,
                    "only numbers and ranks are higher or lower than others",
                )
                return BAD
            ordered = ty.INT if isinstance(kind, ty.Int) else kind
            left, right = self.fit(left, ordered, node.left.span), self.fit(right, ordered, node.right.span)
            if isinstance(left.type, Unknown) or isinstance(right.type, Unknown):
                return BAD
            return ir.Op(ORDERINGS[node.op], (left, right), ty.BOOL, None, loc)
        if not type_names.same_kind(left.type, right.type):
            hint = None
            if {type(ty.required(left.type)), type(ty.required(right.type))} == {ty.Card, ty.Face}:
                hint = "a card is one piece of the deck; compare 'face of' it"
            self.report.error("RS233", f"{one(left.type)} never equals {one(right.type)}", node.span, hint)
            return BAD
        if (
            isinstance(left.type, ty.Opt)
            and isinstance(right.type, ty.Opt)
            and not _is_none(left)
            and not _is_none(right)
        ):
            self.report.warning(
                "RS402",
                "both sides may be none, and none equals none",
                node.span,
                "say what should happen then: '… is not none and …', or 'the …'",
            )
        return ir.Op("eq" if node.op == "==" else "ne", (left, right), ty.BOOL, None, loc)

    def _in(self, node: ast.In, env: Env) -> ir.Expr:
        if isinstance(node.collection, ast.ListLit):
            item = self.expr(node.item, env)
            wanted = (
                None
                if isinstance(item.type, Unknown)
                else ty.ListOf(ty.required(item.type), len(node.collection.items))
            )
            collection = self.expr(node.collection, env, wanted)
        else:
            collection = self.domain(node.collection, env)
            inner = type_names.element(collection.type)
            item = self.expr(node.item, env, inner if self.is_literal(node.item, env) else None)
        inner = type_names.element(collection.type)
        if isinstance(item.type, Unknown) or inner is None or isinstance(inner, Unknown):
            return BAD
        if isinstance(collection.type, ty.Combo | ty.Group):
            collection = self.fit(collection, self.context.cards_type(), node.collection.span)
        made: ir.Expr
        if isinstance(item.type, ty.Face) and isinstance(inner, ty.Card):
            local = self.tables.local()
            same = ir.Op("eq", (ir.Op("face", (ir.Local(local, ty.CARD),), ty.FACE), item), ty.BOOL)
            made = ir.Quant("some", local, collection, same, None, None, ty.BOOL, self.tables.loc(node.span))
        elif not type_names.same_kind(item.type, inner):
            self.report.error("RS233", f"{one(item.type)} is never among {plural(inner)}", node.span)
            return BAD
        else:
            made = ir.Op("in", (item, collection), ty.BOOL)
        return ir.Op("not", (made,), ty.BOOL) if node.negated else made

    def _is(self, node: ast.Is, env: Env) -> ir.Expr:
        subject = self.infer(node.subject, env, None)
        if isinstance(subject.type, ty.Opt) and env.facts.has(subject) and node.selector.word != "none":
            subject = replace(subject, type=subject.type.of)
        made = self.selected(subject, node.selector, node.subject.span)
        return ir.Op("not", (made,), ty.BOOL) if node.negated and not isinstance(made.type, Unknown) else made

    def _matches(self, node: ast.Matches | ast.Has, env: Env) -> ir.Expr:
        symbol = self.context.symbols.get(node.pattern)
        cards = self.cards(node.subject, env)
        if not isinstance(symbol, PatternSymbol):
            names = [n for n, s in self.context.symbols.items() if isinstance(s, PatternSymbol)]
            self.report.unknown("pattern", node.pattern, node.span, names)
            return BAD
        op = "matches" if isinstance(node, ast.Matches) else "has"
        return ir.Op(op, (cards,), ty.BOOL, symbol.index, self.tables.loc(node.span))

    def _can(self, node: ast.Can, env: Env) -> ir.Expr:
        who = self.expr(node.subject, env, ty.PLAYER)
        move = self.context.moves.get(node.move)
        if move is None:
            self.report.unknown("move", node.move, node.span, self.context.moves)
            return BAD
        return ir.Op("can", (who,), ty.BOOL, move, self.tables.loc(node.span))

    def _conditional(self, node: ast.Cond, env: Env, expected: AnyType | None) -> ir.Expr:
        test = self.condition(node.condition, env)
        then = self.expr(node.then, env.knowing(when_true(test)), expected)
        wanted = expected if expected is not None else _loose(then.type)
        other = self.expr(node.otherwise, env.knowing(when_false(test)), wanted)
        if expected is None and isinstance(then, ir.Const) and then.value is None:
            then = self.fit(then, ty.optional(other.type), node.then.span)
        joined = type_names.join(then.type, other.type)
        if joined is None:
            return self.mismatch(other.type, then.type, node.otherwise.span)
        if isinstance(joined, Unknown) or isinstance(test.type, Unknown):
            return BAD
        return ir.If(test, then, other, joined)

    def _cases(self, node: ast.Cases, env: Env, expected: AnyType | None) -> ir.Expr:
        arms: list[ir.Arm] = []
        joined: AnyType | None = UNKNOWN
        here = env
        names: set[str] = set()
        inherited = env.rule.decl.cites if env.rule is not None else ()
        for number, arm in enumerate(node.arms, 1):
            if arm.name is not None:
                if arm.name.text in names:
                    self.report.error("RS201", f"two arms called '{arm.name.text}'", arm.name.span)
                names.add(arm.name.text)
            test = self.condition(arm.condition, here)
            value = self.expr(arm.value, here.knowing(when_true(test)), expected)
            joined = self._join_arm(joined, value, arm.value.span)
            here = here.knowing(when_false(test))
            label = arm.name.text if arm.name else str(number)
            self._cite_arm(arm.cites, f"{env.path}.{label}", arm.span, env)
            cites = tuple(c.text for c in arm.cites or inherited)
            arms.append(ir.Arm(self.tables.arm(f"{env.path}.{label}", cites, arm.span), test, value))
        last = self.expr(node.otherwise, here, expected)
        joined = self._join_arm(joined, last, node.otherwise.span)
        self._cite_arm(node.otherwise_cites, f"{env.path}.else", node.otherwise.span, env)
        else_cites = tuple(c.text for c in node.otherwise_cites or inherited)
        else_id = self.tables.arm(f"{env.path}.else", else_cites, node.otherwise.span)
        if joined is None or isinstance(joined, Unknown):
            return BAD
        return ir.Cases(tuple(arms), last, else_id, joined)

    def _cite_arm(self, cites: ast.Cites, path: str, span: Span, env: Env) -> None:
        """Records what an arm within a statement cites; the arms of rules are gathered with their declarations."""
        if env.rule is None:
            self.cited.extend(prog.Citation(c.text, path, self.tables.loc(span)) for c in cites)

    def _join_arm(self, joined: AnyType | None, value: ir.Expr, span: Span) -> AnyType | None:
        if joined is None:
            return None
        made = type_names.join(joined, value.type)
        if made is None:
            self.mismatch(value.type, joined, span)
        return made


def _is_none(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Const) and expr.value is None


def _expecting(type_: AnyType) -> AnyType:
    """What a literal on the other side of a comparison should be."""
    if isinstance(type_, Unknown):
        return type_
    return ty.optional(type_) if not isinstance(ty.required(type_), ty.Int) else ty.Opt(ty.INT)


def _loose(type_: AnyType) -> AnyType | None:
    """The type to try for the second branch of a conditional: literals follow the first, numbers stay free."""
    match type_:
        case ty.Suit() | ty.Rank() | ty.Enum() | ty.Face():
            return ty.optional(type_)
        case ty.Opt(ty.Suit() | ty.Rank() | ty.Enum()):
            return type_
        case _:
            return None


def _interval(op: str, a: ty.Int, b: ty.Int) -> ty.Int:
    """The range of ``a op b``."""
    match op:
        case "+":
            return type_names.clamp(a.low + b.low, a.high + b.high)
        case "-":
            return type_names.clamp(a.low - b.high, a.high - b.low)
        case "*":
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return type_names.clamp(min(corners), max(corners))
        case "/":
            divisors = [d for d in (b.low, b.high, -1, 1) if d != 0 and b.low <= d <= b.high]
            corners = [x // d for x in (a.low, a.high) for d in divisors] or [0]
            return type_names.clamp(min(corners), max(corners))
        case _:
            return type_names.clamp(min(0, b.low + 1), max(0, b.high - 1))
