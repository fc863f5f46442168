"""``rulespec ir``: prints the program that a spec is compiled to."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rulespec.cli.common import load, print_json


class DataFormat(StrEnum):
    """How data is written."""

    JSON = "json"
    YAML = "yaml"


def ir(
    spec: Annotated[Path, typer.Argument(metavar="SPEC", help="A spec, or a printed IR.")],
    overlay: Annotated[
        list[Path] | None, typer.Option("--with", metavar="OVERLAY", help="House rules on top of the spec; repeatable.")
    ] = None,
    output: Annotated[DataFormat, typer.Option("--format", help="How the data is written.")] = DataFormat.JSON,
) -> None:
    """Print the program that a spec is compiled to; `rulespec run` plays it as it plays the spec."""
    loaded = load(spec, overlay or ())
    from rulespec.ir import serial

    data = serial.program_to_json(loaded.program)
    if output is DataFormat.JSON:
        print_json(data)
        return
    import yaml

    yaml.dump(
        data,
        sys.stdout,
        Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper),
        allow_unicode=True,
        sort_keys=False,
        width=120,
    )
