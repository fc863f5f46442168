"""Small specs and the codes they are answered with: ``cases/types.yaml`` (kinds of values, what may be none, what is
known, words with two meanings) and ``cases/checks.yaml`` (actor, variables never set, transactions, secret choices,
what a seat sees).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from rulespec.compiler import compile_spec
from tests.compiler.examples import HERE, ROOT, compiled

UNUSED = ("RS42", "RS43")
"""What an excerpt declares need not be used."""


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    codes: tuple[str, ...]
    text: str


def cases() -> list[Case]:
    found = []
    for path in sorted((HERE / "cases").glob("*.yaml")):
        for name, entry in yaml.safe_load(path.read_text(encoding="utf-8")).items():
            found.append(Case(str(name), tuple(entry["codes"]), entry["text"]))
    return found


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_case(case: Case, tmp_path: Path) -> None:
    found = [d for d in compiled(case.text, tmp_path).diagnostics if not d.code.startswith(UNUSED)]
    assert tuple(d.code for d in found) == case.codes, [f"{d.code} {d.message}" for d in found]


@pytest.mark.parametrize("path", sorted((ROOT / "specs").rglob("*.rules")), ids=lambda path: path.stem)
def test_quiet_on_shipped_specs(path: Path) -> None:
    assert compile_spec(path).diagnostics == ()
