"""Contents of places and groups, compared with what a scenario says lies there."""

from __future__ import annotations

import re
from typing import Any

from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.state import State
from rulespec.interpreter.view import View
from rulespec.scenarios.model import DocumentPath, ScenarioError
from rulespec.scenarios.move_notation import MoveReader
from rulespec.scenarios.notation import NONE, CardToken, Notation, NotationError
from rulespec.scenarios.position import Editor

_UNSEEN = re.compile(r"\?([0-9]*)")


class PositionComparer:
    """Compares positions and views of one game with what is written; every method gives what is found instead, or
    None where it agrees."""

    def __init__(self, game: EngineGame, notation: Notation, editor: Editor, moves: MoveReader) -> None:
        self.game = game
        self.notation = notation
        self.editor = editor
        self.moves = moves

    # ------------------------------------------------------------ the position itself

    def place(self, state: State, cell: int, wanted: Any, spot: DocumentPath) -> str | None:
        """A place's cards: so many, or these (of a pile from the top)."""
        cards: tuple[int, ...] = state.cells[cell]
        if isinstance(wanted, int):
            return None if len(cards) == wanted else f"{len(cards)} cards"
        ordered = self._ordered(cell)
        shown = cards[::-1] if ordered else cards
        pairs = tuple((card, None) for card in shown)
        pieces = [piece for piece in self._pieces(wanted, spot) if piece is not None]
        if self.notation.same_cards(pieces, pairs, ordered):
            return None
        copy = any(piece.card is not None for piece in pieces)
        return self.notation.show_pieces(pairs, copy) or NONE

    def groups(self, state: State, groups: int, wanted: Any, spot: DocumentPath) -> str | None:
        """All groups of a declaration, in any order."""
        found = state.cells[self.game.layout.groups[groups]]
        if isinstance(wanted, int):
            return None if len(found) == wanted else f"{len(found)} groups"
        left = list(range(len(found)))
        for text in self._group_texts(wanted, spot):
            self._pieces(text, spot)
            fit = next((at for at in left if self.moves.is_group(state, groups, at, text)), None)
            if fit is None:
                break
            left.remove(fit)
        else:
            if not left:
                return None
        shown = [self.moves.show_group(groups, cards, roles) for cards, roles, _ in found]
        return f"[{', '.join(shown)}]"

    # ------------------------------------------------------------ what a seat sees

    def seen_place(self, view: View, cell: int, wanted: Any, spot: DocumentPath) -> str | None:
        """A place as a seat sees it: so many cards unseen and none seen, or these; ``?`` is an unseen one."""
        number, index = self.game.layout.place_of_cell[cell]
        name = self.game.program.places[number].name
        place = next(place for place in view.places if place.spot.name == name and place.spot.index == index)
        seen = [card for card in place.cards if card is not None]
        if isinstance(wanted, int):
            return None if not seen and place.size == wanted else self._shown(place.cards, place.size)
        pieces = self._pieces(wanted, spot)
        faces = [None if piece is None else self.game.cards.face_text(piece.face) for piece in pieces]
        if self._ordered(cell):
            agrees = faces[::-1] == list(place.cards)
        else:
            agrees = sorted(face for face in faces if face is not None) == sorted(seen) and len(faces) == place.size
        return None if agrees else self._shown(place.cards[::-1] if self._ordered(cell) else place.cards, place.size)

    def seen_groups(self, view: View, groups: int, wanted: Any, spot: DocumentPath) -> str | None:
        """The groups that a seat sees, all of them; or, as a number, how many it does not see, seeing none."""
        name = self.game.program.groups[groups].name
        seen = [group.cards for group in view.groups if group.name == name]
        hidden = sum(count for other, count in view.hidden_groups if other == name)
        found = f"[{', '.join(' '.join(cards) for cards in seen)}]" + (f" and {hidden} unseen" if hidden else "")
        if isinstance(wanted, int):
            return None if not seen and hidden == wanted else found
        texts = [sorted(text.split()) for text in self._group_texts(wanted, spot)]
        return None if not hidden and sorted(map(sorted, seen)) == sorted(texts) else found

    @staticmethod
    def _shown(cards: tuple[str | None, ...], size: int) -> str:
        words = ["?" if card is None else card for card in cards]
        words += ["?"] * (size - len(words))
        return " ".join(words) or NONE

    # ------------------------------------------------------------ reading

    def _ordered(self, cell: int) -> bool:
        return self.game.program.places[self.game.layout.place_of_cell[cell][0]].ordered

    def _pieces(self, text: Any, spot: DocumentPath) -> list[CardToken | None]:
        if not isinstance(text, str):
            raise ScenarioError(spot, "cards are written in one text, separated by spaces")
        result: list[CardToken | None] = []
        for word in () if text == NONE else text.split():
            unseen = _UNSEEN.fullmatch(word)
            if unseen:
                result += [None] * int(unseen[1] or 1)
                continue
            try:
                result.append(self.notation.piece(word))
            except NotationError as error:
                raise ScenarioError(spot, str(error)) from None
        return result

    @staticmethod
    def _group_texts(wanted: Any, spot: DocumentPath) -> list[str]:
        if not isinstance(wanted, list):
            raise ScenarioError(spot, "groups are written as a list")
        return wanted
