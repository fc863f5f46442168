"""From the parse tree to the syntax tree: blocks and statements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from rulespec.syntax import ast
from rulespec.syntax.build_exprs import ExprBuilder
from rulespec.syntax.source import Span
from rulespec.syntax.tree import Branch, Child


class StmtBuilder(ExprBuilder):
    """Builds statements; a ``cites`` goes to the statement before it, or to the block that it opens."""

    def block(self, child: Child) -> ast.Block:
        branch = self.branch(child)
        cites, body = self.body(branch.children)
        return ast.Block(cites, body, span=self.span(branch))

    def opt_block(self, child: Child) -> ast.Block | None:
        return None if child is None else self.block(child)

    def body(self, children: Iterable[Child]) -> tuple[ast.Cites, tuple[ast.Stmt, ...]]:
        """The citations that stand first, and the statements with theirs."""
        first: ast.Cites = ()
        body: list[ast.Stmt] = []
        for child in children:
            branch = self.branch(child)
            if branch.rule != "cites":
                body.append(self.stmt(branch))
            elif body:
                span = Span(self.source, body[-1].span.start, branch.end)
                body[-1] = replace(body[-1], cites=body[-1].cites + self.cites(branch), span=span)
            else:
                first += self.cites(branch)
        return first, tuple(body)

    def stmt(self, branch: Branch) -> ast.Stmt:
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "let":
                return ast.Let(self.word(c[0]), self.expr(c[1]), span=span)
            case "assign":
                return ast.Assign(self.word(c[0]), self.exprs(c[1]), self.word(c[2]), self.expr(c[3]), span=span)
            case "run":
                return ast.Run(self.word(c[0]), self.exprs(c[1]), self.opt_expr(c[2]), span=span)
            case "step":
                return ast.Step(self.word(c[0]), self.block(c[1]), span=span)
            case "leave":
                return ast.Leave(span=span)
            case "end":
                return ast.End(self.word(c[0]), span=span)
            case "replay":
                return ast.Replay(self.word(c[0]), self.opt_int(c[1]), self.opt_block(c[2]), span=span)
            case "award":
                return ast.Award(self.expr(c[0]), self.expr(c[1]), self.word(c[2]), span=span)
            case "say":
                return ast.Say(self.text(c[0]), span=span)
            case "winner_is":
                return ast.WinnerIs(self.expr(c[0]), span=span)
            case "ask":
                return self._ask(branch)
            case "if_" | "for_" | "cycle" | "repeat" | "repeat_most":
                return self._control(branch)
        return self._card_stmt(branch)

    def _card_stmt(self, branch: Branch) -> ast.Stmt:
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "move_cards":
                return ast.MoveCards(self.expr(c[0]), self.expr(c[1]), self._notes(c[2]), span=span)
            case "move_count" | "move_at_most":
                return ast.MoveCount(
                    branch.rule == "move_at_most",
                    self._amount(c[0]),
                    self.expr(c[1]),
                    self.expr(c[2]),
                    self._notes(c[3]),
                    span=span,
                )
            case "give":
                return ast.Give(self._amount(c[0]), self.expr(c[1]), self.word(c[2]), self.expr(c[3]), span=span)
            case "shuffle":
                return ast.Shuffle(self.expr(c[0]), self.opt_expr(c[1]), span=span)
            case "place":
                return ast.Place(self.expr(c[0]), self.word(c[1]), self._notes(c[2]), span=span)
            case "add_card":
                return ast.AddCard(self.expr(c[0]), self.expr(c[1]), self.opt_expr(c[2]), span=span)
        raise AssertionError(branch.rule)

    def _control(self, branch: Branch) -> ast.Stmt:
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "if_":
                return ast.If(self.expr(c[0]), self.block(c[1]), self._else(c[2]), span=span)
            case "for_":
                return ast.For(self.binder(c[0]), self.block(c[1]), span=span)
            case "cycle":
                return ast.Cycle(
                    self.binder(c[0]),
                    self.opt_expr(c[1]),
                    self.expr(c[2]),
                    self.block(c[3]),
                    self._otherwise(c[4]),
                    span=span,
                )
            case "repeat":
                return ast.Repeat(False, self.expr(c[0]), self.block(c[1]), None, span=span)
            case "repeat_most":
                return ast.Repeat(True, self.expr(c[0]), self.block(c[1]), self._otherwise(c[2]), span=span)
        raise AssertionError(branch.rule)

    def _ask(self, branch: Branch) -> ast.Ask:
        who, actor, secretly, alternatives, otherwise = branch.children
        return ast.Ask(
            self.expr(who),
            self.opt_expr(actor),
            secretly is not None,
            tuple(self._alternative(one) for one in self.branch(alternatives).children),
            self._otherwise(otherwise),
            span=self.span(branch),
        )

    def _alternative(self, child: Child) -> ast.Alternative:
        branch = self.branch(child)
        name, args, block = branch.children
        return ast.Alternative(self.word(name), self.exprs(args), self.opt_block(block), span=self.span(branch))

    def _else(self, child: Child) -> ast.Block | ast.If | None:
        if child is None:
            return None
        branch = self.branch(child)
        return cast(ast.If, self._control(branch)) if branch.rule == "if_" else self.block(branch)

    def _otherwise(self, child: Child) -> ast.Otherwise_ | None:
        if child is None:
            return None
        branch = self.branch(child)
        if branch.rule == "else_fault":
            return ast.Otherwise_(None, self.text(branch.children[0]), span=self.span(branch))
        return ast.Otherwise_(self.block(branch.children[0]), None, span=self.span(branch))

    def _amount(self, child: Child) -> ast.Expr | None:
        return None if self.branch(child).rule == "all_" else self.expr(child)

    def _notes(self, child: Child) -> tuple[ast.Note, ...]:
        if child is None:
            return ()
        notes = [self.branch(one) for one in self.branch(child).children]
        return tuple(
            ast.Note(self.word(note.children[0]), self.expr(note.children[1]), span=self.span(note)) for note in notes
        )
