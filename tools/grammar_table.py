"""Writes ``rulespec/grammar.json``, the table that specs are parsed with: ``python tools/grammar_table.py``.

Run it after every change of ``rulespec/grammar.lark``. Until then specs are parsed by the new grammar all the same, but
its table is built anew by every process.
"""

from __future__ import annotations

from pathlib import Path

from rulespec.syntax.lark_table import make_table
from rulespec.syntax.parser import grammar_text, mark_of

FILE = Path(__file__).resolve().parent.parent / "rulespec" / "grammar.json"


def text() -> str:
    """The table as it should be."""
    grammar = grammar_text()
    return make_table(grammar).to_json(mark_of(grammar))


def main() -> None:
    """Write the table."""
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
