"""How much work an action takes, counted: the same on every machine, whatever else runs on it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def count_calls(act: Callable[[], object]) -> int:
    """The number of calls of functions that an action makes in this thread, those of Python's own included."""
    calls = 0

    def at_event(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(at_event)
    try:
        act()
    finally:
        sys.setprofile(before)
    return calls
