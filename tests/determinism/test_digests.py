"""The same seed gives the same match: in every process, with any hash seed, on every supported Python.

Other interpreters than this one take part where RULESPEC_PYTHONS names them (paths, separated as in PATH; each needs
the package's dependencies) or where ``python3.11`` to ``python3.13`` on PATH can import them. What differs from the
pinned digests on purpose is pinned anew by ``python -m tests.determinism.digest --write``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.determinism.digest import FILE
from tests.hostile.process import ROOT, environment

VARIABLE = "RULESPEC_PYTHONS"
VERSIONS = ("3.11", "3.12", "3.13")
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"


def usable(python: str) -> bool:
    """Can the interpreter run the package?"""
    probe = "import sys, jsonschema, lark, yaml; sys.exit(sys.version_info < (3, 11))"
    done = subprocess.run([python, "-c", probe], capture_output=True, check=False, env=environment())
    return done.returncode == 0


def others() -> list[str]:
    named = [path for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]
    found = [shutil.which(f"python{version}") for version in VERSIONS if version != HERE]
    return named + [path for path in found if path is not None and path not in named and usable(path)]


def digests(python: str, hash_seed: str) -> dict[str, str]:
    done = subprocess.run(
        [python, "-m", "tests.determinism.digest"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(PYTHONHASHSEED=hash_seed),
        check=False,
    )
    assert done.returncode == 0, f"{python}: {done.stderr}"
    found: dict[str, str] = json.loads(done.stdout)
    return found


def pinned() -> dict[str, str]:
    found: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("hash_seed", ["1", "random"])
def test_matches_do_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    assert digests(sys.executable, hash_seed) == pinned()


@pytest.mark.parametrize("python", others())
def test_matches_do_not_depend_on_the_version_of_python(python: str) -> None:
    assert digests(python, "3") == pinned()
