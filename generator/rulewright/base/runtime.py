"""Settings of the running Python that some work needs, each restored when that work is done. Importing a module changes none of them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

DEPTH = 50_000
"""The depth of calls that a book can require. Questions that call questions nest deeply; Python's own limit is far below."""


@contextmanager
def garbage_collector(running: bool) -> Iterator[None]:
    """Enable or disable garbage collection in a `with` block. While very many objects are built, each collection walks them again."""
    was_running = gc.isenabled()
    _set_collector(running)
    try:
        yield
    finally:
        _set_collector(was_running)


def _set_collector(running: bool) -> None:
    if running:
        gc.enable()
    else:
        gc.disable()


def release_memory() -> None:
    """Collect garbage, and return free memory to the system.

    Solvers allocate much in small pieces, and the C library of Linux keeps such pieces for later. Elsewhere there is nothing to do.
    """
    import ctypes

    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc only
        if trim is not None:
            trim(0)


def nests_deep(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function so that calls within it may nest as deep as a book needs."""

    @wraps(function)
    def deep_call(*args: P.args, **kwargs: P.kwargs) -> R:
        limit = sys.getrecursionlimit()
        if limit >= DEPTH:
            return function(*args, **kwargs)
        sys.setrecursionlimit(DEPTH)
        try:
            return function(*args, **kwargs)
        finally:
            sys.setrecursionlimit(limit)

    return deep_call
