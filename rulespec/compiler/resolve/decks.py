"""Deck and value tables: the declarations about cards."""

from __future__ import annotations

from functools import partial

from rulespec.compiler.diagnostic_sink import DiagnosticSink
from rulespec.compiler.merge.merged_spec import MergedSpec
from rulespec.compiler.resolve.constant_eval import ConstantEvaluator
from rulespec.compiler.resolve.context import Context, DeckFacts, Env
from rulespec.compiler.resolve.expressions import Exprs
from rulespec.compiler.resolve.symbols import BAD, ConstSymbol, OptionSymbol
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.ir.walk import rebuilt, walk
from rulespec.syntax import ast
from rulespec.syntax.source import Span

MAX_CARDS = 1024
"""The largest deck."""
MAX_RANKS = 61
"""The longest span of ranks."""


def rank_words(merged: MergedSpec, report: DiagnosticSink) -> list[tuple[str, Span]]:
    """The deck's ranks, spans written out."""
    found: list[tuple[str, Span]] = []
    for item in merged.deck.items if merged.deck else ():
        if not isinstance(item, ast.Ranks):
            continue
        for span in item.spans:
            if span.high is None:
                found.append((str(span.low), span.span))
            elif isinstance(span.low, int) and isinstance(span.high, int):
                found.extend((str(n), span.span) for n in _span_of_ranks(span.low, span.high, span.span, report))
            else:
                hint = "write the ranks one by one, as in J, Q, K, A"
                report.error("RS250", "a span of ranks runs between two numbers", span.span, hint)
                found.extend((str(word), span.span) for word in (span.low, span.high))
    return found


def _span_of_ranks(low: int, high: int, span: Span, report: DiagnosticSink) -> range:
    """The ranks from one number to another; where they cannot be, those that may have been meant."""
    if low > high:
        report.error("RS250", "a span of ranks runs upwards", span, f"write {high}..{low}")
        low, high = high, low
    count = high - low + 1
    if count > MAX_RANKS:
        most = f"{MAX_RANKS} is the most"
        report.error("RS250", f"this span has {count} ranks, and {most}", span, f"end it at {low + MAX_RANKS - 1}")
    return range(low, min(high, low + MAX_RANKS - 1) + 1)


def deck_facts(merged: MergedSpec, report: DiagnosticSink) -> DeckFacts:
    """Suits, ranks, jokers and marks of the deck, checked."""
    facts = DeckFacts()
    if merged.deck is None:
        return facts
    suits: list[str] = []
    for item in merged.deck.items:
        if isinstance(item, ast.Suits):
            for name in item.names:
                if name.text in suits:
                    report.error("RS201", f"suit '{name.text}' stands twice", name.span)
                else:
                    suits.append(name.text)
        elif isinstance(item, ast.Jokers):
            facts.jokers, facts.speaks_of_jokers = item.count, True
    ranks: list[str] = []
    for word, place in rank_words(merged, report):
        if word in ranks:
            report.error("RS201", f"rank {word} stands twice", place)
        elif word == "joker":
            report.error("RS250", "jokers are not named among the ranks", place, "write: jokers 2")
        else:
            ranks.append(word)
    facts.suits, facts.ranks = tuple(suits), tuple(ranks)
    facts.pips = tuple(int(r) if r.isdigit() else None for r in ranks)
    marks = [item for item in merged.deck.items if isinstance(item, ast.Mark)]
    for i, mark in enumerate(marks):
        if mark.name.text in facts.marks or mark.name.text in ranks or mark.name.text in suits:
            report.error("RS201", f"'{mark.name.text}' already names something of the deck", mark.name.span)
        facts.marks[mark.name.text] = i
    if not suits or not ranks:
        report.error("RS250", "a deck needs suits and ranks", merged.deck.span, "write: suits …  ranks …")
    facts.size_most = len(suits) * len(ranks) * _copies_most(merged) + facts.jokers
    if facts.size_most > MAX_CARDS:
        report.error(
            "RS250",
            f"this deck may have {facts.size_most} cards, and {MAX_CARDS} is the most",
            merged.deck.span,
            "fewer copies, or fewer ranks and suits",
        )
        facts.size_most = MAX_CARDS
    return facts


def _copies_most(merged: MergedSpec) -> int:
    for item in merged.deck.items if merged.deck else ():
        if isinstance(item, ast.Copies) and isinstance(item.count, str):
            option = merged.find("name", item.count)
            if isinstance(option, ast.Option) and isinstance(option.type, ast.RangeOption):
                return option.type.high
    counts = merged.game.seats.counts if merged.game is not None and merged.game.seats is not None else (1,)
    return max(copies(merged, players) for players in counts)


def lower_deck(context: Context, exprs: Exprs, env: Env) -> prog.Deck:
    """The deck of the program."""
    deck, report = context.deck, context.report
    packs: ir.Expr = ir.Const(1, ty.Int(1, 1))
    alike: str | None = None
    marks: list[prog.Mark] = []
    without: list[int] = []
    absent: list[tuple[ir.Expr, ...]] = []
    for item in context.merged.deck.items if context.merged.deck else ():
        match item:
            case ast.Copies(count=count):
                if isinstance(count, int):
                    packs = ir.Const(count, ty.Int(count, count))
                    if count < 1:
                        report.error("RS250", "a deck has at least one copy of its cards", item.span)
                else:
                    packs = _named_copies(context, exprs, item, count)
            case ast.Alike(attribute=attribute):
                if attribute != "rank":
                    report.error("RS250", "cards can be alike by rank only", item.span)
                alike = attribute
            case ast.Mark(name=name, on=on):
                marks.append(prog.Mark(name.text, tuple(face for s in on for face in _faces(context, s))))
            case ast.Without(cards=cards, name=name, where=None):
                without.extend(face for s in cards for face in _faces(context, s))
            case ast.Without(name=name, where=condition) if condition is not None:
                absent.append(_absent(context, exprs, env, name, condition))
    assert env.within == "table"
    return prog.Deck(
        deck.suits, deck.ranks, deck.pips, packs, deck.jokers, alike, tuple(marks), tuple(sorted(set(without))),
        tuple(ir.Or(tests, ty.BOOL) if len(tests) > 1 else tests[0] for tests in zip(*absent, strict=True)),
    )  # fmt: skip


def _named_copies(context: Context, exprs: Exprs, item: ast.Copies, name: str) -> ir.Expr:
    """The number of packs as an option or a constant says it, perhaps by the number of players."""
    symbol = context.symbols.get(name)
    if isinstance(symbol, OptionSymbol) and isinstance(symbol.type, ty.Int):
        return ir.OptionRef(symbol.index, symbol.type)
    if not isinstance(symbol, ConstSymbol):
        context.report.unknown("numeric option or constant", name, item.span, context.symbols)
        return ir.Const(1, ty.Int(1, 1))
    made = exprs.fit(exprs.constant(symbol, item), ty.INT, item.span)
    if isinstance(made.type, ty.Int) and not (
        known_before(made, players=True) and made.type.low >= 1 and made.type.high <= _copies_most(context.merged)
    ):
        context.report.error(
            "RS250",
            "how many copies there are must be known from the number of players, and at least one",
            item.span,
            "use numbers and 'size of players', or name an option here",
        )
    return made


def _absent(context: Context, exprs: Exprs, env: Env, name: str, condition: ast.Expr) -> tuple[ir.Expr, ...]:
    """By face, without ``card where condition`` as an expression over options."""
    deck, local = context.deck, context.tables.local()
    test = exprs.condition(condition, env.bind(name, ir.Local(local, ty.FACE)))

    def about(face: int, node: object) -> object:
        match node:
            case ir.Op(op="face_suit", args=(ir.Local(id=which),)) if which == local:
                return ir.Const(face // len(deck.ranks), ty.SUIT)
            case ir.Op(op="face_rank", args=(ir.Local(id=which),)) if which == local:
                return ir.Const(face % len(deck.ranks), ty.RANK)
            case ir.Local(id=which) if which == local:
                return ir.Const(face, ty.FACE)
        return node

    rows = tuple(rebuilt(test, partial(about, face)) for face in range(deck.joker_face))
    if not all(map(known_before, rows)):
        context.report.error(
            "RS235",
            "which cards there are must be known before the game",
            condition.span,
            "use the card's suit and rank, numbers, constants and options",
        )
    return rows


def _faces(context: Context, selector: ast.Selector) -> list[int]:
    """The faces a selector of the deck names: one card, a rank or a suit."""
    deck, word = context.deck, str(selector.word)
    if selector.suit is not None:
        if word in deck.ranks and selector.suit in deck.suits:
            return [deck.face(deck.ranks.index(word), deck.suits.index(selector.suit))]
    elif word in deck.ranks:
        return [deck.face(deck.ranks.index(word), s) for s in range(len(deck.suits))]
    elif word in deck.suits:
        return [deck.face(r, deck.suits.index(word)) for r in range(len(deck.ranks))]
    context.report.unknown(
        "card of the deck",
        word if selector.suit is None else f"{word} of {selector.suit}",
        selector.span,
        [*deck.ranks, *deck.suits],
    )
    return []


def known_before(expr: ir.Expr, players: bool = False) -> bool:
    """Does a value depend on options only, or also on the number of ``players``?"""
    kinds = (ir.Const, ir.OptionRef, ir.Op, ir.If, ir.And, ir.Or)
    return all(
        isinstance(node, kinds)
        and (not isinstance(node, ir.Op) or bool(node.args) or (players and node.op == "players"))
        for node in walk(expr)
    )


def lower_value(context: Context, exprs: Exprs, decl: ast.Value) -> prog.ValueDecl:
    """A value table: one expression a face, the most specific row first."""
    deck = context.deck
    rows: list[tuple[str, ir.Expr] | None] = [None] * (deck.joker_face + 1)
    for row in decl.rows:
        for face, kind, pip in _row_faces(context, row):
            env = Env("table", decl.name.text)
            if pip is not None:
                env = env.bind("face", ir.Const(pip, ty.Int(pip, pip)))
            value = exprs.number(row.value, env)
            if not known_before(value):
                context.report.error(
                    "RS235",
                    "what a card is worth must be known before the game",
                    row.value.span,
                    "use numbers, constants and options; for more write a rule",
                )
                value = BAD
            old = rows[face]
            level = SPECIFIC[kind] == SPECIFIC[old[0]] if old is not None else False
            if old is None or (SPECIFIC[old[0]] < SPECIFIC[kind] and {old[0], kind} != {SPAN, SUIT}):
                rows[face] = (kind, value)
            elif old[0] != kind and (level or {old[0], kind} == {SPAN, SUIT}) and old[1] != value:
                context.report.error(
                    "RS251",
                    "two rows give the same card different values",
                    row.span,
                    "name the card itself, as in Q of spades, in a row of its own",
                )
            elif old[0] == kind:
                context.report.error("RS201", "an earlier row already covers this", row.span)
                break
    low = high = 0
    values: list[ir.Expr] = []
    for found in rows:
        value = found[1] if found is not None else ir.Const(0, ty.Int(0, 0))
        values.append(value)
        if isinstance(value.type, ty.Int):
            low, high = min(low, value.type.low), max(high, value.type.high)
    missing = [i for i, found in enumerate(rows) if found is None and (i < deck.joker_face or deck.jokers)]
    if missing:
        context.report.error(
            "RS252",
            f"'{decl.name.text}' gives no value to {_face_name(deck, missing[0])}"
            + (f" and {len(missing) - 1} other cards" if len(missing) > 1 else ""),
            decl.name.span,
            "add a row 'else: 0'",
        )
    return prog.ValueDecl(decl.name.text, tuple(values), ty.Int(low, high))


ELSE, SPAN, RANK, SUIT, CARD = "else", "span", "rank", "suit", "card"
SPECIFIC = {ELSE: 0, SPAN: 1, RANK: 2, SUIT: 2, CARD: 3}
"""How specific a row is: the more specific wins, and a rank and a suit contradict each other."""


def _face_name(deck: DeckFacts, face: int) -> str:
    if face == deck.joker_face:
        return "the joker"
    return f"{deck.ranks[face % len(deck.ranks)]} of {deck.suits[face // len(deck.ranks)]}"


def _row_faces(context: Context, row: ast.ValueRow) -> list[tuple[int, str, int | None]]:
    """The faces of a row, what kind of row it is, and the number written on each card."""
    deck, report = context.deck, context.report
    everything = range(deck.joker_face + 1)

    def pip(face: int) -> int | None:
        return None if face == deck.joker_face else deck.pips[face % len(deck.ranks)]

    if row.ranks is None:
        return [(face, ELSE, pip(face)) for face in everything]
    low, high = str(row.ranks.low), row.ranks.high
    if high is None and low in deck.suits and row.suit is None:
        return [
            (f, SUIT, pip(f))
            for f in everything
            if f // len(deck.ranks) == deck.suits.index(low) and f != deck.joker_face
        ]
    if high is None and low == "joker" and row.suit is None:
        return [(deck.joker_face, RANK, None)]
    words = (
        [low]
        if high is None
        else [str(n) for n in range(int(low), int(high) + 1)]
        if low.isdigit() and str(high).isdigit()
        else []
    )
    if not words or (high is None and low not in deck.ranks):
        report.unknown("rank or suit", low, row.span, [*deck.ranks, *deck.suits])
        return []
    ranks = [deck.ranks.index(w) for w in words if w in deck.ranks]
    if row.suit is not None:
        if row.suit not in deck.suits:
            report.unknown("suit", row.suit, row.span, deck.suits)
            return []
        faces = [deck.face(r, deck.suits.index(row.suit)) for r in ranks]
        return [(f, CARD, pip(f)) for f in faces]
    kind = RANK if high is None else SPAN
    return [(deck.face(r, s), kind, pip(deck.face(r, s))) for s in range(len(deck.suits)) for r in ranks]


def copies(merged: MergedSpec, players: int) -> int:
    """How many packs the deck has for so many players, with options at their defaults."""
    for item in merged.deck.items if merged.deck else ():
        if isinstance(item, ast.Copies):
            if isinstance(item.count, int):
                return item.count
            return ConstantEvaluator(merged, players, None).value(ast.Name(item.count, span=item.span)) or 1
    return 1


def deck_size(context: Context, players: int) -> int:
    """The number of cards for so many players, with options at their defaults."""
    without = 0
    for item in context.merged.deck.items if context.merged.deck else ():
        if isinstance(item, ast.Without):
            deck = context.deck
            for selector in item.cards:
                single = selector.suit is not None
                without += 1 if single else len(deck.suits) if str(selector.word) in deck.ranks else len(deck.ranks)
    return (context.deck.joker_face - without) * copies(context.merged, players) + context.deck.jokers
