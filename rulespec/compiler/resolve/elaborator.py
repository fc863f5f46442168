"""What the parts of expression elaboration ask of each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from rulespec.compiler.diagnostic_sink import DiagnosticSink
from rulespec.compiler.resolve.context import Context, Env
from rulespec.compiler.resolve.symbols import RuleSymbol, Tables
from rulespec.compiler.resolve.type_names import AnyType
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span


class Elaborator(ABC):
    """The shared surface; ``rulespec.compiler.resolve.expressions.Exprs`` is the whole."""

    context: Context
    report: DiagnosticSink
    tables: Tables
    cited: list[prog.Citation]
    VALUE_WORDS: ClassVar[tuple[str, ...]]

    @abstractmethod
    def expr(self, node: ast.Expr, env: Env, expected: AnyType | None = None) -> ir.Expr: ...

    @abstractmethod
    def condition(self, node: ast.Expr, env: Env) -> ir.Expr: ...

    @abstractmethod
    def number(self, node: ast.Expr, env: Env) -> ir.Expr: ...

    @abstractmethod
    def cards(self, node: ast.Expr, env: Env) -> ir.Expr: ...

    @abstractmethod
    def fit(self, made: ir.Expr, expected: AnyType, span: Span) -> ir.Expr: ...

    @abstractmethod
    def face_literal(self, rank: str, suit: str, span: Span) -> ir.Expr: ...

    @abstractmethod
    def indices(
        self, args: tuple[ast.Expr, ...], dims: tuple[prog.Dim, ...], env: Env, node: ast.Node, name: str
    ) -> tuple[ir.Expr, ...] | None: ...

    @abstractmethod
    def type_of(self, node: ast.TypeExpr) -> ty.Type: ...

    @abstractmethod
    def named_type(self, name: str, node: ast.Node) -> ty.Type: ...

    @abstractmethod
    def rule_type(self, symbol: RuleSymbol) -> AnyType: ...

    @abstractmethod
    def arguments(
        self, params: tuple[ast.Param, ...], args: tuple[ast.Expr, ...], env: Env, node: ast.Node, name: str
    ) -> tuple[ir.Expr, ...] | None: ...

    @abstractmethod
    def call_rule(
        self, symbol: RuleSymbol, args: tuple[ast.Expr, ...], env: Env, node: ast.Node, name: str
    ) -> ir.Expr: ...

    @abstractmethod
    def selected(self, subject: ir.Expr, selector: ast.Selector, span: Span) -> ir.Expr: ...

    @abstractmethod
    def require_order(self, cards: ir.Expr, what: str, span: Span) -> None: ...

    @abstractmethod
    def mismatch(self, found: AnyType, expected: AnyType, span: Span) -> ir.Expr: ...

    @abstractmethod
    def lower_rule(self, symbol: RuleSymbol) -> None: ...

    @abstractmethod
    def infer(self, node: ast.Expr, env: Env, expected: AnyType | None) -> ir.Expr: ...

    @abstractmethod
    def domain(self, node: ast.Expr, env: Env) -> ir.Expr: ...

    @abstractmethod
    def is_literal(self, node: ast.Expr, env: Env) -> bool: ...

    def joker_test(self, subject: ir.Expr, is_face: bool = False) -> ir.Expr:
        """Is this card or face a joker of the pack?"""
        face = subject if is_face else lift("face", subject, ty.FACE)
        return ir.Op("eq", (face, ir.Const(self.context.deck.joker_face, ty.FACE)), ty.BOOL)


def lift(op: str, operand: ir.Expr, type_: ty.Type, attr: int | None = None, loc: int = -1) -> ir.Op:
    """A primitive whose result is none where its operand is."""
    made = ty.optional(type_) if isinstance(operand.type, ty.Opt) else type_
    return ir.Op(op, (operand,), made, attr, loc)
