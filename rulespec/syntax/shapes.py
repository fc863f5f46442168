"""The forms of the language as an author reads them, shown when a text departs from one."""

from __future__ import annotations

DECLARATIONS = {
    "game": 'game NAME { title en "…"  players 2..4 }',
    "library": "library NAME needs move NAME",
    "use": 'use "std/…"',
    "extends": 'extends "…"',
    "requires": 'requires "…"',
    "conflicts": 'conflicts "…"',
    "preset": 'preset NAME "for whom" { OPTION = VALUE }',
    "cite": "cite PATH: R1, R2",
    "option": 'option NAME: TYPE = VALUE "what it does"',
    "const": "const NAME = VALUE",
    "enum": "enum NAME { FIRST, SECOND }",
    "convention": 'convention NAME "what is decided" decides R1',
    "invariant": 'invariant NAME "what always holds": CONDITION',
    "setup": 'setup NAME "what must be so": CONDITION',
    "deck": "deck { suits …  ranks … }",
    "value": "value NAME { 2..10: face, K: 10, else: 0 }",
    "pile": "pile NAME seen by all",
    "zone": "zone NAME[player] seen by owner",
    "note": "note NAME: TYPE",
    "groups": "groups NAME of PATTERN seen by all { FIELD: TYPE }",
    "var": "var NAME: TYPE = VALUE per SCOPE",
    "pattern": "pattern NAME { size 3  same rank }",
    "rule": "rule NAME(PARAMETER: TYPE): TYPE = VALUE",
    "move": 'move NAME(PARAMETER in VALUES) says "…" { forbid …  do { … } }',
    "phase": "phase NAME(PARAMETER: TYPE) { STATEMENTS }",
    "schedule": "schedule NAME { dealt by …  stage …  winner … }",
    "set": "set PATH = VALUE",
    "drop": "drop PATH",
    "add": 'add to RULE { NAME when CONDITION: VALUE }, or add to MOVE { forbid NAME when CONDITION "…" }',
    "instead": "instead of PATH { STATEMENTS }",
    "before": "before PATH { STATEMENTS }",
    "after": "after PATH { STATEMENTS }",
    "fine": "fine PATH when CONDITION { STATEMENTS }",
    "replace": "replace rule NAME … , replace move NAME …",
}
"""Forms that stand outside all braces."""

ENTRIES = {
    "title": 'title LANGUAGE "…"',
    "sources": 'sources "…"',
    "players": "players 2..4 default 4",
    "suits": "suits spades, hearts",
    "ranks": "ranks 6..10, J, Q, K, A",
    "mark": "mark NAME on 6 of spades",
    "without": "without 2 of clubs, or without CARD where CONDITION",
    "wild": "wild MARK at most 1 as face",
    "natural": "natural at least 2",
    "consecutive": "consecutive rank also A low",
    "forbid": 'forbid NAME when CONDITION "why not"',
    "fine": 'fine NAME when CONDITION "what was done" { STATEMENTS }',
    "do": "do { STATEMENTS }",
    "ensure": 'ensure NAME "what must hold": CONDITION',
    "return": "return VALUE",
    "dealt": "dealt by WHO then WHO",
    "stage": 'stage NAME "Title" 4 deals of 9, or deals of 7..1, or deals of 9 until CONDITION at most 20',
    "move": "move CARDS to PLACE, or move 3 from PLACE to PLACE",
    "give": "give 3 each from PLACE to HANDS starting PLAYER",
    "shuffle": "shuffle deck into PLACE",
    "place": "place CARDS on GROUPS",
    "add": "add CARD to GROUP as FACE",
    "ask": "ask PLAYER: MOVE or MOVE { STATEMENTS }",
    "let": "let NAME = VALUE",
    "if": "if CONDITION { STATEMENTS } else { STATEMENTS }",
    "for": "for NAME in VALUES where CONDITION { STATEMENTS }",
    "cycle": "cycle NAME in PLAYERS until CONDITION at most 100 { STATEMENTS }",
    "repeat": "repeat 5 { STATEMENTS }, or repeat at most 100 { STATEMENTS }",
    "run": "run PHASE, or run PHASE after stage in a schedule",
    "step": "step NAME { STATEMENTS }",
    "end": "end PHASE",
    "replay": "replay PHASE at most 3 then { STATEMENTS }",
    "award": "award POINTS to WHO as KIND",
    "winner": "winner WHO, and in a schedule: winner WHO, ties share",
    "cases": "cases { NAME when CONDITION: VALUE  else: VALUE }",
    "cites": "cites R1, R2",
    "then": "if CONDITION then VALUE else VALUE",
}
"""Forms that stand inside braces."""

OPENERS = (DECLARATIONS.keys() | ENTRIES.keys()) - {"cases", "cites", "then"}
"""Words with which an entry begins, where one can."""

LISTS = ("library", "leave", "forbid", "suits", "dealt", "title", "natural")
"""One word of each kind of list of entries: where it fits, an entry of its kind can begin."""

BRACKETED = {
    quantifier: f"{quantifier}(NAME in VALUES where CONDITION)"
    for quantifier in ("some", "every", "count", "those", "find")
} | {quantifier: f"{quantifier}(NAME in VALUES by VALUE)" for quantifier in ("best", "least")}
"""Forms that go on in round brackets."""

IN_BRACKETS = {
    "for": "sum(VALUE for NAME in VALUES where CONDITION)",
}
"""Forms told by a word within round brackets."""

OTHER_NAMES = {
    "add": "plus",
    "after": "next",
    "all": "everyone",
    "at": "spot",
    "best": "highest",
    "by": "owner",
    "can": "able",
    "case": "kind",
    "cases": "kinds",
    "count": "number",
    "cycle": "turns",
    "deck": "pack",
    "conflicts": "clashes",
    "drop": "discard",
    "each": "one",
    "end": "finish",
    "fine": "penalty",
    "find": "found",
    "from": "source",
    "game": "match",
    "give": "hand_over",
    "groups": "table",
    "is": "same",
    "least": "lowest",
    "leave": "quit",
    "let": "allow",
    "library": "store",
    "move": "turn",
    "note": "remark",
    "of": "owner",
    "on": "above",
    "option": "choice",
    "pattern": "shape",
    "per": "rate",
    "phase": "part",
    "pile": "heap",
    "place": "position",
    "repeat": "again",
    "preset": "settings",
    "replace": "swap",
    "replay": "redeal",
    "requires": "wants",
    "return": "result",
    "rule": "law",
    "run": "sequence",
    "runs": "sequences",
    "schedule": "plan",
    "set": "bunch",
    "shuffle": "mix",
    "some": "few",
    "stage": "part",
    "step": "part",
    "the": "one",
    "those": "chosen",
    "to": "target",
    "use": "usage",
    "value": "worth",
    "var": "variable",
    "winner": "best_player",
    "zone": "area",
}
"""A name to take instead of a reserved word."""

MISPLACED = {
    "forbid": "a refusal stands in a `move`, or is added to one: `add to MOVE { forbid … }`",
    "ensure": "an `ensure` stands at the head of a phase, before all statements",
    "return": "only a rule gives a value back: `rule NAME(…): TYPE = VALUE`",
    "title": "a title stands in `game NAME { … }`",
    "players": "`players` stands in `game NAME { … }`",
    "suits": "`suits` stands in `deck { … }`",
    "ranks": "`ranks` stands in `deck { … }`",
    "stage": "a stage stands in a `schedule`",
    "dealt": "`dealt by` stands in a `schedule`",
    "cites": "`cites` follows what implements the statements, where that can be cited; a convention `decides` them",
}
"""Where words belong that were found elsewhere."""

ELSEWHERE = {
    "elif": "else if",
    "elsif": "else if",
    "elseif": "else if",
    "while": "repeat at most 100 { if …  { leave } … }",
    "loop": "repeat at most 100 { … }",
    "foreach": "for",
    "switch": "if … else if …",
    "def": "rule",
    "function": "rule",
    "fn": "rule",
    "func": "rule",
    "proc": "phase",
    "procedure": "phase",
    "import": "use",
    "include": "use",
    "break": "leave",
    "variable": "var",
    "constant": "const",
}
"""Words of other languages, and what is written here."""
