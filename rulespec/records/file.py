"""A match file: what it holds, how it is written and read.

The first line says what was played, each line after it is a move, the last line is the result.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from rulespec.compiler.texts import Texts
from rulespec.interpreter.engine_errors import Limits
from rulespec.interpreter.journal import EntryEvent
from rulespec.interpreter.match import EngineMatch
from rulespec.records.atomic import write_atomically
from rulespec.records.outcomes import outcome_to_json
from rulespec.syntax.build import MOST_SEATS
from rulespec.syntax.files import read_ordinary

FORMAT: Final = "rulespec-match"
VERSION: Final = 1
"""Of the format; another one is refused."""

MAX_BYTES: Final = 64 << 20

_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "a text": (str,),
    "a number": (int,),
    "an object": (dict,),
    "a list": (list,),
    "true or false": (bool,),
}


class MatchFileError(Exception):
    """A file is no match file, or only a part of one. ``line`` counts from 1; 0: the file as a whole."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}" if line else f"{path}: {message}")
        self.path = path
        self.line = line
        self.message = message


class NoMatchFile(MatchFileError):
    """A file of another kind."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, 1, "this is no saved match")


@dataclass(frozen=True, slots=True)
class Result:
    """How far a match went. ``entries`` as ``entry_to_json`` writes them; ``fault``: why it could not go on, or None;
    ``random``: where the random stream stands."""

    over: bool
    decisions: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    entries: tuple[dict[str, Any], ...]
    fault: str | None
    random: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match as it is kept. ``moves[i]`` stands on line ``i + 2``: the seat that chose, and the move as JSON.

    ``decks`` were given by whoever set up the match; ``chance`` is every outcome of chance, those included, as JSON.
    ``seats`` says who sat where. ``intact``: does the last line's digest fit the lines before it?
    """

    path: Path
    engine: str
    game: str
    texts: Texts
    sha256: str
    players: int
    options: Mapping[str, bool | int | str | None]
    limits: Limits
    seed: int
    seats: tuple[str, ...]
    decks: tuple[dict[str, Any], ...]
    chance: tuple[dict[str, Any], ...]
    moves: tuple[tuple[int, dict[str, Any]], ...]
    result: Result
    intact: bool = True

    @property
    def last_line(self) -> int:
        return len(self.moves) + 2


@cache
def engine_version() -> str:
    """The version of this engine."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("rulespec")
    except PackageNotFoundError:
        return "unknown"


def entry_to_json(entry: EntryEvent) -> dict[str, Any]:
    """A line of the score sheet; ``arm`` is the path of the line of the price list that priced it."""
    return {
        "stage": entry.stage,
        "deal": entry.deal,
        "team" if entry.team else "seat": entry.to,
        "kind": entry.kind,
        "points": entry.points,
        "arm": entry.arm,
    }


def result_of(match: EngineMatch, fault: str | None = None) -> Result:
    """The result of a match as far as it was played."""
    return Result(
        over=match.over,
        decisions=len(match.decisions),
        totals=match.totals,
        winners=match.winners,
        entries=tuple(map(entry_to_json, match.entries)),
        fault=fault,
        random=match.random,
    )


def file_of(
    path: Path, match: EngineMatch, texts: Texts, seats: tuple[str, ...] | None = None, fault: str | None = None
) -> MatchFile:
    """The file that a match is kept in."""
    game = match.game
    return MatchFile(
        path=path,
        engine=engine_version(),
        game=game.program.name,
        texts=texts,
        sha256=texts.sha256,
        players=game.players,
        options=dict(game.options),
        limits=game.limits,
        seed=match.seed,
        seats=seats or ("random",) * game.players,
        decks=tuple(outcome_to_json(game.cards, deck) for deck in match.decks),
        chance=tuple(outcome_to_json(game.cards, outcome) for outcome in match.chance),
        moves=tuple(zip(match.deciders, match.decisions, strict=True)),
        result=result_of(match, fault),
    )


# ---------------------------------------------------------------- writing


def save(file: MatchFile) -> None:
    """Writes the file at its path, wholly or not at all. Raises OSError."""
    write_atomically(file.path, to_text(file))


def to_text(file: MatchFile) -> str:
    """The file's lines."""
    lines = [_line(_header(file))]
    lines += [_line({"seat": seat, **move}) for seat, move in file.moves]
    body = "".join(lines)
    last = {"result": _result(file.result), "sha256": hashlib.sha256(body.encode()).hexdigest()}
    return body + _line(last)


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(", ", ": ")) + "\n"


def _header(file: MatchFile) -> dict[str, Any]:
    texts = file.texts
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": file.engine,
        "game": file.game,
        "players": file.players,
        "options": dict(file.options),
        "limits": {"steps": file.limits.steps, "decisions": file.limits.decisions, "lookahead": file.limits.lookahead},
        "seed": file.seed,
        "seats": list(file.seats),
        "decks": list(file.decks),
        "chance": list(file.chance),
        "spec": {
            "main": texts.main,
            "overlays": list(texts.overlays),
            "sha256": file.sha256,
            "refers": {name: dict(refers) for name, refers in texts.refers.items()},
            "files": dict(texts.files),
        },
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "over": result.over,
        "decisions": result.decisions,
        "totals": list(result.totals),
        "winners": list(result.winners),
        "fault": result.fault,
        "random": list(result.random),
        "entries": list(result.entries),
    }


# ---------------------------------------------------------------- reading


def read(path: Path) -> MatchFile:
    """Reads a match file. Raises ``MatchFileError`` and OSError."""
    text = _text(path)
    *whole, rest = text.split("\n")
    lines = [*(f"{line}\n" for line in whole), *([rest] if rest else [])]
    if f'"{FORMAT}"' not in lines[0]:
        raise NoMatchFile(path)
    first = _object(path, 1, lines[0])
    if first.get("format") != FORMAT:
        raise NoMatchFile(path)
    if first.get("version") != VERSION:
        raise MatchFileError(
            path, 1, f"a match file of version {first.get('version')!r}; this engine reads version {VERSION}"
        )
    if len(lines) == 1:
        raise MatchFileError(path, 1, "the file is cut off: no moves and no result follow")
    last = _object(path, len(lines), lines[-1])
    if "result" not in last:
        raise MatchFileError(path, len(lines), "the file is cut off: its last line is not the result")
    moves = tuple(_move(path, number, line) for number, line in enumerate(lines[1:-1], start=2))
    read = _Reader(path, len(lines), last)
    digest = hashlib.sha256("".join(lines[:-1]).encode()).hexdigest()
    file = _file(path, first, moves, _read_result(read.inside("result")))
    for number, (seat, _) in enumerate(moves, start=2):
        if not 0 <= seat < file.players:
            raise MatchFileError(path, number, f"there is no seat {seat}")
    return replace(file, intact=read.get("sha256", "a text") == digest)


def _text(path: Path) -> str:
    raw = read_ordinary(path, MAX_BYTES)
    if len(raw) > MAX_BYTES:
        raise MatchFileError(path, 0, f"is longer than {MAX_BYTES} bytes")
    if not raw:
        raise MatchFileError(path, 0, "is empty")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise MatchFileError(path, line, "not UTF-8 text") from None


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        cut = "" if line.endswith("\n") else ": the file is cut off"
        raise MatchFileError(path, number, f"not JSON{cut}") from None
    if not isinstance(data, dict):
        raise MatchFileError(path, number, "not a JSON object")
    return data


def _move(path: Path, number: int, line: str) -> tuple[int, dict[str, Any]]:
    data = _object(path, number, line)
    if "result" in data:
        raise MatchFileError(path, number, "a result stands before the last line")
    read = _Reader(path, number, data)
    seat: int = read.get("seat", "a number")
    read.get("move", "a text")
    read.get("args", "an object")
    return seat, {key: value for key, value in data.items() if key != "seat"}


@dataclass(frozen=True, slots=True)
class _Reader:
    """Takes values of a kind out of an object of a line."""

    path: Path
    line: int
    data: dict[str, Any]

    def get(self, key: str, kind: str) -> Any:
        if key not in self.data:
            raise MatchFileError(self.path, self.line, f'"{key}" is missing')
        value = self.data[key]
        if not self._is(value, kind):
            raise MatchFileError(self.path, self.line, f'"{key}" is not {kind}')
        return value

    @staticmethod
    def _is(value: Any, kind: str) -> bool:
        return isinstance(value, _KINDS[kind]) and (kind == "true or false" or not isinstance(value, bool))

    def all(self, key: str, kind: str) -> tuple[Any, ...]:
        """A list whose items are of a kind."""
        items = self.get(key, "a list")
        if not all(self._is(item, kind) for item in items):
            raise MatchFileError(self.path, self.line, f'"{key}" holds something that is not {kind}')
        return tuple(items)

    def inside(self, key: str) -> _Reader:
        return replace(self, data=self.get(key, "an object"))

    def texts(self, key: str) -> dict[str, str]:
        """An object whose values are texts."""
        found = self.get(key, "an object")
        if not all(isinstance(value, str) for value in found.values()):
            raise MatchFileError(self.path, self.line, f'"{key}" holds something that is not a text')
        return dict(found)


def _file(
    path: Path, first: dict[str, Any], moves: tuple[tuple[int, dict[str, Any]], ...], result: Result
) -> MatchFile:
    read = _Reader(path, 1, first)
    spec = read.inside("spec")
    refers = spec.inside("refers")
    texts = Texts(
        spec.get("main", "a text"),
        spec.all("overlays", "a text"),
        spec.texts("files"),
        {name: refers.texts(name) for name in refers.data},
    )
    players = read.get("players", "a number")
    seats = read.all("seats", "a text")
    if not 1 <= players <= MOST_SEATS or len(seats) != players:
        raise MatchFileError(path, 1, '"players" and "seats" do not agree')
    for name in (texts.main, *texts.overlays):
        if name not in texts.files:
            raise MatchFileError(path, 1, f"the text of {name} is missing")
    return MatchFile(
        path=path,
        engine=read.get("engine", "a text"),
        game=read.get("game", "a text"),
        texts=texts,
        sha256=spec.get("sha256", "a text"),
        players=players,
        options=dict(_options(read)),
        limits=_limits(read.inside("limits")),
        seed=read.get("seed", "a number"),
        seats=seats,
        decks=read.all("decks", "an object"),
        chance=read.all("chance", "an object"),
        moves=moves,
        result=result,
    )


def _options(read: _Reader) -> Iterator[tuple[str, bool | int | str | None]]:
    for name, value in read.get("options", "an object").items():
        if value is not None and not isinstance(value, bool | int | str):
            raise MatchFileError(read.path, read.line, f'the option "{name}" has no value that an option can have')
        yield name, value


def _limits(read: _Reader) -> Limits:
    return Limits(read.get("steps", "a number"), read.get("decisions", "a number"), read.get("lookahead", "a number"))


def _read_result(read: _Reader) -> Result:
    random = read.all("random", "a number")
    if len(random) != 2 or not all(0 <= half < 1 << 32 for half in random):
        raise MatchFileError(read.path, read.line, '"random" is not the two halves of a state of the random stream')
    return Result(
        over=read.get("over", "true or false"),
        decisions=read.get("decisions", "a number"),
        totals=read.all("totals", "a number"),
        winners=read.all("winners", "a number"),
        entries=read.all("entries", "an object"),
        fault=None if read.data.get("fault") is None else read.get("fault", "a text"),
        random=(random[0], random[1]),
    )
