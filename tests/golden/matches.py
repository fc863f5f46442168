"""Which whole matches are recorded, and how each is played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rulespec.bots import RandomBot
from rulespec.cli.common import Loaded, load
from rulespec.interpreter.game import EngineGame
from rulespec.reports.json_report import report
from rulespec.reports.play import play
from rulespec.reports.sheet import console_for, print_sheet
from rulespec.reports.transcript import transcript
from rulespec.reports.translations import catalogue

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent / "matches"


@dataclass(frozen=True)
class GoldenMatch:
    """A match that is recorded: a spec, how many play, the options that differ from their defaults, a seed."""

    spec: str
    players: int
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    seed: int = 1

    @property
    def name(self) -> str:
        parts = [self.spec, str(self.players), *(f"{key}-{value}".lower() for key, value in self.options.items())]
        return "_".join(parts)


MATCHES = [
    GoldenMatch("joker_ru", 2, seed=36),
    GoldenMatch("joker_ru", 3),
    GoldenMatch("joker_ru", 4, seed=363),
    GoldenMatch("joker_ru", 4, {"strict": True}),
    GoldenMatch("joker_ru", 4, {"tariff": "minus"}),
    GoldenMatch("joker_ru", 4, {"strict": True, "tariff": "minus"}),
    GoldenMatch("joker_ru", 3, {"strict": True, "tariff": "minus", "cutting": False}),
    *(GoldenMatch("jokeren13", players) for players in (2, 3, 4)),
    GoldenMatch("jokeren13", 3, {"opening": 50}),
    GoldenMatch("jokeren13", 2, {"opening": 0, "joker_left": 50}),
    *(GoldenMatch("joker_de", players) for players in (2, 3, 4, 5, 6)),
    GoldenMatch("joker_de", 3, {"enforcement": "penalize"}),
    GoldenMatch("joker_de", 4, {"refill": True}),
    GoldenMatch("joker_de", 4, {"mode": "three"}),
    *(GoldenMatch("joker_de_bank", players) for players in range(2, 9)),
    GoldenMatch("joker_de_bank", 3, {"rounds": 10}),
    GoldenMatch("joker_de_bank", 4, {"limit": 100}),
]
"""The seeds 36 and 363 are ones by which a seat that plays at random is exact in a whole stage: entries after it."""


@cache
def loaded(spec: str) -> Loaded:
    return load(ROOT / "specs" / f"{spec}.rules")


@dataclass(frozen=True)
class Recording:
    """The texts of a match: transcript and sheet as a person reads them, and the report."""

    text: str
    data: str


def recording(match: GoldenMatch) -> Recording:
    """Plays a match. The report leaves the digest of the spec's texts out: a remark in a spec changes no match."""
    source = loaded(match.spec)
    game = EngineGame(source.program, players=match.players, options=dict(match.options))
    record = play(game, RandomBot(match.seed), match.seed)
    words = catalogue("en")
    console = console_for(False, 80)
    with console.capture() as captured:
        print_sheet(record, words, console)
    lines = [line.rstrip() for line in [*transcript(record, words, 80), *captured.get().splitlines()]]
    data = report(record, source.sha256)
    del data["spec_sha256"]
    entries = ",\n".join("  " + json.dumps(entry) for entry in data.pop("entries"))
    deals = ",\n".join("  " + json.dumps(deal) for deal in data.pop("deals"))
    rest = json.dumps(data, ensure_ascii=False, indent=1)[:-2]
    return Recording("\n".join(lines) + "\n", f'{rest},\n "deals": [\n{deals}\n ],\n "entries": [\n{entries}\n ]\n}}\n')
