"""The primitives of ``Op`` as Python source."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulespec.interpreter.emit.cost_model import LIGHT
from rulespec.interpreter.emit.expressions import ExprEmitter, element_of, is_literal
from rulespec.interpreter.fuel import MAX_ELEMENTS
from rulespec.ir import nodes as n
from rulespec.ir import types as t
from rulespec.ir.ops import OPS

_ARITHMETIC = {"add": "+", "sub": "-", "mul": "*"}
_COMPARE = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_CARD_TABLES = {
    "suit": ("SU", "FSU"),
    "rank": ("RK", "FRK"),
    "face": ("FC", ""),
    "face_suit": ("SU", "FSU"),
    "face_rank": ("RK", "FRK"),
}

Emitter = Callable[[Any, n.Op], str]

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

    def op(self, expr: n.Op) -> str:
        return EMITTERS[expr.op](self, expr)

    # ------------------------------------------------------------ numbers and truth

    @emits("add", "sub", "mul", "div", "mod", "neg", "abs")
    def _arithmetic(self, expr: n.Op) -> str:
        names = []
        optional = []
        for arg in expr.args:
            text = self.ex(arg)
            if isinstance(arg.type, t.Opt):
                text = self.atom(text)
                if isinstance(expr.type, t.Opt):
                    optional.append(f"{text} is None")
                else:
                    self.fault(f"{text} is None", "none", expr.loc)
            names.append(text)
        if not optional:
            return self._compute(expr, names)
        result = self.code.fresh()
        with self.code.block(f"if {' or '.join(optional)}:"):
            self.code.add(f"{result} = None")
        with self.code.block("else:"):
            self.code.add(f"{result} = {self._compute(expr, names)}")
        return result

    def _compute(self, expr: n.Op, names: list[str]) -> str:
        op = expr.op
        a_low, a_high = interval(expr.args[0].type)
        b_low, b_high = interval(expr.args[-1].type)
        a = names[0]
        if all(is_literal(name) for name in names) and op in _ARITHMETIC:
            value = {"add": int.__add__, "sub": int.__sub__, "mul": int.__mul__}[op](int(a), int(names[1]))
            return self._within(str(value), value, value, expr.loc)
        match op:
            case "add":
                return self._within(f"({a} + {names[1]})", a_low + b_low, a_high + b_high, expr.loc)
            case "sub":
                return self._within(f"({a} - {names[1]})", a_low - b_high, a_high - b_low, expr.loc)
            case "mul":
                ends = [x * y for x in (a_low, a_high) for y in (b_low, b_high)]
                return self._within(f"({a} * {names[1]})", min(ends), max(ends), expr.loc)
            case "neg":
                return self._within(f"(-{a})", -a_high, -a_low, expr.loc)
            case "abs":
                return self._within(f"abs({a})", 0, max(-a_low, a_high), expr.loc)
        b = self.atom(names[1])
        if not is_literal(b) or b == "0":
            self.fault(f"{b} == 0", "division", expr.loc)
        if op == "div":
            return self._within(f"({a} // {b})", *((a_low, a_high) if b_low > 0 else (a_low, t.I32_HIGH + 1)), expr.loc)
        return f"({a} % {b})"

    def _within(self, text: str, low: int, high: int, loc: int) -> str:
        """``text``, tested for overflow unless its interval shows that it cannot."""
        if low >= t.I32_LOW and high <= t.I32_HIGH:
            return text
        name = self.atom(text)
        self.fault(f"not {t.I32_LOW} <= {name} <= {t.I32_HIGH}", "overflow", loc)
        return name

    @emits("lt", "le", "gt", "ge")
    def _compare(self, expr: n.Op) -> str:
        names = []
        tests = []
        for arg in expr.args:
            text = self.ex(arg)
            if isinstance(arg.type, t.Opt):
                text = self.atom(text)
                tests.append(f"{text} is not None")
            names.append(text)
        if all(is_literal(name) and name not in ("None", "True", "False") for name in names):
            a, b = int(names[0]), int(names[1])
            return str({"lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[expr.op])
        tests.append(f"{names[0]} {_COMPARE[expr.op]} {names[1]}")
        return f"({' and '.join(tests)})"

    @emits("max_of", "min_of")
    def _extreme(self, expr: n.Op) -> str:
        word = expr.op[:3]
        texts = [self.ex(arg) for arg in expr.args]
        if not any(isinstance(arg.type, t.Opt) for arg in expr.args):
            return texts[0] if len(texts) == 1 else f"{word}({', '.join(texts)})"
        text = f"{word}_of(({', '.join(texts)},))"
        return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)

    @emits("not")
    def _not(self, expr: n.Op) -> str:
        text = self.ex(expr.args[0])
        if is_literal(text):
            return str(text != "True")
        return f"(not {text})"

    @emits("eq", "ne")
    def _equal(self, expr: n.Op) -> str:
        a, b = self.ex(expr.args[0]), self.ex(expr.args[1])
        word = "==" if expr.op == "eq" else "!="
        if is_literal(a) and is_literal(b):
            return str((a == b) == (expr.op == "eq"))
        if "None" in (a, b):
            return f"({b if a == 'None' else a} is {'not ' if word == '!=' else ''}None)"
        return f"({a} {word} {b})"

    @emits("is_none")
    def _is_none(self, expr: n.Op) -> str:
        text = self.ex(expr.args[0])
        return str(text == "None") if is_literal(text) else f"({text} is None)"

    @emits("otherwise")
    def _otherwise(self, expr: n.Op) -> str:
        result = self.code.fresh()
        self.code.add(f"{result} = {self.ex(expr.args[0])}")
        with self.code.block(f"if {result} is None:"):
            self.code.add(f"{result} = {self.ex(expr.args[1])}")
        return result

    @emits("the")
    def _the(self, expr: n.Op) -> str:
        arg = expr.args[0]
        if isinstance(arg, n.Read) and arg.slot not in self.names:
            cell = self.slot_at(arg.slot, arg.index, expr.loc)
            name = self.atom(f"S[{cell}]")
            self.fault(f"{name} is None", "none_in", expr.loc, arg.slot, cell)
            return name
        return self.present(self.ex(arg), t.Opt(expr.type), expr.loc)

    # ------------------------------------------------------------ collections

    @emits("list")
    def _list_of(self, expr: n.Op) -> str:
        return f"({' '.join(self.ex(arg) + ',' for arg in expr.args)})"

    @emits("set")
    def _set(self, expr: n.Op) -> str:
        return f"tuple(sorted({{{', '.join(self.ex(arg) for arg in expr.args)}}}))" if expr.args else "()"

    @emits("range")
    def _range(self, expr: n.Op) -> str:
        a, b = (self.present(self.ex(arg), arg.type, expr.loc) for arg in expr.args)
        if self.costs.elements(expr) > LIGHT:
            return f"long_range({a}, {b}, {expr.loc})"
        return f"tuple(range({a}, {b} + 1))"

    @emits("span")
    def _span(self, expr: n.Op) -> str:
        a, b = (self.present(self.ex(arg), arg.type, expr.loc) for arg in expr.args)
        if self.costs.elements(expr) > LIGHT:
            self.code.add(f"check_length({a}, {b}, {expr.loc})")
        return f"span({a}, {b})"

    @emits("size")
    def _size(self, expr: n.Op) -> str:
        return f"len({self.coll(expr.args[0], expr.loc)})"

    @emits("empty")
    def _empty(self, expr: n.Op) -> str:
        return f"(not {self.coll(expr.args[0], expr.loc)})"

    @emits("in")
    def _in(self, expr: n.Op) -> str:
        item, items = expr.args
        a, b = self.ex(item), self.coll(items, expr.loc)
        if isinstance(t.required(item.type), t.Face) and isinstance(element_of(items.type), t.Card):
            return f"face_in({a}, {b})"
        if isinstance(item.type, t.Opt):
            a = self.atom(a)
            return f"({a} is not None and {a} in {b})"
        return f"({a} in {b})"

    def first_of(self, expr: n.Quant) -> str:
        raise NotImplementedError

    @emits("first", "last")
    def _end(self, expr: n.Op) -> str:
        walk = expr.args[0]
        listed = isinstance(walk, n.Quant) and walk.kind == "list" and walk.key is None
        if expr.op == "first" and listed and isinstance(walk.type, t.ListOf):
            assert isinstance(walk, n.Quant)
            text = self.first_of(walk)
            return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)
        name = self.atom(self.coll(expr.args[0], expr.loc))
        at = "0" if expr.op == "first" else "-1"
        if isinstance(expr.type, t.Opt):
            return f"({name}[{at}] if {name} else None)"
        seats = isinstance(expr.args[0], n.Op) and expr.args[0].op == "players"
        self.fault(f"not {name}", "nobody" if seats else "none", expr.loc)
        return f"{name}[{at}]"

    @emits("nth")
    def _nth(self, expr: n.Op) -> str:
        name = self.atom(self.coll(expr.args[0], expr.loc))
        at = self.atom(self.present(self.ex(expr.args[1]), expr.args[1].type, expr.loc))
        self.fault(f"not 1 <= {at} <= len({name})", "element", expr.loc, at, f"len({name})")
        return f"{name}[{at} - 1]"

    @emits("take_last")
    def _take_last(self, expr: n.Op) -> str:
        return f"take_last({self.ex(expr.args[0])}, {self.coll(expr.args[1], expr.loc)})"

    @emits("take_first")
    def _take_first(self, expr: n.Op) -> str:
        return f"take_first({self.ex(expr.args[0])}, {self.coll(expr.args[1], expr.loc)})"

    @emits("reversed")
    def _reversed(self, expr: n.Op) -> str:
        return f"{self.coll(expr.args[0], expr.loc)}[::-1]"

    @emits("but_last")
    def _but_last(self, expr: n.Op) -> str:
        return f"{self.coll(expr.args[0], expr.loc)}[:-1]"

    @emits("concat")
    def _concat(self, expr: n.Op) -> str:
        a, b = (self._many(arg, expr.loc) for arg in expr.args)
        name = self.atom(f"{a} + {b}")
        if isinstance(expr.type, t.ListOf):
            most = min(expr.type.most, MAX_ELEMENTS)
            if most < expr.type.most:
                self.fault(f"len({name}) > {most}", "limit", expr.loc)
            else:
                self.fault(f"len({name}) > {most}", "long", expr.loc, f"len({name})", most)
            if most > LIGHT:
                self.count(f"len({name})")
        return name

    def _many(self, expr: n.Expr, loc: int) -> str:
        """A collection, or a single element as one."""
        if element_of(expr.type) is None:
            return f"({self.present(self.ex(expr), expr.type, loc)},)"
        return self.coll(expr, loc)

    @emits("union")
    def _union(self, expr: n.Op) -> str:
        return f"union({', '.join(self._many(arg, expr.loc) for arg in expr.args)})"

    @emits("minus")
    def _minus(self, expr: n.Op) -> str:
        return f"minus({', '.join(self._many(arg, expr.loc) for arg in expr.args)})"

    @emits("sum")
    def _sum(self, expr: n.Op) -> str:
        return self._within(f"sum({self.coll(expr.args[0], expr.loc)})", t.I32_LOW - 1, t.I32_HIGH + 1, expr.loc)

    @emits("max", "min")
    def _extreme_of_list(self, expr: n.Op) -> str:
        text = f"{expr.op}_of({self.coll(expr.args[0], expr.loc)})"
        return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)

    @emits("array")
    def _array(self, expr: n.Op) -> str:
        assert expr.attr is not None
        area = self.layout.slots[expr.attr]
        return f"tuple(S[{area.base}:{area.base + area.size}])"

    @emits("subsets")
    def _subsets(self, expr: n.Op) -> str:
        cards = self.coll(expr.args[0], expr.loc)
        low, high = (self.ex(arg) for arg in expr.args[1:])
        cards_only = isinstance(element_of(expr.args[0].type), t.Card)
        keyer = self._keyer() if cards_only else "None"
        return f"subsets({cards}, {low}, {high}, {keyer}, {expr.loc})"

    def _keyer(self) -> str:
        """The function that tells which cards are interchangeable here, or None where all are different."""
        if not self.interchangeable:
            return "None"
        keyer = self.keyer or self.atom("card_keys(S, references(S), ())")
        return f"{keyer}.__getitem__"

    # ------------------------------------------------------------ seats

    def _in_play(self) -> str:
        return f"S[{self.layout.slots[self.program.system.in_play].base}]"

    @emits("all_players")
    def _all_players(self, _expr: n.Op) -> str:
        return f"({' '.join(f'{p},' for p in range(self.layout.players))})"

    @emits("players")
    def _players(self, _expr: n.Op) -> str:
        return self._in_play()

    @emits("ring_from", "ring_after")
    def _ring(self, expr: n.Op) -> str:
        seats, start = expr.args
        after = 0 if expr.op == "ring_from" else 1
        return f"ring({self.coll(seats, expr.loc)}, {self.present(self.ex(start), start.type, expr.loc)}, {after})"

    @emits("left", "right")
    def _neighbour(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"{expr.op}({self._in_play()}, {a}, {expr.loc})")

    @emits("others")
    def _others(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"others({self._in_play()}, {a})")

    @emits("seat")
    def _seat(self, expr: n.Op) -> str:
        step = self.ex(expr.args[1])
        return self.lifted(expr, expr.args[0], lambda a: f"seat_at({self._in_play()}, {a}, {step}, {expr.loc})")

    @emits("teams")
    def _teams(self, _expr: n.Op) -> str:
        return f"({' '.join(f'{p},' for p in range(self.program.teams))})"

    @emits("team_of")
    def _team_of(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"({a} % {self.program.teams})")

    @emits("partner")
    def _partner(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"(({a} + {self.program.teams}) % {self.layout.players})")

    @emits("members")
    def _members(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"MEMBERS[{a}]")

    @emits("rivals")
    def _rivals(self, expr: n.Op) -> str:
        if isinstance(t.required(expr.args[0].type), t.Team):
            return self.lifted(expr, expr.args[0], lambda a: f"(1 - {a})")
        return self.lifted(expr, expr.args[0], lambda a: f"RIVALS[{a}]")

    # ------------------------------------------------------------ cards

    @emits(*_CARD_TABLES)
    def _of_card(self, expr: n.Op) -> str:
        cards, faces = _CARD_TABLES[expr.op]
        table = faces if isinstance(t.required(expr.args[0].type), t.Face) else cards
        return self.lifted(expr, expr.args[0], lambda a: f"{table}[{a}]" if table else a)

    @emits("order")
    def _order(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"({a} + 1)")

    @emits("role")
    def _role(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"role(S, {a})" if self.program.groups else f"FC[{a}]")

    @emits("mark")
    def _mark(self, expr: n.Op) -> str:
        prefix = "FM" if isinstance(t.required(expr.args[0].type), t.Face) else "MK"
        name = "J" if expr.attr is None or expr.attr < 0 else str(expr.attr)
        text = self.ex(expr.args[0])
        return f"({text} in {prefix}{name})"

    @emits("value")
    def _value(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"VC{expr.attr}[{a}]")

    @emits("value_face")
    def _value_face(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"VF{expr.attr}[{a}]")

    @emits("value_sum")
    def _value_sum(self, expr: n.Op) -> str:
        assert expr.attr is not None
        text = f"total(VC{expr.attr}, {self.coll(expr.args[0], expr.loc)})"
        low, high = interval(self.program.values[expr.attr].type)
        most = self.costs.elements(expr.args[0])
        return self._within(text, min(0, low * most), max(0, high * most), expr.loc)

    @emits("note")
    def _note(self, expr: n.Op) -> str:
        assert expr.attr is not None
        base = self.layout.notes[expr.attr]
        card = self.ex(expr.args[0])
        if isinstance(expr.args[0].type, t.Opt):
            card = self.atom(card)
            text = f"(None if {card} is None else S[{base} + {card}])"
        else:
            text = f"S[{base} + {card}]"
        return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)

    @emits("index_of")
    def _index_of(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"index_of(S, {a}, {expr.loc})")

    @emits("depth")
    def _depth(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"depth(S, {a}, {expr.loc})")

    @emits("deck")
    def _deck(self, _expr: n.Op) -> str:
        return "DECK"

    # ------------------------------------------------------------ groups and combinations

    @emits("group_of")
    def _group_of(self, expr: n.Op) -> str:
        text = self.lifted(expr, expr.args[0], lambda a: f"group_of(S, {expr.attr}, {a})")
        return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)

    @emits("group_cards")
    def _group_cards(self, expr: n.Op) -> str:
        group = t.required(expr.args[0].type)
        assert isinstance(group, t.Group)
        return self.lifted(expr, expr.args[0], lambda a: f"group_cards(S, {group.groups}, {a})")

    @emits("all_group_cards")
    def _all_group_cards(self, expr: n.Op) -> str:
        return f"all_group_cards(S, {expr.attr})"

    @emits("group_field")
    def _group_field(self, expr: n.Op) -> str:
        group = t.required(expr.args[0].type)
        assert isinstance(group, t.Group)
        field = self.ex(expr.args[1])
        cell = self.layout.groups[group.groups]
        text = self.lifted(expr, expr.args[0], lambda a: f"S[{cell}][{a}][2][{field}]")
        return text if isinstance(expr.type, t.Opt) else self.present(text, t.Opt(expr.type), expr.loc)

    @emits("combo_cards")
    def _combo_cards(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"{a}[0]")

    @emits("combo_role")
    def _combo_role(self, expr: n.Op) -> str:
        combo = t.required(expr.args[0].type)
        assert isinstance(combo, t.Combo)
        card = self.ex(expr.args[1])
        return self.lifted(expr, expr.args[0], lambda a: f"combo_role({combo.pattern}, {a}, {card})")

    @emits("low", "high")
    def _edge(self, expr: n.Op) -> str:
        kind = t.required(expr.args[0].type)
        if isinstance(kind, t.Group):
            return self.lifted(expr, expr.args[0], lambda a: f"group_{expr.op}(S, {kind.groups}, {a})")
        assert isinstance(kind, t.Combo)
        return self.lifted(expr, expr.args[0], lambda a: f"combo_{expr.op}({kind.pattern}, {a})")

    @emits("fits")
    def _fits(self, expr: n.Op) -> str:
        card, group = expr.args
        kind = t.required(group.type)
        assert isinstance(kind, t.Group)
        a = self.present(self.ex(card), card.type, expr.loc)
        g = self.present(self.ex(group), group.type, expr.loc)
        return f"fits(S, {kind.groups}, {a}, {g})"

    @emits("combos", "matches", "has", "splits", "least_rest")
    def _pattern(self, expr: n.Op) -> str:
        cards = self.coll(expr.args[0], expr.loc)
        rest = [self.ex(arg) for arg in expr.args[1:]]
        head = rest.pop(0) if expr.op == "least_rest" else ""
        params = f"({' '.join(arg + ',' for arg in rest)})"
        match expr.op:
            case "combos" | "splits":
                keyer = "identity"
                if not self.interchangeable:
                    keyer = "None"
                elif self.keyer:
                    cards = self.atom(cards)
                    alike = f"all_distinct({cards})"
                    if self._in_one_zone(expr.args[0]):
                        alike = f"twinless({cards}, {self.keyer}.apart)"
                    keyer = f"None if {alike} else {self.keyer}.__getitem__"
                return f"pattern_{expr.op}({expr.attr}, {cards}, {params}, {keyer}, {expr.loc})"
            case "least_rest":
                return f"ENGINE.least_rest({expr.attr}, {cards}, {head})"
            case _:
                return f"ENGINE.{expr.op}({expr.attr}, {cards}, {params})"

    def _in_one_zone(self, expr: n.Expr) -> bool:
        """Are these the cards of one unordered place, with nothing to tell cards of a face there apart?"""
        return (
            isinstance(expr, n.CardsAt) and not self.program.places[expr.place].ordered and not self.layout.live_notes
        )

    @emits("split_cards")
    def _split_cards(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"split_cards({a})")

    @emits("split_combos")
    def _split_combos(self, expr: n.Op) -> str:
        return self.ex(expr.args[0])

    @emits("can")
    def _can(self, expr: n.Op) -> str:
        return self.lifted(expr, expr.args[0], lambda a: f"can(S, {expr.attr}, {a})")


if missing := OPS.keys() - EMITTERS.keys():
    raise ImportError(f"primitives without an emitter: {', '.join(sorted(missing))}")
