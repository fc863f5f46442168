"""The example of the README runs as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.cli.process import ROOT, environment

PAGES = ["README.md", "docs/reference/embedding.md"]


def examples(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_examples_run(page: str) -> None:
    found = examples(page)
    assert found
    for example in found:
        done = subprocess.run(
            [sys.executable, "-c", example], cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout


def test_the_readme_example_is_short() -> None:
    (example,) = examples("README.md")
    assert len(example.splitlines()) <= 20


def test_the_examples_are_typed(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What an embedding program calls has types: mypy finds nothing to say."""
    folder = tmp_path_factory.mktemp("examples")
    paths = []
    for number, example in enumerate(example for page in PAGES for example in examples(page)):
        path = folder / f"example{number}.py"
        path.write_text(example, encoding="utf-8")
        paths.append(str(path))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(folder), *paths],
        cwd=folder,
        env=environment(MYPYPATH=str(ROOT)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
