"""What several commands share: finding and loading specs, printing diagnostics."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulespec.cli.errors import CliError, ExitCode

if TYPE_CHECKING:
    from rulespec.compiler.compile import Compiled
    from rulespec.compiler.merge.merged_spec import MergedSpec
    from rulespec.compiler.texts import Texts
    from rulespec.interpreter.engine_errors import Limits
    from rulespec.ir.program import Program
    from rulespec.syntax.diagnostics import Diagnostic

IR_ENDINGS = (".json", ".yaml", ".yml")
SPEC_ENDING = ".rules"
SCENARIO_ENDING = ".scenario.yaml"
MATCH_ENDINGS = (".jsonl",)
MAX_BYTES = 1 << 24
"""Longer printed IRs are not read."""

MAX_DEPTH = 400
"""Printed IRs that are nested deeper are not read."""


class OutputFormat(StrEnum):
    """How a command writes its result."""

    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A program, the SHA-256 of the files it was made from (``Compiled.sha256``), and their texts."""

    program: Program
    sha256: str
    texts: Texts


def digest(path: Path, text: str) -> str:
    """The digest of a printed IR, made as that of a spec's files (``Compiled.sha256``)."""
    return hashlib.sha256(f"{path.name}\0{text}\0".encode()).hexdigest()


def require_file(path: Path) -> None:
    """Raises ``CliError`` unless ``path`` is a file; the hint names a file that may have been meant."""
    if path.is_dir():
        inside = sorted(path.glob(f"*{SPEC_ENDING}"))
        hint = f"it holds {', '.join(str(spec) for spec in inside[:4])}" if inside else None
        raise CliError(f"{path} is a folder, not a file", hint, ExitCode.IO)
    if path.is_symlink() and not path.exists():
        raise CliError(f"{path} is a link that leads to no file", code=ExitCode.IO)
    if not path.exists():
        raise CliError(f"there is no file {path}", _similar(path), ExitCode.IO)


def other_kind(path: Path) -> tuple[str, str] | None:
    """What a file is by its name that is not a spec, and what one does with it; None where the name does not tell."""
    if path.name.endswith(SCENARIO_ENDING):
        return "a file of scenarios", f"rulespec test {path} runs them"
    if path.name.endswith(MATCH_ENDINGS):
        return "a saved match", f"rulespec replay {path} shows it, rulespec run --resume {path} goes on with it"
    if path.name.endswith(".json"):
        return "a printed IR", f"rulespec run {path} plays it; here the spec is wanted that it was printed from"
    if path.name.endswith(IR_ENDINGS):
        return "a YAML file", f"specs end in {SPEC_ENDING}"
    return None


def _may_be_printed(path: Path) -> bool:
    return path.name.endswith(IR_ENDINGS) and not path.name.endswith(SCENARIO_ENDING)


def require_spec(path: Path, printed: bool = False) -> None:
    """Raises ``CliError`` unless ``path`` is a file that may be a spec, or, where ``printed``, a printed IR."""
    require_file(path)
    other = other_kind(path)
    if other is not None and not (printed and _may_be_printed(path)):
        raise CliError(f"{path} is {other[0]}, not a spec", other[1], ExitCode.IO)


def _similar(path: Path) -> str | None:
    from rulespec.syntax.suggest import did_you_mean

    folders = [path.parent, path.parent / "specs"]
    names = {
        str(spec): spec.name.removesuffix(SPEC_ENDING)
        for folder in folders
        if folder.is_dir()
        for spec in folder.glob(f"*{SPEC_ENDING}")
    }
    wanted = path.name.removesuffix(SPEC_ENDING)
    near = wanted if wanted in names.values() else did_you_mean(wanted, names.values())
    found = next((file for file, name in names.items() if name == near), None)
    return f"did you mean {found}?" if found else None


def find_specs(paths: Sequence[Path], endings: Sequence[str] = (SPEC_ENDING,)) -> list[Path]:
    """The files among ``paths``, and in the folders among them, at any depth, whose names end in one of ``endings``.

    A file named outright is taken whatever its ending. Sorted within each folder, without repetitions. Raises
    ``CliError`` where a path does not exist or a folder holds no such file.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(file for ending in endings for file in path.rglob(f"*{ending}") if file.is_file())
            if not inside:
                raise CliError(f"{path} holds no file that ends in {' or '.join(endings)}", code=ExitCode.IO)
            found.update(dict.fromkeys(inside))
        else:
            require_file(path)
            found[path] = None
    return list(found)


def show_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Writes diagnostics on the standard error output."""
    from rulespec.syntax.diagnostics import render

    for diagnostic in diagnostics:
        print(render(diagnostic), file=sys.stderr)


def load(path: Path, overlays: Sequence[Path] = ()) -> Loaded:
    """The program of a spec, or of a printed IR (by its ending: ``.json``, ``.yaml``).

    Diagnostics go to the standard error output. Raises ``CliError`` where there is no program.
    """
    require_spec(path, printed=True)
    for file in overlays:
        require_spec(file)
    if path.name.endswith(IR_ENDINGS):
        if overlays:
            raise CliError("an overlay cannot change a printed IR", "give the spec instead")
        return _load_ir(path)
    return _load_spec(path, overlays)


def merged_spec(path: Path, overlays: Sequence[Path] = (), *, wanted: str) -> MergedSpec:
    """A spec with its libraries and overlays merged; ``CliError`` where findings keep it from what is ``wanted``."""
    for file in (path, *overlays):
        require_spec(file)
    merged = _compiled(path, overlays, wanted).merged
    assert merged is not None
    return merged


def _load_spec(path: Path, overlays: Sequence[Path]) -> Loaded:
    from rulespec.compiler.texts import texts_of

    result = _compiled(path, overlays)
    assert result.program is not None
    return Loaded(result.program, result.sha256, texts_of(result, path, overlays))


def _compiled(path: Path, overlays: Sequence[Path], wanted: str = "played") -> Compiled:
    """A spec that compiles; its diagnostics go to the standard error output."""
    from rulespec.compiler import compile_spec

    result = compile_spec(path, overlays=overlays)
    show_diagnostics(result.diagnostics)
    if result.program is None:
        count = len(result.diagnostics)
        if count == 0:
            raise CliError(f"{path} is a library, not a game", 'a game says: use "std/…"')
        raise CliError(f"{path}: {count} finding{'' if count == 1 else 's'}, not {wanted}", code=ExitCode.FINDINGS)
    return result


def _load_ir(path: Path) -> Loaded:
    from rulespec.compiler.texts import Texts
    from rulespec.ir import serial

    text = read_text(path)
    try:
        program = serial.program_from_json(parse_data(path, text))
    except serial.ProgramFormatError as error:
        raise CliError(f"{path} is not a printed IR: {error}", code=ExitCode.IO) from None
    except RecursionError:
        raise CliError(f"{path} is not a printed IR: it is nested too deeply", code=ExitCode.IO) from None
    return Loaded(program, digest(path, text), Texts(path.name, (), {path.name: text}, {}))


def read_text(path: Path) -> str:
    """The text of a UTF-8 file; raises ``CliError`` where it is not one."""
    from rulespec.syntax.files import read_ordinary

    raw = read_ordinary(path, MAX_BYTES)
    if len(raw) > MAX_BYTES:
        raise CliError(f"{path} is longer than {MAX_BYTES} bytes", code=ExitCode.IO)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise CliError(f"{path} is not a UTF-8 text", code=ExitCode.IO) from None


def parse_data(path: Path, text: str) -> Any:
    """The data of a JSON or YAML text, by the ending of ``path``; raises ``CliError`` where it is neither."""
    if path.name.endswith(".json"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise CliError(f"{path} is not JSON: {error}", code=ExitCode.IO) from None
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        depth = 0
        for event in yaml.parse(text, Loader=loader):  # builds nothing, so that it cannot be abused
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH or isinstance(event, yaml.AliasEvent):
                what = "aliases" if isinstance(event, yaml.AliasEvent) else f"more than {MAX_DEPTH} levels"
                raise CliError(f"{path} has {what}: it is no printed IR", code=ExitCode.IO)
        return yaml.load(text, Loader=loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise CliError(f"{path} is not YAML: {' '.join(str(error).split())}", code=ExitCode.IO) from None


def limits_from_options(max_steps: int | None, max_decisions: int | None) -> Limits:
    """The usual limits, but for those that are given."""
    from rulespec.interpreter.engine_errors import Limits

    usual = Limits()
    return Limits(steps=max_steps or usual.steps, decisions=max_decisions or usual.decisions)


def print_json(data: object) -> None:
    """Writes data as JSON on the standard output."""
    json.dump(data, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
