"""From the parse tree to the syntax tree: declarations, edits and the whole spec."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from rulespec.syntax import ast
from rulespec.syntax.build_decks import DeckBuilder
from rulespec.syntax.diagnostics import Diagnostic, Related
from rulespec.syntax.source import Source, Span
from rulespec.syntax.tree import Branch, Child

MOST_SEATS = 16
"""No game has more players."""

_CLAUSES = frozenset({"forbid", "fine", "clause_let", "do_"})
_SCHEDULE_ITEMS = frozenset({"dealt", "stage", "hook", "winner"})
_ROWS = frozenset({"row_ranks", "row_face", "row_else"})


def build_spec(source: Source, tree: Branch) -> tuple[ast.Spec, list[Diagnostic]]:
    """The syntax tree of a parsed text, and what is wrong in it although it parses (RS113, RS114)."""
    builder = SpecBuilder(source)
    return builder.spec(tree), builder.problems


class SpecBuilder(DeckBuilder):
    """Builds declarations, edits and the spec."""

    def spec(self, tree: Branch) -> ast.Spec:
        version, *items = tree.children
        return ast.Spec(self.number(version), tuple(self.item(one) for one in items), span=self.span(tree))

    def item(self, child: Child) -> ast.Item:
        branch = self.branch(child)
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "game":
                return self._game(branch)
            case "library":
                needs = () if c[1] is None else self.branch(c[1]).children
                return ast.Library(self.ident(c[0]), tuple(self._need(one) for one in needs), span=span)
            case "use":
                return ast.Use(self.text(c[0]), span=span)
            case "extends":
                return ast.Extends(self.text(c[0]), span=span)
            case "requires" | "conflicts":
                return ast.Relation(branch.rule, self.text(c[0]), span=span)
            case "preset":
                name, doc, *settings = c
                opened = None if doc is None else self.text(doc)
                return ast.Preset(self.ident(name), opened, tuple(self._setting(one) for one in settings), span=span)
            case (
                "cite"
                | "set_"
                | "set_stage"
                | "drop"
                | "add"
                | "instead"
                | "before"
                | "after"
                | "fine_path"
                | "replace"
            ):
                return self._edit(branch)
        return self.decl(branch)

    def _setting(self, child: Child) -> ast.Setting:
        branch = self.branch(child)
        name, value = branch.children
        return ast.Setting(self.ident(name), self.expr(value), span=self.span(branch))

    def _need(self, child: Child) -> ast.Need:
        branch = self.branch(child)
        kind, name = branch.children
        return ast.Need(self.word(kind), self.word(name), span=self.span(branch))

    # ------------------------------------------------------------ the game

    def _game(self, branch: Branch) -> ast.Game:
        name, *items = branch.children
        titles: dict[str, ast.Title] = {}
        sources: ast.Text | None = None
        seats: ast.Seats | None = None
        teams: str | int | None = None
        cites: ast.Cites = ()
        seen: dict[str, Branch] = {}
        for item in map(self.branch, items):
            match item.rule:
                case "cites":
                    cites += self.cites(item)
                    continue
                case "title":
                    language = self.word(item.children[0])
                    what = f"the title in `{language}`"
                    titles.setdefault(language, ast.Title(language, self.text(item.children[1]), span=self.span(item)))
                case "sources":
                    what, sources = "`sources`", self.text(item.children[0])
                case "teams":
                    what, teams = "`teams`", self.bound(item.children[0])
                case _:
                    what, seats = "`players`", self._seats(item)
            first = seen.setdefault(what, item)
            if first is not item:
                self._repeated(what, first, item)
        return ast.Game(
            self.ident(name), tuple(titles.values()), sources, seats, teams, cites=cites, span=self.span(branch)
        )

    def _repeated(self, what: str, first: Branch, again: Branch) -> None:
        self.problems.append(
            Diagnostic(
                "RS113",
                f"{what} is given twice",
                self.span(again),
                "keep one of the two",
                (Related("first given here", self.span(first)),),
            )
        )

    def _seats(self, branch: Branch) -> ast.Seats:
        *numbers, default = branch.children
        counts = [self.number(one) for one in numbers]
        last = self.leaf(numbers[-1])
        whole = Span(self.source, self.leaf(numbers[0]).start, last.end)
        usable = all(1 <= count <= MOST_SEATS for count in counts)
        if not usable:
            self.problems.append(
                Diagnostic("RS114", f"the number of players must lie between 1 and {MOST_SEATS}", whole)
            )
            counts = counts[:1]
        elif any(high <= low for low, high in pairwise(counts)):
            self.problems.append(
                Diagnostic("RS114", "the numbers of players must go up", whole, "write the smallest number first")
            )
        is_range = branch.rule == "seats_range"
        if is_range and usable:
            counts = list(range(counts[0], counts[1] + 1))
        return ast.Seats(tuple(counts), is_range, self.opt_int(default), span=self.span(branch))

    # ------------------------------------------------------------ declarations

    def decl(self, branch: Branch) -> ast.Decl:
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "option":
                type_, default, doc, cites = c[1:]
                return ast.Option(
                    self.ident(c[0]), self._option_type(type_), self.expr(default), self.opt_text(doc),
                    cites=self.cites(cites), span=span,
                )  # fmt: skip
            case "const":
                return ast.Const(
                    self.ident(c[0]), self.expr(c[1]), self.opt_text(c[2]), cites=self.cites(c[3]), span=span
                )
            case "enum":
                return ast.Enum(self.ident(c[0]), self.idents(c[1]), cites=self.cites(c[2]), span=span)
            case "convention":
                return ast.Convention(self.ident(c[0]), self.text(c[1]), self.idents(c[2]), span=span)
            case "invariant":
                return ast.Invariant(
                    self.ident(c[0]), self.text(c[1]), self.expr(c[2]), cites=self.cites(c[3]), span=span
                )
            case "setup":
                return ast.Setup(self.ident(c[0]), self.text(c[1]), self.expr(c[2]), cites=self.cites(c[3]), span=span)
            case "rule" | "rule_braced":
                return self._rule(branch)
            case "move_decl":
                return self._move(branch)
            case "phase":
                return self._phase(branch)
            case "schedule":
                name, first, *items, last = c
                return ast.Schedule(
                    self.ident(name),
                    tuple(self._schedule_item(item) for item in items),
                    cites=self.cites(first) + self.cites(last),
                    span=span,
                )
        return self.card_decl(branch)

    def _option_type(self, child: Child) -> ast.RangeOption | ast.ChoiceOption | ast.TypedOption:
        branch = self.branch(child)
        c, span = branch.children, self.span(branch)
        if branch.rule == "option_range":
            return ast.RangeOption(self.number(c[0]), self.number(c[1]), span=span)
        if branch.rule == "option_maybe":
            return ast.TypedOption(self.word(c[0]), True, span=span)
        members = tuple(self.bound(one) for one in c)
        if len(members) == 1 and isinstance(members[0], str):
            return ast.TypedOption(members[0], False, span=span)
        if len({type(member) for member in members}) > 1:
            self.problems.append(Diagnostic("RS114", "a choice is among names or among numbers, not both", span))
        return ast.ChoiceOption(members, span=span)

    def _rule(self, branch: Branch) -> ast.Rule:
        name, params, type_, *lets, value, cites = branch.children
        built: list[ast.RuleLet] = []
        for let in map(self.branch, lets):
            built.append(ast.RuleLet(self.word(let.children[0]), self.expr(let.children[1]), span=self.span(let)))
        return ast.Rule(
            self.ident(name),
            self.params(params),
            None if type_ is None else self.type(type_),
            tuple(built),
            self.expr(value),
            branch.rule == "rule_braced",
            cites=self.cites(cites),
            span=self.span(branch),
        )

    def _move(self, branch: Branch) -> ast.Move:
        name, params, says, body, cites = branch.children
        first: ast.Cites = ()
        clauses: tuple[ast.Clause, ...] = ()
        braced = False
        if body is not None:
            inner = self.branch(body)
            braced = inner.rule == "mbody"
            if braced:
                first = self.cites(inner.children[0])
                clauses = tuple(self._clause(one) for one in inner.children[1:])
            else:
                clauses = (self._clause(inner),)
        sentence = None if says is None else self.branch(says)
        return ast.Move(
            self.ident(name),
            () if params is None else tuple(self._move_param(one) for one in self.branch(params).children),
            self.text(sentence.children[0]) if sentence is not None and sentence.rule == "says" else None,
            sentence is not None and sentence.rule == "silent",
            clauses,
            braced,
            cites=first + self.cites(cites),
            span=self.span(branch),
        )

    def _move_param(self, child: Child) -> ast.MoveParam:
        branch = self.branch(child)
        if branch.rule == "given":
            return ast.Given(self.word(branch.children[0]), self.type(branch.children[1]), span=self.span(branch))
        return ast.Chosen(self.binder(branch.children[0]), self.opt_expr(branch.children[1]), span=self.span(branch))

    def _clause(self, child: Child) -> ast.Clause:
        branch = self.branch(child)
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "forbid":
                fined = (None, None, None) if c[4] is None else self.branch(c[4]).children
                return ast.Forbid(
                    self.ident(c[0]), self.expr(c[1]), self.text(c[2]),
                    fined=self.opt_block(fined[1]), fined_when=self.opt_expr(fined[0]),
                    fined_cites=self.cites(fined[2]), cites=self.cites(c[3]), span=span,
                )  # fmt: skip
            case "fine":
                return ast.Fine(
                    self.ident(c[0]), self.expr(c[1]), self.text(c[2]), self.block(c[3]),
                    cites=self.cites(c[4]), span=span,
                )  # fmt: skip
            case "clause_let":
                return ast.ClauseLet(self.word(c[0]), self.expr(c[1]), span=span)
            case "do_":
                return ast.Do(self.block(c[0]), span=span)
        raise AssertionError(branch.rule)

    def _phase(self, branch: Branch) -> ast.Phase:
        name, params, body, cites = branch.children
        inner = self.branch(body)
        first, *parts = inner.children
        ensures = [part for part in map(self.branch, parts) if part.rule == "ensure"]
        _, statements = self.body(parts[len(ensures) :])
        return ast.Phase(
            self.ident(name),
            self.params(params),
            tuple(self._ensure(one) for one in ensures),
            ast.Block((), statements, span=self.span(inner)),
            cites=self.cites(first) + self.cites(cites),
            span=self.span(branch),
        )

    def _ensure(self, branch: Branch) -> ast.Ensure:
        name, message, condition, cites = branch.children
        return ast.Ensure(
            self.ident(name), self.text(message), self.expr(condition), cites=self.cites(cites), span=self.span(branch)
        )

    def _schedule_item(self, child: Child) -> ast.ScheduleItem:
        branch = self.branch(child)
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "dealt":
                return ast.Dealt(self.expr(c[0]), self.opt_expr(c[1]), cites=self.cites(c[2]), span=span)
            case "stage":
                sizes, until = self._sizes(c[3])
                return ast.Stage(
                    self.ident(c[0]), self.opt_text(c[1]), self.opt_expr(c[2]), sizes, until,
                    None if c[4] is None else self.word(c[4]), cites=self.cites(c[5]), span=span,
                )  # fmt: skip
            case "hook":
                return ast.Hook(self.word(c[0]), self.word(c[1]), cites=self.cites(c[2]), span=span)
            case "winner":
                ties = None if c[1] is None else self.word(c[1])
                return ast.Winner(self.expr(c[0]), ties, cites=self.cites(c[2]), span=span)
        raise AssertionError(branch.rule)

    def _sizes(self, child: Child | None) -> tuple[ast.Expr | None, ast.Until | None]:
        if child is None:
            return None, None
        branch = self.branch(child)
        if branch.rule == "until":
            return None, self._until(branch)
        sizes, until = branch.children
        return self.expr(sizes), None if until is None else self._until(self.branch(until))

    def _until(self, branch: Branch) -> ast.Until:
        condition, most = branch.children
        return ast.Until(self.expr(condition), self.expr(most), span=self.span(branch))

    # ------------------------------------------------------------ edits

    def _edit(self, branch: Branch) -> ast.Edit:
        c, span = branch.children, self.span(branch)
        match branch.rule:
            case "cite":
                return ast.Cite(self.path(c[0]), self.idents(c[1]), span=span)
            case "set_":
                return ast.SetEdit(self.path(c[0]), self.expr(c[1]), cites=self.cites(c[2]), span=span)
            case "set_stage":
                sizes, until = self._sizes(c[2])
                return ast.StageEdit(
                    self.path(c[0]),
                    self.opt_expr(c[1]),
                    sizes,
                    until,
                    None if c[3] is None else self.word(c[3]),
                    cites=self.cites(c[4]),
                    span=span,
                )
            case "drop":
                return ast.Drop(self.path(c[0]), span=span)
            case "add":
                items = tuple(self._added(one) for one in self.branch(c[2]).children)
                return ast.AddEdit(self.path(c[0]), None if c[1] is None else self.ident(c[1]), items, span=span)
            case "instead" | "before" | "after":
                how = "instead of" if branch.rule == "instead" else branch.rule
                return ast.StepEdit(how, self.path(c[0]), self.block(c[1]), cites=self.cites(c[2]), span=span)
            case "fine_path":
                return ast.FineEdit(
                    self.path(c[0]), self.opt_expr(c[1]), self.block(c[2]), cites=self.cites(c[3]), span=span
                )
            case "replace":
                return ast.ReplaceEdit(cast("ast.Replaceable", self.decl(self.branch(c[0]))), span=span)
        raise AssertionError(branch.rule)

    def _added(self, child: Child) -> ast.AddItem:
        branch = self.branch(child)
        if branch.rule in _CLAUSES:
            return self._clause(branch)
        if branch.rule in _SCHEDULE_ITEMS:
            return self._schedule_item(branch)
        if branch.rule in _ROWS:
            return self.row(branch)
        if branch.rule == "arm":
            return self.arm(branch)
        if branch.rule == "ensure":
            return self._ensure(branch)
        return self.deck_item(branch)
