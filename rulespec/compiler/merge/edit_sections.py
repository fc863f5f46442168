"""Edits of the two sections without a name: ``set game.players``, ``set deck.ranks`` and the like."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulespec.compiler.diagnostic_sink import DiagnosticSink
from rulespec.compiler.merge.merged_spec import MergedSpec
from rulespec.syntax import ast

DECK_LINES: dict[str, type] = {
    "suits": ast.Suits,
    "ranks": ast.Ranks,
    "jokers": ast.Jokers,
    "copies": ast.Copies,
    "alike": ast.Alike,
}

DROPPED: dict[str, type] = {**DECK_LINES, "mark": ast.Mark, "without": ast.Without}
"""Lines of the deck that are taken away by their word."""
SECTIONS = {"game": ("players", "teams"), "deck": tuple(DECK_LINES)}
"""The parts of the two sections that a path can reach."""


class Sections:
    """Sets parts of ``game`` and ``deck``."""

    merged: MergedSpec
    report: DiagnosticSink

    def set_section(self, path: ast.Path, value: ast.Expr) -> None:
        words = [step.text for step in path.steps]
        if words[0] == "deck" and self.merged.deck is not None and len(words) == 2:
            self._set_deck(path, value, self.merged.deck)
            return
        game = self.merged.game
        if words == ["game", "players"] and game is not None:
            seats = _seats(value)
            old = game.seats.default if game.seats is not None else None
            if seats is not None and old in seats.counts:
                seats = replace(seats, default=old)
            if seats is None:
                self.report.error("RS211", "players are a number or a range, as in 2..4", value.span)
            else:
                self.merged.game = replace(game, seats=seats)
        elif words == ["game", "teams"] and game is not None:
            teams = (
                value.text if isinstance(value, ast.Name) else value.value if isinstance(value, ast.IntLit) else None
            )
            if teams is None:
                self.report.error("RS211", "teams are 'across' or a number", value.span)
            else:
                self.merged.game = replace(game, teams=teams)
        else:
            self.report.unknown(
                "part of",
                ".".join(words),
                path.span,
                ["game.players", "game.teams", *(f"deck.{w}" for w in DECK_LINES)],
            )

    def _set_deck(self, path: ast.Path, value: ast.Expr, deck: ast.Deck) -> None:
        word = path.steps[1].text
        made = _deck_line(word, value)
        if word not in DECK_LINES:
            self.report.unknown("line of the deck:", word, path.steps[1].span, DECK_LINES)
            return
        if made is None:
            self.report.error(
                "RS211",
                f"this cannot be the deck's {word}",
                value.span,
                "write a list, as in [7, 8, 9, 10, J, Q, K, A]" if word in ("ranks", "suits") else "write a number",
            )
            return
        kind = DECK_LINES[word]
        kept = [replace(made, cites=item.cites) if isinstance(item, kind) else item for item in deck.items]
        if not any(isinstance(item, kind) for item in deck.items):
            kept.append(made)
        self.merged.deck = replace(deck, items=tuple(kept))


def _seats(value: ast.Expr) -> ast.Seats | None:
    match value:
        case ast.IntLit(value=n):
            return ast.Seats((n,), False, None, span=value.span)
        case ast.Range(low=ast.IntLit(value=low), high=ast.IntLit(value=high)) if low <= high <= low + 32:
            return ast.Seats(tuple(range(low, high + 1)), True, None, span=value.span)
        case _:
            return None


def _rank_word(item: ast.Expr) -> ast.RankWord | None:
    match item:
        case ast.IntLit(value=n):
            return n
        case ast.Name(text=text):
            return text
        case _:
            return None


def _deck_line(word: str, value: ast.Expr) -> Any:
    span = value.span
    match word, value:
        case (("jokers" | "copies"), ast.IntLit(value=n)):
            return ast.Jokers(n, span=span) if word == "jokers" else ast.Copies(n, span=span)
        case "copies", ast.Name(text=text):
            return ast.Copies(text, span=span)
        case "alike", ast.Name(text=text):
            return ast.Alike(text, span=span)
        case "ranks", ast.ListLit(items=items):
            words = [_rank_word(item) for item in items]
            spans = tuple(
                ast.RankSpan(w, None, span=i.span) for w, i in zip(words, items, strict=True) if w is not None
            )
            return ast.Ranks(spans, span=span) if len(spans) == len(items) else None
        case "suits", ast.ListLit(items=items):
            names = tuple(ast.Ident(i.text, span=i.span) for i in items if isinstance(i, ast.Name))
            return ast.Suits(names, span=span) if len(names) == len(items) else None
        case _:
            return None
