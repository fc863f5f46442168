"""What a seat might have chosen but may not, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rulespec.interpreter.dead_end import candidates
from rulespec.interpreter.engine_errors import EngineMove, Refusal
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.state import State
from rulespec.ir import types as t
from rulespec.reports.transcript import readable
from rulespec.seats.choices import Chooser, face_of, typed

MOST = 400
"""Moves that are looked at."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Moves of one kind that are refused for the same reason; ``labels`` tell them apart, or are the move's name alone
    where all of the kind are. ``choices``: where it is that a value cannot be chosen, those that can, or None."""

    move: str
    labels: tuple[str, ...]
    refusal: Refusal
    choices: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Reasons:
    """``allowed``: how many of the moves asked about are legal; ``complete``: were all looked at?"""

    refused: tuple[Refused, ...]
    allowed: int
    complete: bool


@dataclass(slots=True)
class _Group:
    """Moves of one kind that one clause refuses."""

    labels: list[str] = field(default_factory=list)
    count: int = 0
    choices: tuple[str, ...] | None = None


def reasons(game: EngineGame, state: State, chooser: Chooser, about: str = "") -> Reasons:
    """Why moves are refused: all that are, or those that ``about`` (a card, a value, a move's name) speaks of."""
    groups: dict[tuple[str, Refusal], _Group] = {}
    looked: Counter[str] = Counter()
    allowed = 0
    complete = True
    for number, move in enumerate(candidates(game, state)):
        if number == MOST:
            complete = False
            break
        if about and not _speaks_of(game, chooser, move, about):
            continue
        looked[move.name] += 1
        refusals = game.refusals(state, move)
        allowed += not refusals
        for refusal in refusals:
            group = groups.setdefault((move.name, refusal), _Group())
            group.count += 1
            _label(chooser, move, group.labels)
    if about and not groups and not allowed:
        groups.update(_outside(game, state, chooser, about))
    refused = []
    for (name, refusal), group in groups.items():
        whole = not about and complete and 1 < group.count == looked[name]
        labels = (readable(name),) if whole else tuple(group.labels)
        refused.append(Refused(name, labels, refusal, group.choices))
    return Reasons(tuple(refused), allowed, complete)


def _label(chooser: Chooser, move: EngineMove, labels: list[str]) -> None:
    """Adds what tells a move apart from those that have labels: its first value; to the first with its name."""
    first = next(iter(chooser.words(move)), None)
    name = readable(move.name)
    label = name if first is None else first if labels else f"{name} {first}"
    if label not in labels and (not labels or labels[0] != f"{name} {label}"):
        labels.append(label)


def _speaks_of(game: EngineGame, chooser: Chooser, move: EngineMove, about: str) -> bool:
    if typed(about) in chooser.spellings(move):
        return True
    face = face_of(game, about)
    return face is not None and any(face in chooser.faces(move, at) for at in range(len(move.args)))


def _outside(game: EngineGame, state: State, chooser: Chooser, about: str) -> dict[tuple[str, Refusal], _Group]:
    """A card that no move offers here: each move that takes a card first says so."""
    found: dict[tuple[str, Refusal], _Group] = {}
    number = game.executor.ask(state.cells)
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
        label = f"{readable(decl.name)} {chooser.renderer.face(face)}"
        for refusal in game.refusals(state, EngineMove(decl.name, args, at)):
            choices = None
            if refusal.path == f"{decl.name}.{decl.params[chosen].name}":
                domain = game.legality.domain(state.cells, alternative.move, chosen, args[:chosen])
                choices = tuple(dict.fromkeys(chooser.renderer.card(card) for card in domain))
            found[decl.name, refusal] = _Group([label], 1, choices)
    return found
