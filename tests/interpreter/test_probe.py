"""A lookahead stops where a card would come into sight: nobody learns by asking what may be played."""

from __future__ import annotations

from pathlib import Path

from rulespec.compiler import compile_spec
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.visibility import Probe
from tests.hostile.texts import game as small

PLACES = "pile open seen by top\npile under seen by none\n"


def test_what_would_come_into_sight(tmp_path: Path) -> None:
    spec = tmp_path / "g.rules"
    spec.write_text(small(PLACES, "move 2 from stock to open  ask dealer: go"), encoding="utf-8")
    program = compile_spec(spec).program
    assert program is not None
    game = EngineGame(program)
    state = game.start(1)
    cell = {(program.places[number].name, *index): at for at, (number, index) in game.layout.place_of_cell.items()}
    cards = {key: state.cells[at] for key, at in cell.items()}
    probe = Probe(game.sight, 0)

    def reveals(source: tuple[str | int, ...], target: tuple[str | int, ...]) -> bool:
        return probe.reveals(state.cells, cards[source][-1:], cell[target])

    assert reveals(("stock",), ("hand", 0))
    assert reveals(("stock",), ("heap",))
    assert reveals(("hand", 1), ("hand", 0))
    assert reveals(("open",), ("under",)), "the card below is the top now"
    assert not reveals(("stock",), ("hand", 1))
    assert not reveals(("stock",), ("under",))
    assert not reveals(("hand", 0), ("heap",))
    assert not reveals(("hand", 0), ("hand", 1))
    assert not reveals(("heap",), ("hand", 0))
