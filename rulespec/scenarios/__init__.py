"""Positions of a game, moves from them, and what the rules say about both: ``docs/reference/scenarios.md``."""
