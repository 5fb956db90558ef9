"""What is switched in the running Python is put back, and importing the package switches nothing."""

from __future__ import annotations

import gc
import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.base.runtime import DEPTH, garbage_collector, nests_deep, release_memory

IMPORT_ALL = """
import gc, importlib, json, os, pkgutil, signal, sys, threading

def state():
    umask = os.umask(0o27)
    os.umask(umask)
    handlers = {int(one): str(signal.getsignal(one)) for one in signal.valid_signals()}
    hooks = [str(hook) for hook in (sys.excepthook, sys.displayhook, threading.excepthook, sys.unraisablehook)]
    return [sys.getrecursionlimit(), gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), handlers, umask, hooks,
            threading.active_count(), sys.getswitchinterval(), os.getcwd(), sorted(os.environ.items())]

import rulewright
before = state()
seen = []
for module in pkgutil.walk_packages(rulewright.__path__, "rulewright."):
    changed = state()
    importlib.import_module(module.name)
    if state() != changed:
        print("changed by", module.name, [(a, b) for a, b in zip(changed, state()) if a != b], file=sys.stderr)
    seen.append(module.name)
print(json.dumps([before == state(), seen]))
"""


def test_importing_changes_nothing_global() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], capture_output=True, text=True, check=True)
    same, seen = json.loads(done.stdout)
    assert same, done.stderr
    assert {"rulewright.__main__", "rulewright.engines.interpreter.ask", "rulewright.interfaces.cli.app", "rulewright.base.workers"} <= set(
        seen
    )


@pytest.mark.parametrize("was_running", [True, False])
@pytest.mark.parametrize("running", [True, False])
def test_the_collector_is_put_back(running: bool, was_running: bool) -> None:
    before = gc.isenabled()
    with garbage_collector(was_running):
        with pytest.raises(KeyError), garbage_collector(running):
            assert gc.isenabled() is running
            raise KeyError
        assert gc.isenabled() is was_running
    assert gc.isenabled() is before


def test_depth_is_put_back() -> None:
    before = sys.getrecursionlimit()

    @nests_deep
    def down(levels: int) -> int:
        assert sys.getrecursionlimit() == DEPTH
        return 0 if levels == 0 else 1 + plain(levels - 1)

    def plain(levels: int) -> int:
        return 0 if levels == 0 else 1 + plain(levels - 1)

    assert down(5_000) == 5_000
    assert sys.getrecursionlimit() == before
    with pytest.raises(AssertionError):
        nests_deep(fails)()
    assert sys.getrecursionlimit() == before


def fails() -> None:
    raise AssertionError


@pytest.mark.skipif(sys.platform != "linux" or platform.libc_ver()[0] != "glibc", reason="the C library keeps nothing")
def test_memory_that_is_free_in_pieces_is_given_back() -> None:
    def used() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1])

    before = used()
    pieces = [bytes(2_000) for _ in range(50_000)]
    full = used()
    kept = pieces[::100]
    del pieces
    release_memory()
    assert used() - before < (full - before) / 3 and len(kept) == 500
