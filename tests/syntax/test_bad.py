"""Bad texts: what the author is told. ``python -m tests.syntax.refresh`` writes the expectations anew."""

from pathlib import Path

import pytest

from rulespec.syntax.codes import CODES
from rulespec.syntax.parser import MOST_DIAGNOSTICS, parse
from rulespec.syntax.source import Source
from tests.syntax.refresh import BAD, report, source


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_diagnostics(path: Path) -> None:
    spec, diagnostics = parse(source(path))
    assert spec is None
    assert 0 < len(diagnostics) <= MOST_DIAGNOSTICS
    assert report(path) == path.with_suffix(".expected").read_text(encoding="utf-8")
    code = path.stem.split("_")[0].upper()
    assert code in {diagnostic.code for diagnostic in diagnostics}


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_words_of_an_author(path: Path) -> None:
    """No message speaks of terminals, tokens or the grammar."""
    text = report(path)
    for word in ("NAME,", "STRING", "__ANON", "$END", "token", "terminal", "LPAR", "parser", "lark"):
        assert word not in text


def test_fixtures_cover_every_syntax_code() -> None:
    of_files = {"RS110", "RS111", "RS112", "RS115"}
    covered = {path.stem.split("_")[0].upper() for path in BAD}
    assert covered | of_files == {code for code in CODES if code.startswith("RS1")}
    assert len(BAD) >= 25


def test_at_most_twenty() -> None:
    _, diagnostics = parse(Source("t", "rules 1\n" + "option x bool\n" * 50))
    assert len(diagnostics) == MOST_DIAGNOSTICS
    assert [diagnostic.to_json()["line"] for diagnostic in diagnostics] == list(range(2, 22))


def test_lines_of_later_errors() -> None:
    text = "rules 1\n\noption a bool = true\n\n\nconst b = \n\nphase p { leave }\nvar v int per deal\n"
    _, diagnostics = parse(Source("t", text))
    assert [(d.code, d.span and d.span.line) for d in diagnostics] == [("RS103", 3), ("RS103", 6), ("RS103", 9)]
