"""The pages on errors: one for each code, its examples tried, and their list fresh."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.syntax.codes import CODES
from tests.compiler.examples import PAGES, UNTRIED, diagnostics, examples, pages
from tools.error_index import index

UNUSED = ("RS42", "RS43")
"""Examples are excerpts: what they declare need not be used."""


def test_every_code_has_a_page() -> None:
    assert {page.stem for page in pages()} == set(CODES)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_page(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {page.stem}: {CODES[page.stem].title}\n")
    for part in ("**Why it is ", "**What to write instead.**", "## Refused", "## Accepted"):
        assert part in text
    assert max(len(line) for line in text.splitlines()) <= 120


@pytest.mark.parametrize("page", [page for page in pages() if page.stem not in UNTRIED], ids=lambda page: page.stem)
def test_examples(page: Path, tmp_path: Path) -> None:
    """The example that is refused is answered with this code alone, the other with nothing."""
    refused, accepted = examples(page)
    assert not refused.good
    assert accepted.good
    (tmp_path / "bad").mkdir()
    (tmp_path / "good").mkdir()
    assert {d.code for d in diagnostics(refused, tmp_path / "bad")} == {page.stem}
    left = [d for d in diagnostics(accepted, tmp_path / "good") if not d.code.startswith(UNUSED) or d.code == page.stem]
    assert left == []


def test_list_of_pages() -> None:
    """``python tools/error_index.py`` writes it anew."""
    assert (PAGES / "README.md").read_text(encoding="utf-8") == index()
