"""Writes ``docs/errors/README.md``, the list of all pages on errors: ``python tools/error_index.py``."""

from __future__ import annotations

from pathlib import Path

from rulespec.syntax.codes import CODES

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "errors"
GROUPS = {
    "RS1": "The text is not a spec",
    "RS2": "Names, kinds and shapes",
    "RS4": "What the spec does",
    "RS5": "Everything ends",
    "RS6": "The spec and its sources",
}
HEAD = """\
# What the checker says

Every finding has a code that never changes its meaning. Its page tells what it means, why it is told, and what to
write instead, with an example of either. This list is written by `python tools/error_index.py`.
"""


def index() -> str:
    """The text of the list."""
    lines = [HEAD]
    for prefix, title in GROUPS.items():
        lines.append(f"## {title}\n")
        lines.extend(f"- [{code}]({code}.md): {c.title}" for code, c in CODES.items() if code.startswith(prefix))
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Write the list."""
    (FOLDER / "README.md").write_text(index(), encoding="utf-8")


if __name__ == "__main__":
    main()
