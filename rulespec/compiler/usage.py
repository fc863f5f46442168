"""What is declared and never used."""

from __future__ import annotations

from rulespec.compiler.context import Context


def find_unused(context: Context) -> None:
    """Warnings for declarations that nothing reads."""
