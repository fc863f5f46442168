"""A buffer of Python source lines with indentation, temporaries and captured branches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Line:
    """One line; ``text`` empty is left out when printed, so a line may be reserved and filled in later."""

    __slots__ = ("depth", "text")

    def __init__(self, depth: int, text: str) -> None:
        self.depth = depth
        self.text = text


class SourceBuffer:
    """Collects the body of a generated module."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.depth = 0
        self._counter = 0

    def add(self, text: str) -> Line:
        line = Line(self.depth, text)
        self.lines.append(line)
        return line

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A line that ends in a colon and the lines beneath it."""
        self.add(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.add("pass")
        self.depth -= 1

    @contextmanager
    def capture(self) -> Iterator[list[Line]]:
        """Lines written inside go to the list instead, at the present depth."""
        outer = self.lines
        self.lines = []
        yield self.lines
        self.lines = outer

    def splice(self, lines: list[Line]) -> None:
        """Writes captured lines one level deeper than they were captured, relative to the present depth."""
        if not lines:
            return
        shift = self.depth - min(line.depth for line in lines)
        for line in lines:
            line.depth += shift
            self.lines.append(line)

    def fresh(self, prefix: str = "t") -> str:
        """A name not used before in this module."""
        self._counter += 1
        return f"{prefix}{self._counter}_"

    def text(self) -> str:
        return "\n".join("    " * line.depth + line.text for line in self.lines if line.text) + "\n"
