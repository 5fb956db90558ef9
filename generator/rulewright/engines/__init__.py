"""The engines that answer questions from a core, each in a folder of its own; all must give the same outcomes.

What an engine is asked and what it gives back is plain data (`rulewright.core.query`). A folder here with a module `engine` that has
the function `answering` is an engine: it takes a core and gives a function from a `Query` to an `Outcome`, or to `Declined` with a reason.
Where it stands on a package that need not be installed, `NEEDS` names that. The interpreter is the reference.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulewright.core.model import Core
    from rulewright.core.query import Declined, Outcome, Query

    Answering = Callable[[Query], Outcome | Declined]

ENGINES: tuple[str, ...] = tuple(
    sorted(module.name for module in iter_modules(__path__) if module.ispkg and find_spec(f"{__name__}.{module.name}.engine") is not None)
)
"""The names of all engines."""

REFERENCE = "interpreter"
"""The engine that the others are held against."""


def answering(name: str, core: Core) -> Answering:
    """An engine made ready to answer questions from a core."""
    made: Answering = import_module(f"{__name__}.{name}.engine").answering(core)
    return made


def is_there(name: str) -> bool:
    """Whether the package that an engine stands on is installed; an engine without it declines every question."""
    needs: str | None = getattr(import_module(f"{__name__}.{name}.engine"), "NEEDS", None)
    return needs is None or find_spec(needs) is not None
