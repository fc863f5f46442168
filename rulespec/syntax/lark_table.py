"""The parsing table from the grammar itself, by lark: for whoever changes the grammar."""

from __future__ import annotations

from collections import deque
from typing import Any

from lark import Lark
from lark.parsers.lalr_analysis import Shift

from rulespec.syntax.table import Rule, Table


def make_table(grammar: str) -> Table:
    """Builds the automaton. Raises lark's errors on a grammar that is none, or no LALR(1) grammar."""
    lark = Lark(grammar, parser="lalr", lexer="contextual", maybe_placeholders=True)
    parser = lark.parse_interactive("").parser_state
    table: Any = parser.parse_conf.parse_table
    rules: dict[Any, int] = {}
    rows: list[dict[str, int]] = []
    start = table.start_states["start"]
    number = {start: 0}
    todo = deque([start])
    while todo:  # states are numbered as they are reached: lark's own numbers change from run to run
        row = {}
        for symbol, (action, argument) in sorted(table.states[todo.popleft()].items()):
            if action is Shift and argument not in number:
                number[argument] = len(number)
                todo.append(argument)
            row[str(symbol)] = number[argument] if action is Shift else -1 - rules.setdefault(argument, len(rules))
        rows.append(row)
    return Table(
        start=number[start],
        accepted=number[table.end_states["start"]],
        rules=tuple(_rule(rule) for rule in rules),
        rows=tuple(rows),
        fixed={
            terminal.name: terminal.pattern.value
            for terminal in sorted(lark.terminals, key=lambda terminal: terminal.name)
            if terminal.pattern.type == "str"
        },
    )


def _rule(rule: Any) -> Rule:
    """How lark would shape the tree of a rule."""
    expansion = rule.expansion
    absent = [0] * (len(expansion) + 1)
    if rule.options.empty_indices:
        absent = [len(ones) for ones in "".join(str(int(b)) for b in rule.options.empty_indices).split("0")]
    parts: list[tuple[int, bool, int]] = []
    waiting = 0
    for at, symbol in enumerate(expansion):
        waiting += absent[at]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            parts.append((at, not symbol.is_term and symbol.name.startswith("_"), waiting))
            waiting = 0
    return Rule(
        origin=str(rule.origin.name),
        name=str(rule.alias or rule.options.template_source or rule.origin.name),
        size=len(expansion),
        single=bool(rule.options.expand1 and not rule.alias),
        parts=tuple(parts),
        absent=waiting + absent[-1],
    )
