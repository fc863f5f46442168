"""Whatever is thrown at the parser: it answers, soon, and does not raise; what it accepts can be printed."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rulespec.syntax.diagnostics import render
from rulespec.syntax.format import format_spec
from rulespec.syntax.parser import MOST_DIAGNOSTICS, parse, parse_with_comments
from rulespec.syntax.source import Source
from rulespec.syntax.tokens import RESERVED, scan
from tests.syntax.refresh import GOOD, source

TEXTS = [source(path).text for path in GOOD]
WORDS = sorted(RESERVED) + 'title size deals of most a b 1 2 "x" ( ) { } [ ] , : .. = += == < + - * ? . | #c\n'.split(
    " "
)


def check(text: str) -> None:
    parsed = parse_with_comments(Source("fuzz", text))
    assert (parsed.spec is None) == bool(parsed.diagnostics)
    assert len(parsed.diagnostics) <= MOST_DIAGNOSTICS
    for diagnostic in parsed.diagnostics:
        assert render(diagnostic)
        if diagnostic.span is not None:
            assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
    if parsed.spec is not None:
        printed = format_spec(parsed.spec, parsed.comments)
        again = parse_with_comments(Source("fuzz", printed))
        assert again.spec == parsed.spec
        assert sorted(c.text for c in again.comments) == sorted(c.text for c in parsed.comments)
        assert format_spec(again.spec, again.comments) == printed


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_any_text(text: str) -> None:
    check(text)
    check("rules 1\n" + text)


@given(st.lists(st.sampled_from(WORDS), max_size=60))
@settings(max_examples=300)
def test_any_words(words: list[str]) -> None:
    check("rules 1\n" + " ".join(words))
    check("rules 1\nphase p { " + " ".join(words) + " }")


@given(st.sampled_from(TEXTS), st.data())
@settings(max_examples=200)
def test_damaged_texts(text: str, data: st.DataObject) -> None:
    """A good text with a few words dropped, doubled, swapped or replaced."""
    lexemes = scan(Source("t", text)).lexemes
    words = [lexeme.text for lexeme in lexemes]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(2, len(words) - 1))
        words[at : at + 1] = data.draw(st.sampled_from([[], [words[at]] * 2, [data.draw(st.sampled_from(WORDS))]]))
    check(" ".join(words))


@given(st.sampled_from(TEXTS), st.data())
@settings(max_examples=150)
def test_comments_anywhere(text: str, data: st.DataObject) -> None:
    """Comments and line breaks between any two words are kept, and formatting stays idempotent."""
    lexemes = scan(Source("t", text)).lexemes
    start = data.draw(st.integers(0, len(lexemes) - 1))
    places = set(data.draw(st.lists(st.integers(start, min(start + 40, len(lexemes) - 1)), max_size=6)))
    parts = []
    for i, lexeme in enumerate(lexemes):
        parts.append(lexeme.text)
        parts.append(
            data.draw(st.sampled_from([f" # c{i}\n", f"\n# c{i}\n", f"\n\n  # c{i}\n\n"])) if i in places else " "
        )
    check("".join(parts))


def test_monsters() -> None:
    """Long and deep texts are refused or read in time that grows with their length only, without recursion."""
    n = 20_000
    for body in (
        "const a = " + "a + " * n + "a",
        "const a = " + "not " * n + "a",
        "const a = " + "-" * n + "a",
        "const a = " + "(" * n,
        "const a = " + "x of " * n + "x",
        "const a = " + "a[1]" + "[1]" * n,
        "const a = " + "if a then b else " * n + "b",
        "const a = " + "a" * n,
        "const a = " + "9" * n,
        "phase p { " + "if a {} else " * n + "{} }",
        "phase p {\n" * n,
        "const a = [" + "a," * n + "a]",
        "drop a" + ".a" * n,
        "use x\n" * n,
        "¤" * n,
        "¤ " * n,
        ") " * n,
        '"' * (n + 1),
        "“ " * n,
        "#" * n,
        "\u0301" * n,
    ):
        check("rules 1\n" + body)


def test_depth_limit_leaves_room_for_real_texts() -> None:
    nested = "if a { " * 30 + "x = ((((1))))" + " }" * 30
    spec, diagnostics = parse(Source("t", f"rules 1\nphase p {{ {nested} }}\nconst a = {'a + ' * 100}a\n"))
    assert diagnostics == []
    assert spec is not None
    assert parse(Source("t", format_spec(spec)))[0] == spec
