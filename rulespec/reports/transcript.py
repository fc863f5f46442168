"""The transcript: what happened, one short line for moves that belong together.

Which belong together is told from the moves alone: several moves of one seat in a row make a line (a turn), and so
do equal moves of different seats, each seat once (a round).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rulespec.reports.record import DealReplayed, DealStart, MatchRecord, Moved, RecordItem, Said, SheetEntry, Shown
from rulespec.reports.translations import Catalogue

WIDTH = 80
SEPARATOR = " · "
INDENT = "    "


def transcript(record: MatchRecord, words: Catalogue, width: int = WIDTH) -> Iterator[str]:
    """The lines of a match's transcript, none longer than ``width`` where words allow."""
    yield from heading(record, words, width)
    yield from lines(record.happenings, words, width)


def lines(told: Sequence[RecordItem], words: Catalogue, width: int = WIDTH) -> Iterator[str]:
    """The lines of some happenings that follow each other."""
    for kind, group in groupby(told, type):
        happenings = list(group)
        if kind is Moved:
            moves = [happening for happening in happenings if isinstance(happening, Moved)]
            for line in _runs(moves):
                yield from wrap(_say(line, words), width)
        elif kind is Shown:
            yield from _shown([happening for happening in happenings if isinstance(happening, Shown)], words, width)
        elif kind is SheetEntry:
            yield from _entries(
                [happening for happening in happenings if isinstance(happening, SheetEntry)], words, width
            )
        else:
            for happening in happenings:
                yield from wrap(happening.text, width) if isinstance(happening, Said) else _header(happening, words)


def heading(record: MatchRecord, words: Catalogue, width: int = WIDTH) -> Iterable[str]:
    """The first line, or lines: the game, how many play, the options set, the seed."""
    options = [f"{name}={option_text(value, words)}" for name, value in record.options.items()]
    parts = [record.title, f"{words['players']}: {record.players}", *options, f"{words['seed']} {record.seed}"]
    return wrap(SEPARATOR.join(parts), width, indent="")


def option_text(value: bool | int | str | None, words: Catalogue) -> str:
    if isinstance(value, bool):
        return words["yes"] if value else words["no"]
    return "none" if value is None else str(value)


def party(entry: SheetEntry, words: Catalogue) -> str:
    """The name of the seat or team that an entry belongs to."""
    if entry.seat is not None:
        return words.seat(entry.seat)
    return team_name(entry.team or 0)


def team_name(team: int) -> str:
    return f"T{team + 1}"


def number(points: int) -> str:
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"


def _header(happening: RecordItem, words: Catalogue) -> Iterator[str]:
    if isinstance(happening, DealStart):
        dealer = words["nobody"] if happening.dealer is None else words.seat(happening.dealer)
        yield ""
        size = [] if happening.size is None else [f"{words['cards']}: {happening.size}"]
        parts = [happening.title, f"{words['deal']} {happening.deal + 1}", *size, f"{words['dealer']}: {dealer}"]
        yield SEPARATOR.join(parts)
    elif isinstance(happening, DealReplayed):
        yield f"  {words['deal']} {happening.deal + 1} ↻"


def _runs(moves: list[Moved]) -> Iterator[list[Moved]]:
    """Moves in lines: turns and rounds."""
    line: list[Moved] = []
    for index, move in enumerate(moves):
        following = moves[index + 1] if index + 1 < len(moves) else None
        if line and not _belongs(line, move, following):
            yield line
            line = []
        line.append(move)
    if line:
        yield line


def _belongs(line: list[Moved], move: Moved, following: Moved | None) -> bool:
    seats = {done.seat for done in line}
    names = {done.name for done in line}
    same_seat = seats == {move.seat}
    if len(seats) > 1 or not same_seat:
        return names == {move.name} and move.seat not in seats
    # One seat so far, and it moves again: a turn, unless this move opens a round that the next seat takes up.
    opens_round = following is not None and following.seat != move.seat and following.name == move.name
    return not (opens_round and move.name not in names)


def _say(line: list[Moved], words: Catalogue) -> str:
    if len({move.seat for move in line}) == 1:
        return f"{words.seat(line[0].seat)} {', '.join(move.text for move in line)}"
    return SEPARATOR.join(f"{words.seat(move.seat)} {move.text}" for move in line)


def _shown(shown: list[Shown], words: Catalogue, width: int) -> Iterator[str]:
    for place, group in groupby(shown, lambda happening: happening.place):
        parts = [
            happening.cards if happening.seat is None else f"{words.seat(happening.seat)} {happening.cards}"
            for happening in group
        ]
        yield from wrap(f"{readable(place)}: {SEPARATOR.join(parts)}", width)


def _entries(entries: list[SheetEntry], words: Catalogue, width: int) -> Iterator[str]:
    for (kind, names), group in groupby(entries, lambda entry: (entry.kind, fact_names(entry))):
        parts = [" ".join([party(entry, words), *facts(entry), signed(entry.points)]) for entry in group]
        label = f"{readable(kind)} ({names})" if names else readable(kind)
        yield from wrap(f"= {label}: {SEPARATOR.join(parts)}", width)


def fact_names(entry: SheetEntry) -> str:
    """What an entry was priced on, by name: ``wanted/got``; empty where on nothing that can be shown."""
    return "/".join(readable(name) for name, _ in entry.facts)


def facts(entry: SheetEntry) -> list[str]:
    """The same by value: ``3/2``; no item where there is none."""
    return ["/".join(fact(value) for _, value in entry.facts)] if entry.facts else []


def fact(value: int | bool | None) -> str:
    if value is None:
        return "–"
    return str(int(value))


def readable(name: str) -> str:
    """A declared name as words."""
    return name.replace("_", " ")


def wrap(text: str, width: int, indent: str = "  ") -> Iterable[str]:
    """A line of the transcript, indented, broken between its parts where it is too long."""
    folded: list[str] = []
    current = indent
    for number, part in enumerate(text.split(SEPARATOR)):
        piece = part if number == 0 else SEPARATOR + part
        if number and len(current) + len(piece) > width - len(SEPARATOR.rstrip()):
            folded.append(current + SEPARATOR.rstrip())
            current = INDENT + part
        else:
            current += piece
    folded.append(current)
    return [line for long in folded for line in _fold(long, width)]


def _fold(line: str, width: int) -> Iterator[str]:
    while len(line) > width and (cut := line.rfind(" ", len(INDENT) + 1, width + 1)) > 0:
        yield line[:cut]
        line = INDENT + line[cut + 1 :]
    yield line
