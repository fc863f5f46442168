"""Which moves are legal, and why one is not."""

from __future__ import annotations

from typing import Any, Final

from rulespec.interpreter import sentences
from rulespec.interpreter.cards import CardTable
from rulespec.interpreter.engine_errors import EngineMove, MatchFault, Refusal
from rulespec.interpreter.executor import Candidate, Executor
from rulespec.interpreter.runtime import Cells
from rulespec.interpreter.state import State
from rulespec.interpreter.transactions.lookahead import Lookahead, search_order
from rulespec.interpreter.values import Values
from rulespec.interpreter.visibility import Visibility
from rulespec.ir import types as t
from rulespec.ir.program import Clause, MoveParam

LISTED: Final = 8
"""So many values that a parameter may have are listed."""


class Legality:
    """Lists and checks moves at a decision."""

    def __init__(self, executor: Executor, sight: Visibility, cards: CardTable, values: Values) -> None:
        self.executor = executor
        self.sight = sight
        self.cards = cards
        self.values = values
        self.program = executor.program
        flow = executor.reachability
        self._opens = tuple(
            any(flow.alternative(alternative) for alternative in ask.alternatives) for ask in self.program.asks
        )
        self._last: tuple[Cells, list[Candidate]] | None = None

    # ------------------------------------------------------------ the list

    def candidates(self, cells: Cells) -> list[Candidate]:
        """Every legal move of the ask where the match stands, in declared order."""
        executor = self.executor
        number = executor.ask_of_block[cells[0]]
        plain = executor.plain(cells, number)
        if self._looks_ahead(cells, number):
            look = Lookahead(executor, self.sight, cells)
            allowed = look.allowed(plain)
            plain = [c for c in plain if (look.allows(c) if c[2] else c in allowed)]
        self._last = (cells, plain)
        return plain

    def take_last(self, cells: Cells) -> list[Candidate] | None:
        """The list made while running to the decision, if one was."""
        last, self._last = self._last, None
        return last[1] if last is not None and last[0] is cells else None

    def _looks_ahead(self, cells: Cells, ask: int) -> bool:
        if self.program.asks[ask].secret:
            return False
        return self._opens[ask] or any(cells[guard] is not None for guard in self.executor.guards)

    # ------------------------------------------------------------ one move

    def given(self, cells: Cells, alternative: int) -> tuple[Any, ...]:
        """The arguments that the asker supplies for an alternative."""
        return self.executor.arguments(cells, self.executor.ask_of_block[cells[0]], alternative)

    def domain(self, cells: Cells, move: int, at: int, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The values that parameter ``at`` may take after ``args``, one of each class of interchangeable."""
        function = self.executor.emitted.domains[move][at]
        assert function is not None
        return tuple(function(cells, *args))

    def canonical(
        self, cells: Cells, move: int, at: int, args: tuple[Any, ...], value: Any, domain: tuple[Any, ...]
    ) -> tuple[Any, dict[int, int]] | None:
        """The value of the domain that stands for ``value``, and the exchange of cards that turns one into the
        other; None where the value is outside."""
        if value in domain:
            return value, {}
        interchangeable = self.executor.interchangeable
        param = self.program.moves[move].params[at]
        inner = t.required(param.type)
        if not interchangeable.exist or value is None or not self._well_formed(param.type, value, cells):
            return None
        groups = inner.groups if isinstance(inner, t.Group) else -1
        apart = self._apart(cells, move, args)
        keys = interchangeable.card_keys(cells, interchangeable.references(cells), apart)
        wanted = interchangeable.value_key(keys, value, groups)
        if wanted is None:
            return None
        for other in domain:
            if interchangeable.value_key(keys, other, groups) == wanted:
                if groups >= 0:
                    return other, {}
                return other, self._exchange(keys, _cards(value), _cards(other))
        return None

    def _apart(self, cells: Cells, move: int, args: tuple[Any, ...]) -> tuple[int, ...]:
        """The cards that earlier arguments name."""
        found: list[int] = []
        for param, value in zip(self.program.moves[move].params, args, strict=False):
            match t.required(param.type):
                case t.Card() | t.Combo() | t.Split() | t.SetOf(element=t.Card()) | t.ListOf(element=t.Card()):
                    found.extend(_cards(value))
                case t.Group(groups=groups) if value is not None:
                    found.extend(self.executor.runtime.group_cards(cells, groups, value))
                case _:
                    pass
        return tuple(found)

    @staticmethod
    def _exchange(keys: Any, given: tuple[int, ...], taken: tuple[int, ...]) -> dict[int, int]:
        """Pairs of interchangeable, both ways."""
        swap: dict[int, int] = {}
        spare = [card for card in taken if card not in given]
        for card in given:
            if card not in taken:
                other = next(o for o in spare if keys[o] == keys[card])
                spare.remove(other)
                swap[card] = other
                swap[other] = card
        return swap

    def _well_formed(self, type_: t.Type, value: Any, cells: Cells) -> bool:
        """Does a value of a type that names cards name only cards of the deck and groups that are there?"""
        match t.required(type_):
            case t.Group(groups=groups):
                count = len(cells[self.executor.layout.groups[groups]])
                return isinstance(value, int) and 0 <= value < count
            case t.Card():
                return isinstance(value, int) and 0 <= value < self.cards.size
            case t.Combo():
                return self._is_combo(value)
            case t.Split():
                return isinstance(value, tuple) and all(map(self._is_combo, value))
            case t.SetOf(element=t.Card()) | t.ListOf(element=t.Card()):
                return self._are_cards(value)
            case _:
                return False

    def _are_cards(self, value: Any) -> bool:
        """Is it a tuple of different cards of the deck?"""
        size = self.cards.size
        return (
            isinstance(value, tuple)
            and all(isinstance(card, int) and 0 <= card < size for card in value)
            and len(set(value)) == len(value)
        )

    def _is_combo(self, value: Any) -> bool:
        """Is it cards, at least one, beside a tuple of roles?"""
        if not isinstance(value, tuple) or len(value) != 2:
            return False
        return bool(value[0]) and self._are_cards(value[0]) and isinstance(value[1], tuple)

    def check(
        self, cells: Cells, move: EngineMove, listed: list[Candidate] | None
    ) -> tuple[Candidate | None, list[Refusal]]:
        """The move as it would be made, and all that refuses it."""
        number = self.executor.ask(cells)
        if listed is not None and number is not None:
            alternatives = self.program.asks[number].alternatives
            for candidate in listed:
                if candidate[1] == move.args and candidate[0] == move.alternative:
                    if self.program.moves[alternatives[candidate[0]].move].name == move.name:
                        return candidate, []
                    break
        at = self._offered(number, move)
        if number is None or at is None:
            return None, [Refusal(move.name, f"{move.name} is not offered now", (), None, "not_offered")]
        kind = self.program.asks[number].alternatives[at].move
        args, outside = self._bound(cells, kind, move.args, self.given(cells, at))
        if outside is not None:
            return None, [outside]
        fined, refusals = self._clauses(cells, kind, args)
        candidate = (at, args, fined)
        if refusals or not self._looks_ahead(cells, number):
            return candidate, refusals
        if listed is not None and candidate in listed:
            return candidate, []
        return candidate, self._unfinished(cells, number, candidate)

    def _offered(self, number: int | None, move: EngineMove) -> int | None:
        if number is None:
            return None
        moves = self.program.moves
        alternatives = self.program.asks[number].alternatives
        if 0 <= move.alternative < len(alternatives) and moves[alternatives[move.alternative].move].name == move.name:
            return move.alternative
        return next((at for at, a in enumerate(alternatives) if moves[a.move].name == move.name), None)

    def _bound(
        self, cells: Cells, kind: int, args: tuple[Any, ...], given: tuple[Any, ...]
    ) -> tuple[tuple[Any, ...], Refusal | None]:
        """The arguments with interchangeable made canonical, or the first that is outside its domain."""
        decl = self.program.moves[kind]
        if len(args) != len(decl.params):
            message = f"{decl.name} takes {len(decl.params)} arguments, not {len(args)}"
            return (), Refusal(decl.name, message, decl.cites, self._at(decl.loc), "domain")
        supplied = iter(given)
        bound: list[Any] = []
        swap: dict[int, int] = {}
        for at, (param, value) in enumerate(zip(decl.params, args, strict=True)):
            if param.given:
                value = next(supplied)
                bound.append(value)
                continue
            if swap:
                value = _swapped(param.type, value, swap)
            domain = self.domain(cells, kind, at, tuple(bound))
            found = self.canonical(cells, kind, at, tuple(bound), value, domain)
            if found is None or isinstance(value, bool) is not isinstance(found[0], bool):
                message = self._choice(param, domain, cells)
                path = f"{decl.name}.{param.name}"
                return (), Refusal(path, message, decl.cites, self._at(param.loc), "domain")
            bound.append(found[0])
            for a, b in found[1].items():
                swap.setdefault(a, b)
        return tuple(bound), None

    def _choice(self, param: MoveParam, domain: tuple[Any, ...], cells: Cells) -> str:
        """What a parameter may be."""
        if not domain:
            return f"there is nothing that {param.name} can be here"
        least, greatest = domain[0], domain[-1]
        numbers = isinstance(t.required(param.type), t.Int) and len(domain) > 2
        if numbers and domain == tuple(range(least, greatest + 1)):
            return f"{param.name} can only be a number from {least} to {greatest} here"
        if len(domain) > LISTED:
            return f"{param.name} can only be one of {len(domain)} others here"
        renderer = sentences.SentenceRenderer(self.cards)
        *most, last = (renderer.piece(self.values.piece(param.type, value, cells)) for value in domain)
        return f"{param.name} can only be {', '.join(most)}{' or ' if most else ''}{last} here"

    def _clauses(self, cells: Cells, kind: int, args: tuple[Any, ...]) -> tuple[bool, list[Refusal]]:
        """Is the move fined, and which clauses refuse it. A fault in a clause after one that refuses counts for
        nothing: the first is often what the later one takes for granted."""
        emitted = self.executor.emitted
        refusals: list[Refusal] = []
        fined = False
        for at, test in emitted.clauses[kind]:
            try:
                result = test(cells, *args)
            except MatchFault as fault:
                if refusals and fault.kind != "work":
                    continue
                raise
            if result == 2:
                fined = True
            elif result == 1:
                clause = self.program.moves[kind].body[at]
                assert isinstance(clause, Clause)
                text = sentences.plain(self.executor, emitted.messages[kind][at](cells, *args))
                refusals.append(Refusal(clause.path, text, clause.cites, self._at(clause.loc), "forbid"))
        return fined, refusals

    def clauses(self, state: State, alternative: int, args: tuple[Any, ...]) -> list[Refusal]:
        """The clauses that refuse an alternative with arguments of its domains."""
        number = self.executor.ask(state.cells)
        assert number is not None
        return self._clauses(state.cells, self.program.asks[number].alternatives[alternative].move, args)[1]

    # ------------------------------------------------------------ transactions

    def _unfinished(self, cells: Cells, number: int, candidate: Candidate) -> list[Refusal]:
        """Refusals of a move after which the turn cannot be completed. It is searched after those before it in the
        order of the list, so that the budget is the same as there."""
        look = Lookahead(self.executor, self.sight, cells)
        plain = self.executor.plain(cells, number)
        answer: bool | None = False
        fined = (other for other in plain if other[2])
        for other in (*search_order(self.program.asks[number], plain), *fined):
            answer = look.allows(other)
            if other == candidate:
                break
        if answer:
            return []
        name = self.program.moves[self.program.asks[number].alternatives[candidate[0]].move].name
        if answer is None:
            message = "whether the turn can be completed after it was not found out within the limits"
            return [Refusal(f"{name}.lookahead_limit", message, (), None, "lookahead_limit")]
        alone = Lookahead(self.executor, self.sight, cells)
        alone.allows(candidate)
        refusals = []
        for phase, at in sorted(alone.failed):
            ensure = self.program.phases[phase].ensures[at]
            text = sentences.plain(self.executor, self.executor.emitted.ensure_messages[phase][at](cells))
            refusals.append(Refusal(ensure.path, text, ensure.cites, self._at(ensure.loc), "ensure"))
        if not refusals:
            message = "the turn could not be completed after it"
            refusals.append(Refusal(f"{name}.dead_end", message, (), None, "lookahead"))
        return refusals

    def _at(self, loc: int) -> Any:
        return self.executor.runtime.location(loc)


def _cards(value: Any) -> tuple[int, ...]:
    """The cards that a card, cards, a combo or a split name."""
    if value is None:
        return ()
    if isinstance(value, int):
        return (value,)
    if not value or isinstance(value[0], int):
        return tuple(value)
    if len(value) == 2 and value[0] and isinstance(value[0][0], int):
        return tuple(value[0])
    return tuple(card for combo in value for card in combo[0])


def _swapped(type_: t.Type, value: Any, swap: dict[int, int]) -> Any:
    """The value with each card exchanged for its twin."""
    match t.required(type_):
        case t.Card() if isinstance(value, int):
            return swap.get(value, value)
        case t.SetOf(element=t.Card()) if value is not None:
            return tuple(sorted(swap.get(card, card) for card in value))
        case t.ListOf(element=t.Card()) if value is not None:
            return tuple(swap.get(card, card) for card in value)
        case t.Combo() if value is not None:
            return tuple(sorted(swap.get(card, card) for card in value[0])), value[1]
        case _:
            return value
