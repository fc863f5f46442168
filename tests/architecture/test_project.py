"""What the project says of itself agrees: dependencies and their reasons, commands, codes."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

import pytest

from rulespec.syntax.codes import CODES
from tests.architecture.sources import ROOT, python_files

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


def names(requirements: list[str]) -> list[str]:
    return [re.split(r"[<>=!~ \[]", requirement)[0].lower() for requirement in requirements]


def test_every_dependency_has_its_reason() -> None:
    page = (ROOT / "docs/decisions/0001-dependencies.md").read_text(encoding="utf-8")
    project = PROJECT["project"]
    wanted = [
        *names(project["dependencies"]),
        *names(project["optional-dependencies"]["dev"]),
        *names(PROJECT["build-system"]["requires"]),
    ]
    for name in wanted:
        assert f"`{name}`" in page, f"docs/decisions/0001-dependencies.md does not say what {name} is for"


def test_every_dependency_has_bounds() -> None:
    for requirement in PROJECT["project"]["dependencies"]:
        assert ">=" in requirement
        assert "<" in requirement


def test_continuous_integration_runs_the_readme_command() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    command = script[-1]
    assert command.startswith("python3 -m venv .venv && ")
    assert f"\n{command}\n" in README


def test_the_readme_names_every_command() -> None:
    from rulespec.cli import app

    for command in app.registered_commands:
        assert f"`rulespec {command.name}" in README


def test_decisions_are_listed() -> None:
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    for page in sorted((ROOT / "docs/decisions").glob("*.md")):
        assert f"decisions/{page.name}" in index


def test_every_code_has_its_page() -> None:
    pages = {page.stem for page in (ROOT / "docs/errors").glob("RS*.md")}
    if not pages:
        pytest.skip("there are no pages of codes yet")
    assert pages == set(CODES)


def test_every_code_is_used_and_every_used_code_is_known() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in python_files() if path.name != "codes.py")
    used = set(re.findall(r"\"(RS\d{3})\"", text))
    assert used - set(CODES) == set(), "codes that rulespec/syntax/codes.py does not list"
    assert set(CODES) - used == set(), "codes that nothing reports"


def test_the_package_carries_its_data() -> None:
    root = resources.files("rulespec")
    schema = "schemas/run.schema.json"
    for name in ("grammar.lark", "grammar.json", "py.typed", "std/tricks.rules", schema, "reports/words.yaml"):
        assert (root / name).is_file(), name
