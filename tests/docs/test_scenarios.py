"""The examples on the page about scenarios are scenarios that pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulespec.scenarios.suite import run_files
from tests.docs.blocks import DOCS, ROOT, Block, blocks

PAGE = DOCS / "reference" / "scenarios.md"


@pytest.mark.parametrize(
    "block", [block for block in blocks(PAGE) if block.language == "yaml"], ids=lambda block: f"line {block.line}"
)
def test_the_examples_pass(tmp_path: Path, block: Block) -> None:
    (tmp_path / "specs").symlink_to(ROOT / "specs")
    path = tmp_path / "docs" / "reference" / "example.scenario.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(block.text, encoding="utf-8")
    (report,) = run_files([path])
    assert report.broken == []
    assert [str(failure) for outcome in report.outcomes for failure in outcome.failures] == []
    assert report.passed > 1
