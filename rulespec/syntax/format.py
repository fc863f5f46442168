"""Printing a syntax tree as tidy text.

``parse(format(parse(text)))`` equals ``parse(text)``, and a text once formatted stays as it is. Two blanks a level,
lines of at most 110 characters where that can be done without breaking a text in quotes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulespec.syntax import ast
from rulespec.syntax.format_decks import DeckPrinter
from rulespec.syntax.format_exprs import (
    CONTINUED,
    RANGE,
    SUM,
    cites_text,
    idents,
    listed,
    param_docs,
    quoted,
    type_text,
    with_cites,
)
from rulespec.syntax.layout import Doc, Hard, Line, concat, group, join, nest, render
from rulespec.syntax.remarks import Remarks, Row
from rulespec.syntax.tokens import Comment

WIDTH = 110
"""The widest line."""


def format_spec(spec: ast.Spec, comments: Sequence[Comment] | None = None) -> str:
    """A spec as text.

    With the comments of the one text that it was read from (``parse_with_comments``; perhaps none), these are kept, and
    so are single empty lines. With ``None`` the tree may come from anywhere, such as several files merged; empty
    lines then stand between unlike and between long declarations.
    """
    source = None if comments is None else spec.span.source
    printer = SpecPrinter(Remarks(source, comments or ()))
    return render(printer.spec(spec, source is not None), WIDTH)


def format_item(item: ast.Item) -> str:
    """One declaration or edit as text, without comments."""
    return render(SpecPrinter(Remarks(None, ())).item(item), WIDTH).rstrip("\n")


def phrase(node: ast.Expr | ast.Block | ast.MoveParam | ast.ScheduleItem | ast.ValueRow | ast.DeckItem) -> str:
    """A part of a declaration in one line, for messages."""
    printer = SpecPrinter(Remarks(None, ()))
    doc: Doc
    match node:
        case ast.Block():
            doc = printer.block(node)
        case ast.Given() | ast.Chosen():
            doc = printer.move_param(node)
        case ast.Dealt() | ast.Stage() | ast.Hook() | ast.Winner():
            doc = printer.schedule_item(node)
        case ast.ValueRow():
            doc = printer.value_row(node)
        case ast.Suits() | ast.Ranks() | ast.Jokers() | ast.Copies() | ast.Alike() | ast.Mark() | ast.Without():
            doc = printer.deck_item(node)
        case _:
            doc = printer.expr(node)
    return " ".join(render(doc, 10_000).split())


class SpecPrinter(DeckPrinter):
    """Prints declarations, edits and whole specs."""

    def spec(self, spec: ast.Spec, keep_empty_lines: bool) -> Doc:
        before = self.remarks.rest(spec.span.start)
        first = spec.items[0].span.start if spec.items else spec.span.end
        head = concat(f"rules {spec.version}", self.remarks.opening(first))
        start = spec.span.start
        rows = [*before, Row(head, start, start)]
        for item in spec.items:
            rows += self.remarks.unit(item, self.item)
        rows += self.remarks.rest(len(self.remarks.text) + 1)
        if keep_empty_lines:
            return self.remarks.stacked(rows)
        return self._spread(spec.items, rows)

    def _spread(self, items: Sequence[ast.Item], rows: Sequence[Row]) -> Doc:
        """The rows of a spec without a source: an empty line wherever the kind of declaration changes."""
        parts: list[Doc] = [rows[0].doc]
        for i, row in enumerate(rows[1:]):
            same = i > 0 and type(items[i - 1]) is type(items[i])
            long = isinstance(items[i], (ast.Move, ast.Phase, ast.Rule, ast.Schedule, ast.Deck, ast.ReplaceEdit))
            parts += [Hard(blank=not same or long), row.doc]
        return concat(*parts)

    def item(self, item: ast.Item) -> Doc:
        match item:
            case ast.Game():
                return self._game(item)
            case ast.Library(name, needs):
                needed = " needs " + ", ".join(f"{need.kind} {need.name}" for need in needs) if needs else ""
                return f"library {name.text}{needed}"
            case ast.Use(file):
                return f"use {quoted(file)}"
            case ast.Extends(file):
                return f"extends {quoted(file)}"
            case ast.Relation(how, file):
                return f"{how} {quoted(file)}"
            case (
                ast.Cite()
                | ast.SetEdit()
                | ast.StageEdit()
                | ast.Drop()
                | ast.AddEdit()
                | ast.StepEdit()
                | ast.FineEdit()
                | ast.ReplaceEdit()
            ):
                return self._edit(item)
            case _:
                return self.decl(item)

    def _game(self, game: ast.Game) -> Doc:
        lines: list[ast.Title | ast.Text | ast.Seats] = [*game.titles]
        lines += [line for line in (game.sources, game.seats) if line is not None]
        if self.remarks.text:
            lines.sort(key=lambda line: line.span.start)
        opening = self.remarks.opening(lines[0].span.start if lines else game.span.end)
        rows: list[Row] = []
        for line in lines:
            rows += self.remarks.unit(line, _game_line)
        if game.teams is not None:
            rows.append(Row(f"teams {game.teams}", game.span.end, game.span.end))
        rows += self.cites_row(game.cites, game.span.end)
        rows += self.remarks.rest(game.span.end)
        return concat(f"game {game.name.text} ", self.remarks.braced(opening, rows))

    def decl(self, item: ast.Decl) -> Doc:
        match item:
            case ast.Option(name, type_, default, doc):
                head = f"option {name.text}: {_option_type_text(type_)} ="
                return with_cites(self._documented(self.value(head, default), doc), item.cites)
            case ast.Preset():
                return self._preset(item)
            case ast.Const(name, value, doc):
                return with_cites(self._documented(self.value(f"const {name.text} =", value), doc), item.cites)
            case ast.Enum(name, members):
                docs: list[Doc] = [member.text for member in members]
                return with_cites(listed(f"enum {name.text} {{ ", docs, " }"), item.cites)
            case ast.Convention(name, text, decides):
                head = f"convention {name.text} {quoted(text)}"
                return group(head, nest(Line("  "), f"decides {idents(decides)}", by=CONTINUED))
            case ast.Invariant(name, text, condition):
                head = f"invariant {name.text} {quoted(text)}:"
                return with_cites(self.value(head, condition), item.cites)
            case ast.Setup(name, text, condition):
                return with_cites(self.value(f"setup {name.text} {quoted(text)}:", condition), item.cites)
            case ast.Rule():
                return with_cites(self._rule(item), item.cites)
            case ast.Move():
                return self._move(item)
            case ast.Phase():
                return self._phase(item)
            case ast.Schedule(name, items):
                opening = self.remarks.opening(items[0].span.start if items else item.span.end)
                rows = self.cites_row(item.cites, item.span.start)
                for one in items:
                    rows += self.remarks.unit(one, self.schedule_item)
                rows += self.remarks.rest(item.span.end)
                return concat(f"schedule {name.text} ", self.remarks.braced(opening, rows))
            case _:
                return self.card_decl(item)

    def _documented(self, doc: Doc, text: ast.Text | None) -> Doc:
        return doc if text is None else group(doc, nest(Line("  "), quoted(text), by=CONTINUED))

    def _preset(self, preset: ast.Preset) -> Doc:
        doc = f" {quoted(preset.doc)}" if preset.doc else ""
        settings = [concat(f"{one.option.text} = ", self.expr(one.value)) for one in preset.settings]
        return group(f"preset {preset.name.text}{doc} {{ ", nest(join(Line("  "), settings), by=CONTINUED), " }")

    def _rule(self, rule: ast.Rule) -> Doc:
        type_ = "" if rule.type is None else f": {type_text(rule.type)}"
        head = concat(f"rule {rule.name.text}", param_docs(rule.params), type_)
        if not rule.braced:
            return self.value(concat(head, " ="), rule.value)
        opening = self.remarks.opening((rule.lets[0] if rule.lets else rule.value).span.start)
        rows: list[Row] = []
        for let in rule.lets:
            rows += self.remarks.unit(let, self._rule_let)
        rows += self.remarks.unit(rule.value, lambda value: self.value("return", value))
        rows += self.remarks.rest(rule.span.end)
        return concat(head, " ", group(self.braces(opening, rows)))

    def _rule_let(self, let: ast.RuleLet) -> Doc:
        return self.value(f"let {let.name} =", let.value)

    def _move(self, move: ast.Move) -> Doc:
        head: list[Doc] = [f"move {move.name.text}"]
        if move.params:
            head.append(listed("(", [self.move_param(param) for param in move.params], ")"))
        if move.silent:
            head.append(" silent")
        if move.says is not None:
            head.append(nest(Line(), f"says {quoted(move.says)}", by=CONTINUED))
        start = group(*head)
        if not move.braced:
            body = [concat(" ", self.clause(clause)) for clause in move.clauses]
            return with_cites(concat(start, *body), move.cites)
        opening = self.remarks.opening(move.clauses[0].span.start if move.clauses else move.span.end)
        rows = self.cites_row(move.cites, move.span.start)
        for clause in move.clauses:
            rows += self.remarks.unit(clause, self.clause)
        rows += self.remarks.rest(move.span.end)
        return concat(start, " ", self.remarks.braced(opening, rows))

    def move_param(self, param: ast.MoveParam) -> Doc:
        if isinstance(param, ast.Given):
            return f"{param.name}: {type_text(param.type)}"
        binder = self.binder(param.binder)
        return binder if param.when is None else concat(binder, " when ", self.expr(param.when))

    def clause(self, clause: ast.Clause) -> Doc:
        match clause:
            case ast.Forbid(name, condition, message, fined, fined_when, fined_cites):
                cites = f"  {cites_text(clause.cites)}" if clause.cites else ""
                doc = self._refusal(f"forbid {name.text}", condition, quoted(message) + cites)
                if fined is None:
                    return doc
                when: Doc = "" if fined_when is None else concat("when ", self.expr(fined_when), " ")
                penalty = group(doc, nest(Line(), "fined ", when, self.block(fined)))
                return with_cites(penalty, fined_cites)
            case ast.Fine(name, condition, message, block):
                doc = self._refusal(f"fine {name.text}", condition, quoted(message))
                return with_cites(concat(doc, " ", self.block(block)), clause.cites)
            case ast.ClauseLet(name, value):
                return self.value(f"let {name} =", value)
            case ast.Do(block):
                return concat("do ", self.block(block))
        assert_never(clause)

    def _refusal(self, head: str, condition: ast.Expr, message: str) -> Doc:
        """The message stands in a line of its own if the line is too long."""
        return group(concat(f"{head} when ", self.expr(condition)), nest(Line(), message))

    def _phase(self, phase: ast.Phase) -> Doc:
        head = concat(f"phase {phase.name.text}", param_docs(phase.params), " ")
        nodes: list[ast.Node] = [*phase.ensures, *phase.block.body]
        opening = self.remarks.opening(nodes[0].span.start if nodes else phase.block.span.end)
        rows = self.cites_row(phase.cites, phase.span.start)
        for ensure in phase.ensures:
            rows += self.remarks.unit(ensure, self._ensure)
        rows += self.rows(phase.block)
        return concat(head, group(self.braces(opening, rows)))

    def _ensure(self, ensure: ast.Ensure) -> Doc:
        head = f"ensure {ensure.name.text} {quoted(ensure.message)}:"
        return with_cites(self.value(head, ensure.condition), ensure.cites)

    def schedule_item(self, item: ast.ScheduleItem) -> Doc:
        match item:
            case ast.Dealt(by, then):
                head = concat("dealt by ", self.expr(by))
                return with_cites(head if then is None else concat(head, " then ", self.expr(then)), item.cites)
            case ast.Stage(name, title, count, sizes, until, runs):
                start = f"stage {name.text} " + ("" if title is None else f"{quoted(title)} ")
                end = "" if runs is None else f" runs {runs}"
                return with_cites(group(start, self._deals(count, sizes, until), end), item.cites)
            case ast.Hook(phase, after):
                return with_cites(f"run {phase} after {after}", item.cites)
            case ast.Winner(who, ties):
                end = "" if ties is None else f", ties {ties}"
                return with_cites(concat("winner ", self.expr(who), end), item.cites)
        assert_never(item)

    def _deals(self, count: ast.Expr | None, sizes: ast.Expr | None, until: ast.Until | None) -> Doc:
        parts: list[Doc] = []
        if count is not None:
            parts += [self.expr(count, SUM), " "]
        parts.append("deals")
        if sizes is not None:
            parts += [" of ", self.expr(sizes, RANGE)]
        if until is not None:
            condition = self.expr(until.condition)
            parts.append(nest(Line(), "until ", condition, " at most ", self.expr(until.most), by=CONTINUED))
        return concat(*parts)

    def _edit(self, edit: ast.Edit) -> Doc:
        match edit:
            case ast.Cite(path, cites):
                return f"cite {path}: {idents(cites)}"
            case ast.SetEdit(path, value):
                return with_cites(self.value(f"set {path} =", value), edit.cites)
            case ast.StageEdit(path, count, sizes, until, runs):
                phase = f" runs {runs}" if runs is not None else ""
                return with_cites(group(f"set {path} = ", self._deals(count, sizes, until), phase), edit.cites)
            case ast.Drop(path):
                return f"drop {path}"
            case ast.AddEdit(path, before, items):
                where = "" if before is None else f" before {before.text}"
                opening = self.remarks.opening(items[0].span.start if items else edit.span.end)
                rows: list[Row] = []
                for one in items:
                    rows += self.remarks.unit(one, self._added)
                rows += self.remarks.rest(edit.span.end)
                return concat(f"add to {path}{where} ", group(self.braces(opening, rows)))
            case ast.StepEdit(how, path, block):
                return with_cites(concat(f"{how} {path} ", self.block(block)), edit.cites)
            case ast.FineEdit(path, when, block):
                condition: Doc = "" if when is None else concat("when ", self.expr(when), " ")
                return with_cites(concat(f"fine {path} ", condition, self.block(block)), edit.cites)
            case ast.ReplaceEdit(declaration):
                return concat("replace ", self.decl(declaration))
        assert_never(edit)

    def _added(self, item: ast.AddItem) -> Doc:
        match item:
            case ast.Forbid() | ast.Fine() | ast.ClauseLet() | ast.Do():
                return self.clause(item)
            case ast.Arm():
                return self.arm(item)
            case ast.ValueRow():
                return self.value_row(item)
            case ast.Dealt() | ast.Stage() | ast.Hook() | ast.Winner():
                return self.schedule_item(item)
            case ast.Ensure():
                return self._ensure(item)
            case _:
                return self.deck_item(item)


def _game_line(line: ast.Title | ast.Text | ast.Seats) -> str:
    match line:
        case ast.Title(language, text):
            return f"title {language} {quoted(text)}"
        case ast.Text():
            return f"sources {quoted(line)}"
        case ast.Seats():
            return _seats_text(line)
    assert_never(line)


def _seats_text(seats: ast.Seats) -> str:
    if seats.is_range:
        text = f"players {seats.counts[0]}..{seats.counts[-1]}"
    else:
        text = "players " + " or ".join(str(count) for count in seats.counts)
    return text if seats.default is None else f"{text} default {seats.default}"


def _option_type_text(type_: ast.RangeOption | ast.ChoiceOption | ast.TypedOption) -> str:
    match type_:
        case ast.RangeOption(low, high):
            return f"{low}..{high}"
        case ast.ChoiceOption(members):
            return " | ".join(str(member) for member in members)
        case ast.TypedOption(name, optional):
            return name + "?" * optional
    assert_never(type_)
