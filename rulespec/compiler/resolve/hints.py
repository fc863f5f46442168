"""What an author may have meant by a value that is not one: hints for guesses that lie near."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from rulespec.compiler.merge.merged_spec import SPACE, WORD
from rulespec.compiler.merge.spec_loader import library_names, library_source
from rulespec.compiler.resolve.context import Context
from rulespec.compiler.resolve.symbols import NoteSymbol, PatternSymbol, PlaceSymbol, Unknown, ValueSymbol, VarSymbol
from rulespec.compiler.resolve.type_names import AnyType, element, same_kind
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.parser import parse
from rulespec.syntax.source import Span

_WHOLE = (ast.Name, ast.Index, ast.Apply, ast.Call, ast.DeckLit, ast.ListLit, ast.IntLit)
"""What can follow ``of`` without brackets."""


def written(span: Span) -> str:
    """The author's words, on one line."""
    return " ".join(span.source.text[span.start : span.end].split())


def for_attribute(context: Context, node: ast.Apply) -> str | None:
    """``won of p``, where ``won`` has an index, or nothing to be asked of."""
    name, symbol = node.function, context.symbols.get(node.function)
    if isinstance(symbol, VarSymbol):
        indexed = bool(context.tables.slots[symbol.slot].dims)
    elif isinstance(symbol, PlaceSymbol):
        indexed = bool(symbol.decl.index)
    else:
        return None
    return f"write {name}[{written(node.operand.span)}]" if indexed else f"'{name}' stands alone"


def for_call(context: Context, node: ast.Call, attributes: Collection[str]) -> str | None:
    """``size(stock)`` for ``size of stock``, ``won(p)`` for ``won[p]``."""
    name = node.function
    symbol = context.symbols.get(name)
    given = ", ".join(written(arg.span) for arg in node.args)
    if isinstance(symbol, VarSymbol | PlaceSymbol):
        return f"write {name}[{given}]"
    if len(node.args) != 1 or not (isinstance(symbol, ValueSymbol | NoteSymbol | PatternSymbol) or name in attributes):
        return None
    of = f"{name} of {given}" if isinstance(node.args[0], _WHOLE) else f"{name} of ({given})"
    return f"write {of}, or {name}(VALUE for NAME in VALUES)" if name == "sum" else f"write {of}"


def for_kind(found: AnyType, expected: AnyType, span: Span) -> str | None:
    """One where several are wanted, or the other way round."""
    if isinstance(found, Unknown) or isinstance(expected, Unknown):
        return None
    one, several = ty.required(found), ty.required(expected)
    text = written(span)
    inner = element(several)
    if inner is not None and not isinstance(inner, Unknown) and same_kind(one, inner):
        return f"write [{text}]" if one == found else f"write [the {text}], if there is one"
    inner = element(one)
    if inner is not None and not isinstance(inner, Unknown) and same_kind(inner, several):
        return f"take one of them: the first of {text}; or by chance, alone after '=': random of {text}"
    return None


def for_unknown(kind: str, name: str) -> str | None:
    """The library that has what a game asks for without using the library."""
    space = _SPACES.get(kind)
    found = [(word, library) for where, word, library in _library_names().get(name, ()) if space in (where, "any")]
    if not found:
        return None
    word, library = found[0]
    return f"{library} has {'an' if word[0] in 'aeiou' else 'a'} {word} '{name}': write use \"{library}\""


_SPACES = {
    "declaration": "any",
    "phase": "action",
    "move": "action",
    "phase for the deals:": "action",
    "variable": "name",
    "place": "name",
    "name": "name",
    "rule": "name",
    "attribute": "name",
}
"""By what is said to be unknown: the space in which it would be declared."""


@cache
def _library_names() -> dict[str, list[tuple[str, str, str]]]:
    """What the package's libraries declare, by name: the space, what it is, the library."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for library in library_names():
        source = library_source(library)
        spec = parse(source)[0] if source is not None else None
        for item in spec.items if spec is not None else ():
            kind = type(item)
            if kind in SPACE and isinstance(name := getattr(item, "name", None), ast.Ident):
                found.setdefault(name.text, []).append((SPACE[kind], WORD[kind], library))
    return found
