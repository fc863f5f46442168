"""Secret choices take effect one after another when all are in; that order must not matter.

So the effect of a move that is chosen secretly changes only what belongs to the seat that chose it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulespec.compiler.checks.static_visibility import sources
from rulespec.compiler.resolve.context import Context
from rulespec.compiler.resolve.narrowing import plain
from rulespec.compiler.resolve.substitute import substitute_slots
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir.graph import ControlFlow


def check_secret_asks(context: Context, program: prog.Program) -> None:
    """Checks the effects of all moves that some ask offers secretly."""
    moves = {alt.move: ask.loc for ask in program.asks if ask.secret for alt in ask.alternatives}
    for move, ask in moves.items():
        _Effect(context, program, move, ask).check()


@dataclass(slots=True)
class _Effect:
    context: Context
    program: prog.Program
    move: int
    ask: int

    def check(self) -> None:
        """Follows the effect's blocks; one report a move."""
        name = self.program.moves[self.move].name
        flow = ControlFlow(self.program)
        seen: set[int] = set()
        stack = [self.program.moves[self.move].effect]
        kept: dict[int, ir.Expr] = {}
        while stack:
            at = stack.pop()
            if at in seen:
                continue
            seen.add(at)
            block = self.program.blocks[at]
            for stmt in block.stmts:
                if isinstance(stmt, ir.Assign) and self.program.slots[stmt.slot].kind in ("move", "loop", "let"):
                    kept[stmt.slot] = substitute_slots(stmt.value, kept)
                    continue
                what = self._shared(stmt, kept)
                if what is not None:
                    self._report(name, what, stmt.loc)  # type: ignore[union-attr]
                    return
            if isinstance(block.end, ir.Enter):
                self._report(name, "run a phase", block.loc)
                return
            stack.extend(reversed(flow.within(block.end)))

    def _report(self, name: str, what: str, loc: int) -> None:
        spans = self.context.tables.spans
        self.context.report.error(
            "RS413",
            f"'{name}' is chosen secretly, so it may not {what}",
            spans[loc],
            "let it write to something declared with [player], at [actor], and go on after the ask, when all are in",
            [("it is asked secretly here", spans[self.ask])],
        )

    def _shared(self, stmt: ir.Stmt, kept: dict[int, ir.Expr]) -> str | None:
        """What a statement does to something that is not the acting seat's own."""
        match stmt:
            case ir.Assign(slot=slot, index=index) | ir.Draw(slot=slot, index=index):
                if isinstance(stmt, ir.Draw):
                    return "draw by chance"
                if not self._own(index, kept):
                    return f"change '{self.program.slots[slot].name}', which is not the acting seat's own"
            case ir.Fill(slot=slot):
                return f"change '{self.program.slots[slot].name}' of everybody"
            case ir.Gather() | ir.Shuffle():
                return "shuffle"
            case ir.Give():
                return "deal cards"
            case ir.LayGroup(groups=groups):
                return f"lay cards on '{self.program.groups[groups].name}', where all lay theirs"
            case ir.AddToGroup():
                return "add to a group, which all share"
            case ir.MoveCards(to=to) | ir.MoveCount(to=to):
                if not self._own(to.index, kept):
                    return f"move cards to '{self.program.places[to.place].name}', which is not the acting seat's own"
                for source in sources(self.program, stmt):
                    if not self._own(source.index, kept):
                        name = self.program.places[source.place].name
                        return f"take cards from '{name}', which is not the acting seat's own"
        return None

    def _own(self, index: tuple[ir.Expr, ...], kept: dict[int, ir.Expr]) -> bool:
        """Is the first index the acting seat?"""
        if not index:
            return False
        first = plain(substitute_slots(index[0], kept))
        return isinstance(first, ir.Read) and first.slot == self.program.system.actor
