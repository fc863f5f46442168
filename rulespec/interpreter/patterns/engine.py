"""The patterns of a program over the cards of its deck."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from rulespec.interpreter.cards import CardTable
from rulespec.interpreter.patterns.card_classes import CardClasses, Combo, Match, by_face, sort_cards, take_lowest
from rulespec.interpreter.patterns.compose import combine
from rulespec.interpreter.patterns.direct import Direct, Pairs, faces_for, is_direct
from rulespec.interpreter.patterns.lanes import lanes_of
from rulespec.interpreter.patterns.plan import LIMIT, STEP, UNBOUNDED, PatternLimit, Plan, make_plan, wild_faces
from rulespec.interpreter.patterns.quick import quick_matches
from rulespec.interpreter.patterns.search import matches_of
from rulespec.interpreter.patterns.splits import disjoint_sets, least_rest
from rulespec.ir.nodes import Expr
from rulespec.ir.program import PatternDecl

Roles: TypeAlias = Mapping[int, int] | tuple[int, ...]
"""The faces that wild cards stand for: by card, or beside the wild cards in ascending order of ids."""

Key: TypeAlias = Callable[[int], Hashable]
Pins: TypeAlias = tuple[int | None, ...]
Args: TypeAlias = tuple[object, ...]

_REMEMBERED: Final = 16_384
_LISTS_REMEMBERED: Final = 4_096


class PatternEngine:
    """Answers questions about patterns, named by their index.

    A *wild card* of a pattern is a card that any of its shapes, or of their parts' shapes, lets stand in. Each one in a
    combo has a role: the face it stands for, its own where it is a natural card. ``cards`` are ids in any order; every
    answer depends on the set of them only.

    ``values`` are the value tables by face; ``amount`` gives the value of a total's amount for a pattern's arguments.
    ``work[0]`` are the units of work that all searches together may still do. The constructor raises ValueError where a
    total would be over negative values.
    """

    def __init__(
        self,
        table: CardTable,
        patterns: tuple[PatternDecl, ...],
        values: tuple[tuple[int, ...], ...],
        amount: Callable[[Expr, Args], int],
        work: list[int] | None = None,
    ) -> None:
        work = self._work = [UNBOUNDED] if work is None else work
        self._table = table
        self._values = values
        self._amount = amount
        self._plans = tuple(
            tuple(make_plan(table, index, shape, values, work) for shape in pattern.shapes)
            for index, pattern in enumerate(patterns)
        )
        self._plain = table.face
        if table.deck.alike == "rank":
            self._plain = tuple(table.joker_face if rank == table.n_ranks else rank for rank in table.rank)
        self._direct = tuple(
            tuple(Direct(plan, table.n_ranks, table.size) for plan in plans) if is_direct(plans) else ()
            for plans in self._plans
        )
        count = range(len(patterns))
        self._wild = tuple(self._all_wild(patterns, pattern) for pattern in count)
        self._bare = tuple(self._all(pattern, lambda plan: plan.bare) for pattern in count)
        self._strict = tuple(not self._all(pattern, lambda plan: not plan.strict) for pattern in count)
        self._lanes = tuple(
            lanes_of(plans, self._wild[pattern], self._plain if self._bare[pattern] else table.face, table.n_ranks)
            for pattern, plans in enumerate(self._plans)
        )
        remember = lru_cache(maxsize=_REMEMBERED)
        remember_lists = lru_cache(maxsize=_LISTS_REMEMBERED)
        self._known_combos = remember_lists(self._find_combos)
        self._known_list = remember_lists(self._find_list)
        self._known_match = remember(self._find_match)
        self._known_part = remember(self._find_part)
        self._known_fits = remember(self._find_fits)
        self._known_additions = remember(self._find_additions)
        self._known_group = remember(self._find_group)
        self._known_order = remember(self._find_order)
        self._known_splits = remember_lists(self._find_splits)
        self._known_rest = remember(self._find_rest)

    # ------------------------------------------------------------ questions

    def combos(self, pattern: int, cards: Iterable[int], args: Args = (), key: Key | None = None) -> tuple[Combo, ...]:
        """Every distinct combo among ``cards``, once: ordered by shape, then faces, then roles.

        Cards with equal ``key`` (as a rule: of one face, or rank where the deck says that suits count for nothing)
        are interchangeable; only the lowest ids of such a class are used. Raises PatternLimit beyond ``LIMIT``.
        """
        ids = tuple(sorted(cards))
        return self._known_combos(pattern, ids, self._keys(ids, key), args)

    def matches(self, pattern: int, cards: Iterable[int], args: Args = ()) -> bool:
        """Do the cards, all of them, match?"""
        return self._known_match(pattern, tuple(sorted(cards)), args)

    def has(self, pattern: int, cards: Iterable[int], args: Args = ()) -> bool:
        """Does a part of the cards (or all) match?"""
        return self._known_part(pattern, tuple(sorted(cards)), args)

    def fits(self, pattern: int, cards: Iterable[int], roles: Roles, card: int) -> tuple[int, ...]:
        """The faces, ascending, that ``card`` may take so that the group with it matches, all other roles kept.

        Of roles that the pattern does not tell apart only one is given.
        """
        ids = tuple(sorted(cards))
        return self._known_fits(pattern, ids, self._pins(pattern, ids, roles), card)

    def fits_by_face(self, pattern: int, cards: Iterable[int], roles: Roles) -> Mapping[int, tuple[int, ...]] | None:
        """The answers of ``fits`` by the card's face, those that are not empty; None where each must be asked for."""
        if not self._direct[pattern]:
            return None
        ids = tuple(sorted(cards))
        return self._known_additions(pattern, self._pairs(ids, self._pins(pattern, ids, roles)))

    def valid_group(self, pattern: int, cards: Iterable[int], roles: Roles) -> bool:
        """Do the cards, all of them, match in these roles?"""
        ids = tuple(sorted(cards))
        return self._known_group(pattern, ids, self._pins(pattern, ids, roles))

    def ordered(self, pattern: int, cards: Iterable[int], roles: Roles) -> tuple[int, ...]:
        """The cards from low to high where ranks are consecutive, else by suit, then rank.

        Cards that do not match (a group in the middle of a change) come by suit.
        """
        ids = tuple(sorted(cards))
        return self._known_order(pattern, ids, self._pins(pattern, ids, roles))[0]

    def low(self, pattern: int, cards: Iterable[int], roles: Roles) -> int | None:
        """The lowest rank, of the roles, as the pattern reads it; None of no cards."""
        ids = tuple(sorted(cards))
        return self._known_order(pattern, ids, self._pins(pattern, ids, roles))[1]

    def high(self, pattern: int, cards: Iterable[int], roles: Roles) -> int | None:
        """The highest rank, of the roles, as the pattern reads it; None of no cards."""
        ids = tuple(sorted(cards))
        return self._known_order(pattern, ids, self._pins(pattern, ids, roles))[2]

    def splits(
        self, pattern: int, cards: Iterable[int], args: Args = (), key: Key | None = None
    ) -> tuple[tuple[Combo, ...], ...]:
        """Every way to take disjoint combos out of the cards, taking none included (it comes first).

        Raises PatternLimit beyond ``LIMIT``.
        """
        ids = tuple(sorted(cards))
        return self._known_splits(pattern, ids, self._keys(ids, key), args)

    def least_rest(self, pattern: int, cards: Iterable[int], value_index: int, args: Args = ()) -> int:
        """The least total under value table ``value_index`` of what is left when disjoint combos are taken out."""
        return self._known_rest(pattern, tuple(sorted(cards)), value_index, args)

    def wild_cards(self, pattern: int, cards: Iterable[int]) -> tuple[int, ...]:
        """Those of the cards that are wild cards of the pattern, ascending: a combo's roles stand beside them."""
        wild, face = self._wild[pattern], self._table.face
        return tuple(card for card in sorted(cards) if face[card] in wild)

    def role(self, pattern: int, combo: Combo, card: int) -> int:
        """The face that ``card`` stands for in the combo; its own if it is no wild card."""
        wild = self.wild_cards(pattern, combo[0])
        return combo[1][wild.index(card)] if card in wild else self._table.face[card]

    # ------------------------------------------------------------ preparation

    def _all_wild(self, patterns: Sequence[PatternDecl], pattern: int) -> frozenset[int]:
        faces: frozenset[int] = frozenset()
        for shape in patterns[pattern].shapes:
            faces |= wild_faces(self._table, shape.wild)
            for part in shape.parts:
                faces |= self._all_wild(patterns, part)
        return faces

    def _all(self, pattern: int, test: Callable[[Plan], bool]) -> bool:
        """Does the test hold for every shape, those of parts included?"""
        return all(test(plan) and all(self._all(part, test) for part in plan.parts) for plan in self._plans[pattern])

    def _keys(self, cards: Sequence[int], key: Key | None) -> tuple[Hashable, ...] | None:
        return None if key is None else tuple(map(key, cards))

    def _pins(self, pattern: int, cards: Sequence[int], roles: Roles) -> Pins:
        """Beside ascending cards, the role of each wild card (its own face where none is given), None of others."""
        wild, face = self._wild[pattern], self._table.face
        if isinstance(roles, tuple):
            beside = iter(roles)
            return tuple(next(beside, face[card]) if face[card] in wild else None for card in cards)
        return tuple(roles.get(card, face[card]) if face[card] in wild else None for card in cards)

    def _pairs(self, cards: Sequence[int], pins: Pins) -> Pairs:
        face = self._table.face
        return tuple(
            sorted([(face[card], face[card] if pin is None else pin) for card, pin in zip(cards, pins, strict=True)])
        )

    def _classes(
        self, pattern: int, cards: Sequence[int], keys: Sequence[Hashable] | None
    ) -> tuple[CardClasses, tuple[tuple[int, ...], ...]]:
        bare = self._bare[pattern]
        shown = self._plain if bare else self._table.face
        if keys is None:
            return by_face(cards, shown)
        kept = self._table.rank if bare else self._table.face
        return sort_cards(cards, [(key, kept[card]) for key, card in zip(keys, cards, strict=True)], shown)

    def _by_face(self, cards: Sequence[int], pins: Pins | None = None) -> CardClasses:
        face = self._table.face
        return sort_cards(cards, [face[card] for card in cards], face, pins)[0]

    # ------------------------------------------------------------ answers, remembered

    def _raw(
        self, plan: Plan, holding: CardClasses, args: Args, low: int = 0, high: int | None = None
    ) -> Iterator[Match]:
        """Matches of one shape; one may come several times, or once for each of several roles that count as one."""
        held = sum(holding.counts)
        low = max(low, plan.low)
        high = min(held, held if high is None else high, held if plan.high is None else plan.high)
        if low > high:
            return iter(())
        amounts = tuple(self._amount(amount, args) for _, amount in plan.totals)
        if not plan.parts:
            return matches_of(plan, holding, amounts, low, high)
        lists = [self._known_list(part, holding, ()) for part in plan.parts]
        strict = [self._strict[part] for part in plan.parts]
        return combine(plan, holding, lists, strict, amounts, low, high)

    def _any(self, pattern: int, holding: CardClasses, args: Args, low: int, high: int) -> bool:
        return any(True for plan in self._plans[pattern] for _ in self._raw(plan, holding, args, low, high))

    def _find_list(self, pattern: int, holding: CardClasses, args: Args) -> tuple[Match, ...]:
        """Every match once, in order. Of roles told apart by no more than ``told`` the one with the fewest wild cards
        is kept, then the one with the lowest faces."""
        faces = holding.faces
        listed: dict[Match, None] = {}
        plain = len(set(faces)) == len(faces) and holding.pins.count(None) == len(faces)

        def rank(match: Match) -> tuple[int, Match]:
            return sum(1 for kind, face in match if faces[kind] != face), match

        for plan in self._plans[pattern]:
            role_key, wild = plan.role_key, plan.wild
            found: dict[Match, Match] = {}
            matches = quick_matches(plan, holding)
            for match in self._raw(plan, holding, args) if matches is None else matches:
                alike = match
                if wild and not plan.strict:
                    alike = tuple(
                        sorted((kind, role_key[face] if faces[kind] in wild else face) for kind, face in match)
                    )
                other = found.get(alike)
                if other is None or (alike is not match and rank(match) < rank(other)):
                    found[alike] = match
                if len(found) > LIMIT:
                    raise PatternLimit(pattern, f"more than {LIMIT} combinations")
            self._work[0] -= STEP * len(found)
            if plain and (not wild or wild.isdisjoint(faces)):
                order = sorted(found.values())  # the faces go up with the classes, and the roles are theirs
            else:
                order = sorted(
                    found.values(),
                    key=lambda match: ([faces[kind] for kind, _ in match], [face for _, face in match], match),
                )
            listed.update(dict.fromkeys(order))
            if len(listed) > LIMIT:
                raise PatternLimit(pattern, f"more than {LIMIT} combinations")
        return tuple(listed)

    def _find_combos(
        self, pattern: int, cards: tuple[int, ...], keys: tuple[Hashable, ...] | None, args: Args
    ) -> tuple[Combo, ...]:
        if keys is None:
            combos = self._by_lanes(pattern, cards)
            if combos is not None:
                return combos
        holding, members = self._classes(pattern, cards, keys)
        matches = self._known_list(pattern, holding, args)
        wild = [face in self._wild[pattern] for face in holding.faces]
        return tuple(take_lowest(match, members, wild) for match in matches)

    def _by_lanes(self, pattern: int, cards: tuple[int, ...]) -> tuple[Combo, ...] | None:
        """The combos where the lowest card of a face stands for all of it; None where a search is needed."""
        shapes = self._lanes[pattern]
        if shapes is None:
            return None
        shown = self._plain if self._bare[pattern] else self._table.face
        lowest: dict[int, int] = {}
        stands = self._wild[pattern]
        wild: list[int] = []
        jokers = 0
        for card in cards:
            face = shown[card]
            if face in stands:
                jokers += 1
                if face not in lowest:
                    wild.append(card)
            if face not in lowest:
                lowest[face] = card
        found: dict[Combo, None] = {}
        naturals = [card for face, card in lowest.items() if face not in stands]
        for shape in shapes:
            if jokers > 1 and shape.most > 1:
                return None
            listed = shape.combos(naturals, tuple(wild) if shape.most else ())
            if listed is None or len(listed) > LIMIT:
                return None
            self._work[0] -= STEP * len(listed)
            for _, _, combo in listed:
                found[combo] = None
        return tuple(found) if len(found) <= LIMIT else None

    def _find_match(self, pattern: int, cards: tuple[int, ...], args: Args) -> bool:
        return self._any(pattern, self._by_face(cards), args, len(cards), len(cards))

    def _find_part(self, pattern: int, cards: tuple[int, ...], args: Args) -> bool:
        return self._any(pattern, self._by_face(cards), args, 0, len(cards))

    def _find_group(self, pattern: int, cards: tuple[int, ...], pins: Pins) -> bool:
        shapes = self._direct[pattern]
        if shapes:
            pairs = self._pairs(cards, pins)
            return any(shape.matches(pairs) for shape in shapes)
        return self._any(pattern, self._by_face(cards, pins), (), len(cards), len(cards))

    def _find_additions(self, pattern: int, pairs: Pairs) -> dict[int, tuple[int, ...]]:
        shapes = self._direct[pattern]
        additions = [shape.additions(pairs) for shape in shapes]
        candidates = set(self._wild[pattern]).union(*(natural for natural, _ in additions))
        found = {face: faces_for(face, shapes, additions) for face in candidates}
        return {face: faces for face, faces in found.items() if faces}

    def _find_fits(self, pattern: int, cards: tuple[int, ...], pins: Pins, card: int) -> tuple[int, ...]:
        face = self._table.face
        if self._direct[pattern]:
            return self._known_additions(pattern, self._pairs(cards, pins)).get(face[card], ())
        keys: list[Hashable] = [face[other] for other in cards]
        holding, members = sort_cards((*cards, card), [*keys, None], face, (*pins, None))
        kind = members.index((card,))
        size = len(cards) + 1
        faces: set[int] = set()
        for plan in self._plans[pattern]:
            role_key: dict[int, int] = {}
            for match in self._raw(plan, holding, (), size, size):
                role = next(role for other, role in match if other == kind)
                sort = plan.role_key[role]
                role_key[sort] = min(role, role_key.get(sort, role), key=lambda role: (role != face[card], role))
            faces.update(role_key.values())
        return tuple(sorted(faces))

    def _find_order(
        self, pattern: int, cards: tuple[int, ...], pins: Pins
    ) -> tuple[tuple[int, ...], int | None, int | None]:
        """The cards in order, the lowest and the highest rank."""
        table = self._table
        face = {card: table.face[card] if pin is None else pin for card, pin in zip(cards, pins, strict=True)}

        def rank(card: int) -> int:
            return table.n_ranks if face[card] == table.joker_face else face[card] % table.n_ranks

        if not cards:
            return (), None, None
        for number, plan in enumerate(self._plans[pattern]):
            if not plan.line:
                continue
            if self._direct[pattern]:
                matched = self._direct[pattern][number].matches(self._pairs(cards, pins))
            else:
                holding = self._by_face(cards, pins)
                matched = any(True for _ in self._raw(plan, holding, (), len(cards), len(cards)))
            if matched:
                ranks = sorted(map(rank, cards))
                place = {rank: number for number, rank in enumerate(plan.line)}
                if plan.repeat_index >= 0 and ranks[-1] - ranks[0] >= len(ranks):
                    place[plan.line[0]] = 0
                order = tuple(sorted(cards, key=lambda card: place[rank(card)]))
                return order, rank(order[0]), rank(order[-1])
        ranks = [rank(card) for card in cards]
        return tuple(sorted(cards, key=lambda card: (face[card], card))), min(ranks), max(ranks)

    def _find_splits(
        self, pattern: int, cards: tuple[int, ...], keys: tuple[Hashable, ...] | None, args: Args
    ) -> tuple[tuple[Combo, ...], ...]:
        holding, members = self._classes(pattern, cards, keys)
        matches = self._known_list(pattern, holding, args)
        wild = [face in self._wild[pattern] for face in holding.faces]
        splits = []
        for chosen in disjoint_sets(pattern, holding, matches, self._work):
            taken = [0] * len(members)
            splits.append(tuple(take_lowest(matches[index], members, wild, taken) for index in chosen))
        return tuple(splits)

    def _find_rest(self, pattern: int, cards: tuple[int, ...], value_index: int, args: Args) -> int:
        holding = self._by_face(cards)
        matches = self._known_list(pattern, holding, args)
        return least_rest(pattern, holding, matches, self._values[value_index], self._work)
