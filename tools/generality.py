"""Writes docs/generality.md: what each shipped game needs of the language, and what it costs.

``python -m tools.generality`` rewrites the page; ``--check`` exits with 1 where the page's facts (all but the speed)
are out of date. Lines of the same game in OpenSpiel are counted in the sources that its package ships (``.cc`` and
``.h``, without tests); without that package the column keeps what the page says.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulespec.compiler import compile_spec
from rulespec.compiler.merge.ast_queries import walk
from rulespec.interpreter.game import EngineGame
from rulespec.syntax import ast

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "generality.md"
SECONDS = 1.0
"""How long each game is played for its speed."""
HEAD = """# How general the language is

One row a game, in lines as they stand in the file. *Constructs* counts the kinds of declarations, statements and
expressions that the spec uses, *library* names the parts of the standard library it builds on, *decisions a second* is
random play of whole matches on one core of a shared executor (only the order of magnitude means anything). The last
column counts the lines of the same game in OpenSpiel (`.cc` and `.h`, without tests).

This page is written by `python -m tools.generality`.

| game | lines | constructs | library | decisions a second | OpenSpiel |
|---|---:|---:|---|---:|---:|
"""


@dataclass(frozen=True, slots=True)
class Row:
    """What the page says of one spec; ``speed`` is in decisions a second."""

    game: str
    lines: int
    constructs: int
    library: str
    speed: str
    elsewhere: str

    def __str__(self) -> str:
        cells = (self.game, self.lines, self.constructs, self.library, self.speed, self.elsewhere)
        return f"| {' | '.join(map(str, cells))} |"

    @property
    def facts(self) -> tuple[str, int, int, str]:
        return (self.game, self.lines, self.constructs, self.library)


def specs() -> list[Path]:
    """The games shipped: the documented ones, then the other families."""
    return [*sorted((ROOT / "specs").glob("*.rules")), *sorted((ROOT / "specs" / "games").glob("*.rules"))]


def elsewhere(game: str) -> str:
    """Lines of the game in OpenSpiel's sources, or nothing where it has none."""
    found = importlib.util.find_spec("open_spiel")
    places = found.submodule_search_locations if found is not None else None
    folder = Path(next(iter(places))) / "games" / game if places else Path()
    if not places or not folder.is_dir():
        return ""
    files = [f for ending in ("*.cc", "*.h") for f in folder.glob(ending) if "test" not in f.name]
    return f"{sum(len(f.read_text(encoding='utf-8').splitlines()) for f in files):,}"


def constructs(spec: ast.Spec) -> int:
    """How many kinds of syntax nodes a spec uses."""
    return len({type(node).__name__ for node in walk(spec)})


def speed(game: EngineGame) -> str:
    """Decisions a second at random play, rounded to two digits."""
    chance, decisions, seed = random.Random(1), 0, 0
    start = time.process_time()
    while (elapsed := time.process_time() - start) < SECONDS:
        state = game.start(seed)
        seed += 1
        while not game.is_over(state) and time.process_time() - start < 2 * SECONDS:
            state = game.apply(state, chance.choice(game.unpenalised_moves(state)))
            decisions += 1
    rate = decisions / max(elapsed, SECONDS)
    if rate < 1:
        return "–"
    unit = 10 ** max(0, len(str(int(rate))) - 2)
    return f"{round(rate / unit) * unit:,}"


def rows(measured: bool) -> Iterator[Row]:
    """A row for each shipped game."""
    for path in specs():
        compiled = compile_spec(path)
        assert compiled.program is not None, path
        assert compiled.merged is not None
        main = compiled.merged.files[-1]
        used = [i.file.value.removeprefix("std/") for i in main.spec.items if isinstance(i, ast.Use)]
        yield Row(
            compiled.program.name,
            len(path.read_text(encoding="utf-8").splitlines()),
            constructs(main.spec),
            ", ".join(used) or "–",
            speed(EngineGame(compiled.program)) if measured else "",
            elsewhere(compiled.program.name),
        )


def written() -> list[list[str]]:
    """The rows that the page has now, as cells."""
    if not PAGE.exists():
        return []
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def main() -> int:
    """Writes the page, or checks it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where the page is out of date")
    if parser.parse_args().check:
        stale = [tuple(map(str, row.facts)) for row in rows(measured=False)] != [
            tuple(cells[:4]) for cells in written()
        ]
        print(
            "docs/generality.md is out of date: python -m tools.generality" if stale else "docs/generality.md is fresh"
        )
        return int(stale)
    PAGE.write_text(HEAD + "\n".join(map(str, rows(measured=True))) + "\n", encoding="utf-8")
    print(PAGE.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
