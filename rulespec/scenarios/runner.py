"""Running scenarios: reaching positions, making moves, checking what is expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rulespec.interpreter.engine_errors import Coverage, EngineMove, MatchFault, SetupError
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.random import seeded, shuffled
from rulespec.ir.program import Program
from rulespec.scenarios.expect import Expectations
from rulespec.scenarios.model import Case, DocumentPath, Failure, Scenario, ScenarioError, ScenarioFile, Step
from rulespec.scenarios.move_notation import MoveReader
from rulespec.scenarios.notation import Notation, NotationError
from rulespec.scenarios.position import Editor
from rulespec.scenarios.run_state import RunState, advance, begin, stage_name

MAX_DECISIONS: Final = 50_000
"""Decisions that the runner makes by itself for one ``reach``."""

MAX_SEEDS: Final = 200
"""Seeds that are tried for the dealer that a ``reach`` wants."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a scenario's own steps (``case`` None) or of one of its cases."""

    file: str
    scenario: str
    case: str | None
    place: str
    failures: tuple[Failure, ...]

    @property
    def passed(self) -> bool:
        return not self.failures

    @property
    def name(self) -> str:
        return self.scenario if self.case is None else f"{self.scenario}: {self.case}"


@dataclass(slots=True)
class ScenarioGame:
    """A game as scenarios use it. What the runner plays by itself to reach a position goes through ``quiet``, so that
    it does not count as exercised."""

    game: EngineGame
    quiet: EngineGame
    moves: MoveReader
    editor: Editor
    expectations: Expectations
    reached: dict[tuple[Any, ...], RunState] = field(default_factory=dict)


class Runner:
    """Runs scenarios of one program; ``coverage`` collects what they exercise."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.coverage = Coverage()
        self._tables: dict[tuple[int | None, tuple[tuple[str, Any], ...]], ScenarioGame] = {}

    def run(self, file: ScenarioFile) -> list[Outcome]:
        """All scenarios of a file."""
        return [outcome for scenario in file.scenarios for outcome in self.run_scenario(scenario)]

    def run_scenario(self, scenario: Scenario) -> Iterator[Outcome]:
        """The scenario's own steps, then each case from where they led."""
        spot = scenario.spot
        failures: list[Failure] = []
        track: RunState | None = None
        table: ScenarioGame | None = None
        try:
            table = self._table(scenario)
            track = self._begin(table, scenario)
            failures = list(self._steps(table, scenario, track, scenario.steps))
        except ScenarioError as error:
            failures.append(error.failure)
            track = None
        yield Outcome(spot.file, scenario.name, None, str(spot), tuple(failures))
        for case in scenario.cases:
            if track is None or table is None:
                missing = Failure(str(case.spot), "not run: the steps before it could not be done")
                yield Outcome(spot.file, scenario.name, case.name, str(case.spot), (missing,))
                continue
            try:
                failures = list(self._steps(table, scenario, track.copy(), case.steps))
            except ScenarioError as error:
                failures = [error.failure]
            yield Outcome(spot.file, scenario.name, case.name, str(case.spot), tuple(failures))

    def end_of(self, scenario: Scenario, case: Case | None = None) -> tuple[ScenarioGame, RunState]:
        """Where a scenario leads, or one of its cases, whatever is expected on the way. Raises ``ScenarioError``."""
        table = self._table(scenario)
        track = self._begin(table, scenario)
        for step in (*scenario.steps, *(case.steps if case is not None else ())):
            if step.kind != "expect":
                for _ in self._steps(table, scenario, track, [step]):
                    pass
        return table, track

    # ------------------------------------------------------------ setting up

    def _table(self, scenario: Scenario) -> ScenarioGame:
        key = (scenario.players, tuple(sorted(scenario.options.items())))
        if key not in self._tables:
            try:
                game = EngineGame(self.program, scenario.players, scenario.options, coverage=self.coverage)
                quiet = EngineGame(self.program, scenario.players, scenario.options)
            except SetupError as error:
                raise ScenarioError(scenario.spot, str(error)) from None
            notation = Notation(self.program, game.cards, game.players, game.engine.wild_cards)
            moves = MoveReader(game, notation)
            editor = Editor(game, notation)
            self._tables[key] = ScenarioGame(game, quiet, moves, editor, Expectations(game, notation, editor, moves))
        return self._tables[key]

    def _begin(self, table: ScenarioGame, scenario: Scenario) -> RunState:
        """The start of the match. Where the first step wants a dealer and no seed is given, a seed is looked for."""
        decks = [self._deck(table, scenario, at) for at in range(len(scenario.decks))]
        first = scenario.steps[0] if scenario.steps else None
        seeds: Sequence[int] = [scenario.seed or 0]
        wanted = first.value if first is not None and first.kind == "reach" and isinstance(first.value, dict) else {}
        if scenario.seed is None and "dealer" in wanted:
            seeds = range(MAX_SEEDS)
        for seed in seeds:
            track = self._start(table, seed, decks, scenario.spot)
            if len(seeds) == 1 or first is None:
                return track
            key = (seed, tuple(map(tuple, decks)), tuple(sorted(wanted.items())), scenario.prefer)
            if key not in table.reached:
                self._reach(table.quiet, track, {**wanted, "dealer": None}, scenario, first.spot)
                table.reached[key] = track
            if table.reached[key].deals()[-1].dealer == wanted["dealer"]:
                return table.reached[key].copy()
        message = f"in {MAX_SEEDS} matches seat {wanted['dealer']} never dealt here"
        raise ScenarioError(first.spot if first else scenario.spot, message)

    def _start(self, table: ScenarioGame, seed: int, decks: Sequence[Sequence[int]], spot: DocumentPath) -> RunState:
        try:
            return begin(table.game, seed, decks)
        except MatchFault as fault:
            raise ScenarioError(spot, f"the match cannot begin: {fault}") from None

    def _deck(self, table: ScenarioGame, scenario: Scenario, number: int) -> tuple[int, ...]:
        """The order of the pack for a shuffle; one that is left to chance follows from the seed."""
        game, text, spot = table.game, scenario.decks[number], scenario.spot.at("decks", number)
        everything = tuple(range(game.cards.size))
        if text is None:
            return shuffled([*seeded((scenario.seed or 0) + number)], 0, everything)
        order: list[int] = []
        for word in text.split():
            try:
                piece = table.editor.notation.piece(word)
            except NotationError as error:
                raise ScenarioError(spot, str(error)) from None
            copies = [piece.card] if piece.card is not None else game.cards.by_face[piece.face]
            card = next((card for card in copies if card not in order), None)
            if card is None:
                raise ScenarioError(spot, f"{word} is wanted more often than there are copies")
            order.append(card)
        return (*order, *(card for card in everything if card not in order))

    # ------------------------------------------------------------ steps

    def _steps(
        self, table: ScenarioGame, scenario: Scenario, track: RunState, steps: Sequence[Step]
    ) -> Iterator[Failure]:
        """Does steps in order and yields what is not as expected. Raises ``ScenarioError`` where one cannot be done."""
        for step in steps:
            match step.kind:
                case "reach":
                    self._reach(table.quiet, track, step.value, scenario, step.spot)
                case "place":
                    track.state = table.editor.put(track.state, step.value, scenario.rest, step.spot)
                case "set":
                    track.state = table.editor.assign(track.state, step.value, step.spot)
                case "moves":
                    track.set_mark()
                    for at, pair in enumerate(step.value):
                        self._move(table, track, pair, step.spot.at(at))
                case "auto":
                    track.set_mark()
                    for _ in range(step.value):
                        self._play(table.game, track, scenario.prefer, step.spot)
                case _:
                    yield from table.expectations.check(track, step.value, step.spot)

    def _move(self, table: ScenarioGame, track: RunState, pair: Mapping[str, str], spot: DocumentPath) -> None:
        (seat, text), *_ = pair.items()
        decider = table.game.decider(track.state)
        if decider is None:
            raise ScenarioError(spot, f"{seat}: {text}: the match has ended")
        if int(seat) != decider:
            raise ScenarioError(spot, f"{seat}: {text}: it is seat {decider} that decides")
        try:
            written = table.moves.read(text)
            legal = table.game.legal_moves(track.state)
            move = table.moves.choose(track.state, written, legal)
            if move is None:
                refusals = table.moves.refusals(track.state, written)
                reasons = "; ".join(f"{refusal.path} ({refusal.message})" for refusal in refusals)
                raise ScenarioError(spot, f"{seat}: {text}: not legal: {reasons}")
            advance(table.game, track, move)
        except NotationError as error:
            raise ScenarioError(spot, str(error)) from None
        except MatchFault as fault:
            raise ScenarioError(spot, f"{seat}: {text}: the match cannot go on: {fault}") from None

    # ------------------------------------------------------------ playing by itself

    def _play(self, game: EngineGame, track: RunState, prefer: Sequence[str], spot: DocumentPath) -> None:
        """One decision: the first legal move of the first preferred kind that has any, else the first."""
        try:
            if game.is_over(track.state):
                raise ScenarioError(spot, "the match has ended")
            advance(game, track, _favourite(game.legal_moves(track.state), prefer))
        except MatchFault as fault:
            raise ScenarioError(spot, f"the match cannot go on: {fault}") from None

    def _reach(self, game: EngineGame, track: RunState, wanted: Any, scenario: Scenario, spot: DocumentPath) -> None:
        """Plays until the position is the one described."""
        if isinstance(wanted, dict):
            self._check_reach(game, wanted, spot)
        for _ in range(MAX_DECISIONS):
            if game.is_over(track.state):
                if wanted == "over":
                    return
                raise ScenarioError(spot, "the match ended before such a position was reached")
            if wanted != "over" and _is_reached(self.program, track, wanted):
                dealer = wanted.get("dealer")
                if dealer is not None and track.deals()[-1].dealer != dealer:
                    raise ScenarioError(spot, f"expected seat {dealer} to deal, found seat {track.deals()[-1].dealer}")
                return
            self._play(game, track, scenario.prefer, spot)
        raise ScenarioError(spot, f"such a position was not reached in {MAX_DECISIONS} decisions")

    def _check_reach(self, game: EngineGame, wanted: Mapping[str, Any], spot: DocumentPath) -> None:
        if wanted["move"] not in [decl.name for decl in self.program.moves]:
            raise ScenarioError(spot.at("move"), f"there is no move '{wanted['move']}'")
        stages = [stage.name for schedule in self.program.schedules for stage in schedule.stages]
        if "stage" in wanted and wanted["stage"] not in stages:
            raise ScenarioError(spot.at("stage"), f"there is no stage '{wanted['stage']}'")
        if wanted.get("seat", 0) >= game.players:
            raise ScenarioError(spot.at("seat"), f"there is no seat {wanted['seat']}")


def _favourite(legal: Sequence[EngineMove], prefer: Sequence[str]) -> EngineMove:
    for name in prefer:
        for move in legal:
            if move.name == name:
                return move
    return legal[0]


def _is_reached(program: Program, track: RunState, wanted: Mapping[str, Any]) -> bool:
    """Is the waiting decision the one described?"""
    waiting = track.decisions[-1]
    if wanted["move"] not in waiting.moves or wanted.get("seat", waiting.seat) != waiting.seat:
        return False
    if "stage" in wanted or "deal" in wanted:
        deals = track.deals()
        if not deals:
            return False
        stage = deals[-1].stage
        if "stage" in wanted and stage_name(program, stage) != wanted["stage"]:
            return False
        if "deal" in wanted and sum(deal.stage == stage for deal in deals) != wanted["deal"]:
            return False
    if "nth" in wanted:
        alike = [
            decision
            for decision in track.decisions
            if wanted["move"] in decision.moves and wanted.get("seat", decision.seat) == decision.seat
        ]
        return len(alike) == int(wanted["nth"])
    return True
