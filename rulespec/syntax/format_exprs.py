"""Printing names, types and expressions."""

from __future__ import annotations

from typing import assert_never

from rulespec.syntax import ast
from rulespec.syntax.layout import Doc, Hard, Line, concat, group, join, nest
from rulespec.syntax.remarks import Remarks

EXPR, OR, AND, NOT, COMPARISON, RANGE, OTHERWISE, SUM, PRODUCT, UNARY, PREFIX, POSTFIX, PRIMARY = range(13)
"""How tightly forms bind, loosest first: the levels of the grammar."""

CONTINUED = 4
"""Indentation of a line that goes on."""


def cites_text(cites: ast.Cites) -> str:
    return "cites " + ", ".join(cite.text for cite in cites)


def with_cites(doc: Doc, cites: ast.Cites) -> Doc:
    """A doc and, behind it, the statements that it implements."""
    return group(doc, nest(Line("  "), cites_text(cites), by=CONTINUED)) if cites else doc


def idents(names: tuple[ast.Ident, ...]) -> str:
    return ", ".join(name.text for name in names)


def quoted(text: ast.Text) -> str:
    return f'"{text.value}"'


def listed(opening: str, docs: list[Doc], closing: str) -> Doc:
    """Items in brackets; a break may come after each comma."""
    return group(opening, nest(join(concat(",", Line()), docs), by=CONTINUED), closing)


def type_text(type_: ast.TypeExpr) -> str:
    match type_:
        case ast.NamedType(name, optional):
            return name + "?" * optional
        case ast.SetType(element):
            return f"set of {element}"
        case ast.ListType(element, most):
            return f"list of {element} at most {most}"
        case ast.RangeType(low, high, optional):
            return f"{low}..{high}" + "?" * optional
    assert_never(type_)


def selector_text(selector: ast.Selector) -> str:
    return f"{selector.word}" if selector.suit is None else f"{selector.word} of {selector.suit}"


def rank_span_text(ranks: ast.RankSpan) -> str:
    return f"{ranks.low}" if ranks.high is None else f"{ranks.low}..{ranks.high}"


def param_docs(params: tuple[ast.Param, ...]) -> Doc:
    """``(a: T, b: U)``, or nothing."""
    docs: list[Doc] = [f"{param.name}: {type_text(param.type)}" for param in params]
    return listed("(", docs, ")") if docs else ""


class ExprPrinter:
    """Prints expressions, with brackets exactly where the levels of the grammar ask for them."""

    def __init__(self, remarks: Remarks) -> None:
        self.remarks = remarks

    def expr(self, node: ast.Expr, level: int = EXPR) -> Doc:
        """An expression for a place that takes forms of at least the given level."""
        if _level(node) < level:
            return group("(", nest(self._bare(node), by=CONTINUED), ")")
        return self._bare(node)

    def exprs(self, nodes: tuple[ast.Expr, ...]) -> list[Doc]:
        return [self.expr(node) for node in nodes]

    def value(self, head: Doc, node: ast.Expr) -> Doc:
        """``head = VALUE``; the value may stand in the next line, unless it is ``cases``."""
        if isinstance(node, ast.Cases):
            return concat(head, " ", self.expr(node))
        return group(head, nest(Line(), self.expr(node), by=CONTINUED))

    def binder(self, binder: ast.Binder) -> Doc:
        parts: list[Doc] = [binder.name, " in ", self.expr(binder.domain, RANGE)]
        if binder.start is not None:
            parts += [" from ", self.expr(binder.start)]
        if binder.where is not None:
            parts += [Line(), "where ", self.expr(binder.where)]
        return nest(*parts, by=CONTINUED)

    def arm(self, arm: ast.Arm) -> Doc:
        """``name when condition: value``, with its citations."""
        name = f"{arm.name.text} " if arm.name is not None else ""
        head = concat(name, "when ", self.expr(arm.condition), ":")
        return with_cites(self.value(head, arm.value), arm.cites)

    def _bare(self, node: ast.Expr) -> Doc:
        match node:
            case ast.IntLit(value):
                return str(value)
            case ast.Name(text):
                return text
            case ast.Maybe(name):
                return f"{name}?"
            case ast.DeckLit():
                return "deck"
            case ast.StageLit():
                return "stage"
            case ast.FaceLit(rank, suit):
                return f"{rank} of {suit}"
            case ast.ListLit(items):
                return listed("[", self.exprs(items), "]")
            case ast.Call(function, args):
                return listed(f"{function}(", self.exprs(args), ")")
            case ast.Apply(function, args, operand):
                head: Doc = function if args is None else listed(f"{function}(", self.exprs(args), ")")
                return concat(head, " of ", self.expr(operand, PREFIX))
            case ast.Index(base, args):
                return concat(self.expr(base, POSTFIX), listed("[", self.exprs(args), "]"))
            case ast.Comp() | ast.Select():
                return self._quantified(node)
            case ast.Cases():
                return self._cases(node)
            case ast.Cond(condition, then, otherwise):
                start = concat("if ", self.expr(condition))
                return group(
                    start, nest(Line(), "then ", self.expr(then), Line(), "else ", self.expr(otherwise), by=CONTINUED)
                )
            case ast.The(operand):
                return concat("the ", self.expr(operand, PREFIX))
            case ast.Neg(operand):
                return concat("-", self.expr(operand, UNARY))
            case ast.Not(operand):
                return concat("not ", self.expr(operand, NOT))
            case ast.And() | ast.Or() | ast.Bin():
                return self._chain(node)
            case _:
                return self._relation(node)

    def _relation(
        self,
        node: ast.Range | ast.Otherwise | ast.Compare | ast.In | ast.Is | ast.Matches | ast.Has | ast.Can,
    ) -> Doc:
        match node:
            case ast.Range(low, high):
                return concat(self.expr(low, OTHERWISE), "..", self.expr(high, OTHERWISE))
            case ast.Otherwise(left, right):
                return concat(self.expr(left, SUM), " otherwise ", self.expr(right, SUM))
            case ast.Compare(op, left, right):
                return concat(self.expr(left, RANGE), f" {op} ", self.expr(right, RANGE))
            case ast.In(item, collection, negated):
                word = " not in " if negated else " in "
                return concat(self.expr(item, RANGE), word, self.expr(collection, RANGE))
            case ast.Is(subject, selector, negated):
                word = " is not " if negated else " is "
                return concat(self.expr(subject, RANGE), word, selector_text(selector))
            case ast.Matches(subject, pattern):
                return concat(self.expr(subject, RANGE), f" matches {pattern}")
            case ast.Has(subject, pattern):
                return concat(self.expr(subject, RANGE), f" has {pattern}")
            case ast.Can(subject, move):
                return concat(self.expr(subject, RANGE), f" can {move}")
        assert_never(node)

    def _chain(self, node: ast.And | ast.Or | ast.Bin) -> Doc:
        """``a and b and c``: a break may come before each operator of one level."""
        level = _level(node)
        links: list[tuple[str, ast.Expr]] = []
        first: ast.Expr = node
        while isinstance(first, (ast.And, ast.Or, ast.Bin)) and _level(first) == level:
            op = "and" if isinstance(first, ast.And) else "or" if isinstance(first, ast.Or) else first.op
            links.append((op, first.right))
            first = first.left
        parts: list[Doc] = [self.expr(first, level)]
        for op, operand in reversed(links):
            parts += [Line(), f"{op} ", self.expr(operand, level + 1)]
        return group(nest(*parts, by=CONTINUED))

    def _quantified(self, node: ast.Comp | ast.Select) -> Doc:
        parts: list[Doc] = []
        if isinstance(node, ast.Comp):
            parts += [f"{node.function}(", self.expr(node.body), Line(), "for ", self.binder(node.binder)]
        else:
            parts += [f"{node.word}(", self.binder(node.binder)]
        if node.by is not None:
            parts += [Line(), "by ", self.expr(node.by)]
        return group(nest(*parts, by=CONTINUED), ")")

    def _cases(self, node: ast.Cases) -> Doc:
        first = node.arms[0] if node.arms else node.otherwise
        opening = self.remarks.opening(first.span.start)
        rows = [row for arm in node.arms for row in self.remarks.unit(arm, self.arm)]
        last = (node.otherwise, *node.otherwise_cites)[-1]
        rows += self.remarks.unit(
            node.otherwise,
            lambda value: with_cites(self.value("else:", value), node.otherwise_cites),
            end=last.span.end,
        )
        rows += self.remarks.rest(node.span.end)
        return group("cases {", opening, nest(Hard(), self.remarks.stacked(rows)), Hard(), "}")


def _level(node: ast.Expr) -> int:
    match node:
        case ast.Cond():
            return EXPR
        case ast.Or():
            return OR
        case ast.And():
            return AND
        case ast.Not():
            return NOT
        case ast.Compare() | ast.In() | ast.Is() | ast.Matches() | ast.Has() | ast.Can():
            return COMPARISON
        case ast.Range():
            return RANGE
        case ast.Otherwise():
            return OTHERWISE
        case ast.Bin(op):
            return SUM if op in ("+", "-") else PRODUCT
        case ast.Neg():
            return UNARY
        case ast.IntLit(value):
            return UNARY if value < 0 else PRIMARY
        case ast.Apply() | ast.FaceLit() | ast.The():
            return PREFIX
        case ast.Index():
            return POSTFIX
        case _:
            return PRIMARY
