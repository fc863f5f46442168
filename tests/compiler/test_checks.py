"""Checks of a whole program: actor, variables never set, transactions, secret choices, what a seat sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.compiler import compile_spec
from tests.compiler.examples import ROOT, codes, compiled

DEALT = "shuffle deck into stock  give n each from stock to hand starting left of dealer"
PLAYED = "repeat n { for p in players { ask p: play else { leave } } }"


def deal(text: str) -> str:
    return f"phase deal(n: int) {{ {DEALT}  {text}  {PLAYED} }}\n"


def transaction(body: str, before: str = "", after: str = "") -> str:
    ensure = 'ensure laid "lay a card": middle is not empty'
    return deal(f"{before} run turn(dealer) {after}") + f"phase turn(p: player) {{ {ensure}  {body} }}\n"


def play(clauses: str, params: str = "c in hand[actor]") -> str:
    return f"move play({params}) {{ {clauses} do {{ move c to middle }} }}\n" + deal("")


def refuse(condition: str) -> str:
    return play(f'forbid no when {condition} "no"')


SEEN: dict[str, tuple[str, list[str]]] = {
    # transactions
    "one seat, twice": (transaction("ask p: play  ask p: play"), []),
    "one seat, by a let": (transaction("let q = left of p  ask q: play  ask q: play"), []),
    "one seat, handed on": (transaction("run one(p)  run one(p)") + "phase one(q: player) { ask q: play }", []),
    "the dealer": (transaction("ask dealer: play  ask dealer: play"), []),
    "two seats": (transaction("ask p: play  ask left of p: play"), ["RS410"]),
    "a seat that changes": (transaction("for q in players { ask q: play }"), ["RS410"]),
    "a variable that changes": (
        "var who: player per deal\n" + transaction("who = p  ask who: play  who = left of p  ask who: play"),
        ["RS410"],
    ),
    "all secretly": (
        "zone aside[player] seen by owner\n"
        "move away(c in hand[actor]) do { move c to aside[actor] }\n"
        + transaction("ask players secretly: away  for q in players { move aside[q] to middle }"),
        ["RS410"],
    ),
    "shuffled before": (transaction("shuffle stock  ask p: play"), []),
    "shuffled after the phase": (transaction("ask p: play", after="shuffle stock"), []),
    "shuffled within": (transaction("ask p: play  shuffle stock"), ["RS411"]),
    "drawn by chance within": (
        "var lucky: player? per deal\n" + transaction("ask p: play  lucky = random of players"),
        ["RS411"],
    ),
    "shuffled in a loop": (transaction("repeat 2 { shuffle stock  ask p: play }"), ["RS411"]),
    "drawn before the first choice": (transaction("move top of stock to hand[p]  ask p: play"), []),
    "drawn within": (transaction("ask p: play  move top of stock to hand[p]"), ["RS412"]),
    "own cards moved": (transaction("ask p: play  move hand[p] to middle"), []),
    "another's cards moved": (transaction("ask p: play  move hand[left of p] to middle"), ["RS412"]),
    "open cards moved": (transaction("ask p: play  move top of middle to hand[p]"), []),
    "an alternative that ends another phase": (
        deal("run outer") + "phase outer { run turn(dealer)  shuffle stock }\n"
        'phase turn(p: player) { ensure laid "lay": middle is not empty  ask p: play { end outer } }',
        [],
    ),
    # secret choices
    "secretly to one's own": (
        "var bet[player]: int per deal\nmove stake(n in 1..3) do { bet[actor] = n }\n"
        + deal("ask players secretly: stake  for p in players { award bet[p] to p as bets }"),
        [],
    ),
    "secretly, an award to oneself": (
        "move stake(n in 1..3) do { award n to actor as bets }\n" + deal("ask players secretly: stake"),
        [],
    ),
    "secretly to all": (
        "var bet: int per deal\nmove stake(n in 1..3) do { bet += n }\n"
        + deal("ask players secretly: stake  award bet to dealer as bets"),
        ["RS413"],
    ),
    "secretly to a neighbour": (
        "var bet[player]: int per deal\nmove stake(n in 1..3) do { bet[left of actor] = n }\n"
        + deal("ask players secretly: stake  for p in players { award bet[p] to p as bets }"),
        ["RS413"],
    ),
    "secretly from the stock": (
        "move take do { move top of stock to hand[actor] }\n" + deal("ask players secretly: take"),
        ["RS413"],
    ),
    "secretly, an award to another": (
        "move stake(n in 1..3) do { award n to left of actor as bets }\n" + deal("ask players secretly: stake"),
        ["RS413"],
    ),
    "secretly through a let": (
        "var bet[player]: int per deal\nmove stake(n in 1..3) do { let me = actor  bet[me] = n }\n"
        + deal("ask players secretly: stake  for p in players { award bet[p] to p as bets }"),
        [],
    ),
    # what a move reads
    "own hand": (refuse("some(d in hand[actor] where rank of d > rank of c)"), []),
    "open cards": (refuse("some(d in middle where rank of d > rank of c)"), []),
    "sizes": (refuse("size of stock > 3 and hand[left of actor] is not empty"), []),
    "another hand": (refuse("some(d in hand[left of actor] where d is A)"), ["RS414"]),
    "the stock": (refuse("top of stock is A"), ["RS414"]),
    "through a rule, own": (
        "rule aces(p: player): int = count(c in hand[p] where c is A)\n" + refuse("aces(actor) > 1"),
        [],
    ),
    "through a rule, another's": (
        "rule aces(p: player): int = count(c in hand[p] where c is A)\n" + refuse("aces(left of actor) > 1"),
        ["RS414"],
    ),
    "through two rules": (
        "rule aces(p: player): int = count(c in hand[p] where c is A)\nrule next_aces(p: player): int = aces(left of p)\n"
        + refuse("next_aces(actor) > 1"),
        ["RS414"],
    ),
    "all hands": (refuse("every(p in players where every(d in hand[p] where d is not A))"), ["RS414"]),
    "said to be oneself": (refuse("actor == dealer and some(d in hand[dealer] where d is A)"), []),
    "a let that names oneself": (play('let me = actor forbid no when card(hand[me], 1) is A "no"'), []),
    "a let of another's": (play('let next = bottom of stock forbid no when next is A "no"'), ["RS414"]),
    "the top that is seen": (
        "pile stock seen by top\n" + refuse("top of stock is A"),
        [],
    ),
    "below the top": ("pile stock seen by top\n" + refuse("bottom of stock is A"), ["RS414"]),
    "given by the asker": (
        "move look(p: player, c in hand[p]) do { move c to middle }\n" + deal("ask dealer: look(dealer)"),
        [],
    ),
    "another given by the asker": (
        "move look(p: player, c in hand[p]) do { move c to middle }\n" + deal("ask dealer: look(left of dealer)"),
        ["RS403"],
    ),
    "for another seat": (deal("ask dealer for left of dealer: play"), ["RS403"]),
    "seen by the partner": (
        'game tiny { title en "Tiny"  players 4  teams across }\n'
        "zone hand[player] seen by owner and partner\n" + refuse("some(d in hand[partner of actor] where d is A)"),
        [],
    ),
    "can, of oneself": (
        'move pass { forbid must when actor can play "you can play" }\n' + deal("ask dealer: pass or play"),
        [],
    ),
    "can, of another": (
        'move pass { forbid must when left of actor can play "they can play" }\n' + deal("ask dealer: pass or play"),
        ["RS414"],
    ),
    "a sentence": (
        play("", "c in hand[actor]").replace(") {", ') says "{c} before {next}" { let next = top of stock '),
        ["RS414"],
    ),
    "a message": (
        "rule next: card? = top of stock\n" + play('forbid no when c is A and middle is empty "then comes {next}"'),
        ["RS414"],
    ),
    "an ensure on one's own hand": (
        deal("run turn(dealer)") + 'phase turn(p: player) { ensure few "too many": size of hand[p] < 9 and '
        "every(c in hand[p] where c is not A)  ask p: play }",
        [],
    ),
    "an ensure on another's": (
        deal("run turn(dealer)") + 'phase turn(p: player) { ensure few "too many": '
        "every(c in hand[left of p] where c is not A)  ask p: play }",
        ["RS414"],
    ),
    # actor
    "actor through a rule in a phase": (
        "rule mine: int = size of hand[actor]\n" + deal("if mine > 3 { shuffle stock }"),
        ["RS227"],
    ),
    "actor through two rules": (
        "rule mine: int = size of hand[actor]\nrule twice: int = 2 * mine\n" + deal("if twice > 3 { shuffle stock }"),
        ["RS227"],
    ),
    "actor through a rule in a schedule": (
        'rule first: player = left of actor\nschedule match { dealt by first  stage main "M" deals of 3 '
        " winner highest of total }",
        ["RS227"],
    ),
    "actor in an ensure": (
        "rule mine: int = size of hand[actor]\n"
        + deal("run turn(dealer)")
        + 'phase turn(p: player) { ensure few "too many": mine < 3  ask p: play }',
        ["RS227"],
    ),
    "actor through a rule in a move": ("rule mine: int = size of hand[actor]\n" + refuse("mine > 3"), []),
    "actor through can": ("rule able: bool = dealer can play\n" + deal("if able { shuffle stock }"), []),
    "actor in an invariant": ('invariant odd "odd": actor == dealer', ["RS227"]),
    # variables
    "read and set": ("var led: suit per deal\n" + deal("led = hearts  if led is hearts { shuffle stock }"), []),
    "read and never set": ("var led: suit per deal\n" + deal("if led is hearts { shuffle stock }"), ["RS406"]),
    "with a first value": ("var led: suit = hearts per deal\n" + deal("if led is hearts { shuffle stock }"), []),
    "drawn": (
        "var lucky: player per deal\n" + deal("lucky = random of players  if lucky == dealer { shuffle stock }"),
        [],
    ),
    "an array never set": (
        "var best[suit]: player per deal\n" + deal("if best[hearts] == dealer { shuffle stock }"),
        ["RS406"],
    ),
    # ends
    "end of a phase around": (deal("run other") + "phase other { if stock is empty { end deal } }", []),
    "end of a phase beside": (deal("run other  end other") + "phase other { shuffle stock }", ["RS503"]),
    "end from a move": (
        "move stop do { end other }\n" + deal("run other") + "phase other { ask dealer: stop }",
        [],
    ),
    "end from a move asked elsewhere": (
        "move stop do { end other }\n" + deal("run other  ask dealer: stop") + "phase other { ask dealer: stop }",
        ["RS503"],
    ),
    "replay of a phase beside": (deal("run other  replay other") + "phase other { shuffle stock }", ["RS503"]),
}


@pytest.mark.parametrize("name", SEEN)
def test_checks(name: str, tmp_path: Path) -> None:
    text, expected = SEEN[name]
    found = [code for code in codes(text, tmp_path) if not code.startswith(("RS42", "RS43"))]
    assert found == expected, [f"{d.code} {d.message}" for d in compiled(text, tmp_path).diagnostics]


@pytest.mark.parametrize("path", sorted((ROOT / "specs").rglob("*.rules")), ids=lambda path: path.stem)
def test_quiet_on_shipped_specs(path: Path) -> None:
    assert compile_spec(path).diagnostics == ()
