"""Expressions of the IR as Python source.

``ExprEmitter.ex`` returns an expression without effects and may write statements before it: loops, temporaries and
tests for faults. Only numbers and names made here enter the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

from rulespec.interpreter.emit import python as py
from rulespec.interpreter.emit.cost_model import LIGHT, CostModel
from rulespec.interpreter.emit.cse import Memo, Scopes, costly, inlinable, key_of
from rulespec.interpreter.emit.loading import Origin
from rulespec.interpreter.emit.python import FALSE, NONE, TRUE, Constant, Python
from rulespec.interpreter.emit.source_buffer import SourceBuffer
from rulespec.interpreter.state_layout import Area, StateLayout, blank
from rulespec.ir import nodes as n
from rulespec.ir import types as t
from rulespec.ir.program import Program


def element_of(type_: t.Type) -> t.Type | None:
    """The type of a collection's elements, None of anything else."""
    match t.required(type_):
        case t.SetOf(element=element) | t.ListOf(element=element):
            return element
        case t.Combo() | t.Group() | t.Split():
            return t.CARD
        case _:
            return None


_MAX_NESTED = 12


class ExprEmitter:
    """Writes expressions into ``code``. ``names`` maps the slots that are Python variables here to their names."""

    def __init__(
        self, program: Program, layout: StateLayout, code: SourceBuffer, *, coverage: bool, interchangeable: bool
    ) -> None:
        self.program = program
        self.layout = layout
        self.code = code
        self.coverage = coverage
        self.interchangeable = interchangeable
        self.names: dict[int, str] = {}
        self.memo: Memo | None = None
        self.keyer: Python | None = None
        self.type_table: list[t.Type] = []
        self.origins: dict[str, Origin] = {}
        self.locals: dict[int, Python] = {}
        self.inline = frozenset() if coverage else inlinable(program)
        self.scopes: Scopes | None = None
        self.costs = CostModel(program, layout.players, layout.size - layout.where)

    # ------------------------------------------------------------ helpers

    def atom(self, expr: Python) -> Python:
        """A name or constant for the expression, so that it may be written twice."""
        if expr.simple:
            return expr
        name = self.code.fresh()
        self.code.add(f"{name} = {expr.text}")
        return py.name(name)

    def function(self, name: str, params: Iterable[str], what: str, loc: int) -> AbstractContextManager[None]:
        """An emitted function: ``what`` of the spec it is, and where that stands. Its body is written within."""
        self.origins[name] = Origin(what, loc)
        return self.code.block(f"def {name}({', '.join(params)}):")

    def fault(self, condition: Python, kind: str, loc: int, *about: object) -> None:
        """Writes a test that stops the match; what the message is ``about`` is looked at only then."""
        self.code.add(f"if {condition.text}: {py.call(f'fault_{kind}', loc, *about)}")

    def count(self, amount: str) -> None:
        """Writes that work is about to be done."""
        self.code.add(f"W[0] -= {amount}")
        self.code.add("if W[0] < 0: spent()")

    def counted(self, expr: n.Quant | n.Fill, domain: Python) -> Python:
        """The domain of a loop that is about to be gone through; a heavy one counts its work."""
        if not self.costs.heavy(expr):
            return domain
        name = self.atom(domain)
        self.count(f"len({name}) * {min(self.costs.each(expr), LIGHT)}")
        return name

    def head(self, node: Any) -> None:
        """Counts the work of a function that does much beside heavy loops and rules."""
        if self.costs.uncounted(node) > LIGHT:
            self.count(str(self.costs.uncounted(node)))

    def branch(self, expr: n.Expr, target: str) -> list[Any]:
        """Captured lines that compute ``expr`` into ``target``."""
        with self.code.capture() as lines:
            self.code.add(f"{target} = {self.ex(expr).text}")
        return lines

    def present(self, expr: Python, type_: t.Type, loc: int) -> Python:
        """The expression, which must not be None where its type allows it."""
        if not isinstance(type_, t.Opt):
            return expr
        name = self.atom(expr)
        if not isinstance(name, Constant) or name.value is None:
            self.fault(py.is_none(name), "none", loc)
        return name

    def lifted(self, op: n.Op, arg: n.Expr, form: Callable[[Python], Python]) -> Python:
        """``form`` of an argument; None gives None, or a fault where the result may not be None."""
        made = self.ex(arg)
        if not isinstance(arg.type, t.Opt):
            return form(made)
        name = self.atom(made)
        if isinstance(op.type, t.Opt):
            return py.choice(py.is_none(name), NONE, form(name))
        self.fault(py.is_none(name), "none", op.loc)
        return form(name)

    def coll(self, expr: n.Expr, loc: int = -1) -> Python:
        """A collection as a Python tuple; a combo, group or split as its cards."""
        text = self.present(self.ex(expr), expr.type, loc)
        match t.required(expr.type):
            case t.Combo():
                return py.item(f"{text}[0]")
            case t.Group(groups=groups):
                return py.call("group_cards", "S", groups, text)
            case t.Split():
                return py.call("split_cards", text)
            case _:
                return text

    def slot_at(self, slot: int, index: tuple[n.Expr, ...], loc: int) -> Python:
        """The number of a cell of a variable, as an expression."""
        return self.address(self.layout.slots[slot], self.program.slots[slot].name, index, loc)

    def place_at(self, place: int, index: tuple[n.Expr, ...], loc: int) -> Python:
        """The number of the cell of a place, as an expression."""
        return self.address(self.layout.places[place], self.program.places[place].name, index, loc)

    def address(self, area: Area, of: str, index: tuple[n.Expr, ...], loc: int) -> Python:
        """The number of a cell of the area ``of`` a name, as an expression."""
        constant = area.base
        parts: list[Python] = []
        for axis, stride, expr in zip(area.axes, area.strides(), index, strict=True):
            at = self.present(self.ex(expr), expr.type, loc)
            if isinstance(at, Constant) and at.value is not None:
                number = int(at.value)
                if not axis.low <= number < axis.low + axis.size:
                    self.fault(TRUE, "index", loc, number, axis.low, axis.low + axis.size - 1, repr(of))
                constant += (number - axis.low) * stride
                continue
            if axis.checked:
                at = self.atom(at)
                high = axis.low + axis.size - 1
                self.fault(py.outside(at, axis.low, high), "index", loc, at, axis.low, high, repr(of))
            constant -= axis.low * stride
            parts.append(at if stride == 1 else py.binary(at, "*", py.constant(stride)))
        made: Python = py.constant(constant)
        for part in parts:
            made = py.binary(made, "+", part)
        return made

    # ------------------------------------------------------------ expressions

    def ex(self, expr: n.Expr) -> Python:
        """The expression in Python."""
        if isinstance(expr, n.CallRule) and expr.rule in self.inline:
            return self._inlined(expr)
        memo = self.memo
        scopes = self.scopes
        if scopes is not None and costly(expr, self.inline):
            level = scopes.level_of(expr)
            if level is not None:
                return self._once_a_scope(expr, level, scopes)
        if memo is not None and memo.enabled and costly(expr, self.inline):
            level = memo.level_of(expr)
            if level is not None and (level < memo.level or (level == 0 and isinstance(expr, n.CallRule))):
                return self._memoised(expr, level, memo)
        return self._ex(expr)

    def _memoised(self, expr: n.Expr, level: int, memo: Memo) -> Python:
        key = key_of(expr)
        name = memo.names.get(key)
        if name is None:
            name = memo.names[key] = self.code.fresh("h")
            memo.resets.setdefault(level, []).append(name)
        with self.code.block(f"if {name} is U:"):
            saved, memo.level = memo.level, level
            self.code.add(f"{name} = {self._ex(expr).text}")
            memo.level = saved
        return py.name(name)

    def _inlined(self, call: n.CallRule) -> Python:
        """A small rule's body with the arguments in place of its parameters."""
        rule = self.program.rules[call.rule]
        args = [self.atom(self.ex(arg)) for arg in call.args]
        saved = self.locals
        self.locals = {**saved, **dict(zip(rule.params, args, strict=True))}
        text = self.ex(rule.body)
        self.locals = saved
        return text

    def _once_a_scope(self, expr: n.Expr, level: int, scopes: Scopes) -> Python:
        """What a rule needs more than once, or in a loop that does not change it, is kept in its own scope."""
        held, key = scopes.stack[level], key_of(expr)
        name = held.names.get(key)
        if name is None:
            name = held.names[key] = self.code.fresh("h")
        with self.code.block(f"if {name} is U:"):
            self.code.add(f"{name} = {self._ex(expr).text}")
        return py.name(name)

    def _ex(self, expr: n.Expr) -> Python:
        match expr:
            case n.Const(value=value):
                return py.constant(value)
            case n.OptionRef(option=option):
                return py.constant(self.layout.settings[option])
            case n.Local(id=local):
                return self.locals.get(local, py.name(f"v{local}"))
            case n.Read():
                return self._read(expr)
            case n.CardsAt(place=place, index=index, loc=loc):
                return py.item(f"S[{self.place_at(place, index, loc).text}]")
            case n.GroupsAt(groups=groups):
                return py.item(f"tuple(range(len(S[{self.layout.groups[groups]}])))")
            case n.And(items=items):
                return self._junction(items, "and")
            case n.Or(items=items):
                return self._junction(items, "or")
            case n.If():
                return self._if(expr.condition, expr.then, expr.otherwise)
            case n.Cases():
                return self._cases(expr)
            case n.Bind(local=local, value=value, body=body):
                self.code.add(f"v{local} = {self.ex(value).text}")
                if self.scopes is not None:
                    self.scopes.levels[local] = self.scopes.depth
                return self.ex(body)
            case n.CallRule(rule=rule, args=args):
                return py.call(f"r{rule}", "S", *(self.ex(arg) for arg in args))
            case n.Quant():
                return self.quant(expr)
            case n.Op():
                return self.op(expr)

    def op(self, expr: n.Op) -> Python:
        raise NotImplementedError

    def quant(self, expr: n.Quant) -> Python:
        raise NotImplementedError

    def _read(self, expr: n.Read) -> Python:
        known = self.names.get(expr.slot)
        if known is not None:
            return py.name(known)
        slot = self.program.slots[expr.slot]
        cell = self.slot_at(expr.slot, expr.index, expr.loc)
        text = py.item(f"S[{cell.text}]")
        if isinstance(expr.type, t.Opt) or blank(slot.type) is not None or slot.kind not in ("var", "system"):
            return text
        name = self.atom(text)
        self.fault(py.is_none(name), "none_in", expr.loc, expr.slot, cell)
        return name

    def _junction(self, items: tuple[n.Expr, ...], word: str) -> Python:
        """Short-circuit; what is known while writing is left out."""
        stop, go = (FALSE, TRUE) if word == "and" else (TRUE, FALSE)
        parts: list[Python] = []
        result: str | None = None
        outer_depth = self.code.depth
        for item in items:
            with self.code.capture() as lines:
                text = self.ex(item)
            if text == go and not lines:
                continue
            if not lines or (not parts and result is None):
                self.code.splice(lines)
                parts.append(text)
            else:
                if result is None:
                    result = self.code.fresh()
                    self.code.add(f"{result} = {self._joined(parts, word).text}")
                elif parts:
                    self.code.add(f"{result} = {self._joined(parts, word).text}")
                parts = []
                self.code.add(f"if {result}:" if word == "and" else f"if not {result}:")
                self.code.depth += 1
                self.code.splice(lines)
                parts = [text]
                if text == stop:
                    break
                continue
            if text == stop:
                break
        if result is None:
            self.code.depth = outer_depth
            return self._joined(parts, word) if parts else go
        self.code.add(f"{result} = {self._joined(parts, word).text}")
        self.code.depth = outer_depth
        return py.name(result)

    @staticmethod
    def _joined(parts: list[Python], word: str) -> Python:
        return parts[0] if parts[0] == (FALSE if word == "and" else TRUE) else py.junction(parts, word)

    def _if(self, condition: n.Expr, then: n.Expr, otherwise: n.Expr) -> Python:
        test = self.ex(condition)
        if isinstance(test, Constant):
            return self.ex(then if test.value else otherwise)
        with self.code.capture() as first:
            a = self.ex(then)
        with self.code.capture() as second:
            b = self.ex(otherwise)
        if not first and not second:
            return py.choice(test, a, b)
        result = self.code.fresh()
        for head, lines, made in ((f"if {test.text}:", first, a), ("else:", second, b)):
            with self.code.block(head):
                self.code.splice(lines)
                self.code.add(f"{result} = {made.text}")
        return py.name(result)

    def _cases(self, expr: n.Cases) -> Python:
        """Few arms one within the other; many, one after another in a loop that is left at the first that holds."""
        result = self.code.fresh()
        depth = self.code.depth
        many = len(expr.arms) > _MAX_NESTED
        if many:
            self.code.add("while True:")
            self.code.depth += 1
        for arm in expr.arms:
            test = self.ex(arm.condition)
            if test == FALSE:
                continue
            if test == TRUE:
                self._arm(result, arm.value, arm.id)
                break
            with self.code.block(f"if {test.text}:"):
                self._arm(result, arm.value, arm.id)
                if many:
                    self.code.add("break")
            if not many:
                self.code.add("else:")
                self.code.depth += 1
        else:
            self._arm(result, expr.otherwise, expr.otherwise_id)
        if many:
            self.code.add("break")
        self.code.depth = depth
        return py.name(result)

    def _arm(self, result: str, value: n.Expr, arm: int) -> None:
        if self.coverage:
            self.code.add(f"cover_arm({arm})")
        self.code.add(f"{result} = {self.ex(value).text}")
