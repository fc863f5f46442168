"""The code blocks of a page of the documentation, and what is done with them.

A block says after its language what it is: ``rules NAME`` and ``yaml NAME`` are files, which stand in one folder with
all others of the page; ``rules`` alone is an example, which is a whole spec if it begins with ``rules 1``, and
else goes into the frame (``docs/reference/language/frame.rules``); ``console`` shows commands and what they print,
where ``…`` stands for anything in its
line, and alone in a line for any lines.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulespec.compiler.merge.merged_spec import SPACE
from rulespec.syntax import ast
from rulespec.syntax.parser import parse
from rulespec.syntax.source import Source

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LANGUAGE = DOCS / "reference" / "language"
FRAME = LANGUAGE / "frame.rules"

_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code: its language, the name of the file that it is, if any, its text, and the line it begins on."""

    language: str
    name: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    """All blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(text):
        language, _, name = match[1].partition(" ")
        found.append(Block(language, name.strip(), match[2], text.count("\n", 0, match.start()) + 2))
    return found


@dataclass(frozen=True, slots=True)
class Command:
    """A command as shown, and the lines shown below it."""

    arguments: tuple[str, ...]
    output: tuple[str, ...]
    line: int


def commands(block: Block) -> Iterator[Command]:
    """The commands of a ``console`` block. Each begins with ``$ rulespec``."""
    shown: list[str] = []
    start: tuple[str, int] | None = None
    for number, line in enumerate(block.text.splitlines(), start=block.line):
        if line.startswith("$ "):
            if start is not None:
                yield Command(tuple(shlex.split(start[0])), tuple(shown), start[1])
            assert line.startswith("$ rulespec "), line
            start, shown = (line.removeprefix("$ rulespec "), number), []
        else:
            shown.append(line)
    if start is not None:
        yield Command(tuple(shlex.split(start[0])), tuple(shown), start[1])


def agrees(shown: tuple[str, ...], printed: str) -> bool:
    """Is this what was printed? ``…`` stands for anything in its line, alone in a line for any lines. Blank lines do
    not count."""
    pattern = "".join(
        r"(?:.*\n)*?"
        if line.strip() == "…"
        else ".*".join(re.escape(part) for part in line.rstrip().split("…")) + r"\n"
        for line in shown
        if line.strip()
    )
    text = "".join(line.rstrip() + "\n" for line in printed.splitlines() if line.strip())
    return re.fullmatch(pattern, text) is not None


def _key(item: ast.Item) -> tuple[str, str]:
    name = getattr(item, "name", None)
    return SPACE.get(type(item), type(item).__name__), name.text if isinstance(name, ast.Ident) else ""


def framed(fragment: str) -> str:
    """An example within the frame: its declarations take the place of those of the same name there."""
    if fragment.startswith("rules 1"):
        return fragment
    text = FRAME.read_text(encoding="utf-8")
    spec, problems = parse(Source("example", "rules 1\n" + fragment))
    assert spec is not None, [p.message for p in problems]
    frame, _ = parse(Source("frame", text))
    assert frame is not None
    taken = {_key(item) for item in spec.items}
    games = any(isinstance(item, ast.Game) for item in spec.items)
    for item in reversed(frame.items):
        if _key(item) in taken or (games and isinstance(item, ast.Game)):
            text = text[: item.span.start].rstrip() + "\n" + text[item.span.end :].lstrip("\n")
    return text.rstrip() + "\n\n" + fragment
