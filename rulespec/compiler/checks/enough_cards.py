"""Are there enough cards? Each deal of the schedule is dealt on paper, for every allowed number of players.

Phases that a deal runs are followed, and numbers through parameters, assignments, options at their defaults, constants
and ``size of players``. A condition that depends on the play is passed over. Following stops where what happens depends
on the play: at a loop whose rounds are not known, or where a choice may put cards back. So what is reported is certain,
at the options' defaults. Numbers of players that a ``setup`` rules out are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from rulespec.compiler.merge.ast_queries import walk
from rulespec.compiler.resolve.constant_eval import ConstantEvaluator
from rulespec.compiler.resolve.context import Context
from rulespec.compiler.resolve.decks import deck_size
from rulespec.syntax import ast
from rulespec.syntax.source import Span

MAX_ROUNDS = 2_000
MAX_STEPS = 10_000
"""So many statements of a deal are followed."""

EFFECTS = (
    ast.Assign, ast.MoveCards, ast.MoveCount, ast.Shuffle, ast.Run, ast.Leave, ast.End, ast.Replay, ast.Ask,
)  # fmt: skip
"""Statements that matter for what follows, where it is not known whether they are made."""

MAX_PHASES = 32
"""Phases that run one another are followed so deep."""

MAX_SIZES = 1_000
"""So many deals of a stage are looked at."""


def check_enough_cards(context: Context) -> None:
    """Reports deals that need more cards than the pack has."""
    effects: dict[int, tuple[ast.Node, ...]] = {}
    for entry in context.merged.of(ast.Schedule):
        schedule = entry.decl
        assert isinstance(schedule, ast.Schedule)
        stages = [item for item in schedule.items if isinstance(item, ast.Stage)]
        for number, stage in enumerate(stages):
            _prove_stage(context, stage, number == 0 and schedule.name.text == "match", effects)


def _prove_stage(context: Context, stage: ast.Stage, first: bool, effects: dict[int, tuple[ast.Node, ...]]) -> None:
    phase = context.merged.find("action", stage.runs or "deal")
    if not isinstance(phase, ast.Phase):
        return
    for players in context.seats:
        deck = deck_size(context, players)
        if not _can_be_set_up(ConstantEvaluator(context.merged, players, deck)):
            continue
        for number, size in enumerate(_sizes(ConstantEvaluator(context.merged, players, deck), stage)):
            numbers = ConstantEvaluator(context.merged, players, deck, first=first and number == 0)
            if phase.params:
                numbers.names[phase.params[0].name] = size
            dealing = _Dealing(numbers, effects)
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


def _can_be_set_up(numbers: ConstantEvaluator) -> bool:
    """Does no ``setup`` of the spec rule this number of players out?"""
    setups = (entry.decl for entry in numbers.merged.of(ast.Setup))
    return not any(isinstance(decl, ast.Setup) and numbers.truth(decl.condition) is False for decl in setups)


def _sizes(numbers: ConstantEvaluator, stage: ast.Stage) -> Iterator[int | None]:
    """The sizes of a stage's deals that certainly can be dealt, as many as are looked at."""
    most = MAX_SIZES if stage.until is None else numbers.value(stage.until.most)
    return islice(_every_size(numbers, stage), min(MAX_SIZES, max(0, 1 if most is None else most)))


def _every_size(numbers: ConstantEvaluator, stage: ast.Stage) -> Iterator[int | None]:
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
class _Dealing:
    """Counts cards while a deal's statements are followed.

    ``left`` are the cards of the piles that the deck was shuffled into; ``short`` is where they ran out, the need and
    what was there. ``effects`` are statements found in parts of the text before, by the part's identity.
    """

    numbers: ConstantEvaluator
    effects: dict[int, tuple[ast.Node, ...]]
    left: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)
    short: tuple[Span, int, int] | None = None
    stopped: bool = False
    steps: int = 0
    levels: int = 0

    @property
    def is_done(self) -> bool:
        return self.stopped or self.short is not None

    def block(self, block: ast.Block | None) -> None:
        for stmt in block.body if block is not None else ():
            if self.is_done:
                return
            self.statement(stmt)

    def statement(self, stmt: ast.Stmt) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            self.stopped = True
            return
        numbers = self.numbers
        match stmt:
            case ast.Shuffle(what=ast.DeckLit(), into=ast.Name(text=name)):
                self.left = {name: numbers.deck} if numbers.deck is not None else {}
                self.taken = {}
            case ast.Give(amount=amount, source=ast.Name(text=name)):
                each = numbers.least(amount)
                if each is not None and numbers.players is not None:
                    self.take(name, each * numbers.players, stmt.span)
            case ast.MoveCount(at_most=at_most, amount=amount, source=source, to=to):
                count = numbers.least(amount)
                if not at_most and count is not None and isinstance(source, ast.Name):
                    self.take(source.text, count, stmt.span)
                self.fill(to)
            case ast.MoveCards(cards=cards, to=to):
                if isinstance(cards, ast.Apply) and cards.function == "top" and isinstance(cards.operand, ast.Name):
                    self.take(cards.operand.text, 1, stmt.span)
                self.fill(to)
            case ast.If(condition=test, then=then, otherwise=other):
                known = numbers.truth(test)
                if known is None:
                    self.unknown(stmt)
                elif known:
                    self.block(then)
                elif isinstance(other, ast.If):
                    self.statement(other)
                else:
                    self.block(other)
            case ast.Step(block=inner):
                self.block(inner)
            case ast.Let(name=name, value=value):
                numbers.names[name] = numbers.value(value)
            case ast.Assign():
                numbers.assign(stmt)
            case ast.Repeat(at_most=False, count=count, block=inner):
                self.rounds(numbers.value(count), inner)
            case ast.For(binder=ast.Binder(name=name, domain=ast.Name(text="players"), where=None), block=inner):
                numbers.names[name] = None
                self.rounds(numbers.players, inner)
            case ast.Run():
                self.run(stmt)
            case ast.For() | ast.Cycle() | ast.Repeat() | ast.Leave() | ast.End() | ast.Replay():
                self.stopped = True
            case ast.Ask(alternatives=alternatives):
                for alternative in alternatives:
                    move = numbers.merged.find("action", alternative.move)
                    self.unknown(alternative, *([move] if isinstance(move, ast.Move) else []))
            case _:
                pass

    def run(self, stmt: ast.Run) -> None:
        """A phase that a statement runs, followed to its end."""
        phase = self.numbers.merged.find("action", stmt.phase)
        if not isinstance(phase, ast.Phase) or len(phase.params) != len(stmt.args) or self.levels == MAX_PHASES:
            self.stopped = True
            return
        outer = self.numbers
        names = {p.name: outer.value(arg) for p, arg in zip(phase.params, stmt.args, strict=True)}
        players = outer.players if stmt.among is None else outer.seats(stmt.among)
        self.numbers = outer.inside(names, players)
        self.levels += 1
        self.block(phase.block)
        self.levels -= 1
        self.numbers = outer

    def rounds(self, count: int | None, block: ast.Block) -> None:
        if count is None or count > MAX_ROUNDS:
            self.stopped = True
            return
        for _ in range(count):
            self.steps += 1
            if self.steps > MAX_STEPS:
                self.stopped = True
            if self.is_done:
                return
            self.block(block)

    def unknown(self, *parts: ast.Node) -> None:
        """Something that may happen or not: what it sets is not known, nor what comes where it changes the course."""
        for part in parts:
            if id(part) not in self.effects:
                self.effects[id(part)] = tuple(node for node in walk(part) if isinstance(node, EFFECTS))
            for node in self.effects[id(part)]:
                self.maybe(node)

    def maybe(self, node: ast.Node) -> None:
        match node:
            case ast.Assign():
                self.numbers.forget(node.name)
            case ast.MoveCards(to=to) | ast.MoveCount(to=to):
                self.fill(to)
            case ast.Shuffle(into=place) | ast.Shuffle(what=place, into=None):
                self.fill(place)
            case _:
                self.stopped = True

    def fill(self, place: ast.Expr | None) -> None:
        """A pile that gets cards, of which it is not known how many, is counted no longer."""
        match place:
            case ast.Name(text=name):
                self.left.pop(name, None)
            case ast.DeckLit():
                self.left.clear()
            case ast.Apply(operand=inner):
                self.fill(inner)

    def take(self, place: str, count: int, span: Span) -> None:
        if place not in self.left:
            return
        self.left[place] -= count
        self.taken[place] = self.taken.get(place, 0) + count
        if self.left[place] < 0:
            self.short = (span, self.taken[place], self.left[place] + self.taken[place])
