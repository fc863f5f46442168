"""Match files: kept whole, played again, and what is wrong with one is told by its line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from rulespec.bots import RandomBot
from rulespec.compiler import compile_spec
from rulespec.compiler.texts import texts_of
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from rulespec.records import atomic
from rulespec.records.file import MatchFile, MatchFileError, file_of, read, save
from rulespec.records.replay import MatchDifference, game_of, replay, verify
from tests.cli.process import SPECS, rulespec

JOKER = SPECS / "joker_ru.rules"
HOUSE = SPECS / "house/joker_ru/no_hook.rules"


def kept(
    path: Path, spec: Path = JOKER, seed: int = 3, most: int = 10_000, **options: Any
) -> tuple[EngineMatch, MatchFile]:
    """A random match and its file."""
    compiled = compile_spec(spec)
    assert compiled.program is not None
    match = EngineMatch(EngineGame(compiled.program, options=options), seed)
    bot = RandomBot(seed)
    while not match.over and len(match.decisions) < most:
        match.step(bot.choose(match.legal))
    file = file_of(path, match, texts_of(compiled, spec))
    save(file)
    return match, file


def unshuffled(_cells: object, _at: int, items: Iterable[int]) -> tuple[int, ...]:
    """Another shuffle."""
    return tuple(sorted(items))


def first_of_all(_cells: object, _at: int, _bound: int) -> int:
    """Another draw."""
    return 0


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that tests only read."""
    path = tmp_path_factory.mktemp("kept") / "m.match.jsonl"
    kept(path)
    return path


@pytest.mark.parametrize("spec", [*sorted(SPECS.glob("*.rules")), HOUSE], ids=lambda spec: spec.stem)
def test_every_game_is_kept_and_verified(spec: Path, tmp_path: Path) -> None:
    match, file = kept(tmp_path / "m", spec, most=300)
    again = read(tmp_path / "m")
    assert again == file
    assert again.intact
    assert verify(again).state == match.state
    assert replay(again).state == match.state


def test_the_file_needs_no_spec(tmp_path: Path) -> None:
    spec = tmp_path / "mine.rules"
    spec.write_text(JOKER.read_text(encoding="utf-8"), encoding="utf-8")
    match, _ = kept(tmp_path / "m", spec)
    spec.unlink()
    again = verify(read(tmp_path / "m"))
    assert again.totals == match.totals
    assert "std/tricks" in read(tmp_path / "m").texts.files


def test_outcomes_of_chance_hold_whatever_the_shuffle(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another shuffle, in a later version of the engine: the match is still the same."""
    from rulespec.interpreter import runtime

    file = read(path)
    totals = replay(file).totals
    monkeypatch.setattr(runtime, "shuffled", unshuffled)
    assert replay(file).totals == totals
    with pytest.raises(MatchDifference, match="outcome 1 of chance of seed 3"):
        verify(file)
    monkeypatch.setattr("rulespec.records.replay.engine_version", lambda: "99.0")
    assert verify(file).totals == totals


@pytest.mark.parametrize("name", ["jokeren13", "joker_de"])
def test_piles_and_draws_are_outcomes_too(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulespec.interpreter import runtime

    match, file = kept(tmp_path / "m", SPECS / f"{name}.rules")
    assert any("draw" in outcome for outcome in file.chance)
    assert any("pile" in outcome for outcome in file.chance) or name != "jokeren13"
    monkeypatch.setattr(runtime, "shuffled", unshuffled)
    monkeypatch.setattr(runtime, "below", first_of_all)
    assert replay(read(tmp_path / "m")).totals == match.totals


def test_it_goes_on_where_it_was_left(tmp_path: Path) -> None:
    spec = SPECS / "jokeren13.rules"
    whole, _ = kept(tmp_path / "whole", spec, seed=5, most=400)
    kept(tmp_path / "part", spec, seed=5, most=150)
    bot = RandomBot(5)

    def before(match: EngineMatch, _seat: int) -> None:
        bot.choose(match.legal)

    match = replay(read(tmp_path / "part"), before=before)
    while len(match.decisions) < 400:
        match.step(bot.choose(match.legal))
    assert match.state == whole.state
    assert match.decisions == whole.decisions


# ---------------------------------------------------------------- damage

Change = Callable[[list[str]], None]


def damaged(path: Path, target: Path, change: Change) -> Path:
    """A copy of the file in which lines are changed."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    change(lines)
    target.write_text("".join(lines), encoding="utf-8")
    return target


def put(line: int, text: str) -> Change:
    def change(lines: list[str]) -> None:
        lines[line] = text

    return change


def edit(line: int, **values: Any) -> Change:
    """Changes values of an object; a name ``a__b`` is one within another."""

    def change(lines: list[str]) -> None:
        data = json.loads(lines[line])
        for name, value in values.items():
            *outer, last = name.split("__")
            inner = data
            for key in outer:
                inner = inner[key]
            if value is None:
                del inner[last]
            else:
                inner[last] = value
        lines[line] = json.dumps(data) + "\n"

    return change


def cut(at: int) -> Change:
    def change(lines: list[str]) -> None:
        del lines[at:]

    return change


def half(lines: list[str]) -> None:
    del lines[20:]
    lines[-1] = lines[-1][:15]


def half_of_the_first(lines: list[str]) -> None:
    lines[:] = [lines[0][:50]]


def another_seat(lines: list[str]) -> None:
    edit(2, seat=(json.loads(lines[2])["seat"] + 1) % 4)(lines)


UNREADABLE: list[tuple[str, Change, int, str]] = [
    ("half a line", half, 20, "cut off"),
    ("no result", cut(100), 100, "its last line is not the result"),
    ("the first line alone", cut(1), 1, "no moves and no result"),
    ("half the first line", half_of_the_first, 1, "not JSON: the file is cut"),
    ("nothing", cut(0), 0, "is empty"),
    ("no JSON", put(4, "what?\n"), 5, "not JSON"),
    ("no object", put(4, "[1]\n"), 5, "not a JSON object"),
    ("an empty line", put(4, "\n"), 5, "not JSON"),
    ("deep nesting", put(4, "[" * 100_000 + "\n"), 5, "not JSON"),
    ("no seat", edit(4, seat=None), 5, '"seat" is missing'),
    ("no such seat", edit(4, seat=4), 5, "there is no seat 4"),
    ("a seat that is no number", edit(4, seat=True), 5, '"seat" is not a number'),
    ("args that are none", edit(4, args=3), 5, '"args" is not an object'),
    ("another format", edit(0, format="chess"), 1, "no saved match"),
    ("another version", edit(0, version=2), 1, "version 2"),
    ("no spec", edit(0, spec=None), 1, '"spec" is missing'),
    ("no text of the spec", edit(0, spec__main="other.rules"), 1, "the text of other.rules is missing"),
    ("too few seats", edit(0, seats=["human"]), 1, '"players" and "seats"'),
    ("no totals", edit(-1, result__totals=None), 706, '"totals" is missing'),
    ("a random stream that is none", edit(-1, result__random=[1]), 706, '"random"'),
    ("a result amid the moves", put(4, '{"result": {}}\n'), 5, "before the last line"),
    ("a wrong deck", edit(0, chance=[{"deck": "6S"}]), 1, "36 cards"),
    ("a card that is none", edit(0, chance=[{"deck": "XX"}]), 1, "no card is written"),
    ("an option that is none", edit(0, options={"strikt": True}), 1, "no option"),
    ("options that are not all", edit(0, options={"strict": True}), 1, "the options of the game"),
]


@pytest.mark.parametrize(("change", "line", "message"), [c[1:] for c in UNREADABLE], ids=[c[0] for c in UNREADABLE])
def test_what_cannot_be_read(path: Path, tmp_path: Path, change: Change, line: int, message: str) -> None:
    target = damaged(path, tmp_path / "m", change)
    with pytest.raises(MatchFileError, match=message.replace("(", r"\(")) as caught:
        replay(read(target))
    assert caught.value.line == line
    result = rulespec("replay", target)
    assert result.code == 3
    assert result.out == ""
    assert result.err.startswith(f"rulespec: {target}{f':{line}' if line else ''}: ")


def test_bytes_that_are_no_text(path: Path, tmp_path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[7] = b"\xff\xfe\n"
    (tmp_path / "m").write_bytes(b"".join(lines))
    with pytest.raises(MatchFileError, match=":8: not UTF-8"):
        read(tmp_path / "m")


def bid_of(lines: list[str], at: int) -> int:
    number: int = json.loads(lines[at])["args"]["n"]
    return number


def another_bid(lines: list[str]) -> None:
    """Line 3 is the first bid of the deal of one card; line 2 is a cut."""
    edit(2, args__n=1 - bid_of(lines, 2))(lines)


ALTERED: list[tuple[str, Change, int | None, str]] = [
    ("an impossible number", edit(2, args__n=77), 3, "expected a legal move, found"),
    ("another bid", another_bid, None, "expected"),
    ("another seat", another_seat, 3, "expected a move of"),
    ("no such move", edit(2, move="bit"), 3, "did you mean bid"),
    ("a move left out", lambda lines: lines.__delitem__(2), 3, "expected a move of seat"),
    ("a move too many", lambda lines: lines.insert(-1, lines[-2]), 706, "the match is over"),
    ("an end too early", lambda lines: lines.__delitem__(slice(500, -1)), 501, "found the result"),
    ("other totals", edit(-1, result__totals=[1, 2, 3, 4]), 706, "expected totals"),
    ("other winners", edit(-1, result__winners=[0, 1, 2, 3]), 706, "expected winners"),
    ("no entries", edit(-1, result__entries=[]), 706, "expected entries"),
    ("another count", edit(-1, result__decisions=3), 706, "expected decisions 704"),
    ("another digest", edit(-1, sha256="0"), 706, "digest"),
    ("another text", edit(0, spec__files__extra="rules 1"), 1, "spec texts with the digest"),
    ("another seed", edit(0, seed=4), 1, "of seed 4"),
    ("no outcomes of chance", edit(0, chance=[]), 1, "found nothing"),
]


@pytest.mark.parametrize(("change", "line", "message"), [c[1:] for c in ALTERED], ids=[c[0] for c in ALTERED])
def test_where_a_file_differs(path: Path, tmp_path: Path, change: Change, line: int | None, message: str) -> None:
    target = damaged(path, tmp_path / "m", change)
    result = rulespec("replay", target, "--verify")
    assert result.code == 1
    assert result.out == ""
    assert message in result.err
    assert len(result.err.splitlines()) == 1
    if line is not None:
        assert result.err.startswith(f"rulespec: {target}:{line}: expected ")


def test_a_remark_in_a_text_is_an_alteration(path: Path, tmp_path: Path) -> None:
    def change(lines: list[str]) -> None:
        lines[0] = lines[0].replace("# of a joker: how it was played", "# of a joker, how it was played")

    result = rulespec("replay", damaged(path, tmp_path / "m", change))
    assert result.code == 1
    assert ":1: expected spec texts with the digest" in result.err


def test_an_altered_file_is_not_shown(path: Path, tmp_path: Path) -> None:
    result = rulespec("replay", damaged(path, tmp_path / "m", edit(0, seats=["human"] * 4)))
    assert result.code == 1
    assert "altered" in result.err


def test_a_spec_that_is_no_game_any_more(path: Path, tmp_path: Path) -> None:
    def change(lines: list[str]) -> None:
        data = json.loads(lines[0])
        data["spec"]["files"]["joker_ru.rules"] += "\nrule oops: int = nothing\n"
        lines[0] = json.dumps(data) + "\n"

    target = damaged(path, tmp_path / "m", change)
    file = read(target)
    assert not file.intact
    data = json.loads(target.read_text(encoding="utf-8").splitlines()[0])
    damaged(target, target, edit(0, spec__sha256=file.texts.sha256))
    assert data["spec"]["sha256"] != file.texts.sha256
    with pytest.raises(MatchFileError, match=r"cannot play the spec of the match: joker_ru\.rules:\d+:\d+: .*nothing"):
        game_of(read(target))


# ---------------------------------------------------------------- saving


def test_saving_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "m"
    target.write_text("before", encoding="utf-8")
    target.chmod(0o640)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="No space"):
            atomic.write_atomically(target, "after")
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        with pytest.raises(OSError, match="No space"):
            atomic.write_atomically(target, "after")
    assert target.read_text(encoding="utf-8") == "before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["m"]
    atomic.write_atomically(target, "after")
    assert target.read_text(encoding="utf-8") == "after"
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    atomic.write_atomically(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text(encoding="utf-8") == "text"


def test_a_folder_is_not_written_to(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="not an ordinary file"):
        atomic.write_atomically(tmp_path, "text")
    result = rulespec("run", JOKER, "--deals", "1", "--save", tmp_path / "no/such/folder/m")
    assert result.code == 3
    assert "No such file or directory" in result.err
    assert "Traceback" not in result.err


# ---------------------------------------------------------------- commands


def test_run_replay_and_resume(tmp_path: Path) -> None:
    path = tmp_path / "m.match.jsonl"
    plain = rulespec("run", JOKER, "--seed", "6")
    saved = rulespec("run", JOKER, "--seed", "6", "--save", path)
    assert saved == plain
    assert rulespec("replay", path) == plain
    assert rulespec("replay", path, "--quiet").out == rulespec("run", JOKER, "--seed", "6", "--quiet").out
    report = rulespec("replay", path, "--format", "json").out
    assert report == rulespec("run", JOKER, "--seed", "6", "--format", "json").out
    verdict = rulespec("replay", path, "--verify")
    assert verdict.code == 0
    assert verdict.out == f"{path}: verified, 704 moves of joker_ru to its end\n"
    over = rulespec("run", "--resume", path)
    assert over.code == 2
    assert "is over" in over.err
    lines = path.read_text(encoding="utf-8").splitlines()
    del lines[9]
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    broken = rulespec("run", "--resume", path)
    assert broken.code == 1
    assert f"{path}:10: expected " in broken.err


def test_a_part_goes_on_as_the_whole(tmp_path: Path) -> None:
    path = tmp_path / "m.match.jsonl"
    arguments = ("--seed", "6", "--players", "3", "--set", "strict=true")
    part = rulespec("run", JOKER, *arguments, "--deals", "3", "--save", path)
    assert part.code == 0
    left = rulespec("replay", path)
    assert left.code == 0
    assert "unfinished: the match was left here; it goes on with rulespec run --resume " in left.out
    rest = rulespec("run", "--resume", path)
    assert rest == rulespec("run", JOKER, *arguments)
    assert rulespec("replay", path, "--verify").out.endswith("to its end\n")


def test_a_match_that_faults_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "m.match.jsonl"
    result = rulespec("run", JOKER, "--max-decisions", "30", "--save", path)
    assert result.code == 1
    file = read(path)
    assert file.result.fault is not None
    assert "decisions" in file.result.fault
    shown = rulespec("replay", path)
    assert shown.out == result.out
    assert rulespec("replay", path, "--verify").code == 0


def test_a_printed_program_is_kept_too(tmp_path: Path) -> None:
    program = tmp_path / "program.json"
    program.write_text(rulespec("ir", JOKER).out, encoding="utf-8")
    path = tmp_path / "m.match.jsonl"
    assert rulespec("run", program, "--save", path, "--quiet").code == 0
    program.unlink()
    assert rulespec("replay", path, "--verify").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "--resume", "nothing.jsonl"), "there is no file"),
        (("run", JOKER, "--resume", "nothing.jsonl"), "leave them out"),
        (("run", "--resume", "nothing.jsonl", "--seed", "0"), "leave them out"),
        (("run",), "a spec to play is missing"),
        (("replay", "README.md"), "no saved match"),
        (("replay", JOKER), f"hint: by its name it is a spec: rulespec run {JOKER} plays it"),
        (("run", "--resume", JOKER), f"hint: by its name it is a spec: rulespec run {JOKER} plays it"),
        (("replay", "specs"), "is a folder"),
        (("run", JOKER, "--seat", "0"), "write seat=who"),
        (("run", JOKER, "--seat", "9=human"), "there is no seat 9"),
        (("run", JOKER, "--seat", "0=human", "--seat", "0=random"), "seat 0 is given twice"),
        (("run", JOKER, "--seat", "0=robot"), "nobody is called 'robot'"),
        (("run", JOKER, "--seat", "0=human", "--format", "json"), "matches without people"),
    ],
)
def test_mistakes(arguments: tuple[str | Path, ...], message: str) -> None:
    result = rulespec(*arguments)
    assert result.code in (2, 3)
    assert message in result.err
    assert result.out == ""


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir(mode=0o700)
    result = rulespec("replay", tmp_path / "m/none")
    assert result.code == 3


@pytest.mark.parametrize("folder", ["nowhere", "file"])
def test_a_file_that_cannot_be_written_is_named_as_it_was_given(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / folder / "m.match.jsonl"
    result = rulespec("run", JOKER, "--deals", "1", "--quiet", "--save", path)
    assert result.code == 3
    assert f"rulespec: {path}: " in result.err
    assert ".tmp" not in result.err
