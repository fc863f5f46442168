"""Programs built by hand: a few words for the nodes of the IR."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rulespec.ir import nodes as n
from rulespec.ir import program as p
from rulespec.ir import types as t

SEATS = t.SetOf(t.PLAYER)
CARDS = t.ListOf(t.CARD, 200)
LOCATION = p.Location("toy.rules", 1, 1)


def num(value: int) -> n.Const:
    return n.Const(value, t.Int(value, value))


def boolean(value: bool) -> n.Const:
    return n.Const(value, t.BOOL)


def op(name: str, *args: n.Expr, type_: t.Type = t.INT, attr: int | None = None) -> n.Op:
    return n.Op(name, args, type_, attr, 0)


def eq(a: n.Expr, b: n.Expr) -> n.Op:
    return op("eq", a, b, type_=t.BOOL)


def text(words: str) -> n.Template:
    return n.Template((n.TextPart(words),))


@dataclass
class Toy:
    """Gathers declarations; ``program`` puts them together. Slots 0 to 5 are those of ``System``."""

    seats: tuple[int, ...] = (2, 3, 4)
    deck: p.Deck = field(
        default_factory=lambda: p.Deck(
            ("spades", "hearts"), ("2", "3", "4", "5", "6"), (2, 3, 4, 5, 6), num(1), 0, None, (), ()
        )
    )
    slots: list[p.Slot] = field(default_factory=list)
    places: list[p.PlaceDecl] = field(default_factory=list)
    groups: list[p.GroupsDecl] = field(default_factory=list)
    notes: list[p.NoteDecl] = field(default_factory=list)
    patterns: list[p.PatternDecl] = field(default_factory=list)
    values: list[p.ValueDecl] = field(default_factory=list)
    rules: list[p.RuleDecl] = field(default_factory=list)
    moves: list[p.MoveDecl] = field(default_factory=list)
    phases: list[p.PhaseDecl] = field(default_factory=list)
    asks: list[p.AskDecl] = field(default_factory=list)
    blocks: list[n.Block] = field(default_factory=list)
    options: list[p.OptionDecl] = field(default_factory=list)

    def __post_init__(self) -> None:
        optional = t.Opt(t.PLAYER)
        for name, type_ in (
            ("dealer", optional),
            ("actor", optional),
            ("decider", optional),
            ("players", SEATS),
            ("winners", SEATS),
            ("decisions", t.INT),
        ):
            self.slot(name, type_, kind="system")

    # declarations give their number

    def slot(
        self,
        name: str,
        type_: t.Type,
        kind: str = "var",
        scope: str = "match",
        dims: tuple[p.Dim, ...] = (),
        initial: n.Expr | None = None,
    ) -> int:
        self.slots.append(p.Slot(name, kind, type_, dims, scope, initial, 0))
        return len(self.slots) - 1

    def place(self, name: str, ordered: bool, who: str, per_player: bool = False) -> int:
        dims: tuple[p.Dim, ...] = (p.TypeDim(t.PLAYER),) if per_player else ()
        viewers = () if who == "none" else (p.Viewer(who, False, None),)
        locals_ = (9000 + len(self.places),) if per_player else ()
        self.places.append(p.PlaceDecl(name, ordered, dims, locals_, viewers, 0))
        return len(self.places) - 1

    def block(self, end: n.Terminator, *stmts: n.Stmt, phase: int = 0, move: int = -1) -> int:
        self.blocks.append(n.Block(tuple(stmts), end, phase, move, 0))
        return len(self.blocks) - 1

    def reserve(self) -> int:
        """A block whose content follows with ``fill``."""
        return self.block(n.Halt())

    def fill(self, number: int, end: n.Terminator, *stmts: n.Stmt, phase: int = 0, move: int = -1) -> None:
        self.blocks[number] = n.Block(tuple(stmts), end, phase, move, 0)

    def opens(self, number: int, ask: int, *stmts: n.Stmt, phase: int = 0) -> None:
        """Fills a block that opens an ask after the statements; a block of its own waits for the choice."""
        self.fill(number, n.Jump(self.block(n.AskFor(ask), phase=phase)), *stmts, n.OpenAsk(ask), phase=phase)

    def ask(
        self,
        who: n.Expr,
        *alternatives: tuple[int, int],
        secret: bool = False,
        otherwise: int | None = None,
        join: int = -1,
        effects: int = -1,
    ) -> int:
        choices = tuple(p.Alternative(move, (), (), then) for move, then in alternatives)
        self.asks.append(p.AskDecl(who, None, secret, choices, otherwise, join, effects, 0))
        return len(self.asks) - 1

    def param(
        self,
        move: str,
        name: str,
        type_: t.Type,
        domain: n.Expr,
        where: n.Expr | None = None,
        when: n.Expr | None = None,
    ) -> p.MoveParam:
        slot = self.slot(f"{move}.{name}", type_, kind="move", scope=move)
        return p.MoveParam(name, slot, False, domain, where, when, type_, 0)

    def move(
        self,
        name: str,
        params: tuple[p.MoveParam, ...],
        body: tuple[p.MoveLet | p.Clause, ...],
        *stmts: n.Stmt,
        says: n.Template | None = None,
    ) -> int:
        number = len(self.moves)
        effect = self.block(n.EndMove(number), *stmts, phase=-1, move=number)
        self.moves.append(p.MoveDecl(name, params, body, effect, says, False, (), 0))
        return number

    def phase(
        self,
        name: str,
        entry: int,
        order: int,
        params: tuple[int, ...] = (),
        locals_: tuple[int, ...] = (),
        ensures: tuple[p.EnsureDecl, ...] = (),
    ) -> int:
        self.phases.append(p.PhaseDecl(name, params, entry, ensures, locals_, (), order, 0))
        return len(self.phases) - 1

    # expressions

    def read(self, slot: int, *index: n.Expr) -> n.Read:
        return n.Read(slot, tuple(index), self.slots[slot].type, 0)

    def actor(self) -> n.Read:
        return n.Read(1, (), t.PLAYER, 0)

    def cards(self, place: int, *index: n.Expr) -> n.CardsAt:
        return n.CardsAt(place, tuple(index), CARDS, 0)

    def to(self, place: int, *index: n.Expr, bottom: bool = False) -> n.PlaceRef:
        return n.PlaceRef(place, tuple(index), bottom, 0)

    def forbid(self, path: str, condition: n.Expr, words: str, **more: Any) -> p.Clause:
        clause = p.Clause(path.split(".")[1], path, "forbid", condition, text(words), -1, None, ("R1",), 0)
        return replace(clause, **more)

    def ensure(self, path: str, condition: n.Expr, words: str) -> p.EnsureDecl:
        return p.EnsureDecl(path.split(".")[1], path, condition, text(words), ("R2",), 0)

    def program(self, entry: int) -> p.Program:
        return p.Program(
            format=p.FORMAT,
            language=1,
            name="toy",
            titles=(),
            sources=None,
            seats=self.seats,
            default_seats=self.seats[0],
            teams=0,
            options=tuple(self.options),
            enums=(),
            deck=self.deck,
            values=tuple(self.values),
            places=tuple(self.places),
            groups=tuple(self.groups),
            notes=tuple(self.notes),
            patterns=tuple(self.patterns),
            slots=tuple(self.slots),
            system=p.System(0, 1, 2, 3, 4, 5),
            rules=tuple(self.rules),
            arms=(),
            moves=tuple(self.moves),
            phases=tuple(self.phases),
            asks=tuple(self.asks),
            blocks=tuple(self.blocks),
            entry=entry,
            schedules=(),
            kinds=(),
            invariants=(),
            setups=(),
            presets=(),
            conventions=(),
            citations=(),
            locations=(LOCATION,),
        )
