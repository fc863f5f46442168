"""Printing blocks and statements."""

from __future__ import annotations

from typing import assert_never

from rulespec.syntax import ast
from rulespec.syntax.format_exprs import (
    CONTINUED,
    PREFIX,
    SUM,
    ExprPrinter,
    cites_text,
    listed,
    quoted,
    with_cites,
)
from rulespec.syntax.layout import Doc, Hard, Line, breaks, concat, group, join, nest
from rulespec.syntax.remarks import Row


class StmtPrinter(ExprPrinter):
    """Prints statements. A block of one statement stands in one line if it fits there."""

    def block(self, block: ast.Block) -> Doc:
        return group(self.loose_block(block))

    def loose_block(self, block: ast.Block) -> Doc:
        """A block whose braces break with the lines around them."""
        first = block.body[0].span.start if block.body else block.span.end
        opening = self.remarks.opening(first)
        return self.braces(opening, self.cites_row(block.cites, block.span.start) + self.rows(block))

    def rows(self, block: ast.Block) -> list[Row]:
        rows = [row for stmt in block.body for row in self.remarks.unit(stmt, self.stmt)]
        return rows + self.remarks.rest(block.span.end)

    def cites_row(self, cites: ast.Cites, start: int) -> list[Row]:
        return [Row(cites_text(cites), start, cites[-1].span.end)] if cites else []

    def braces(self, opening: Doc, rows: list[Row]) -> Doc:
        """One row may stand between the braces, several stand below each other."""
        if not rows and not opening:
            return "{}"
        if len(rows) == 1 and not opening:
            return concat("{", nest(Line(), rows[0].doc), Line(), "}")
        body = nest(Hard(), self.remarks.stacked(rows)) if rows else ""
        return concat("{", opening, body, Hard(), "}")

    def stmt(self, node: ast.Stmt) -> Doc:
        return with_cites(self._stmt(node), node.cites)

    def _stmt(self, node: ast.Stmt) -> Doc:
        match node:
            case ast.Let(name, value):
                return self.value(f"let {name} =", value)
            case ast.Assign(name, index, op, value):
                target = concat(name, listed("[", self.exprs(index), "]") if index else "", f" {op}")
                return self.value(target, value)
            case ast.Run(phase, args, among):
                call = concat(f"run {phase}", self._arguments(args))
                return call if among is None else concat(call, " among ", self.expr(among))
            case ast.Step(name, block):
                return concat(f"step {name} ", self.block(block))
            case ast.Leave():
                return "leave"
            case ast.End(phase):
                return f"end {phase}"
            case ast.Replay(phase, most, then):
                head = f"replay {phase}" + ("" if most is None else f" at most {most}")
                return head if then is None else concat(f"{head} then ", self.block(then))
            case ast.Award(points, to, kind):
                return group(
                    "award ", self.expr(points), nest(Line(), "to ", self.expr(to), f" as {kind}", by=CONTINUED)
                )
            case ast.Say(text):
                return f"say {quoted(text)}"
            case ast.WinnerIs(who):
                return concat("winner ", self.expr(who))
            case ast.Ask():
                return self._ask(node)
            case ast.If() | ast.For() | ast.Cycle() | ast.Repeat():
                return self._control(node)
            case ast.MoveCards() | ast.MoveCount() | ast.Give() | ast.Shuffle() | ast.Place() | ast.AddCard():
                return self._card_stmt(node)
        assert_never(node)

    def _card_stmt(self, node: ast.MoveCards | ast.MoveCount | ast.Give | ast.Shuffle | ast.Place | ast.AddCard) -> Doc:
        match node:
            case ast.MoveCards(cards, to, notes):
                return group("move ", self.expr(cards), " to ", self.expr(to), self._notes(notes))
            case ast.MoveCount(at_most, amount, source, to, notes):
                count = "all" if amount is None else self.expr(amount, SUM)
                head = concat("move at most " if at_most else "move ", count)
                return group(head, " from ", self.expr(source, PREFIX), " to ", self.expr(to), self._notes(notes))
            case ast.Give(amount, source, hand, start):
                count = "all" if amount is None else concat(self.expr(amount), " each")
                where = concat(" from ", self.expr(source, PREFIX), f" to {hand} starting ")
                return concat("give ", count, where, self.expr(start, PREFIX))
            case ast.Shuffle(what, into):
                head = concat("shuffle ", self.expr(what, PREFIX))
                return head if into is None else concat(head, " into ", self.expr(into, PREFIX))
            case ast.Place(combo, groups, notes):
                return group("place ", self.expr(combo), f" on {groups}", self._notes(notes))
            case ast.AddCard(card, group_, face):
                head = concat("add ", self.expr(card), " to ", self.expr(group_, PREFIX))
                return head if face is None else concat(head, " as ", self.expr(face, PREFIX))
        assert_never(node)

    def _control(self, node: ast.If | ast.For | ast.Cycle | ast.Repeat) -> Doc:
        match node:
            case ast.If():
                return group(self._if(node))
            case ast.For(binder, block):
                return concat("for ", group(self.binder(binder)), " ", self.block(block))
            case ast.Cycle(binder, until, most, block, otherwise):
                head: list[Doc] = [self.binder(binder)]
                if until is not None:
                    head += [Line(), "until ", self.expr(until)]
                head += [Line(), "at most ", self.expr(most)]
                start = concat("cycle ", group(nest(*head, by=CONTINUED)), " ")
                return concat(start, self.block(block), self._otherwise(otherwise))
            case ast.Repeat(at_most, count, block, otherwise):
                start = concat("repeat at most " if at_most else "repeat ", self.expr(count), " ")
                return concat(start, self.block(block), self._otherwise(otherwise))
        assert_never(node)

    def _if(self, node: ast.If) -> Doc:
        head = concat("if ", self.expr(node.condition), " ", self.loose_block(node.then))
        match node.otherwise:
            case None:
                return head
            case ast.If():
                return concat(head, " else ", self._if(node.otherwise))
            case ast.Block():
                return concat(head, " else ", self.loose_block(node.otherwise))
        assert_never(node.otherwise)

    def _ask(self, node: ast.Ask) -> Doc:
        head: list[Doc] = ["ask ", self.expr(node.who, PREFIX)]
        if node.actor is not None:
            head += [" for ", self.expr(node.actor, PREFIX)]
        head.append(" secretly: " if node.secretly else ": ")
        offers = [self._alternative(one) for one in node.alternatives]
        if any(breaks(offer) for offer in offers):
            offered = join(" or ", offers)
        else:
            offered = group(nest(join(concat(Line(), "or "), offers), by=CONTINUED))
        return concat(*head, offered, self._otherwise(node.otherwise))

    def _alternative(self, node: ast.Alternative) -> Doc:
        head = concat(node.move, self._arguments(node.args))
        return head if node.block is None else concat(head, " ", self.block(node.block))

    def _otherwise(self, node: ast.Otherwise_ | None) -> Doc:
        if node is None:
            return ""
        if node.block is not None:
            return concat(" else ", self.block(node.block))
        return f" else fault {quoted(node.fault)}" if node.fault is not None else ""

    def _arguments(self, args: tuple[ast.Expr, ...]) -> Doc:
        return listed("(", self.exprs(args), ")") if args else ""

    def _notes(self, notes: tuple[ast.Note, ...]) -> Doc:
        if not notes:
            return ""
        docs = [concat(f"{note.name} = ", self.expr(note.value)) for note in notes]
        return nest(Line(), "with ", join(concat(",", Line()), docs), by=CONTINUED)
