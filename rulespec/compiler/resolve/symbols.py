"""What a name of the merged spec stands for, and the tables of the program under construction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of an expression that was reported as wrong; it fits everywhere, so one mistake is told once."""


UNKNOWN = Unknown()
BAD = ir.Const(0, UNKNOWN)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class OptionSymbol:
    index: int
    type: ty.Type


@dataclass(frozen=True, slots=True)
class ConstSymbol:
    value: ast.Expr
    name: str


@dataclass(frozen=True, slots=True)
class PlaceSymbol:
    index: int
    decl: ast.Zone


@dataclass(frozen=True, slots=True)
class GroupsSymbol:
    index: int
    decl: ast.Groups


@dataclass(frozen=True, slots=True)
class VarSymbol:
    slot: int


@dataclass(frozen=True, slots=True)
class RuleSymbol:
    """``base`` is the layer that ``base()`` means in this one's text."""

    index: int
    decl: ast.Rule
    base: RuleSymbol | None


@dataclass(frozen=True, slots=True)
class ValueSymbol:
    index: int


@dataclass(frozen=True, slots=True)
class PatternSymbol:
    index: int
    decl: ast.Pattern


@dataclass(frozen=True, slots=True)
class NoteSymbol:
    index: int


Symbol: TypeAlias = (
    OptionSymbol
    | ConstSymbol
    | PlaceSymbol
    | GroupsSymbol
    | VarSymbol
    | RuleSymbol
    | ValueSymbol
    | PatternSymbol
    | NoteSymbol
)


@dataclass(slots=True)
class BlockBuilder:
    """A block while statements are appended to it; ``end`` None: still open."""

    phase: int
    move: int
    loc: int
    stmts: list[ir.Stmt] = field(default_factory=list)
    end: ir.Terminator | None = None

    def build(self) -> ir.Block:
        return ir.Block(tuple(self.stmts), self.end or ir.Halt(), self.phase, self.move, self.loc)


@dataclass(slots=True)
class Tables:
    """The growing tables of the program."""

    options: list[prog.OptionDecl] = field(default_factory=list)
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    values: list[prog.ValueDecl] = field(default_factory=list)
    places: list[prog.PlaceDecl] = field(default_factory=list)
    groups: list[prog.GroupsDecl] = field(default_factory=list)
    notes: list[prog.NoteDecl] = field(default_factory=list)
    patterns: list[prog.PatternDecl | None] = field(default_factory=list)
    slots: list[prog.Slot] = field(default_factory=list)
    rules: list[prog.RuleDecl | None] = field(default_factory=list)
    arms: list[prog.ArmDecl] = field(default_factory=list)
    moves: list[prog.MoveDecl | None] = field(default_factory=list)
    phases: list[prog.PhaseDecl | None] = field(default_factory=list)
    asks: list[prog.AskDecl | None] = field(default_factory=list)
    blocks: list[BlockBuilder] = field(default_factory=list)
    schedules: list[prog.ScheduleDecl] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    locations: list[prog.Location] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    _locals: int = 0
    _places: dict[tuple[int, int], int] = field(default_factory=dict)

    def loc(self, span: Span) -> int:
        """The index of a place in the program's table of locations."""
        key = (id(span.source), span.start)
        found = self._places.get(key)
        if found is None:
            found = len(self.locations)
            self._places[key] = found
            self.locations.append(prog.Location(span.source.name, span.line, span.column))
            self.spans.append(span)
        return found

    def slot(
        self,
        name: str,
        kind: str,
        type_: ty.Type,
        scope: str,
        dims: tuple[prog.Dim, ...] = (),
        initial: ir.Expr | None = None,
        loc: int = -1,
    ) -> int:
        self.slots.append(prog.Slot(name, kind, type_, dims, scope, initial, loc))
        return len(self.slots) - 1

    def local(self) -> int:
        """A fresh id for a bound variable."""
        self._locals += 1
        return self._locals - 1

    def arm(self, path: str, cites: tuple[str, ...], span: Span) -> int:
        self.arms.append(prog.ArmDecl(path, cites, self.loc(span)))
        return len(self.arms) - 1

    def read(self, slot: int, index: tuple[ir.Expr, ...] = (), loc: int = -1) -> ir.Read:
        return ir.Read(slot, index, self.slots[slot].type, loc)
