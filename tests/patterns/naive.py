"""Patterns by their definition: every subset, every face for every wild card. Slow and plain."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import combinations, product

from rulespec.interpreter.cards import CardTable
from rulespec.ir.program import Shape

from .samples import JOKERS, amount

Reading = tuple[int, ...]
"""Beside the cards, the face that each stands for."""

Named = tuple[tuple[Hashable, int], ...]
"""A combination up to identical cards: for each card its kind and the face it stands for."""


class Naive:
    def __init__(self, table: CardTable, patterns: Sequence[Sequence[Shape]], values: Sequence[Sequence[int]]) -> None:
        self.table = table
        self.patterns = patterns
        self.values = values

    def may_be_wild(self, one: Shape, card: int) -> bool:
        if one.wild is None:
            return False
        return card in (self.table.jokers if one.wild.mark == JOKERS else self.table.marks[one.wild.mark])

    def is_exact(self, pattern: int) -> bool:
        return any(
            (one.wild is not None and one.wild.grain == "face") or any(map(self.is_exact, one.parts))
            for one in self.patterns[pattern]
        )

    def rank(self, face: int) -> int:
        return self.table.n_ranks if face == self.table.joker_face else face % self.table.n_ranks

    def attribute(self, name: str, face: int) -> int | None:
        if name == "face":
            return face
        if name == "rank":
            return self.rank(face)
        return None if face == self.table.joker_face else face // self.table.n_ranks

    def is_chain(self, one: Shape, faces: Sequence[int]) -> bool:
        ranks = sorted(map(self.rank, faces))
        if ranks[-1] == self.table.n_ranks or len(set(ranks)) < len(ranks):
            return False
        ways = [ranks]
        if one.also_low in ranks:
            ways.append(sorted(-1 if rank == one.also_low else rank for rank in ranks))
        return any(way == list(range(way[0], way[0] + len(way))) for way in ways)

    def accepts(self, one: Shape, cards: Sequence[int], faces: Reading, args: tuple[object, ...]) -> bool:
        own = [self.table.face[card] for card in cards]
        wild = [place for place in range(len(cards)) if faces[place] != own[place]]
        if one.wild is not None:
            if one.wild.most is not None and len(wild) > one.wild.most:
                return False
            if one.wild.grain == "face" and any(faces.count(faces[place]) > 1 for place in wild):
                return False
        if len(cards) - len(wild) < one.natural:
            return False
        for name in one.same:
            found = [self.attribute(name, face) for face in faces]
            if None in found or len(set(found)) > 1:
                return False
        for name in one.distinct:
            found = [self.attribute(name, face) for face in faces]
            if None in found or len(set(found)) < len(found):
                return False
        if one.consecutive and not self.is_chain(one, faces):
            return False
        return self.adds_up(one, faces, args)

    def adds_up(self, one: Shape, faces: Reading, args: tuple[object, ...]) -> bool:
        return all(
            sum(self.values[total.value][face] for face in faces) == amount(total.amount, args) for total in one.totals
        )

    def sized(self, one: Shape, size: int) -> bool:
        return size > 0 and one.size_low <= size and (one.size_high is None or size <= one.size_high)

    def readings(self, one: Shape, cards: Sequence[int], args: tuple[object, ...] = ()) -> Iterator[Reading]:
        """Every way in which all the cards match the shape."""
        if not self.sized(one, len(cards)):
            return
        if one.parts:
            yield from self.divided(one, cards, args)
            return
        jokers = [card for card in cards if card in self.table.jokers and self.may_be_wild(one, card)]
        if one.wild is not None and one.wild.most is not None and len(jokers) > one.wild.most:
            return
        choices = [
            range(self.table.joker_face) if self.may_be_wild(one, card) else (self.table.face[card],) for card in cards
        ]
        for faces in product(*choices):
            if self.accepts(one, cards, faces, args):
                yield faces

    def divided(self, one: Shape, cards: Sequence[int], args: tuple[object, ...]) -> Iterator[Reading]:
        for places in product(range(len(one.parts)), repeat=len(cards)):
            groups: list[list[int]] = [[] for _ in one.parts]
            for card, place in zip(cards, places, strict=True):
                groups[place].append(card)
            options = [
                [(part, group, faces) for shape in self.patterns[part] for faces in self.readings(shape, group)]
                for part, group in zip(one.parts, groups, strict=True)
            ]
            for choice in product(*options):
                if not self.apart(choice):
                    continue
                faces_of = {card: face for _, group, faces in choice for card, face in zip(group, faces, strict=True)}
                whole = tuple(faces_of[card] for card in cards)
                if self.adds_up(one, whole, args):
                    yield whole

    def apart(self, choice: Sequence[tuple[int, list[int], Reading]]) -> bool:
        for number, (part, group, faces) in enumerate(choice):
            if self.is_exact(part):
                roles = {f for card, f in zip(group, faces, strict=True) if f != self.table.face[card]}
                if any(roles & set(other) for place, (_, _, other) in enumerate(choice) if place != number):
                    return False
        return True

    def role_key(self, one: Shape, card: int, face: int) -> int:
        """What of a role the shape tells apart."""
        if one.wild is None or one.wild.grain == "face" or not self.may_be_wild(one, card):
            return face
        if one.consecutive or one.totals or {"rank", "face"} & {*one.same, *one.distinct}:
            return self.rank(face)
        return 0

    def combos(
        self,
        pattern: int,
        cards: Sequence[int],
        args: tuple[object, ...] = (),
        key: Callable[[int], Hashable] | None = None,
    ) -> set[Named]:
        """Up to identical cards; of roles not told apart, the fewest wild cards, then the lowest faces."""
        found: set[Named] = set()
        for one in self.patterns[pattern]:
            best: dict[Named, tuple[int, list[tuple[int, int]], Named]] = {}
            for part in subsets(cards):
                for faces in self.readings(one, part, args):
                    pairs = list(zip(part, faces, strict=True))
                    alike = self.name([(card, self.role_key(one, card, face)) for card, face in pairs], key)
                    number = sum(face != self.table.face[card] for card, face in pairs)
                    ranked = (number, sorted((self.table.face[c], f) for c, f in pairs), self.name(pairs, key))
                    if alike not in best or ranked[:2] < best[alike][:2]:
                        best[alike] = ranked
            found |= {name for _, _, name in best.values()}
        return found

    def name(self, pairs: Sequence[tuple[int, int]], key: Callable[[int], Hashable] | None = None) -> Named:
        kind = self.table.face.__getitem__ if key is None else key
        return tuple(sorted(((kind(card), face) for card, face in pairs), key=repr))

    def bound(
        self, pattern: int, cards: Sequence[int], roles: Mapping[int, int], free: int | None = None
    ) -> Iterator[tuple[Shape, Reading]]:
        """The readings in which every card but ``free`` keeps its role, as far as the shape tells it apart."""
        for one in self.patterns[pattern]:
            for faces in self.readings(one, cards):
                kept = all(
                    card == free
                    or self.role_key(one, card, face)
                    == self.role_key(one, card, roles.get(card, self.table.face[card]))
                    for card, face in zip(cards, faces, strict=True)
                )
                if kept:
                    yield one, faces

    def matches(self, pattern: int, cards: Sequence[int], args: tuple[object, ...] = ()) -> bool:
        return any(True for one in self.patterns[pattern] for _ in self.readings(one, cards, args))

    def has(self, pattern: int, cards: Sequence[int], args: tuple[object, ...] = ()) -> bool:
        return any(self.matches(pattern, part, args) for part in subsets(cards))

    def splits(self, pattern: int, cards: Sequence[int]) -> set[tuple[Named, ...]]:
        """Up to identical cards. For patterns whose roles are told apart by face."""
        whole = [
            (set(part), self.name(list(zip(part, faces, strict=True))))
            for part in subsets(cards)
            for faces in {faces for one in self.patterns[pattern] for faces in self.readings(one, part)}
        ]
        found: set[tuple[Named, ...]] = set()

        def extend(first: int, used: set[int], chosen: tuple[Named, ...]) -> None:
            found.add(tuple(sorted(chosen, key=repr)))
            for place in range(first, len(whole)):
                part, name = whole[place]
                if not part & used:
                    extend(place + 1, used | part, (*chosen, name))

        extend(0, set(), ())
        return found

    def least_rest(self, pattern: int, cards: Sequence[int], worth: Sequence[int]) -> int:
        good = [set(part) for part in subsets(cards) if self.matches(pattern, part)]

        def least(rest: frozenset[int]) -> int:
            return min(
                [sum(worth[self.table.face[card]] for card in rest)]
                + [least(rest - part) for part in good if part <= rest]
            )

        return least(frozenset(cards))


def subsets(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for size in range(1, len(cards) + 1):
        yield from combinations(cards, size)
