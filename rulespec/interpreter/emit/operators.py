"""The primitives of ``Op`` as Python source."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from rulespec.interpreter.emit import python as py
from rulespec.interpreter.emit.cost_model import LIGHT
from rulespec.interpreter.emit.expressions import ExprEmitter, element_of
from rulespec.interpreter.emit.python import NONE, Binds, Constant, Python
from rulespec.interpreter.fuel import MAX_ELEMENTS
from rulespec.ir import nodes as n
from rulespec.ir import types as t
from rulespec.ir.ops import OPS

_ARITHMETIC = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}
_COMPARE = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_DECIDE = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}
_CARD_TABLES = {
    "suit": ("SU", "FSU"),
    "rank": ("RK", "FRK"),
    "face": ("FC", ""),
    "face_suit": ("SU", "FSU"),
    "face_rank": ("RK", "FRK"),
}

Emitter = Callable[[Any, n.Op], Python]

EMITTERS: dict[str, Emitter] = {}
"""What writes each primitive of ``rulespec.ir.ops.OPS``: the last field of its row, which the IR may not import."""


def emits(*primitives: str) -> Callable[[Emitter], Emitter]:
    """Marks a method as the emitter of primitives, each of which has a row and no other emitter."""

    def mark(emitter: Emitter) -> Emitter:
        for primitive in primitives:
            if primitive not in OPS:
                raise ImportError(f"{emitter.__name__} emits '{primitive}', which rulespec.ir.ops does not list")
            if primitive in EMITTERS:
                raise ImportError(f"'{primitive}' has two emitters")
            EMITTERS[primitive] = emitter
        return emitter

    return mark


def interval(type_: t.Type) -> tuple[int, int]:
    """The numbers a type allows; all of 32 bits where it is not a number."""
    inner = t.required(type_)
    return (inner.low, inner.high) if isinstance(inner, t.Int) else (t.I32_LOW, t.I32_HIGH)


class OpEmitter(ExprEmitter):
    """Adds primitives to ``ExprEmitter``."""

    def op(self, expr: n.Op) -> Python:
        return EMITTERS[expr.op](self, expr)

    # ------------------------------------------------------------ numbers and truth

    @emits("add", "sub", "mul", "div", "mod", "neg", "abs")
    def _arithmetic(self, expr: n.Op) -> Python:
        names = []
        optional = []
        for arg in expr.args:
            text = self.ex(arg)
            if isinstance(arg.type, t.Opt):
                text = self.atom(text)
                if isinstance(expr.type, t.Opt):
                    optional.append(py.is_none(text))
                else:
                    self.fault(py.is_none(text), "none", expr.loc)
            names.append(text)
        if not optional:
            return self._compute(expr, names)
        result = self.code.fresh()
        with self.code.block(f"if {py.junction(optional, 'or').text}:"):
            self.code.add(f"{result} = None")
        with self.code.block("else:"):
            self.code.add(f"{result} = {self._compute(expr, names).text}")
        return py.name(result)

    def _compute(self, expr: n.Op, operands: list[Python]) -> Python:
        op = expr.op
        a_low, a_high = interval(expr.args[0].type)
        b_low, b_high = interval(expr.args[-1].type)
        a, b = operands[0], operands[-1]
        if op in _ARITHMETIC and (known := py.numbers(operands)) is not None:
            value = _ARITHMETIC[op](*known)
            return self._within(py.constant(value), value, value, expr.loc)
        match op:
            case "add":
                return self._within(py.binary(a, "+", b), a_low + b_low, a_high + b_high, expr.loc)
            case "sub":
                return self._within(py.binary(a, "-", b), a_low - b_high, a_high - b_low, expr.loc)
            case "mul":
                ends = [x * y for x in (a_low, a_high) for y in (b_low, b_high)]
                return self._within(py.binary(a, "*", b), min(ends), max(ends), expr.loc)
            case "neg":
                return self._within(py.minus(a), -a_high, -a_low, expr.loc)
            case "abs":
                return self._within(py.call("abs", a), 0, max(-a_low, a_high), expr.loc)
        b = self.atom(b)
        if not isinstance(b, Constant) or b.value == 0:
            self.fault(py.binary(b, "==", py.constant(0)), "division", expr.loc)
        if op == "div":
            quotient = py.binary(a, "//", b)
            return self._within(quotient, *((a_low, a_high) if b_low > 0 else (a_low, t.I32_HIGH + 1)), expr.loc)
        return py.binary(a, "%", b)

    def _within(self, expr: Python, low: int, high: int, loc: int) -> Python:
        """The expression, tested for overflow unless its interval shows that it cannot."""
        if low >= t.I32_LOW and high <= t.I32_HIGH:
            return expr
        name = self.atom(expr)
        self.fault(py.outside(name, t.I32_LOW, t.I32_HIGH), "overflow", loc)
        return name

    @emits("lt", "le", "gt", "ge")
    def _compare(self, expr: n.Op) -> Python:
        names = []
        tests = []
        for arg in expr.args:
            text = self.ex(arg)
            if isinstance(arg.type, t.Opt):
                text = self.atom(text)
                tests.append(py.is_none(text, negated=True))
            names.append(text)
        known = py.numbers(names)
        if known is not None:
            return py.constant(_DECIDE[expr.op](*known))
        tests.append(py.binary(names[0], _COMPARE[expr.op], names[1]))
        return py.junction(tests, "and")

    @emits("max_of", "min_of")
    def _extreme(self, expr: n.Op) -> Python:
        word = expr.op[:3]
        texts = [self.ex(arg) for arg in expr.args]
        if not any(isinstance(arg.type, t.Opt) for arg in expr.args):
            return texts[0] if len(texts) == 1 else py.call(word, *texts)
        text = py.call(f"{word}_of", py.display(texts))
        return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)

    @emits("not")
    def _not(self, expr: n.Op) -> Python:
        return py.negation(self.ex(expr.args[0]))

    @emits("eq", "ne")
    def _equal(self, expr: n.Op) -> Python:
        a, b = self.ex(expr.args[0]), self.ex(expr.args[1])
        equal = expr.op == "eq"
        if isinstance(a, Constant) and isinstance(b, Constant):
            return py.constant((a == b) == equal)
        if a == NONE or b == NONE:
            return py.is_none(b if a == NONE else a, negated=not equal)
        return py.binary(a, "==" if equal else "!=", b)

    @emits("is_none")
    def _is_none(self, expr: n.Op) -> Python:
        made = self.ex(expr.args[0])
        return py.constant(made == NONE) if isinstance(made, Constant) else py.is_none(made)

    @emits("otherwise")
    def _otherwise(self, expr: n.Op) -> Python:
        result = self.code.fresh()
        self.code.add(f"{result} = {self.ex(expr.args[0]).text}")
        with self.code.block(f"if {result} is None:"):
            self.code.add(f"{result} = {self.ex(expr.args[1]).text}")
        return py.name(result)

    @emits("the")
    def _the(self, expr: n.Op) -> Python:
        arg = expr.args[0]
        if isinstance(arg, n.Read) and arg.slot not in self.names:
            cell = self.slot_at(arg.slot, arg.index, expr.loc)
            name = self.atom(py.item(f"S[{cell.text}]"))
            self.fault(py.is_none(name), "none_in", expr.loc, arg.slot, cell)
            return name
        return self.present(self.ex(arg), t.Opt(expr.type), expr.loc)

    # ------------------------------------------------------------ collections

    @emits("list")
    def _list_of(self, expr: n.Op) -> Python:
        return py.display([self.ex(arg) for arg in expr.args])

    @emits("set")
    def _set(self, expr: n.Op) -> Python:
        return py.item(f"tuple(sorted({{{py.listed(map(self.ex, expr.args))}}}))" if expr.args else "()")

    @emits("range")
    def _range(self, expr: n.Op) -> Python:
        a, b = (self.present(self.ex(arg), arg.type, expr.loc) for arg in expr.args)
        if self.costs.elements(expr) > LIGHT:
            return py.call("long_range", a, b, expr.loc)
        return py.item(f"tuple(range({a.text}, {b} + 1))")

    @emits("span")
    def _span(self, expr: n.Op) -> Python:
        a, b = (self.present(self.ex(arg), arg.type, expr.loc) for arg in expr.args)
        if self.costs.elements(expr) > LIGHT:
            self.code.add(py.call("check_length", a, b, expr.loc).text)
        return py.call("span", a, b)

    @emits("size")
    def _size(self, expr: n.Op) -> Python:
        return py.call("len", self.coll(expr.args[0], expr.loc))

    @emits("empty")
    def _empty(self, expr: n.Op) -> Python:
        return py.negation(self.coll(expr.args[0], expr.loc))

    @emits("in")
    def _in(self, expr: n.Op) -> Python:
        item, items = expr.args
        a, b = self.ex(item), self.coll(items, expr.loc)
        if isinstance(t.required(item.type), t.Face) and isinstance(element_of(items.type), t.Card):
            return py.call("face_in", a, b)
        if isinstance(item.type, t.Opt):
            a = self.atom(a)
            return py.junction([py.is_none(a, negated=True), py.binary(a, "in", b)], "and")
        return py.binary(a, "in", b)

    def first_of(self, expr: n.Quant) -> Python:
        raise NotImplementedError

    @emits("first", "last")
    def _end(self, expr: n.Op) -> Python:
        walk = expr.args[0]
        listed = isinstance(walk, n.Quant) and walk.kind == "list" and walk.key is None
        if expr.op == "first" and listed and isinstance(walk.type, t.ListOf):
            assert isinstance(walk, n.Quant)
            text = self.first_of(walk)
            return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)
        name = self.atom(self.coll(expr.args[0], expr.loc))
        at = "0" if expr.op == "first" else "-1"
        if isinstance(expr.type, t.Opt):
            return py.choice(name, py.item(f"{name}[{at}]"), NONE)
        seats = isinstance(expr.args[0], n.Op) and expr.args[0].op == "players"
        self.fault(py.negation(name), "nobody" if seats else "none", expr.loc)
        return py.item(f"{name}[{at}]")

    @emits("nth")
    def _nth(self, expr: n.Op) -> Python:
        name = self.atom(self.coll(expr.args[0], expr.loc))
        at = self.atom(self.present(self.ex(expr.args[1]), expr.args[1].type, expr.loc))
        length = py.call("len", name)
        self.fault(py.Python(f"not 1 <= {at} <= {length}", Binds.NOT), "element", expr.loc, at, length)
        return py.item(f"{name}[{at} - 1]")

    @emits("take_last")
    def _take_last(self, expr: n.Op) -> Python:
        return py.call("take_last", self.ex(expr.args[0]), self.coll(expr.args[1], expr.loc))

    @emits("take_first")
    def _take_first(self, expr: n.Op) -> Python:
        return py.call("take_first", self.ex(expr.args[0]), self.coll(expr.args[1], expr.loc))

    @emits("reversed")
    def _reversed(self, expr: n.Op) -> Python:
        return py.item(f"{self.coll(expr.args[0], expr.loc)}[::-1]")

    @emits("but_last")
    def _but_last(self, expr: n.Op) -> Python:
        return py.item(f"{self.coll(expr.args[0], expr.loc)}[:-1]")

    @emits("concat")
    def _concat(self, expr: n.Op) -> Python:
        a, b = (self._many(arg, expr.loc) for arg in expr.args)
        name = self.atom(py.binary(a, "+", b))
        if isinstance(expr.type, t.ListOf):
            most = min(expr.type.most, MAX_ELEMENTS)
            longer = py.binary(py.call("len", name), ">", py.constant(most))
            if most < expr.type.most:
                self.fault(longer, "limit", expr.loc)
            else:
                self.fault(longer, "long", expr.loc, f"len({name})", most)
            if most > LIGHT:
                self.count(f"len({name})")
        return name

    def _many(self, expr: n.Expr, loc: int) -> Python:
        """A collection, or a single element as one."""
        if element_of(expr.type) is None:
            return py.display([self.present(self.ex(expr), expr.type, loc)])
        return self.coll(expr, loc)

    @emits("union")
    def _union(self, expr: n.Op) -> Python:
        return py.call("union", *(self._many(arg, expr.loc) for arg in expr.args))

    @emits("minus")
    def _minus(self, expr: n.Op) -> Python:
        return py.call("minus", *(self._many(arg, expr.loc) for arg in expr.args))

    @emits("sum")
    def _sum(self, expr: n.Op) -> Python:
        return self._within(py.call("sum", self.coll(expr.args[0], expr.loc)), t.I32_LOW - 1, t.I32_HIGH + 1, expr.loc)

    @emits("max", "min")
    def _extreme_of_list(self, expr: n.Op) -> Python:
        text = py.call(f"{expr.op}_of", self.coll(expr.args[0], expr.loc))
        return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)

    @emits("array")
    def _array(self, expr: n.Op) -> Python:
        assert expr.attr is not None
        area = self.layout.slots[expr.attr]
        return py.item(f"tuple(S[{area.base}:{area.base + area.size}])")

    @emits("subsets")
    def _subsets(self, expr: n.Op) -> Python:
        cards = self.coll(expr.args[0], expr.loc)
        low, high = (self.ex(arg) for arg in expr.args[1:])
        cards_only = isinstance(element_of(expr.args[0].type), t.Card)
        keyer = self._keyer() if cards_only else NONE
        return py.call("subsets", cards, low, high, keyer, expr.loc)

    def _keyer(self) -> Python:
        """The function that tells which cards are interchangeable here, or None where all are different."""
        if not self.interchangeable:
            return NONE
        keyer = self.keyer or self.atom(py.item("card_keys(S, references(S), ())"))
        return py.item(f"{keyer}.__getitem__")

    # ------------------------------------------------------------ seats

    def _in_play(self) -> Python:
        return py.item(f"S[{self.layout.slots[self.program.system.in_play].base}]")

    @emits("all_players")
    def _all_players(self, _expr: n.Op) -> Python:
        return py.display(range(self.layout.players))

    @emits("players")
    def _players(self, _expr: n.Op) -> Python:
        return self._in_play()

    @emits("ring_from", "ring_after")
    def _ring(self, expr: n.Op) -> Python:
        seats, start = expr.args
        after = 0 if expr.op == "ring_from" else 1
        return py.call("ring", self.coll(seats, expr.loc), self.present(self.ex(start), start.type, expr.loc), after)

    @emits("left", "right")
    def _neighbour(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.call(expr.op, self._in_play(), a, expr.loc))

    @emits("others")
    def _others(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.call("others", self._in_play(), a))

    @emits("seat")
    def _seat(self, expr: n.Op) -> Python:
        step = self.ex(expr.args[1])
        return self.lifted(expr, expr.args[0], lambda a: py.call("seat_at", self._in_play(), a, step, expr.loc))

    @emits("teams")
    def _teams(self, _expr: n.Op) -> Python:
        return py.display(range(self.program.teams))

    @emits("team_of")
    def _team_of(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.binary(a, "%", py.constant(self.program.teams)))

    @emits("partner")
    def _partner(self, expr: n.Op) -> Python:
        return self.lifted(
            expr, expr.args[0], lambda a: py.item(f"(({a} + {self.program.teams}) % {self.layout.players})")
        )

    @emits("members")
    def _members(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.item(f"MEMBERS[{a.text}]"))

    @emits("rivals")
    def _rivals(self, expr: n.Op) -> Python:
        if isinstance(t.required(expr.args[0].type), t.Team):
            return self.lifted(expr, expr.args[0], lambda a: py.binary(py.constant(1), "-", a))
        return self.lifted(expr, expr.args[0], lambda a: py.item(f"RIVALS[{a.text}]"))

    # ------------------------------------------------------------ cards

    @emits(*_CARD_TABLES)
    def _of_card(self, expr: n.Op) -> Python:
        cards, faces = _CARD_TABLES[expr.op]
        table = faces if isinstance(t.required(expr.args[0].type), t.Face) else cards
        return self.lifted(expr, expr.args[0], lambda a: py.item(f"{table}[{a.text}]") if table else a)

    @emits("order")
    def _order(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.binary(a, "+", py.constant(1)))

    @emits("role")
    def _role(self, expr: n.Op) -> Python:
        return self.lifted(
            expr, expr.args[0], lambda a: py.call("role", "S", a) if self.program.groups else py.item(f"FC[{a.text}]")
        )

    @emits("mark")
    def _mark(self, expr: n.Op) -> Python:
        prefix = "FM" if isinstance(t.required(expr.args[0].type), t.Face) else "MK"
        name = "J" if expr.attr is None or expr.attr < 0 else str(expr.attr)
        text = self.ex(expr.args[0])
        return py.binary(text, "in", py.name(f"{prefix}{name}"))

    @emits("value")
    def _value(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.item(f"VC{expr.attr}[{a.text}]"))

    @emits("value_face")
    def _value_face(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.item(f"VF{expr.attr}[{a.text}]"))

    @emits("value_sum")
    def _value_sum(self, expr: n.Op) -> Python:
        assert expr.attr is not None
        text = py.call("total", f"VC{expr.attr}", self.coll(expr.args[0], expr.loc))
        low, high = interval(self.program.values[expr.attr].type)
        most = self.costs.elements(expr.args[0])
        return self._within(text, min(0, low * most), max(0, high * most), expr.loc)

    @emits("note")
    def _note(self, expr: n.Op) -> Python:
        assert expr.attr is not None
        base = self.layout.notes[expr.attr]
        card = self.ex(expr.args[0])
        if isinstance(expr.args[0].type, t.Opt):
            card = self.atom(card)
            text = py.choice(py.is_none(card), NONE, py.item(f"S[{base} + {card}]"))
        else:
            text = py.item(f"S[{base} + {card}]")
        return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)

    @emits("index_of")
    def _index_of(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.call("index_of", "S", a, expr.loc))

    @emits("depth")
    def _depth(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.call("depth", "S", a, expr.loc))

    @emits("deck")
    def _deck(self, _expr: n.Op) -> Python:
        return py.name("DECK")

    # ------------------------------------------------------------ groups and combinations

    @emits("group_of")
    def _group_of(self, expr: n.Op) -> Python:
        text = self.lifted(expr, expr.args[0], lambda a: py.call("group_of", "S", expr.attr, a))
        return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)

    @emits("group_cards")
    def _group_cards(self, expr: n.Op) -> Python:
        group = t.required(expr.args[0].type)
        assert isinstance(group, t.Group)
        return self.lifted(expr, expr.args[0], lambda a: py.call("group_cards", "S", group.groups, a))

    @emits("all_group_cards")
    def _all_group_cards(self, expr: n.Op) -> Python:
        return py.call("all_group_cards", "S", expr.attr)

    @emits("group_field")
    def _group_field(self, expr: n.Op) -> Python:
        group = t.required(expr.args[0].type)
        assert isinstance(group, t.Group)
        field = self.ex(expr.args[1])
        cell = self.layout.groups[group.groups]
        text = self.lifted(expr, expr.args[0], lambda a: py.item(f"S[{cell}][{a.text}][2][{field.text}]"))
        return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)

    @emits("combo_cards")
    def _combo_cards(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.item(f"{a}[0]"))

    @emits("combo_role")
    def _combo_role(self, expr: n.Op) -> Python:
        combo = t.required(expr.args[0].type)
        assert isinstance(combo, t.Combo)
        card = self.ex(expr.args[1])
        return self.lifted(expr, expr.args[0], lambda a: py.call("combo_role", combo.pattern, a, card))

    @emits("low", "high")
    def _edge(self, expr: n.Op) -> Python:
        kind = t.required(expr.args[0].type)
        if isinstance(kind, t.Group):
            return self.lifted(expr, expr.args[0], lambda a: py.call(f"group_{expr.op}", "S", kind.groups, a))
        assert isinstance(kind, t.Combo)
        return self.lifted(expr, expr.args[0], lambda a: py.call(f"combo_{expr.op}", kind.pattern, a))

    @emits("fits")
    def _fits(self, expr: n.Op) -> Python:
        card, group = expr.args
        kind = t.required(group.type)
        assert isinstance(kind, t.Group)
        a = self.present(self.ex(card), card.type, expr.loc)
        g = self.present(self.ex(group), group.type, expr.loc)
        return py.call("fits", "S", kind.groups, a, g)

    @emits("combos", "matches", "has", "splits", "least_rest")
    def _pattern(self, expr: n.Op) -> Python:
        cards = self.coll(expr.args[0], expr.loc)
        rest = [self.ex(arg) for arg in expr.args[1:]]
        params = py.display(rest)
        match expr.op:
            case "combos" | "splits":
                keyer = py.name("identity")
                if not self.interchangeable:
                    keyer = NONE
                elif self.keyer:
                    cards = self.atom(cards)
                    alike = py.call("all_distinct", cards)
                    if self._in_one_zone(expr.args[0]):
                        alike = py.call("twinless", cards, f"{self.keyer}.apart")
                    keyer = py.choice(alike, NONE, py.item(f"{self.keyer}.__getitem__"))
                return py.call(f"pattern_{expr.op}", expr.attr, cards, params, keyer, expr.loc)
            case "least_rest":
                return py.call("ENGINE.least_rest", expr.attr, cards, rest[0])
            case _:
                return py.call(f"ENGINE.{expr.op}", expr.attr, cards, params)

    def _in_one_zone(self, expr: n.Expr) -> bool:
        """Are these the cards of one unordered place, with nothing to tell cards of a face there apart?"""
        return (
            isinstance(expr, n.CardsAt) and not self.program.places[expr.place].ordered and not self.layout.live_notes
        )

    @emits("split_cards")
    def _split_cards(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.call("split_cards", a))

    @emits("split_combos")
    def _split_combos(self, expr: n.Op) -> Python:
        return self.ex(expr.args[0])

    @emits("can")
    def _can(self, expr: n.Op) -> Python:
        return self.lifted(expr, expr.args[0], lambda a: py.call("can", "S", expr.attr, a))


if missing := OPS.keys() - EMITTERS.keys():
    raise ImportError(f"primitives without an emitter: {', '.join(sorted(missing))}")
