"""The page on the standard library is what its sources say, and every part of the library says what it is for."""

from __future__ import annotations

from tools.library_page import PAGE, page


def test_page_is_fresh() -> None:
    """``python tools/library_page.py`` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_everything_is_explained() -> None:
    bare = [line for line in page().splitlines() if line.endswith("|  |") and not line.startswith("| pattern |")]
    assert bare == ["| zone | `hand[player] seen by owner` |  |"]
