"""What a seat might have chosen but may not, and why."""

from __future__ import annotations

from dataclasses import dataclass

from rulespec.interpreter.dead_end import candidates
from rulespec.interpreter.faults import Move, Refusal
from rulespec.interpreter.game import Game
from rulespec.interpreter.state import State
from rulespec.ir import types as t
from rulespec.seats.choices import Chooser, face_of

MOST = 400
"""Moves that are looked at."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Moves of one kind that are refused for the same reasons; ``labels`` tell them apart."""

    move: str
    labels: tuple[str, ...]
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class Reasons:
    """``allowed``: how many of the moves asked about are legal; ``complete``: were all looked at?"""

    refused: tuple[Refused, ...]
    allowed: int
    complete: bool


def reasons(game: Game, state: State, chooser: Chooser, about: str = "") -> Reasons:
    """Why moves are refused: all that are, or those that ``about`` (a card, a value, a move's name) speaks of."""
    groups: dict[tuple[str, tuple[Refusal, ...]], list[str]] = {}
    allowed = 0
    complete = True
    for looked, move in enumerate(candidates(game, state)):
        if looked == MOST:
            complete = False
            break
        if about and not _speaks_of(game, chooser, move, about):
            continue
        refusals = tuple(game.refusals(state, move))
        if refusals:
            labels = groups.setdefault((move.name, refusals), [])
            first = next(iter(chooser.words(move)), None)
            name = move.name.replace("_", " ")
            label = chooser.sentence(move) if first is None else first if labels else f"{name} {first}"
            if label not in labels and (not labels or labels[0] != f"{name} {label}"):
                labels.append(label)
        else:
            allowed += 1
    if about and not groups and not allowed:
        groups.update(_outside(game, state, about))
    refused = tuple(Refused(name, tuple(labels), found) for (name, found), labels in groups.items())
    return Reasons(refused, allowed, complete)


def _speaks_of(game: Game, chooser: Chooser, move: Move, about: str) -> bool:
    words = {word.casefold() for word in (move.name, chooser.sentence(move), *chooser.words(move))}
    if about.casefold() in words:
        return True
    face = face_of(game, about)
    return face is not None and any(face in chooser.faces(move, at) for at in range(len(move.args)))


def _outside(game: Game, state: State, about: str) -> dict[tuple[str, tuple[Refusal, ...]], list[str]]:
    """A card that no move offers here: each move that takes a card first says so."""
    found: dict[tuple[str, tuple[Refusal, ...]], list[str]] = {}
    number = game.machine.ask(state.cells)
    face = face_of(game, about)
    if number is None or face is None or not game.cards.by_face[face]:
        return found
    for at, alternative in enumerate(game.program.asks[number].alternatives):
        decl = game.program.moves[alternative.move]
        chosen = next((i for i, param in enumerate(decl.params) if not param.given), None)
        if chosen is None or not isinstance(t.required(decl.params[chosen].type), t.Card):
            continue
        supplied = iter(game.legality.given(state.cells, at))
        args = tuple(
            next(supplied) if param.given else game.cards.by_face[face][0] if i == chosen else None
            for i, param in enumerate(decl.params)
        )
        refusals = tuple(game.refusals(state, Move(decl.name, args, at)))
        if refusals:
            found[decl.name, refusals] = [f"{decl.name.replace('_', ' ')} {game.cards.face_text(face)}"]
    return found
