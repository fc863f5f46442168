"""The grammar itself: free of conflicts, and of one mind with the scanner."""

import re
from importlib import resources

from lark import Lark

from rulespec.syntax.parser import parse
from rulespec.syntax.source import Source
from rulespec.syntax.tokens import DECLARATION_WORDS, RESERVED, STATEMENT_WORDS

GRAMMAR = resources.files("rulespec").joinpath("grammar.lark").read_text(encoding="utf-8")


def test_builds_strictly() -> None:
    """Strict mode turns every conflict of the table and every collision of terminals into an error."""
    Lark(GRAMMAR, parser="lalr", lexer="contextual", strict=True, propagate_positions=True)


def test_reserved_words_agree() -> None:
    name = next(line for line in GRAMMAR.splitlines() if line.startswith("NAME:"))
    excluded = re.search(r"\?:([a-z|]+)\)", name)
    assert excluded is not None
    assert set(excluded.group(1).split("|")) == RESERVED
    assert DECLARATION_WORDS <= RESERVED
    assert STATEMENT_WORDS <= RESERVED


def test_reserved_words_listed_in_the_head() -> None:
    head = GRAMMAR.split("start:")[0].split("// Everything else")[0]
    listed = [line.removeprefix("//   ") for line in head.splitlines() if line.startswith("//   ")]
    words = set(
        re.sub(r"^(files and edits|declarations|moves, schedules|statements|expressions)", "", " ".join(listed)).split()
    )
    assert words >= RESERVED


def test_every_reserved_word_is_a_keyword_of_the_grammar() -> None:
    quoted = set(re.findall(r'"([a-z]+)"', GRAMMAR))
    assert quoted >= RESERVED


def test_unreserved_words_are_names_elsewhere() -> None:
    """Words like ``title`` or ``size`` may be variables, even right after a statement that they could not follow."""
    unreserved = sorted(set(re.findall(r'"([a-z]+)"', GRAMMAR)) - RESERVED)
    assert len(unreserved) > 25
    for word in unreserved:
        block = f"{{ {word} = {word} + 1  cites R1  {word}[{word}] = 2 }}"
        text = f"rules 1\nphase p {block}\nrule {word}: int = {word} of {word}"
        spec, diagnostics = parse(Source("t", text))
        assert spec is not None, (word, diagnostics)
