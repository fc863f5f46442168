"""``rulespec replay``: plays a saved match again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulespec.cli.common import OutputFormat, limits_from_options
from rulespec.cli.errors import CliError, ExitCode
from rulespec.cli.output import LANGUAGES, require_language
from rulespec.cli.progress import progress
from rulespec.cli.seated import print_record, read_match

if TYPE_CHECKING:
    from rulespec.interpreter.engine_errors import Limits
    from rulespec.interpreter.match import EngineMatch
    from rulespec.records.file import MatchFile


def replay(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A match file, as `rulespec run --save` writes it.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Play it from its seed and compare everything; print the verdict only.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="The score sheet only.")] = False,
    language: Annotated[
        str, typer.Option("--lang", metavar="L", help="Language of the sheet's own words: en, ru or de.")
    ] = LANGUAGES[0],
    output: Annotated[OutputFormat, typer.Option("--format", help="How the match is written.")] = OutputFormat.TEXT,
    max_steps: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Fuel: the most steps between two decisions a file may allow."),
    ] = None,
    max_decisions: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Fuel: the most decisions in a deal a file may allow.")
    ] = None,
) -> None:
    """Play a saved match again, with the spec that is in its file, and print it; ends with 1 where it does not hold."""
    require_language(language)
    file = read_match(path)
    match = _played(file, verify, limits_from_options(max_steps, max_decisions))
    if verify:
        end = "to its end" if file.result.over else "as far as it goes"
        count = len(file.moves)
        print(f"{path}: verified, {count} move{'' if count == 1 else 's'} of {file.game} {end}")
        return
    from rulespec.reports.play import record_of

    left = f"the match was left here; it goes on with rulespec run --resume {path}"
    print_record(
        record_of(match, language, None if file.result.over else file.result.fault or left),
        file.sha256,
        output is OutputFormat.JSON,
        language,
        quiet,
    )


def _played(file: MatchFile, whole: bool, most: Limits) -> EngineMatch:
    from rulespec.records.file import MatchFileError, result_of
    from rulespec.records.replay import MatchDifference, compare, game_of, replay, verify

    with progress("verifying" if whole else "replaying", len(file.moves)) as bar:
        try:
            if whole:
                return verify(file, bar.on_progress, most)
            match = replay(file, game_of(file, most), bar.on_progress)
            compare(file, result_of(match, file.result.fault))
        except MatchDifference as error:
            raise CliError(str(error), code=ExitCode.FINDINGS) from None
        except MatchFileError as error:
            raise CliError(str(error), code=ExitCode.IO) from None
    if not file.intact:
        raise CliError(f"{file.path}: the file was altered after it was saved", code=ExitCode.FINDINGS)
    return match
