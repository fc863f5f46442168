"""Imports point one way (``docs/decisions/0002-rooms.md``)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGE, ROOT, imports, python_files

STANDARD = sys.stdlib_module_names

MAY_IMPORT: dict[str, set[str]] = {
    "syntax": set(),
    "ir": set(),
    "compiler": {"syntax", "ir"},
    "interpreter": {"ir"},
    "schema_errors": {"syntax"},
    "documents": {"schema_errors", "syntax"},
    "sources": {"documents", "syntax"},
    "trace": {"documents", "sources", "compiler", "ir", "syntax"},
    "scenarios": {"documents", "sources", "compiler", "interpreter", "ir", "syntax"},
    "variants": {"compiler", "syntax"},
    "records": {"compiler", "interpreter", "ir", "syntax"},
    "bots": {"interpreter", "ir"},
    "reports": {"bots", "interpreter", "ir"},
    "seats": {"bots", "interpreter", "ir", "reports"},
    "bench": {"interpreter"},
    "trial": {"bots", "interpreter", "ir", "syntax"},
    "api": {"compiler", "interpreter", "ir", "records", "syntax", "reports"},
    "__init__": {"api", "records"},
    "cli": {
        "bench",
        "bots",
        "compiler",
        "documents",
        "interpreter",
        "ir",
        "records",
        "scenarios",
        "seats",
        "sources",
        "syntax",
        "reports",
        "trace",
        "trial",
        "variants",
    },
}
"""The rooms of the package and the other rooms each may use."""

THIRD_PARTY: dict[str, set[str]] = {
    "lark": {"rulespec/syntax/lark_table.py"},
    "rich": {"rulespec/reports/", "rulespec/cli/"},
    "typer": {"rulespec/cli/"},
    "yaml": {"rulespec/documents.py", "rulespec/reports/translations.py", "rulespec/cli/"},
    "jsonschema": {"rulespec/schema_errors.py", "rulespec/ir/"},
}
"""Where each dependency may be imported."""


def room(name: str) -> str:
    """The room of a module ``rulespec.ROOM…``."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def test_every_room_is_known() -> None:
    rooms = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in python_files()} - {"__init__"}
    assert rooms <= set(MAY_IMPORT), "a new room: say in MAY_IMPORT and in docs/decisions what it may use"


def test_the_rooms_form_no_circle() -> None:
    done: set[str] = set()
    while ready := {name for name, uses in MAY_IMPORT.items() if name not in done and uses <= done}:
        done |= ready
    assert done == set(MAY_IMPORT)


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    inside = path.relative_to(PACKAGE)
    own = inside.parts[0].removesuffix(".py")
    for name, line in imports(path):
        if name.split(".")[0] == "rulespec" and room(name):
            other = room(name)
            assert other == own or other in MAY_IMPORT.get(own, set()), f"{inside}:{line}: {own} may not use {other}"


def test_the_compiler_is_a_row() -> None:
    """Within the compiler: which declarations are in force, what they mean, what program they become, what is wrong."""
    row = ("merge", "resolve", "lower", "checks")
    for at, own in enumerate(row):
        for path in python_files(PACKAGE / "compiler" / own):
            for name, line in imports(path):
                parts = name.split(".")
                if parts[:2] == ["rulespec", "compiler"] and len(parts) > 2 and parts[2] in row:
                    assert row.index(parts[2]) <= at, f"{path.name}:{line}: {own} may not use {parts[2]}"


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_dependencies_stay_where_they_belong(path: Path) -> None:
    inside = path.relative_to(ROOT).as_posix()
    for name, line in imports(path):
        top = name.split(".")[0]
        if top in STANDARD or top == "rulespec":
            continue
        assert top in THIRD_PARTY, f"{inside}:{line}: {top} is no dependency of the project"
        assert inside.startswith(tuple(THIRD_PARTY[top])), f"{inside}:{line}: {top} is not imported here"


def test_a_program_plays_without_the_parser() -> None:
    """Importing the interpreter loads neither the parser nor any dependency."""
    code = (
        "import sys, rulespec.interpreter, pkgutil, importlib\n"
        "for m in pkgutil.walk_packages(rulespec.interpreter.__path__, 'rulespec.interpreter.'):\n"
        "    importlib.import_module(m.name)\n"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in ('lark', 'yaml', 'jsonschema', 'typer', 'rich')\n"
        "             or m.startswith(('rulespec.syntax', 'rulespec.compiler'))))\n"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
