"""A game: one program for a number of players and a set of options. The public face of the interpreter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulespec.interpreter import sentences
from rulespec.interpreter.cards import CardTable
from rulespec.interpreter.dead_end import describe
from rulespec.interpreter.emit.module import emit
from rulespec.interpreter.engine_errors import (
    Coverage,
    EngineMove,
    IllegalMove,
    Limits,
    MatchFault,
    Refusal,
    SetupError,
)
from rulespec.interpreter.executor import Candidate, Executor
from rulespec.interpreter.fuel import FuelMeter
from rulespec.interpreter.game_options import choose_options, choose_players, option_text
from rulespec.interpreter.journal import Journal, Recorder, Text, TextValue
from rulespec.interpreter.json_codec import move_from_json, move_to_json, state_from_json, state_to_json
from rulespec.interpreter.legality import Legality
from rulespec.interpreter.patterns import PatternEngine
from rulespec.interpreter.random import seeded
from rulespec.interpreter.runtime import Cells, Runtime
from rulespec.interpreter.state import State
from rulespec.interpreter.state_layout import DECKS, MOVES, PC, RNG, StateLayout, evaluate
from rulespec.interpreter.transactions.interchangeable import Interchangeability
from rulespec.interpreter.values import Values
from rulespec.interpreter.view import View, make_view, permute_hidden
from rulespec.interpreter.visibility import Visibility
from rulespec.ir import types as t
from rulespec.ir.nodes import Expr
from rulespec.ir.program import FORMAT, Clause, Program


class EngineGame:
    """Everything that does not change during a match.

    Raises ``SetupError`` for a wrong number of players, an unknown option or value, and what a ``setup`` of the spec
    rules out. States handed out are values:
    nothing here changes one.
    """

    def __init__(
        self,
        program: Program,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        limits: Limits | None = None,
        coverage: Coverage | None = None,
    ) -> None:
        if program.format != FORMAT:
            raise ValueError(f"a program of format {program.format}; this interpreter reads format {FORMAT}")
        self.program = program
        self.players = choose_players(program, players)
        self.settings, self.options = choose_options(program, options)
        self.limits = limits if limits is not None else Limits()
        self.coverage = coverage
        absent = [face for face, lacks in enumerate(program.deck.absent) if evaluate(lacks, self.settings)]
        packs = evaluate(program.deck.copies, self.settings, players=self.players)
        self.cards = CardTable(program.deck, packs, absent)
        self.values = tuple(tuple(evaluate(row, self.settings) for row in decl.rows) for decl in program.values)
        self.fuel = FuelMeter(self.limits.fuel)
        self.engine = PatternEngine(self.cards, program.patterns, self.values, self._amount, self.fuel.cell)
        self._params: dict[int, tuple[int, int]] = {
            local: (number, at)
            for number, pattern in enumerate(program.patterns)
            for at, local in enumerate(pattern.params)
        }
        self.layout = StateLayout(program, self.players, self.settings, self.cards.size)
        self.runtime = Runtime(program, self.layout, self.cards, self.engine, self.fuel)
        self.interchangeable = Interchangeability(self.runtime)
        self.executor = Executor(program, self.layout, self.runtime, self.interchangeable, self.limits)
        self.words = Values(self)
        extra = {**self.executor.functions(), "piece": self._piece}
        self.emitted = self.executor.emitted = emit(
            program,
            self.layout,
            self.cards,
            self.engine,
            self.runtime,
            self.values,
            extra,
            coverage,
            self.interchangeable.exist,
        )
        self._require_setups()
        self.sight = Visibility(program, self.layout, self.runtime)
        self.sight.prepare(self.emitted)
        self.legality = Legality(self.executor, self.sight, self.cards, self.words)
        self.executor.legal = self.legality.candidates
        self._listed: tuple[State, list[Candidate]] | None = None

    def _require_setups(self) -> None:
        """Raises ``SetupError`` where the number of players and the options do not go together."""
        cells: Cells = [None] * self.layout.size
        cells[self.executor.in_play] = tuple(range(self.players))
        for decl, holds in zip(self.program.setups, self.emitted.setups, strict=True):
            try:
                allowed = holds(cells)
            except MatchFault as fault:
                raise SetupError(str(fault)) from fault
            if not allowed:
                chosen = ", ".join([f"{self.players} players", *self._unusual()])
                raise SetupError(f"no match can be set up with {chosen}", f"it must be so: {decl.text}")

    def _unusual(self) -> list[str]:
        """The options that do not have their usual value, as they are set."""
        return [
            f"{option.name}={option_text(self.options[option.name])}"
            for option, value in zip(self.program.options, self.settings, strict=True)
            if value != option.default
        ]

    @property
    def source(self) -> str:
        """The generated Python text."""
        return self.emitted.source

    def _amount(self, expr: Expr, args: tuple[Any, ...]) -> int:
        """A pattern's total for its arguments; parameters are found by their ids."""
        bound = {local: args[at] for local, (_, at) in self._params.items() if at < len(args)}
        return int(evaluate(expr, self.settings, bound))

    def _piece(self, cells: Cells, type_: int, value: Any) -> TextValue:
        return self.words.piece(self.emitted.types[type_], value, cells)

    # ------------------------------------------------------------ a match

    def start(self, seed: int = 0, decks: Sequence[Sequence[int]] = (), journal: Journal | None = None) -> State:
        """The state at the first decision. ``decks`` are card orders, top first, that the gatherings of cards take
        one after another instead of shuffling; other outcomes of chance stand among them as ``Journal.chance`` has
        them."""
        everything = list(self.runtime.deck)
        for deck in decks:
            if not deck or (deck[0] >= 0 and sorted(deck) != everything):
                raise MatchFault("deck", f"a given deck must hold each of the {self.cards.size} cards once")
        cells: Cells = [None] * self.layout.size
        for cell in [*self.layout.place_of_cell, *self.layout.groups]:
            cells[cell] = ()
        cells[DECKS] = tuple(tuple(deck) for deck in decks)
        cells[RNG], cells[RNG + 1] = seeded(seed)
        cells[MOVES] = 0
        cells[self.executor.in_play] = tuple(range(self.players))
        self.emitted.initials(cells)
        if not cells[self.executor.in_play]:
            cells[self.executor.in_play] = tuple(range(self.players))
        cells[PC] = self.program.entry
        self._put_cards_somewhere(cells)
        return self._finish(cells, journal)

    def _put_cards_somewhere(self, cells: Cells) -> None:
        """Before the first gathering the deck lies, in order, in the first place of the program."""
        first = min(self.layout.place_of_cell)
        cells[first] = self.runtime.deck
        cells[self.layout.where :] = [first] * self.cards.size

    def _finish(self, cells: Cells, journal: Journal | None) -> State:
        self.executor.run_to_decision(cells, None if journal is None else Recorder(self, journal))
        state = State(cells)
        listed = self.legality.take_last(cells)
        if listed is not None:
            self._listed = (state, listed)
        return state

    def is_over(self, state: State) -> bool:
        return state.cells[PC] in self.executor.halts

    def decider(self, state: State) -> int | None:
        """The seat that must choose; None when the match is over."""
        return None if self.is_over(state) else int(state.cells[self.executor.decider])

    def actor(self, state: State) -> int | None:
        """The seat that acts by the choice."""
        return None if self.is_over(state) else int(state.cells[self.executor.actor])

    # ------------------------------------------------------------ moves

    def _candidates(self, state: State) -> list[Candidate]:
        if self._listed is None or self._listed[0] is not state:
            self.fuel.refill()
            self._listed = (state, self.legality.candidates(state.cells))
        return self._listed[1]

    def legal_moves(self, state: State) -> list[EngineMove]:
        """Every legal move, in declared order. Raises a ``MatchFault`` (``dead_end``) where there is none."""
        number = self.executor.ask(state.cells)
        if number is None:
            return []
        ask = self.program.asks[number]
        candidates = self._candidates(state)
        if not candidates:
            raise MatchFault("dead_end", describe(self, state), self.runtime.location(ask.loc))
        moves = self.program.moves
        return [EngineMove(moves[ask.alternatives[at].move].name, args, at) for at, args, _ in candidates]

    def unpenalised_moves(self, state: State) -> list[EngineMove]:
        """The legal moves that no penalty follows, or all where a penalty follows each: what a bot chooses among."""
        moves = self.legal_moves(state)
        kept = [move for move, (_, _, fined) in zip(moves, self._candidates(state), strict=True) if not fined]
        return kept or moves

    def refusals(self, state: State, move: EngineMove) -> list[Refusal]:
        """Everything that refuses the move; nothing where it is legal."""
        return self._check(state, move)[1]

    def is_fined(self, state: State, move: EngineMove) -> bool:
        """Would the (legal) move be made under a penalty?"""
        candidate, refusals = self._check(state, move)
        return candidate is not None and not refusals and candidate[2]

    def _check(self, state: State, move: EngineMove) -> tuple[Candidate | None, list[Refusal]]:
        listed = self._listed[1] if self._listed is not None and self._listed[0] is state else None
        self.fuel.refill()
        return self.legality.check(state.cells, move, listed)

    def apply(self, state: State, move: EngineMove, journal: Journal | None = None) -> State:
        """The state at the next decision after a move. Raises ``IllegalMove`` and ``MatchFault``."""
        candidate, refusals = self._check(state, move)
        if refusals or candidate is None:
            raise IllegalMove(tuple(refusals))
        executor = self.executor
        cells = state.cells[:]
        number = executor.ask(cells)
        assert number is not None
        ask = self.program.asks[number]
        cells[executor.decisions] += 1
        cells[MOVES] += 1
        if cells[MOVES] > self.limits.match_decisions:
            raise MatchFault(
                "decisions",
                f"more than {self.limits.match_decisions} decisions in a match",
                self.runtime.location(ask.loc),
            )
        if cells[executor.decisions] > self.limits.decisions:
            raise MatchFault(
                "decisions", f"more than {self.limits.decisions} decisions in a deal", self.runtime.location(ask.loc)
            )
        at, args, _ = candidate
        kind = ask.alternatives[at].move
        if self.coverage is not None:
            self.coverage.moves.add(kind)
        if ask.secret:
            if journal is not None:
                Recorder(self, journal).secret(cells[executor.decider])
            executor.choose_secretly(cells, number, candidate)
        else:
            if journal is not None:
                Recorder(self, journal).move(cells, kind, args)
            executor.enter(cells, number, candidate)
        return self._finish(cells, journal)

    def pieces(self, cells: Cells, move: int, args: tuple[Any, ...]) -> Text:
        """The sentence of a move as strings and values; empty where it has none."""
        say = self.emitted.sayings[move]
        if say is not None:
            return tuple(say(cells, *args))
        decl = self.program.moves[move]
        text: list[str | TextValue] = [
            self.words.piece(t.PLAYER, cells[self.executor.actor], cells),
            f": {decl.name.replace('_', ' ')}",
        ]
        for param, value in zip(decl.params, args, strict=True):
            if value is not None and not param.given:
                text += [" ", self.words.piece(param.type, value, cells)]
        return tuple(text)

    def penalties(self, cells: Cells, move: int, args: tuple[Any, ...]) -> tuple[int, ...]:
        """Positions in the move's body of the clauses that fine it."""
        decl = self.program.moves[move]
        return tuple(
            at
            for at, test in self.emitted.clauses[move]
            if decl.body[at].flag >= 0 and test(cells, *args) == 2  # type: ignore[union-attr]
        )

    def penalty_paths(self, state: State, move: EngineMove) -> tuple[str, ...]:
        """Paths of the clauses for which a legal move would be fined."""
        candidate, refusals = self._check(state, move)
        number = self.executor.ask(state.cells)
        if candidate is None or refusals or number is None:
            return ()
        kind = self.program.asks[number].alternatives[candidate[0]].move
        clauses = [self.program.moves[kind].body[at] for at in self.penalties(state.cells, kind, candidate[1])]
        return tuple(clause.path for clause in clauses if isinstance(clause, Clause))

    # ------------------------------------------------------------ reading a state

    def view(self, state: State, seat: int) -> View:
        """What the seat sees."""
        self.fuel.refill()
        return make_view(self, state, seat)

    def permute_hidden(self, state: State, seat: int, seed: int) -> State:
        """A state that looks the same to the seat: the cards it does not see lie otherwise."""
        return permute_hidden(self, state, seat, seed)

    def read(self, state: State, name: str, *index: int) -> Any:
        """The value of a variable, by its declared name. Raises KeyError where there is none."""
        number = next((i for i, slot in enumerate(self.program.slots) if slot.name == name), None)
        if number is None:
            raise KeyError(f"{self.program.name} has no variable {name!r}")
        area = self.layout.slots[number]
        if not index and area.axes:
            return tuple(state.cells[area.base : area.base + area.size])
        return state.cells[area.base + area.indices().index(index)]

    def cards_at(self, state: State, name: str, *index: int) -> tuple[int, ...]:
        """The cards of a place, by its declared name. Raises KeyError where there is none."""
        for number, place in enumerate(self.program.places):
            if place.name == name:
                area = self.layout.places[number]
                return tuple(state.cells[area.base + area.indices().index(index)])
        raise KeyError(f"{self.program.name} has no place {name!r}")

    def groups_at(self, state: State, name: str) -> tuple[Any, ...]:
        """The groups of a declaration: ``(cards, roles of the wild ones, fields)`` each."""
        for number, groups in enumerate(self.program.groups):
            if groups.name == name:
                return tuple(state.cells[self.layout.groups[number]])
        raise KeyError(f"{self.program.name} has no groups {name!r}")

    def totals(self, state: State) -> tuple[int, ...]:
        """The running totals: of teams where the program keeps them, else of seats."""
        for name in ("team_total", "total"):
            for number, slot in enumerate(self.program.slots):
                if slot.kind == "sheet" and slot.name == name:
                    area = self.layout.slots[number]
                    return tuple(state.cells[area.base : area.base + area.size])
        return ()

    def winners(self, state: State) -> tuple[int, ...]:
        """The seats that have won; nothing before the end."""
        return tuple(state.cells[self.layout.slots[self.program.system.winners].base] or ())

    def broken_invariants(self, state: State) -> list[str]:
        """Names of the program's invariants that do not hold in the state."""
        self.fuel.refill()
        return [
            decl.name
            for decl, test in zip(self.program.invariants, self.emitted.invariants, strict=True)
            if not test(state.cells)
        ]

    # ------------------------------------------------------------ words and JSON

    def say(self, state: State, move: EngineMove, language: str = "en", names: Sequence[str] | None = None) -> str:
        """The move as a sentence."""
        self.fuel.refill()
        number = next(i for i, decl in enumerate(self.program.moves) if decl.name == move.name)
        return sentences.render(self, self.pieces(state.cells, number, move.args), language, names)

    def move_to_json(self, state: State, move: EngineMove) -> dict[str, Any]:
        return move_to_json(self, state, move)

    def move_from_json(self, state: State, obj: object) -> EngineMove:
        """Raises ``MoveFormatError``."""
        return move_from_json(self, state, obj)

    def state_to_json(self, state: State) -> dict[str, Any]:
        return state_to_json(self, state)

    def state_from_json(self, obj: object) -> State:
        """Raises ``StateFormatError``."""
        return state_from_json(self, obj)
