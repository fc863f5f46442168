"""Printing the declarations of what lies on the table: cards, places, variables, values and patterns."""

from __future__ import annotations

from typing import assert_never

from rulespec.syntax import ast
from rulespec.syntax.format_exprs import (
    CONTINUED,
    SUM,
    idents,
    listed,
    param_docs,
    rank_span_text,
    selector_text,
    type_text,
    with_cites,
)
from rulespec.syntax.format_stmts import StmtPrinter
from rulespec.syntax.layout import Doc, Line, concat, group, join, nest
from rulespec.syntax.remarks import Row


class DeckPrinter(StmtPrinter):
    """Prints the declarations of cards and of where they lie."""

    def card_decl(
        self, item: ast.Deck | ast.Zone | ast.CardNote | ast.Groups | ast.Var | ast.Value | ast.Pattern
    ) -> Doc:
        match item:
            case ast.Deck(items):
                opening = self.remarks.opening(items[0].span.start if items else item.span.end)
                rows: list[Row] = []
                for one in items:
                    rows += self.remarks.unit(one, self.deck_item)
                rows += self.remarks.rest(item.span.end)
                return concat("deck ", self.remarks.braced(opening, rows))
            case ast.Zone(ordered, name, index, seen):
                word = "pile" if ordered else "zone"
                return with_cites(concat(f"{word} {name.text}{_index_text(index)}", self._seen(seen)), item.cites)
            case ast.CardNote(name, type_):
                return f"note {name.text}: {type_text(type_)}"
            case ast.Groups(name, pattern, seen, fields):
                docs: list[Doc] = [f"{field.name}: {type_text(field.type)}" for field in fields]
                end = listed(" { ", docs, " }") if docs else ""
                return with_cites(group(f"groups {name.text} of {pattern}", self._seen(seen), end), item.cites)
            case ast.Var(name, index, type_, initial, scope):
                head: Doc = f"var {name.text}{_index_text(index)}: {type_text(type_)}"
                if initial is not None:
                    head = self.value(concat(head, " ="), initial)
                return with_cites(concat(head, f"  per {scope.text}"), item.cites)
            case ast.Value(name, rows_):
                return with_cites(concat(f"value {name.text} ", self._value_rows(item, rows_)), item.cites)
            case ast.Pattern():
                return with_cites(self._pattern(item), item.cites)
        assert_never(item)

    def _value_rows(self, item: ast.Value, rows: tuple[ast.ValueRow, ...]) -> Doc:
        opening = self.remarks.opening(rows[0].span.start)
        printed: list[Row] = []
        for row in rows:
            tail = "" if row is rows[-1] else ","
            printed += self.remarks.unit(row, self.value_row, tail)
        printed += self.remarks.rest(item.span.end)
        docs = [row.doc for row in printed]
        return group("{", opening, nest(Line(), join(Line(), docs)), Line(), "}")

    def value_row(self, row: ast.ValueRow) -> Doc:
        head = "else" if row.ranks is None else rank_span_text(row.ranks)
        suit = "" if row.suit is None else f" of {row.suit}"
        return concat(f"{head}{suit}: ", self.expr(row.value, SUM))

    def _pattern(self, pattern: ast.Pattern) -> Doc:
        rows: list[Row] = []
        if pattern.anyof:
            start = pattern.anyof[0].span.start
            rows.append(Row(" or ".join(one.text for one in pattern.anyof), start, pattern.anyof[-1].span.end))
        opening: Doc = "" if rows or not pattern.items else self.remarks.opening(pattern.items[0].span.start)
        for one in pattern.items:
            rows += self.remarks.unit(one, _pattern_item_text)
        rows += self.remarks.rest(pattern.span.end)
        head = concat(f"pattern {pattern.name.text}", param_docs(pattern.params), " ")
        if not rows:
            return concat(head, "{}")
        return concat(head, group("{", opening, nest(Line(), join(Line("  "), [row.doc for row in rows])), Line(), "}"))

    def deck_item(self, item: ast.DeckItem) -> Doc:
        if isinstance(item, ast.Without) and item.where is not None:
            return with_cites(concat(f"without {item.name} where ", self.expr(item.where)), item.cites)
        return with_cites(_deck_item_text(item), item.cites)

    def _seen(self, seen: tuple[ast.Viewer, ...]) -> Doc:
        docs: list[Doc] = []
        for viewer in seen:
            who = viewer.who if viewer.also is None else f"{viewer.who} and {viewer.also}"
            docs.append(who if viewer.when is None else concat(f"{who} when ", self.expr(viewer.when)))
        return group("  seen by ", nest(join(concat(",", Line()), docs), by=CONTINUED))


def _index_text(index: tuple[ast.IndexSpec, ...]) -> str:
    parts: list[str] = []
    for one in index:
        match one:
            case ast.NameIndex(binder, type_):
                parts.append(type_ if binder is None else f"{binder}: {type_}")
            case ast.RangeIndex(low, high):
                parts.append(f"{low}..{high}")
            case _:
                assert_never(one)
    return f"[{', '.join(parts)}]" if parts else ""


def _deck_item_text(item: ast.DeckItem) -> str:
    match item:
        case ast.Suits(names):
            return f"suits {idents(names)}"
        case ast.Ranks(spans):
            return "ranks " + ", ".join(rank_span_text(span) for span in spans)
        case ast.Jokers(count):
            return f"jokers {count}"
        case ast.Copies(count):
            return f"copies {count}"
        case ast.Alike(attribute):
            return f"alike by {attribute}"
        case ast.Mark(name, on):
            return f"mark {name.text} on " + ", ".join(selector_text(card) for card in on)
        case ast.Without(cards):
            return "without " + ", ".join(selector_text(card) for card in cards)
    assert_never(item)


def _pattern_item_text(item: ast.PatternItem) -> str:
    match item:
        case ast.PSize(low, high):
            return f"size >= {low}" if high is None else f"size {low}" if low == high else f"size {low}..{high}"
        case ast.PSame(attribute):
            return f"same {attribute}"
        case ast.PDistinct(attribute):
            return f"distinct {attribute}"
        case ast.PConsecutive(attribute, also_low):
            return f"consecutive {attribute}" + ("" if also_low is None else f" also {also_low} low")
        case ast.PWild(mark, most, as_face):
            return f"wild {mark}" + ("" if most is None else f" at most {most}") + " as face" * as_face
        case ast.PNatural(least):
            return f"natural at least {least}"
        case ast.PTotal(value, amount):
            return f"total {value} {amount}"
        case ast.PParts(patterns):
            return f"parts {idents(patterns)}"
    assert_never(item)
