"""The JSON report of a match; ``rulespec/schemas/run.schema.json`` describes it."""

from __future__ import annotations

from typing import Any

from rulespec.reports.record import DealStart, MatchRecord, SheetEntry

SCHEMA = 1
"""Version of the report; it grows only when a reader of the former could be misled."""


def report(record: MatchRecord, spec_sha256: str) -> dict[str, Any]:
    """The report as plain data. Deals, seats and teams count from 0."""
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "game": record.game,
        "spec_sha256": spec_sha256,
        "options": dict(record.options),
        "players": record.players,
        "seed": record.seed,
        "deals": [_deal(deal, record.runs) for deal in record.deals],
        "entries": [_entry(entry) for entry in record.entries],
        "totals": list(record.totals),
        "winners": list(record.winners),
        "decisions": record.decisions,
    }
    if record.unfinished is not None:
        data["unfinished"] = record.unfinished
    return data


def _deal(deal: DealStart, runs: int) -> dict[str, Any]:
    data: dict[str, Any] = {"stage": deal.stage, "size": deal.size, "dealer": deal.dealer}
    if runs > 1:
        data["run"] = deal.run
    return data


def _entry(entry: SheetEntry) -> dict[str, Any]:
    data: dict[str, Any] = {
        "stage": entry.stage,
        "deal": entry.deal,
        "seat": entry.seat,
        "kind": entry.kind,
        "points": entry.points,
    }
    if entry.team is not None:
        data["team"] = entry.team
    return data
