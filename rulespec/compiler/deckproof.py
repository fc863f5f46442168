"""Are there enough cards for every deal?"""

from __future__ import annotations

from rulespec.compiler.context import Context


def prove_deals(context: Context) -> None:
    """Reports deals that need more cards than the pack has."""
