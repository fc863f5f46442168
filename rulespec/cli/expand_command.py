"""``rulespec expand``: a game with its libraries and overlays as one flat spec."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulespec.cli.common import merged_spec


def expand(
    spec: Annotated[Path, typer.Argument(metavar="SPEC", help="A spec or an overlay.")],
    overlay: Annotated[
        list[Path] | None, typer.Option("--with", metavar="OVERLAY", help="House rules on top of the spec; repeatable.")
    ] = None,
) -> None:
    """Print the flat spec that a game, its libraries and its overlays come to, with the origin of what was changed."""
    merged = merged_spec(spec, overlay or (), wanted="expanded")
    from rulespec.variants.expand import expand as flatten

    print(flatten(merged, Path.cwd()), end="")
