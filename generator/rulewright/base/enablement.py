"""Enablement: the options, scenarios, games and readings under which a statement exists."""

from __future__ import annotations

from rulewright.base.records import record


@record
class Scope:
    """The enablement of a provision: switches, not facts. An empty field sets no condition. `also_in`: other scenarios of a joint head."""

    option: str | None = None
    scenario: str | None = None
    games: tuple[str, ...] = ()
    reading: str | None = None
    choice: str | None = None
    also_in: tuple[str, ...] = ()
