"""Settings of the running Python that some work needs, each put back when that work is done. Importing a module switches none of them."""

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
"""How deep calls may nest where a book decides it. Deep books nest deep, questions that ask questions; Python's own limit is far below."""


@contextmanager
def garbage_collector(running: bool) -> Iterator[None]:
    """Whether Python looks for circular garbage meanwhile. While very many objects are made and kept, it walks them again and again."""
    was_running = gc.isenabled()
    _collect(running)
    try:
        yield
    finally:
        _collect(was_running)


def _collect(running: bool) -> None:
    if running:
        gc.enable()
    else:
        gc.disable()


def nests_deep(function: Callable[P, R]) -> Callable[P, R]:
    """A function during which calls may nest as deep as a book needs."""

    @wraps(function)
    def deep(*args: P.args, **kwargs: P.kwargs) -> R:
        limit = sys.getrecursionlimit()
        if limit >= DEPTH:
            return function(*args, **kwargs)
        sys.setrecursionlimit(DEPTH)
        try:
            return function(*args, **kwargs)
        finally:
            sys.setrecursionlimit(limit)

    return deep
