"""Patterns: shapes of cards, each flattened so that it stands by itself."""

from __future__ import annotations

from rulespec.compiler.resolve.context import Context, Env
from rulespec.compiler.resolve.expressions import Exprs
from rulespec.compiler.resolve.symbols import PatternSymbol, ValueSymbol
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.syntax import ast

ATTRIBUTES = ("rank", "suit", "face")
PATTERN_LEVELS = 32
MAX_SHAPES = 64
MAX_PARTS = 64


class PatternLowering:
    """Flattens patterns: what a pattern demands is added to each shape of the patterns it names."""

    def __init__(self, context: Context, exprs: Exprs) -> None:
        self.context = context
        self.exprs = exprs
        self.report = context.report
        self._open: list[str] = []
        self._parts: dict[int, int] = {}

    def lower(self, symbol: PatternSymbol) -> prog.PatternDecl:
        """The pattern with its shapes; done once per pattern."""
        tables = self.context.tables
        done = tables.patterns[symbol.index]
        if done is not None:
            return done
        decl = symbol.decl
        name = decl.name.text
        if name in self._open:
            self.report.error(
                "RS501", f"pattern '{name}' is built on itself", decl.name.span, "say in one of them what it takes"
            )
            return prog.PatternDecl(name, (), (), -1)
        if len(self._open) >= PATTERN_LEVELS:
            self.report.error(
                "RS257",
                f"more than {PATTERN_LEVELS} patterns are built one upon the other here",
                decl.name.span,
                "say in one pattern what several say",
            )
            return prog.PatternDecl(name, (), (), -1)
        self._open.append(name)
        env = Env("table", name)
        params: list[int] = []
        for param in decl.params:
            local = tables.local()
            params.append(local)
            env = env.bind(param.name, ir.Local(local, self.exprs.type_of(param.type)))
        shapes: list[prog.Shape] = []
        if decl.anyof:
            for ident in decl.anyof:
                inner = self._pattern(ident)
                if inner is not None:
                    shapes.extend(self.lower(inner).shapes)
        else:
            shapes.append(prog.Shape(name, 1, None, (), (), None, None, None, 0, (), ()))
        if len(shapes) > MAX_SHAPES:
            self.report.error(
                "RS257",
                f"'{name}' can be made in {len(shapes)} ways, and {MAX_SHAPES} is the most",
                decl.name.span,
                "name each pattern once, and fewer of them",
            )
            shapes = []
        made = tuple(s for shape in shapes if (s := self._refined(shape, decl, env)) is not None)
        self._open.pop()
        count = self._parts[symbol.index] = sum(1 + self._parts.get(part, 0) for shape in made for part in shape.parts)
        if count > MAX_PARTS:
            self.report.error(
                "RS257",
                f"'{name}' is made of {count} parts, with the parts of its parts, and {MAX_PARTS} is the most",
                decl.name.span,
                "name fewer parts",
            )
            made, self._parts[symbol.index] = (), 0
        result = prog.PatternDecl(name, tuple(params), made, tables.loc(decl.name.span))
        tables.patterns[symbol.index] = result
        return result

    def _pattern(self, ident: ast.Ident) -> PatternSymbol | None:
        symbol = self.context.symbols.get(ident.text)
        if isinstance(symbol, PatternSymbol):
            return symbol
        names = [n for n, s in self.context.symbols.items() if isinstance(s, PatternSymbol)]
        self.report.unknown("pattern", ident.text, ident.span, names)
        return None

    def _attribute(self, name: str, node: ast.Node) -> str:
        if name not in ATTRIBUTES:
            self.report.unknown("attribute of cards", name, node.span, ATTRIBUTES)
        return name

    def _refined(self, shape: prog.Shape, decl: ast.Pattern, env: Env) -> prog.Shape | None:
        low, high = shape.size_low, shape.size_high
        same, distinct = list(shape.same), list(shape.distinct)
        consecutive, also_low, wild, natural = shape.consecutive, shape.also_low, shape.wild, shape.natural
        totals, parts = list(shape.totals), list(shape.parts)
        for item in decl.items:
            match item:
                case ast.PSize(low=least, high=most):
                    low = max(low, least)
                    high = most if high is None else high if most is None else min(high, most)
                case ast.PSame(attribute=attribute):
                    same.append(self._attribute(attribute, item))
                case ast.PDistinct(attribute=attribute):
                    distinct.append(self._attribute(attribute, item))
                case ast.PConsecutive(attribute=attribute, also_low=rank):
                    if attribute != "rank":
                        self.report.error(
                            "RS253", "only ranks follow one another", item.span, "write: consecutive rank"
                        )
                    consecutive = "rank"
                    if rank is not None:
                        also_low = self._rank(rank, item)
                case ast.PWild(mark=mark, most=most, as_face=as_face):
                    wild = prog.Wild(self._mark(mark, item), most, "face" if as_face else "rank")
                case ast.PNatural(least=least):
                    natural = max(natural, least)
                case ast.PTotal(value=value, amount=amount):
                    total = self._total(value, amount, item, env)
                    if total is not None:
                        totals.append(total)
                case ast.PParts(patterns=patterns):
                    for ident in patterns:
                        inner = self._pattern(ident)
                        if inner is not None:
                            self.lower(inner)
                            parts.append(inner.index)
        if high is not None and low > high:
            self.report.error("RS254", f"nothing can match: at least {low} cards and at most {high}", decl.name.span)
            return None
        return prog.Shape(
            shape.name,
            low,
            high,
            tuple(same),
            tuple(distinct),
            consecutive,
            also_low,
            wild,
            natural,
            tuple(totals),
            tuple(parts),
        )

    def _rank(self, word: ast.RankWord, node: ast.Node) -> int | None:
        ranks = self.context.deck.ranks
        if str(word) not in ranks:
            self.report.unknown("rank", str(word), node.span, ranks)
            return None
        return ranks.index(str(word))

    def _mark(self, mark: str, node: ast.Node) -> int:
        deck = self.context.deck
        if mark in deck.marks:
            return deck.marks[mark]
        if mark == "joker" and deck.jokers:
            return -1
        self.report.unknown("mark of the deck", mark, node.span, [*deck.marks, *(["joker"] if deck.jokers else [])])
        return -1

    def _total(self, value: str, amount: int | str, node: ast.Node, env: Env) -> prog.Total | None:
        symbol = self.context.symbols.get(value)
        if not isinstance(symbol, ValueSymbol):
            names = [n for n, s in self.context.symbols.items() if isinstance(s, ValueSymbol)]
            self.report.unknown("value table", value, node.span, names)
            return None
        kind = self.context.tables.values[symbol.index].type
        if isinstance(kind, ty.Int) and kind.low < 0:
            self.report.error("RS255", f"totals need values of zero or more, and '{value}' goes below", node.span)
        if isinstance(amount, int):
            return prog.Total(symbol.index, ir.Const(amount, ty.Int(amount, amount)))
        made = self.exprs.number(ast.Name(amount, span=node.span), env)
        return prog.Total(symbol.index, made)
