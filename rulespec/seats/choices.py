"""Choosing among many legal moves step by step: first the move, then one parameter after another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulespec.interpreter.engine_errors import EngineMove
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import TextValue
from rulespec.interpreter.sentences import InputRenderer, SentenceRenderer
from rulespec.interpreter.state import State
from rulespec.ir import types as t
from rulespec.ir.program import MoveDecl, MoveParam
from rulespec.reports.transcript import readable

SHORT = 12
"""So many moves are listed as they are."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a question: what is typed for it, what it says, and the legal moves that are left when it is chosen.
    ``faces`` are those of the cards that it names first. ``note`` stands after it: that it would be fined."""

    key: str
    label: str
    moves: tuple[EngineMove, ...]
    faces: frozenset[int]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """``title`` is empty where whole moves are listed."""

    title: str
    options: tuple[Choice, ...]


class Chooser:
    """Asks for one of the legal moves of a state."""

    def __init__(
        self,
        game: EngineGame,
        state: State,
        renderer: SentenceRenderer,
        fined: Collection[EngineMove] = (),
        fined_word: str = "",
    ) -> None:
        self.game = game
        self.state = state
        self.renderer = renderer
        self.input_renderer = InputRenderer(game.cards, renderer.language, renderer.names)
        self.fined = fined
        self.fined_word = fined_word
        self.decls = {decl.name: decl for decl in game.program.moves}

    def question(self, moves: Sequence[EngineMove]) -> Question | None:
        """What to ask where these moves are left; None where only one is."""
        if len(moves) == 1:
            return None
        if len(moves) <= SHORT:
            return Question("", self._keyed(self.lines(moves)))
        alternatives = list(dict.fromkeys((move.name, move.alternative) for move in moves))
        if len(alternatives) > 1:
            return Question("", self._keyed(tuple(self._kind(moves, *alternative) for alternative in alternatives)))
        decl = self.decls[moves[0].name]
        for at, param in enumerate(decl.params):
            values = list(dict.fromkeys(move.args[at] for move in moves))
            if len(values) > 1:
                title = self._title(decl, param)
                return Question(title, self._keyed(tuple(self._value(moves, at, value) for value in values)))
        return Question("", self._keyed(self.lines(moves)))

    @staticmethod
    def _title(decl: MoveDecl, param: MoveParam) -> str:
        """The move, and which of its values is chosen where there are several."""
        several = sum(not other.given for other in decl.params) > 1
        return f"{readable(decl.name)}: {readable(param.name)}" if several else readable(decl.name)

    def only(self, move: EngineMove) -> Question:
        """The question that has only one answer."""
        return Question("", self._keyed(self.lines([move])))

    def _keyed(self, options: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """The lines with their numbers. Where nothing but a number is chosen, it is that number that is typed."""
        values = [self._number(option.moves) for option in options]
        if len({option.moves[0].name for option in options}) > 1 or None in values or len(set(values)) < len(values):
            values = list(range(1, len(options) + 1))
        return tuple(
            replace(option, key=str(value), note=self._note(option.moves))
            for option, value in zip(options, values, strict=True)
        )

    def _note(self, moves: Sequence[EngineMove]) -> str:
        return f" ({self.fined_word})" if self.fined and all(move in self.fined for move in moves) else ""

    def _number(self, moves: Sequence[EngineMove]) -> int | None:
        """The one number that a line of a question chooses, if it chooses no more than that."""
        if len(moves) != 1:
            return None
        chosen = [
            (param.type, value)
            for param, value in zip(self.decls[moves[0].name].params, moves[0].args, strict=True)
            if not param.given and value is not None
        ]
        if len(chosen) == 1 and isinstance(t.required(chosen[0][0]), t.Int):
            return int(chosen[0][1])
        return None

    def sentence(self, move: EngineMove) -> str:
        """The move in words, without the seat that makes it."""
        return self._sentence(move, self.renderer)

    def _sentence(self, move: EngineMove, renderer: SentenceRenderer) -> str:
        number = next(i for i, decl in enumerate(self.game.program.moves) if decl.name == move.name)
        text = self.game.pieces(self.state.cells, number, move.args)
        if text and text[0] == TextValue("player", self.game.actor(self.state)):
            text = text[1:]
        return renderer.text(text).lstrip(": ").strip()

    def word(self, move: EngineMove, at: int, renderer: SentenceRenderer | None = None) -> str:
        """The value of a parameter in words."""
        param = self.decls[move.name].params[at]
        return (renderer or self.renderer).piece(self.game.words.piece(param.type, move.args[at], self.state.cells))

    def words(self, move: EngineMove, renderer: SentenceRenderer | None = None) -> list[str]:
        """The values in words that the seat chooses."""
        return [
            self.word(move, at, renderer)
            for at, param in enumerate(self.decls[move.name].params)
            if not param.given and move.args[at] is not None
        ]

    def spellings(self, move: EngineMove) -> frozenset[str]:
        """What may be typed for a move: its sentence, its name, any of the values that it chooses, or its name and the
        first of these."""
        found = {self.sentence(move), self._sentence(move, self.input_renderer), move.name}
        for words in (self.words(move), self.words(move, self.input_renderer)):
            found.update(words)
            found.update(" ".join([move.name, *words[:count]]) for count in range(1, len(words) + 1))
        return frozenset(map(typed, found))

    def meant(self, moves: Sequence[EngineMove], answer: str) -> tuple[EngineMove, ...]:
        """Those of the moves that may be spelled so; none where all may, which tells nothing."""
        found = tuple(move for move in moves if typed(answer) in self.spellings(move))
        return found if len(found) < len(moves) or len(moves) == 1 else ()

    def faces(self, move: EngineMove, at: int) -> frozenset[int]:
        """The faces of the cards that a parameter names."""
        param = self.decls[move.name].params[at]
        piece = self.game.words.piece(param.type, move.args[at], self.state.cells)
        face = self.game.cards.face
        match piece.kind:
            case "card":
                return frozenset({face[piece.value]})
            case "group" | "combo":
                return frozenset(face[card] for card, _ in piece.value)
            case _:
                return frozenset()

    def _first_faces(self, move: EngineMove) -> frozenset[int]:
        for at in range(len(move.args)):
            if faces := self.faces(move, at):
                return faces
        return frozenset()

    def lines(self, moves: Sequence[EngineMove]) -> tuple[Choice, ...]:
        """A line for each move; where two sentences are alike, with the values that tell them apart."""
        labels = [self.sentence(move) for move in moves]
        twice = {label for label in labels if labels.count(label) > 1}
        return tuple(
            Choice(
                "",
                f"{label} ({', '.join(self.words(move))})" if label in twice else label,
                (move,),
                self._first_faces(move),
            )
            for label, move in zip(labels, moves, strict=True)
        )

    def _kind(self, moves: Sequence[EngineMove], name: str, alternative: int) -> Choice:
        found = tuple(move for move in moves if move.name == name and move.alternative == alternative)
        label = self.sentence(found[0]) if len(found) == 1 else f"{readable(name)} …"
        return Choice("", label, found, frozenset())

    def _value(self, moves: Sequence[EngineMove], at: int, value: Any) -> Choice:
        found = tuple(move for move in moves if move.args[at] == value)
        return Choice("", self.word(found[0], at), found, self.faces(found[0], at))


def picked(question: Question, answer: str, chooser: Chooser, commands: Collection[str] = ()) -> tuple[EngineMove, ...]:
    """The moves that an answer leaves: by what is typed for them, by the words of a line, by a card that only they
    name, or by some other way to write them; none where it is none of these or rather one of the ``commands``."""
    options = question.options
    for option in options:
        if answer in (option.key, option.label):
            return option.moves
    same = [option for option in options if option.label.casefold() == answer.casefold()]
    if not same:
        face = face_of(chooser.game, answer)
        same = [option for option in options if face is not None and option.faces == {face}]
    if not same and answer not in commands:
        return chooser.meant([move for option in options for move in option.moves], answer)
    return tuple(move for option in same for move in option.moves)


def typed(text: str) -> str:
    """A text as it counts where it is compared with what is typed."""
    return " ".join(text.replace("_", " ").casefold().split())


def face_of(game: EngineGame, text: str) -> int | None:
    """The face that a text names, if it is a card's."""
    try:
        return game.cards.parse_face(text)
    except ValueError:
        return None
