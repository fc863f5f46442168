"""What the parts of a program can cost at most, by the bounds of its types.

A *unit* is one expression evaluated, or one element walked over. The bounds are coarse (a hand may hold the whole
deck), so they stop nothing by themselves: they tell which loops and rules are heavy, and those count their work while
they do it (``rulespec.interpreter.fuel``). Whatever is light is not counted by itself, but as a part of the heavy loop
or rule that it stands in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rulespec.ir import nodes as n
from rulespec.ir import types as t
from rulespec.ir.program import Program
from rulespec.ir.walk import children

LIGHT: Final = 1_000
"""What costs no more units than these is light."""

BEYOND: Final = 10**18
"""Weights are no greater: what doubles forty times is not told from what doubles more often."""

_SEARCHES: Final = frozenset(("combos", "matches", "has", "fits", "splits", "least_rest"))
"""Primitives that count their own steps."""

_MADE: Final = frozenset(("range", "span", "concat"))
"""Primitives that make collections of any size: heavy ones count the elements."""


class CostModel:
    """Weights of the parts of one program, for a number of players and a size of the deck."""

    def __init__(self, program: Program, players: int, cards: int) -> None:
        self._program = program
        self._players = players
        self._cards = cards
        self._rules: dict[int, int] = {}
        self._known: dict[tuple[int, bool], tuple[Any, int]] = {}

    def of_rule(self, number: int) -> int:
        """All that evaluating a rule can cost."""
        known = self._rules.get(number)
        if known is None:
            known = self._rules[number] = self._weigh(self._program.rules[number].body, True)
        return known

    def heavy(self, node: Any) -> bool:
        return self._weigh(node, True) > LIGHT

    def uncounted(self, node: Any) -> int:
        """What evaluating a node can cost beside the heavy loops and rules in it."""
        return self._weigh(node, False)

    def of_choices(self, params: Iterable[Any], body: Any) -> int:
        """All that trying every choice of values can cost: domains multiply."""
        weight, ways = 0, 1
        for param in params:
            if param.domain is not None:
                weight += ways * self._weigh(param.domain, True)
                ways = min(ways * self.elements(param.domain), BEYOND)
            weight += ways * self._weigh((param.where, param.when), True)
        return min(weight + ways * self._weigh(body, True), BEYOND)

    def elements(self, expr: n.Expr) -> int:
        """How many elements a collection has at most."""
        match t.required(expr.type):
            case t.ListOf(element=t.Card(), most=most):
                return min(most, self._cards)
            case t.ListOf(element=t.Player()) | t.SetOf(element=t.Player()):
                return self._players
            case t.ListOf(most=most):
                return most
            case t.SetOf(element=t.Int(low=low, high=high)):
                return high - low + 1
            case _:
                return self._cards

    def _weigh(self, node: Any, everything: bool) -> int:
        """The weight of evaluating a node once: with everything in it, or without what counts itself."""
        if node is None or isinstance(node, (int, str)):
            return 0
        if isinstance(node, tuple):
            return min(sum([self._weigh(part, everything) for part in node]), BEYOND)
        key = (id(node), everything)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = (node, min(self._weight(node, everything), BEYOND))
        return known[1]

    def _weight(self, node: Any, everything: bool) -> int:
        match node:
            case n.CallRule(rule=rule, args=args):
                whole = self.of_rule(rule)
                return 1 + self._weigh(args, everything) + (whole if everything or whole <= LIGHT else 0)
            case n.Quant() | n.Fill():
                if not everything and self.heavy(node):
                    return 1 + self._weigh(node.domain, False)
                times = self.elements(node.domain)
                return 1 + self._weigh(node.domain, everything) + times * self.each(node, everything)
            case n.Op(op="can", attr=int(number)):
                move = self._program.moves[number]
                whole = self.of_choices(move.params, move.body)
                return 1 + self._weigh(node.args, everything) + (whole if everything or whole <= LIGHT else 0)
            case n.Op(op=op) if op in _SEARCHES:
                return 10 + self._weigh(node.args, everything)
            case n.Op(op=op, type=t.ListOf() | t.SetOf()):
                own = self.elements(node)
                if op in _MADE and own > LIGHT and not everything:
                    own = 0
                return 1 + own + self._weigh(node.args, everything)
        return 1 + sum([self._weigh(part, everything) for part in children(node)])

    def each(self, node: n.Quant | n.Fill, everything: bool = False) -> int:
        """Of one round of a loop."""
        if isinstance(node, n.Fill):
            return 1 + self._weigh(node.value, everything)
        return 1 + self._weigh((node.where, node.body, node.key), everything)
