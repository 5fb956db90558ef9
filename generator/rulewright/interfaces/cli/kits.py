"""What the commands that make conformance kits share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

DRAWN = 100
"""So many questions are drawn for each edition unless another number is asked for."""


def kit_options(function: F) -> F:
    """How many questions are drawn, and from which seed."""
    function = click.option("--seed", type=int, default=0, show_default=True, help="The same seed draws the same questions.")(function)
    return click.option(
        "--questions", type=click.IntRange(min=0), default=DRAWN, show_default=True, help="How many questions to draw for each edition."
    )(function)
