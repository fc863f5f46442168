"""The parsing table: an LALR(1) automaton as plain numbers, and the machine that runs it.

``rulespec/grammar.json`` holds it ready made; ``python tools/grammar_table.py`` writes it from the grammar.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

from rulespec.syntax.tree import Leaf

END = "$END"


class Rule(NamedTuple):
    """A rule of the grammar and how a tree is made of its parts.

    ``origin`` is what it makes in the automaton, ``name`` what the branch is called, ``size`` the number of its parts.
    ``parts`` are those that the tree keeps: position, whether its children stand in for it, how many absent parts come
    before it; ``absent`` how many come last. ``single``: a lone child takes the place of the branch.
    """

    origin: str
    name: str
    size: int
    single: bool
    parts: tuple[tuple[int, bool, int], ...]
    absent: int


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` give for each state what to do on a word or rule: a state to go to, or ``-1 - rule`` for a rule that is
    complete. ``fixed`` are the words and signs of the grammar by their names."""

    start: int
    accepted: int
    rules: tuple[Rule, ...]
    rows: tuple[dict[str, int], ...]
    fixed: dict[str, str]

    def to_json(self, grammar: str) -> str:
        """The table as text; ``grammar`` is the mark of the text it was made from."""
        symbols = sorted({symbol for row in self.rows for symbol in row})
        number = {symbol: at for at, symbol in enumerate(symbols)}
        head = {
            "grammar": grammar,
            "start": self.start,
            "accepted": self.accepted,
            "fixed": self.fixed,
            "symbols": symbols,
        }
        lines = [f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in head.items()]
        for name, items in (
            ("rules", self.rules),
            ("rows", [[x for symbol, to in row.items() for x in (number[symbol], to)] for row in self.rows]),
        ):
            texts = ",\n".join(json.dumps(item, separators=(",", ":")) for item in items)
            lines.append(f"{json.dumps(name)}: [\n{texts}\n]")
        return "{\n" + ",\n".join(lines) + "\n}\n"


def table_from_json(text: str, grammar: str) -> Table | None:
    """The printed table; None where it was made from another text."""
    obj = json.loads(text)
    if obj["grammar"] != grammar:
        return None
    symbols = obj["symbols"]
    return Table(
        start=obj["start"],
        accepted=obj["accepted"],
        rules=tuple(
            Rule(origin, name, size, single, tuple([tuple(part) for part in parts]), absent)
            for origin, name, size, single, parts, absent in obj["rules"]
        ),
        rows=tuple(dict(zip([symbols[at] for at in row[::2]], row[1::2], strict=True)) for row in obj["rows"]),
        fixed=obj["fixed"],
    )


class Node:
    """A branch being made. ``first`` and ``last`` bound all that it was read from, ``start`` and ``end`` what its name
    stands for; -1 where it was read from nothing."""

    __slots__ = ("children", "end", "first", "last", "name", "start")

    def __init__(self, name: str, children: list[Value]) -> None:
        self.name = name
        self.children = children
        self.start = self.end = self.first = self.last = -1


Value = Node | Leaf | None


class Machine:
    """One run over a text: the stack of states and what was made so far."""

    __slots__ = ("_rows", "states", "table", "values")

    def __init__(self, table: Table) -> None:
        self.table = table
        self._rows = table.rows
        self.states = [table.start]
        self.values: list[Value] = []

    def feed(self, leaf: Leaf) -> bool:
        """Takes a word; False where it does not fit (some rules may be complete by then)."""
        rows, states = self._rows, self.states
        while True:
            action = rows[states[-1]].get(leaf.kind)
            if action is None:
                return False
            if action >= 0:
                states.append(action)
                self.values.append(leaf)
                return True
            self._complete(self.table.rules[-1 - action])

    def finish(self) -> Value:
        """The whole tree, where ``goes_on(END)``."""
        states, accepted = self.states, self.table.accepted
        while True:
            self._complete(self.table.rules[-1 - self._rows[states[-1]][END]])
            if states[-1] == accepted:
                return self.values[-1]

    def _complete(self, rule: Rule) -> None:
        size = rule.size
        parts: list[Value] = []
        if size:
            parts = self.values[-size:]
            del self.states[-size:], self.values[-size:]
        self.values.append(_made(rule, parts))
        self.states.append(self._rows[self.states[-1]][rule.origin])

    def goes_on(self, kind: str) -> bool:
        """Whether a word of this kind fits, perhaps after rules that are complete.

        The row of a state alone does not tell: LALR shares states between contexts with different followers.
        """
        base, rows, rules = self.states, self._rows, self.table.rules
        kept = len(base)
        pushed: list[int] = []
        while True:
            action = rows[pushed[-1] if pushed else base[kept - 1]].get(kind)
            if action is None:
                return False
            if action >= 0:
                return True
            rule = rules[-1 - action]
            if kind == END and rule.origin == "start":
                return True
            from_pushed = min(rule.size, len(pushed))
            if from_pushed:
                del pushed[-from_pushed:]
            kept -= rule.size - from_pushed
            pushed.append(rows[pushed[-1] if pushed else base[kept - 1]][rule.origin])

    def expected(self) -> list[str]:
        """The kinds of words that fit."""
        return [kind for kind in self._rows[self.states[-1]] if kind.isupper() and kind != END and self.goes_on(kind)]


def _made(rule: Rule, parts: list[Value]) -> Value:
    """The branch of a rule, or the child that stands for it."""
    children: list[Value] = []
    for at, opened, absent in rule.parts:
        if absent:
            children += [None] * absent
        part = parts[at]
        if opened:
            assert isinstance(part, Node)
            children += part.children
        else:
            children.append(part)
    if rule.absent:
        children += [None] * rule.absent
    made: Value = children[0] if rule.single and len(children) == 1 else Node(rule.name, children)
    if isinstance(made, Node):
        _place(made, parts)
    return made


def _place(node: Node, parts: list[Value]) -> None:
    """Widens a node to all that it was read from; its own place is set once."""
    for part in parts:
        first = part.first if isinstance(part, Node) else part.start if part is not None else -1
        if first >= 0:
            node.first = first
            break
    else:
        return
    for part in reversed(parts):
        last = part.last if isinstance(part, Node) else part.end if part is not None else -1
        if last >= 0:
            node.last = last
            break
    if node.start < 0:
        node.start, node.end = node.first, node.last
