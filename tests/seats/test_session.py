"""A person at a seat: what is shown, what is asked, what the answers do."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from rulespec.bots import RandomBot
from rulespec.interpreter.dead_end import candidates
from rulespec.interpreter.engine_errors import Limits
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.journal import CardsEvent
from rulespec.interpreter.match import EngineMatch
from rulespec.interpreter.sentences import SentenceRenderer
from rulespec.reports.translations import catalogue
from rulespec.seats.session import Ending, Session, Terminal
from rulespec.seats.take_back import visible
from tests.seats.table import SPECS, game, program, sit

SECRET = Path(__file__).with_name("secret.rules")


def secret(seed: int = 0, players: int = 3) -> EngineMatch:
    return EngineMatch(EngineGame(program(SECRET), players), seed)


# ---------------------------------------------------------------- asking


def test_short_lists_are_whole_moves() -> None:
    played = sit(secret(), [])
    assert played.ending is Ending.LEFT
    assert played.lines[-4:-1] == ["  1  favours ♠", "  2  favours ♥", "> "]


@pytest.mark.parametrize("answer", ["2", "favours ♥", "FAVOURS ♥"])
def test_an_answer_is_a_number_or_the_words(answer: str) -> None:
    played = sit(secret(), [answer])
    assert played.session.match.decisions == [{"move": "favour", "args": {"s": "hearts"}}]


@pytest.mark.parametrize(
    "answer", ["favours hearts", "hearts", "Hearts", "favour hearts", "favour ♥", "♥", "FAVOUR  HEARTS"]
)
def test_a_line_may_be_written_in_other_ways(answer: str) -> None:
    played = sit(secret(), [answer])
    assert played.session.match.decisions == [{"move": "favour", "args": {"s": "hearts"}}]


def test_a_move_by_its_name() -> None:
    """Alone in the list, or among others; a name that all lines share chooses none of them."""
    played = sit(secret(), ["favour", "2", "mark 1", "put_stake 5", "hide 7S", "draw_one", "v"])
    assert "h what can be typed" in " ".join(played.after("favour"))
    assert [decision["move"] for decision in played.session.match.decisions][-2:] == ["hide", "draw_one"]
    match = EngineMatch(game("games/crazy_eights"), 1)
    while match.game.decider(match.state) != 0 or len({move.name for move in match.legal}) < 2:
        match.step(match.legal[0])
    assert sit(match, ["draw"]).session.match.decisions[-1]["move"] == "draw"


def test_several_values_may_be_written_at_once() -> None:
    """Also the first of them: the others are asked."""
    match = joker_match()
    seat = match.game.decider(match.state)
    assert seat is not None
    offered = {match.game.cards.card_text(move.args[0]) for move in match.legal}
    joker = min({"6S", "6C"} & offered)
    at_once = sit(match.copy(), [f"play {joker} nominal"], people=[seat]).session.match
    one_by_one = sit(match.copy(), [f"play {joker}", "nominal"], people=[seat]).session.match
    assert at_once.decisions[len(match.decisions)] == one_by_one.decisions[len(match.decisions)]


@pytest.mark.parametrize("answer", ["0", "3", "99999999999999", "-1", "1.5", "favours", "½", "", "x" * 5000])
def test_other_answers_choose_nothing(answer: str) -> None:
    played = sit(secret(), [answer])
    assert played.session.match.decisions == []
    assert "h what can be typed" in " ".join(played.after(answer))


def test_numbers_are_chosen_by_themselves() -> None:
    played = sit(secret(), ["1", "3", "0"])
    made = [decision["args"] for decision in played.session.match.decisions[:3]]
    assert made == [{"s": "spades"}, {"n": 3}, {"n": 0}]
    assert "  0 … 20" in played.lines
    bids = EngineMatch(game("joker_ru", cutting=False), 3)
    assert "  0  bids 0" in sit(bids, []).lines


def test_a_card_is_chosen_by_its_name() -> None:
    played = sit(secret(), ["2", "1", "5", "7s"])
    assert played.session.match.decisions[-1] == {"move": "hide", "args": {"c": "7S"}}


def test_one_legal_move_needs_no_number() -> None:
    played = sit(secret(), ["2", "1", "5", "7S", ""])
    assert played.session.match.decisions[-1]["move"] == "draw_one"


def test_long_lists_are_narrowed_step_by_step() -> None:
    """First the move, then one parameter after another; what can have one value only is not asked."""
    match = EngineMatch(game("jokeren13"), 3)
    while match.game.decider(match.state) != 0:
        match.step(match.legal[0])
    played = sit(match, ["1"] * 60)
    asked = [line for line in played.lines if line.startswith("P1, choose")]
    assert "P1, choose · discard" in asked
    assert any(line.endswith(" · b goes back") for line in asked)
    assert "  1  lay …" in played.lines or "  1  extend …" in played.lines


def test_going_back_a_step() -> None:
    match = EngineMatch(game("jokeren13"), 3)
    played = sit(match, ["1", "1", "1", "2", "b", "b"], people=[1])
    back = played.after("b")
    assert back[:1] != ["  that is not to be chosen here; ? tells why not, h what can be typed"]
    assert any(line.endswith("lay …") for line in back)


def joker_match() -> EngineMatch:
    """A seat leads with a joker in its hand: how it is played is asked."""
    match = EngineMatch(game("joker_ru", cutting=False), 0)
    while match.legal[0].name != "play" or len(match.legal) <= 12:
        match.step(match.legal[0])
    return match


def test_a_card_first_and_then_its_role() -> None:
    match = joker_match()
    seat = match.game.decider(match.state)
    assert seat is not None
    offered = {match.game.cards.card_text(move.args[0]) for move in match.legal}
    joker = min({"6S", "6C"} & offered)
    played = sit(match, [joker, "nominal"], people=[seat])
    assert f"P{seat + 1}, choose · play: c" in played.lines
    after = played.after(joker)
    assert after[0].startswith(f"P{seat + 1}, choose · play: r")
    assert [line.split()[-1] for line in after[1:4]] == ["taking", "losing", "nominal"]
    made = next(decision for decision in played.session.match.decisions if decision["args"].get("c") == joker)
    assert made["args"] == {"c": joker, "r": "nominal", "w": None, "x": None}


def test_a_move_that_would_be_fined_says_so() -> None:
    match = EngineMatch(game("joker_de", enforcement="penalize"), 4)
    while len(match.unpenalised) == len(match.legal):
        match.step(match.unpenalised[0])
    seat = match.game.decider(match.state)
    assert seat is not None
    played = sit(match, [], people=[seat])
    count = len(match.legal) - len(match.unpenalised)
    assert sum(line.endswith(" (fined)") for line in played.lines) == count


# ---------------------------------------------------------------- why not


def test_why_not() -> None:
    played = sit(secret(), ["2", "1", "5", "?", "? 8H", "? 7S", "? AH", "? hide", "? draw_one"])
    refusal = "  hide 8♥: a card of the suit you favour stays (hide.favoured)"
    assert played.after("?")[0] == refusal
    assert played.after("? 8H")[0] == refusal
    assert played.after("? 7S")[0] == "  7S: allowed"
    assert played.after("? AH")[0] == "  this cannot be chosen here"
    assert played.after("? hide")[:2] == [refusal, "  hide: allowed"]
    assert played.after("? draw_one")[0] == "  this cannot be chosen here"
    favour = sit(secret(), ["? hearts", "? favours hearts", "? favour ♥", "? clubs"])
    for about in ("hearts", "favours hearts", "favour ♥"):
        assert favour.after(f"? {about}")[0] == f"  {about}: allowed"
    assert favour.after("? clubs")[0] == "  this cannot be chosen here"


def test_a_card_of_somebody_else_cannot_be_chosen() -> None:
    played = sit(secret(), ["2", "1", "5", "? 1S", "?"])
    assert played.after("? 1S")[0] == "  hide 1♠: not among what can be chosen: 5♠, 7♠, 8♥ (hide.c)"
    assert "nothing is refused" in " ".join(sit(secret(), ["?"]).after("?"))


def test_why_not_tells_of_clauses_with_their_words() -> None:
    match = EngineMatch(game("joker_ru", cutting=False), 3)
    while not any(match.game.refusals(match.state, move) for move in candidates(match.game, match.state)):
        match.step(match.legal[0])
    seat = match.game.decider(match.state)
    assert seat is not None
    played = sit(match, ["?"], people=[seat])
    assert re.search(r"\((bid\.hook|play\.\w+)\)", " ".join(played.after("?")))


# ---------------------------------------------------------------- taking back


def test_a_choice_is_taken_back() -> None:
    played = sit(secret(), ["1", "u", "2"])
    assert played.after("u")[0] == "  taken back"
    assert "  1  favours ♠" in played.after("u")
    assert played.session.match.decisions == [{"move": "favour", "args": {"s": "hearts"}}]


def test_several_choices_are_taken_back_one_by_one() -> None:
    played = sit(secret(), ["1", "2", "u", "u", "u"])
    assert played.session.match.decisions == []
    assert played.after("u", 3)[0] == "  you have chosen nothing yet"
    assert not any("side" in line for line in played.after("u", 2))


def test_nothing_to_take_back() -> None:
    assert sit(secret(), ["u"]).after("u")[0] == "  you have chosen nothing yet"


def test_not_once_others_have_chosen() -> None:
    played = sit(secret(), ["2", "1", "5", "u"])
    assert played.after("u")[0] == "  it cannot be taken back, others have chosen since"
    assert [decision["move"] for decision in played.session.match.decisions].count("put_stake") == 3


def test_a_secret_choice_is_not_taken_back_by_another_seat() -> None:
    """The second person at the terminal cannot take back what the first has chosen."""
    played = sit(secret(), ["2", "1", "5", "u"], people=[0, 1])
    assert played.after("u")[0] == "  it cannot be taken back, others have chosen since"


def test_a_hidden_card_is_taken_back_and_a_drawn_one_is_not() -> None:
    played = sit(secret(), ["2", "1", "5", "7S", "u", "7S", "", "u"])
    assert played.after("u")[0] == "  taken back"
    assert played.after("u", 2)[0] == "  it cannot be taken back, cards were shown since"


def test_a_card_shown_to_others_is_not_taken_back() -> None:
    match = secret(players=2)
    played = sit(match, ["2", "1", "5", "7S", "", "8H", "u"], people=[0, 1])
    assert "it cannot be taken back" in played.after("u")[0]


def test_not_once_chance_has_decided() -> None:
    played = sit(secret(players=2), ["2", "1", "5", "7S", "", "8H", "u"])
    assert "it cannot be taken back" in played.after("u")[0]


def test_taking_from_an_open_pile_is_taken_back() -> None:
    """Everybody has seen the card that was taken."""
    match = EngineMatch(game("jokeren13"), 3)
    while match.game.decider(match.state) != 0 or not any(move.name == "take" for move in match.legal):
        match.step(match.legal[0])
    before = len(match.decisions)
    taken = sit(match.copy(), ["2", "u", "1", "u"])
    assert taken.after("u")[0] == "  taken back"
    assert taken.session.match.decisions[before]["move"] == "draw"
    assert taken.after("u", 2)[0] == "  it cannot be taken back, cards were shown since"


def test_bots_choose_alike_after_a_choice_was_taken_back() -> None:
    straight = sit(secret(), ["2", "1", "5", "7S", ""]).session.match
    winding = sit(secret(), ["1", "3", "u", "u", "2", "1", "5", "5S", "u", "7S", ""]).session.match
    assert winding.decisions == straight.decisions
    assert winding.state == straight.state
    assert winding.journal.events == straight.journal.events


# ---------------------------------------------------------------- what is seen

ROLE = re.compile(r"\([^()]*\)|adds \S+")
"""What a joker stands for is no card."""

CARD = re.compile(r"(?<![0-9A-Z])(10|[1-9]|[JQKA])([♠♥♦♣])")


@pytest.mark.parametrize("name", ["joker_ru", "joker_de", "jokeren13", "joker_de_bank"])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_card_is_shown_that_the_seat_has_not_seen(name: str, seed: int) -> None:
    """Every card on the screen was seen by the seat at some time, whatever the others hold."""
    match = EngineMatch(game(name, 2 if name == "joker_de_bank" else None), seed)
    played = sit(match, ["1"] * 60, deals=3)
    seen = seen_by(played.session.match, 0)
    lines = [ROLE.sub("", line) for line in played.lines]
    shown = {rank + suit for line in lines for rank, suit in CARD.findall(line)}
    assert shown <= seen
    assert len(shown) > 5 or name == "joker_de_bank"


def seen_by(match: EngineMatch, seat: int) -> set[str]:
    """The cards that a seat has seen in a match, as the screen writes them."""
    renderer = SentenceRenderer(match.game.cards)
    again = EngineMatch(match.game, match.seed)
    cards: set[int] = set(visible(match.game, again, seat))
    for decision in match.decisions:
        again.step(match.game.move_from_json(again.state, decision))
        cards |= visible(match.game, again, seat)
    for event in again.journal.events:
        if isinstance(event, CardsEvent) and seat in event.seats:
            cards.update(event.cards)
    return {renderer.card(card) for card in cards}


def test_what_others_hide_is_told_without_the_card() -> None:
    played = sit(secret(), ["9"], people=[1])
    assert "P1 favours" in played.text
    assert "hides ?" in played.text
    assert not re.search(r"hides \d", played.text)
    assert "  put: P1 ×1" in played.lines


def test_secret_choices_are_not_shown_before_all_are_in() -> None:
    played = sit(secret(), ["2", "1", "7"], people=[0, 1])
    start = played.lines.index("> 7")
    assert "puts" not in " ".join(played.lines[start:])
    assert "stake" not in " ".join(line for line in played.lines[start:] if "choose" not in line)


def test_people_who_share_a_terminal_do_not_see_each_others_cards() -> None:
    played = sit(secret(players=2), ["2", "1", "5", "", "6"], people=[0, 1], terminal=True)
    first, _, second = played.text.partition("the screen goes to P2, press Enter ")
    assert second.startswith("\x1b[2J")
    own = re.search(r"your hand: (.*)", first)
    assert own is not None
    before_next = second.partition("the screen goes to P1")[0]
    assert "you are P2" in before_next
    for card in own[1].split():
        assert card not in before_next


@pytest.mark.parametrize(("language", "letters"), [("ru", "ВДКТ"), ("de", "BDKA")])
def test_the_language_of_the_screen(language: str, letters: str) -> None:
    match = EngineMatch(game("jokeren13"), 1)
    played = sit(match, ["h", "v", "zzz", "?", "u", "1"], language=language)
    shown = set(re.findall(r"(\w)[♠♥♦♣]", played.text))
    assert not shown & (set("JQ") if language == "de" else set("JQKA"))
    assert shown & set(letters)
    assert "choose" not in played.text
    assert "taken back" not in played.text


def test_lines_are_no_longer_than_the_screen() -> None:
    for name in ("joker_ru", "jokeren13", "joker_de"):
        played = sit(EngineMatch(game(name), 4), ["1"] * 50, width=80)
        assert max(map(len, played.lines)) <= 80, max(played.lines, key=len)


# ---------------------------------------------------------------- the end


def test_to_the_end_of_a_match_and_of_a_deal() -> None:
    whole = sit(EngineMatch(game("joker_de_bank", 2), 1), ["1"] * 200)
    assert whole.ending is Ending.OVER
    assert whole.session.match.over
    assert any(line.startswith("  = bank") for line in whole.lines[-30:])
    part = sit(EngineMatch(game("joker_ru"), 1), ["1"] * 200, deals=2)
    assert part.ending is Ending.STOPPED


@pytest.mark.parametrize("answers", [["q"], [], ["1", "q"], ["1", "?", "v", "q"]])
def test_leaving(answers: list[str]) -> None:
    assert sit(secret(), answers).ending is Ending.LEFT


def test_a_fault_ends_the_session() -> None:
    match = EngineMatch(EngineGame(program(SPECS / "joker_ru.rules"), limits=Limits(decisions=7)), 0)
    played = sit(match, ["1"] * 20)
    assert played.ending is Ending.FAULT
    assert "more than 7 decisions" in str(played.session.fault)


def test_every_choice_is_kept() -> None:
    kept: list[int] = []
    match = secret()
    screen = Terminal(io.StringIO("1\nu\n2\n1\n"), io.StringIO(), 80, False)
    Session(match, [0], RandomBot(0), catalogue("en"), screen, None, lambda m: kept.append(len(m.decisions))).run()
    assert kept == [1, 1, 2]


def test_one_reason_is_told_once_for_all_that_it_refuses() -> None:
    klondike = EngineMatch(EngineGame(program(SPECS / "games" / "klondike.rules"), 1), 0)
    refusals = sit(klondike, ["?", "q"]).after("?")
    assert len(refusals) == len(set(refusals))
    assert "  back down: there is no card to take (back_down.dry)" in refusals
    assert "  column up 1, 3, 4, 5, 6, 7: build up in suit from the ace (column_up.order)" in refusals


KNOWN = """rules 1
game tiny { title en "Tiny"  players 2 }
deck { suits hearts, spades  ranks 7..10 }
pile stock seen by none
zone hand[player] seen by owner
var leader: player            per match
var second: player?           per match
var bid: 0..5?                per match
var bids[player]: 0..5?       per match
var count_of: int             per match
var open: bool                per match
var sure: bool?               per match
var dogs: set of player       per match
var pets[player]: set of suit per match
schedule match { dealt by first of players  stage main "One" 1 deals of 1  winner dogs }
phase deal(n: int) {
  shuffle deck into stock
  give n each from stock to hand starting dealer
  VALUES
  ask dealer: done
  if open or sure == true or count_of > 3 { ask next: done }
}
rule next: player = second otherwise leader
move done do { pets[actor] += hearts   bids[actor] = 2   bid = 3   dogs += actor   open = bid == 2 and bids[actor] == 2
  count_of = size of pets[actor]   sure = true   leader = actor   second = actor }
"""


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ("leader = dealer", "leader P1"),
        ("second = dealer", "second P1"),
        ("bid = 0", "bid 0"),
        ("sure = false", "sure no"),
        ("count_of = 0  open = false  dogs -= dealer", "your hand: 10♠"),
        ("open = true  leader = left of dealer", "leader P2 · open"),
        ("dogs += dealer  dogs += left of dealer", "dogs P1 P2"),
        ("pets[dealer] += hearts", "pets: P1 ♥ · P2 –"),
        ("bids[dealer] = 0", "bids: P1 0 · P2 –"),
    ],
)
def test_what_variables_hold_is_shown(tmp_path: Path, values: str, shown: str) -> None:
    spec = tmp_path / "tiny.rules"
    spec.write_text(KNOWN.replace("VALUES", values), encoding="utf-8")
    played = sit(EngineMatch(EngineGame(program(spec)), 0), [], people=(0, 1))
    assert f"  {shown}" in played.lines
    assert not any(word in line for line in played.lines for word in ("total", "· ·", "·  "))
