"""Texts made from the grammar: a rule is written out at random, and to its end by the shortest way once it is long."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

from lark import Lark
from lark.grammar import NonTerminal, Rule, Symbol, Terminal
from lark.lexer import PatternStr

FAR = 10**6
NAMES = (
    "a b x n c p hand stock heap go deal match dealer actor players size rank suit top left hearts total worth int "
    "card player bool cards sum max min of_a joker none true false stage_a main first last order"
).split()
SAMPLES: Mapping[str, list[str]] = {
    "NAME": NAMES,
    "INT": ["0", "1", "2", "3", "7", "40", "2147483647"],
    "STRING": ['""', '"a"', '"{actor} plays {c}"', '"{x: , {x}}"', '"ж"'],
}
SPACES = [" "] * 30 + ["\n"] * 3 + ["  # a remark\n", "\n# a remark\n\n"]


class Writer:
    """Writes rules of the grammar."""

    def __init__(self, grammar: Lark) -> None:
        self.rules: dict[str, list[Rule]] = {}
        for rule in grammar.rules:
            self.rules.setdefault(rule.origin.name, []).append(rule)
        self.words = {
            terminal.name: [terminal.pattern.value]
            for terminal in grammar.terminals
            if isinstance(terminal.pattern, PatternStr)
        }
        self.words.update(SAMPLES)
        self._depth = dict.fromkeys(self.rules, FAR)
        while any(self._settle(name) for name in self.rules):
            pass

    def _settle(self, name: str) -> bool:
        """Is a shorter way to the end of a rule known now?"""
        least = 1 + min(self.depth(rule.expansion) for rule in self.rules[name])
        better = least < self._depth[name]
        self._depth[name] = min(least, self._depth[name])
        return better

    def depth(self, symbols: Iterable[Symbol]) -> int:
        """Of the lowest tree that is such a row of symbols."""
        return max((self._depth[s.name] for s in symbols if isinstance(s, NonTerminal)), default=0)

    def text(self, start: str, rng: random.Random, most: int) -> str:
        """A text of about so many words at most."""
        words: list[str] = []
        todo: list[Symbol] = [NonTerminal(start)]
        while todo:
            symbol = todo.pop()
            if isinstance(symbol, Terminal):
                words.append(rng.choice(self.words[symbol.name]))
                continue
            choices = self.rules[symbol.name]
            if len(words) + len(todo) >= most:
                least = min(self.depth(rule.expansion) for rule in choices)
                choices = [rule for rule in choices if self.depth(rule.expansion) == least]
            todo.extend(reversed(rng.choice(choices).expansion))
        return "".join(word + rng.choice(SPACES) for word in words)


@cache
def writer(*starts: str) -> Writer:
    """For texts of these rules."""
    text = resources.files("rulespec").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Writer(Lark(text, parser="lalr", lexer="contextual", start=["start", *starts], maybe_placeholders=True))
