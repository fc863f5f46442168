"""Variants of a game: the flat spec that overlays come to, and what differs between two specs, in words."""
