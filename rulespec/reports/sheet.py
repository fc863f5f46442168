"""The score sheet: a block for each stage, a row for each deal, a column for each player.

A cell holds the points, and before them the variables the points were priced on (``3/2  −150``). Entries of other
kinds (premiums, deductions, fines) are rows of their own, named by their kind, where they were written.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.box import Box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from rulespec.reports.record import DealStart, MatchRecord, SheetEntry
from rulespec.reports.transcript import SEPARATOR, fact_names, facts, number, readable, signed, team_name
from rulespec.reports.translations import Catalogue

RULED = Box("    \n  │ \n ─┼ \n  │ \n ─┼ \n ─┼ \n  │ \n    \n")
"""Columns parted by a line, no frame."""

GAP = "  "
"""Between what a cell was priced on and its points."""

LABEL = 6
"""The least width of the first column, for its words."""


@dataclass(slots=True)
class SheetRow:
    """Entries of one kind, written in one deal or after it. ``label`` is empty where the deal needs no telling."""

    kind: str
    deal: DealStart
    first: bool
    cells: dict[int, list[SheetEntry]] = field(default_factory=dict)


@dataclass(slots=True)
class StageSheet:
    """The sheet of a stage."""

    stage: str
    title: str
    run: int = 0
    rows: list[SheetRow] = field(default_factory=list)


def blocks(record: MatchRecord) -> list[StageSheet]:
    """The entries of a match in blocks and rows, none where nothing gives points. A stage that is played again gets a
    new block."""
    if not record.scored:
        return []
    result: list[StageSheet] = []
    written: dict[int, list[SheetEntry]] = {}
    for entry in record.entries:
        written.setdefault(entry.deal, []).append(entry)
    main = _main_kind(record)
    for deal in record.deals:
        if not result or result[-1].stage != deal.stage or result[-1].run != deal.run:
            title = f"{deal.title} {deal.run + 1}" if record.runs > 1 else deal.title
            result.append(StageSheet(deal.stage, title, deal.run))
        rows: dict[str, SheetRow] = {}
        entries = written.get(deal.deal, [])
        for entry in sorted(entries, key=lambda entry: entry.kind != main):
            row = rows.setdefault(entry.kind, SheetRow(entry.kind, deal, not rows))
            column = entry.seat if entry.seat is not None else -1 - (entry.team or 0)
            row.cells.setdefault(column, []).append(entry)
        result[-1].rows.extend(rows.values() or [SheetRow("", deal, True)])
    return result


def _main_kind(record: MatchRecord) -> str | None:
    """The kind that heads a deal's rows: the one that most deals have, of equals the one written first."""
    deals: dict[str, set[int]] = {}
    for entry in record.entries:
        deals.setdefault(entry.kind, set()).add(entry.deal)
    return max(deals, key=lambda kind: len(deals[kind]), default=None)


def columns(record: MatchRecord) -> list[int]:
    """Seats, and teams as -1, -2 … where some entry is a team's."""
    teams = range(record.teams) if any(entry.team is not None for entry in record.entries) else range(0)
    return [*range(record.players), *(-1 - team for team in teams)]


def print_sheet(record: MatchRecord, words: Catalogue, console: Console) -> None:
    """Prints the sheet, the totals and who won. Where the columns of all players do not stand beside each other, each
    block becomes several tables."""
    running: dict[int, int] = dict.fromkeys(columns(record), 0)
    run = 0
    all_blocks = blocks(record)
    widths = _widths(all_blocks, words)
    parts = _parts(all_blocks, list(running), widths, console.width)
    for block in all_blocks:
        console.print()
        console.print(Text(heading(block, words), style="bold"))
        if block.run != run:
            run, running = block.run, dict.fromkeys(running, 0)
        for seat in running:
            running[seat] += sum(entry.points for row in block.rows for entry in row.cells.get(seat, []))
        for at, seats in enumerate(parts):
            if at:
                console.print()
            console.print(_table(block, {seat: running[seat] for seat in seats}, widths, words))
    console.print()
    for line in closing(record, words):
        for part in _folded(line, console.width):
            console.print(part, soft_wrap=True)


def _folded(line: Text, width: int) -> Iterator[Text]:
    """A line that is too long, broken between its parts."""
    rest = line.plain
    while len(rest) > width and (cut := rest.rfind(SEPARATOR, 0, width - len(SEPARATOR.rstrip()) + 1)) > 0:
        yield Text(rest[:cut] + SEPARATOR.rstrip(), style=line.style)
        rest = f"  {rest[cut + len(SEPARATOR) :]}"
    yield Text(rest, style=line.style)


def closing(record: MatchRecord, words: Catalogue) -> list[Text]:
    """Totals and winners, or why there are none."""
    name = team_name if record.teams else words.seat
    totals = SEPARATOR.join(f"{name(index)} {number(points)}" for index, points in enumerate(record.totals))
    lines = [Text(f"{words['total']}: {totals}", style="bold")] if record.scored and record.runs == 1 else []
    if record.unfinished is not None:
        lines.append(Text(f"{words['unfinished']}: {record.unfinished}", style="bold red"))
    elif record.stopped:
        lines.append(Text(f"{words['stopped']} {len(record.deals)}"))
    elif len(record.winners) == record.players > 1:
        lines.append(Text(words["draw"], style="bold green"))
    elif record.winners:
        key = "winner" if len(record.winners) == 1 else "winners"
        lines.append(Text(f"{words[key]}: {', '.join(map(words.seat, record.winners))}", style="bold green"))
    elif record.over:
        lines.append(Text(words["no_winner"], style="bold"))
    return lines


def heading(block: StageSheet, words: Catalogue) -> str:
    """The stage, the kind of its deals' entries where there is one, and what a cell says."""
    entries = (entry for row in block.rows for cell in row.cells.values() for entry in cell)
    legend = next((names for entry in entries if (names := fact_names(entry))), "")
    kinds = {row.kind for row in block.rows if row.first and row.kind}
    kind = [readable(name) for name in kinds if len(kinds) == 1]
    return SEPARATOR.join([block.title, *kind, f"{legend} {words['points']}".strip()])


def _widths(all_blocks: list[StageSheet], words: Catalogue) -> tuple[int, int, int]:
    """How wide the facts, the points and the labels of a match are, so that its blocks stand under each other."""
    rows = [row for block in all_blocks for row in block.rows]
    cells = [_cell(entries, row.first) for row in rows for entries in row.cells.values()]
    left = max((len(facts) for facts, _ in cells), default=0)
    right = max((len(points) for _, points in cells), default=0)
    return left, right, max((len(_label(row, words)) for row in rows), default=0)


def _parts(all_blocks: list[StageSheet], seats: list[int], widths: tuple[int, int, int], width: int) -> list[list[int]]:
    """The columns that stand beside each other within ``width``: all, or as few rows of them as can be, alike long."""
    sums = dict.fromkeys(seats, 0)
    widest = 0
    for block in all_blocks:
        for seat in seats:
            sums[seat] += sum(entry.points for row in block.rows for entry in row.cells.get(seat, []))
            widest = max(widest, len(number(sums[seat])))
    left, right, label = widths
    column = max(left + (len(GAP) if left else 0) + right, widest) + len(SEPARATOR)
    fitting = max(1, (width - max(label, LABEL)) // column)
    rows = -(-len(seats) // fitting)
    size = -(-len(seats) // rows)
    return [seats[at : at + size] for at in range(0, len(seats), size)]


def _table(
    block: StageSheet, running: dict[int, int], widths: tuple[int, int, int], words: Catalogue
) -> RenderableType:
    """The block's rows; the last one shows the sums ``running``, whose seats have the columns."""
    seats = list(running)
    left, right, label = widths
    table = Table(
        box=RULED,
        show_edge=False,
        show_footer=True,
        pad_edge=False,
        header_style="bold",
        footer_style="bold",
    )
    rows = [(row, [_cell(row.cells.get(seat, []), row.first) for seat in seats]) for row in block.rows]
    table.add_column(words["deal"], words["total"], no_wrap=True, min_width=label)
    for seat in seats:
        name = words.seat(seat) if seat >= 0 else team_name(-1 - seat)
        table.add_column(name, number(running[seat]), justify="right", no_wrap=True)
    for row, cells in rows:
        styled = [_style(cell, row.first, left, right) for cell in cells]
        table.add_row(_label(row, words), *styled, style=None if row.first else "italic")
    return table


def _label(row: SheetRow, words: Catalogue) -> str:
    if not row.first:
        return f"  {readable(row.kind)}"
    dealer = "" if row.deal.dealer is None else f" {words.seat(row.deal.dealer)}"
    size = "" if row.deal.size is None else f" ×{row.deal.size}"
    return f"{row.deal.number + 1:>2}{size}{dealer}"


def _cell(entries: list[SheetEntry], first: bool) -> tuple[str, str]:
    if not entries:
        return ("", "")
    points = sum(entry.points for entry in entries)
    return ("".join(facts(entries[-1])), number(points) if first else signed(points))


def _style(cell: tuple[str, str], first: bool, left: int, right: int) -> Text:
    before, points = cell
    text = Text(f"{before:>{left}}{GAP}" if left else "", style="dim")
    style = "red" if points.startswith("−") else "" if first else "green"
    text.append(f"{points:>{right}}", style=style)
    return text


def console_for(stream_is_terminal: bool, width: int) -> Console:
    """A console on the standard output: as wide as a terminal is, else ``width``; colour only on a terminal."""
    return Console(width=None if stream_is_terminal else width, highlight=False, markup=False, emoji=False)


def sheet_text(record: MatchRecord, words: Catalogue, width: int) -> str:
    """The sheet as a text without colours."""
    stream = io.StringIO()
    console = Console(
        file=stream, width=width, no_color=True, force_terminal=False, highlight=False, markup=False, emoji=False
    )
    print_sheet(record, words, console)
    return stream.getvalue().lstrip("\n")
