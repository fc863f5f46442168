"""A match file may be a stranger's: it is played within the reader's limits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import rulespec as package
from rulespec.bots import RandomBot
from rulespec.compiler import compile_spec
from rulespec.compiler.texts import texts_of
from rulespec.interpreter import fuel
from rulespec.interpreter.engine_errors import Limits, MatchFault
from rulespec.interpreter.game import EngineGame
from rulespec.interpreter.match import EngineMatch
from rulespec.records import replay as replaying
from rulespec.records.file import MatchFile, MatchFileError, file_of, read, save
from rulespec.records.replay import replay, verify
from rulespec.reports import play
from tests.cli.process import SPECS, rulespec

JOKER = SPECS / "joker_ru.rules"
FAR = 10**12


def kept(path: Path, limits: Limits, moves: int = 20) -> MatchFile:
    """The file of a match, unfinished, that claims these limits."""
    compiled = compile_spec(JOKER)
    assert compiled.program is not None
    match = EngineMatch(EngineGame(compiled.program, limits=limits), 3)
    bot = RandomBot(3)
    for _ in range(moves):
        match.step(bot.choose(match.unpenalised))
    file = file_of(path, match, texts_of(compiled, JOKER))
    save(file)
    return file


@pytest.mark.parametrize(
    ("limits", "option"),
    [(Limits(steps=FAR), f"--max-steps {FAR}"), (Limits(decisions=FAR), f"--max-decisions {FAR}")],
)
def test_the_readers_limits_win(tmp_path: Path, limits: Limits, option: str) -> None:
    path = tmp_path / "m.match.jsonl"
    kept(path, limits)
    for command in (("replay", path), ("replay", path, "--verify"), ("run", "--resume", path, "--deals", "1")):
        refused = rulespec(*command)
        assert refused.code == 3
        assert f"{path}:1: the match may take {FAR} " in refused.err
        assert option in refused.err
        allowed = rulespec(*command, *option.split())
        assert allowed.code == 0, allowed.err


def test_lookahead(tmp_path: Path) -> None:
    path = tmp_path / "m"
    wide = Limits(lookahead=FAR)
    file = kept(path, wide)
    with pytest.raises(MatchFileError, match=rf"Limits\(lookahead={FAR}\)"):
        verify(file)
    with pytest.raises(MatchFileError, match="positions looked at"):
        package.load_match(path)
    assert verify(file, most=wide).game.limits == wide
    assert package.load_match(path, limits=wide).moves


def test_narrower_limits_are_kept(tmp_path: Path) -> None:
    """A match that ran into a limit runs into it again."""
    narrow = Limits(steps=500, decisions=30, lookahead=7)
    match = verify(kept(tmp_path / "m", narrow))
    assert match.game.limits == narrow
    assert read(tmp_path / "m").limits == narrow
    record = play.play_on(match, RandomBot(3))
    assert "more than 30 decisions in a deal" in str(record.unfinished)


def test_work_of_a_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = kept(tmp_path / "m", Limits())
    monkeypatch.setattr(replaying, "MAX_WORK", 10_000)
    with pytest.raises(MatchFileError, match=r":[0-9]+: up to here it takes more than 10000 units of work"):
        replay(file)


def test_a_fault_on_the_way_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is the check of a move that takes too long."""
    file = kept(tmp_path / "m", Limits())

    def spent(*_: object) -> None:
        raise MatchFault("work", "no work left")

    monkeypatch.setattr(EngineGame, "refusals", spent)
    with pytest.raises(replaying.MatchDifference, match="no work left"):
        replay(replace(file, moves=file.moves[:1]))


def test_work_of_a_match_of_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is kept or not; what other matches of the same game took does not count."""
    compiled = compile_spec(JOKER)
    assert compiled.program is not None
    game = EngineGame(compiled.program)
    whole = play.play(game, RandomBot(1), 1)
    took = game.fuel.total
    assert whole.unfinished is None
    monkeypatch.setattr(fuel, "MAX_OF_MATCH", took + 1)
    assert play.play(game, RandomBot(1), 1).unfinished is None
    assert play.play_on(EngineMatch(game, 1), RandomBot(1)).unfinished is None
    monkeypatch.setattr(fuel, "MAX_OF_MATCH", took // 2)
    stopped = [play.play(game, RandomBot(1), 1), play.play_on(EngineMatch(game, 1), RandomBot(1))]
    for record in stopped:
        assert record.unfinished == f"more than {took // 2} units of work for a match"
        assert record.decisions < whole.decisions
