"""YAML as it must not be: bombs, monsters and tags, as sources, as scenarios and as a printed IR."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hostile.process import check, rulespec
from tests.hostile.texts import game


def bomb(levels: int) -> str:
    """Each line stands for ten times the line before."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, levels)]
    return "\n".join(lines) + "\n"


TEXTS: dict[str, Callable[[], str | bytes]] = {
    "bomb": lambda: bomb(9),
    "bomb_of_keys": lambda: "a: &a {b: 1}\n" + "".join(f"c{i}: {{<<: *a, d: {i}}}\n" for i in range(2_000)),
    "merge_bomb": lambda: (
        "a0: &a0 {x: 1}\n" + "".join(f"a{i}: &a{i} {{<<: [*a{i - 1}, *a{i - 1}]}}\n" for i in range(1, 40))
    ),
    "itself": lambda: "a: &a [*a]\n",
    "itself_as_key": lambda: "&a [*a]: 1\n",
    "alias_of_nothing": lambda: "a: *b\n",
    "deep_flow": lambda: "[" * 100_000,
    "deep_flow_even": lambda: "[" * 100_000 + "]" * 100_000,
    "deep_block": lambda: "\n".join(" " * i + "a:" for i in range(900)),
    "deep_dashes": lambda: "- " * 100_000,
    "deep_braces": lambda: "{a: " * 50_000 + "}" * 50_000,
    "question_marks": lambda: "? " * 50_000,
    "python_object": lambda: "a: !!python/object/apply:os.system ['echo broken into']\n",
    "python_name": lambda: "a: !!python/name:os.system\n",
    "own_tag": lambda: "a: !own {b: 1}\n",
    "binary": lambda: "a: !!binary aGVsbG8=\n",
    "timestamp": lambda: "a: 2001-12-14t21:59:43.10-05:00\n",
    "sexagesimal": lambda: "a: 190:20:30\n",
    "float": lambda: "a: 1e999\nb: .nan\nc: .inf\n",
    "long_number": lambda: "a: " + "9" * 500_000 + "\n",
    "hexadecimal": lambda: "a: 0x" + "f" * 100_000 + "\n",
    "long_text": lambda: "a: " + "x" * 5_000_000 + "\n",
    "many_values": lambda: "a: [" + "1, " * 300_000 + "1]\n",
    "many_keys": lambda: "".join(f"k{i}: {i}\n" for i in range(90_000)),
    "many_documents": lambda: "--- a\n" * 100_000,
    "many_anchors": lambda: "a: [" + ", ".join(f"&x{i} {i}" for i in range(50_000)) + "]\n",
    "many_directives": lambda: "%A b\n" * 50_000 + "--- a\n",
    "twice": lambda: "a: 1\n" * 50_000,
    "nul": lambda: "a: \0\n",
    "not_utf8": lambda: b"a: \xff\xfe\xfa\n",
    "utf16": lambda: "a: 1\n".encode("utf-16"),
    "empty": lambda: "",
    "blank": lambda: "\n" * 500_000,
    "comment": lambda: "#" * 900_000,
    "scalar": lambda: "a\n",
    "tabs": lambda: "\t" * 100_000,
    "quote": lambda: 'a: "' + "x" * 500_000,
    "escapes": lambda: 'a: "' + "\\U0001F600" * 50_000 + '"\n',
    "huge": lambda: "a: 1\n" * 10_000_000,
}


def written(folder: Path, name: str, text: str | bytes) -> None:
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize("name", list(TEXTS))
def test_sources(tmp_path: Path, name: str) -> None:
    written(tmp_path, "s.yaml", TEXTS[name]())
    written(tmp_path, "g.rules", game().replace("players 2", 'players 2  sources "s.yaml"'))
    check(rulespec("trace", "g.rules", folder=tmp_path), "s.yaml")


@pytest.mark.parametrize("name", list(TEXTS))
def test_scenarios(tmp_path: Path, name: str) -> None:
    written(tmp_path, "g.rules", game())
    written(tmp_path, "a.scenario.yaml", TEXTS[name]())
    check(rulespec("test", "a.scenario.yaml", folder=tmp_path), "a.scenario.yaml")


@pytest.mark.parametrize("name", list(TEXTS))
def test_printed_programs(tmp_path: Path, name: str) -> None:
    written(tmp_path, "p.yaml", TEXTS[name]())
    check(rulespec("run", "p.yaml", folder=tmp_path), "p.yaml")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"a":' * 200_000,
        "[" * 900 + "]" * 900,
        "9" * 100_000,
        "1e999",
        "nul",
        "",
        '"\\ud800"',
        "{}",
        "[]",
        "null",
    ],
)
def test_printed_programs_in_json(tmp_path: Path, text: str) -> None:
    written(tmp_path, "p.json", text)
    check(rulespec("run", "p.json", folder=tmp_path), "p.json")


SCENARIO = "spec: g.rules\nscenarios:\n"
STEPS: dict[str, str] = {
    "auto": "  - {name: a, steps: [{auto: 2000000000}]}\n",
    "reach": "  - {name: a, steps: [{reach: over}]}\n",
    "deck": "  - {name: a, decks: ['" + "2h " * 100_000 + "'], steps: [{auto: 1}]}\n",
    "seed": "  - {name: a, seed: 99999999999, steps: [{auto: 1}]}\n",
    "players": "  - {name: a, players: 2000000000, steps: [{auto: 1}]}\n",
    "many": "".join(f"  - {{name: a{i}, steps: [{{auto: 1}}]}}\n" for i in range(5_000)),
    "moves": "  - {name: a, steps: [{moves: [" + "{0: go}, " * 20_000 + "{0: go}]}]}\n",
    "braces": "  - {name: a, steps: [{moves: [{0: 'go " + "(" * 5_000 + "'}]}]}\n",
}


@pytest.mark.parametrize("name", list(STEPS))
def test_scenarios_that_never_end(tmp_path: Path, name: str) -> None:
    written(
        tmp_path, "g.rules", game(stages="stage main 9999 deals of 1", deal="repeat at most 1000000 { ask dealer: go }")
    )
    written(tmp_path, "a.scenario.yaml", SCENARIO + STEPS[name])
    check(rulespec("test", "a.scenario.yaml", folder=tmp_path), codes=(0, 1, 2, 3))
