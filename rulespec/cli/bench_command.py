"""``rulespec bench``: how fast specs are played, beside another engine, and from a cold start."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulespec.cli.common import OutputFormat, load, print_json
from rulespec.cli.errors import CliError, ExitCode

if TYPE_CHECKING:
    from rulespec.bench import Effort, Play, Times, Turn
    from rulespec.interpreter.game import EngineGame
    from rulespec.ir.program import Program

FOLDER = Path("specs")
BESIDE = "bench.json"
"""In the folder of specs: the game of OpenSpiel that is played beside them."""


def bench(
    specs: Annotated[
        list[Path] | None, typer.Argument(metavar="[SPEC…]", help="Specs; those in the folder specs if none is given.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A few seconds, and rougher numbers.")] = False,
    beside: Annotated[
        str | None, typer.Option("--beside", metavar="GAME", help="The game of OpenSpiel to compare with.")
    ] = None,
    output: Annotated[OutputFormat, typer.Option("--format", help="How the result is written.")] = OutputFormat.TEXT,
) -> None:
    """Measure random play of specs, long turns, another engine beside them, and a run from a cold start. All numbers
    are medians; compare them within one run only."""
    from rulespec.bench import QUICK, THOROUGH, cold_start, open_spiel, play, play_in_open_spiel

    paths = specs or sorted(FOLDER.glob("*.rules"))
    if not paths:
        raise CliError(f"there are no specs in {FOLDER}/", "name some", ExitCode.IO)
    effort = QUICK if quick else THOROUGH
    programs = {path: load(path).program for path in paths}
    name = beside or _beside(paths[0].parent)
    spiel = open_spiel()
    other = None
    if name is not None and spiel is not None:
        if name not in spiel.registered_names():
            raise CliError(f"OpenSpiel has no game {name}")
        other = play_in_open_spiel(spiel, name, effort)
    plays, turns = [], []
    for path, program in programs.items():
        plays.append(play(_game(program), effort))
        turns += _turns(program, path, effort)
    starts = {path: cold_start(path, effort.starts) for path in paths}
    if output is OutputFormat.JSON:
        print_json(_data(plays, other, turns, starts))
        return
    _print_plays(plays, other, name)
    _print_turns(turns)
    print("\nfrom a cold start")
    for path, times in starts.items():
        print(f"  rulespec run {path} --quiet: {_seconds(times)}")


def _game(program: Program) -> EngineGame:
    from rulespec.interpreter.game import EngineGame

    return EngineGame(program)


def _beside(folder: Path) -> str | None:
    """The game to compare with that the folder of specs names."""
    try:
        named = json.loads((folder / BESIDE).read_text(encoding="utf-8"))["beside"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return named if isinstance(named, str) else None


def _turns(program: Program, spec: Path, effort: Effort) -> list[Turn]:
    """The turns in the files ``bench.scenario.yaml`` of a spec."""
    from rulespec.bench import turn
    from rulespec.documents import DocumentError
    from rulespec.interpreter.game import EngineGame
    from rulespec.scenarios.model import ScenarioError
    from rulespec.scenarios.runner import Runner
    from rulespec.scenarios.scenario_files import find_scenarios, load_scenarios

    found = []
    for file in find_scenarios(spec):
        if file.name != "bench.scenario.yaml":
            continue
        try:
            ends = [(scenario.name, *Runner(program).end_of(scenario)) for scenario in load_scenarios(file).scenarios]
        except (DocumentError, ScenarioError) as error:
            raise CliError(str(error), code=ExitCode.FINDINGS) from None
        for title, table, track in ends:
            make = partial(EngineGame, program, table.game.players, dict(table.game.options))
            found.append(turn(make, track.state, f"{program.name}: {title}", effort))
    return found


def _data(plays: list[Play], other: Play | None, turns: list[Turn], starts: dict[Path, Times]) -> dict[str, Any]:
    def of_play(one: Play) -> dict[str, Any]:
        return asdict(one) | ({} if other is None else {"ratio": one.rate / other.rate})

    return {
        "schema": 1,
        "play": [of_play(one) for one in plays],
        "open_spiel": None if other is None else asdict(other),
        "turns": [asdict(one) for one in turns],
        "cold_start": [{"spec": str(path)} | asdict(times) for path, times in starts.items()],
    }


def _seconds(times: Times) -> str:
    return f"{times.wall:.3f} s ({times.process:.3f} s of processor time)"


def _print_plays(plays: list[Play], other: Play | None, beside: str | None) -> None:
    names = [one.name for one in plays] + ([] if other is None else [f"OpenSpiel {other.name}"])
    width = max(map(len, names))
    ratio = "" if other is None else "     ratio"
    print(f"{'random play':{width}}  decisions/s  by the clock  a match takes  decisions{ratio}")
    for one, name in zip([*plays, *([] if other is None else [other])], names, strict=True):
        line = f"{name:{width}} {one.rate:12,.0f} {one.wall_rate:13,.0f} {one.match.process:12.4f} s"
        ratio = "" if other is None else f" {one.rate / other.rate:9.2f}"
        print(f"{line} {one.decisions:10,.0f}{ratio}")
    if other is None:
        print("nothing beside them: " + ("install open-spiel" if beside else "--beside GAME names a game of OpenSpiel"))


def _print_turns(turns: list[Turn]) -> None:
    for one in turns:
        print(f"\n{one.name}")
        print(f"  {one.states:,} decision states of this turn, {one.moves:,} moves: {_seconds(one.whole)}")
        print(f"  a list of moves: {one.middle * 1000:.2f} ms in the median, {one.slow * 1000:.2f} ms where it is slow")
