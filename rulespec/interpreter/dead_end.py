"""Where a seat has no legal move: which moves there might have been, and what refuses each of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from rulespec.interpreter.engine_errors import EngineMove, MatchFault
from rulespec.interpreter.sentences import SentenceRenderer
from rulespec.ir import types as t

if TYPE_CHECKING:
    from rulespec.interpreter.game import EngineGame
    from rulespec.interpreter.state import State

MOST: Final = 400
"""So many candidates of one alternative are looked at."""


def candidates(game: EngineGame, state: State) -> Iterator[EngineMove]:
    """Every move whose arguments lie in their domains, whether it is refused or not, in declared order."""
    number = game.executor.ask(state.cells)
    for at in range(len(game.program.asks[number].alternatives) if number is not None else 0):
        yield from _of_alternative(game, state, at)


def _of_alternative(game: EngineGame, state: State, at: int) -> Iterator[EngineMove]:
    number = game.executor.ask(state.cells)
    assert number is not None
    kind = game.program.asks[number].alternatives[at].move
    params = game.program.moves[kind].params
    given = game.legality.given(state.cells, at)

    def arguments(bound: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        here = len(bound)
        if here == len(params):
            yield bound
        elif params[here].given:
            yield from arguments((*bound, given[sum(param.given for param in params[:here])]))
        else:
            for value in game.legality.domain(state.cells, kind, here, bound):
                yield from arguments((*bound, value))

    for args in arguments(()):
        yield EngineMove(game.program.moves[kind].name, args, at)


def describe(game: EngineGame, state: State) -> str:
    """Who has no legal move, in which phase, and for each alternative what refuses it."""
    executor, cells = game.executor, state.cells
    number = executor.ask(cells)
    assert number is not None
    renderer = SentenceRenderer(game.cards)
    decider, actor = cells[executor.decider], cells[executor.actor]
    who = renderer.seat(decider) + (f" (for {renderer.seat(actor)})" if actor != decider else "")
    reasons = "; ".join(_alternative(game, state, at) for at in range(len(game.program.asks[number].alternatives)))
    return f"{who} has no legal move in {_phase(game, state)}: {reasons}"


def _phase(game: EngineGame, state: State) -> str:
    """The innermost phase that is running."""
    program = game.program
    running = [phase for phase, cell in enumerate(game.layout.returns) if state.cells[cell] is not None]
    if not running:
        return "the match"
    return f"'{max((program.phases[phase] for phase in running), key=lambda phase: phase.order).name}'"


def _alternative(game: EngineGame, state: State, at: int) -> str:
    number = game.executor.ask(state.cells)
    assert number is not None
    decl = game.program.moves[game.program.asks[number].alternatives[at].move]
    chosen = [param for param in decl.params if not param.given]
    names: dict[str, None] = {}
    looked, unfinished = 0, False
    try:
        for move in islice(_of_alternative(game, state, at), MOST):
            looked += 1
            game.fuel.refill()
            found = [refusal.path for refusal in game.legality.clauses(state, at, move.args)]
            if not found and not unfinished:
                unfinished = True
                found = [refusal.path for refusal in game.refusals(state, move)]
            names.update(dict.fromkeys(path.removeprefix(f"{decl.name}.") for path in found))
    except MatchFault as fault:
        return f"{decl.name}: {fault.message}"
    if not looked:
        empty = chosen[0]
        thing = "card" if isinstance(t.required(empty.type), t.Card) else empty.name
        return f"{decl.name}: no {thing} to choose from"
    more = "more than " if looked == MOST else ""
    count = f"{more}{looked} candidate{'' if looked == 1 else 's'}, " if chosen else ""
    return f"{decl.name}: {count}refused by {', '.join(names)}"
