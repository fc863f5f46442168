"""Writes ``docs/reference/library.md`` from the sources of the standard library: ``python tools/library_page.py``.

What a declaration is for is said by the comment above it, or else by the one on its first line.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from rulespec.compiler.merge.edit_paths import part_names
from rulespec.compiler.merge.merged_spec import WORD
from rulespec.compiler.merge.spec_loader import library_names
from rulespec.syntax import ast
from rulespec.syntax.parser import parse_with_comments
from rulespec.syntax.source import Source

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "library.md"
HEAD = """\
# The standard library

The standard library holds parts that many games share, written in the language itself. `use "std/tricks"` takes one in.
[Edits](language/edits.md) can change everything in it: set options, drop or add refusals, replace rules.
`python tools/library_page.py` writes this page from the sources, which follow each list.
"""


def page() -> str:
    """The text of the page."""
    return "\n".join([HEAD, *map(_library, library_names())])


def _library(name: str) -> str:
    text = (resources.files("rulespec") / f"{name}.rules").read_text(encoding="utf-8")
    source = Source(name, text)
    parsed = parse_with_comments(source)
    assert parsed.spec is not None
    comments = {source.line_column(c.start)[0]: c.text.removeprefix("#").strip() for c in parsed.comments}
    lines = text.splitlines()
    head = next(item for item in parsed.spec.items if isinstance(item, ast.Library))
    out = [f"## {name}\n", _sentence(comments[head.span.line]) + "\n"]
    if head.needs:
        needs = ", ".join(f"{need.kind} `{need.name}`" for need in head.needs)
        out.append(f"The game must declare: {needs}.\n")
    out += ["| | | |", "|---|---|---|"]
    for item in parsed.spec.items:
        if isinstance(item, ast.Library):
            continue
        out.append(f"| {_word(item)} | `{_signature(item, lines)}` | {_about(item, lines, comments)} |")
    out.append(f"\n```rules {name}.rules\n{text.rstrip()}\n```\n")
    return "\n".join(out)


def _word(item: ast.Item) -> str:
    match item:
        case ast.Zone():
            return "pile" if item.ordered else "zone"
        case ast.Var():
            return "var"
        case ast.CardNote():
            return "note"
        case _:
            return WORD[type(item)]


def _signature(item: ast.Item, lines: list[str]) -> str:
    """How a declaration is written, as far as one needs to know to use it."""
    text = " ".join(lines[item.span.line - 1].split("#")[0].split()).removeprefix(_word(item)).strip()
    if isinstance(item, ast.Var):
        text = text.rsplit(" per ", 1)[0] + f" per {item.scope.text}"
    elif isinstance(item, ast.Rule | ast.Option):
        text = text.split(" = ")[0].removesuffix(" =")
    elif isinstance(item, ast.Move):
        text = text.split(" says ")[0].split(" do ")[0].split(" {")[0]
    elif isinstance(item, ast.Phase):
        text = text.split(" {")[0]
    return text.replace("|", "\\|")


def _about(item: ast.Item, lines: list[str], comments: dict[int, str]) -> str:
    """What a declaration is for, and its parts that a path reaches."""
    line = item.span.line
    above: list[str] = []
    at = line - 1
    while at in comments and lines[at - 1].lstrip().startswith("#"):
        above.insert(0, comments[at])
        at -= 1
    words = " ".join(above) or comments.get(line, "")
    doc = getattr(item, "doc", None)
    if doc is not None:
        words = doc.value
    parts = part_names(item)
    told = f"Parts: {', '.join(f'`{part}`' for part in parts)}" if parts else ""
    return " ".join(filter(None, [_sentence(words) if words else "", told]))


def _sentence(text: str) -> str:
    text = text[0].upper() + text[1:] if text[0].isalpha() else text
    return text if text.endswith((".", "?")) else text + "."


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
