"""From the parse tree to the syntax tree: names, types and expressions."""

from __future__ import annotations

from rulespec.syntax import ast
from rulespec.syntax.diagnostics import Diagnostic
from rulespec.syntax.source import Source, Span
from rulespec.syntax.tree import Branch, Child, Leaf


class ExprBuilder:
    """Builds expressions. The tree comes from the grammar, so a shape not foreseen here is a defect of ours.

    Recursive; the parser bounds the depth of the trees it hands over.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Diagnostic] = []

    # ------------------------------------------------------------ small parts

    def span(self, node: Branch | Leaf) -> Span:
        return Span(self.source, node.start, node.end)

    def branch(self, child: Child) -> Branch:
        assert isinstance(child, Branch), child
        return child

    def leaf(self, child: Child) -> Leaf:
        assert isinstance(child, Leaf), child
        return child

    def word(self, child: Child) -> str:
        return self.leaf(child).text

    def ident(self, child: Child) -> ast.Ident:
        leaf = self.leaf(child)
        return ast.Ident(leaf.text, span=self.span(leaf))

    def idents(self, child: Child) -> tuple[ast.Ident, ...]:
        return tuple(self.ident(name) for name in self.branch(child).children)

    def text(self, child: Child) -> ast.Text:
        leaf = self.leaf(child)
        return ast.Text(leaf.text[1:-1], span=self.span(leaf))

    def opt_text(self, child: Child) -> ast.Text | None:
        return None if child is None else self.text(child)

    def cites(self, child: Child) -> ast.Cites:
        return () if child is None else self.idents(self.branch(child).children[0])

    def number(self, child: Child) -> int:
        """A whole number, perhaps with a minus sign."""
        if isinstance(child, Branch):
            return -self.number(child.children[0])
        return int(self.word(child))

    def bound(self, child: Child) -> int | str:
        """A number or a name."""
        if isinstance(child, Leaf) and child.kind == "NAME":
            return child.text
        return self.number(child)

    def opt_int(self, child: Child) -> int | None:
        return None if child is None else self.number(child)

    def path(self, child: Child) -> ast.Path:
        branch = self.branch(child)
        steps = [self.leaf(step) for step in branch.children]
        return ast.Path(tuple(self.ident(step) for step in steps if step.text != "."), span=self.span(branch))

    def selector(self, child: Child) -> ast.Selector:
        branch = self.branch(child)
        rank, suit = branch.children
        return ast.Selector(self.bound(rank), None if suit is None else self.word(suit), span=self.span(branch))

    def selectors(self, child: Child) -> tuple[ast.Selector, ...]:
        return tuple(self.selector(one) for one in self.branch(child).children)

    def rank_span(self, child: Child) -> ast.RankSpan:
        branch = self.branch(child)
        low, high = branch.children
        return ast.RankSpan(self.bound(low), None if high is None else self.bound(high), span=self.span(branch))

    # ------------------------------------------------------------ types

    def type(self, child: Child) -> ast.TypeExpr:
        branch = self.branch(child)
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "type_name" | "type_maybe":
                return ast.NamedType(self.word(c[0]), branch.rule == "type_maybe", span=span)
            case "type_set":
                return ast.SetType(self.word(c[0]), span=span)
            case "type_list":
                return ast.ListType(self.word(c[0]), self.number(c[1]), span=span)
            case "type_range" | "type_range_maybe":
                optional = branch.rule == "type_range_maybe"
                return ast.RangeType(self.bound(c[0]), self.bound(c[1]), optional, span=span)
        raise AssertionError(branch.rule)

    def param(self, child: Child) -> ast.Param:
        branch = self.branch(child)
        name, type_ = branch.children
        return ast.Param(self.word(name), self.type(type_), span=self.span(branch))

    def params(self, child: Child) -> tuple[ast.Param, ...]:
        return () if child is None else tuple(self.param(one) for one in self.branch(child).children)

    # ------------------------------------------------------------ expressions

    def opt_expr(self, child: Child) -> ast.Expr | None:
        return None if child is None else self.expr(child)

    def exprs(self, child: Child) -> tuple[ast.Expr, ...]:
        """The items of an argument list or subscript; none if it is absent."""
        return () if child is None else tuple(self.expr(one) for one in self.branch(child).children)

    def binder(self, child: Child) -> ast.Binder:
        branch = self.branch(child)
        name, domain, start, where = branch.children
        return ast.Binder(
            self.word(name), self.expr(domain), self.opt_expr(start), self.opt_expr(where), span=self.span(branch)
        )

    def expr(self, child: Child) -> ast.Expr:
        branch = self.branch(child)
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "int":
                return ast.IntLit(self.number(c[0]), span=span)
            case "name":
                return ast.Name(self.word(c[0]), span=span)
            case "maybe":
                return ast.Maybe(self.word(c[0]), span=span)
            case "deck_lit":
                return ast.DeckLit(span=span)
            case "stage_lit":
                return ast.StageLit(span=span)
            case "list":
                return ast.ListLit(self.exprs(branch), span=span)
            case "face":
                return ast.FaceLit(self.number(c[0]), self.word(c[1]), span=span)
            case "apply":
                return ast.Apply(self.word(c[0]), None, self.expr(c[1]), span=span)
            case "apply_args":
                return ast.Apply(self.word(c[0]), self.exprs(c[1]), self.expr(c[2]), span=span)
            case "call":
                return ast.Call(self.word(c[0]), self.exprs(c[1]), span=span)
            case "index":
                return ast.Index(self.expr(c[0]), self.exprs(c[1]), span=span)
            case "comp":
                return ast.Comp(self.word(c[0]), self.expr(c[1]), self.binder(c[2]), self.opt_expr(c[3]), span=span)
            case "select":
                return ast.Select(self.word(c[0]), self.binder(c[1]), self.opt_expr(c[2]), span=span)
            case "cases":
                return self._cases(branch)
            case "cond":
                return ast.Cond(self.expr(c[0]), self.expr(c[1]), self.expr(c[2]), span=span)
        return self._operator(branch)

    def _operator(self, branch: Branch) -> ast.Expr:
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "the_":
                return ast.The(self.expr(c[0]), span=span)
            case "neg":
                return ast.Neg(self.expr(c[0]), span=span)
            case "not_":
                return ast.Not(self.expr(c[0]), span=span)
            case "and_":
                return ast.And(self.expr(c[0]), self.expr(c[1]), span=span)
            case "or_":
                return ast.Or(self.expr(c[0]), self.expr(c[1]), span=span)
            case "bin":
                return ast.Bin(self.word(c[1]), self.expr(c[0]), self.expr(c[2]), span=span)
            case "compare":
                return ast.Compare(self.word(c[1]), self.expr(c[0]), self.expr(c[2]), span=span)
            case "range":
                return ast.Range(self.expr(c[0]), self.expr(c[1]), span=span)
            case "otherwise":
                return ast.Otherwise(self.expr(c[0]), self.expr(c[1]), span=span)
            case "in_" | "not_in":
                return ast.In(self.expr(c[0]), self.expr(c[1]), branch.rule == "not_in", span=span)
            case "is_" | "is_not":
                return ast.Is(self.expr(c[0]), self.selector(c[1]), branch.rule == "is_not", span=span)
            case "matches":
                return ast.Matches(self.expr(c[0]), self.word(c[1]), span=span)
            case "has":
                return ast.Has(self.expr(c[0]), self.word(c[1]), span=span)
            case "can":
                return ast.Can(self.expr(c[0]), self.word(c[1]), span=span)
        raise AssertionError(branch.rule)

    def arm(self, child: Child) -> ast.Arm:
        branch = self.branch(child)
        name, condition, value, cites = branch.children
        return ast.Arm(
            None if name is None else self.ident(name),
            self.expr(condition),
            self.expr(value),
            self.cites(cites),
            span=self.span(branch),
        )

    def _cases(self, branch: Branch) -> ast.Cases:
        *arms, last = branch.children
        value, cites = self.branch(last).children
        return ast.Cases(
            tuple(self.arm(arm) for arm in arms), self.expr(value), self.cites(cites), span=self.span(branch)
        )
