"""Words with a built-in value (``players``), and what may follow ``is``."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.builtins import VALUES, value_row
from rulespec.compiler.resolve.context import NOBODY_ACTS, Env, literal_name
from rulespec.compiler.resolve.elaborator import Elaborator, lift
from rulespec.compiler.resolve.symbols import (
    BAD,
    UNKNOWN,
    Unknown,
)
from rulespec.compiler.resolve.type_names import one, show
from rulespec.ir import nodes as ir
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span


class BuiltinValues(Elaborator):
    """Built-in values and selectors."""

    def value_word(self, name: str, span: Span, env: Env) -> ir.Expr | None:
        """A built-in value, or None if ``name`` is no such word."""
        row = VALUES.get(name)
        made: ir.Expr | None = row.typed(self, span, env) if row is not None else None
        return made

    @value_row("players", "the seats in play, from seat 0")
    def _players(self, _span: Span, _env: Env) -> ir.Expr:
        return ir.Op("players", (), self.context.players_type())

    @value_row("teams", "all teams")
    def _teams(self, span: Span, _env: Env) -> ir.Expr:
        if not self.context.teams:
            self.report.error("RS228", "this game has no teams", span, "say so in game { … teams across }")
            return BAD
        return ir.Op("teams", (), ty.SetOf(ty.TEAM))

    @value_row("suits", "the suits of the deck, in its order")
    def _suits(self, _span: Span, _env: Env) -> ir.Expr:
        return ir.Op("set", tuple(ir.Const(i, ty.SUIT) for i in range(len(self.context.deck.suits))), ty.SetOf(ty.SUIT))

    @value_row("ranks", "the ranks of the deck, in its order")
    def _ranks(self, _span: Span, _env: Env) -> ir.Expr:
        return ir.Op("set", tuple(ir.Const(i, ty.RANK) for i in range(len(self.context.deck.ranks))), ty.SetOf(ty.RANK))

    @value_row("dealer", "who deals; none before the first dealer is known")
    def _dealer(self, span: Span, env: Env) -> ir.Expr:
        made = ir.Read(self.context.system.dealer, (), ty.PLAYER, self.tables.loc(span))
        return replace(made, type=ty.Opt(ty.PLAYER)) if env.phase in self.context.dealing else made

    @value_row("actor", "the seat that acts; only in moves and in the rules that they call")
    def _actor(self, span: Span, env: Env) -> ir.Expr:
        if env.within in NOBODY_ACTS:
            self.report.error(
                "RS227",
                "'actor' exists only in moves and in rules they use",
                span,
                "in a phase name the seat itself",
            )
            return BAD
        return ir.Read(self.context.system.actor, (), ty.PLAYER, self.tables.loc(span))

    @value_row("deal_number", "the number of the deal in the schedule, from 1")
    def _deal_number(self, span: Span, _env: Env) -> ir.Expr:
        return self.tables.read(self.context.system.deal_number, (), self.tables.loc(span))

    @value_row("winners", "who won the schedule that ended last")
    def _winners(self, span: Span, _env: Env) -> ir.Expr:
        return self.tables.read(self.context.system.winners, (), self.tables.loc(span))

    @value_row("all_tied", "whether all seats in play won it")
    def _all_tied(self, span: Span, _env: Env) -> ir.Expr:
        return self.tables.read(self.context.system.draw, (), self.tables.loc(span))

    @value_row("true", "the condition holds")
    def _true(self, _span: Span, _env: Env) -> ir.Expr:
        return ir.Const(True, ty.BOOL)

    @value_row("false", "the condition does not hold")
    def _false(self, _span: Span, _env: Env) -> ir.Expr:
        return ir.Const(False, ty.BOOL)

    @value_row("none", "no value")
    def _none(self, _span: Span, _env: Env) -> ir.Expr:
        return ir.Const(None, ty.Opt(UNKNOWN))  # type: ignore[arg-type]

    VALUE_WORDS: ClassVar[tuple[str, ...]] = tuple(VALUES)

    def selected(self, subject: ir.Expr, selector: ast.Selector, span: Span) -> ir.Expr:
        """``subject is SELECTOR``."""
        word, kind = selector.word, subject.type
        if isinstance(kind, Unknown):
            return BAD
        if word == "none" and selector.suit is None:
            if not isinstance(kind, ty.Opt):
                self.report.warning(
                    "RS401",
                    f"{one(kind)} is never none",
                    span,
                    "leave the test out; what may be none is declared with ?",
                )
                return ir.Const(False, ty.BOOL)
            return ir.Op("is_none", (subject,), ty.BOOL)
        if word == "empty" and selector.suit is None:
            if type_names.element(kind) is None:
                self.report.error("RS232", f"{one(kind)} is not something that can be empty", span)
                return BAD
            if isinstance(kind, ty.Combo | ty.Group):
                subject = self.fit(subject, self.context.cards_type(), span)
            return ir.Op("empty", (subject,), ty.BOOL)
        base = ty.required(kind)
        match base:
            case ty.Card() | ty.Face():
                return self._is_card(subject, selector, isinstance(base, ty.Face))
            case ty.Suit() | ty.Rank() | ty.Enum() if selector.suit is None:
                literal = literal_name(self.context, str(word), base)
                if literal is None:
                    self.report.unknown(show(base), str(word), selector.span, self.members(base))
                    return BAD
                return ir.Op("eq", (subject, literal), ty.BOOL)
        self.report.error("RS232", f"'is {word}' does not apply to {one(kind)}", selector.span, "compare with ==")
        return BAD

    def members(self, base: ty.Type) -> tuple[str, ...]:
        """The names of the values of a kind; nothing where they have none."""
        match base:
            case ty.Suit():
                return self.context.deck.suits
            case ty.Rank():
                return self.context.deck.ranks
            case ty.Enum(name):
                return self.tables.enums.get(name, ())
            case _:
                return ()

    def _is_card(self, subject: ir.Expr, selector: ast.Selector, is_face: bool) -> ir.Expr:
        deck, word = self.context.deck, str(selector.word)
        if selector.suit is not None:
            literal = self.face_literal(word, selector.suit, selector.span)
            face = subject if is_face else lift("face", subject, ty.FACE)
            return ir.Op("eq", (face, literal), ty.BOOL)
        if word in deck.marks and not is_face:
            return ir.Op("mark", (subject,), ty.BOOL, deck.marks[word])
        if word == "joker" and deck.speaks_of_jokers:
            return self.joker_test(subject, is_face) if deck.jokers else ir.Const(False, ty.BOOL)
        if word in deck.ranks:
            rank = lift("face_rank" if is_face else "rank", subject, ty.RANK)
            return ir.Op("eq", (rank, ir.Const(deck.ranks.index(word), ty.RANK)), ty.BOOL)
        if word in deck.suits:
            suit = lift("face_suit" if is_face else "suit", subject, ty.SUIT)
            return ir.Op("eq", (suit, ir.Const(deck.suits.index(word), ty.SUIT)), ty.BOOL)
        self.report.unknown("rank, suit or mark", word, selector.span, [*deck.ranks, *deck.suits, *deck.marks])
        return BAD
