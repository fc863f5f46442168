"""Statements to blocks: loops, branches, asks, runs. ``StatementLowering`` lowers one phase or move effect."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulespec.compiler.lower.actions import Actions
from rulespec.compiler.resolve.calls import takes
from rulespec.compiler.resolve.context import Env
from rulespec.compiler.resolve.narrowing import when_false, when_true
from rulespec.compiler.resolve.symbols import Unknown
from rulespec.compiler.resolve.type_names import MAX_WALK, one
from rulespec.ir import nodes as ir
from rulespec.ir import program as prog
from rulespec.ir import types as ty
from rulespec.syntax import ast
from rulespec.syntax.source import Span


class StatementLowering(Actions):
    """Control flow over the simple statements of ``Actions``."""

    def block(self, block: ast.Block, env: Env) -> None:
        """The statements of a block, at the cursor. Names bound in it end with it."""
        self.cite(block.cites, block.span)
        for stmt in block.body:
            env = self.statement(stmt, env)

    def statement(self, stmt: ast.Stmt, env: Env) -> Env:
        """One statement; returns the environment of the next."""
        self.note_cites(stmt)
        match stmt:
            case ast.If():
                env = self._if(stmt, env)
            case ast.For():
                self._for(stmt, self._settled(env))
            case ast.Cycle():
                self._cycle(stmt, self._settled(env))
            case ast.Repeat():
                self._repeat(stmt, self._settled(env))
            case ast.Step():
                self.steps.append(stmt.name)
                self.block(stmt.block, env)
                self.steps.pop()
            case ast.Ask():
                self._ask(stmt, env)
            case ast.Run():
                self._run(stmt, env)
            case ast.Leave():
                self._leave(stmt)
                return env
            case ast.End():
                self._end(stmt)
                return env
            case ast.Replay():
                self._replay(stmt, env)
                return env
            case ast.Let():
                return self.let(stmt, env)
            case (
                ast.MoveCards()
                | ast.MoveCount()
                | ast.Give()
                | ast.Shuffle()
                | ast.Place()
                | ast.AddCard()
                | ast.Assign()
                | ast.Award()
                | ast.WinnerIs()
                | ast.Say()
            ):
                self.action(stmt, env)
            case _:
                assert_never(stmt)
        return self._settled(env)

    def _settled(self, env: Env) -> Env:
        """What is still known after a statement with effects."""
        return replace(env, facts=env.facts.surviving(frozenset(self.frame.stable)))

    # ------------------------------------------------------------ branches

    def _if(self, stmt: ast.If, env: Env) -> Env:
        test = self.exprs.condition(stmt.condition, env)
        then, after = self.cursor.new(stmt.then.span), self.cursor.new(stmt.span)
        other = self.cursor.new(stmt.otherwise.span) if stmt.otherwise is not None else after
        self.cursor.end(ir.Branch(test, then, other))
        self.cursor.at(then)
        self.block(stmt.then, env.knowing(when_true(test)))
        then_open = self.cursor.open
        self.cursor.jump(after)
        if stmt.otherwise is not None:
            self.cursor.at(other)
            inner = env.knowing(when_false(test))
            if isinstance(stmt.otherwise, ast.If):
                self.note_cites(stmt.otherwise)
                self._if(stmt.otherwise, inner)
            else:
                self.block(stmt.otherwise, inner)
            self.cursor.jump(after)
        self.cursor.at(after)
        return env if then_open else env.knowing(when_false(test))

    # ------------------------------------------------------------ loops

    def _for(self, stmt: ast.For, env: Env) -> None:
        binder, span = stmt.binder, stmt.span
        found = self.exprs.walk(binder, env)
        if found is None:
            return
        domain, element = found
        assert not isinstance(element, Unknown)
        if isinstance(element, ty.Group | ty.Combo):
            self.report.unsupported(f"a loop over {one(domain.type)}", binder.span)
            return
        most = domain.type.most if isinstance(domain.type, ty.ListOf) else self.context.seats_most
        frozen = self.cursor.slot(f"{binder.name}_all", domain.type, "loop", span)
        count = self.cursor.slot(f"{binder.name}_next", ty.Int(0, max(most, 1)), "loop", span)
        each = self.cursor.slot(binder.name, element, "loop", span)
        self.cursor.store(frozen, domain, binder.span)
        self.cursor.store(count, _int(0), span)
        head, take, body, after = (self.cursor.new(span) for _ in range(4))
        self.cursor.jump(head)
        self.cursor.at(head)
        size = ir.Op("size", (self.cursor.read(frozen),), ty.Int(0, most))
        self.cursor.end(ir.Branch(ir.Op("lt", (self.cursor.read(count), size), ty.BOOL), take, after))
        self.cursor.at(take)
        self.cursor.store(count, self._plus_one(count), span)
        nth = ir.Op("nth", (self.cursor.read(frozen), self.cursor.read(count)), element, None, self.tables.loc(span))
        self.cursor.store(each, nth, span)
        if binder.name not in self.frame.assigned:
            self.frame.stable.add(each)
        env = env.bind(binder.name, self.cursor.read(each))
        if binder.where is not None:
            where = self.exprs.condition(binder.where, env)
            self.cursor.end(ir.Branch(where, body, head))
            env = env.knowing(when_true(where))
        else:
            self.cursor.jump(body)
        self._body(stmt.block, env, body, head, after)
        self.cursor.emit(ir.Reset((frozen, count, each)))

    def _body(self, block: ast.Block, env: Env, body: int, head: int, after: int) -> None:
        """The body of a loop, back to its head; the cursor is left after it."""
        self.frame.loops.append(after)
        self.cursor.at(body)
        self.block(block, env)
        self.cursor.jump(head)
        self.frame.loops.pop()
        self.cursor.at(after)

    def _plus_one(self, slot: int) -> ir.Expr:
        return ir.Op("add", (self.cursor.read(slot), _int(1)), self.tables.slots[slot].type)

    def _most(self, node: ast.Expr, env: Env) -> ir.Expr:
        return self.exprs.number(node, env)

    def _cycle(self, stmt: ast.Cycle, env: Env) -> None:
        binder, span = stmt.binder, stmt.span
        found = self.exprs.collection(binder.domain, binder.start, env)
        most = self._most(stmt.most, env)
        if found is None or isinstance(most.type, Unknown):
            return
        domain, element = found
        if not isinstance(element, ty.Player):
            self.report.error(
                "RS232", "'cycle' goes round players", binder.domain.span, "go through other things with 'for'"
            )
            return
        seats = ty.ListOf(ty.PLAYER, self.context.seats_most)
        ring = self.cursor.slot(f"{binder.name}_ring", seats, "loop", span)
        count = self.cursor.slot(f"{binder.name}_steps", ty.Int(0, _high(most)), "loop", span)
        each = self.cursor.slot(binder.name, ty.PLAYER, "loop", span)
        found_slot = self.cursor.slot(f"{binder.name}_found", ty.Opt(ty.PLAYER), "loop", span)
        limit = self.cursor.slot(f"{binder.name}_most", ty.Int(0, _high(most)), "loop", span)
        self.cursor.store(ring, domain, binder.span)
        self.cursor.store(count, _int(0), span)
        self.cursor.store(limit, most, stmt.most.span)
        head, look, step, body, used, after = (self.cursor.new(span) for _ in range(6))
        self.cursor.jump(head)
        self.cursor.at(head)
        outer = env.bind(binder.name, self.cursor.read(each))
        if stmt.until is not None:
            self.cursor.end(ir.Branch(self.exprs.condition(stmt.until, env), after, look))
        else:
            self.cursor.jump(look)
        self.cursor.at(look)
        local = self.tables.local()
        where = None
        if binder.where is not None:
            where = self.exprs.condition(binder.where, env.bind(binder.name, ir.Local(local, ty.PLAYER)))
        candidate = ir.Quant("find", local, self.cursor.read(ring), where, None, None, ty.Opt(ty.PLAYER), -1)
        self.cursor.store(found_slot, candidate, binder.span)
        full = ir.Op("eq", (self.cursor.read(count), self.cursor.read(limit)), ty.BOOL)
        gone = ir.Op("is_none", (self.cursor.read(found_slot),), ty.BOOL)
        bounded = self.cursor.new(span)
        self.cursor.end(ir.Branch(gone, after, bounded))
        self.cursor.at(bounded)
        self.cursor.end(ir.Branch(full, used, step))
        self.cursor.at(step)
        who = ir.Op("the", (self.cursor.read(found_slot),), ty.PLAYER, None, self.tables.loc(span))
        self.cursor.store(each, who, span)
        turned = ir.Op("ring_after", (self.cursor.read(ring), self.cursor.read(each)), seats)
        self.cursor.store(ring, turned, span)
        self.cursor.store(count, self._plus_one(count), span)
        self.cursor.jump(body)
        if binder.name not in self.frame.assigned:
            self.frame.stable.add(each)
        self.cursor.at(used)
        self._otherwise(stmt.otherwise, env)
        self.cursor.jump(after)
        self._body(stmt.block, outer, body, head, after)
        self.cursor.emit(ir.Reset((ring, count, each, found_slot, limit)))

    def _otherwise(self, node: ast.Otherwise_ | None, env: Env) -> None:
        """What happens when a bound is reached or nothing can be chosen."""
        if node is None:
            return
        if node.fault is not None:
            self.cursor.end(ir.Fault(node.fault.value, self.tables.loc(node.span)))
        elif node.block is not None:
            self.block(node.block, env)

    def _repeat(self, stmt: ast.Repeat, env: Env) -> None:
        span = stmt.span
        times = self._most(stmt.count, env)
        if isinstance(times.type, Unknown):
            return
        if _high(times) < 0:
            self.report.error("RS231", "this is no number of rounds", stmt.count.span, "write a number above zero")
            return
        if not stmt.at_most and _high(times) > MAX_WALK:
            written = isinstance(stmt.count, ast.IntLit)
            most = f"{MAX_WALK} is the most"
            self.report.error(
                "RS502",
                f"{_high(times)} rounds are too many, {most}" if written else f"nothing bounds this loop, and {most}",
                stmt.count.span,
                "write a smaller number, or 'repeat at most N' and leave the loop in time"
                if written
                else "write 'repeat at most N', or bound the number's type",
            )
            return
        limit = self.cursor.slot("repeat_most", ty.Int(min(0, _low(times)), _high(times)), "loop", span)
        count = self.cursor.slot("repeat_done", ty.Int(0, max(0, _high(times))), "loop", span)
        self.cursor.store(limit, times, stmt.count.span)
        self.cursor.store(count, _int(0), span)
        head, body, used, after = (self.cursor.new(span) for _ in range(4))
        self.cursor.jump(head)
        self.cursor.at(head)
        self.cursor.end(ir.Branch(ir.Op("lt", (self.cursor.read(count), self.cursor.read(limit)), ty.BOOL), body, used))
        self.cursor.at(used)
        self._otherwise(stmt.otherwise, env)
        self.cursor.jump(after)
        self.cursor.at(body)
        self.cursor.store(count, self._plus_one(count), span)
        self._body(stmt.block, env, body, head, after)
        self.cursor.emit(ir.Reset((limit, count)))

    # ------------------------------------------------------------ leaving

    def _leave(self, stmt: ast.Leave) -> None:
        if self.frame.loops:
            self.cursor.jump(self.frame.loops[-1])
        elif self.frame.phase >= 0:
            self.cursor.end(ir.Exit(self.frame.phase))
        else:
            self.report.error("RS243", "'leave' outside a loop ends a phase, and this is a move", stmt.span)

    def _end(self, stmt: ast.End) -> None:
        phase = self.context.phases.get(stmt.phase)
        if phase is None:
            self.report.unknown("phase", stmt.phase, stmt.span, self.context.phases)
            return
        self.ends.append((phase, stmt.span))
        self.cursor.end(ir.Unwind(phase))

    def _replay(self, stmt: ast.Replay, env: Env) -> None:
        phase = self.context.phases.get(stmt.phase)
        if phase is None:
            self.report.unknown("phase", stmt.phase, stmt.span, self.context.phases)
            return
        self.ends.append((phase, stmt.span))
        replay = self.replays.of(phase)
        then = self.cursor.new(stmt.span)
        self.cursor.end(ir.Replay(phase, then, self.tables.loc(stmt.span)))
        self.cursor.at(then)
        self.cursor.store(replay.count, self._plus_one(replay.count), stmt.span)
        self.cursor.emit(*(ir.Copy(saved, slot) for slot, saved in replay.saved))
        self.cursor.emit(ir.Tell("replay", stmt.phase, ()))
        if stmt.then is not None:
            self.block(stmt.then, env)
            self.cursor.emit(*(ir.Copy(slot, saved) for slot, saved in replay.saved))
        self.cursor.jump(replay.entry)

    # ------------------------------------------------------------ asking and running

    def _ask(self, stmt: ast.Ask, env: Env) -> None:
        if self.frame.phase < 0:
            self.report.error("RS244", "a move's effect cannot ask; ask in the phase that offers the move", stmt.span)
            return
        who_type = self.context.players_type() if stmt.secretly else ty.PLAYER
        who = self.exprs.expr(stmt.who, env, who_type)
        actor = self.exprs.expr(stmt.actor, env, ty.PLAYER) if stmt.actor is not None else None
        number = len(self.tables.asks)
        self.tables.asks.append(None)
        offers = self._offers(stmt, env)
        slots = tuple(slot for _, offer in offers for slot in offer.slots)
        self.cursor.emit(ir.OpenAsk(number))
        waiting, join = self.cursor.new(stmt.span), self.cursor.new(stmt.span)
        self.cursor.jump(waiting)
        self.cursor.at(waiting)
        self.cursor.end(ir.AskFor(number))
        effects = -1
        if stmt.secretly:
            effects = self.cursor.new(stmt.span)
            self.cursor.at(effects)
            self.cursor.end(ir.NextSecret(number))
        alternatives: list[prog.Alternative] = []
        after = self._settled(env)
        for block, offer in offers:
            then = effects if stmt.secretly else join
            if block is not None:
                then = self._successor(block.span, slots)
                self.block(block, after)
                self.cursor.jump(join)
            alternatives.append(replace(offer, then=then))
        otherwise: int | None = None
        if stmt.otherwise is not None:
            otherwise = self._successor(stmt.otherwise.span, slots)
            self._otherwise(stmt.otherwise, env)
            self.cursor.jump(join)
        self.cursor.at(join)
        if slots and any(block is None for block, _ in offers):
            self.cursor.emit(ir.Reset(slots))
        ends = (join, effects) if stmt.secretly else (-1, -1)
        self.tables.asks[number] = prog.AskDecl(
            who, actor, stmt.secretly, tuple(alternatives), otherwise, *ends, self.tables.loc(stmt.span)
        )

    def _successor(self, span: Span, slots: tuple[int, ...]) -> int:
        """A block after an ask, at the cursor: the ask's arguments are forgotten."""
        block = self.cursor.new(span)
        self.cursor.at(block)
        if slots:
            self.cursor.emit(ir.Reset(slots))
        return block

    def _offers(self, stmt: ast.Ask, env: Env) -> list[tuple[ast.Block | None, prog.Alternative]]:
        """The moves that an ask offers, each with what is done after it."""
        offers: list[tuple[ast.Block | None, prog.Alternative]] = []
        offered: set[str] = set()
        for alt in stmt.alternatives:
            if alt.move in offered:
                self.report.error("RS201", f"'{alt.move}' is offered twice", alt.span)
            offered.add(alt.move)
            made = self._alternative(alt, env, stmt.secretly)
            if made is not None:
                offers.append((alt.block, made))
        return offers

    def _alternative(self, alt: ast.Alternative, env: Env, secret: bool) -> prog.Alternative | None:
        move = self.context.moves.get(alt.move)
        if move is None:
            self.report.unknown("move", alt.move, alt.span, self.context.moves)
            return None
        if secret and alt.block is not None:
            self.report.error(
                "RS245",
                "a secret choice is followed by nothing of its own",
                alt.block.span,
                "go on after the ask, when all choices are in",
            )
            return None
        self.context.called((self.frame.kind, self.frame.phase), ("move", move), alt.span)
        entry = self.context.merged.find("action", alt.move)
        assert isinstance(entry, ast.Move)
        params = [p for p in entry.params if isinstance(p, ast.Given)]
        if len(params) != len(alt.args):
            self.report.error("RS224", takes(alt.move, [p.name for p in params], len(alt.args)), alt.span)
            return None
        args = tuple(self.exprs.expr(a, env, self.exprs.type_of(p.type)) for a, p in zip(alt.args, params, strict=True))
        slots = tuple(
            self.cursor.slot(f"{alt.move}_{p.name}", arg.type, "loop", alt.span)
            for arg, p in zip(args, params, strict=True)
        )
        return prog.Alternative(move, args, slots, -1)

    def _run(self, stmt: ast.Run, env: Env) -> None:
        phase = self.context.phases.get(stmt.phase)
        if phase is None:
            self.report.unknown("phase", stmt.phase, stmt.span, self.context.phases)
            return
        entry = self.context.merged.find("action", stmt.phase)
        params = entry.params if isinstance(entry, ast.Phase) else ()
        args = self.exprs.arguments(params, stmt.args, env, stmt, stmt.phase)
        if args is None:
            return
        owner = self.frame.phase if self.frame.phase >= 0 else self.frame.move
        self.context.called((self.frame.kind, owner), ("phase", phase), stmt.span)
        self.context.entered(phase, args)
        back = self.cursor.new(stmt.span)
        if stmt.among is None:
            self.cursor.end(ir.Enter(phase, args, back))
            self.cursor.at(back)
            return
        seats = self.context.players_type()
        among = self.exprs.expr(stmt.among, env, seats)
        if self.frame.phase < 0:
            self.report.error("RS244", "'among' belongs in a phase", stmt.span)
            return
        saved = self.cursor.slot("among", ty.Opt(seats), "loop", stmt.span)
        self.frame.among.insert(0, saved)
        in_play = self.context.system.in_play
        self.cursor.store(saved, ir.Read(in_play, (), seats, -1), stmt.span)
        self.cursor.store(in_play, among, stmt.among.span)
        self.cursor.end(ir.Enter(phase, args, back))
        self.cursor.at(back)
        whole = ir.Op("the", (self.cursor.read(saved),), seats, None, self.tables.loc(stmt.span))
        self.cursor.store(in_play, whole, stmt.span)
        self.cursor.emit(ir.Reset((saved,)))


def _int(value: int) -> ir.Const:
    return ir.Const(value, ty.Int(value, value))


def _high(expr: ir.Expr) -> int:
    return expr.type.high if isinstance(expr.type, ty.Int) else 0


def _low(expr: ir.Expr) -> int:
    return expr.type.low if isinstance(expr.type, ty.Int) else 0
