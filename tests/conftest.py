"""Options of the whole suite."""

from __future__ import annotations

import os

import pytest

LONG = "RULESPEC_LONG"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh-golden", action="store_true", help="record the golden matches anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get(LONG):
        return
    skip = pytest.mark.skip(reason=f"takes minutes; {LONG}=1 runs it")
    for item in items:
        if "long" in item.keywords:
            item.add_marker(skip)
