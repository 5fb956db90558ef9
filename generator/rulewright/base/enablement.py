"""Under which options, scenarios, games and readings something that is written is there."""

from __future__ import annotations

from rulewright.base.records import record


@record
class Scope:
    """When a provision is there at all: switches, not facts. Empty fields bind nothing. `also_in`: other scenarios of a joint head."""

    option: str | None = None
    scenario: str | None = None
    games: tuple[str, ...] = ()
    reading: str | None = None
    choice: str | None = None
    also_in: tuple[str, ...] = ()
