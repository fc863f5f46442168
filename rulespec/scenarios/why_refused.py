"""Why a move may not be made at the end of a scenario: each clause that refuses it, and what that rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulespec.interpreter.condition_values import NamedValue, of_clause, of_ensure, shown
from rulespec.interpreter.engine_errors import EngineMove, MatchFault, Refusal
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.state import State
from rulespec.ir.program import Clause, Program
from rulespec.scenarios.model import Case, Scenario, ScenarioError, ScenarioFile
from rulespec.scenarios.notation import NotationError
from rulespec.scenarios.runner import Runner
from rulespec.sources import Sources
from rulespec.syntax.suggest import did_you_mean

MAX_VALUES = 40
"""Of the values that a parameter may have, so many are named."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A statement of the sources, or a convention (``convention`` is then its name), by which a clause stands."""

    number: str
    text: str
    place: str
    convention: str | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """A refusal. ``readings``: what its condition read, before the move. ``values``: where a value lies outside its
    domain, those that the parameter may have here, or None."""

    refusal: Refusal
    cited: tuple[Cited, ...]
    readings: tuple[NamedValue, ...]
    values: tuple[str, ...] | None

    def to_json(self) -> dict[str, Any]:
        refusal, place = self.refusal, self.refusal.location
        return {
            "path": refusal.path,
            "kind": refusal.kind,
            "message": refusal.message,
            "file": place.file if place else None,
            "line": place.line if place else None,
            "column": place.column if place else None,
            "cites": [
                {"number": item.number, "text": item.text, "place": item.place, "convention": item.convention}
                for item in self.cited
            ],
            "values": {item.name: item.value for item in self.readings if not item.missing},
            "domain": None if self.values is None else list(self.values),
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """``seat`` decides; ``says``: the move as a sentence; ``fined``: the clauses for which a legal move is fined."""

    scenario: str
    seat: int
    move: str
    says: str
    legal: bool
    fined: tuple[str, ...]
    reasons: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "scenario": self.scenario,
            "seat": self.seat,
            "move": self.move,
            "says": self.says,
            "legal": self.legal,
            "fined": list(self.fined),
            "reasons": [reason.to_json() for reason in self.reasons],
        }


class ExplainError(Exception):
    """The question cannot be answered as it was put."""


def find(file: ScenarioFile, wanted: str) -> tuple[Scenario, Case | None]:
    """The scenario or case of a file by its name, a part of it, or its number (``2``, or ``2.1`` for the first case of
    the second). An empty text means the only one. Raises ``ExplainError``."""
    every = [(f"{at}", scenario.name, scenario, None) for at, scenario in enumerate(file.scenarios, start=1)] + [
        (f"{at}.{number}", f"{scenario.name}: {case.name}", scenario, case)
        for at, scenario in enumerate(file.scenarios, start=1)
        for number, case in enumerate(scenario.cases, start=1)
    ]
    if not wanted and len(every) == 1:
        return every[0][2], every[0][3]
    exact = [item for item in every if wanted and wanted in (item[0], item[1], item[3] and item[3].name)]
    folded = wanted.casefold()
    found = exact or [item for item in every if wanted and folded in item[1].casefold()]
    if len(found) == 1:
        return found[0][2], found[0][3]
    listed = "\n".join(f"  #{number} {name}" for number, name, _, _ in sorted(found or every, key=_order))
    if not wanted:
        raise ExplainError(f"say which scenario of {file.path}, as in {file.path}#1:\n{listed}")
    if found:
        raise ExplainError(f"'{wanted}' may be any of these of {file.path}:\n{listed}")
    near = did_you_mean(wanted, [name for _, name, _, _ in every])
    hint = f"did you mean '{near}'?" if near else f"there are:\n{listed}"
    raise ExplainError(f"{file.path} has no scenario '{wanted}'; {hint}")


def _order(item: tuple[str, str, Scenario, Case | None]) -> tuple[int, ...]:
    return tuple(map(int, item[0].split(".")))


def explain(runner: Runner, scenario: Scenario, case: Case | None, text: str, sources: Sources | None) -> Answer:
    """Whether a move, written as scenarios write it, is legal where the scenario ends, and if not, why.

    Raises ``ExplainError`` where the scenario does not lead to a decision or the text is no move.
    """
    name = scenario.name if case is None else f"{scenario.name}: {case.name}"
    try:
        table, track = runner.end_of(scenario, case)
        game, state = table.game, track.state
        seat = game.decider(state)
        if seat is None:
            raise ExplainError(f"the match is over at the end of '{name}'")
        written = table.moves.read(text)
        move = table.moves.choose(state, written, game.legal_moves(state))
        refusals: Sequence[Refusal] = ()
        if move is None:
            move, refusals = table.moves.refused(state, written)
            if not refusals:
                raise ExplainError(f"'{text}' names nothing that could be chosen")
    except (ScenarioError, NotationError, MatchFault) as error:
        raise ExplainError(str(error)) from None
    reasons = tuple(_reason(game, state, move, refusal, sources) for refusal in refusals)
    fined = () if refusals else game.penalty_paths(state, move)
    return Answer(name, seat, text, _sentence(game, state, move, text), not refusals, fined, reasons)


def _sentence(game: EngineGame, state: State, move: EngineMove, text: str) -> str:
    """The move in words; as it was written where a value is missing in it."""
    try:
        return game.say(state, move)
    except (MatchFault, TypeError, IndexError):
        return text


def _reason(game: EngineGame, state: State, move: EngineMove, refusal: Refusal, sources: Sources | None) -> Reason:
    return Reason(
        refusal,
        tuple(_cited(game.program, refusal, sources)),
        tuple(_readings(game, state, move, refusal)),
        _values(game, state, move, refusal),
    )


def _cited(program: Program, refusal: Refusal, sources: Sources | None) -> Iterator[Cited]:
    """The statements that a clause cites, the conventions that decide them, and conventions that it cites itself."""
    for number in refusal.cites:
        statement = sources.statements.get(number) if sources is not None else None
        if statement is not None and sources is not None:
            yield Cited(number, statement.text, f"{sources.file}:{statement.span.line}")
        for convention in program.conventions:
            if convention.name == number or number in convention.decides:
                place = program.locations[convention.loc]
                yield Cited(number, convention.text, f"{place.file}:{place.line}", convention.name)


def _readings(game: EngineGame, state: State, move: EngineMove, refusal: Refusal) -> list[NamedValue]:
    program = game.program
    if refusal.kind == "ensure":
        for phase in program.phases:
            for ensure in phase.ensures:
                if ensure.path == refusal.path:
                    return of_ensure(game, state, ensure)
    if refusal.kind == "forbid":
        candidate, _ = game.legality.check(state.cells, move, None)
        kind = next(at for at, decl in enumerate(program.moves) if decl.name == move.name)
        for item in program.moves[kind].body:
            if candidate is not None and isinstance(item, Clause) and item.path == refusal.path:
                return of_clause(game, state, kind, item, candidate[1])
    return []


def _values(game: EngineGame, state: State, move: EngineMove, refusal: Refusal) -> tuple[str, ...] | None:
    """The values that the parameter may have of which a value was refused."""
    if refusal.kind != "domain":
        return None
    kind = next(at for at, decl in enumerate(game.program.moves) if decl.name == move.name)
    for at, param in enumerate(game.program.moves[kind].params):
        if f"{move.name}.{param.name}" == refusal.path and not param.given:
            domain = game.legality.domain(state.cells, kind, at, move.args[:at])
            texts = dict.fromkeys(shown(game.words.to_json(param.type, value, state.cells)) for value in domain)
            few = list(texts)[:MAX_VALUES]
            return (*few, "…") if len(texts) > MAX_VALUES else tuple(few)
    return None


def split_place(text: str) -> tuple[Path, str]:
    """``FILE#NAME`` apart; a file whose name holds a ``#`` is found all the same."""
    if "#" not in text or Path(text).exists():
        return Path(text), ""
    file, _, name = text.partition("#")
    return Path(file), name.strip()
