"""Edits, and a whole file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rulespec.syntax.ast.base import Cites, Ident, Node, Path
from rulespec.syntax.ast.declarations import (
    Clause,
    DeckItem,
    Decl,
    Decl_,
    Ensure,
    Extends,
    Game,
    Library,
    Relation,
    Replaceable,
    ScheduleItem,
    Until,
    Use,
    ValueRow,
)
from rulespec.syntax.ast.expressions import Arm, Expr
from rulespec.syntax.ast.statements import Block


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """``cite PATH: R1, R2``: adds citations to what stands at PATH."""

    path: Path
    cites: Cites


@dataclass(frozen=True, slots=True)
class SetEdit(Decl_):
    path: Path
    value: Expr


@dataclass(frozen=True, slots=True)
class StageEdit(Decl_):
    """``set match.second = 3 deals of 9``: the deals of a stage, as in ``Stage``; the title stays.

    So does the phase, unless ``runs`` names another.
    """

    path: Path
    count: Expr | None
    sizes: Expr | None
    until: Until | None
    runs: str | None


@dataclass(frozen=True, slots=True)
class Drop(Node):
    path: Path


AddItem: TypeAlias = Clause | Arm | ScheduleItem | ValueRow | Ensure | DeckItem


@dataclass(frozen=True, slots=True)
class AddEdit(Node):
    path: Path
    before: Ident | None
    items: tuple[AddItem, ...]


@dataclass(frozen=True, slots=True)
class StepEdit(Decl_):
    """``instead of | before | after PATH {..}``; ``how`` is one of the three."""

    how: str
    path: Path
    block: Block


@dataclass(frozen=True, slots=True)
class FineEdit(Decl_):
    """``fine PATH when E {..}``: turns a refusal into a penalty."""

    path: Path
    when: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class ReplaceEdit(Node):
    """``replace move play(..) {..}``; in the new text ``base()`` is the declaration replaced."""

    declaration: Replaceable


Edit: TypeAlias = Cite | SetEdit | StageEdit | Drop | AddEdit | StepEdit | FineEdit | ReplaceEdit

Item: TypeAlias = Game | Library | Use | Extends | Relation | Decl | Edit


@dataclass(frozen=True, slots=True)
class Spec(Node):
    """One file. ``version`` is the number after ``rules``."""

    version: int
    items: tuple[Item, ...]
