"""Every kind of step and expectation, where it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.runs import run, run_steps

HOLDING = {
    "decider": "- expect: {to_move: 1, over: false}",
    "legal, in any order": "- expect: {legal: [stay, draw]}",
    "legal among others": """
        - moves: [1: stay]
        - expect: {allowed: [throw 2H, throw JK angry, "lay [2H JK=2S]"]}
        """,
    "all of them": """
        - place: {hand: {1: 2H 4H}}
        - moves: [1: stay]
        - expect: {legal: [throw 2H, throw 4H]}
        """,
    "copies are one choice": """
        - place: {hand: {1: 2H#1 2H#2 4H}}
        - moves: [1: stay]
        - expect: {legal: [throw 2H, throw 4H, "lay [2H 2H]"]}
        """,
    "an exact copy that the list does not name": """
        - place: {hand: {1: 2H#1 2H#2 4H}}
        - moves: [1: stay]
        - expect: {legal: [throw 2H#2, throw 4H, "lay [2H#1 2H#2]"], allowed: [throw 2H#2]}
        - moves: [1: throw 2H#2]
        """,
    "choices": """
        - moves: [1: stay]
        - expect: {choices: {throw: {c: 2H 3H 4H JK, m: [none, calm, angry]}}}
        """,
    "no choice": "- expect: {choices: {throw: {c: ''}}}",
    "refused by a clause": """
        - moves: [1: stay, 1: throw 4H, 0: stay]
        - place: {hand: {0: 4H 3S}}
        - expect: {refused: {throw 4H: throw.same}}
        """,
    "refused with a message": """
        - moves: [1: stay, 1: throw 4H, 0: stay]
        - place: {hand: {0: 4H 3S}}
        - expect: {refused: {throw 4H: {by: [throw.same], message: throw another card}}}
        """,
    "refused by a domain": """
        - moves: [1: stay]
        - expect: {refused: {throw 2S: throw.c, throw 3H angry: throw.m, "lay [2H 3H]": lay.g}}
        """,
    "not offered": "- expect: {refused: {throw 2H: not_offered}}",
    "not offered, of another's": "- expect: {refused: {'lay [2S 2S]': not_offered}}",
    "refused by an ensure": """
        - set: {last: 4S}
        - place: {hand: {1: 2H#1 2H#2 4S}}
        - moves: [1: stay]
        - expect: {legal: [throw 2H], refused: {"lay [2H 2H]": lay.dead_end, throw 4S: throw.same}}
        - expect: {refused: {"lay [2H 2H]": lookahead}}
        """,
    "variables": """
        - moves: [1: stay, 1: throw JK angry]
        - expect: {vars: {feeling: angry, last: JK, thrown: {0: 0, 1: 1}, dealer: 0}}
        """,
    "variables set": """
        - set: {feeling: angry, last: 3S#2, thrown: {1: 4}}
        - expect: {vars: {feeling: angry, last: 3S#2, thrown: {0: 0, 1: 4}}}
        - expect: {vars: {last: 3S}}
        - set: {last: none}
        - expect: {vars: {last: none}}
        """,
    "places": """
        - expect: {places: {hand: {0: 2S 4S 3S, 1: 4}, heap: 4S#2, stock: 5, table: []}}
        """,
    "a pile from the top": """
        - place: {heap: 2S 3S 4S}
        - expect: {places: {heap: 2S 3S 4S}}
        - moves: [1: stay, 1: throw 2H]
        - expect: {places: {heap: 2H 2S 3S 4S}}
        """,
    "the rest goes under the stock": """
        - place: {stock: 2S#2, hand: {1: 4H}}
        - expect: {places: {stock: 2S#2 2H 3H 3S#2 2H#2 3H#2 4H#2 JK}}
        """,
    "fillers": """
        - place: {hand: {0: "?2 2H", 1: "?"}}
        - expect: {places: {hand: {0: 2S 3S 2H, 1: 1}}}
        """,
    "notes": """
        - place: {heap: [{card: 2S, thrown_by: 1}, {card: 3S}]}
        - expect: {places: {heap: 2S 3S}}
        """,
    "groups": """
        - place: {table: [2S 2S, 3S JK=3H]}
        - expect: {places: {table: [JK=3H 3S, 2S 2S#2]}}
        """,
    "groups without roles": """
        - place: {table: [3S JK=3H]}
        - expect: {places: {table: [3S JK]}}
        """,
    "views": """
        - place: {table: [3S JK=3H]}
        - expect:
            views:
              0: {hand: {0: 2S 4S, 1: 3}, heap: 4S, stock: 5, table: [JK=3H 3S]}
              1: {hand: {0: "? ?", 1: 2H 3H 4H}, heap: 4S, stock: "?5"}
        """,
    "entries, points and totals": """
        - moves: [1: stay, 1: "lay [2H JK=2S]"]
        - expect: {entries: [1 pairs 3], stage_points: {main: [0, 3]}, totals: [0, 3]}
        - set: {totals: [7, 3]}
        - expect: {totals: [7, 3]}
        """,
    "entries of the last step only": """
        - moves: [1: stay, 1: "lay [2H JK=2S]", 1: throw 3H, 0: stay, 0: throw 4S]
        - moves: [1: stay]
        - expect: {entries: []}
        """,
    "rules": "- expect: {rules: {price(0): 10, price(2): 0, price(5): -5}}",
    "to the end": """
        - reach: over
        - expect: {over: true, deals: {main: [3, 3]}}
        """,
    "winners": """
        - reach: {move: draw, deal: 2, dealer: 1}
        - place: {hand: {0: 2S, 1: 2H 3H}}
        - set: {totals: [20, 5]}
        - moves: [0: stay, 0: throw 2S]
        - expect: {entries: [0 cards 10, 1 cards 0], totals: [30, 5], winners: [0], over: true}
        """,
    "auto": """
        - auto: 2
        - expect: {to_move: 0, places: {hand: {1: 4}}}
        """,
    "the nth decision": """
        - reach: {move: throw, seat: 1, nth: 2}
        - expect: {to_move: 1, vars: {thrown: {1: 1}}}
        """,
    "already there": """
        - reach: {move: draw, seat: 1, deal: 1, nth: 1, stage: main}
        - expect: {places: {hand: {0: 2S 3S 4S}}}
        """,
}


@pytest.mark.parametrize("steps", HOLDING.values(), ids=HOLDING)
def test_it_holds(tmp_path: Path, steps: str) -> None:
    assert run_steps(tmp_path, steps) == []


def test_cases_go_on_from_the_same_position(tmp_path: Path) -> None:
    outcomes = run(
        tmp_path,
        """
        - name: two ways
          steps:
            - place: {hand: {0: 2S 3S 4S, 1: 2H 3H JK}}
            - moves: [1: stay]
          cases:
            - name: a throw
              steps:
                - moves: [1: throw 2H]
                - expect: {to_move: 0, places: {heap: 2H, table: []}, entries: []}
            - name: a pair
              steps:
                - moves: [1: "lay [2H JK=2S]"]
                - expect: {to_move: 1, places: {heap: '', table: [2H JK=2S]}, entries: [1 pairs 3]}
        """,
    )
    assert [(outcome.name, outcome.passed) for outcome in outcomes] == [
        ("two ways", True),
        ("two ways: a throw", True),
        ("two ways: a pair", True),
    ]


def test_options_players_decks_and_preferences(tmp_path: Path) -> None:
    outcomes = run(
        tmp_path,
        """
        - name: options
          options: {strict: true}
          steps:
            - place: {hand: {1: 2H 3H}}
            - moves: [1: stay]
            - expect: {refused: {throw 2H: {by: throw.lowest, message: "not the two: 2♥"}}}
            - expect: {choices: {throw: {c: 3H}}}
        - name: three players
          players: 3
          steps:
            - expect: {places: {hand: {0: 3, 1: 3, 2: 3}}}
        - name: a deck
          decks: [2S 2H 3S 3H 4S 4H 2S]
          steps:
            - expect: {places: {hand: {1: 2S 3S 4S, 0: 2H 3H 4H}, stock: 2S#2 3S 4S 2H 3H 4H JK}}
        - name: a deck left to chance, then one that is given
          decks: [null, 2S 2H 3S 3H 4S 4H 2S]
          steps:
            - reach: {move: draw, deal: 2}
            - expect: {places: {hand: {0: 2S 3S 4S, 1: 2H 3H 4H}}}
        - name: preferences
          prefer: [stay, lay]
          steps:
            - place: {hand: {1: 2H 2H 3H}}
            - auto: 2
            - expect: {entries: [1 pairs 3], places: {hand: {1: 3H}}}
        """,
        head="options: {strict: false}",
    )
    assert [outcome.failures for outcome in outcomes] == [()] * 5
