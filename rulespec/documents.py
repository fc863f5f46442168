"""YAML files whose every value has a place: read safely, within limits, checked against a schema of the package."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final

import yaml

from rulespec.schema_errors import schema_errors
from rulespec.syntax.files import read_ordinary
from rulespec.syntax.source import Source, Span

MAX_BYTES: Final = 1 << 20
"""Longer files are not read."""

MAX_DEPTH: Final = 40
"""Deeper nesting is refused before anything is built."""

MAX_VALUES: Final = 100_000
"""Values of a document with all its aliases written out."""

MAX_PROBLEMS: Final = 50
"""Problems reported of one file."""

MAX_NUMBER_LENGTH: Final = 20
"""So many digits a whole number has at most: seeds are numbers of 64 bits."""

_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")

Steps = Sequence[str | int]
"""Keys and positions that lead from the root of a document to a value."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in a file; ``span`` is None where the file as a whole cannot be used."""

    file: str
    span: Span | None
    message: str

    def __str__(self) -> str:
        return f"{self.span or self.file}: {self.message}"


class DocumentError(Exception):
    """A file cannot be used. ``readable`` tells whether it was a YAML text at all."""

    def __init__(self, problems: Sequence[Problem], readable: bool) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)
        self.readable = readable


class Document:
    """The ``data`` of a file (keys are always strings) and the places of its values."""

    def __init__(self, path: Path, source: Source, data: Any, root: yaml.Node) -> None:
        self.path = path
        self.source = source
        self.data = data
        self._root = root

    def span(self, steps: Steps) -> Span:
        """The place of a value: of its key where it has one. Steps that lead nowhere stop at the last that does."""
        mark, node = self._root.start_mark, self._root
        for step in steps:
            pair = _child(node, step)
            if pair is None:
                break
            mark, node = pair
        return _span(self.source, mark)


def load_document(path: Path, schema: str, name: str | None = None) -> Document:
    """The document at ``path``, which fits the package's schema of that name; reported under ``name``.

    Raises ``DocumentError`` with everything that is wrong with it.
    """
    shown = name or str(path)
    source = Source(shown, _read(path, shown))
    root = _compose(source)
    found = list(_repeated(source, root, set()))
    problems: list[Problem] = []
    data = _Builder(source, problems).build(root)
    found.extend(problems)
    document = Document(path, source, data, root)
    if not found:
        found.extend(_differences(document, schema))
    if found:
        place = {problem: problem.span.start if problem.span else 0 for problem in found}
        raise DocumentError(sorted(found, key=place.__getitem__)[:MAX_PROBLEMS], readable=True)
    return document


def _read(path: Path, shown: str) -> str:
    def unusable(message: str) -> DocumentError:
        return DocumentError([Problem(shown, None, message)], readable=False)

    try:
        raw = read_ordinary(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "the name cannot be used"
        raise unusable(f"cannot be read: {reason or error}") from None
    if len(raw) > MAX_BYTES:
        raise unusable(f"is longer than {MAX_BYTES} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise unusable("is not a UTF-8 text") from None


def _compose(source: Source) -> yaml.Node:
    """The tree of a text of acceptable depth and size. The first pass builds nothing, so that it cannot be abused."""

    def unusable(mark: Any, message: str) -> DocumentError:
        span = None if mark is None else _span(source, mark)
        return DocumentError([Problem(source.name, span, message)], readable=False)

    try:
        depth = 0
        for event in yaml.parse(source.text, Loader=_LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                raise unusable(event.start_mark, f"is nested more than {MAX_DEPTH} deep")
        root = yaml.compose(source.text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        raise unusable(
            error.problem_mark or error.context_mark, f"not YAML: {error.problem or error.context}"
        ) from None
    except yaml.YAMLError as error:
        raise unusable(None, f"not YAML: {' '.join(str(error).split())}") from None
    if root is None:
        raise unusable(None, "is empty")
    if _weight(root, {}) > MAX_VALUES:
        raise unusable(None, f"holds more than {MAX_VALUES} values, its aliases written out, or one that holds itself")
    return root


def _weight(node: yaml.Node, known: dict[int, int]) -> int:
    """How many values a node stands for; a node that contains itself stands for more than are allowed."""
    weight = known.get(id(node))
    if weight is None:
        known[id(node)] = MAX_VALUES + 1
        weight = 1 + sum(_weight(child, known) for child in _children(node))
        known[id(node)] = weight
    return weight


def _children(node: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        for pair in node.value:
            yield from pair
    elif isinstance(node, yaml.SequenceNode):
        yield from node.value


def _child(node: yaml.Node, step: str | int) -> tuple[yaml.Mark, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        return next(((key.start_mark, value) for key, value in node.value if key.value == str(step)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step].start_mark, node.value[step]
    return None


def _span(source: Source, mark: yaml.Mark) -> Span:
    start = min(mark.index, len(source.text))
    word = re.compile(r"[^\s:,\[\]{}]*").match(source.text, start)
    return Span(source, start, max(start + 1, word.end() if word else start))


def _repeated(source: Source, node: yaml.Node, seen: set[int]) -> Iterator[Problem]:
    """Keys said twice in one mapping: YAML would silently keep the last."""
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        first: dict[str, int] = {}
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in first:
                    message = f"'{key.value}' is said twice, first on line {first[key.value]}"
                    yield Problem(source.name, _span(source, key.start_mark), message)
                else:
                    first[key.value] = key.start_mark.line + 1
    for child in _children(node):
        yield from _repeated(source, child, seen)


class _Builder:
    """Makes plain data of nodes, a shared node once."""

    def __init__(self, source: Source, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems
        self.made: dict[int, Any] = {}

    def build(self, node: yaml.Node) -> Any:
        if id(node) not in self.made:
            self.made[id(node)] = self._make(node)
        return self.made[id(node)]

    def _make(self, node: yaml.Node) -> Any:
        if isinstance(node, yaml.SequenceNode):
            return [self.build(child) for child in node.value]
        if isinstance(node, yaml.MappingNode):
            return {self._key(key): self.build(value) for key, value in node.value}
        return self._scalar(node)

    def _key(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode):
            self._problem(node, "a key is a word or a number")
            return ""
        if node.tag.endswith(":merge"):
            self._problem(node, "'<<' is not used here")
        return str(node.value)

    def _scalar(self, node: yaml.Node) -> Any:
        text = str(node.value)
        match node.tag.rpartition(":")[2]:
            case "str":
                return text
            case "null":
                return None
            case "bool":
                return text.lower() in ("true", "yes", "on")
            case "int" if _PLAIN_INTEGER.fullmatch(text) and len(text) <= MAX_NUMBER_LENGTH:
                return int(text)
            case "int" if _PLAIN_INTEGER.fullmatch(text):
                self._problem(node, f"a whole number has {MAX_NUMBER_LENGTH} digits at most, this one {len(text)}")
                return 0
            case _:
                self._problem(node, f"'{text[:40]}' is neither a text nor a whole number: quotes make it a text")
                return text

    def _problem(self, node: yaml.Node, message: str) -> None:
        self.problems.append(Problem(self.source.name, _span(self.source, node.start_mark), message))


def _differences(document: Document, schema: str) -> Iterator[Problem]:
    """Where the data differ from a schema of the package."""
    text = resources.files("rulespec").joinpath("schemas", f"{schema}.schema.json").read_text(encoding="utf-8")
    for fault in schema_errors(document.data, json.loads(text)):
        yield Problem(document.source.name, document.span(fault.steps), fault.message)
