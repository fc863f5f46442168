"""Kinds of values in an author's words."""

from __future__ import annotations

import pytest

from rulespec.compiler.resolve import type_names
from rulespec.ir import types as ty


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (ty.INT, "a number"),
        (ty.CARD, "a card"),
        (ty.ListOf(ty.CARD, 52), "a list of cards"),
        (ty.SetOf(ty.PLAYER), "a set of players"),
        (ty.Enum("tariff"), "one of 'tariff'"),
        (ty.Opt(ty.SUIT), "a suit or none"),
        (ty.Opt(ty.ListOf(ty.CARD, 52)), "a list of cards or none"),
    ],
)
def test_one_of_a_kind(type_: type_names.AnyType, words: str) -> None:
    assert type_names.one(type_) == words
