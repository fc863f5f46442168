"""Moves as Python functions: listing, domains, clauses, binding and sentences.

For move ``m`` with parameters ``p0, p1 ...``:

- ``list<m>(S, out, alt, given...)`` appends ``(alt, args, fined)`` for every move that no clause refuses;
- ``domain<m>_<k>(S, p0 ... p(k-1))`` is the tuple of values that parameter k may take;
- ``clauses<m>(S, p0 ...)`` gives the numbers of the clauses that refuse and of those that fine;
- ``bind<m>(S, p0 ...)`` stores parameters, lets and flags in the state;
- ``say<m>`` and ``message<m>_<i>`` give the pieces of a sentence.

A clause is tested in the list as soon as all that it reads is bound; what is known earlier is computed once.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulespec.interpreter.emit import python as py
from rulespec.interpreter.emit.control_flow import ControlFlowEmitter
from rulespec.interpreter.emit.cost_model import LIGHT
from rulespec.interpreter.emit.cse import Memo, dependencies
from rulespec.interpreter.emit.python import FALSE, TRUE, Python
from rulespec.interpreter.fuel import MOVE
from rulespec.ir import nodes as n
from rulespec.ir import types as t
from rulespec.ir.program import Clause, MoveDecl, MoveLet, MoveParam

TWIN_TYPES = (t.Card, t.Group, t.Combo, t.Split)


def holds_cards(type_: t.Type) -> bool:
    """Do values of the type name cards (so that some may be interchangeable)?"""
    match t.required(type_):
        case t.SetOf(element=element) | t.ListOf(element=element):
            return holds_cards(element)
        case inner:
            return isinstance(inner, TWIN_TYPES)


class MoveEmitter(ControlFlowEmitter):
    """Adds moves to the blocks."""

    heavy_choices = False
    """Is there so much to choose from in the move being written that trying it is counted?"""

    def move(self, number: int, decl: MoveDecl) -> None:
        self._list(number, decl)
        for at in range(len(decl.params)):
            self._domain(number, decl, at)
        self._clauses(number, decl)
        self._bind(number, decl)
        self._words(number, decl)

    # ------------------------------------------------------------ levels

    def levels(self, decl: MoveDecl) -> dict[int, int]:
        """For each slot of the move, how many parameters must be bound before its value is known."""
        levels = {param.slot: at + 1 for at, param in enumerate(decl.params)}
        for item in decl.body:
            if isinstance(item, MoveLet):
                levels[item.slot] = self._level(item.value, levels)
        return levels

    @staticmethod
    def _level(expr: n.Expr | None, levels: dict[int, int]) -> int:
        if expr is None:
            return 0
        slots, _ = dependencies(expr)
        return max((levels[slot] for slot in slots if slot in levels), default=0)

    def _names(self, decl: MoveDecl) -> list[str]:
        names = [f"p{at}" for at in range(len(decl.params))]
        self.names = {param.slot: name for param, name in zip(decl.params, names, strict=True)}
        return names

    # ------------------------------------------------------------ the list

    def _list(self, number: int, decl: MoveDecl) -> None:
        code = self.code
        names = self._names(decl)
        levels = self.levels(decl)
        memo = self.memo = Memo(levels)
        given = [name for param, name in zip(decl.params, names, strict=True) if param.given]
        self.heavy_choices = self.costs.of_choices(decl.params, decl.body) > LIGHT
        with self.function(f"list{number}", ["S", "out", "alt", *given], f"list of moves {decl.name}", decl.loc):
            depth = code.depth
            reserved = {0: code.add("")}
            fines: list[str] = []
            self._tests(decl, 0, levels, fines)
            self._start_keys(decl)
            bound: list[str] = []
            for at, (param, name) in enumerate(zip(decl.params, names, strict=True)):
                if not param.given:
                    memo.level = at
                    self._loop(param, name, bound)
                memo.level = at + 1
                reserved[at + 1] = code.add("")
                bound.extend(self._cards_of(param, name))
                self._tests(decl, at + 1, levels, fines)
            fined = " or ".join(fines) or "False"
            if self.heavy_choices:
                self.count(str(MOVE + self.costs.uncounted(decl.body)))
            code.add(f"out.append((alt, ({' '.join(name + ',' for name in names)}), {fined}))")
            code.depth = depth
            for level, resets in memo.resets.items():
                reserved[level].text = " = ".join([*resets, "U"])
            code.add("return")
        self.memo = None
        self.keyer = None

    @staticmethod
    def _cards_of(param: MoveParam, name: str) -> list[str]:
        """The cards that a bound parameter names: from then on they are told from their interchangeable."""
        match t.required(param.type):
            case t.Card():
                text = f"({name},)"
            case t.Group(groups=groups):
                text = f"group_cards(S, {groups}, {name})"
            case t.Combo():
                text = f"{name}[0]"
            case t.Split():
                text = f"split_cards({name})"
            case t.SetOf(element=t.Card()) | t.ListOf(element=t.Card()):
                text = name
            case _:
                return []
        return [f"(() if {name} is None else {text})" if isinstance(param.type, t.Opt) else text]

    def _start_keys(self, decl: MoveDecl) -> None:
        self.keyer = None
        if self.interchangeable and any(holds_cards(param.type) for param in decl.params):
            self.code.add("refs = references(S)")

    def _loop(self, param: MoveParam, name: str, bound: Iterable[str]) -> None:
        """Opens the loop over a parameter's values; the code that follows is its body."""
        code = self.code
        where = param.where
        kept = self._kept(param, name)
        if kept is not None:
            values, distinct, where = kept
            key = self._card_key(param, name, bound)
        else:
            values, key = self._values(param, name, bound)
            distinct = f"all_distinct({values})"
        seen = code.fresh() if key else ""
        if isinstance(param.type, t.Group) and key:
            distinct = f"groups_distinct(S, {param.type.groups})"
        if key:
            single = isinstance(param.type, (t.Card, t.Group))
            code.add(f"{seen} = None if {distinct} else set()" if single else f"{seen} = set()")
        if self.heavy_choices:
            self.count(f"len({values}) * {4 + min(self.costs.uncounted(param.where), LIGHT)}")
        code.add(f"for {name} in {values}:")
        code.depth += 1
        if where is not None:
            if self.memo is not None:
                self.memo.level += 1
            self._guard(self._where(param, where, name), "continue")
        if key:
            self._once(param, key, seen)

    def _once(self, param: MoveParam, key: str, seen: str) -> None:
        """Passes over a value if an interchangeable one has been tried. Such cards satisfy the same conditions, so only
        values that satisfy them are compared."""
        code = self.code
        depth = code.depth
        if isinstance(param.type, (t.Card, t.Group)):
            code.add(f"if {seen} is not None:")
            code.depth += 1
        mark = code.fresh()
        code.add(f"{mark} = {key}")
        code.add(f"if {mark} in {seen}: continue")
        code.add(f"{seen}.add({mark})")
        code.depth = depth

    def _kept(self, param: MoveParam, name: str) -> tuple[str, str, n.Expr | None] | None:
        """Values that are known before the parameters bound last, those only that satisfy the conditions known there
        too; they are worked out once. Also whether no two are interchangeable, and the conditions that are left."""
        memo, code = self.memo, self.code
        if memo is None or memo.level == 0 or param.when is not None or not isinstance(param.type, t.Card):
            return None
        assert param.domain is not None
        items = param.where.items if isinstance(param.where, n.And) else () if param.where is None else (param.where,)
        level = memo.level_of(param.domain)
        if level is None or level == memo.level:
            return None
        early = 0
        for item in items:
            slots, free = dependencies(item)
            needed = max((memo.levels[slot] for slot in slots if slot in memo.levels and slot != param.slot), default=0)
            if free or needed >= memo.level:
                break
            level = max(level, needed)
            early += 1
        if not early:
            return None
        kept, distinct = code.fresh("h"), code.fresh("d")
        memo.resets.setdefault(level, []).append(kept)
        with code.block(f"if {kept} is U:"):
            saved, memo.level = memo.level, level
            code.add(f"{kept} = []")
            with code.block(f"for {name} in {self.coll(param.domain).text}:"):
                for item in items[:early]:
                    self._guard(self.ex(item), "continue")
                code.add(f"{kept}.append({name})")
            memo.level = saved
            code.add(f"{distinct} = all_distinct({kept})")
        rest = items[early:]
        return kept, distinct, n.And(rest, t.BOOL) if rest else None

    def _where(self, param: MoveParam, where: n.Expr, name: str) -> Python:
        """The test of a parameter's ``where``; the value None of an inapplicable parameter needs none."""
        if param.when is None:
            return self.ex(where)
        result = self.code.fresh()
        self.code.add(f"{result} = True")
        with self.code.block(f"if {name} is not None:"):
            self.code.add(f"{result} = {self.ex(where).text}")
        return py.name(result)

    def _guard(self, test: Python, action: str) -> None:
        if test != TRUE:
            with self.code.block(f"if {py.negation(test).text}:"):
                self.code.add(action)

    def _values(self, param: MoveParam, name: str, bound: Iterable[str]) -> tuple[str, str]:
        """The values to try for a parameter, and the key that interchangeable ones share ("": none do)."""
        code = self.code
        assert param.domain is not None
        key = keyer = ""
        if isinstance(param.domain, n.CardsAt) and param.when is None:
            key = self._card_key(param, name, bound)
        elif self.interchangeable and holds_cards(param.type):
            keyer = code.fresh("k")
            code.add(f"{keyer} = card_keys(S, refs, {' + '.join(bound) or '()'})")
            inner = t.required(param.type)
            if isinstance(param.type, t.Card):
                key = f"{keyer}[{name}]"
            elif isinstance(param.type, t.Group):
                cell = self.layout.groups[param.type.groups]
                key = f"group_key({param.type.groups}, S[{cell}][{name}], {keyer}.apart)"
            else:
                key = f"value_key({keyer}, {name}, {inner.groups if isinstance(inner, t.Group) else -1})"
        if param.when is None:
            values, distinct = self._domain_text(param.domain, keyer)
            return self.atom(values).text, "" if distinct else key
        result = code.fresh()
        test = self.ex(param.when)
        code.add(f"{result} = (None,)")
        with code.block(f"if {test.text}:"):
            values, distinct = self._domain_text(param.domain, keyer)
            code.add(f"{result} = {values.text}")
        return result, "" if distinct else key

    def _card_key(self, param: MoveParam, name: str, bound: Iterable[str]) -> str:
        """The key of a card among those of its domain; short where all of them lie in one place."""
        if not self.interchangeable:
            return ""
        apart = self.code.fresh("k")
        others = " + ".join(bound)
        domain = param.domain
        if not isinstance(domain, n.CardsAt):
            self.code.add(f"{apart} = card_keys(S, refs, {others or '()'})")
            return f"{apart}[{name}]"
        if self.program.places[domain.place].ordered:
            return ""
        self.code.add(f"{apart} = refs.union({others})" if others else f"{apart} = refs")
        key = f"AL[{name}]"
        if self.layout.live_notes:
            key = f"({', '.join([key, *(f'S[{base} + {name}]' for base in self.layout.live_notes)])})"
        return f"{key} if {name} not in {apart} else -1 - {name}"

    def _domain_text(self, domain: n.Expr, keyer: str) -> tuple[Python, bool]:
        """A domain, and whether it lists interchangeable cards once of itself."""
        distinct = isinstance(domain, n.Op) and domain.op in ("combos", "splits", "subsets")
        memo = self.memo
        if distinct and keyer:
            self.keyer = py.name(keyer)
            if memo is not None:
                memo.enabled = False
        if isinstance(t.required(domain.type), (t.SetOf, t.ListOf)):
            text = self.present(self.ex(domain), domain.type, -1)
        else:
            text = self.coll(domain)
        self.keyer = None
        if memo is not None:
            memo.enabled = True
        return text, distinct

    def _tests(self, decl: MoveDecl, level: int, levels: dict[int, int], fines: list[str]) -> None:
        """Lets and clauses that become known at a level."""
        assert self.memo is not None
        self.memo.level = level
        stop = "return" if self.code.depth == 1 else "continue"
        for at, item in enumerate(decl.body):
            if isinstance(item, MoveLet):
                if levels[item.slot] == level:
                    name = self.names[item.slot] = f"l{item.slot}"
                    self.code.add(f"{name} = {self.ex(item.value).text}")
                continue
            where = max(self._level(item.condition, levels), self._level(item.fined_when, levels))
            if where != level:
                continue
            test = self.ex(item.condition)
            if test == FALSE:
                continue
            if item.kind == "forbid" and item.fined_when is None:
                with self.code.block(f"if {test.text}:"):
                    self._cover(item)
                    self.code.add(stop)
                continue
            flag = f"f{at}"
            fines.append(flag)
            self.code.add(f"{flag} = False")
            with self.code.block(f"if {test.text}:"):
                self._penalty(item, flag, stop)

    def _penalty(self, item: Clause, flag: str, stop: str) -> None:
        """A clause holds that may fine instead of refusing."""
        self._cover(item)
        if item.kind == "forbid" and item.fined_when is not None:
            self._guard(self.ex(item.fined_when), stop)
        self.code.add(f"{flag} = True")

    def _cover(self, item: Clause) -> None:
        if self.coverage:
            self.code.add(f"cover_clause({item.path!r})")

    # ------------------------------------------------------------ checking one move

    def _domain(self, number: int, decl: MoveDecl, at: int) -> None:
        names = self._names(decl)
        param = decl.params[at]
        if param.given:
            return
        what = f"values of {param.name} in move {decl.name}"
        with self.function(f"domain{number}_{at}", ["S", *names[:at]], what, param.loc):
            self._start_keys(decl)
            earlier = [
                text for p, name in zip(decl.params[:at], names, strict=False) for text in self._cards_of(p, name)
            ]
            self._early_lets(decl, at)
            self.code.add("kept = []")
            self.heavy_choices = self.costs.heavy(param.domain) or self.costs.heavy(param.where)
            depth = self.code.depth
            self._loop(param, names[at], earlier)
            self.code.add(f"kept.append({names[at]})")
            self.code.depth = depth
            self.code.add("return tuple(kept)")

    def _early_lets(self, decl: MoveDecl, at: int) -> None:
        """Lets that the domain or condition of parameter ``at`` reads."""
        levels = self.levels(decl)
        param = decl.params[at]
        wanted, _ = dependencies(tuple(e for e in (param.domain, param.where, param.when) if e is not None))
        for item in decl.body:
            if isinstance(item, MoveLet) and item.slot in wanted and levels[item.slot] <= at:
                self._let(item)

    def _let(self, item: MoveLet) -> None:
        name = self.names[item.slot] = f"l{item.slot}"
        self.code.add(f"{name} = {self.ex(item.value).text}")

    def _clauses(self, number: int, decl: MoveDecl) -> None:
        """One clause a function call, so that those after one that holds may be tried by themselves."""
        names = self._names(decl)
        for at, item in enumerate(decl.body):
            if not isinstance(item, Clause):
                continue
            self._names(decl)
            with self.function(f"clause{number}_{at}", ["S", *names], f"clause {item.path}", item.loc):
                for let in decl.body[:at]:
                    if isinstance(let, MoveLet):
                        self._let(let)
                with self.code.block(f"if {py.negation(self.ex(item.condition)).text}:"):
                    self.code.add("return 0")
                self._cover(item)
                if item.kind == "forbid":
                    if item.fined_when is None:
                        self.code.add("return 1")
                        continue
                    self._guard(self.ex(item.fined_when), "return 1")
                self.code.add("return 2")

    def _bind(self, number: int, decl: MoveDecl) -> None:
        """Lets and flags are worked out before anything is stored."""
        code = self.code
        names = self._names(decl)
        with self.function(f"bind{number}", ["S", *names], f"arguments of move {decl.name}", decl.loc):
            flags: list[tuple[int, str]] = []
            for at, item in enumerate(decl.body):
                if isinstance(item, MoveLet):
                    self._let(item)
                elif item.flag >= 0:
                    flags.append((item.flag, f"f{at}"))
                    code.add(f"f{at} = {self.ex(item.condition).text}")
                    if item.kind == "forbid" and item.fined_when is not None:
                        with code.block(f"if f{at}:"):
                            code.add(f"f{at} = {self.ex(item.fined_when).text}")
            for slot, name in [*self.names.items(), *flags]:
                code.add(f"S[{self.layout.slots[slot].base}] = {name}")
        self.names = {}

    # ------------------------------------------------------------ words

    def _words(self, number: int, decl: MoveDecl) -> None:
        names = self._names(decl)
        if decl.says is not None:
            with self.function(f"say{number}", ["S", *names], f"sentence of move {decl.name}", decl.loc):
                for item in decl.body:
                    if isinstance(item, MoveLet) and item.slot in dependencies(decl.says)[0]:
                        self._let(item)
                self.template(decl.says)
        for at, item in enumerate(decl.body):
            if isinstance(item, Clause):
                self._names(decl)
                with self.function(f"message{number}_{at}", ["S", *names], f"message of {item.path}", item.loc):
                    for let in decl.body[:at]:
                        if isinstance(let, MoveLet) and let.slot in dependencies(item.message)[0]:
                            self._let(let)
                    self.template(item.message)
        self.names = {}
