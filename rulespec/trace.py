"""From the statements of a document to the declarations that implement them, and what is missing on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulespec.compiler import Compiled
from rulespec.documents import DocumentError
from rulespec.ir.program import Location, Program
from rulespec.sources import INFORMATIONAL, Sources, Statement, find_sources, load_sources, reach
from rulespec.syntax.diagnostics import Diagnostic, Severity, limited
from rulespec.syntax.source import Source, Span
from rulespec.syntax.suggest import did_you_mean


@dataclass(frozen=True, slots=True)
class Implemented:
    """A declaration, by its dotted path, that cites a statement."""

    path: str
    place: Location


@dataclass(frozen=True, slots=True)
class Decided:
    """A convention that decides what a statement leaves open."""

    name: str
    text: str
    place: Location


@dataclass(slots=True)
class TracedStatement:
    """A statement, what implements it and what decides it."""

    statement: Statement
    implemented: list[Implemented] = field(default_factory=list)
    decided: list[Decided] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Trace:
    """``sources`` is None where the spec names none or they cannot be read; ``holes`` is everything that is missing."""

    sources: Sources | None
    statements: tuple[TracedStatement, ...]
    holes: tuple[Diagnostic, ...]

    def to_json(self) -> dict[str, Any]:
        """As ``rulespec trace --format json`` prints it, but for the spec's own name."""
        return {
            "document": None
            if self.sources is None
            else {"file": self.sources.file, "title": self.sources.title, "language": self.sources.language},
            "statements": [_statement_to_json(traced) for traced in self.statements],
            "holes": [hole.to_json() for hole in self.holes],
        }


def trace(
    program: Program,
    spec_path: Path,
    texts: Iterable[Source] = (),
    departs: bool = False,
    load: Callable[[Path], Sources] = load_sources,
) -> Trace:
    """Compares a program with the sources that its spec names.

    ``texts`` are the texts it was compiled from; what is not among them is read from its file, for the excerpts of
    findings. ``departs``: the spec changes the rules of another, so that it may leave statements of the document
    behind: that they are not implemented, or not decided, is no hole then. ``load`` reads a file of sources.
    """
    places = _Places(program, texts)
    if program.sources is None:
        cited = next(_citations(program), None)
        if cited is None:
            return Trace(None, (), ())
        number, place, _ = cited
        hole = places.finding("RS606", f"{number} is cited, and the spec names no sources", place, number)
        return Trace(None, (), (hole,))
    files = tuple(dict.fromkeys(Path(location.file) for location in program.locations))
    try:
        sources = load(find_sources(program.sources, spec_path, files))
    except DocumentError as error:
        return Trace(None, (), tuple(_unusable(error)))
    traced = {number: TracedStatement(statement) for number, statement in sources.statements.items()}
    holes: list[Diagnostic] = []
    for number, place, item in _citations(program):
        if number not in traced:
            near = did_you_mean(number, traced)
            hint = f"did you mean {near}?" if near else reach(traced)
            holes.append(places.finding("RS601", f"{sources.file} has no statement {number}", place, number, hint))
        elif isinstance(item, Decided):
            traced[number].decided.append(item)
        elif item not in traced[number].implemented:
            traced[number].implemented.append(item)
    if not departs:
        for entry in traced.values():
            holes.extend(_holes(entry))
    return Trace(sources, tuple(traced.values()), tuple(limited(holes)))


def source_diagnostics(
    program: Program,
    spec_path: Path,
    texts: Iterable[Source] = (),
    departs: bool = False,
    load: Callable[[Path], Sources] = load_sources,
) -> list[Diagnostic]:
    """What ``trace`` finds missing."""
    return list(trace(program, spec_path, texts, departs, load).holes)


def departs(compiled: Compiled, spec_path: Path) -> bool:
    """Does a spec change the rules of another, instead of stating those of a game itself?"""
    game = compiled.merged.game if compiled.merged is not None else None
    return game is not None and Path(game.span.source.name).resolve() != spec_path.resolve()


def _citations(program: Program) -> Iterator[tuple[str, Location, Implemented | Decided]]:
    """Every statement that is cited or decided, with the place."""
    for citation in program.citations:
        place = program.locations[citation.loc]
        yield citation.statement, place, Implemented(citation.path, place)
    for convention in program.conventions:
        place = program.locations[convention.loc]
        for number in convention.decides:
            yield number, place, Decided(convention.name, convention.text, place)


def _holes(entry: TracedStatement) -> Iterator[Diagnostic]:
    statement = entry.statement
    if statement.status == INFORMATIONAL:
        return
    if not entry.implemented and not entry.decided:
        yield Diagnostic(
            "RS602",
            f"nothing implements statement {statement.number}",
            statement.span,
            hint=f"cite it (cites {statement.number}) where it is implemented, or decide it by a convention",
            severity=Severity.WARNING,
        )
    elif statement.unsettled and not entry.decided:
        what = f"is {statement.status}" if statement.status != "clear" else "leaves a question open"
        yield Diagnostic(
            "RS603",
            f"statement {statement.number} {what}, and no convention decides it",
            statement.span,
            hint=f'convention NAME "what is played" decides {statement.number}',
            severity=Severity.WARNING,
        )


def _unusable(error: DocumentError) -> Iterator[Diagnostic]:
    for problem in error.problems:
        if error.readable:
            yield Diagnostic("RS605", problem.message, problem.span, file=problem.file)
        else:
            message = f"the sources cannot be used: {problem.message}"
            yield Diagnostic("RS604", message, problem.span, file=problem.file)


class _Places:
    """Finds the text at a location of a program."""

    def __init__(self, program: Program, texts: Iterable[Source]) -> None:
        self.known: dict[str, Source | None] = {source.name: source for source in texts}
        self.program = program

    def finding(self, code: str, message: str, place: Location, word: str, hint: str | None = None) -> Diagnostic:
        """A finding at the first ``word`` from a location on (at the location itself where it does not follow)."""
        source = self._source(place.file)
        if source is None:
            return Diagnostic(code, message, None, hint, file=f"{place.file}:{place.line}")
        start = _offset(source, place)
        at = source.text.find(word, start)
        if at < 0:
            return Diagnostic(code, message, Span(source, start, start + 1), hint)
        return Diagnostic(code, message, Span(source, at, at + len(word)), hint)

    def _source(self, name: str) -> Source | None:
        if name not in self.known:
            try:
                self.known[name] = Source(name, Path(name).read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError):
                self.known[name] = None
        return self.known[name]


def _offset(source: Source, place: Location) -> int:
    """The offset of a line and column, within the text."""
    lines = source.text.split("\n")[: place.line - 1]
    return min(sum(len(line) + 1 for line in lines) + place.column - 1, len(source.text))


def _statement_to_json(traced: TracedStatement) -> dict[str, Any]:
    statement = traced.statement
    return {
        "statement": statement.number,
        "status": statement.status,
        "text": statement.text,
        "where": statement.where,
        "gap": statement.gap or None,
        "file": statement.span.source.name,
        "line": statement.span.line,
        "declarations": [
            {"path": item.path, "file": item.place.file, "line": item.place.line} for item in traced.implemented
        ],
        "conventions": [
            {"name": item.name, "text": item.text, "file": item.place.file, "line": item.place.line}
            for item in traced.decided
        ],
    }
