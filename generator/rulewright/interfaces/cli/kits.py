"""Options shared by the commands that make conformance kits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

DEFAULT_QUESTION_COUNT = 100
"""Default number of random questions per edition."""


def kit_options(function: F) -> F:
    """Add `--questions` and `--seed`: the number of random questions, and the seed of the generator."""
    function = click.option("--seed", type=int, default=0, show_default=True, help="The same seed draws the same questions.")(function)
    return click.option(
        "--questions",
        type=click.IntRange(min=0),
        default=DEFAULT_QUESTION_COUNT,
        show_default=True,
        help="How many questions to draw for each edition.",
    )(function)
