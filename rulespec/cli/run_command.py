"""``rulespec run``: plays a match and prints it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulespec.cli.common import Loaded, OutputFormat, limits_from_options, load
from rulespec.cli.errors import CliError, ExitCode
from rulespec.cli.output import LANGUAGES, require_language
from rulespec.cli.seated import (
    HUMAN,
    Keeper,
    kept_match,
    print_record,
    read_match,
    resumed,
    seated_match,
    seats_of,
)

if TYPE_CHECKING:
    from rulespec.bots import RandomBot
    from rulespec.interpreter.engine_errors import Limits
    from rulespec.interpreter.game import EngineGame
    from rulespec.interpreter.match import EngineMatch


def run(
    spec: Annotated[
        Path | None, typer.Argument(metavar="SPEC", help="A spec (*.rules), or a printed IR (*.json, *.yaml).")
    ] = None,
    overlay: Annotated[
        list[Path] | None, typer.Option("--with", metavar="OVERLAY", help="House rules on top of it; repeatable.")
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play; else the spec's default.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="The same seed gives the same match; else 0.")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Sets an option of the spec; repeatable.")
    ] = None,
    preset: Annotated[
        str | None, typer.Option(metavar="NAME", help="Sets the options that the spec has under this name.")
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="SEAT=WHO", help="Who sits at a seat (from 0): human or random; repeatable."),
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keeps the match in a file.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Goes on with a match that was saved.")] = None,
    deals: Annotated[int | None, typer.Option(metavar="N", min=1, help="Stops after N deals.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="The score sheet only.")] = False,
    language: Annotated[
        str, typer.Option("--lang", metavar="L", help="Language of the sheet's own words: en, ru or de.")
    ] = LANGUAGES[0],
    output: Annotated[OutputFormat, typer.Option("--format", help="How the match is written.")] = OutputFormat.TEXT,
    max_steps: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Fuel: the most steps between two decisions.")
    ] = None,
    max_decisions: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Fuel: the most decisions in a deal.")
    ] = None,
) -> None:
    """Play a match and print it with its score sheet; whoever has no seat of a person chooses at random."""
    require_language(language)
    if resume is not None:
        if spec or overlay or settings or preset or players or seed is not None:
            raise CliError("--resume goes on with the spec, options and seed of the file", "leave them out")
        _resume(resume, save, seat or [], deals, quiet, language, output, limits_from_options(max_steps, max_decisions))
        return
    if spec is None:
        raise CliError("a spec to play is missing", "as in: rulespec run specs/my_game.rules")
    chosen: Mapping[str, Any] = _settings(settings or [])
    loaded = load(spec, overlay or ())
    if preset is not None:
        chosen = {**_preset(loaded, preset), **chosen}
    game = _game(loaded, players, chosen, max_steps, max_decisions)
    seats = seats_of(seat or [], game.players)
    if HUMAN not in seats and save is None:
        _play(game, loaded.sha256, seed or 0, deals, quiet, language, output)
        return
    from rulespec.bots import RandomBot
    from rulespec.interpreter.engine_errors import MatchFault
    from rulespec.interpreter.match import EngineMatch

    try:
        match = EngineMatch(game, seed or 0)
    except MatchFault as fault:
        raise CliError(f"the match cannot begin: {fault}", code=ExitCode.FINDINGS) from None
    keeper = Keeper(save, loaded.texts, seats)
    _play_match(match, keeper, RandomBot(match.seed), deals, quiet, language, output)


def _preset(loaded: Loaded, name: str) -> dict[str, Any]:
    from rulespec.interpreter.engine_errors import SetupError
    from rulespec.interpreter.game_options import preset_options

    try:
        return dict(preset_options(loaded.program, name))
    except SetupError as error:
        raise CliError(error.message, error.hint, ExitCode.USAGE) from None


def _play(
    game: EngineGame, sha256: str, seed: int, deals: int | None, quiet: bool, language: str, output: OutputFormat
) -> None:
    """A match that nobody keeps."""
    from rulespec.bots import RandomBot
    from rulespec.cli.progress import progress
    from rulespec.reports.play import play

    with progress("playing") as bar:
        record = play(game, RandomBot(seed), seed, deals, language, on_progress=bar.on_progress)
    print_record(record, sha256, output is OutputFormat.JSON, language, quiet)
    if record.unfinished is not None:
        raise typer.Exit(ExitCode.FINDINGS)


def _resume(
    path: Path,
    save: Path | None,
    seat: list[str],
    deals: int | None,
    quiet: bool,
    language: str,
    output: OutputFormat,
    most: Limits,
) -> None:
    from rulespec.bots import RandomBot

    file = read_match(path)
    seats = seats_of(seat, file.players, file.seats)
    bot = RandomBot(file.seed)
    match = resumed(file, bot, most)
    _play_match(match, Keeper(save or path, file.texts, seats), bot, deals, quiet, language, output)


def _play_match(
    match: EngineMatch,
    keeper: Keeper,
    bot: RandomBot,
    deals: int | None,
    quiet: bool,
    language: str,
    output: OutputFormat,
) -> None:
    """A match that is kept, or at which people sit."""
    as_json = output is OutputFormat.JSON
    if HUMAN in keeper.seats:
        if as_json or quiet:
            raise CliError("--format json and --quiet are for matches without people", "leave out --seat")
        seated_match(match, keeper, bot, deals, language)
        return
    record = kept_match(match, keeper, bot, deals, language)
    print_record(record, keeper.texts.sha256, as_json, language, quiet)
    if record.unfinished is not None:
        raise typer.Exit(ExitCode.FINDINGS)


def _settings(texts: list[str]) -> dict[str, str]:
    """The values of ``--set``, as text; raises ``CliError`` where one is malformed or set twice."""
    chosen: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        name = name.strip()
        if not sign or not name:
            raise CliError(f"--set {text}: write option=value", "as in --set strict=true")
        if name in chosen:
            raise CliError(f"--set {name} is given twice")
        chosen[name] = value.strip()
    return chosen


def _value(text: str) -> bool | int | str | None:
    words: dict[str, bool | None] = {"true": True, "false": False, "none": None}
    if text in words:
        return words[text]
    try:
        return int(text)
    except ValueError:
        return text


def _game(
    loaded: Loaded, players: int | None, chosen: Mapping[str, Any], max_steps: int | None, max_decisions: int | None
) -> EngineGame:
    from rulespec.interpreter.engine_errors import SetupError
    from rulespec.interpreter.game import EngineGame

    limits = limits_from_options(max_steps, max_decisions)
    options = {name: _value(value) if isinstance(value, str) else value for name, value in chosen.items()}
    try:
        return EngineGame(loaded.program, players=players, options=options, limits=limits)
    except SetupError as error:
        raise CliError(error.message, error.hint or None) from None
