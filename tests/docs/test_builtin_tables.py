"""The reference of the language has the rows of the builtins, each once."""

from __future__ import annotations

import re

import pytest

from rulespec.compiler.resolve.builtins import (
    ATTRIBUTES,
    CALLS,
    SYNTAX,
    VALUES,
    attribute_row,
    call_row,
    rows,
    value_row,
)
from rulespec.ir import types as t
from tools.builtin_tables import PAGE, SECTIONS, page, table


def test_tables_are_fresh() -> None:
    """``python tools/builtin_tables.py`` writes them anew."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text


def test_every_row_is_in_a_table_of_the_page() -> None:
    every = [*VALUES.values(), *(row for some in ATTRIBUTES.values() for row in some), *CALLS.values()]
    assert {row.section for row in every} == set(SECTIONS)
    assert sorted(row.form for section in SECTIONS for row in rows(section)) == sorted(row.form for row in every)
    assert re.findall(r"<!-- builtins: (\w+) -->", PAGE.read_text(encoding="utf-8")) == list(SECTIONS)
    assert all(row.doc for row in every)


def test_a_changed_row_makes_the_page_stale() -> None:
    assert "| `left of p` | the next seat in play |" in table("players")
    text = PAGE.read_text(encoding="utf-8")
    assert page(text.replace("the next seat in play", "the dealer")) == text


def test_rows_stand_in_the_order_of_the_source() -> None:
    assert [row.name for row in rows("players")][:3] == ["left", "right", "others"]


def test_a_second_row_of_a_builtin_cannot_be_imported() -> None:
    with pytest.raises(ImportError, match="'players' has two rows"):
        value_row("players", "again")(lambda _self, _span, _env: None)  # type: ignore[type-var]
    with pytest.raises(ImportError, match="'left of p' has two rows"):
        attribute_row("left", "p", "again", "players", (t.Player,))(lambda _self, _asked: None)
    with pytest.raises(ImportError, match="'sum of L' has two rows"):
        attribute_row("sum", "L", "again", "collections", SYNTAX)(lambda _self, _asked: None)
    with pytest.raises(ImportError, match="'seat' has two rows"):
        call_row("seat(p)", 1, "again")(lambda _self, _node, _env: None)  # type: ignore[type-var]
