"""What a spec declares and never uses, and what can never happen.

Names are gathered from the syntax trees of the merged spec, so that a use inside a constant or a sentence counts.
Declarations of library files are left out: a game takes from a library what it needs.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulespec.compiler.checks.lets import check_lets
from rulespec.compiler.merge.ast_queries import read_by, walk
from rulespec.compiler.merge.merged_spec import WORD, Named
from rulespec.compiler.resolve import type_names
from rulespec.compiler.resolve.call_graph import reachable
from rulespec.compiler.resolve.context import Context
from rulespec.compiler.resolve.symbols import VarSymbol
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir.graph import filled
from rulespec.syntax import ast
from rulespec.syntax.source import Source

MAX_ALIKE = 8
"""Of names that are all alike no more are compared with each other."""
MAX_LIKE = 60
"""Longer names are not compared."""

LIKE_LEAST = 5
"""Shorter names may differ by one letter without a warning."""


def check_usage(context: Context, program: prog.Program) -> None:
    """Warnings for what is declared and unused, or written and without effect."""
    own = own_sources(context)
    read, assigned = _names(context)
    for entry in context.merged.entries.values():
        decl = entry.decl
        if decl.span.source in own:
            _check_declaration(context, decl, read, assigned)
    _check_actions(context, own)
    _check_places(context, program, own)
    _check_conventions(context)
    _check_likeness(context, own)
    check_lets(context, own)


def own_sources(context: Context) -> set[Source]:
    """The files under scrutiny: not the libraries, and not what others extend (they are checked by themselves)."""
    return set(context.merged.own_files) - library_sources(context)


def library_sources(context: Context) -> set[Source]:
    """The files of libraries."""
    return {f.source for f in context.merged.files if any(isinstance(i, ast.Library) for i in f.spec.items)}


# ---------------------------------------------------------------- names


def _names(context: Context) -> tuple[set[str], set[str]]:
    """All names that are read anywhere, and all that are assigned."""
    read: set[str] = set()
    assigned: set[str] = set()
    for entry in context.merged.entries.values():
        for decl in (entry.decl, *entry.bases):
            for node in walk(decl):
                read.update(read_by(node))
                if isinstance(node, ast.Assign):
                    assigned.add(node.name)
    for node in walk(context.merged.deck) if context.merged.deck else ():
        read.update(read_by(node))
        if isinstance(node, ast.Copies) and isinstance(node.count, str):
            read.add(node.count)
    return read, assigned


def _check_declaration(context: Context, decl: Named, read: set[str], assigned: set[str]) -> None:
    name, report = decl.name.text, context.report
    match decl:
        case ast.Option() if name not in read:
            report.warning(
                "RS423",
                f"option '{name}' changes nothing: nothing asks for it",
                decl.name.span,
                "use it where the rules differ, or leave it out",
            )
        case ast.Var() if name not in read:
            report.warning("RS422", f"nothing reads variable '{name}'", decl.name.span, "leave it out, or use it")
        case ast.Var(initial=None) if name not in assigned and not _told(context, name):
            report.warning(
                "RS422",
                f"nothing ever sets variable '{name}'",
                decl.name.span,
                "assign it, give it a first value, or make it a constant",
            )
        case ast.Const() | ast.Rule() | ast.Value() | ast.Pattern() | ast.CardNote() | ast.Enum() if name not in read:
            report.warning(
                "RS424", f"{WORD[type(decl)]} '{name}' is not used", decl.name.span, "leave it out, or use it"
            )


def _told(context: Context, variable: str) -> bool:
    """Is it an error, told as such, that nothing sets this variable?"""
    symbol = context.symbols.get(variable)
    return isinstance(symbol, VarSymbol) and not isinstance(context.tables.slots[symbol.slot].type, type_names.NATURAL)


def _check_actions(context: Context, own: set[Source]) -> None:
    """Moves that no phase asks for, phases that nothing runs."""
    match = context.phases.get("match")
    running = reachable(context, match) if match is not None else set()
    asked = {
        callee[1]
        for (kind, index), found in context.calls.items()
        if kind == "phase" and index in running
        for callee, _ in found
        if callee[0] == "move"
    }
    for entry in context.merged.entries.values():
        decl = entry.decl
        if decl.span.source not in own:
            continue
        name = decl.name.text
        if isinstance(decl, ast.Move) and context.moves[name] not in asked:
            context.report.warning(
                "RS420",
                f"nobody is ever asked for move '{name}'",
                decl.name.span,
                f"offer it in a phase: ask …: {name}",
            )
        elif isinstance(decl, ast.Phase | ast.Schedule) and context.phases[name] not in running:
            context.report.warning(
                "RS421",
                f"{WORD[type(decl)]} '{name}' is never run",
                decl.name.span,
                f"run it from a phase that runs: run {name}",
            )


def _check_places(context: Context, program: prog.Program, own: set[Source]) -> None:
    """Places that never get a card, and a deck that is never dealt."""
    statements = [stmt for block in program.blocks for stmt in block.stmts]
    places_filled = {filled(stmt) for stmt in statements}
    gathered = any(isinstance(stmt, ir.Gather) for stmt in statements)
    if not gathered and context.merged.deck is not None:
        context.report.error(
            "RS431",
            "the deck is never shuffled into a place, so there are no cards",
            context.merged.deck.span,
            "begin a deal with: shuffle deck into …",
        )
        return
    places = {p.name: i for i, p in enumerate(program.places)}
    for entry in context.merged.of(ast.Zone):
        decl = entry.decl
        if decl.span.source in own and places[decl.name.text] not in places_filled:
            context.report.warning(
                "RS430",
                f"no card ever comes to '{decl.name.text}'",
                decl.name.span,
                "move cards to it, or leave it out",
            )


def _check_conventions(context: Context) -> None:
    """Two conventions for one statement."""
    decided: dict[str, ast.Ident] = {}
    for entry in context.merged.of(ast.Convention):
        decl = entry.decl
        assert isinstance(decl, ast.Convention)
        for statement in decl.decides:
            first = decided.setdefault(statement.text, statement)
            if first is not statement:
                context.report.warning(
                    "RS427",
                    f"a second convention decides {statement.text}",
                    statement.span,
                    "keep one, or cite the statement where it is implemented",
                    [("the first is here", first.span)],
                )


def _check_likeness(context: Context, own: set[Source]) -> None:
    """Names that one letter tells apart are easily taken for each other."""
    found: dict[str, list[ast.Ident]] = {}
    for (space, _), entry in context.merged.entries.items():
        if space in ("name", "action") and entry.decl.span.source in own:
            found.setdefault(space, []).append(entry.decl.name)
    for names in found.values():
        alike: dict[str, list[ast.Ident]] = {}
        for second in names:
            if len(second.text) > MAX_LIKE:
                continue
            told: set[str] = set()
            for key in _shapes(second.text):
                for first in alike.setdefault(key, []):
                    if first.text in told or not _one_letter_apart(first.text, second.text):
                        continue
                    told.add(first.text)
                    context.report.warning(
                        "RS426",
                        f"'{second.text}' and '{first.text}' differ by one letter",
                        second.span,
                        "choose names that nobody confuses",
                        [("the other is here", first.span)],
                    )
                if len(alike[key]) < MAX_ALIKE:
                    alike[key].append(second)


def _shapes(name: str) -> Iterator[str]:
    """What a name shares with every name that one letter tells apart from it."""
    yield name
    for i in range(len(name)):
        yield name[:i] + name[i + 1 :]
        yield f"{name[:i]}?{name[i + 1 :]}"


def _one_letter_apart(a: str, b: str) -> bool:
    """One letter changed, added or left out; a plural or another number is no confusion."""
    if min(len(a), len(b)) < LIKE_LEAST or abs(len(a) - len(b)) > 1:
        return False
    short, long = sorted((a, b), key=len)
    if long == short + "s":
        return False
    if len(a) == len(b):
        different = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
        return len(different) == 1 and not any(c.isdigit() for c in different[0])
    return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
