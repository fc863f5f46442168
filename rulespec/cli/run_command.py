"""``rulespec run``: plays a match and prints it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulespec.cli.common import Loaded, OutputFormat, load, print_json
from rulespec.cli.errors import CliError, ExitCode

if TYPE_CHECKING:
    from rulespec.interpreter.game import Game
    from rulespec.tables.record import MatchRecord

LANGUAGES = ("en", "ru", "de")
"""As in ``rulespec.tables.words``, which a test compares."""

WIDTH = 80
"""Columns where the output is no terminal."""


def run(
    spec: Annotated[Path, typer.Argument(metavar="SPEC", help="A spec (*.rules), or a printed IR (*.json, *.yaml).")],
    overlay: Annotated[
        list[Path] | None, typer.Option("--with", metavar="OVERLAY", help="House rules on top of it; repeatable.")
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play; else the spec's default.")] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same match.")] = 0,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Sets an option of the spec; repeatable.")
    ] = None,
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
    """Play a match, every seat choosing at random, and print it with its score sheet."""
    if language not in LANGUAGES:
        raise CliError(f"no language '{language}'", f"there are: {', '.join(LANGUAGES)}")
    chosen = _settings(settings or [])
    loaded = load(spec, overlay or ())
    game = _game(loaded, players, chosen, max_steps, max_decisions)
    from rulespec.bots import RandomBot
    from rulespec.tables.play import play

    record = play(game, RandomBot(seed), seed, deals, language)
    if output is OutputFormat.JSON:
        from rulespec.tables.report import report

        print_json(report(record, loaded.sha256))
    else:
        _print_text(record, language, quiet)
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
    loaded: Loaded, players: int | None, chosen: dict[str, str], max_steps: int | None, max_decisions: int | None
) -> Game:
    from rulespec.interpreter.faults import Limits, SetupError
    from rulespec.interpreter.game import Game

    usual = Limits()
    limits = Limits(steps=max_steps or usual.steps, decisions=max_decisions or usual.decisions)
    options = {name: _value(text) for name, text in chosen.items()}
    try:
        return Game(loaded.program, players=players, options=options, limits=limits)
    except SetupError as error:
        raise CliError(error.message, error.hint or None) from None


def _print_text(record: MatchRecord, language: str, quiet: bool) -> None:
    from rulespec.tables.sheet import console_for, print_sheet
    from rulespec.tables.transcript import heading, transcript
    from rulespec.tables.words import catalogue

    words = catalogue(language)
    console = console_for(sys.stdout.isatty(), WIDTH)
    if quiet:
        print(heading(record, words))
    else:
        for line in transcript(record, words, console.width):
            print(line)
    print_sheet(record, words, console)
