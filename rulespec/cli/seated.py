"""Matches that are kept in a file, and matches at which people sit."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from rulespec.cli.errors import CliError, ExitCode, complain
from rulespec.cli.output import WIDTH, print_match, print_sheet
from rulespec.cli.progress import progress
from rulespec.cli.signals import Stopped, stops

if TYPE_CHECKING:
    from rulespec.bots import RandomBot
    from rulespec.compiler.texts import Texts
    from rulespec.interpreter.engine_errors import Limits
    from rulespec.interpreter.match import EngineMatch
    from rulespec.records.file import MatchFile
    from rulespec.reports.record import MatchRecord

HUMAN, RANDOM = "human", "random"
PLAYERS = (HUMAN, RANDOM)
"""Who may sit at a table."""

ENDING = ".match.jsonl"


def seats_of(texts: Sequence[str], players: int, usual: Sequence[str] | None = None) -> tuple[str, ...]:
    """Who sits where, from values ``SEAT=WHO``. Raises ``CliError``."""
    seats = list(usual or [RANDOM] * players)
    given: set[int] = set()
    for text in texts:
        number, sign, who = text.partition("=")
        if not sign or not number.strip().isdecimal():
            raise CliError(f"--seat {text}: write seat=who", "as in --seat 0=human; seats are counted from 0")
        if int(number) >= players:
            raise CliError(f"--seat {text}: there is no seat {int(number)}", f"seats are 0 to {players - 1}")
        if who.strip() not in PLAYERS:
            raise CliError(f"--seat {text}: nobody is called '{who.strip()}'", f"there are: {', '.join(PLAYERS)}")
        if int(number) in given:
            raise CliError(f"--seat {text}: seat {int(number)} is given twice", "give each seat once")
        given.add(int(number))
        seats[int(number)] = who.strip()
    return tuple(seats)


@dataclass(slots=True)
class Keeper:
    """Saves a match. ``path`` None: nowhere until somebody leaves it unfinished."""

    path: Path | None
    texts: Texts
    seats: tuple[str, ...]
    warned: bool = False

    def keep(self, match: EngineMatch) -> None:
        """Saves, and complains once where that fails: the match goes on."""
        if self.path is None:
            return
        try:
            self.save(self.path, match)
        except OSError as error:
            if not self.warned:
                complain(f"the match cannot be saved: {error.filename or self.path}: {error.strerror or error}")
            self.warned = True

    def save(self, path: Path, match: EngineMatch, fault: str | None = None) -> None:
        """Raises OSError."""
        from rulespec.records.file import file_of, save

        save(file_of(path, match, self.texts, self.seats, fault))

    def place(self, match: EngineMatch) -> Path:
        """Where to save a match that somebody leaves: a file that is not there yet, unless one was named."""
        if self.path is not None:
            return self.path
        stem = f"{match.game.program.name}-{match.seed}"
        names = (f"{stem}{ENDING}" if number == 1 else f"{stem}-{number}{ENDING}" for number in range(1, 10_000))
        return next(path for name in names if not (path := Path(name)).exists())


def kept_match(match: EngineMatch, keeper: Keeper, bot: RandomBot, deals: int | None, language: str) -> MatchRecord:
    """Plays a match without people and saves it, whatever stops it."""
    from rulespec.reports.play import play_on

    fault: str | None = "interrupted"
    with stops() as signals, progress("playing") as bar:

        def on_progress(done: int) -> None:
            signals.check()
            bar.on_progress(done)

        try:
            record = play_on(match, bot, deals, language, on_progress)
            fault = record.unfinished
        finally:
            if keeper.path is not None:
                with signals.writing():
                    keeper.save(keeper.path, match, fault)
    return record


def seated_match(match: EngineMatch, keeper: Keeper, bot: RandomBot, deals: int | None, language: str) -> None:
    """Plays a match with people and prints its sheet. Ends with exit code 1 where it is left unfinished."""
    from rulespec.reports.play import record_of
    from rulespec.reports.sheet import console_for
    from rulespec.reports.transcript import heading
    from rulespec.reports.translations import catalogue
    from rulespec.seats.session import Ending, Session, Terminal

    words = catalogue(language)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    width = console_for(sys.stdout.isatty(), WIDTH).width
    people = [seat for seat, who in enumerate(keeper.seats) if who == HUMAN]
    for line in heading(record_of(match, language), words, width):
        print(line)
    path: Path | None = None
    with stops() as signals:
        screen = Terminal(signals.input(sys.stdin), sys.stdout, width, terminal)
        session = Session(match, people, bot, words, screen, deals, keeper.keep, signals.check)
        try:
            ending = session.run()
        except Stopped as stop:
            with signals.writing():
                path = _save_left(keeper, session, asks=False)
            if stop.number != signal.SIGINT:
                raise
            ending = Ending.LEFT
        except Exception:
            _rescue(keeper, session.match)
            raise
        if ending is Ending.LEFT and path is None:
            path = _save_left(keeper, session)
    if ending is Ending.LEFT:
        print()
        print(f"{words['saved']} {path} · {words['go_on']} rulespec run --resume {path}")
        raise typer.Exit(ExitCode.FINDINGS)
    record = record_of(session.match, language, session.fault, deals)
    record.stopped = ending is Ending.STOPPED
    if keeper.path is not None:
        keeper.save(keeper.path, session.match, session.fault)
    elif ending is Ending.FAULT:
        _rescue(keeper, session.match)
    print_sheet(record, language)
    if ending is Ending.FAULT:
        raise typer.Exit(ExitCode.FINDINGS)


def _rescue(keeper: Keeper, match: EngineMatch) -> None:
    """Saves what was played before something failed."""
    path = keeper.place(match)
    try:
        keeper.save(path, match)
    except OSError as error:
        complain(f"the match could not be saved: {error}")
        return
    complain(f"the match up to here is saved to {path}")


def _save_left(keeper: Keeper, session: object, asks: bool = True) -> Path:
    """Saves a match that is left. If that fails, a person may name another file, unless nobody is to be asked."""
    from rulespec.seats.session import Session

    assert isinstance(session, Session)
    path = keeper.place(session.match)
    while True:
        try:
            keeper.save(path, session.match)
            return path
        except OSError as error:
            complain(f"the match cannot be saved: {error.filename or path}: {error.strerror or error}")
            answer = session.screen.ask(f"{session.words['saved']} … ? ") if asks and session.screen.terminal else None
            if not answer:
                raise CliError("the match was not saved", code=ExitCode.IO) from None
            path = Path(answer)


def resumed(file: MatchFile, bot: RandomBot, most: Limits) -> EngineMatch:
    """The match of a file where it was left; the bot has chosen as often as it did. Raises ``CliError``, also where
    the file has wider limits than ``most``."""
    from rulespec.records.file import MatchFileError
    from rulespec.records.replay import MatchDifference, game_of, replay

    def before(match: EngineMatch, seat: int) -> None:
        if file.seats[seat] == RANDOM:
            bot.choose(match.unpenalised)

    try:
        with progress("replaying", len(file.moves)) as bar:
            match = replay(file, game_of(file, most), bar.on_progress, before)
    except MatchDifference as error:
        raise CliError(str(error), code=ExitCode.FINDINGS) from None
    except MatchFileError as error:
        raise CliError(str(error), code=ExitCode.IO) from None
    if match.over:
        raise CliError(f"the match of {file.path} is over", f"rulespec replay {file.path} shows it")
    return match


def read_match(path: Path) -> MatchFile:
    """Reads a match file. Raises ``CliError``."""
    from rulespec.cli.common import SPEC_ENDING, other_kind, require_file
    from rulespec.records.file import MatchFileError, NoMatchFile, read

    require_file(path)
    try:
        return read(path)
    except NoMatchFile as error:
        hint = "rulespec run SPEC --save FILE saves a match"
        other = ("a spec", f"rulespec run {path} plays it") if path.name.endswith(SPEC_ENDING) else other_kind(path)
        if other is not None and other[0] in ("a spec", "a printed IR"):
            hint = f"by its name it is {other[0]}: {other[1].partition(';')[0]}"
        raise CliError(str(error), hint, ExitCode.IO) from None
    except MatchFileError as error:
        raise CliError(str(error), code=ExitCode.IO) from None


def print_record(record: MatchRecord, sha256: str, as_json: bool, language: str, quiet: bool) -> None:
    """Prints a match as text or as data."""
    if as_json:
        from rulespec.cli.common import print_json
        from rulespec.reports.json_report import report

        print_json(report(record, sha256))
    else:
        print_match(record, language, quiet)
