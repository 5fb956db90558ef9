"""The shipped books as parameters of tests: some in every run, the others in a thorough one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rulewright.base.resources import shipped_books


def some_first(*ordinary: str) -> list[Any]:
    """Every shipped book; those that are not named are marked `thorough`."""
    return thorough_but(shipped_books(), *ordinary)


def thorough_but(values: Iterable[Any], *ordinary: Any) -> list[Any]:
    """The values as parameters, all but some of them marked `thorough`; a tuple is one value for each of several parameters."""
    return [
        value if value in ordinary else pytest.param(*(value if isinstance(value, tuple) else [value]), marks=pytest.mark.thorough)
        for value in values
    ]
