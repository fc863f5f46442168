"""Libraries, overlays and edits: what a merged spec is, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.compiler import Compiled, compile_spec
from rulespec.compiler.merge.merged_spec import MergedSpec
from rulespec.syntax import ast
from tests.compiler.refresh import HERE

BASE = (HERE / "bad" / "parts" / "base.rules").read_text(encoding="utf-8")


def overlaid(tmp_path: Path, *overlays: str) -> Compiled:
    """The base spec of the fixtures with overlays upon it."""
    (tmp_path / "base.rules").write_text(BASE, encoding="utf-8")
    paths = []
    for number, text in enumerate(overlays):
        path = tmp_path / f"over{number}.rules"
        path.write_text(f'rules 1\nextends "base"\n{text}\n', encoding="utf-8")
        paths.append(path)
    return compile_spec(tmp_path / "base.rules", overlays=paths)


def codes(compiled: Compiled) -> list[str]:
    return [d.code for d in compiled.diagnostics]


def merged(tmp_path: Path, *overlays: str) -> MergedSpec:
    compiled = overlaid(tmp_path, *overlays)
    assert compiled.ok, codes(compiled)
    assert compiled.merged is not None
    return compiled.merged


def rule(spec: MergedSpec, name: str) -> ast.Rule:
    found = spec.find("name", name)
    assert isinstance(found, ast.Rule)
    return found


def arms(spec: MergedSpec, name: str) -> list[str]:
    value = rule(spec, name).value
    assert isinstance(value, ast.Cases)
    return [arm.name.text if arm.name else "?" for arm in value.arms]


def clauses(spec: MergedSpec, name: str) -> list[str]:
    move = spec.find("action", name)
    assert isinstance(move, ast.Move)
    return [c.name.text if isinstance(c, ast.Forbid | ast.Fine) else type(c).__name__.lower() for c in move.clauses]


def test_set_an_arm(tmp_path: Path) -> None:
    spec = merged(tmp_path, "set points.king = 3")
    value = rule(spec, "points").value
    assert isinstance(value, ast.Cases)
    assert isinstance(value.arms[1].value, ast.IntLit)
    assert value.arms[1].value.value == 3
    assert arms(spec, "points") == ["ace", "king"]


def test_set_the_else(tmp_path: Path) -> None:
    value = rule(merged(tmp_path, "set points.else = 1"), "points").value
    assert isinstance(value, ast.Cases)
    assert isinstance(value.otherwise, ast.IntLit)
    assert value.otherwise.value == 1


def test_set_an_option(tmp_path: Path) -> None:
    compiled = overlaid(tmp_path, "set limit = 7")
    assert compiled.program is not None
    assert compiled.program.options[0].default == 7
    assert codes(overlaid(tmp_path, "set limit = 70")) == ["RS231"]


def test_set_a_whole_rule_keeps_its_base(tmp_path: Path) -> None:
    compiled = overlaid(tmp_path, "set points = base() + 1")
    assert compiled.program is not None
    assert {r.name for r in compiled.program.rules} >= {"points", "points@1"}


def test_replace_with_base(tmp_path: Path) -> None:
    compiled = overlaid(
        tmp_path, "replace rule points(c: card): int = 2 * base(c)", "replace rule points(c: card): int = base(c)"
    )
    assert codes(compiled) == ["RS209"]
    (tmp_path / "twice.rules").write_text('rules 1\nextends "base"\nreplace rule points(c: card): int = 2 * base(c)\n')
    (tmp_path / "more.rules").write_text('rules 1\nextends "twice"\nreplace rule points(c: card): int = 1 + base(c)\n')
    again = compile_spec(tmp_path / "more.rules")
    assert again.program is not None
    assert {r.name for r in again.program.rules} >= {"points", "points@1", "points@2"}


def test_drop_a_clause_and_an_arm(tmp_path: Path) -> None:
    spec = merged(tmp_path, "drop play.ace_first\ndrop points.king")
    assert clauses(spec, "play") == ["do"]
    assert arms(spec, "points") == ["ace"]


def test_drop_a_declaration_that_is_used(tmp_path: Path) -> None:
    assert set(codes(overlaid(tmp_path, "drop points"))) == {"RS202"}


def test_add_before(tmp_path: Path) -> None:
    spec = merged(tmp_path, "add to points before king { queen when c is Q: 3 }")
    assert arms(spec, "points") == ["ace", "queen", "king"]
    clause = 'forbid tens when c is 10 and size of hand[actor] > 1 "no tens"'
    spec = merged(tmp_path, f"add to play before ace_first {{ {clause} }}")
    assert clauses(spec, "play") == ["tens", "ace_first", "do"]
    spec = merged(tmp_path, f"add to play {{ {clause} }}")
    assert clauses(spec, "play") == ["ace_first", "tens", "do"]


def test_add_an_effect(tmp_path: Path) -> None:
    spec = merged(tmp_path, "add to play { do { award 1 to actor as extra } }")
    assert clauses(spec, "play") == ["ace_first", "do", "do"]


def test_add_twice(tmp_path: Path) -> None:
    assert codes(overlaid(tmp_path, "add to points { king when c is Q: 3 }")) == ["RS201"]


def test_add_to_the_deck(tmp_path: Path) -> None:
    compiled = overlaid(tmp_path, "add to deck { without 6 of clubs }")
    assert compiled.program is not None
    assert len(compiled.program.deck.without) == 1


def test_add_an_ensure(tmp_path: Path) -> None:
    compiled = overlaid(tmp_path, 'add to deal { ensure empty "all cards are played": stock is empty }')
    assert codes(compiled) == ["RS410"], "it is proved like one of the phase's own"
    assert compiled.merged is not None
    phase = compiled.merged.find("action", "deal")
    assert isinstance(phase, ast.Phase)
    assert [ensure.name.text for ensure in phase.ensures] == ["empty"]


def test_drop_lines_of_the_deck(tmp_path: Path) -> None:
    more = "add to deck { mark wild on A of clubs  mark wise on K of clubs  without 6 of clubs }"
    spec = merged(tmp_path, more, "drop deck.wild\ndrop deck.without")
    assert spec.deck is not None
    assert [item.name.text for item in spec.deck.items if isinstance(item, ast.Mark)] == ["wise"]
    assert not any(isinstance(item, ast.Without) for item in spec.deck.items)
    spec = merged(tmp_path, more, "drop deck.mark")
    assert spec.deck is not None
    assert not any(isinstance(item, ast.Mark) for item in spec.deck.items)


@pytest.mark.parametrize("how", ["instead of", "before", "after"])
def test_steps(how: str, tmp_path: Path) -> None:
    text = "shuffle deck into stock  give n each from stock to hand starting dealer"
    phase = merged(tmp_path, f"{how} deal.handing {{ {text} }}").find("action", "deal")
    assert isinstance(phase, ast.Phase)
    step = phase.block.body[0]
    assert isinstance(step, ast.Step)
    assert len(step.block.body) == (2 if how == "instead of" else 4)


def test_fine(tmp_path: Path) -> None:
    compiled = overlaid(tmp_path, "fine play.ace_first { award -10 to actor as penalty }")
    assert compiled.program is not None
    clause = next(c for m in compiled.program.moves for c in m.body if getattr(c, "name", "") == "ace_first")
    assert clause.flag >= 0  # type: ignore[union-attr]


def test_cite(tmp_path: Path) -> None:
    compiled = overlaid(tmp_path, "cite points.king: X1\ncite play: X2\ncite match.main: X3")
    assert compiled.program is not None
    assert {c.statement for c in compiled.program.citations} == {"X1", "X2", "X3"}


def test_set_a_stage(tmp_path: Path) -> None:
    compiled = overlaid(tmp_path, "set match.main = 2 deals of 4")
    assert compiled.program is not None
    assert compiled.program.schedules[0].stages[0].sizes == (4, 4)
    assert codes(overlaid(tmp_path, "set match.main = 2 deals of 5")) == ["RS405"]


def test_set_winner_and_players(tmp_path: Path) -> None:
    compiled = overlaid(tmp_path, "set match.winner = lowest of total\nset game.players = 3")
    assert compiled.program is not None
    assert compiled.program.schedules[0].ascending
    assert compiled.program.seats == (3,)


def test_proofs_run_on_the_whole(tmp_path: Path) -> None:
    assert codes(overlaid(tmp_path, "set deck.suits = [hearts]")) == ["RS405"]


COMMUTING = [
    ("set points.king = 3", "set points.else = 1"),
    (
        'add to play { forbid a when c is 10 and middle is empty "no" }',
        'add to play { forbid b when c is 9 and middle is empty "no" }',
    ),
    ("set limit = 3", "drop play.ace_first"),
]
CONFLICTS = [
    ("set points.king = 3", "set points.king = 4"),
    ("set points.king = 3", "drop points.king"),
    ("drop points.king", "drop points.king"),
    ("set points.king = 3", "replace rule points(c: card): int = 0"),
    ("set limit = 3", "set limit = 4"),
    ("set match.main = 2 deals of 3", "set match.main = 1 deals of 3"),
    ("fine play.ace_first { award -10 to actor as penalty }", "drop play.ace_first"),
]


@pytest.mark.parametrize(("one", "other"), COMMUTING)
def test_overlays_that_commute(one: str, other: str, tmp_path: Path) -> None:
    assert codes(overlaid(tmp_path, one, other)) == []
    assert codes(overlaid(tmp_path, other, one)) == []


@pytest.mark.parametrize(("one", "other"), CONFLICTS)
def test_overlays_in_conflict(one: str, other: str, tmp_path: Path) -> None:
    for first, second in ((one, other), (other, one)):
        found = overlaid(tmp_path, first, second).diagnostics
        conflicts = [d for d in found if d.code == "RS209"]
        assert len(conflicts) == 1
        assert len(conflicts[0].related) == 1


def test_of_two_edits_in_one_file_the_last_holds(tmp_path: Path) -> None:
    compiled = overlaid(tmp_path, "set points.king = 3\nset points.king = 2")
    assert compiled.ok
    assert codes(compiled) == ["RS436"]
    assert compiled.merged is not None
    value = rule(compiled.merged, "points").value
    assert isinstance(value, ast.Cases)
    assert value.arms[1].value == ast.IntLit(2, span=value.span)


def test_use_merges_once(tmp_path: Path) -> None:
    (tmp_path / "lib.rules").write_text("rules 1\nlibrary lib\nrule one: int = 1\n")
    (tmp_path / "other.rules").write_text('rules 1\nlibrary other\nuse "lib"\nrule two: int = one + one\n')
    (tmp_path / "base.rules").write_text(BASE + 'use "lib"\nuse "other"\nset points.king = one + two\n')
    assert codes(compile_spec(tmp_path / "base.rules")) == []


def test_found_in_folders_above(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text(BASE)
    folder = tmp_path / "house" / "base"
    folder.mkdir(parents=True)
    (folder / "mild.rules").write_text('rules 1\nextends "base"\nset points.ace = 1\n')
    compiled = compile_spec(folder / "mild.rules")
    assert compiled.program is not None


@pytest.mark.parametrize("name", ["../base", "/etc/passwd", "a/../../b", "C:base", "", "base.rules/", "~/x"])
def test_no_way_out_of_the_folder(name: str, tmp_path: Path) -> None:
    path = tmp_path / "spec.rules"
    path.write_text(f'rules 1\nuse "{name}"\n')
    assert codes(compile_spec(path)) == ["RS205"]


def test_circles(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text('rules 1\nextends "b"\n')
    (tmp_path / "b.rules").write_text('rules 1\nextends "a"\n')
    assert codes(compile_spec(tmp_path / "a.rules")) == ["RS206"]
    (tmp_path / "self.rules").write_text('rules 1\nuse "self"\n')
    assert codes(compile_spec(tmp_path / "self.rules"))[:1] in (["RS206"], ["RS207"])


@pytest.mark.parametrize(
    ("code", "edit"),
    [
        ("RS405", "set game.players = 2..16"),
        ("RS405", "set match.main = 3 deals of 50"),
        ("RS219", "drop match"),
        ("RS425", "set play.ace_first = false"),
    ],
)
def test_a_finding_in_the_base_names_the_edit(code: str, edit: str, tmp_path: Path) -> None:
    compiled = overlaid(tmp_path, "", f"set limit = 4\n{edit}\nset points.king = 4")
    found = [d for d in compiled.diagnostics if d.code == code]
    assert found, [d.message for d in compiled.diagnostics]
    for diagnostic in found:
        assert diagnostic.span is not None
        assert diagnostic.span.source.name.endswith("base.rules")
        place = diagnostic.related[-1].span
        assert place.source.name.endswith("over1.rules")
        assert place.source.line_text(place.line) == edit


def test_a_finding_that_the_base_has_anyhow_names_no_edit(tmp_path: Path) -> None:
    (tmp_path / "bad.rules").write_text(BASE.replace("2..4", "2..16"))
    (tmp_path / "over.rules").write_text('rules 1\nextends "bad"\nset limit = 4\n')
    found = [d for d in compile_spec(tmp_path / "over.rules").diagnostics if d.code == "RS405"]
    assert found
    assert [r.message for r in found[0].related] == ["they run out here"]


def test_edits_that_add_up(tmp_path: Path) -> None:
    """Of several edits of one thing in one file nothing is lost, so nothing is told."""
    refusal = 'forbid {} when c is {} and middle is not empty and size of hand[actor] > 1 "no"'
    edits = (
        "set points.king = 5",
        "replace rule points(c: card): int = 1 + base(c)",
        "set points = 2 * base(c)",
        "set points = 1 + base(c)",
        "instead of deal.handing { shuffle deck into stock  give n each from stock to hand starting dealer }",
        "before deal.handing { award 1 to dealer as first }",
        "before deal.handing { award 2 to dealer as second }",
        "after deal.handing { award 3 to dealer as third }",
        f"add to play {{ {refusal.format('more', 'A')} }}",
        f"add to play {{ {refusal.format('others', 'K')} }}",
        "fine play.more { award -1 to actor as more }",
        "set play.more = c is A and middle is not empty",
        "cite play: R1",
        "cite play: R2",
        "set match.main = 2 deals of 3",
        "set match.winner = lowest of total",
    )
    assert codes(overlaid(tmp_path, "\n".join(edits))) == []


@pytest.mark.parametrize(
    "edits",
    [
        "set match.main = 1 deals of 3\nset match.main = 2 deals of 3",
        "fine play.ace_first { award -1 to actor as early }\nfine play.ace_first { award -2 to actor as early }",
        "set play.ace_first = c is A\ndrop play.ace_first",
        "set points = base(c)\nreplace rule points(c: card): int = limit",
    ],
)
def test_an_edit_undone_in_its_own_file(tmp_path: Path, edits: str) -> None:
    assert codes(overlaid(tmp_path, edits)) == ["RS436"]
