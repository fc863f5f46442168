"""The few words of the tables' own, in the languages of ``words.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

LANGUAGES = ("en", "ru", "de")
"""Languages of the catalogue; the first is the default."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The words of one language by key."""

    language: str
    words: Mapping[str, str]

    def __getitem__(self, key: str) -> str:
        return self.words[key]

    def seat(self, seat: int) -> str:
        """The short name of a seat (from 0): ``P1`` for the first."""
        return f"{self['player']}{seat + 1}"


@cache
def _all_words() -> dict[str, dict[str, str]]:
    import yaml

    text = resources.files("rulespec.reports").joinpath("words.yaml").read_text(encoding="utf-8")
    words: dict[str, dict[str, str]] = yaml.safe_load(text)
    return words


def catalogue(language: str) -> Catalogue:
    """The words of a language of ``LANGUAGES``; raises KeyError for any other."""
    return Catalogue(language, _all_words()[language])
