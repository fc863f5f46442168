"""Every kind of step and expectation, where it fails: a runner that cannot fail checks nothing."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from tests.scenarios.runs import run, run_steps

STAY = "- moves: [1: stay]\n"

EXPECTATIONS: dict[str, tuple[str, str]] = {
    "to_move": ("- expect: {to_move: 0}", "to_move: expected seat 0, found seat 1"),
    "to_move at the end": (
        "- reach: over\n- expect: {to_move: 0}",
        "to_move: expected seat 0, found the end of the match",
    ),
    "over": ("- expect: {over: true}", "over: the match has not ended"),
    "over, not": ("- reach: over\n- expect: {over: false}", "over: the match has ended"),
    "legal, one too few": ("- expect: {legal: [draw]}", "legal: legal and not expected: stay"),
    "legal, one too many": (
        "- expect: {legal: [draw, stay, throw 2H]}",
        "legal: 'throw 2H' is not legal: throw (throw is not offered now)",
    ),
    "legal, one twice": (
        "- expect: {legal: [draw, draw, stay]}",
        "legal: 'draw' is not legal, or no other move than one already named",
    ),
    "legal, refused": (
        "- set: {last: 2H}\n- place: {hand: {1: 2H 3H}}\n" + STAY + "- expect: {legal: [throw 2H, throw 3H]}",
        "legal: 'throw 2H' is not legal: throw.same (throw another card)",
    ),
    "legal, unknown move": ("- expect: {legal: [drow]}", "legal: there is no move 'drow'; did you mean draw?"),
    "legal, too many words": ("- expect: {legal: [draw 2H]}", "legal: 'draw 2H': draw takes 0 arguments"),
    "allowed": ("- expect: {allowed: [draw, throw 2H]}", "allowed: 'throw 2H' is not legal: throw"),
    "allowed, vague": (STAY + "- expect: {allowed: [throw JK]}", "allowed: 'throw JK' may be any of throw JK calm"),
    "choices": (STAY + "- expect: {choices: {throw: {c: 2H}}}", "choices: expected 2H; found 2H, 3H, 4H, JK"),
    "choices, none": ("- expect: {choices: {throw: {c: 2H}}}", "choices: expected 2H; found nothing"),
    "choices, unknown parameter": ("- expect: {choices: {throw: {d: 2H}}}", "choices: throw has no parameter 'd'"),
    "choices, unknown move": ("- expect: {choices: {trow: {d: 2H}}}", "choices: there is no move 'trow'"),
    "refused, but legal": ("- expect: {refused: {draw: draw.none_left}}", "refused: 'draw' is legal"),
    "refused by another": (
        STAY + "- expect: {refused: {throw 2S: throw.same}}",
        "it is by throw.c (c can only be 2♥, 3♥, 4♥ or joker here)",
    ),
    "refused by one more": (
        "- set: {last: 2H}\n- place: {hand: {1: 2H 3H}}\n" + STAY + "- expect: {refused: {throw 2H: throw.lowest}}",
        "it is by throw.same (throw another card), throw.lowest (not the two: 2♥)",
    ),
    "refused with another message": (
        "- set: {last: 3H}\n" + STAY + "- expect: {refused: {throw 3H: {by: throw.same, message: never}}}",
        "refused: 'throw 3H' expected the message 'never', found 'throw another card'",
    ),
    "vars": ("- expect: {vars: {last: 2H}}", "vars: last: expected 2H, found none"),
    "vars, by index": ("- expect: {vars: {thrown: {0: 0, 1: 2}}}", "vars: thrown.1: expected 2, found 0"),
    "vars, another copy": (
        "- set: {last: 2H#1}\n- expect: {vars: {last: 2H#2}}",
        "vars: last: expected 2H#2, found 2H",
    ),
    "vars, unknown": ("- expect: {vars: {lats: 2H}}", "vars: there is no variable 'lats'; did you mean last?"),
    "vars, unknown name": ("- expect: {vars: {feeling: clam}}", "'clam' is none of calm, angry; did you mean calm?"),
    "vars, index missing": ("- expect: {vars: {thrown: 0}}", "vars: thrown has an index"),
    "vars, no such index": ("- expect: {vars: {thrown: {2: 0}}}", "vars: 2 is not between 0 and 1"),
    "places": ("- expect: {places: {heap: 3S}}", "places: heap: expected 3S; found 4S"),
    "places, the copy": ("- expect: {places: {heap: 4S#1}}", "places: heap: expected 4S#1; found 4S#2"),
    "places, one more": ("- expect: {places: {hand: {0: 2S 3S}}}", "places: hand[0]: expected 2S 3S; found 2S 3S 4S"),
    "places, a number": ("- expect: {places: {hand: {0: 2}}}", "places: hand[0]: expected 2 cards; found 3 cards"),
    "places, the order": (
        "- place: {heap: 2S 3S}\n- expect: {places: {heap: 3S 2S}}",
        "places: heap: expected 3S 2S; found 2S 3S",
    ),
    "places, groups": (
        "- place: {table: [3S JK=3H]}\n- expect: {places: {table: [3S JK=3S]}}",
        "places: table: expected [3S JK=3S]; found [3S JK=3H]",
    ),
    "places, a group more": (
        "- place: {table: [3S JK=3H, 2S 2S]}\n- expect: {places: {table: [3S JK]}}",
        "places: table: expected [3S JK]; found [2S 2S, 3S JK=3H]",
    ),
    "places, unknown": ("- expect: {places: {heep: 3S}}", "places: there is no place 'heep'; did you mean heap?"),
    "places, no card": ("- expect: {places: {heap: 9S}}", "places: no card is written '9S'"),
    "views, hidden": (
        "- expect: {views: {0: {hand: {1: 2H 3H 4H JK}}}}",
        "views: seat 0, hand[1]: expected 2H 3H 4H JK; found ? ? ? ?",
    ),
    "views, seen": ("- expect: {views: {0: {hand: {0: 3}}}}", "views: seat 0, hand[0]: expected 3 cards; found"),
    "views, another number": ("- expect: {views: {0: {stock: 4}}}", "views: seat 0, stock: expected 4 cards; found ?"),
    "views, groups": ("- expect: {views: {0: {table: [2S 2S]}}}", "views: seat 0, table: expected [2S 2S]; found []"),
    "views, no such seat": ("- expect: {views: {2: {heap: 4S}}}", "views: there is no seat 2"),
    "entries": (
        STAY + "- moves: [1: 'lay [2H JK=2S]']\n- expect: {entries: [1 pairs 4]}",
        "entries: expected 1 pairs 4; found 1 pairs 3",
    ),
    "entries, none": (STAY + "- expect: {entries: [1 pairs 4]}", "entries: expected 1 pairs 4; found nothing"),
    "stage_points": ("- expect: {stage_points: {main: [1, 0]}}", "stage_points: main: expected [1, 0], found [0, 0]"),
    "stage_points, unknown": ("- expect: {stage_points: {man: [1, 0]}}", "there is no stage 'man'; did you mean main?"),
    "totals": ("- expect: {totals: [1, 0]}", "totals: expected [1, 0], found [0, 0]"),
    "winners": ("- expect: {winners: [0]}", "winners: the match has not ended"),
    "winners, others": (
        """
        - reach: {move: draw, deal: 2}
        - place: {hand: {0: 2S, 1: 2H}}
        - moves: [0: stay, 0: throw 2S]
        - expect: {winners: [1]}
        """,
        "winners: expected [1], found [0]",
    ),
    "deals": ("- expect: {deals: {main: [3, 3]}}", "deals: main: expected [3, 3], found [3]"),
    "rules": ("- expect: {rules: {price(0): 11}}", "rules: price(0): expected 11, found 10"),
    "rules, unknown": ("- expect: {rules: {prize(0): 11}}", "rules: there is no rule 'prize'; did you mean price?"),
    "rules, arguments": ("- expect: {rules: {'price(0, 1)': 11}}", "rules: price takes 1 arguments, not 2"),
}

STEPS: dict[str, tuple[str, str]] = {
    "a move that is not legal": (
        "- moves: [1: throw 2H]",
        "1: throw 2H: not legal: throw (throw is not offered now)",
    ),
    "a move of another": ("- moves: [0: draw]", "0: draw: it is seat 1 that decides"),
    "a move after the end": ("- reach: over\n- moves: [0: draw]", "0: draw: the match has ended"),
    "a move that may be several": (STAY + "- moves: [1: throw JK]", "'throw JK' may be any of"),
    "an unknown move": ("- moves: [1: drow]", "there is no move 'drow'; did you mean draw?"),
    "auto after the end": ("- reach: over\n- auto: 1", "the match has ended"),
    "reach, never": ("- reach: {move: draw, deal: 3}", "the match ended before such a position was reached"),
    "reach, unknown move": ("- reach: {move: drow}", "there is no move 'drow'"),
    "reach, unknown stage": ("- reach: {move: draw, stage: min}", "there is no stage 'min'"),
    "reach, unknown seat": ("- reach: {move: draw, seat: 2}", "there is no seat 2"),
    "reach, another dealer": (
        "- reach: {move: draw, deal: 2, dealer: 0}",
        "expected seat 0 to deal, found seat 1",
    ),
    "place, unknown place": ("- place: {heep: 2S}", "there is no place 'heep'; did you mean heap?"),
    "place, an index missing": ("- place: {hand: 2S}", "hand has an index"),
    "place, an index too many": ("- place: {heap: {0: 2S}}", "heap has no index"),
    "place, no such index": ("- place: {hand: {7: 2S}}", "7 is not between 0 and 1"),
    "place, more than there are": ("- place: {heap: 2S 2S 2S}", "2S is wanted more often than there are copies"),
    "place, the same twice": ("- place: {heap: 2S#1 2S#1}", "2S#1 is wanted more often than there are copies"),
    "place, too many fillers": ("- place: {heap: '?9'}", "there are not enough cards for the ? here"),
    "place, no such card": ("- place: {heap: 5S}", "no card is written '5S'"),
    "place, no such copy": ("- place: {heap: 2S#3}", "the deck has 2 of 2S, numbered from #1 to #2"),
    "place, no group": ("- place: {table: [2S 3S]}", "2S 3S is not a group of table"),
    "place, a role missing": ("- place: {table: [2S JK]}", "say what JK stands for, as in JK=7H"),
    "place, a group broken": (
        "- place: {table: [2S 2S]}\n- place: {heap: 2S#1}",
        "a group of table does not match its pattern any more",
    ),
    "place, an unknown note": (
        "- place: {heap: [{card: 2S, thrownby: 1}]}",
        "there is no note 'thrownby'; did you mean thrown_by?",
    ),
    "set, unknown variable": ("- set: {lats: none}", "there is no variable 'lats'; did you mean last?"),
    "set, not a number": ("- set: {thrown: {0: many}}", "'many' is not a number"),
    "set, no such card": ("- set: {last: 7S}", "no card is written '7S'"),
    "set, none": ("- set: {thrown: {0: none}}", "'none' is not a number"),
    "set, totals": ("- set: {totals: [1]}", "1 totals for 2 seats"),
}


@pytest.mark.parametrize(("steps", "message"), EXPECTATIONS.values(), ids=EXPECTATIONS)
def test_an_expectation_fails(tmp_path: Path, steps: str, message: str) -> None:
    (found,) = run_steps(tmp_path, steps, head="options: {strict: true}" if "lowest" in steps else "")
    assert message in found


@pytest.mark.parametrize(("steps", "message"), STEPS.values(), ids=STEPS)
def test_a_step_fails(tmp_path: Path, steps: str, message: str) -> None:
    found = run_steps(tmp_path, steps + "\n- expect: {totals: [99, 99]}")
    assert len(found) == 1, "what follows a step that cannot be done is not run"
    assert message in found[0]


def test_every_expectation_and_step_is_seen_failing() -> None:
    schema = json.loads(resources.files("rulespec").joinpath("schemas/scenario.schema.json").read_text("utf-8"))
    wanted = set(schema["$defs"]["expect"]["properties"])
    assert {name.split(",")[0].split(" ")[0] for name in EXPECTATIONS} == wanted
    steps = set(schema["$defs"]["step"]["properties"]) - {"expect"}
    assert {kind for kind in steps if any(kind in text for text, _ in STEPS.values())} == steps


def test_all_that_is_wrong_is_said_with_its_place(tmp_path: Path) -> None:
    (outcome,) = run(
        tmp_path,
        """
        - name: several
          steps:
            - reach: {move: draw}
            - expect:
                to_move: 0
                over: true
            - expect: {totals: [1, 1]}
        """,
    )
    places = [failure.place.rpartition(":")[2] for failure in outcome.failures]
    assert places == ["9", "10", "11"]
    assert all(failure.place.startswith(str(tmp_path)) for failure in outcome.failures)


def test_cases_are_not_run_where_the_steps_before_them_fail(tmp_path: Path) -> None:
    first, case = run(
        tmp_path,
        """
        - name: no way
          steps:
            - moves: [0: draw]
          cases:
            - name: further
              steps:
                - expect: {over: false}
        """,
    )
    assert not first.passed
    assert [failure.message for failure in case.failures] == ["not run: the steps before it could not be done"]


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        ("players: 9", "pairs cannot be played by 9 (allowed: 2, 3)"),
        ("options: {strikt: true}", "pairs has no option 'strikt' (did you mean strict?)"),
        ("options: {aim: 10}", "option aim is a number from 1 to 9, not 10"),
        ("decks: [9S]", "no card is written '9S'"),
        ("decks: [2S 2S 2S]", "2S is wanted more often than there are copies"),
    ],
)
def test_a_match_that_cannot_begin(tmp_path: Path, scenario: str, message: str) -> None:
    (outcome,) = run(tmp_path, f"- name: it\n  {scenario}\n  steps: [expect: {{over: false}}]")
    (failure,) = outcome.failures
    assert message in failure.message


def test_a_dealer_that_never_deals(tmp_path: Path) -> None:
    (outcome,) = run(tmp_path, "- name: it\n  steps: [reach: {move: draw, deal: 1, dealer: 1}]")
    assert [failure.message for failure in outcome.failures] == ["in 200 matches seat 1 never dealt here"]


def test_displaced_cards_without_a_home(tmp_path: Path) -> None:
    found = run_steps(tmp_path, "- expect: {over: false}", head="")
    assert found == []
    (outcome,) = run(tmp_path, "- name: it\n  rest: hand\n  steps: [place: {heap: 2S, stock: 3S}]")
    assert "'hand' must name one place" in outcome.failures[0].message
