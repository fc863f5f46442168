"""The project's own files, as the tests of its architecture read them."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "rulespec"

SKIPPED = {
    ".git",
    ".venv",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".hypothesis",
    "__pycache__",
    "dist",
    "build",
}
TEXT_ENDINGS = {".py", ".md", ".toml", ".yaml", ".yml", ".json", ".rules", ".lark", ".txt", ".cfg", ".sh", ""}


def python_files(folder: Path = PACKAGE) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if not SKIPPED.intersection(path.parts))


def text_files() -> Iterator[Path]:
    """Every file of the project that a person might read."""
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT)
        if path.is_file() and not SKIPPED.intersection(inside.parts) and path.suffix in TEXT_ENDINGS:
            yield path


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """The modules that a Python file imports, anywhere in it, with the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            assert node.module is not None
            yield node.module, node.lineno
            if node.module == "rulespec":
                for name in node.names:
                    yield f"rulespec.{name.name}", node.lineno


def tokens(path: Path) -> Iterator[tuple[int, str, bool, int]]:
    """The names and strings of a Python file: kind of token, text, whether it is a long string, line.

    Long strings are docstrings, nearly all of them; comments are left out.
    """
    reader = io.StringIO(path.read_text(encoding="utf-8")).readline
    for token in tokenize.generate_tokens(reader):
        if token.type in (tokenize.NAME, tokenize.STRING):
            yield token.type, token.string, token.string.endswith(('"""', "'''")), token.start[0]
