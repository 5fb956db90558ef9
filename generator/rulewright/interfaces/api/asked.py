"""The parameters that questions to a book have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from rulewright.base.stopping import StopSignal
    from rulewright.interfaces.api.facts import World


class Setting(TypedDict, total=False):
    """The parameters of `Book.ask` that stay the same while one talks."""

    edition: str | None
    on: str | date | None
    options: Iterable[str]
    readings: Mapping[str, str] | None
    scenario: str | None
    closed: bool
    assume_usual: bool


class AskArguments(Setting, total=False):
    """A setting with the things that are there, and what ends the work."""

    world: World | None
    deadline: float | None
    stop: StopSignal | None
