"""YAML files: limits, places, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.documents import MAX_BYTES, DocumentError, load_document

SOURCES = """\
document: {title: "Пары", language: ru, description: d}
statements:
  T1: {text: "Играют двое", where: w, status: clear}
  T2: {text: b, where: w, status: %s}
"""


def problems(folder: Path, text: str | bytes, schema: str = "sources") -> tuple[list[str], bool]:
    """What is said of a file, each with line and column, and whether it could be read at all."""
    path = folder / "file.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    with pytest.raises(DocumentError) as caught:
        load_document(path, schema, "file.yaml")
    return [str(problem) for problem in caught.value.problems], caught.value.readable


def test_keys_are_texts_and_values_have_places(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text(SOURCES % "clear", encoding="utf-8")
    document = load_document(path, "sources")
    assert document.data["statements"]["T1"]["text"] == "Играют двое"
    span = document.span(["statements", "T2", "status"])
    assert (span.line, span.column) == (4, 27)
    assert document.source.text[span.start : span.end] == "status"
    assert document.span(["statements", "T9"]).line == 2


def test_numbers_as_keys(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text(
        "spec: a.rules\nscenarios: [{name: n, steps: [{moves: [{0: go}]}, {expect: {vars: {bids: {1: 2}}}}]}]\n"
    )
    data = load_document(path, "scenario").data
    assert data["scenarios"][0]["steps"][1]["expect"]["vars"]["bids"] == {"1": 2}


def test_a_difference_from_the_schema_is_placed(tmp_path: Path) -> None:
    found, readable = problems(tmp_path, SOURCES % "plain")
    assert readable
    assert found[0].startswith("file.yaml:4:27: status: 'plain' is none of clear, garbled")


@pytest.mark.parametrize(
    ("scenario", "place", "message"),
    [
        ("steps: [reach: {move: draw, dael: 1}]", "4:33", "reach: there is no 'dael' here; did you mean 'deal'?"),
        ("steps: [reach: {seat: 1}]", "4:13", "reach: 'move' is missing (The decision lists this move"),
        ("stesp: []", "4:5", "scenarios: there is no 'stesp' here; did you mean 'steps'?"),
        ("steps: {}", "4:5", "steps: a mapping stands where a list belongs"),
        ("steps: [play: 7H]", "4:13", "what may stand here: reach, place, set, moves, auto, expect"),
        ("covers: [3]", "4:14", "covers: 3 stands where a text belongs (A number of a statement, as in R12"),
        ("covers: []", "4:5", "covers: nothing is said here (Numbers of statements"),
        ("seed: soon", "4:5", "seed: 'soon' stands where a whole number belongs (Seed of the match, 0 by default)"),
        ("seed: -1", "4:5", "seed: -1 is too small, the least is 0"),
        ("seed: 123456789012345678901234", "4:11", "a whole number has 20 digits at most, this one 24"),
        ("players: true", "4:5", "players: true stands where a whole number belongs"),
    ],
)
def test_what_is_wrong_is_said_in_words(tmp_path: Path, scenario: str, place: str, message: str) -> None:
    found, _ = problems(tmp_path, f"spec: a.rules\nscenarios:\n  - name: n\n    {scenario}\n", "scenario")
    assert any(line.startswith(f"file.yaml:{place}: ") and message in line for line in found), found


def test_a_seed_of_64_bits(tmp_path: Path) -> None:
    path = tmp_path / "file.yaml"
    path.write_text(f"spec: a.rules\nscenarios: [{{name: n, seed: {2**64 - 1}, steps: [auto: 1]}}]\n")
    assert load_document(path, "scenario").data["scenarios"][0]["seed"] == 2**64 - 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\na: 2\n", "file.yaml:2:1: 'a' is said twice, first on line 1"),
        ("a: {b: 1, b: 2}\n", "file.yaml:1:11: 'b' is said twice, first on line 1"),
        ("a: 1.5\n", "file.yaml:1:4: '1.5' is neither a text nor a whole number: quotes make it a text"),
        ("a: 2024-01-01\n", "'2024-01-01' is neither a text nor a whole number"),
        ("a: 1:30\n", "'1:30' is neither a text nor a whole number"),
        ("a: 0x10\n", "'0x10' is neither a text nor a whole number"),
        ("a: &x {b: 1}\nc: {<<: *x}\n", "'<<' is not used here"),
        ("? [a]\n: 1\n", "a key is a word or a number"),
        ("a: !!python/object:os.system x\n", "is neither a text nor a whole number"),
    ],
)
def test_what_yaml_would_take_and_we_do_not(tmp_path: Path, text: str, message: str) -> None:
    found, readable = problems(tmp_path, text)
    assert readable
    assert any(message in problem for problem in found), found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [1\n", "not YAML"),
        ("", "file.yaml: is empty"),
        ("a: *nothing\n", "not YAML"),
        ("a: b\n--- \nc: d\n", "not YAML"),
        ("[" * 1000 + "]" * 1000, "is nested more than 40 deep"),
        (b"\xff\xfe", "file.yaml: is not a UTF-8 text"),
        ("a: \x07", "not YAML"),
        (b"a: 1\n" + b"#" * MAX_BYTES, f"file.yaml: is longer than {MAX_BYTES} bytes"),
        ("a: &a [*a]\n", "values, its aliases written out, or one that holds itself"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, text: str | bytes, message: str) -> None:
    found, readable = problems(tmp_path, text)
    assert not readable
    assert len(found) == 1
    assert message in found[0]


def test_aliases_do_not_explode(tmp_path: Path) -> None:
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    found, readable = problems(tmp_path, "\n".join(["a0: &a0 [x]", *levels]))
    assert not readable
    assert "holds more than" in found[0]


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        load_document(tmp_path / "none.yaml", "sources")
    assert not caught.value.readable
    assert "cannot be read: No such file" in str(caught.value)
