"""``{name}`` and ``{name: text {name}}`` in messages and ``says`` sentences."""

from __future__ import annotations

from rulespec.compiler.resolve.context import Env
from rulespec.compiler.resolve.expressions import Exprs
from rulespec.compiler.resolve.narrowing import present
from rulespec.compiler.resolve.symbols import Unknown
from rulespec.ir import nodes as ir
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span

FORM = "write {name}, or {name: text {name}}"
CALCULATED = "give the value a name first: let NAME = …, and write {NAME}"


def template(text: ast.Text, exprs: Exprs, env: Env) -> ir.Template:
    """A sentence with its values; a name that means nothing here is reported at its place."""
    return ir.Template(_Parser(text, exprs, env).parts(nested=False))


class _Parser:
    def __init__(self, text: ast.Text, exprs: Exprs, env: Env) -> None:
        self.text = text.value
        self.span = text.span
        self.exprs = exprs
        self.env = env
        self.at = 0

    def parts(self, nested: bool) -> tuple[ir.TemplatePart, ...]:
        found: list[ir.TemplatePart] = []
        words = ""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "}" and nested:
                break
            if char == "{":
                if words:
                    found.append(ir.TextPart(words))
                    words = ""
                part = self._value()
                if part is not None:
                    found.append(part)
                continue
            if char == "}":
                self._wrong("this '}' closes nothing", self.at)
            words += char
            self.at += 1
        if words:
            found.append(ir.TextPart(words))
        return tuple(found)

    def _place(self, offset: int, length: int = 1) -> Span:
        start = self.span.start + 1 + offset
        return Span(self.span.source, start, start + length)

    def _wrong(self, message: str, offset: int, hint: str = FORM) -> None:
        self.exprs.report.error("RS260", message, self._place(offset), hint)

    def _value(self) -> ir.TemplatePart | None:
        start = self.at
        self.at += 1
        end = self.at
        while end < len(self.text) and (self.text[end].isalnum() or self.text[end] == "_"):
            end += 1
        name = self.text[self.at : end]
        self.at = end
        if not name or end >= len(self.text) or self.text[end] not in ":}":
            closed = self.text.find("}", end)
            self.at = closed + 1 if closed >= 0 else len(self.text)
            if closed < 0:
                self._wrong("this '{' is never closed", start)
            else:
                hint = CALCULATED if name else FORM
                self._wrong("in braces stands the name of a value, and nothing else", start, hint)
            return None
        value = self.exprs.expr(ast.Name(name, span=self._place(start + 1, len(name))), self.env)
        if self.text[end] == "}":
            self.at = end + 1
            return ir.ValuePart(value)
        self.at = end + 1
        env = self.env
        if isinstance(value.type, ty.Opt) and not isinstance(value.type, Unknown):
            self.env = env.knowing(frozenset({present(value)}))
        inner = self.parts(nested=True)
        self.env = env
        if self.at >= len(self.text):
            self._wrong("this '{' is never closed", start)
        self.at += 1
        return ir.OptionalPart(value, inner)
