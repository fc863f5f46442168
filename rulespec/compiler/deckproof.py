"""Are there enough cards? Each deal of the schedule is dealt on paper, for every allowed number of players.

Numbers are followed through parameters, options at their defaults, constants and ``size of players``; a condition
that depends on the play is passed over, and following stops where the play begins (a ``run``, or a loop whose rounds
are not known). So what is reported is certain, at the options' defaults. Numbers of players that a ``setup`` rules out
are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from rulespec.compiler.context import Context
from rulespec.compiler.merged import Merged
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span

ROUNDS_MOST = 2_000
STEPS_MOST = 10_000
"""So many statements of a deal are followed."""

LEVELS_MOST = 32
"""So many constants built on one another are followed."""

SIZES_MOST = 1_000
"""So many deals of a stage are looked at."""


def prove_deals(context: Context) -> None:
    """Reports deals that need more cards than the pack has."""
    for entry in context.merged.of(ast.Schedule):
        schedule = entry.decl
        assert isinstance(schedule, ast.Schedule)
        for stage in schedule.items:
            if isinstance(stage, ast.Stage):
                _prove_stage(context, stage)


def _prove_stage(context: Context, stage: ast.Stage) -> None:
    phase = context.merged.find("action", stage.runs or "deal")
    if not isinstance(phase, ast.Phase):
        return
    for players in context.seats:
        deck = deck_size(context, players)
        if not _can_be_set_up(Numbers(context.merged, players, {}, deck)):
            continue
        for size in islice(_sizes(Numbers(context.merged, players, {}, deck), stage), SIZES_MOST):
            names = {phase.params[0].name: size} if phase.params and size is not None else {}
            dealing = _Dealing(Numbers(context.merged, players, names, deck), names)
            dealing.block(phase.block)
            if dealing.short is not None:
                place, needed, had = dealing.short
                what = f"a deal of {size}" if size is not None else "a deal"
                context.report.error(
                    "RS405",
                    f"{what} in stage '{stage.name.text}' takes {needed} cards for {players} players, there are {had}",
                    stage.span,
                    "deal fewer cards, allow fewer players, or enlarge the deck",
                    [("they run out here", place)],
                )
                return


def _can_be_set_up(numbers: Numbers) -> bool:
    """Does no ``setup`` of the spec rule this number of players out?"""
    setups = (entry.decl for entry in numbers.merged.of(ast.Setup))
    return not any(isinstance(decl, ast.Setup) and numbers.truth(decl.condition) is False for decl in setups)


def _sizes(numbers: Numbers, stage: ast.Stage) -> Iterator[int | None]:
    match stage.sizes:
        case None:
            yield None
        case ast.Range(low=low, high=high):
            a, b = numbers.value(low), numbers.value(high)
            if a is not None and b is not None:
                yield from range(a, b + 1) if a <= b else range(a, b - 1, -1)
        case ast.ListLit(items=items):
            yield from (n for item in items if (n := numbers.value(item)) is not None)
        case size:
            n = numbers.value(size)
            if n is not None:
                yield n


@dataclass(slots=True)
class Numbers:
    """Evaluates what is known before the cards are dealt. ``deck`` is the number of cards, if that is known."""

    merged: Merged
    players: int
    names: Mapping[str, int]
    deck: int | None
    levels: int = 0
    steps: int = 0

    def value(self, node: ast.Expr | None) -> int | None:
        self.steps += 1
        if self.steps > STEPS_MOST:
            return None
        match node:
            case ast.IntLit(value=n):
                return n
            case ast.Name(text=name):
                return self._name(name)
            case ast.Neg(operand=inner):
                number = self.value(inner)
                return None if number is None else -number
            case ast.Bin(op=op, left=left, right=right):
                return _arithmetic(op, self.value(left), self.value(right))
            case ast.Apply(function="size", args=None, operand=ast.Name(text="players")):
                return self.players
            case ast.Apply(function="size", args=None, operand=ast.DeckLit()):
                return self.deck
            case ast.Cond(condition=test, then=then, otherwise=other):
                known = self.truth(test)
                return None if known is None else self.value(then if known else other)
            case _:
                return None

    def _name(self, name: str) -> int | None:
        if name in self.names:
            return self.names[name]
        decl = self.merged.find("name", name)
        match decl:
            case ast.Option(default=value) | ast.Const(value=value) | ast.Rule(params=(), lets=(), value=value) if (
                self.levels < LEVELS_MOST
            ):
                self.levels += 1
                number = self.value(value)
                self.levels -= 1
                return number
            case _:
                return None

    def truth(self, node: ast.Expr) -> bool | None:
        match node:
            case ast.Compare(op=op, left=left, right=right):
                a, b = self.value(left), self.value(right)
                return None if a is None or b is None else _COMPARE[op](a, b)
            case ast.Name(text="true" | "false" as word):
                return word == "true"
            case ast.Name(text=name):
                decl = self.merged.find("name", name)
                return self.truth(decl.default) if isinstance(decl, ast.Option) else None
            case ast.Not(operand=inner):
                known = self.truth(inner)
                return None if known is None else not known
            case ast.And(left=left, right=right):
                found = (self.truth(left), self.truth(right))
                return False if False in found else None if None in found else True
            case ast.Or(left=left, right=right):
                found = (self.truth(left), self.truth(right))
                return True if True in found else None if None in found else False
            case _:
                return None


_COMPARE = {
    "==": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}


def _arithmetic(op: str, a: int | None, b: int | None) -> int | None:
    if a is None or b is None or (op in "/%" and b == 0):
        return None
    number = {"+": a + b, "-": a - b, "*": a * b}[op] if op in "+-*" else (a // b if op == "/" else a % b)
    return number if ty.I32_LOW <= number <= ty.I32_HIGH else None


def copies(merged: Merged, players: int) -> int:
    """How many packs the deck has for so many players, with options at their defaults."""
    for item in merged.deck.items if merged.deck else ():
        if isinstance(item, ast.Copies):
            if isinstance(item.count, int):
                return item.count
            return Numbers(merged, players, {}, None).value(ast.Name(item.count, span=item.span)) or 1
    return 1


def deck_size(context: Context, players: int) -> int:
    """The number of cards for so many players, with options at their defaults."""
    without = 0
    for item in context.merged.deck.items if context.merged.deck else ():
        if isinstance(item, ast.Without):
            deck = context.deck
            for selector in item.cards:
                single = selector.suit is not None
                without += 1 if single else len(deck.suits) if str(selector.word) in deck.ranks else len(deck.ranks)
    return (context.deck.joker_face - without) * copies(context.merged, players) + context.deck.jokers


@dataclass(slots=True)
class _Dealing:
    """Counts cards while a deal's statements are followed. ``short`` is where they ran out, the need, the stock."""

    numbers: Numbers
    names: dict[str, int]
    left: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    short: tuple[Span, int, int] | None = None
    stopped: bool = False
    steps: int = 0

    def block(self, block: ast.Block | None) -> None:
        for stmt in block.body if block is not None else ():
            if self.stopped or self.short is not None:
                return
            self.statement(stmt)

    def statement(self, stmt: ast.Stmt) -> None:
        self.steps += 1
        if self.steps > STEPS_MOST:
            self.stopped = True
            return
        match stmt:
            case ast.Shuffle(what=ast.DeckLit(), into=ast.Name(text=name)):
                self.left = {name: self.numbers.deck or 0}
                self.taken = {}
            case ast.Give(amount=amount, source=ast.Name(text=name)):
                each = self.numbers.value(amount) if amount is not None else None
                if each is not None:
                    self.take(name, each * self.numbers.players, stmt.span)
            case ast.MoveCount(at_most=False, amount=amount, source=ast.Name(text=name)) if amount is not None:
                count = self.numbers.value(amount)
                if count is not None:
                    self.take(name, count, stmt.span)
            case ast.MoveCards(cards=ast.Apply(function="top", operand=ast.Name(text=name))):
                self.take(name, 1, stmt.span)
            case ast.If(condition=test, then=then, otherwise=other):
                known = self.numbers.truth(test)
                if known is True:
                    self.block(then)
                elif known is False:
                    self.block(ast.Block((), (other,), span=other.span) if isinstance(other, ast.If) else other)
            case ast.Step(block=inner):
                self.block(inner)
            case ast.Let(name=name, value=value):
                number = self.numbers.value(value)
                if number is not None:
                    self.names[name] = number
            case ast.Repeat(at_most=False, count=count, block=inner):
                self.rounds(self.numbers.value(count), inner)
            case ast.For(binder=ast.Binder(domain=ast.Name(text="players"), where=None), block=inner):
                self.rounds(self.numbers.players, inner)
            case ast.For() | ast.Cycle() | ast.Repeat() | ast.Run():
                self.stopped = True
            case _:
                pass

    def rounds(self, count: int | None, block: ast.Block) -> None:
        if count is None or count > ROUNDS_MOST:
            self.stopped = True
            return
        for _ in range(count):
            self.steps += 1
            if self.steps > STEPS_MOST:
                self.stopped = True
            if self.stopped:
                return
            self.block(block)

    def take(self, place: str, count: int, span: Span) -> None:
        if place not in self.left:
            return
        self.left[place] -= count
        self.taken[place] = self.taken.get(place, 0) + count
        if self.left[place] < 0:
            self.short = (span, self.taken[place], self.left[place] + self.taken[place])
