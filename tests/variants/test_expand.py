"""The flat spec plays the same matches, and expanding it again changes nothing but remarks."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulespec.compiler import Compiled, compile_spec
from rulespec.interpreter.game import EngineGame
from rulespec.variants.expand import expand

SPECS = sorted(Path("specs").rglob("*.rules"))
DECISIONS = 250


def play(compiled: Compiled, seed: int) -> list[list[str]]:
    """The legal moves of the first decisions of a match in which the moves are drawn."""
    assert compiled.program is not None
    game = EngineGame(compiled.program)
    state, chance = game.start(seed), random.Random(seed)
    log: list[list[str]] = []
    while not game.is_over(state) and len(log) < DECISIONS:
        moves = sorted(game.legal_moves(state), key=lambda move: str(game.move_to_json(state, move)))
        log.append([str(game.move_to_json(state, move)) for move in moves])
        state = game.apply(state, moves[chance.randrange(len(moves))])
    return [*log, [str(game.totals(state))]]


def without_remarks(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.relative_to("specs").as_posix())
def test_the_flat_spec_is_the_same_game(path: Path, tmp_path: Path) -> None:
    compiled = compile_spec(path)
    assert compiled.merged is not None
    flat = tmp_path / "flat.rules"
    flat.write_text(expand(compiled.merged), encoding="utf-8")
    again = compile_spec(flat)
    assert again.program is not None, [d.message for d in again.diagnostics]
    assert again.merged is not None
    assert not any(
        line.startswith(("extends", "use", "set ")) for line in flat.read_text(encoding="utf-8").splitlines()
    )
    assert without_remarks(expand(again.merged)) == without_remarks(flat.read_text(encoding="utf-8"))
    assert play(again, 3) == play(compiled, 3)


def test_remarks_name_the_file_and_the_edit() -> None:
    compiled = compile_spec(Path("specs/house/joker_ru/strict_minus.rules"))
    assert compiled.merged is not None
    lines = expand(compiled.merged).splitlines()
    remark = next(i for i, line in enumerate(lines) if line.startswith("# set strict: "))
    assert "strict_minus.rules:" in lines[remark]
    assert lines[remark + 1].startswith("option strict: bool = true")
    rule = next(i for i, line in enumerate(lines) if line.startswith("rule strength_base("))
    assert lines[rule - 1].startswith("# ")


def test_comments_of_declarations_stay_and_idle_edits_leave_no_remark(tmp_path: Path) -> None:
    """A comment in front of a declaration or beside it; an edit is marked only where it changed something."""
    (tmp_path / "tiny.rules").write_text(
        """rules 1
# a small game
game tiny { title en "Tiny"  players 2 }
deck { suits hearts, spades  ranks 7..10 }

# The next line has nothing to do with this.

# Nobody looks at it,
# ever.
pile stock seen by none   # face down
zone hand[player] seen by owner
schedule match { dealt by first of players   stage main "One deal" 1 deals of 4   winner highest of total }
option bonus: 0..9 = 2 "for the dealer"
phase deal(n: int) {
  shuffle deck into stock   # thoroughly
  give n each from stock to hand starting dealer
  award bonus to dealer as bonus
}
""",
        encoding="utf-8",
    )
    (tmp_path / "over.rules").write_text(
        'rules 1\nextends "tiny"\nset match.main = 1 deals of 4\nset bonus = 3\n', encoding="utf-8"
    )
    merged = compile_spec(tmp_path / "over.rules").merged
    assert merged is not None
    text = expand(merged)
    assert "# a small game\ngame tiny {" in text
    assert "# Nobody looks at it,\n# ever.\npile stock  seen by none  # face down\n" in text
    assert "The next line" not in text
    assert "set match.main" not in text
    assert f"# set bonus: {tmp_path / 'over.rules'}:4\noption bonus" in text
