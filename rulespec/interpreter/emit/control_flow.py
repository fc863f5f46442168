"""Blocks of the IR as Python functions ``b<number>(S, J, P)``.

``S`` are the cells, ``J`` the journal or None, ``P`` the probe of a lookahead or None. A block returns the number of
the next one; a stopped match returns ``~block``; ``REVEAL`` means that a probe met a random event or a card that the
seat does not know; ``UNMET - phase`` that an ensure of the phase does not hold.
"""

from __future__ import annotations

from typing import assert_never

from rulespec.interpreter.emit import python as py
from rulespec.interpreter.emit.block_fusion import BlockChain, BlockFusion
from rulespec.interpreter.emit.operators import interval
from rulespec.interpreter.emit.python import NONE, Binds, Constant, Python
from rulespec.interpreter.emit.sentences import SentenceEmitter
from rulespec.interpreter.state_layout import DIRTY, PENDING, STALE, blank
from rulespec.ir import nodes as n
from rulespec.ir import types as t
from rulespec.ir.award_inputs import award_inputs
from rulespec.ir.program import AskDecl

REVEAL = -(1 << 21)
UNMET = -(1 << 20)


class ControlFlowEmitter(SentenceEmitter):
    """Adds statements and terminators to the expressions."""

    fusion: BlockFusion
    wanted: list[int]
    written: set[int]

    def flow(self) -> None:
        """A function for every block that is not written into others."""
        self.fusion = BlockFusion(self.program)
        self.wanted = sorted(self.fusion.entries, reverse=True)
        self.written: set[int] = set()
        while self.wanted:
            number = self.wanted.pop()
            if number not in self.written:
                self.written.add(number)
                with self.function(f"b{number}", "SJP", self._owner(number), self.program.blocks[number].loc):
                    self.block(number, BlockChain((number,)))

    def _owner(self, number: int) -> str:
        """What a block is: its number, and the phase or move that it belongs to; none: the match."""
        block = self.program.blocks[number]
        owner = "the match"
        if block.phase >= 0:
            owner = f"phase {self.program.phases[block.phase].name}"
        elif block.move >= 0:
            owner = f"move {self.program.moves[block.move].name}"
        return f"block {number} of {owner}"

    def block(self, number: int, path: BlockChain) -> None:
        """The body of a block, the last of ``path``: those that lead to it in the same function."""
        block = self.program.blocks[number]
        if self.coverage:
            self.code.add(f"cover_block({number})")
        self.head(block)
        for stmt in block.stmts:
            self.statement(stmt)
        self.terminator(number, block, path)

    def go(self, to: int, path: BlockChain) -> None:
        """Control goes to a block: it follows in place, or its number is returned."""
        longer = self.fusion.join(to, path)
        if longer is not None:
            self.block(to, longer)
        else:
            self.wanted.append(to)
            self.code.add(f"return {to}")

    # ------------------------------------------------------------ statements

    def statement(self, stmt: n.Stmt) -> None:
        match stmt:
            case n.Assign():
                self._assign(stmt)
            case n.Fill():
                self._fill(stmt)
            case n.Reset(slots=slots):
                for slot in slots:
                    self.reset(slot)
            case n.Draw():
                self._probe()
                domain = self.atom(self.coll(stmt.domain, stmt.loc))
                address = self.slot_at(stmt.slot, stmt.index, stmt.loc)
                self.code.add(f"S[{address.text}] = draw(S, {domain}, {stmt.loc})")
                self.code.add(f"if J is not None: J.drawn({domain}, S[{address.text}])")
            case n.MoveCards():
                self._move_cards(stmt)
            case n.MoveCount():
                self._move_count(stmt)
            case n.Give():
                self._give(stmt)
            case n.Gather(to=to):
                self._probe()
                cell = self._cell(to)
                self.code.add(f"gather(S, {cell}, {self._how(to)})")
                self.code.add(f"if J is not None: J.gathered(S, {cell})")
            case n.Shuffle(place=place):
                self._probe()
                cell = self._cell(place)
                self.code.add(f"shuffle(S, {cell}, {self._how(place)})")
                self.code.add(f"if J is not None: J.shuffled(S, {cell}, {self._how(place)})")
            case n.LayGroup():
                self._lay_group(stmt)
            case n.AddToGroup():
                self._add_to_group(stmt)
            case n.Award():
                self._award(stmt)
            case n.Say(text=text):
                self.pieces(text)
                self.code.add("if J is not None: J.said(tuple(out))")
            case n.Copy(source=source, target=target):
                a, b = self.layout.slots[source], self.layout.slots[target]
                self.code.add(f"S[{b.base}:{b.base + b.size}] = S[{a.base}:{a.base + a.size}]")
            case n.Tell(what=what, name=name, args=args):
                with self.code.block("if J is not None:"):
                    told = py.display([self.ex(arg) for arg in args])
                    self.code.add(py.call("J.tell", "S", repr(what), repr(name), told).text)
            case n.OpenAsk(ask=ask):
                self._open_ask(self.program.asks[ask])
            case _:
                assert_never(stmt)

    def _probe(self) -> None:
        self.code.add("if P is not None: return REVEAL")

    def _store(self, made: Python, expr: n.Expr, slot: int, loc: int) -> Python:
        """The value, tested against the range of the slot where its own type does not fit in."""
        type_ = self.program.slots[slot].type
        inner = t.required(type_)
        if not isinstance(inner, t.Int):
            return made
        low, high = interval(expr.type)
        if inner.low <= low and high <= inner.high:
            return made
        name = self.atom(made)
        if name == NONE:
            return name
        outside = py.outside(name, inner.low, inner.high)
        if isinstance(expr.type, t.Opt):
            outside = py.junction([py.is_none(name, negated=True), outside], "and")
        self.fault(outside, "bound", loc, name, inner.low, inner.high, repr(self.program.slots[slot].name))
        return name

    def _assign(self, stmt: n.Assign) -> None:
        value = self._store(self.ex(stmt.value), stmt.value, stmt.slot, stmt.loc)
        address = self.slot_at(stmt.slot, stmt.index, stmt.loc)
        self.code.add(f"S[{address.text}] = {value.text}")

    def _fill(self, stmt: n.Fill) -> None:
        code = self.code
        element = self._element(stmt.slot)
        pairs = code.fresh()
        code.add(f"{pairs} = []")
        with code.block(f"for v{stmt.local} in {self.counted(stmt, self.coll(stmt.domain, stmt.loc)).text}:"):
            value = self._store(self.ex(stmt.value), stmt.value, stmt.slot, stmt.loc)
            value = self.atom(value)
            address = self.slot_at(stmt.slot, (n.Local(stmt.local, element),), stmt.loc)
            code.add(f"{pairs}.append({py.display([address, value])})")
        with code.block(f"for at, value in {pairs}:"):
            code.add("S[at] = value")

    def _element(self, slot: int) -> t.Type:
        dim = self.program.slots[slot].dims[0]
        return getattr(dim, "type", t.INT)

    def initial(self, slot: int) -> Python:
        decl = self.program.slots[slot]
        return self.ex(decl.initial) if decl.initial is not None else py.item(repr(blank(decl.type)))

    def reset(self, slot: int) -> None:
        """Writes a slot's initial value into all of its cells."""
        area = self.layout.slots[slot]
        value = self.initial(slot)
        if not area.axes:
            self.code.add(f"S[{area.base}] = {value.text}")
        else:
            self.code.add(f"S[{area.base}:{area.base + area.size}] = [{value.text}] * {area.size}")

    def clear(self, slots: tuple[int, ...]) -> None:
        """Empties slots that are no longer alive, whatever their initial values."""
        for slot in slots:
            area = self.layout.slots[slot]
            value = repr(blank(self.program.slots[slot].type))
            if not area.axes:
                self.code.add(f"S[{area.base}] = {value}")
            else:
                self.code.add(f"S[{area.base}:{area.base + area.size}] = [{value}] * {area.size}")

    # ------------------------------------------------------------ cards

    def _cell(self, ref: n.PlaceRef) -> Python:
        return self.atom(self.place_at(ref.place, ref.index, ref.loc))

    def _how(self, ref: n.PlaceRef) -> int:
        if not self.program.places[ref.place].ordered:
            return 2
        return 1 if ref.bottom else 0

    def _moved(self, cards: Python, cell: Python, ref: n.PlaceRef, notes: tuple[n.SetNote, ...]) -> None:
        """Moves the cards named ``cards``; tells the journal; asks the probe."""
        code = self.code
        values = [(note.note, self.atom(self.ex(note.value))) for note in notes]
        code.add(f"if P is not None and P.reveals(S, {cards}, {cell}): return REVEAL")
        code.add(f"if J is not None: J.lifted(S, {cards})")
        code.add(f"move(S, {cards}, {cell}, {self._how(ref)})")
        shown = [(note, text) for note, text in values if text != NONE]
        if shown:
            with code.block(f"for c in {cards}:"):
                for note, text in shown:
                    code.add(f"S[{self.layout.notes[note]} + c] = {text}")
        code.add(f"if J is not None: J.laid(S, {cards}, {cell})")

    def _move_cards(self, stmt: n.MoveCards) -> None:
        type_ = stmt.cards.type
        inner = t.required(type_)
        if isinstance(inner, t.Card):
            cards = py.display([self.present(self.ex(stmt.cards), type_, stmt.loc)])
        else:
            cards = self.coll(stmt.cards, stmt.loc)
        self._moved(self.atom(cards), self._cell(stmt.to), stmt.to, stmt.notes)

    def _move_count(self, stmt: n.MoveCount) -> None:
        amount = NONE if stmt.amount is None else self.present(self.ex(stmt.amount), stmt.amount.type, stmt.loc)
        source = self._cell(stmt.source)
        how = (int(stmt.at_most), int(stmt.source.bottom))
        cards = self.atom(py.call("packet", "S", source, amount, *how, stmt.loc))
        self._moved(cards, self._cell(stmt.to), stmt.to, stmt.notes)

    def _give(self, stmt: n.Give) -> None:
        code = self.code
        amount = NONE if stmt.amount is None else self.ex(stmt.amount)
        source = self._cell(stmt.source)
        start = self.ex(stmt.start)
        seats = self.code.fresh()
        code.add(f"{seats} = ring({self._in_play()}, {start.text}, 0)")
        base = self.layout.places[stmt.to].base
        targets = self.code.fresh()
        code.add(f"{targets} = [{base} + p for p in {seats}]")
        how = 0 if self.program.places[stmt.to].ordered else 2
        self._probe()
        code.add(f"if J is not None: J.lifted(S, S[{source}])")
        given = code.fresh()
        code.add(f"{given} = deal_out(S, {source}, {amount}, {int(stmt.source.bottom)}, {targets}, {how}, {stmt.loc})")
        with code.block("if J is not None:"), code.block(f"for cell, cards in {given}:"):
            code.add("J.laid(S, cards, cell)")

    def _lay_group(self, stmt: n.LayGroup) -> None:
        combo = self.atom(self.present(self.ex(stmt.combo), stmt.combo.type, stmt.loc))
        fields = py.display([self.ex(field) if field is not None else NONE for field in stmt.fields])
        cell = self.layout.groups[stmt.groups]
        self.code.add(f"if P is not None and P.reveals(S, {combo}[0], {cell}): return REVEAL")
        self.code.add(f"if J is not None: J.lifted(S, {combo}[0])")
        self.code.add(py.call("lay_group", "S", stmt.groups, combo, fields).text)
        self.code.add(f"if J is not None: J.laid(S, {combo}[0], {cell})")

    def _add_to_group(self, stmt: n.AddToGroup) -> None:
        kind = t.required(stmt.group.type)
        assert isinstance(kind, t.Group)
        card = self.atom(self.present(self.ex(stmt.card), stmt.card.type, stmt.loc))
        group = self.atom(self.present(self.ex(stmt.group), stmt.group.type, stmt.loc))
        face = NONE if stmt.face is None else self.ex(stmt.face)
        cell = self.layout.groups[kind.groups]
        self.code.add(f"if P is not None and P.reveals(S, ({card},), {cell}): return REVEAL")
        self.code.add(f"if J is not None: J.lifted(S, ({card},))")
        self.code.add(f"add_to_group(S, {kind.groups}, {card}, {group}, {face})")
        self.code.add(f"if J is not None: J.laid(S, ({card},), {cell})")

    def _award(self, stmt: n.Award) -> None:
        with self.code.block("if J is not None:"):
            points = self.ex(stmt.points)
            to = self.ex(stmt.to)
            arm = NONE if stmt.arm is None else self.ex(stmt.arm)
            reads = award_inputs(self.program, stmt)
            facts = "".join(f"({self.program.slots[read.slot].name!r}, {self.ex(read).text}), " for read in reads)
            self.code.add(f"J.award({points}, {to}, {stmt.team}, {stmt.kind!r}, {arm}, {stmt.cites!r}, ({facts}))")

    # ------------------------------------------------------------ asks

    def _open_ask(self, ask: AskDecl) -> None:
        """Who is asked, who acts and the arguments of the moves."""
        code = self.code
        if self.program.groups:
            code.add(f"if S[{DIRTY}]: settle_groups(S, {ask.loc})")
        code.add(f"if S[{STALE}]: drop_stale(S)")
        areas, system = self.layout.slots, self.program.system
        decider, actor = areas[system.decider].base, areas[system.actor].base
        if ask.secret:
            code.add(f"S[{PENDING}] = tuple([(p, None) for p in {self.coll(ask.who).text}])")
        else:
            code.add(f"S[{decider}] = {self.present(self.ex(ask.who), ask.who.type, ask.loc).text}")
        if ask.actor is not None:
            code.add(f"S[{actor}] = {self.present(self.ex(ask.actor), ask.actor.type, ask.loc).text}")
        elif not ask.secret:
            code.add(f"S[{actor}] = S[{decider}]")
        for alternative in ask.alternatives:
            for slot, arg in zip(alternative.slots, alternative.args, strict=True):
                code.add(f"S[{areas[slot].base}] = {self.ex(arg).text}")

    # ------------------------------------------------------------ terminators

    def terminator(self, number: int, block: n.Block, path: BlockChain) -> None:
        code = self.code
        end = block.end
        match end:
            case n.Jump(to=to):
                self.go(to, path)
            case n.Branch():
                self._branch(end, path)
            case n.AskFor():
                code.add(f"return {~number}")
            case n.NextSecret(ask=ask):
                decl = self.program.asks[ask]
                code.add(f"return next_secret(S, J, {ask}, {number}, {decl.join})")
            case n.Enter(phase=phase, args=args, back=back):
                self._enter(phase, args, back)
                self.go(self.program.phases[phase].entry, path)
            case n.Exit(phase=phase):
                self._leave(phase)
                self._back(self.fusion.backs.get(phase), path)
            case n.Unwind(phase=phase):
                self._unwind(phase)
                if block.move >= 0:
                    self._drop_move(block.move)
                code.add("return back")
                self.wanted.extend([self.fusion.backs[phase]] if phase in self.fusion.backs else [])
            case n.Replay(phase=phase, then=then):
                self._replay(phase)
                self.wanted.append(then)
                code.add(f"return {then}")
            case n.EndMove(move=move):
                if self.program.groups:
                    code.add(f"if S[{DIRTY}]: settle_groups(S, {block.loc})")
                known = self.fusion.thens.get(move)
                if known is None:
                    code.add(f"back = S[{self.layout.thens[move]}]")
                self._drop_move(move)
                self._back(known, path)
            case n.Fault(message=message, loc=loc):
                code.add(f"fault('spec', {loc}, {message!r})")
            case n.Halt():
                for slot in (self.program.system.decider, self.program.system.actor):
                    self.clear((slot,))
                code.add(f"return {~number}")
            case _:
                assert_never(end)

    def _back(self, to: int | None, path: BlockChain) -> None:
        """Control returns to a block that is known, or to the one named by ``back``."""
        if to is None:
            self.code.add("return back")
        else:
            self.go(to, path)

    def _branch(self, end: n.Branch, path: BlockChain) -> None:
        code = self.code
        test = self.ex(end.condition)
        if isinstance(test, Constant):
            self.go(end.then if test.value else end.otherwise, path)
            return
        if self.fusion.join(end.then, path) is None and self.fusion.join(end.otherwise, path) is None:
            self.wanted += [end.then, end.otherwise]
            code.add(f"return {end.then} if {test.at(Binds.OR)} else {end.otherwise}")
            return
        with code.block(f"if {test.text}:"):
            self.go(end.then, path)
        self.go(end.otherwise, path)

    def _drop_move(self, move: int) -> None:
        """The slots of a move that has ended."""
        self.code.add(f"S[{self.layout.thens[move]}] = None")
        self.clear(self.move_slots(move))

    def move_slots(self, move: int) -> tuple[int, ...]:
        name = self.program.moves[move].name
        return tuple(i for i, s in enumerate(self.program.slots) if s.kind == "move" and s.scope == name)

    def _enter(self, phase: int, args: tuple[n.Expr, ...], back: int) -> None:
        code = self.code
        decl = self.program.phases[phase]
        values = [self.atom(self.ex(arg)) for arg in args]
        for slot, arg, value in zip(decl.params, args, values, strict=True):
            stored = self._store(value, arg, slot, decl.loc)
            code.add(f"S[{self.layout.slots[slot].base}] = {stored.text}")
        code.add(f"S[{self.layout.returns[phase]}] = {back}")

    def _leave(self, phase: int, ensures: bool = True) -> None:
        """Ends a phase; its return address is left in ``back``."""
        code = self.code
        decl = self.program.phases[phase]
        if ensures and decl.ensures:
            code.add(f"if ensures{phase}(S): return {UNMET - phase}")
        in_play = self.layout.slots[self.program.system.in_play].base
        for slot in decl.among:
            cell = self.layout.slots[slot].base
            with code.block(f"if S[{cell}] is not None:"):
                code.add(f"S[{in_play}] = S[{cell}]")
                code.add(f"S[{cell}] = None")
        self.clear(tuple(dict.fromkeys((*decl.locals, *decl.params))))
        cell = self.layout.returns[phase]
        code.add(f"back = S[{cell}]")
        code.add(f"S[{cell}] = None")

    def _inner(self, phase: int) -> list[int]:
        """Phases that may be active within ``phase``, innermost first."""
        order = self.program.phases[phase].order
        inner = [i for i, decl in enumerate(self.program.phases) if decl.order > order]
        return sorted(inner, key=lambda i: -self.program.phases[i].order)

    def _unwind(self, phase: int) -> None:
        for inner in self._inner(phase):
            with self.code.block(f"if S[{self.layout.returns[inner]}] is not None:"):
                self._leave(inner)
        self.code.add(f"S[{PENDING}] = None")
        self._leave(phase)

    def _replay(self, phase: int) -> None:
        for inner in self._inner(phase):
            with self.code.block(f"if S[{self.layout.returns[inner]}] is not None:"):
                self._leave(inner, ensures=False)
        self.code.add(f"S[{PENDING}] = None")
        self.code.add(f"S[{STALE}] = True")
        for cell in self.layout.thens:
            self.code.add(f"S[{cell}] = None")
