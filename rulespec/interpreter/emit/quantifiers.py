"""The bounded walks of ``Quant`` as Python loops."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulespec.interpreter.emit import python as py
from rulespec.interpreter.emit.cse import Scope
from rulespec.interpreter.emit.operators import OpEmitter
from rulespec.interpreter.emit.python import TRUE, Python
from rulespec.ir import nodes as n
from rulespec.ir import types as t


class QuantifierEmitter(OpEmitter):
    """Adds walks to the primitives."""

    def quant(self, expr: n.Quant) -> Python:
        code = self.code
        result = code.fresh()
        kind = expr.kind
        domain = self.coll(expr.domain, expr.loc)
        if kind == "some" and expr.where is None:
            return py.binary(domain, "!=", py.display(()))
        if kind == "count" and expr.where is None:
            return py.call("len", domain)
        domain = self.counted(expr, domain)
        start = {"some": "False", "every": "True", "count": "0", "sum": "0", "those": "[]", "list": "[]"}
        code.add(f"{result} = {start.get(kind, 'None')}")
        best = code.fresh()
        if kind in ("best", "least"):
            code.add(f"{best} = None")
        name = f"v{expr.local}"
        with code.block(f"for {name} in {domain.text}:"), self._scope(expr.local):
            if kind == "every":
                assert expr.where is not None
                with code.block(f"if {py.negation(self.ex(expr.where)).text}:"):
                    code.add(f"{result} = False")
                    code.add("break")
            else:
                if expr.where is not None:
                    test = self.ex(expr.where)
                    if test != TRUE:
                        with code.block(f"if {py.negation(test).text}:"):
                            code.add("continue")
                self._step(expr, result, best, name)
        return self._finish(expr, result)

    @contextmanager
    def _scope(self, local: int) -> Iterator[None]:
        """The body of a loop over a local variable, as a scope of the rule being written."""
        scopes = self.scopes
        if scopes is None:
            yield
            return
        scope = Scope(self.code.add(""))
        scopes.stack.append(scope)
        scopes.levels[local] = scopes.depth
        yield
        scopes.stack.pop()
        scope.close()

    def first_of(self, expr: n.Quant) -> Python:
        """The first element of a list that need not be made."""
        code = self.code
        result = code.fresh()
        domain = self.counted(expr, self.coll(expr.domain, expr.loc))
        code.add(f"{result} = None")
        with code.block(f"for v{expr.local} in {domain.text}:"), self._scope(expr.local):
            if expr.where is not None:
                with code.block(f"if {py.negation(self.ex(expr.where)).text}:"):
                    code.add("continue")
            code.add(f"{result} = {f'v{expr.local}' if expr.body is None else self.ex(expr.body).text}")
            code.add("break")
        return py.name(result)

    def _step(self, expr: n.Quant, result: str, best: str, name: str) -> None:
        code = self.code
        match expr.kind:
            case "some":
                code.add(f"{result} = True")
                code.add("break")
            case "find":
                code.add(f"{result} = {name}")
                code.add("break")
            case "count":
                code.add(f"{result} += 1")
            case "those":
                code.add(f"{result}.append({name})")
            case "list" if expr.key is not None:
                assert expr.body is not None
                key = self.atom(self.ex(expr.key))
                code.add(f"{result}.append({py.display([key, self.ex(expr.body)])})")
            case "list":
                assert expr.body is not None
                code.add(f"{result}.append({self.ex(expr.body).text})")
            case "sum":
                assert expr.body is not None
                code.add(f"{result} += {self.present(self.ex(expr.body), expr.body.type, expr.loc).text}")
            case "best" | "least" | "max" | "min":
                assert expr.body is not None
                value = self.atom(self.ex(expr.body))
                if isinstance(expr.body.type, t.Opt):
                    with code.block(f"if {py.is_none(value).text}:"):
                        code.add("continue")
                held = best if expr.kind in ("best", "least") else result
                sign = ">" if expr.kind in ("best", "max") else "<"
                with code.block(f"if {held} is None or {value} {sign} {held}:"):
                    code.add(f"{held} = {value}")
                    if held == best:
                        code.add(f"{result} = {name}")

    def _finish(self, expr: n.Quant, result: str) -> Python:
        match expr.kind:
            case "those":
                return py.item(f"tuple(sorted({result}))" if isinstance(expr.type, t.SetOf) else f"tuple({result})")
            case "list" if expr.key is not None:
                return py.item(f"tuple(x for _, x in sorted({result}, key=by_first))")
            case "list":
                return py.item(
                    f"tuple(sorted(set({result})))" if isinstance(expr.type, t.SetOf) else f"tuple({result})"
                )
            case "sum":
                return self._within(py.name(result), t.I32_LOW - 1, t.I32_HIGH + 1, expr.loc)
            case "find" | "best" | "least" | "max" | "min" if not isinstance(expr.type, t.Opt):
                return self.present(py.name(result), t.Opt(expr.type), expr.loc)
            case _:
                return py.name(result)
