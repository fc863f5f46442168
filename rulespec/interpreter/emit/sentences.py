"""Writes Python for sentences with values in them."""

from __future__ import annotations

from rulespec.interpreter.emit.quantifiers import QuantifierEmitter
from rulespec.ir import nodes as n
from rulespec.ir import types as t


class SentenceEmitter(QuantifierEmitter):
    """``piece`` in generated code takes the position of a type in the module's table, and a value."""

    def template(self, template: n.Template) -> None:
        """The body of a function that returns the pieces of a text: strings, and values as pieces."""
        self.pieces(template)
        self.code.add("return tuple(out)")

    def pieces(self, template: n.Template) -> None:
        """Gathers the pieces of a text in ``out``."""
        self.code.add("out = []")
        self._parts(template.parts)

    def _parts(self, parts: tuple[n.TemplatePart, ...]) -> None:
        for part in parts:
            match part:
                case n.TextPart(text=text):
                    self.code.add(f"out.append({text!r})")
                case n.ValuePart(value=value):
                    self.code.add(f"out.append(piece(S, {self._type(value.type)}, {self.ex(value).text}))")
                case n.OptionalPart(value=value, parts=inner):
                    name = self.atom(self.ex(value))
                    with self.code.block(f"if {name} is not None and {name} is not False:"):
                        self._parts(inner)

    def _type(self, type_: t.Type) -> int:
        """The number of a type in the module's table."""
        if type_ not in self.type_table:
            self.type_table.append(type_)
        return self.type_table.index(type_)
