"""The engines by name, found and prepared.

What an engine is asked and what it gives back is plain data (`rulewright.core.query`). The module `engine` of its folder has the function
`answering`: it takes a core and gives a function from a `Query` to an `Outcome`, or to `Declined` with a reason. If it needs a package that
may be absent, `NEEDS` names that. The interpreter is the reference.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulewright.core.model import Core
    from rulewright.core.query import Declined, Outcome, Query

    Answering = Callable[[Query], Outcome | Declined]

ENGINES: tuple[str, ...] = tuple(sorted(module.parent.name for module in Path(__file__).parent.glob("*/engine.py")))
"""The names of all engines."""

REFERENCE = "interpreter"
"""The engine that the others are held against."""


def answering(name: str, core: Core) -> Answering:
    """Return the function of an engine that answers queries from a core."""
    answer: Answering = import_module(f"rulewright.engines.{name}.engine").answering(core)
    return answer


def is_there(name: str) -> bool:
    """Return True if the package that an engine needs is installed; an engine without it declines every question."""
    needs: str | None = getattr(import_module(f"rulewright.engines.{name}.engine"), "NEEDS", None)
    return needs is None or find_spec(needs) is not None
