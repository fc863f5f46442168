"""Moves as scenarios write them, compared with those of a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from rulespec.interpreter.engine_errors import EngineMove, Refusal
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.state import State
from rulespec.ir import types as t
from rulespec.ir.program import MoveDecl, MoveParam
from rulespec.scenarios.notation import MAX_READINGS, NONE, WORD, Notation, NotationError
from rulespec.syntax.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class Written:
    """A move's name and the words for those of its parameters that the seat chooses, None where one is left out."""

    text: str
    decl: MoveDecl
    words: tuple[str | None, ...]


class MoveReader:
    """Reads and writes the moves of one game."""

    def __init__(self, game: EngineGame, notation: Notation) -> None:
        self.game = game
        self.notation = notation
        self._moves = {decl.name: decl for decl in game.program.moves}

    def read(self, text: str) -> Written:
        """Takes a move apart. Raises ``NotationError``."""
        name, *words = WORD.findall(text)
        decl = self._moves.get(name)
        if decl is None:
            near = did_you_mean(name, self._moves)
            raise NotationError(f"there is no move '{name}'" + (f"; did you mean {near}?" if near else ""))
        count = len(_chosen(decl))
        if len(words) > count:
            raise NotationError(f"'{text}': {name} takes {count} argument{'' if count == 1 else 's'}")
        for param, word in zip(_chosen(decl), words, strict=False):
            self._check_word(param, word)
        return Written(text, decl, (*words, *[None] * (count - len(words))))

    def _check_word(self, param: MoveParam, word: str) -> None:
        """Is the word written as values of the parameter's type are?"""
        match t.required(param.type):
            case t.Group() | t.Combo() if word != NONE:
                self.notation.pieces(word)
            case t.Group() | t.Combo():
                pass
            case t.Int():
                self.notation.value(t.optional(t.INT), word)
            case _:
                self.notation.readings(t.optional(param.type), word)

    # ------------------------------------------------------------ legal moves

    def matches(self, state: State, written: Written, legal: Sequence[EngineMove]) -> list[EngineMove]:
        """The legal moves that are meant; of those that differ in what is left out, the ones without it."""
        found = [move for move in legal if move.name == written.decl.name and self._means(state, written, move)]
        for at, word in enumerate(written.words):
            if word is None:
                values = [self._values(written.decl, move)[at] for move in found]
                if None in values:
                    found = [move for move, value in zip(found, values, strict=True) if value is None]
        return found

    def choose(self, state: State, written: Written, legal: Sequence[EngineMove]) -> EngineMove | None:
        """The legal move that is meant, None where there is none. Raises ``NotationError`` where several differ in
        what is left out."""
        found = self.matches(state, written, legal)
        if found:
            for at, word in enumerate(written.words):
                if word is None and len({self._values(written.decl, move)[at] for move in found}) > 1:
                    shown = ", ".join(self.write_all(state, found))
                    raise NotationError(f"'{written.text}' may be any of {shown}")
            if len(found) > 1 and len({self.write(state, move) for move in found}) > 1:
                raise NotationError(f"'{written.text}' may be any of {', '.join(self.write_all(state, found))}")
            return found[0]
        return next((move for move in self._candidates(state, written) if not self.game.refusals(state, move)), None)

    def listed(self, state: State, move: EngineMove, legal: Sequence[EngineMove]) -> EngineMove | None:
        """The move of the list that stands for a legal one: the same but for copies of cards."""
        text = self.write(state, move)
        return next((other for other in legal if self.write(state, other) == text), None)

    def refusals(self, state: State, written: Written) -> list[Refusal]:
        """Why the move is refused. Of the copies that may be meant those count which get furthest: past the most
        parameters, or to the clauses."""
        return self.refused(state, written)[1]

    def refused(self, state: State, written: Written) -> tuple[EngineMove, list[Refusal]]:
        """The same with the move that was tried."""
        nothing = EngineMove(written.decl.name, (None,) * len(written.decl.params), 0)
        found = [(move, self.game.refusals(state, move)) for move in self._candidates(state, written)]
        return max(found, key=lambda pair: self._progress(written.decl, pair[1]), default=(nothing, []))

    @staticmethod
    def _progress(decl: MoveDecl, refusals: list[Refusal]) -> int:
        paths = [f"{decl.name}.{param.name}" for param in decl.params]
        outside = [refusal.path for refusal in refusals if refusal.kind == "domain"]
        return paths.index(outside[0]) if outside and outside[0] in paths else len(paths)

    def _means(self, state: State, written: Written, move: EngineMove) -> bool:
        values = self._values(written.decl, move)
        return all(
            word is None or self._is(state, param, word, value)
            for param, word, value in zip(_chosen(written.decl), written.words, values, strict=True)
        )

    def _is(self, state: State, param: MoveParam, word: str, value: Any) -> bool:
        if word == NONE or value is None:
            return word == NONE and value is None
        match t.required(param.type):
            case t.Card():
                return self.notation.piece(word).means(value, self.game.cards.face[value], None)
            case t.Combo(pattern=pattern):
                return self.notation.same_cards(self.notation.pieces(word), self.notation.beside(pattern, *value))
            case t.Group(groups=groups):
                return self.is_group(state, groups, value, word)
            case t.SetOf(element=t.Card()):
                pairs = tuple((card, None) for card in value)
                return self.notation.same_cards(self.notation.pieces(word), pairs)
            case t.ListOf(element=t.Card()):
                pairs = tuple((card, None) for card in value)
                return self.notation.same_cards(self.notation.pieces(word), pairs, ordered=True)
            case other:
                try:
                    return bool(value in self.notation.readings(other, word))
                except NotationError:
                    return False

    def is_group(self, state: State, groups: int, at: int, text: str) -> bool:
        """Is the group at a position the one written so?"""
        cards, roles, _ = state.cells[self.game.layout.groups[groups]][at]
        pattern = self.game.program.groups[groups].pattern
        return self.notation.same_cards(self.notation.pieces(text), self.notation.beside(pattern, cards, roles))

    # ------------------------------------------------------------ moves that may not be legal

    def _candidates(self, state: State, written: Written) -> list[EngineMove]:
        """The moves that may be meant, whether legal or not, the lowest copies first."""
        number = self.game.executor.ask(state.cells)
        alternatives = () if number is None else self.game.program.asks[number].alternatives
        names = [self.game.program.moves[alternative.move].name for alternative in alternatives]
        at = names.index(written.decl.name) if written.decl.name in names else 0
        words = iter(written.words)
        readings: list[list[Any]] = []
        for param in written.decl.params:
            word = None if param.given else next(words)
            readings.append([None] if word is None else self._readings(state, param, word))
        offered = written.decl.name in names
        moves = [EngineMove(written.decl.name, args, at) for args in _few(readings)]
        return [self._completed(state, written, move) for move in moves] if offered else moves

    def _readings(self, state: State, param: MoveParam, word: str) -> list[Any]:
        inner = t.required(param.type)
        if isinstance(inner, t.Group) and word != NONE:
            count = len(state.cells[self.game.layout.groups[inner.groups]])
            found = [at for at in range(count) if self.is_group(state, inner.groups, at, word)]
            if not found:
                raise NotationError(f"there is no group {word}")
            return found[:1]
        type_ = t.INT if isinstance(inner, t.Int) else inner
        return self.notation.readings(t.optional(type_), word)

    def _completed(self, state: State, written: Written, move: EngineMove) -> EngineMove:
        """What is left out gets its only possible value."""
        args = list(move.args)
        legality = self.game.legality
        kind = self.game.program.moves.index(written.decl)
        supplied = iter(legality.given(state.cells, move.alternative))
        words = iter(written.words)
        for at, param in enumerate(written.decl.params):
            if param.given:
                args[at] = next(supplied)
            elif next(words) is None:
                domain = legality.domain(state.cells, kind, at, tuple(args[:at]))
                args[at] = domain[0] if len(domain) == 1 else None
        return EngineMove(move.name, tuple(args), move.alternative)

    # ------------------------------------------------------------ writing

    def write(self, state: State, move: EngineMove, copy: bool = False) -> str:
        """The move as a scenario writes it, what is none at its end left out."""
        decl = self._moves[move.name]
        words = [self._word(state, p, v, copy) for p, v in zip(_chosen(decl), self._values(decl, move), strict=True)]
        while words and words[-1] == NONE:
            words.pop()
        return " ".join([move.name, *words])

    def write_all(self, state: State, moves: Sequence[EngineMove]) -> list[str]:
        """Moves as scenarios write them, with the copies of cards where it takes them to tell two apart."""
        plain = [self.write(state, move) for move in moves]
        return [
            self.write(state, move, copy=True) if plain.count(text) > 1 else text
            for move, text in zip(moves, plain, strict=True)
        ]

    def _word(self, state: State, param: MoveParam, value: Any, copy: bool) -> str:
        inner = t.required(param.type)
        if isinstance(inner, t.Group) and value is not None:
            cards, roles, _ = state.cells[self.game.layout.groups[inner.groups]][value]
            return f"[{self.show_group(inner.groups, cards, roles, copy)}]"
        return self.notation.show(param.type, value, copy)

    def show_group(self, groups: int, cards: tuple[int, ...], roles: tuple[int, ...], copy: bool = False) -> str:
        """A group's cards in the order of its pattern."""
        pattern = self.game.program.groups[groups].pattern
        given = dict(self.notation.beside(pattern, cards, roles))
        order = self.game.engine.ordered(pattern, cards, roles)
        return self.notation.show_pieces(tuple((card, given[card]) for card in order), copy)

    def _values(self, decl: MoveDecl, move: EngineMove) -> tuple[Any, ...]:
        """The arguments that the seat chose."""
        return tuple(value for param, value in zip(decl.params, move.args, strict=True) if not param.given)


def _chosen(decl: MoveDecl) -> tuple[MoveParam, ...]:
    return tuple(param for param in decl.params if not param.given)


def _few(readings: list[list[Any]]) -> list[tuple[Any, ...]]:
    """Combinations, the first of each alone if there are too many."""
    result = []
    for args in product(*readings):
        result.append(args)
        if len(result) >= MAX_READINGS:
            break
    return result
