"""Moves of a card of which it does not matter, for leaving a transaction, which card it is.

Worked out once from the program. A move ``discard(c)`` whose effect only lays c somewhere, and after which nothing up
to the end of the outermost transaction reads cards except for how many there are, either ends it for every card of one
place or for none. A lookahead then tries one card of the place.
"""

from __future__ import annotations

from typing import Any

from rulespec.interpreter.emit.cse import dependencies
from rulespec.interpreter.transactions.reachability import EnsureReachability
from rulespec.ir import nodes as n
from rulespec.ir import types as t
from rulespec.ir.graph import UNSEEN
from rulespec.ir.program import Alternative, MoveDecl, MoveLet, Program
from rulespec.ir.walk import children

_BY_CARD = frozenset("index_of depth note role group_of group_cards group_field all_group_cards low high can".split())
"""Primitives that find out where a card lies, or with what."""


class IrrelevantCards:
    """Answers for the alternatives of a program's asks."""

    def __init__(self, program: Program, reachability: EnsureReachability) -> None:
        self.program = program
        self.reachability = reachability
        self._outermost = min((program.phases[phase].order for phase in reachability.guarded), default=-1)
        self._rules: dict[int, bool] = {}
        self._tainted: frozenset[int] = frozenset()

    def parameter(self, alternative: Alternative) -> int | None:
        """The position of the parameter whose card does not matter; None where each card must be tried."""
        decl = self.program.moves[alternative.move]
        if not self.reachability.guarded:
            return None
        for at, param in enumerate(decl.params):
            if isinstance(param.type, t.Card) and not param.given and self._lays(decl, param.slot):
                self._tainted = self._depending(decl, param.slot)
                self._rules = {}
                if self._blind(decl, alternative):
                    return at
        return None

    def _lays(self, decl: MoveDecl, slot: int) -> bool:
        """Does the first block of the effect move the parameter's card?"""
        return any(self._is_laying(stmt, slot) for stmt in self.program.blocks[decl.effect].stmts)

    @staticmethod
    def _is_laying(stmt: n.Stmt, slot: int) -> bool:
        return isinstance(stmt, n.MoveCards) and isinstance(stmt.cards, n.Read) and stmt.cards.slot == slot

    @staticmethod
    def _depending(decl: MoveDecl, slot: int) -> frozenset[int]:
        """Slots of the move whose values depend on the parameter's; the parameter itself among them."""
        found = {slot}
        for item in decl.body:
            if isinstance(item, MoveLet):
                if dependencies(item.value)[0] & found:
                    found.add(item.slot)
            elif item.flag >= 0 and dependencies((item.condition, item.fined_when))[0] & found:
                found.add(item.flag)
        return frozenset(found)

    # ------------------------------------------------------------ the way out

    def _blind(self, decl: MoveDecl, alternative: Alternative) -> bool:
        """Does nothing on the way to the end of the outermost transaction, or to the next decision, tell one card
        from another?"""
        seen: set[int] = set()
        todo = [decl.effect]
        laid = False
        while todo:
            number = todo.pop()
            if number in seen:
                continue
            seen.add(number)
            block = self.program.blocks[number]
            stopped = False
            for stmt in block.stmts:
                if number == decl.effect and isinstance(stmt, n.MoveCards) and not laid:
                    if not (isinstance(stmt.cards, n.Read) and stmt.cards.slot in self._tainted):
                        return False
                    laid = True
                    if not self._safe((stmt.to, stmt.notes)):
                        return False
                elif isinstance(stmt, UNSEEN):
                    stopped = True
                    if not self._safe(stmt):
                        return False
                    break
                elif not self._harmless(stmt):
                    return False
            if stopped:
                continue
            followers = self._after(block.end, alternative)
            if followers is None or decl.effect in followers:
                return False
            todo.extend(followers)
        return True

    def _harmless(self, stmt: n.Stmt) -> bool:
        match stmt:
            case n.Award() | n.Tell() | n.Copy():
                return True  # the first two are for the journal, which a lookahead does not keep
            case n.Assign() | n.Fill() | n.Say():
                return self._safe(stmt)
            case n.OpenAsk(ask=ask):
                return self._safe((self.program.asks[ask].who, self.program.asks[ask].actor))
            case n.Reset(slots=slots):
                return self._safe(tuple(self.program.slots[slot].initial for slot in slots))
            case _:
                return False

    def _after(self, end: n.Terminator, alternative: Alternative) -> set[int] | None:
        """The blocks that may follow within a run of the lookahead; None where cards may be told apart there."""
        program = self.program
        match end:
            case n.Exit(phase=phase):
                if not self._safe(program.phases[phase].ensures):
                    return None
                if program.phases[phase].order <= self._outermost:
                    return set()
            case n.Unwind(phase=phase):
                order = program.phases[phase].order
                if not all(self._safe(decl.ensures) for decl in program.phases if decl.order >= order):
                    return None
                if order <= self._outermost:
                    return set()
            case n.AskFor():
                return set()
            case n.Replay() | n.NextSecret():
                return None
            case _:
                if not self._safe(end):
                    return None
        return set(self.reachability.flow.following(end, alternative))

    # ------------------------------------------------------------ expressions

    def _safe(self, node: Any) -> bool:
        """Does every expression in it have the same value, whichever card was moved?"""
        if isinstance(node, tuple):
            return all(self._safe(item) for item in node)
        match node:
            case n.Read(slot=slot) if slot in self._tainted:
                return False
            case n.CardsAt():
                return False
            case n.Op(op="size" | "empty", args=(n.CardsAt(index=index),)):
                return self._safe(index)
            case n.Op(op=op) if op in _BY_CARD:
                return False
            case n.CallRule(rule=rule, args=args):
                return self._safe(args) and self._safe_rule(rule)
            case n.Template():
                return True
            case _:
                return all(self._safe(part) for part in children(node))

    def _safe_rule(self, rule: int) -> bool:
        known = self._rules.get(rule)
        if known is None:
            known = self._rules[rule] = self._safe(self.program.rules[rule].body)
        return known
