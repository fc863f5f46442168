"""Which hostile specs are tried, and how each must end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.hostile.texts import NL, doubling, game, lines, nested

BIG = 2_147_483_647


@dataclass(frozen=True)
class Case:
    """A spec and the command it is for. ``expected.json`` holds how each must end and what it must say."""

    name: str
    text: Callable[[], str | bytes]
    command: tuple[str, ...] = ("run",)


SLOW = frozenset(
    "arms arms_8000 clauses many_edits many_ifs many_phases many_stages many_steps long_effect long_statement_list "
    "thousands_of_rules phases_doubling_asks ensure_search replay_forever replay_big megabytes_of_rules many_variables "
    "variables_8000 many_ensures".split()
)
"""Those that take seconds."""


def loops(levels: int, count: int, body: str = "x += 1") -> str:
    return nested(f"repeat {count} {{ ", body, " }", levels)


def sums(levels: int, count: int | str) -> str:
    return nested("sum(", "1", "", levels) + "".join(f" for v{i} in 1..{count})" for i in reversed(range(levels)))


def chained_lets(first: str, text: str, count: int) -> str:
    """A move with ``count`` lets; each but the first is ``text``, where ``a{i}`` is the one before it."""
    more = NL.join(f"let a{i} = " + text.replace("{i}", str(i - 1)) for i in range(1, count))
    return f'move go(n in 1..3) {{\nlet a0 = {first}\n{more}\nforbid f when a{count - 1} > 5000 "no"\n}}'


COUNTER = "var x: int per match"


CASES = [
    # ------------------------------------------------------------ text
    Case("brackets", lambda: game("const a = " + "(" * 100_000)),
    Case("brackets_even", lambda: game("const a = " + "(" * 50_000 + "1" + ")" * 50_000)),
    Case("braces", lambda: game(deal="if true { " * 5_000 + "}" * 5_000)),
    Case(
        "brackets_60",
        lambda: game(
            "rule a: int = " + "(" * 60 + "1" + ")" * 60, deal="ask dealer: go  if a > 0 { move stock to heap }"
        ),
    ),
    Case("lists", lambda: game("const a = " + "[" * 60 + "]" * 60)),
    Case("chain_plus", lambda: game("rule a: int = " + "1 + " * 60_000 + "1")),
    Case(
        "chain_120",
        lambda: game(
            "rule a: int = " + "deal_number + " * 120 + "1\n" + COUNTER, deal="ask dealer: go if a > 100 { x = a }"
        ),
    ),
    Case("chain_not", lambda: game("rule a: bool = " + "not " * 60_000 + "true")),
    Case("chain_and", lambda: game("rule a: bool = " + "true and " * 25_000 + "true")),
    Case("chain_otherwise", lambda: game("rule a: bool = " + "if true then 1 else " * 12_000 + "2")),
    Case("else_if", lambda: game(deal="if true {} else " * 16_000 + "{}")),
    Case(
        "arms",
        lambda: game(
            "rule a(n: int): int = cases { " + lines("x{i} when n == {i}: {i}", range(5_000)) + " else: 0 }",
            deal="ask dealer: go  if a(3) > 2 { move stock to heap }",
        ),
    ),
    Case(
        "arms_8000",
        lambda: game(
            "rule a(n: int): int = cases { " + lines("x{i} when n == {i}: {i}", range(8_000)) + " else: 0 }",
            deal="ask dealer: go  if a(3) > 2 { move stock to heap }",
        ),
    ),
    Case(
        "clauses",
        lambda: game(moves="move go { " + lines('forbid f{i} when deal_number > 100000 "no"', range(5_000)) + " }"),
    ),
    Case("number", lambda: game("const a = " + "9" * 250_000)),
    Case("number_2_31", lambda: game("const a = 2147483648")),
    Case("name", lambda: game("const " + "a" * 250_000 + " = 1")),
    Case("text_long", lambda: game('convention A "' + "x" * 250_000 + '" decides R1')),
    Case("megabytes", lambda: game() + "# " + "x" * 50_000_000),
    Case("megabytes_of_words", lambda: game() + "a " * 120_000),
    Case("megabytes_of_rules", lambda: game(lines("rule r{i}: int = {i}", range(10_000)))),
    Case("megabytes_of_marks", lambda: game() + "§" * 250_000),
    Case("megabytes_of_lines", lambda: game() + "\n" * 250_000),
    Case("megabytes_of_quotes", lambda: game() + '"' * 250_001),
    Case("megabytes_of_comments", lambda: game() + "#\n" * 120_000),
    Case("nul", lambda: game().replace("match {", "match\0{")),
    Case("nuls", lambda: b"\0" * 250_000),
    Case("not_utf8", lambda: game().encode() + b"\xff\xfe\xfa"),
    Case("utf16", lambda: game().encode("utf-16")),
    Case("surrogate", lambda: game().encode() + b"\xed\xa0\x80"),
    Case("overlong", lambda: game().encode() + b"\xc0\xaf"),
    Case("look_alike", lambda: game("rule \u0430: int = 1")),
    Case("look_alike_keyword", lambda: game("rul\u0435 a: int = 1")),
    Case("right_to_left", lambda: game("rule a: int = 1 \u202e + 1")),
    Case("invisible", lambda: game("rule a\u200b: int = 1")),
    Case("combining", lambda: game("rule a" + "\u0301" * 100_000 + ": int = 1")),
    Case("fullwidth", lambda: game("rule ａ: int = １")),
    Case("empty", lambda: ""),
    Case("version", lambda: "rules 99999999999999999999\n"),
    # ------------------------------------------------------------ many declarations
    Case(
        "thousands_of_rules",
        lambda: game(
            lines("rule r{i}(n: int): int = if n > {i} then r" + "{j}(n) else 1", [])
            + lines("rule r{i}: int = {i} + deal_number", range(5_000)),
            deal="ask dealer: go " + " ".join(f"if r{i} == 0 {{ move stock to heap }}" for i in range(0, 5000, 10)),
        ),
    ),
    Case(
        "chain_of_rules",
        lambda: game(
            "rule r0: int = deal_number\n"
            + lines("rule r{i}: int = 1 + r", [])
            + "\n".join(f"rule r{i}: int = r{i - 1} + 1" for i in range(1, 3_000)),
            deal="ask dealer: go  if r2999 > 2 { move stock to heap }",
        ),
    ),
    Case(
        "chain_of_rules_args",
        lambda: game(
            "rule r0(n: int): int = n\n"
            + "\n".join(f"rule r{i}(n: int): int = r{i - 1}(n + 1) + 1" for i in range(1, 3_000)),
            deal="ask dealer: go  if r2999(1) > 2 { move stock to heap }",
        ),
    ),
    Case(
        "chain_of_rules_backwards",
        lambda: game(
            "\n".join(f"rule r{i}: int = r{i - 1} + 1" for i in reversed(range(1, 3_000)))
            + "\nrule r0: int = deal_number\n",
            deal="ask dealer: go  if r2999 > 2 { move stock to heap }",
        ),
    ),
    Case(
        "untyped_rules_backwards",
        lambda: game(
            "\n".join(f"rule r{i} = r{i - 1} + 1" for i in reversed(range(1, 3_000))) + "\nrule r0 = deal_number\n",
            deal="ask dealer: go  if r2999 > 2 { move stock to heap }",
        ),
    ),
    Case(
        "chain_of_phases",
        lambda: game(
            "phase p0 { ask dealer: go }\n" + "\n".join(f"phase p{i} {{ run p{i - 1} }}" for i in range(1, 3_000)),
            deal="run p2999",
        ),
    ),
    Case(
        "chain_of_constants",
        lambda: game(
            "const c0 = 1\n" + "\n".join(f"const c{i} = c{i - 1} + 1" for i in range(1, 3_000)),
            deal="ask dealer: go if c2999 > 2 { move stock to heap }",
        ),
    ),
    Case(
        "doubling_constants",
        lambda: game(
            "const c0 = 1\n" + "\n".join(f"const c{i} = c{i - 1} + c{i - 1}" for i in range(1, 40)),
            deal="ask dealer: go if c39 > 2 { move stock to heap }",
        ),
    ),
    Case(
        "doubling_constant_lists",
        lambda: game(
            "const c0 = [1]\n" + "\n".join(f"const c{i} = c{i - 1} + c{i - 1}" for i in range(1, 40)),
            deal="ask dealer: go if size of c39 > 2 { move stock to heap }",
        ),
    ),
    Case(
        "chain_of_patterns",
        lambda: game(
            "pattern p0 { size 2 }\n" + "\n".join(f"pattern p{i} {{ p{i - 1} size 2 }}" for i in range(1, 2_000)),
            moves="move go(c in p1999 of hand[actor])",
        ),
    ),
    Case(
        "doubling_patterns",
        lambda: game(
            "pattern p0 { size 2 }\n"
            + "\n".join(f"pattern p{i} {{ p{i - 1} or p{i - 1} size 2 }}" for i in range(1, 40)),
            moves="move go(c in p39 of hand[actor])",
        ),
    ),
    Case(
        "doubling_parts",
        lambda: game(
            "pattern p0 { size 2 }\n" + "\n".join(f"pattern p{i} {{ parts p{i - 1}, p{i - 1} }}" for i in range(1, 40)),
            moves="move go(c in p39 of hand[actor])",
        ),
    ),
    Case(
        "many_variables",
        lambda: game(
            lines("var v{i}: int per match", range(6_000)),
            deal="ask dealer: go " + lines("v{i} += 1", range(6_000)),
        ),
    ),
    Case("many_notes", lambda: game(lines("note v{i}: int", range(2_000)))),
    Case("many_places", lambda: game(lines("pile v{i} seen by all", range(5_000)))),
    Case("many_options", lambda: game(lines("option v{i}: bool = true", range(5_000)))),
    Case(
        "many_phases",
        lambda: game(lines("phase v{i} { ask dealer: go }", range(3_000)), deal=lines("run v{i}", range(3_000))),
    ),
    Case(
        "many_moves",
        lambda: game(lines("move v{i}", range(3_000)), deal="ask dealer: go" + lines(" or v{i}", range(3_000))),
    ),
    Case("many_stages", lambda: game(stages=lines("stage s{i} 2 deals of 1", range(3_000)))),
    Case(
        "many_edits",
        lambda: game(
            "rule r: int = cases { a when deal_number > 1: 1 else: 2 }\n"
            + lines("add to r { x{i} when deal_number == {i}: {i} }", range(3_000)),
            deal="ask dealer: go if r > 2 { move stock to heap }",
        ),
    ),
    Case(
        "many_steps",
        lambda: game(lines("after deal.s { x += 1 }", range(3_000)) + "\n" + COUNTER, deal="step s { ask dealer: go }"),
    ),
    Case(
        "many_replaced",
        lambda: game(
            "rule r: int = 1\n" + "\n".join("replace rule r: int = base() + base()" for i in range(40)),
            deal="ask dealer: go if r > 2 { move stock to heap }",
        ),
    ),
    Case(
        "many_replaced_1000",
        lambda: game(
            "rule r: int = deal_number\n" + "\n".join("replace rule r: int = base() + 1" for i in range(1_000)),
            deal="ask dealer: go if r > 2 { move stock to heap }",
        ),
    ),
    Case("long_statement_list", lambda: game(COUNTER, deal="ask dealer: go " + "x += 1 " * 30_000)),
    Case("long_effect", lambda: game(COUNTER, moves="move go do { " + "x += 1 " * 10_000 + "}")),
    Case("many_ifs", lambda: game(COUNTER, deal="ask dealer: go " + "if x > 0 { x += 1 } " * 5_000)),
    Case(
        "many_lets",
        lambda: game(
            "rule a: int { "
            "let a0 = deal_number "
            + " ".join(f"let a{i} = a{i - 1} + a{i - 1}" for i in range(1, 60))
            + " return a59 }",
            deal="ask dealer: go  if a > 1 { move stock to heap }",
        ),
    ),
    Case(
        "many_lets_lists",
        lambda: game(
            "rule a: int { "
            "let a0 = [1, 2] "
            + " ".join(f"let a{i} = a{i - 1} + a{i - 1}" for i in range(1, 60))
            + " return size of a59 }",
            deal="ask dealer: go  if a > 1 { move stock to heap }",
        ),
    ),
    # ------------------------------------------------------------ work that doubles
    Case(
        "doubling_rules",
        lambda: game(doubling(40, "deal_number"), deal="ask dealer: go  if r40 > 2 { move stock to heap }"),
    ),
    Case(
        "doubling_rules_if",
        lambda: game(
            doubling(40, "deal_number", "if {0} > 0 then {0} else 1"),
            deal="ask dealer: go  if r40 > 2 { move stock to heap }",
        ),
    ),
    Case(
        "doubling_rules_args",
        lambda: game(
            "rule r0(n: int): int = n + deal_number\n"
            + "\n".join(f"rule r{i}(n: int): int = r{i - 1}(n + 1) + r{i - 1}(n + 2)" for i in range(1, 41)),
            deal="ask dealer: go  if r40(1) > 2 { move stock to heap }",
        ),
    ),
    Case(
        "doubling_rules_bool",
        lambda: game(
            "rule r0(n: int): bool = n > deal_number\n"
            + "\n".join(f"rule r{i}(n: int): bool = r{i - 1}(n + 1) and r{i - 1}(n + 2)" for i in range(1, 41)),
            deal="ask dealer: go  if r40(1) { move stock to heap }",
        ),
    ),
    Case(
        "doubling_phases",
        lambda: game(
            COUNTER
            + "\nphase p0 { x += 1 }\n"
            + "\n".join(f"phase p{i} {{ run p{i - 1} run p{i - 1} }}" for i in range(1, 40)),
            deal="ask dealer: go run p39",
        ),
    ),
    Case("loops_million_5", lambda: game(COUNTER, deal="ask dealer: go " + loops(5, 1_000_000))),
    Case("loops_empty", lambda: game(COUNTER, deal="ask dealer: go " + loops(5, 1_000_000, ""))),
    Case("loops_60", lambda: game(COUNTER, deal="ask dealer: go " + loops(55, 2))),
    Case("loop_big", lambda: game(COUNTER, deal=f"ask dealer: go repeat {BIG} {{ x += 1 }}")),
    Case("for_big", lambda: game(COUNTER, deal=f"ask dealer: go for i in 1..{BIG} {{ x += 1 }}")),
    Case("for_var", lambda: game(COUNTER, deal=f"ask dealer: go  x = {BIG - 1}  for i in 1..x {{ x += 1 }}")),
    Case("sum_big", lambda: game(COUNTER, deal=f"ask dealer: go  x = sum(1 for i in 1..{BIG})")),
    Case("sum_var", lambda: game(COUNTER, deal=f"x = {BIG - 1}  ask dealer: go x = sum(1 for i in 1..x)")),
    Case("sums_5", lambda: game(COUNTER, deal="ask dealer: go  x = " + sums(5, 1000))),
    Case("sums_18", lambda: game(COUNTER, deal="ask dealer: go  x = " + sums(18, 4))),
    Case("sums_30", lambda: game(COUNTER, deal="ask dealer: go  x = " + sums(30, 1))),
    Case("sums_60", lambda: game(COUNTER, deal="ask dealer: go  x = " + sums(60, 1))),
    Case(
        "some_nested",
        lambda: game(
            deal="ask dealer: go  if "
            + nested("some(v{i} in 1..100 where ", "deal_number > 100", ")", 12)
            + " { move stock to heap }"
        ),
    ),
    Case(
        "count_rules",
        lambda: game(
            "rule r0(n: int): int = n\n"
            + "\n".join(f"rule r{i}(n: int): int = sum(r{i - 1}(k) for k in 1..50)" for i in range(1, 12)),
            deal="ask dealer: go  if r11(1) > 2 { move stock to heap }",
        ),
    ),
    Case(
        "clause_work",
        lambda: game(
            "rule r0(n: int): int = n\n"
            + "\n".join(f"rule r{i}(n: int): int = sum(r{i - 1}(k) for k in 1..50)" for i in range(1, 12)),
            moves='move go(c in hand[actor]) { forbid f when r11(order of rank of c) < 5 "no" }',
        ),
    ),
    Case(
        "message_work",
        lambda: game(
            "rule r0(n: int): int = n\n"
            + "\n".join(f"rule r{i}(n: int): int = sum(r{i - 1}(k) for k in 1..50)" for i in range(1, 12)),
            moves='move go(c in hand[actor]) says "{z}" { let z = r11(1) }',
        ),
    ),
    Case(
        "viewer_work",
        lambda: game(
            "rule r0(n: int): int = n\n"
            + "\n".join(f"rule r{i}(n: int): int = sum(r{i - 1}(k) for k in 1..50)" for i in range(1, 12))
            + "\npile open seen by all when r11(1) > 5",
            deal="ask dealer: go move top of stock to open",
        ),
    ),
    Case(
        "invariant_work",
        lambda: game(
            "rule r0(n: int): int = n\n"
            + "\n".join(f"rule r{i}(n: int): int = sum(r{i - 1}(k) for k in 1..50)" for i in range(1, 12))
            + '\ninvariant i "x": r11(1) > 5'
        ),
    ),
    Case(
        "domain_work",
        lambda: game(
            "rule r0(n: int): int = n\n"
            + "\n".join(f"rule r{i}(n: int): int = sum(r{i - 1}(k) for k in 1..50)" for i in range(1, 12)),
            moves="move go(c in hand[actor] where r11(1) > 5)",
        ),
    ),
    Case(
        "growing_list",
        lambda: game(
            f"var l: list of int at most {BIG} = [1] per match", deal="ask dealer: go repeat 60 { l = l + l }"
        ),
    ),
    Case(
        "growing_list_small",
        lambda: game("var l: list of int at most 5 = [1] per match", deal="ask dealer: go repeat 60 { l = l + l }"),
    ),
    Case("array_big", lambda: game(f"var a[1..{BIG}]: int per match", deal="ask dealer: go a[1] = 1")),
    Case(
        "array_product",
        lambda: game("var a[1..1000, 1..1000, 1..1000]: int per match", deal="ask dealer: go a[1, 1, 1] = 1"),
    ),
    Case("array_million", lambda: game("var a[1..1000000]: int per match", deal="ask dealer: go a[1] = 1")),
    Case("places_big", lambda: game(f"pile p[1..{BIG}] seen by all", deal="ask dealer: go move top of stock to p[1]")),
    Case(
        "places_100000", lambda: game("pile p[1..100000] seen by all", deal="ask dealer: go move top of stock to p[1]")
    ),
    Case("copies_big", lambda: game(deck=f"suits hearts ranks 1..5 copies {BIG}")),
    Case("copies_1000", lambda: game(deck="suits hearts, spades ranks 1..13 copies 1000")),
    Case("jokers_big", lambda: game(deck=f"suits hearts ranks 1..5 jokers {BIG}")),
    Case("ranks_big", lambda: game(deck=f"suits hearts ranks 1..{BIG}")),
    Case("ranks_100000", lambda: game(deck="suits hearts ranks 1..100000")),
    Case("suits_many", lambda: game(deck="suits " + ", ".join(f"s{i}" for i in range(5_000)) + " ranks 1..5")),
    Case("copies_option", lambda: game(f"option n: 1..{BIG} = 1", deck="suits hearts ranks 1..5 copies n")),
    Case(
        "copies_option_set",
        lambda: game("option n: 1..1000000 = 1", deck="suits hearts ranks 1..5 copies n"),
        command=("run", "--set", "n=1000000"),
    ),
    Case("players_big", lambda: game().replace("players 2", f"players {BIG}")),
    Case("players_range", lambda: game().replace("players 2", f"players 2..{BIG}")),
    Case("players_1000", lambda: game().replace("players 2", "players 2..1000")),
    Case("teams_big", lambda: game().replace("players 2", f"players 2 teams {BIG}")),
    Case("deals_big", lambda: game(stages=f"stage main {BIG} deals of 1")),
    Case("deals_range", lambda: game(stages=f"stage main deals of 1..{BIG}")),
    Case("deals_until", lambda: game(stages=f"stage main deals of 1 until false at most {BIG}")),
    Case(
        "deals_no_decision",
        lambda: game(stages=f"stage main {BIG} deals of 1", deal="if deal_number == 0 { ask dealer: go }"),
    ),
    Case("give_big", lambda: game(hand=BIG)),
    Case("option_big", lambda: game(f"option o: 0..{BIG} = 1", moves="move go(n in 0..o)")),
    Case(
        "option_big_set",
        lambda: game(f"option o: 0..{BIG} = 1", moves="move go(n in 0..o)"),
        command=("run", "--set", f"o={BIG}"),
    ),
    # ------------------------------------------------------------ choices
    Case(
        "subsets",
        lambda: game(
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2",
            hand=50,
            moves="move go(c in subsets(hand[actor], 25))",
        ),
    ),
    Case(
        "subsets_3",
        lambda: game(
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2",
            hand=50,
            moves="move go(c in subsets(hand[actor], 3))",
        ),
    ),
    Case(
        "subsets_in_rule",
        lambda: game(
            "rule r(p: player): int = count(s in subsets(hand[p], 20) where size of s > 3)",
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2",
            hand=50,
            deal="ask dealer: go  if r(dealer) > 3 { move stock to heap }",
        ),
    ),
    Case(
        "pattern_any",
        lambda: game(
            "pattern p { size 2..50 }",
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2",
            hand=50,
            moves="move go(c in p of hand[actor])",
        ),
    ),
    Case(
        "pattern_wild",
        lambda: game(
            "pattern p { size >= 3 same suit consecutive rank wild joker as face }",
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2 jokers 8",
            hand=56,
            moves="move go(c in p of hand[actor])",
        ),
    ),
    Case(
        "pattern_wild_same",
        lambda: game(
            "pattern p { size 3..4 same rank distinct suit wild joker as face }",
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2 jokers 8",
            hand=56,
            moves="move go(c in p of hand[actor])",
        ),
    ),
    Case(
        "pattern_all_wild",
        lambda: game(
            "pattern p { size 10 wild joker as face }",
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 jokers 60",
            hand=56,
            moves="move go(c in p of hand[actor])",
        ),
    ),
    Case(
        "pattern_matches_wild",
        lambda: game(
            "pattern p { size 50 consecutive rank wild joker as face }",
            deck="suits hearts, spades ranks 1..60 jokers 60",
            hand=60,
            deal="ask dealer: go  if hand[dealer] matches p { move stock to heap }",
        ),
    ),
    Case(
        "pattern_has_wild",
        lambda: game(
            "pattern p { size 20..50 consecutive rank same suit wild joker at most 20 as face }",
            deck="suits hearts, spades ranks 1..60 jokers 60",
            hand=60,
            deal="ask dealer: go  if hand[dealer] has p { move stock to heap }",
        ),
    ),
    Case(
        "pattern_total",
        lambda: game(
            "value w { 1..13: 1 }\npattern p { total w 25 }",
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2",
            hand=50,
            moves="move go(c in p of hand[actor])",
        ),
    ),
    Case(
        "pattern_total_rule",
        lambda: game(
            "value w { 1..13: face }\npattern p { total w 100 }",
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2",
            hand=50,
            deal="ask dealer: go if hand[dealer] has p { move stock to heap }",
        ),
    ),
    Case(
        "splits_all",
        lambda: game(
            "pattern p { size 2..3 }",
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2",
            hand=50,
            moves="move go(c in splits(hand[actor], p))",
        ),
    ),
    Case(
        "parts_many",
        lambda: game(
            "pattern a { size 2 }\npattern p { parts a, a, a, a, a, a, a, a, a, a, a, a, a, a, a }",
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2",
            hand=50,
            moves="move go(c in p of hand[actor])",
        ),
    ),
    Case("parameters_16", lambda: game(moves="move go(" + ", ".join(f"p{i} in 1..9" for i in range(16)) + ")")),
    Case("parameters_16_two", lambda: game(moves="move go(" + ", ".join(f"p{i} in 1..2" for i in range(16)) + ")")),
    Case("parameters_25_one", lambda: game(moves="move go(" + ", ".join(f"p{i} in 1..1" for i in range(25)) + ")")),
    Case("parameters_200", lambda: game(moves="move go(" + ", ".join(f"p{i} in 1..1" for i in range(200)) + ")")),
    Case(
        "parameters_filtered",
        lambda: game(
            moves="move go(" + ", ".join(f"p{i} in 1..4" for i in range(14)) + ') { forbid f when p13 < 9 "never" }'
        ),
    ),
    Case("parameters_two_4000", lambda: game(moves="move go(a in 1..4000, b in 1..4000, c in 1..4000)")),
    Case("parameter_big", lambda: game(moves=f"move go(n in 1..{BIG})")),
    Case("parameter_var", lambda: game(COUNTER, moves="move go(n in 1..x)", deal=f"x = {BIG - 1} ask dealer: go")),
    Case("parameter_given", lambda: game(moves="move go(k: int, n in 1..k)", deal=f"ask dealer: go({BIG})")),
    Case(
        "parameter_cards",
        lambda: game(
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2",
            hand=50,
            moves="move go(a in hand[actor], b in hand[actor], c in hand[actor], d in hand[actor], e in hand[actor])",
        ),
    ),
    # ------------------------------------------------------------ faults
    Case("overflow", lambda: game(COUNTER, deal=f"ask dealer: go x = {BIG} x = x + 1")),
    Case("overflow_square", lambda: game(COUNTER, deal="ask dealer: go x = 2 repeat 60 { x = x * x }")),
    Case("overflow_sum", lambda: game(COUNTER, deal=f"ask dealer: go x = sum({BIG} for i in 1..1000)")),
    Case("overflow_award", lambda: game("", deal=f"ask dealer: go repeat 100 {{ award {BIG} to dealer as points }}")),
    Case("overflow_negative", lambda: game(COUNTER, deal=f"ask dealer: go x = -{BIG} x = x - 2")),
    Case(
        "overflow_product_rule",
        lambda: game(
            "rule a(n: int): int = n * n * n * n", deal=f"ask dealer: go if a({BIG}) > 1 {{ move stock to heap }}"
        ),
    ),
    Case(
        "overflow_count",
        lambda: game("value w { 1..5: 2147483647 }\n" + COUNTER, deal="ask dealer: go x = w of hand[dealer]"),
    ),
    Case("division", lambda: game(COUNTER, deal="ask dealer: go x = 0 x = 1 / x")),
    Case("modulo", lambda: game(COUNTER, deal="ask dealer: go x = 1 % x")),
    Case("division_constant", lambda: game(COUNTER, deal="ask dealer: go x = 1 / 0")),
    Case("division_in_clause", lambda: game(COUNTER, moves='move go { forbid f when 1 / x == 1 "no" }')),
    Case("division_in_domain", lambda: game(COUNTER, moves="move go(n in 1..5 / x)")),
    Case("none_value", lambda: game("var c: card? per deal", deal="ask dealer: go move the c to heap")),
    Case("few_cards", lambda: game(COUNTER, deal="ask dealer: go x = 100 move x from stock to heap")),
    Case("negative_cards", lambda: game(COUNTER, deal="ask dealer: go x = -100 move x from stock to heap")),
    Case("index", lambda: game("var a[1..5]: int per match\n" + COUNTER, deal="ask dealer: go x = 9 a[x] = 1")),
    Case("dead_end", lambda: game(moves='move go { forbid f when true "never" }')),
    Case("seat_far", lambda: game(COUNTER, deal=f"ask dealer: go x = {BIG} ask seat(dealer, x): go")),
    Case("top_far", lambda: game(COUNTER, deal=f"ask dealer: go x = {BIG} move top(x, stock) to heap")),
    Case("replay_forever", lambda: game(deal="ask dealer: go replay deal")),
    Case("replay_big", lambda: game(deal=f"ask dealer: go replay deal at most {BIG}")),
    Case(
        "recursion_rule",
        lambda: game("rule r(n: int): int = r(n - 1)", deal="ask dealer: go if r(1) > 1 { move stock to heap }"),
    ),
    Case("recursion_phase", lambda: game("phase p { run q }\nphase q { run p }", deal="ask dealer: go run p")),
    Case("endless_turns", lambda: game(deal=f"repeat {BIG} {{ ask dealer: go }}")),
    Case("endless_cycle", lambda: game(deal=f"cycle p in players at most {BIG} {{ ask p: go }}")),
    Case("endless_match", lambda: game(stages=f"stage main {BIG} deals of 1", deal="ask dealer: go")),
    Case(
        "endless_else",
        lambda: game(
            COUNTER,
            moves='move go { forbid f when x == 0 "never" }',
            deal="repeat at most 1000000 { repeat at most 1000000 { ask dealer: go else { x = 0 } } }",
        ),
    ),
    Case(
        "endless_secret_else",
        lambda: game(
            COUNTER,
            moves='move go { forbid f when x == 0 "never" }',
            deal="repeat at most 1000000 { repeat at most 1000000 { ask players secretly: go else { x = 0 } } }",
        ),
    ),
    Case(
        "lets_5000",
        lambda: game(
            "rule a: int { "
            "let a0 = deal_number " + " ".join(f"let a{i} = a{i - 1} + 1" for i in range(1, 5_000)) + " return a4999 }",
            deal="ask dealer: go  if a > 100000 { move stock to heap }",
        ),
    ),
    Case(
        "cases_nested",
        lambda: game(
            "rule a: int = " + nested("cases { when deal_number > {i}: ", "1", " else: 2 }", 60),
            deal="ask dealer: go  if a > 1 { move stock to heap }",
        ),
    ),
    Case(
        "ifs_nested",
        lambda: game(
            "rule a: int = " + nested("if deal_number > {i} then ", "1", " else 2", 100),
            deal="ask dealer: go  if a > 1 { move stock to heap }",
        ),
    ),
    Case(
        "otherwise_nested",
        lambda: game(
            "var c: int? per deal\nrule a: int = " + nested("(c otherwise ", "1", ")", 50),
            deal="ask dealer: go  if a > 1 { move stock to heap }",
        ),
    ),
    Case(
        "squares",
        lambda: game(
            "const c0 = 3\n" + "\n".join(f"const c{i} = c{i - 1} * c{i - 1}" for i in range(1, 30)),
            deal="give c29 each from stock to hand starting dealer ask dealer: go",
        ),
    ),
    Case(
        "variables_8000",
        lambda: game(
            lines("var v{i}: int per match", range(5_000)), deal="ask dealer: go " + lines("v{i} += 1", range(5_000))
        ),
    ),
    Case(
        "names_alike",
        lambda: game(
            lines("rule aaaaaaaaaaaaaaaaaaaa{i}: int = {i}", range(5_000)),
            deal="ask dealer: go if aaaaaaaaaaaaaaaaaaaa1 > 1 { move stock to heap }",
        ),
    ),
    Case(
        "phases_doubling_asks",
        lambda: game(
            "phase p0 { ask dealer: go }\n"
            + "\n".join(f"phase p{i} {{ run p{i - 1} run p{i - 1} }}" for i in range(1, 40)),
            deal="run p39",
        ),
    ),
    # ------------------------------------------------------------ transactions
    Case(
        "ensure_search",
        lambda: game(
            COUNTER
            + '\nphase t { ensure e "never": x == 77777  repeat at most 40 { ask dealer: go or stop { leave } } }',
            deal="run t",
            moves="move go(n in 1..9) do { x = x * 9 % 100003 + n }\nmove stop",
        ),
    ),
    Case(
        "ensure_steps",
        lambda: game(
            COUNTER
            + '\nphase t { ensure e "never": x == 77777  repeat at most 40 { ask dealer: go or stop { leave }  repeat 20000 { } } }',
            deal="run t",
            moves="move go(n in 1..9) do { x = x * 9 % 100003 + n }\nmove stop",
        ),
    ),
    Case(
        "ensure_wide",
        lambda: game(
            COUNTER
            + '\nphase t { ensure e "never": x == 77777  repeat at most 40 { ask dealer: go or stop { leave } } }',
            deal="run t",
            moves="move go(n in 1..4000) do { x = (x * 9 + n) % 100003 }\nmove stop",
        ),
    ),
    Case(
        "ensure_never", lambda: game(COUNTER + '\nphase t { ensure e "never": x == -1  ask dealer: go }', deal="run t")
    ),
    Case(
        "ensure_groups",
        lambda: game(
            "groups table of row seen by all\npattern row { size >= 3 same suit consecutive rank wild joker as face }\nvar laid: int per deal\n"
            'phase t { ensure e "all": laid == 99  repeat at most 60 { ask dealer: lay or stop { leave } } }',
            deck="suits hearts, spades, clubs, diamonds ranks 1..13 copies 2 jokers 4",
            hand=14,
            deal="run t",
            moves="move lay(m in row of hand[actor]) do { laid += size of m  place m on table }\nmove stop",
        ),
    ),
    # ------------------------------------------------------------ many of one kind
    Case("edits_of_nothing", lambda: game(lines("drop deal.nothing{i}", range(5_000)))),
    Case("unknown_names", lambda: game(deal="ask dealer: go\n" + lines("x{i} = 1", range(9_000)))),
    Case(
        "many_ensures",
        lambda: game(
            COUNTER + NL + lines('phase t{i} { ensure e "no": x == {i}  ask dealer: go }', range(1_500)),
            deal=lines("run t{i}", range(1_500)),
        ),
        command=("validate",),
    ),
    Case("lets_of_a_move", lambda: game(moves=chained_lets("n", "a{i} + 1", 1_000))),
    Case("lets_of_a_move_doubling", lambda: game(moves=chained_lets("n % 2", "(a{i} + a{i}) % 2", 100))),
]
