"""What a scenario expects of a position, checked item by item."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from rulespec.interpreter.engine_errors import EngineMove, MatchFault
from rulespec.interpreter.game import EngineGame
from rulespec.ir import types as t
from rulespec.ir.program import RuleDecl
from rulespec.scenarios.model import DocumentPath, Failure, ScenarioError
from rulespec.scenarios.move_notation import MoveReader, Written
from rulespec.scenarios.notation import NONE, Notation, NotationError, as_text
from rulespec.scenarios.position import Editor
from rulespec.scenarios.position_comparer import PositionComparer
from rulespec.scenarios.refusal_names import named, refusals, wrong
from rulespec.scenarios.run_state import RunState, stage_name
from rulespec.syntax.suggest import did_you_mean

NAMED_BY_PATH: Final = ("forbid", "domain", "ensure")
"""Kinds of refusals that have a path of their own; others may be named by their kind."""

MAX_SHOWN: Final = 30
"""Moves listed in one message."""

_CALL = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(?:\((.*)\))?")

Check = Callable[[RunState, Any, DocumentPath], Iterator[tuple[DocumentPath, str]]]


class Expectations:
    """Checks the positions of one game."""

    def __init__(self, game: EngineGame, notation: Notation, editor: Editor, moves: MoveReader) -> None:
        self.game = game
        self.program = game.program
        self.notation = notation
        self.editor = editor
        self.moves = moves
        self.inspector = PositionComparer(game, notation, editor, moves)
        self._refusals = refusals(game.program)
        self._checks: dict[str, Check] = {
            "to_move": self._to_move,
            "over": self._over,
            "legal": self._legal,
            "allowed": self._allowed,
            "choices": self._choices,
            "refused": self._refused,
            "vars": self._vars,
            "places": self._places,
            "views": self._views,
            "entries": self._entries,
            "stage_points": self._stage_points,
            "totals": self._totals,
            "winners": self._winners,
            "deals": self._deals,
            "rules": self._rules,
        }

    def check(self, track: RunState, wanted: dict[str, Any], spot: DocumentPath) -> list[Failure]:
        """Everything that is not as expected."""
        found: list[Failure] = []
        for key, value in wanted.items():
            try:
                differences = self._checks[key](track, value, spot.at(key))
                found += [Failure(str(at), f"{key}: {text}") for at, text in differences]
            except ScenarioError as error:
                found.append(Failure(error.failure.place, f"{key}: {error.failure.message}"))
            except NotationError as error:
                found.append(Failure(str(spot.at(key)), f"{key}: {error}"))
            except MatchFault as fault:
                found.append(Failure(str(spot.at(key)), f"{key}: the match cannot go on: {fault}"))
        return found

    # ------------------------------------------------------------ decisions

    def _to_move(self, track: RunState, wanted: int, spot: DocumentPath) -> Iterator[tuple[DocumentPath, str]]:
        seat = self.game.decider(track.state)
        if seat != wanted:
            yield spot, f"expected seat {wanted}, found " + ("the end of the match" if seat is None else f"seat {seat}")

    def _over(self, track: RunState, wanted: bool, spot: DocumentPath) -> Iterator[tuple[DocumentPath, str]]:
        if self.game.is_over(track.state) != wanted:
            yield spot, "the match has not ended" if wanted else "the match has ended"

    def _read(self, text: str, spot: DocumentPath) -> Written:
        try:
            return self.moves.read(text)
        except NotationError as error:
            raise ScenarioError(spot, str(error)) from None

    def _legal(self, track: RunState, wanted: Sequence[str], spot: DocumentPath) -> Iterator[tuple[DocumentPath, str]]:
        state = track.state
        legal = self.game.legal_moves(state)
        left = list(legal)
        readings = [(at, self._read(text, spot.at(at))) for at, text in enumerate(wanted)]
        meant = {at: self.moves.matches(state, written, legal) for at, written in readings}
        missing = []
        for at, written in sorted(readings, key=lambda item: len(meant[item[0]])):
            move = next((move for move in meant[at] if move in left), None)
            if not meant[at]:
                move = self._twin(track, written, left, legal)
            if move is None:
                missing.append((at, written))
            else:
                left.remove(move)
        for at, written in sorted(missing, key=lambda item: item[0]):
            yield spot.at(at), f"'{written.text}' is not legal{self._why_not(track, written)}"
        if left:
            yield spot, f"legal and not expected: {self._some(track, left)}"

    def _twin(
        self, track: RunState, written: Written, left: list[EngineMove], legal: list[EngineMove]
    ) -> EngineMove | None:
        """The move still to be claimed that stands for one written with other copies of its cards."""
        move = self.moves.choose(track.state, written, legal)
        return None if move is None else self.moves.listed(track.state, move, left)

    def _why_not(self, track: RunState, written: Written) -> str:
        refusals = self.moves.refusals(track.state, written)
        if not refusals:
            return ", or no other move than one already named"
        return ": " + "; ".join(f"{refusal.path} ({refusal.message})" for refusal in refusals)

    def _some(self, track: RunState, moves: Sequence[EngineMove]) -> str:
        texts = self.moves.write_all(track.state, moves)
        more = f" and {len(texts) - MAX_SHOWN} more" if len(texts) > MAX_SHOWN else ""
        return ", ".join(texts[:MAX_SHOWN]) + more

    def _allowed(
        self, track: RunState, wanted: Sequence[str], spot: DocumentPath
    ) -> Iterator[tuple[DocumentPath, str]]:
        legal = self.game.legal_moves(track.state)
        for at, text in enumerate(wanted):
            written = self._read(text, spot.at(at))
            if not self._is_legal(track, written, legal, spot.at(at)):
                yield spot.at(at), f"'{text}' is not legal{self._why_not(track, written)}"

    def _is_legal(self, track: RunState, written: Written, legal: Sequence[EngineMove], spot: DocumentPath) -> bool:
        try:
            return self.moves.choose(track.state, written, legal) is not None
        except NotationError as error:
            raise ScenarioError(spot, str(error)) from None

    def _refused(
        self, track: RunState, wanted: dict[str, Any], spot: DocumentPath
    ) -> Iterator[tuple[DocumentPath, str]]:
        legal = self.game.legal_moves(track.state)
        for text, reason in wanted.items():
            here = spot.at(text)
            written = self._read(text, here)
            names = named(reason)
            unknown = wrong(self._refusals, names)
            if unknown is not None:
                yield here, f"'{text}': {unknown}"
                continue
            if self._is_legal(track, written, legal, here):
                yield here, f"'{text}' is legal"
                continue
            refusals = self.moves.refusals(track.state, written)
            known = {refusal.path: refusal for refusal in refusals}
            known |= {refusal.kind: refusal for refusal in refusals if refusal.kind not in NAMED_BY_PATH}
            given = {id(known[name]) for name in names if name in known}
            if any(name not in known for name in names) or any(id(refusal) not in given for refusal in refusals):
                found = ", ".join(f"{refusal.path} ({refusal.message})" for refusal in refusals)
                yield here, f"'{text}' expected to be refused by {', '.join(names)}; it is by {found}"
            elif isinstance(reason, dict) and reason.get("message", known[names[0]].message) != known[names[0]].message:
                yield here, f"'{text}' expected the message '{reason['message']}', found '{known[names[0]].message}'"

    def _choices(
        self, track: RunState, wanted: dict[str, Any], spot: DocumentPath
    ) -> Iterator[tuple[DocumentPath, str]]:
        legal = self.game.legal_moves(track.state)
        for name, params in wanted.items():
            decl = next((decl for decl in self.program.moves if decl.name == name), None)
            if decl is None:
                raise ScenarioError(spot.at(name), f"there is no move '{name}'")
            names = [param.name for param in decl.params]
            for param, expected in params.items():
                here = spot.at(name, param)
                if param not in names:
                    raise ScenarioError(here, f"{name} has no parameter '{param}', but {', '.join(names) or 'none'}")
                at = names.index(param)
                type_ = decl.params[at].type
                words = expected.split() if isinstance(expected, str) else expected
                copy = any("#" in str(word) for word in words)
                texts = {str(word).lower() if isinstance(word, bool) else str(word) for word in words}
                texts = {self._normal(type_, text, copy, here) for text in texts}
                found = {self.notation.show(type_, move.args[at], copy) for move in legal if move.name == name}
                if texts != found:
                    yield here, f"expected {_listing(texts)}; found {_listing(found)}"

    def _normal(self, type_: t.Type, text: str, copy: bool, spot: DocumentPath) -> str:
        """A value as it would be shown."""
        inner = t.required(type_)
        value = self.editor.read(t.Opt(t.INT if isinstance(inner, t.Int) else inner), text, spot)
        return self.notation.show(type_, value, copy)

    # ------------------------------------------------------------ the position

    def _vars(self, track: RunState, wanted: dict[str, Any], spot: DocumentPath) -> Iterator[tuple[DocumentPath, str]]:
        for name, expected in wanted.items():
            slot, values = self.editor.values(name, expected, spot.at(name))
            for cell, value, here in values:
                text = self._value(slot.type, track.state.cells[cell], value, here)
                if text is not None:
                    yield here, f"{'.'.join(map(str, here.steps[len(spot.steps) :]))}: {text}"

    def _value(self, type_: t.Type, found: Any, wanted: Any, spot: DocumentPath) -> str | None:
        """What is wrong with a value; where a card is written without its copy any will do."""
        wide = t.optional(t.INT if isinstance(t.required(type_), t.Int) else type_)
        if isinstance(type_, t.SetOf | t.ListOf):
            wide = type_
        try:
            readings = self.notation.readings(wide, wanted)
        except NotationError as error:
            raise ScenarioError(spot, str(error)) from None
        if any(found == reading and isinstance(found, bool) == isinstance(reading, bool) for reading in readings):
            return None
        return f"expected {as_text(wanted)}, found {self.notation.show(type_, found)}"

    def _places(
        self, track: RunState, wanted: dict[str, Any], spot: DocumentPath
    ) -> Iterator[tuple[DocumentPath, str]]:
        for name, content in wanted.items():
            groups = self.editor.groups(name)
            if groups is not None:
                found = self.inspector.groups(track.state, groups, content, spot.at(name))
                if found is not None:
                    yield spot.at(name), f"{name}: expected {_content(content)}; found {found}"
                continue
            for cell, value, here in self.editor.cells(name, content, spot.at(name)):
                found = self.inspector.place(track.state, cell, value, here)
                if found is not None:
                    yield here, f"{self._where(cell)}: expected {_content(value)}; found {found}"

    def _where(self, cell: int) -> str:
        number, index = self.game.layout.place_of_cell[cell]
        return self.program.places[number].name + "".join(f"[{i}]" for i in index)

    def _views(self, track: RunState, wanted: dict[str, Any], spot: DocumentPath) -> Iterator[tuple[DocumentPath, str]]:
        for seat, places in wanted.items():
            if int(seat) >= self.game.players:
                raise ScenarioError(spot.at(seat), f"there is no seat {seat}")
            view = self.game.view(track.state, int(seat))
            for name, content in places.items():
                here = spot.at(seat, name)
                groups = self.editor.groups(name)
                if groups is not None:
                    found = self.inspector.seen_groups(view, groups, content, here)
                    if found is not None:
                        yield here, f"seat {seat}, {name}: expected {_content(content)}; found {found}"
                    continue
                for cell, value, at in self.editor.cells(name, content, here):
                    found = self.inspector.seen_place(view, cell, value, at)
                    if found is not None:
                        yield at, f"seat {seat}, {self._where(cell)}: expected {_content(value)}; found {found}"

    # ------------------------------------------------------------ the score

    def _entries(
        self, track: RunState, wanted: Sequence[str], spot: DocumentPath
    ) -> Iterator[tuple[DocumentPath, str]]:
        found = [f"{entry.to} {entry.kind} {entry.points}" for entry in track.fresh_entries()]
        if found != list(wanted):
            yield spot, f"expected {_listing(wanted)}; found {_listing(found)}"

    def _stage_points(
        self, track: RunState, wanted: dict[str, Any], spot: DocumentPath
    ) -> Iterator[tuple[DocumentPath, str]]:
        for name, points in wanted.items():
            self._stage(name, spot.at(name))
            sums = [0] * len(self.game.totals(track.state))
            for entry in track.entries():
                if entry.stage is not None and stage_name(self.program, entry.stage) == name:
                    sums[entry.to] += entry.points
            if sums != points:
                yield spot.at(name), f"{name}: expected {points}, found {sums}"

    def _stage(self, name: str, spot: DocumentPath) -> None:
        stages = [stage.name for stage in self.program.schedules[0].stages]
        if name not in stages:
            near = did_you_mean(name, stages)
            raise ScenarioError(spot, f"there is no stage '{name}'" + (f"; did you mean {near}?" if near else ""))

    def _totals(self, track: RunState, wanted: list[int], spot: DocumentPath) -> Iterator[tuple[DocumentPath, str]]:
        found = list(self.game.totals(track.state))
        if found != wanted:
            yield spot, f"expected {wanted}, found {found}"

    def _winners(self, track: RunState, wanted: list[int], spot: DocumentPath) -> Iterator[tuple[DocumentPath, str]]:
        if not self.game.is_over(track.state):
            yield spot, "the match has not ended"
        elif (found := list(self.game.winners(track.state))) != wanted:
            yield spot, f"expected {wanted}, found {found}"

    def _deals(self, track: RunState, wanted: dict[str, Any], spot: DocumentPath) -> Iterator[tuple[DocumentPath, str]]:
        found: dict[str, list[int | None]] = {}
        for deal in track.deals():
            found.setdefault(stage_name(self.program, deal.stage), []).append(deal.size)
        for name in wanted:
            self._stage(name, spot.at(name))
        for name in [*wanted, *(name for name in found if name not in wanted)]:
            if found.get(name, []) != wanted.get(name, []):
                yield spot, f"{name}: expected {wanted.get(name, [])}, found {found.get(name, [])}"

    # ------------------------------------------------------------ rules

    def _rules(self, track: RunState, wanted: dict[str, Any], spot: DocumentPath) -> Iterator[tuple[DocumentPath, str]]:
        for call, expected in wanted.items():
            here = spot.at(call)
            number, args = self._call(call, here)
            rule = self.program.rules[number]
            found = self.game.emitted.names[f"r{number}"](track.state.cells, *args)
            text = self._value(rule.type, found, expected, here)
            if text is not None:
                yield here, f"{call}: {text}"

    def _call(self, text: str, spot: DocumentPath) -> tuple[int, tuple[Any, ...]]:
        match = _CALL.fullmatch(text)
        if match is None:
            raise ScenarioError(spot, f"'{text}' is not a call of a rule")
        names = [rule.name for rule in self.program.rules]
        if match[1] not in names:
            near = did_you_mean(match[1], names)
            raise ScenarioError(spot, f"there is no rule '{match[1]}'" + (f"; did you mean {near}?" if near else ""))
        number = names.index(match[1])
        rule: RuleDecl = self.program.rules[number]
        words = [word.strip() for word in match[2].split(",")] if match[2] and match[2].strip() else []
        if len(words) != len(rule.types):
            raise ScenarioError(spot, f"{rule.name} takes {len(rule.types)} arguments, not {len(words)}")
        return number, tuple(self.editor.read(type_, word, spot) for type_, word in zip(rule.types, words, strict=True))


def _listing(items: Any) -> str:
    return ", ".join(sorted(items) if isinstance(items, set) else items) or "nothing"


def _content(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    return f"{value} cards" if isinstance(value, int) else value or NONE
