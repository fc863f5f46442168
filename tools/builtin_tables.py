"""Writes the tables of builtins in the language reference from their rows: ``python tools/builtin_tables.py``.

A table stands between the lines ``<!-- builtins: SECTION -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulespec.compiler.resolve.builtins import rows
from rulespec.compiler.resolve.expressions import Exprs

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "language" / "expressions.md"
SECTIONS = ("values", "collections", "players", "cards", "combinations", "calls")
OWNER = Exprs
"""The class whose parts hold the rows: importing it fills the table."""

_TABLE = re.compile(r"(<!-- builtins: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(section: str) -> str:
    """The rows of a section as Markdown."""
    return "".join(["| | |\n|---|---|\n", *(f"| `{row.form}` | {row.doc} |\n" for row in rows(section))])


def page(text: str) -> str:
    """The page with its tables anew."""
    return _TABLE.sub(lambda found: f"{found[1]}\n{table(found[2])}\n{found[3]}", text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
