"""``rulespec diff``: what differs between two specs, in words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulespec.cli.common import OutputFormat, merged_spec, print_json
from rulespec.cli.errors import CliError, ExitCode

WIDTH = 100


def diff(
    first: Annotated[Path, typer.Argument(metavar="SPEC", help="A spec.")],
    second: Annotated[
        Path | None, typer.Argument(metavar="OTHER", help="Another, such as an overlay that extends the first.")
    ] = None,
    overlay: Annotated[
        list[Path] | None,
        typer.Option("--with", metavar="OVERLAY", help="House rules on top of the other; repeatable."),
    ] = None,
    output: Annotated[OutputFormat, typer.Option("--format", help="How the result is written.")] = OutputFormat.TEXT,
) -> None:
    """Say in words what differs between two specs, or a spec and itself with overlays; exit with 1 if anything does."""
    if second is None and not overlay:
        raise CliError("a second spec is missing", "name it, or give house rules: --with OVERLAY")
    old = merged_spec(first, wanted="compared")
    new = merged_spec(second or first, overlay or (), wanted="compared")
    from rulespec.variants.differ import differences

    found = differences(old, new)
    if output is OutputFormat.JSON:
        print_json([{"path": d.path, "change": d.change, "old": d.old, "new": d.new} for d in found])
    else:
        for difference in found:
            for line in difference.told(WIDTH):
                print(line)
        print(f"{len(found)} difference{'' if len(found) == 1 else 's'}")
    if found:
        raise typer.Exit(ExitCode.FINDINGS)
