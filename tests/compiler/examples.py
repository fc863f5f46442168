"""Small specs for tests: a few declarations laid over a minimal game, and the examples of the pages on errors.

The minimal game is ``scaffold.rules``. Declarations of a fragment take the place of its own of the same name, and the
rest is appended. A fragment that begins with ``rules`` is a whole spec already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulespec.compiler import Compiled, compile_spec
from rulespec.compiler.merge.merged_spec import SPACE
from rulespec.syntax import ast
from rulespec.syntax.codes import CODES
from rulespec.syntax.diagnostics import Diagnostic
from rulespec.syntax.parser import parse
from rulespec.syntax.source import Source
from rulespec.trace import source_diagnostics
from rulespec.trial import stuck_diagnostic, try_out

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SCAFFOLD = (HERE / "scaffold.rules").read_text(encoding="utf-8")
PAGES = ROOT / "docs" / "errors"

MATCHES = 20
"""So often an example is played whose code is about play."""

_BLOCK = re.compile(r"^```(?:rules|yaml)([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def _key(item: ast.Item) -> tuple[str, str]:
    """What a declaration would clash with."""
    name = getattr(item, "name", None)
    return (SPACE.get(type(item), type(item).__name__), name.text if isinstance(name, ast.Ident) else "")


def composed(fragment: str) -> str:
    """The minimal game with the declarations of a fragment."""
    if fragment.startswith("rules"):
        return fragment
    text = SCAFFOLD
    spec, _ = parse(Source("fragment", "rules 1\n" + fragment))
    scaffold, _ = parse(Source("scaffold", SCAFFOLD))
    assert scaffold is not None
    new = {_key(item) for item in spec.items} if spec is not None else set()
    for item in reversed(scaffold.items):
        key = _key(item)
        if key in new or (isinstance(item, ast.Game) and any(k[0] == "Game" for k in new)):
            text = text[: item.span.start].rstrip() + "\n" + text[item.span.end :].lstrip("\n")
    return text.rstrip() + "\n\n" + fragment.strip() + "\n"


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a page: texts by file name; the one without a name is the spec, the others stand beside it."""

    code: str
    good: bool
    texts: tuple[tuple[str, str], ...]


def examples(path: Path) -> Iterator[Example]:
    """The examples of a page: one under "Refused", one under "Accepted"."""
    text = path.read_text(encoding="utf-8")
    parts = re.split(r"^## (Refused|Accepted)\n", text, flags=re.MULTILINE)
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        blocks = tuple((name.strip(), code) for name, code in _BLOCK.findall(body))
        yield Example(path.stem, title == "Accepted", blocks)


def diagnostics(example: Example, folder: Path) -> list[Diagnostic]:
    """What the checker says to an example, written out into a folder."""
    (folder / "tiny.rules").write_text(SCAFFOLD, encoding="utf-8")
    main = folder / "tiny.rules"
    overlays: list[Path] = []
    for name, text in example.texts:
        path = folder / (name or "example.rules")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text if name else composed(text), encoding="utf-8")
        if not name or name == "example.rules":
            main = path
        elif text.startswith("rules 1\nextends"):
            overlays.append(path)
    compiled = compile_spec(main, overlays=overlays)
    found = list(compiled.diagnostics)
    if compiled.program is not None:
        found += source_diagnostics(compiled.program, main, compiled.sources)
    if compiled.program is not None and example.code.startswith("RS7"):
        stuck = try_out(compiled.program, MATCHES)
        found += [stuck_diagnostic(one, str(main), compiled.sources) for one in stuck]
    return found


def compiled(text: str, folder: Path) -> Compiled:
    """A fragment laid over the minimal game, compiled."""
    path = folder / "example.rules"
    path.write_text(composed(text), encoding="utf-8")
    return compile_spec(path)


def codes(text: str, folder: Path) -> list[str]:
    """The codes that a fragment is answered with, in order."""
    return [d.code for d in compiled(text, folder).diagnostics]


def pages() -> list[Path]:
    return sorted(PAGES.glob("RS*.md"))


UNTRIED = frozenset(("RS110", "RS111", "RS112", "RS115"))
"""Codes about files as such: their pages tell of no text that could be shown."""
assert set(CODES) >= UNTRIED
