"""From the parse tree to the syntax tree: cards, places, variables, values and patterns."""

from __future__ import annotations

from rulespec.syntax import ast
from rulespec.syntax.build_stmts import StmtBuilder
from rulespec.syntax.tree import Branch, Child


class DeckBuilder(StmtBuilder):
    """Builds the declarations of what lies on the table."""

    def card_decl(self, branch: Branch) -> ast.Decl:
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "deck":
                return ast.Deck(tuple(self.deck_item(one) for one in c), span=span)
            case "value":
                name, *rows, cites = c
                return ast.Value(
                    self.ident(name), tuple(self.row(row) for row in rows), cites=self.cites(cites), span=span
                )
            case "zone":
                ordered = self.branch(c[0]).rule == "pile"
                return ast.Zone(
                    ordered, self.ident(c[1]), self._index(c[2]), self._seen(c[3]), cites=self.cites(c[4]), span=span
                )
            case "note":
                return ast.CardNote(self.ident(c[0]), self.type(c[1]), span=span)
            case "groups":
                name, pattern, seen, fields, cites = c
                return ast.Groups(
                    self.ident(name), self.word(pattern), self._seen(seen), self.params(fields),
                    cites=self.cites(cites), span=span,
                )  # fmt: skip
            case "var":
                name, index, type_, initial, scope, cites = c
                return ast.Var(
                    self.ident(name), self._index(index), self.type(type_), self.opt_expr(initial), self.ident(scope),
                    cites=self.cites(cites), span=span,
                )  # fmt: skip
            case "pattern":
                name, params, anyof, *items, cites = c
                return ast.Pattern(
                    self.ident(name),
                    self.params(params),
                    () if anyof is None else self.idents(anyof),
                    tuple(self._pattern_item(item) for item in items),
                    cites=self.cites(cites),
                    span=span,
                )
        raise AssertionError(branch.rule)

    def deck_item(self, child: Child) -> ast.DeckItem:
        """One line of a ``deck``."""
        branch = self.branch(child)
        *c, last = branch.children
        cites, span = self.cites(last), self.span(branch)
        match branch.rule:
            case "suits":
                return ast.Suits(self.idents(c[0]), cites=cites, span=span)
            case "ranks_item":
                return ast.Ranks(tuple(self.rank_span(one) for one in c), cites=cites, span=span)
            case "jokers":
                return ast.Jokers(self.number(c[0]), cites=cites, span=span)
            case "copies":
                return ast.Copies(self.bound(c[0]), cites=cites, span=span)
            case "alike":
                return ast.Alike(self.word(c[0]), cites=cites, span=span)
            case "mark":
                return ast.Mark(self.ident(c[0]), self.selectors(c[1]), cites=cites, span=span)
            case "without":
                return ast.Without(self.selectors(c[0]), "", None, cites=cites, span=span)
            case "without_where":
                return ast.Without((), self.word(c[0]), self.expr(c[1]), cites=cites, span=span)
        raise AssertionError(branch.rule)

    def row(self, child: Child) -> ast.ValueRow:
        """One line of a ``value``."""
        branch = self.branch(child)
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "row_ranks":
                return ast.ValueRow(self.rank_span(c[0]), None, self.expr(c[1]), span=span)
            case "row_face":
                rank = self.leaf(c[0])
                ranks = ast.RankSpan(self.bound(rank), None, span=self.span(rank))
                return ast.ValueRow(ranks, self.word(c[1]), self.expr(c[2]), span=span)
            case "row_else":
                return ast.ValueRow(None, None, self.expr(c[0]), span=span)
        raise AssertionError(branch.rule)

    def _index(self, child: Child) -> tuple[ast.IndexSpec, ...]:
        return () if child is None else tuple(self._dimension(one) for one in self.branch(child).children)

    def _dimension(self, child: Child) -> ast.IndexSpec:
        branch = self.branch(child)
        first, second = branch.children
        if branch.rule == "dim_type":
            binder = None if first is None else self.word(first)
            return ast.NameIndex(binder, self.word(second), span=self.span(branch))
        return ast.RangeIndex(self.bound(first), self.bound(second), span=self.span(branch))

    def _seen(self, child: Child) -> tuple[ast.Viewer, ...]:
        viewers: list[ast.Viewer] = []
        for branch in map(self.branch, self.branch(child).children):
            who, also, when = branch.children
            partner = None if also is None else self.word(also)
            viewers.append(ast.Viewer(self.word(who), partner, self.opt_expr(when), span=self.span(branch)))
        return tuple(viewers)

    def _pattern_item(self, child: Child) -> ast.PatternItem:
        branch = self.branch(child)
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "psize":
                return ast.PSize(self.number(c[0]), self.number(c[0]), span=span)
            case "psize_range":
                return ast.PSize(self.number(c[0]), self.number(c[1]), span=span)
            case "psize_least":
                return ast.PSize(self.number(c[0]), None, span=span)
            case "psame":
                return ast.PSame(self.word(c[0]), span=span)
            case "pdistinct":
                return ast.PDistinct(self.word(c[0]), span=span)
            case "pconsecutive":
                return ast.PConsecutive(self.word(c[0]), None if c[1] is None else self.bound(c[1]), span=span)
            case "pwild":
                return ast.PWild(self.word(c[0]), self.opt_int(c[1]), c[2] is not None, span=span)
            case "pnatural":
                return ast.PNatural(self.number(c[0]), span=span)
            case "ptotal":
                return ast.PTotal(self.word(c[0]), self.bound(c[1]), span=span)
            case "pparts":
                return ast.PParts(self.idents(c[0]), span=span)
        raise AssertionError(branch.rule)
