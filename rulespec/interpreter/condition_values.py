"""The values on which a condition rests: what its names stand for in a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulespec.interpreter.emit.cse import dependencies, key_of
from rulespec.interpreter.emit.module import readers
from rulespec.interpreter.emit.source_buffer import SourceBuffer
from rulespec.interpreter.engine_errors import MatchFault
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.runtime import Cells
from rulespec.interpreter.state import State
from rulespec.ir import nodes as n
from rulespec.ir.program import Clause, EnsureDecl, MoveDecl, MoveLet
from rulespec.ir.walk import walk

__all__ = ["NamedValue", "of_clause", "of_ensure"]


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A name as the spec writes it, with the values of its indices or arguments, and its value, as in JSON.
    ``missing``: it has no value here."""

    name: str
    value: Any
    missing: bool = False


def of_clause(game: EngineGame, state: State, move: int, clause: Clause, args: tuple[Any, ...]) -> list[NamedValue]:
    """What a clause of a move reads, for arguments that lie in their domains: parameters, ``let``s and what they are
    made of, variables, options, places, calls of rules."""
    decl = game.program.moves[move]
    lets = {item.slot: item.value for item in decl.body if isinstance(item, MoveLet)}
    return _readings(game, state.cells, clause.condition, lets, decl, decl.body.index(clause), args)


def of_ensure(game: EngineGame, state: State, ensure: EnsureDecl) -> list[NamedValue]:
    """What an ``ensure`` reads, in a position."""
    return _readings(game, state.cells, ensure.condition, {}, None, 0, ())


def _readings(
    game: EngineGame,
    cells: Cells,
    condition: n.Expr,
    lets: dict[int, n.Expr],
    decl: MoveDecl | None,
    at: int,
    args: tuple[Any, ...],
) -> list[NamedValue]:
    found: dict[Any, n.Expr] = {}
    waiting = [condition]
    while waiting:
        for expr in _names(waiting.pop(0)):
            if key_of(expr) not in found:
                found[key_of(expr)] = expr
                if isinstance(expr, n.Read) and expr.slot in lets:
                    waiting.append(lets[expr.slot])
    exprs = list(found.values())
    parts = [part for expr in exprs for part in (expr, *_indices(expr))]
    functions = iter(readers(game.program, game.layout, SourceBuffer(), game.emitted.names, parts, decl, at))
    result = []
    for expr in exprs:
        value, missing = _value(game, cells, expr, next(functions), args)
        indices = [_value(game, cells, part, next(functions), args)[0] for part in _indices(expr)]
        result.append(NamedValue(_label(game, expr, indices), value, missing))
    return result


def _names(expr: n.Expr) -> Iterator[n.Expr]:
    """The parts of an expression that have a name and do not depend on what a walk binds, in order."""
    for node in walk(expr):
        if (isinstance(node, n.Read | n.OptionRef | n.CardsAt | n.CallRule) and not dependencies(node)[1]) or (
            isinstance(node, n.Op) and (node.op == "array" or _of_array(node))
        ):
            yield node


def _of_array(node: n.Op) -> bool:
    """Is it one value made of all those of a variable with an index, as ``sum of taken``?"""
    return node.op in ("sum", "max", "min") and isinstance(node.args[0], n.Op) and node.args[0].op == "array"


def _indices(expr: n.Expr) -> tuple[n.Expr, ...]:
    match expr:
        case n.Read(index=index) | n.CardsAt(index=index):
            return index
        case n.CallRule(args=args):
            return args
        case _:
            return ()


def _value(game: EngineGame, cells: Cells, expr: n.Expr, function: Any, args: tuple[Any, ...]) -> tuple[Any, bool]:
    try:
        return game.words.to_json(expr.type, function(cells, *args), cells), False
    except MatchFault:
        return None, True


def _label(game: EngineGame, expr: n.Expr, indices: list[Any]) -> str:
    program = game.program
    inside = ", ".join(shown(value) for value in indices)
    match expr:
        case n.Read(slot=slot):
            name = program.slots[slot].name
        case n.CardsAt(place=place):
            name = program.places[place].name
        case n.OptionRef(option=option):
            name = program.options[option].name
        case n.Op(op="array", attr=int(slot)):
            name = program.slots[slot].name
        case n.Op(op=op, args=(n.Op(attr=int(slot)),)):
            name = f"{op} of {program.slots[slot].name}"
        case n.CallRule(rule=rule):
            name = program.rules[rule].name
            return f"{name}({inside})" if indices else name
        case _:
            raise AssertionError(expr)
    return f"{name}[{inside}]" if indices else name


def shown(value: Any) -> str:
    """A value of a reading as a text."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case list():
            return "[" + " ".join(map(shown, value)) + "]"
        case {"cards": cards}:
            return shown(cards)
        case _:
            return str(value)
