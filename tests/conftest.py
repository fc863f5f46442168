"""Options of the whole suite."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

LONG = "RULESPEC_LONG"
settings.register_profile("ordinary", derandomize=True, database=None, deadline=None)
settings.register_profile("long", derandomize=False, database=None, deadline=None)
settings.load_profile("long" if os.environ.get(LONG) else "ordinary")
"""The ordinary run draws the same examples each time; the long one looks for new ones."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh-golden", action="store_true", help="record the golden matches anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get(LONG):
        return
    skip = pytest.mark.skip(reason=f"takes minutes; {LONG}=1 runs it")
    for item in items:
        if "long" in item.keywords:
            item.add_marker(skip)
