"""Comments on their way through the formatter: each is printed once, near what it stood by."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rulespec.syntax.ast import Node
from rulespec.syntax.layout import Concat, Doc, Hard, Remark, concat, group, nest
from rulespec.syntax.source import Source
from rulespec.syntax.tokens import Comment

N = TypeVar("N", bound=Node)

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_ONLY_COMMAS = re.compile(r"[ \t\r,]*")


@dataclass(frozen=True, slots=True)
class Row:
    """Something printed in lines of its own, and the stretch of the source that it stands for."""

    doc: Doc
    start: int
    end: int


class Remarks:
    """The comments of one text in order, and the empty lines between its parts.

    Without a source (a tree merged from several files) there are no comments, and empty lines are for the caller.
    """

    def __init__(self, source: Source | None, comments: Sequence[Comment]) -> None:
        self.text = "" if source is None else source.text
        self._comments = list(comments)
        self._next = 0

    def before(self, offset: int) -> list[Comment]:
        """The comments not yet printed that begin before an offset."""
        first = self._next
        while self._next < len(self._comments) and self._comments[self._next].start < offset:
            self._next += 1
        return self._comments[first : self._next]

    def beside(self, offset: int) -> Comment | None:
        """The comment that stands in the same line right behind an offset."""
        if self._next == len(self._comments):
            return None
        comment = self._comments[self._next]
        if comment.start < offset or not _ONLY_COMMAS.fullmatch(self.text, offset, comment.start):
            return None
        self._next += 1
        return comment

    def opening(self, limit: int) -> Doc:
        """The comment that stands behind an opening brace, if one stands before the first thing in it."""
        if self._next < len(self._comments):
            comment = self._comments[self._next]
            if not comment.alone and comment.start < limit:
                self._next += 1
                return Remark(comment.text)
        return ""

    def unit(self, node: N, build: Callable[[N], Doc], tail: str = "", end: int | None = None) -> list[Row]:
        """A node with the comments before, in and beside it; ``end``: where what is printed ends, if not there."""
        start, end = node.span.start, node.span.end if end is None else end
        rows = self._alone(self.before(start))
        doc = build(node)
        rows += self._alone(self.before(end))
        beside = self.beside(end)
        if beside is not None:
            doc = concat(doc, tail, Remark(beside.text))
            end = beside.end
        elif tail:
            doc = concat(doc, tail)
        return [*rows, Row(doc, start, end)]

    def rest(self, offset: int) -> list[Row]:
        """The comments left before a closing brace, or the end."""
        return self._alone(self.before(offset))

    def _alone(self, comments: list[Comment]) -> list[Row]:
        return [Row(Concat((comment.text,), True), comment.start, comment.end) for comment in comments]

    def stacked(self, rows: Sequence[Row]) -> Doc:
        """Rows under one another, with the empty lines of the source (never two together)."""
        parts: list[Doc] = []
        for i, row in enumerate(rows):
            if i:
                between = self.text[rows[i - 1].end : row.start]
                parts.append(Hard(bool(_BLANK_LINE.search(between))))
            parts.append(row.doc)
        return concat(*parts)

    def braced(self, opening: Doc, rows: Sequence[Row]) -> Doc:
        """Rows within braces, one below the other."""
        if not rows:
            return concat("{", opening, Hard(), "}") if opening else "{}"
        return group("{", opening, nest(Hard(), self.stacked(rows)), Hard(), "}")
