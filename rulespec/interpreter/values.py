"""Values of the IR's types in JSON and in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulespec.interpreter.engine_errors import MoveFormatError
from rulespec.interpreter.journal import TextValue
from rulespec.interpreter.runtime import Cells
from rulespec.ir import types as t

if TYPE_CHECKING:
    from rulespec.interpreter.game import EngineGame


class Values:
    """Writes and reads the values of one game."""

    def __init__(self, game: EngineGame) -> None:
        self.game = game
        program = game.program
        self.table = game.cards
        self.suits = program.deck.suits
        self.ranks = (*program.deck.ranks, "joker")
        self.enums = {enum.name: enum.members for enum in program.enums}

    # ------------------------------------------------------------ JSON

    def to_json(self, type_: t.Type, value: Any, cells: Cells) -> Any:
        """A value as JSON; ``cells`` are needed for groups, which are named by their cards."""
        if value is None:
            return None
        match t.required(type_):
            case t.Int() | t.Bool() | t.Player() | t.Team():
                return value
            case t.Suit():
                return self.suits[value]
            case t.Rank():
                return self.ranks[value]
            case t.Face():
                return self.table.face_text(value)
            case t.Card():
                return self.table.card_text(value, copy=True)
            case t.Enum(name=name):
                return self.enums[name][value]
            case t.Group(groups=groups):
                return self.group_to_json(cells, groups, value, copy=True)
            case t.Combo():
                return self._combo_to_json(value)
            case t.Split():
                return [self._combo_to_json(combo) for combo in value]
            case t.SetOf(element=element) | t.ListOf(element=element):
                return [self.to_json(element, item, cells) for item in value]
            case t.Opt():
                raise AssertionError("an optional of an optional")

    def group_to_json(self, cells: Cells, groups: int, at: int, copy: bool = False) -> list[str]:
        """The cards in the order of the pattern; a wild one as ``JK=7H``. With ``copy`` also which card of several
        each is: without, two groups may read alike."""
        cards, roles, _ = cells[self.game.layout.groups[groups]][at]
        pattern = self.game.program.groups[groups].pattern
        given = dict(zip(self.game.engine.wild_cards(pattern, cards), roles, strict=True))
        table = self.table
        return [
            f"{table.card_text(card, copy)}={table.face_text(given[card])}"
            if card in given and given[card] != table.face[card]
            else table.card_text(card, copy)
            for card in self.game.engine.ordered(pattern, cards, roles)
        ]

    def _combo_to_json(self, combo: tuple[tuple[int, ...], tuple[int, ...]]) -> dict[str, Any]:
        return {
            "cards": [self.table.card_text(card, copy=True) for card in combo[0]],
            "roles": [self.table.face_text(face) for face in combo[1]],
        }

    def from_json(self, type_: t.Type, obj: Any, cells: Cells, domain: tuple[Any, ...] | None, what: str) -> Any:
        """The value written as ``obj``. Where several are meant by it (a card without its copy, a group by its cards)
        one of ``domain`` is taken. Raises ``MoveFormatError``."""
        if obj is None:
            if isinstance(type_, t.Opt):
                return None
            raise MoveFormatError(f"{what}: a value is needed, not null")
        match t.required(type_):
            case t.Bool() if isinstance(obj, bool):
                return obj
            case t.Int() | t.Player() | t.Team() if isinstance(obj, int) and not isinstance(obj, bool):
                return obj
            case t.Suit() if obj in self.suits:
                return self.suits.index(obj)
            case t.Rank() if obj in self.ranks:
                return self.ranks.index(obj)
            case t.Enum(name=name) if obj in self.enums[name]:
                return self.enums[name].index(obj)
            case t.Face() if isinstance(obj, str):
                return self._parsed(self.table.parse_face, obj, what)
            case t.Card() if isinstance(obj, str):
                return self._card(obj, domain, what)
            case t.Group(groups=groups):
                return self._group(groups, obj, cells, domain, what)
            case t.Combo() if isinstance(obj, dict):
                return self._combo(obj, domain, what)
            case t.Split() if isinstance(obj, list):
                return self._by_content(obj, type_, cells, domain, what)
            case t.SetOf(element=element) | t.ListOf(element=element) if isinstance(obj, list):
                return self._collection(type_, element, obj, cells, domain, what)
            case other:
                raise MoveFormatError(f"{what}: {obj!r} is no {self._describe(other)}")

    def _describe(self, type_: t.Type) -> str:
        match type_:
            case t.Suit():
                return f"suit ({', '.join(self.suits)})"
            case t.Rank():
                return f"rank ({', '.join(self.ranks)})"
            case t.Enum(name=name):
                return f"{name} ({', '.join(self.enums[name])})"
            case other:
                return type(other).__name__.lower()

    @staticmethod
    def _parsed(parse: Any, text: str, what: str) -> int:
        try:
            return int(parse(text))
        except ValueError as error:
            raise MoveFormatError(f"{what}: {error}") from error

    def _card(self, text: str, domain: tuple[Any, ...] | None, what: str) -> int:
        card = self._parsed(self.table.parse_card, text, what)
        if "#" not in text and domain is not None:
            face = self.table.face[card]
            return next((other for other in domain if other is not None and self.table.face[other] == face), card)
        return card

    def _by_content(self, obj: Any, type_: t.Type, cells: Cells, domain: tuple[Any, ...] | None, what: str) -> Any:
        """The value of the domain that is written so, whatever the order of lists and the copies of cards."""
        wanted = _plain(obj)
        for value in domain or ():
            if _plain(self.to_json(type_, value, cells)) == wanted:
                return value
        raise MoveFormatError(f"{what}: {obj!r} is none of the values it may take here")

    def _group(self, groups: int, obj: Any, cells: Cells, domain: tuple[Any, ...] | None, what: str) -> int:
        everything = tuple(range(len(cells[self.game.layout.groups[groups]])))
        if isinstance(obj, list):
            wanted = sorted(map(str, obj))
            copy = any("#" in text for text in wanted)
            for at in everything if copy else (*(domain or ()), *everything):
                if at is not None and wanted == sorted(self.group_to_json(cells, groups, at, copy)):
                    return int(at)
        raise MoveFormatError(f"{what}: there is no group {obj!r}")

    def _combo(self, obj: dict[str, Any], domain: tuple[Any, ...] | None, what: str) -> Any:
        cards, roles = obj.get("cards"), obj.get("roles", [])
        if not isinstance(cards, list) or not isinstance(roles, list):
            raise MoveFormatError(f"{what}: a combo has cards and roles")
        faces = tuple(self._parsed(self.table.parse_face, str(role), what) for role in roles)
        ids = self._ids(cards, what)
        if (ids, faces) in (domain or ()):
            return ids, faces
        kinds = sorted(self.table.face[card] for card in ids)
        exact = any("#" in str(card) for card in cards)
        for combo in domain or ():
            if exact or combo is None or combo[1] != faces:
                continue
            if sorted(self.table.face[card] for card in combo[0]) == kinds:
                return combo
        return ids, faces

    def _ids(self, cards: list[Any], what: str) -> tuple[int, ...]:
        """Cards by their texts; the same face twice means two copies."""
        ids: list[int] = []
        for text in cards:
            card = self._parsed(self.table.parse_card, str(text), what)
            if "#" not in str(text):
                same = self.table.by_face[self.table.face[card]]
                card = next((other for other in same if other not in ids), card)
            ids.append(card)
        return tuple(sorted(ids))

    def _collection(
        self, type_: t.Type, element: t.Type, obj: list[Any], cells: Cells, domain: tuple[Any, ...] | None, what: str
    ) -> tuple[Any, ...]:
        as_set = isinstance(t.required(type_), t.SetOf)
        if isinstance(t.required(element), t.Card):
            ids = self._ids(obj, what)
            if domain is not None and ids not in domain and not any("#" in str(text) for text in obj):
                kinds = sorted(self.table.face[card] for card in ids)
                for value in domain:
                    if value is not None and sorted(self.table.face[card] for card in value) == kinds:
                        return tuple(value)
            if as_set or domain is None or ids in domain:
                return ids
            return tuple(self._card(str(text), None, what) for text in obj)
        items = tuple(self.from_json(element, item, cells, None, what) for item in obj)
        return tuple(sorted(set(items))) if as_set else items

    # ------------------------------------------------------------ sentences

    def piece(self, type_: t.Type, value: Any, cells: Cells) -> TextValue:
        """A value as a piece of a sentence. Kinds: none, number, truth, player, team, suit, rank, face, card, enum
        (enumeration and member by name), group and combo (cards in order with the face each stands for, or None),
        list (pieces)."""
        if value is None:
            return TextValue("none", None)
        match t.required(type_):
            case t.Int():
                return TextValue("number", value)
            case t.Bool():
                return TextValue("truth", value)
            case t.Enum(name=name):
                return TextValue("enum", (name, self.enums[name][value]))
            case t.Group(groups=groups):
                cards, roles, _ = cells[self.game.layout.groups[groups]][value]
                return TextValue("group", self._stand_ins(self.game.program.groups[groups].pattern, cards, roles))
            case t.Combo(pattern=pattern):
                return TextValue("combo", self._stand_ins(pattern, value[0], value[1]))
            case t.Split(pattern=pattern):
                combos = tuple(TextValue("combo", self._stand_ins(pattern, cards, roles)) for cards, roles in value)
                return TextValue("list", combos)
            case t.SetOf(element=element) | t.ListOf(element=element):
                return TextValue("list", tuple(self.piece(element, item, cells) for item in value))
            case inner:
                return TextValue(type(inner).__name__.lower(), value)

    def _stand_ins(
        self, pattern: int, cards: tuple[int, ...], roles: tuple[int, ...]
    ) -> tuple[tuple[int, int | None], ...]:
        engine = self.game.engine
        given = dict(zip(engine.wild_cards(pattern, cards), roles, strict=True))
        face = self.table.face
        return tuple(
            (card, given[card] if card in given and given[card] != face[card] else None)
            for card in engine.ordered(pattern, cards, roles)
        )


def _plain(obj: Any) -> str:
    """JSON as text without copies of cards and without the order of lists."""
    if isinstance(obj, list):
        return "[" + ",".join(sorted(_plain(item) for item in obj)) + "]"
    if isinstance(obj, dict):
        return "{" + ",".join(f"{key}:{_plain(obj[key])}" for key in sorted(obj)) + "}"
    return str(obj).split("#", 1)[0]
