"""No game's notion in the engine, no executor's paths anywhere, no files that grew too long."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGE, ROOT, python_files, text_files, tokens

GAME_WORDS = set(
    "trick tricks trump trumps trumping bid bids bidding bidder meld melds melding pulka pulkas rummy "
    "ruff ruffs ruffing bower bowers crib cribs cribbage deadwood euchre knocking layoff layoffs "
    "blackjack whist canasta conquian scopa klondike durak shtanga jokeren pegging pinochle skat".split(" ")
)
"""Words of games. A joker is a card and may be spoken of; `hearts` and the other suits are treated apart."""

SUITS = ("spades", "hearts", "diamonds", "clubs")

SUIT_TABLES = {"rulespec/interpreter/sentences.py", "rulespec/interpreter/cards.py"}
"""Where the suits' symbols are looked up by their usual names."""

MAX_LINES = 800

WORD = re.compile(r"[A-Za-z]+")


def pieces(text: str) -> set[str]:
    """The words of a text in lower case, those within names as well (``lastTrick``, ``max_bid``)."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return {word.lower() for word in WORD.findall(apart)}


def spec_names() -> set[str]:
    """Names of games, but for those that are a suit's name too."""
    return {path.stem for path in [*(ROOT / "specs").glob("*.rules"), *(ROOT / "specs/games").glob("*.rules")]} - {
        *SUITS
    }


def test_the_search_would_find_a_word() -> None:
    assert "trick" in pieces("the lastTrick") & GAME_WORDS
    assert "bid" in pieces("max_bid = 3") & GAME_WORDS


@pytest.mark.parametrize("path", [*python_files(), PACKAGE / "grammar.lark"], ids=lambda path: path.name)
def test_no_game_is_known(path: Path) -> None:
    inside = path.relative_to(ROOT).as_posix()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        found = pieces(line) & GAME_WORDS
        assert not found, f"{inside}:{number}: a game's notion: {', '.join(sorted(found))}"
        for name in spec_names():
            assert not re.search(rf"\b{re.escape(name)}\b", line), f"{inside}:{number}: the name of a spec: {name}"


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_suits_have_names_only_where_their_symbols_are(path: Path) -> None:
    """Comments, docstrings and hints may give an example; code may not decide by a suit's name."""
    inside = path.relative_to(ROOT).as_posix()
    if inside in SUIT_TABLES:
        return
    for _, text, _, line in tokens(path):
        assert text.strip("\"'") not in SUITS, f"{inside}:{line}: a suit's name in code: {text}"


MACHINE = re.compile(
    r"/home/\w|/Users/\w|/root/|/work/\w|/tmp/\w|/opt/\w|[A-Z]:\\Users|file:///|(?:pypi|index)-?(?:mirror|proxy)|localhost:\d"
)


def test_nothing_speaks_of_a_machine() -> None:
    own = Path(__file__).resolve()
    for path in text_files():
        if path == own:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            assert not MACHINE.search(line), f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_say_what_they_are(path: Path) -> None:
    import ast

    text = path.read_text(encoding="utf-8")
    assert not text.strip() or ast.get_docstring(ast.parse(text)), f"{path.relative_to(ROOT)} has no docstring"
