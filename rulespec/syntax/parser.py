"""From text to syntax tree.

The table is read once per process, on first use, from ``rulespec/grammar.json``, or built by ``lark_table`` where the
grammar has changed since that was written. A parse shares nothing with another, so threads may parse at the same time.

The words come from ``tokens.scan`` and are fed to the table one by one. A word that is reserved is always a keyword;
one that is not (``title``, ``size``, ``deals`` ...) is a keyword exactly where the table can go on with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from threading import Lock

from rulespec.syntax import ast
from rulespec.syntax.brackets import check_brackets
from rulespec.syntax.build import build_spec
from rulespec.syntax.diagnostics import Diagnostic, has_errors, ordered
from rulespec.syntax.explain import explain
from rulespec.syntax.pieces import split
from rulespec.syntax.shapes import ENTRIES, LISTS, OPENERS
from rulespec.syntax.source import Source, Span
from rulespec.syntax.surprise import Surprise
from rulespec.syntax.table import END, Machine, Node, Table, Value, table_from_json
from rulespec.syntax.tokens import INT, RESERVED, SIGN, STRING, WORD, Comment, Lexeme, Scan, scan
from rulespec.syntax.tree import Branch, Child, Leaf

VERSION = 1
"""The version of the notation that this parser reads."""

MOST_CHARACTERS = 1 << 18
MOST_LEVELS = 128
"""The deepest tree; whatever walks a tree may recurse this often."""
MOST_DIAGNOSTICS = 20

_MOST_PENDING = 12 * MOST_LEVELS
"""The parser's stack: a tree within the limit never needs as much, whatever its form."""

_lock = Lock()


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text read: ``spec`` is None if there are errors; comments are found in any case."""

    spec: ast.Spec | None
    comments: tuple[Comment, ...]
    diagnostics: list[Diagnostic]


def parse(source: Source) -> tuple[ast.Spec | None, list[Diagnostic]]:
    """The syntax tree of a text, or None and what is wrong with it. Never raises on bad text."""
    parsed = parse_with_comments(source)
    return parsed.spec, parsed.diagnostics


def parse_with_comments(source: Source) -> Parsed:
    """Like ``parse``, with the comments that the tree does not hold."""
    if len(source.text) > MOST_CHARACTERS:
        message = f"the file has {len(source.text)} characters; at most {MOST_CHARACTERS} are read"
        return Parsed(None, (), [Diagnostic("RS110", message, None, file=source.name)])
    scanned = scan(source)
    comments = tuple(scanned.comments)
    problems = _version_problems(source, scanned.lexemes)
    if problems:
        return Parsed(None, comments, problems)
    bracket_problems, broken = check_brackets(source, scanned.lexemes)
    if any(problem.code == "RS109" for problem in bracket_problems):
        return Parsed(None, comments, bracket_problems)
    problems = scanned.problems + bracket_problems
    outcome = _Run().feed(scanned.lexemes) if not problems else None
    if isinstance(outcome, Branch):
        spec, problems = build_spec(source, outcome)
        return Parsed(None if has_errors(problems) else spec, comments, ordered(problems)[:MOST_DIAGNOSTICS])
    if isinstance(outcome, _TooDeep):
        return Parsed(None, comments, [_too_deep(source, outcome)])
    problems = problems + _piecewise(source, scanned, outcome, broken)
    return Parsed(None, comments, ordered(problems)[:MOST_DIAGNOSTICS])


def _version_problems(source: Source, lexemes: list[Lexeme]) -> list[Diagnostic]:
    hint = f"begin the file with `rules {VERSION}`"
    if not lexemes:
        return [Diagnostic("RS101", "this file is empty", Span(source, 0, 0), hint)]
    first = lexemes[0]
    span = Span(source, first.start, first.end)
    if first.text != "rules":
        return [Diagnostic("RS101", "the file does not begin with the version of its notation", span, hint)]
    if len(lexemes) < 2 or lexemes[1].kind != INT:
        return [Diagnostic("RS101", "the version of the notation is missing after `rules`", span, hint)]
    number = lexemes[1]
    if number.text.lstrip("0") != str(VERSION):
        message = f"version {number.text[:12]} of the notation is not known"
        return [
            Diagnostic(
                "RS102", message, Span(source, number.start, number.end), f"this program reads `rules {VERSION}`"
            )
        ]
    return []


def _too_deep(source: Source, where: _TooDeep) -> Diagnostic:
    return Diagnostic(
        "RS109",
        f"more than {MOST_LEVELS} parts are chained or nested here",
        Span(source, where.start, where.end),
        "name a part of it with `let` or put it into a `rule` of its own",
    )


def _piecewise(
    source: Source, scanned: Scan, failed: Surprise | None, broken: list[tuple[int, int]]
) -> list[Diagnostic]:
    """The first error of each declaration, each parsed on its own; pieces that already have a problem are left out."""
    head = scanned.lexemes[:2]
    spoilt = broken + [(p.span.start, p.span.end) for p in scanned.problems if p.span is not None]
    problems: list[Diagnostic] = []
    for piece, follower in split(source, scanned.lexemes[2:]):
        if len(problems) >= MOST_DIAGNOSTICS:
            break
        if any(start < piece[-1].end and end > piece[0].start for start, end in spoilt):
            continue
        outcome = _Run().feed(head + piece)
        if isinstance(outcome, Surprise):
            if outcome.found is None and follower is not None:
                outcome = outcome.before(follower)
            problems.append(explain(source, outcome))
        elif isinstance(outcome, _TooDeep):
            problems.append(_too_deep(source, outcome))
    if not problems and failed is not None:
        problems.append(explain(source, failed))
    return problems


# ---------------------------------------------------------------- the table


@dataclass(frozen=True, slots=True)
class _Words:
    """The table, and the words and signs of the grammar with their names."""

    table: Table
    words: dict[str, str]
    signs: dict[str, str]


def grammar_text() -> str:
    """The grammar as people read it."""
    return resources.files("rulespec").joinpath("grammar.lark").read_text(encoding="utf-8")


def mark_of(grammar: str) -> str:
    """By this a table names the grammar it was made from."""
    return sha256(grammar.encode()).hexdigest()


@cache
def _build() -> _Words:
    grammar = grammar_text()
    made = resources.files("rulespec").joinpath("grammar.json")
    table = table_from_json(made.read_text(encoding="utf-8"), mark_of(grammar)) if made.is_file() else None
    if table is None:
        from rulespec.syntax.lark_table import make_table

        table = make_table(grammar)
    named = {value: name for name, value in table.fixed.items()}
    words = {value: name for value, name in named.items() if value.isalpha()}
    return _Words(table, words, {value: name for value, name in named.items() if value not in words})


def _words() -> _Words:
    with _lock:
        return _build()


@dataclass(frozen=True, slots=True)
class _TooDeep:
    start: int
    end: int


def _surprise(lexemes: list[Lexeme], at: int) -> Surprise:
    expected, before = _expected_at(lexemes, at), _expected_at(lexemes, at - 1)
    return Surprise(lexemes, at, expected, before, _Run().entry_around(lexemes[:at]))


def _expected_at(lexemes: list[Lexeme], at: int) -> frozenset[str]:
    """What could stand at a place that a parse has reached (asked anew: a failed step has lost some of it)."""
    run = _Run()
    run.feed_all(lexemes[:at])
    return run.expected()


class _Run:
    """One parse: the table's stack and the lexemes fed so far."""

    def __init__(self) -> None:
        self._words = _words()
        self._machine = Machine(self._words.table)

    def feed(self, lexemes: list[Lexeme]) -> Branch | Surprise | _TooDeep:
        """The tree of all lexemes, or where they stop making sense."""
        machine = self._machine
        for i, lexeme in enumerate(lexemes):
            if not machine.feed(Leaf(self._kind(lexeme), lexeme.text, lexeme.start, lexeme.end)):
                return _surprise(lexemes, i)
            if len(machine.states) > _MOST_PENDING:
                return _TooDeep(lexeme.start, lexeme.end)
        if not machine.goes_on(END):
            return _surprise(lexemes, len(lexemes))
        return _finished(machine.finish())

    def feed_all(self, lexemes: list[Lexeme]) -> None:
        """Feed lexemes that are known to fit."""
        for lexeme in lexemes:
            self._machine.feed(Leaf(self._kind(lexeme), lexeme.text, lexeme.start, lexeme.end))

    def entry_around(self, lexemes: list[Lexeme]) -> int:
        """Where the innermost entry begins that is not over at the end of these lexemes, all of which fit."""
        around: list[int] = [0]
        for i, lexeme in enumerate(lexemes):
            if lexeme.text == "}":
                around.pop()
            part_of_path = i > 0 and lexemes[i - 1].text == "."
            if lexeme.kind == WORD and not part_of_path and self._begins_entry(lexeme):
                around[-1] = i
            if lexeme.text == "{":
                around.append(around[-1])
            self.feed_all([lexeme])
        return around[-1]

    def _begins_entry(self, lexeme: Lexeme) -> bool:
        """Whether a word opens a declaration, a statement or another entry, where one can begin."""
        if lexeme.text in RESERVED or lexeme.text in ENTRIES:
            opens = lexeme.text in OPENERS
        else:
            opens = self._machine.goes_on(self._words.words["leave"])
        return opens and any(self._machine.goes_on(self._words.words[word]) for word in LISTS)

    def _kind(self, lexeme: Lexeme) -> str:
        """The grammar's name for a lexeme here."""
        if lexeme.kind == INT:
            return "INT"
        if lexeme.kind == STRING:
            return "STRING"
        if lexeme.kind == SIGN:
            return self._words.signs[lexeme.text]
        keyword = self._words.words.get(lexeme.text)
        if keyword is None:
            return "NAME"
        if lexeme.text in RESERVED or self._machine.goes_on(keyword):
            return keyword
        return "NAME"

    def expected(self) -> frozenset[str]:
        """What could come next: words and signs as written, and the names of the open kinds NAME, INT, STRING."""
        fixed = self._words.table.fixed
        return frozenset(fixed.get(kind, kind) for kind in self._machine.expected())


def _finished(root: Value) -> Branch | _TooDeep:
    """The tree for good, made without recursion; or the first place that lies too deep."""
    done: list[list[Child]] = [[]]
    todo: list[tuple[Value, bool]] = [(root, False)]
    while todo:
        node, closing = todo.pop()
        if not isinstance(node, Node):
            done[-1].append(node)
        elif closing:
            children = tuple(done.pop())
            done[-1].append(Branch(node.name, children, node.start, node.end))
        else:
            if len(done) > MOST_LEVELS:
                return _TooDeep(node.start, node.end)
            done.append([])
            todo.append((node, True))
            todo.extend((child, False) for child in reversed(node.children))
    tree = done[0][0]
    assert isinstance(tree, Branch)
    return tree
