"""Ctrl-C: wherever it comes, a command ends with the status of what is stopped, and without a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.interfaces.cli.app import STOPPED
from shipped import thorough_but

SAID = {"", "rulewright: stopped\n", "\nrulewright: stopped\n"}
"""With an empty line in front while the words of the command are read."""
STOPPED_WHILE_IT_STARTS = """
import os, runpy, signal, sys
class Stop:
    wanted = sys.argv[1]
    def find_spec(self, name, path=None, target=None):
        if name == self.wanted:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Stop())
sys.argv = ["rulewright", "check", sys.argv[2]]
runpy.run_module("rulewright", run_name="__main__")
"""


@pytest.mark.parametrize(
    "module",
    thorough_but(
        ["click", "rulewright.interfaces.cli.app", "rulewright.interfaces.cli.check", "rulewright.checks.run", "networkx"],
        "click",
        "rulewright.interfaces.cli.check",
        "networkx",
    ),
)
def test_a_command_is_stopped_while_it_starts(ferry: Path, module: str) -> None:
    command = [sys.executable, "-c", STOPPED_WHILE_IT_STARTS, module, str(ferry)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "RULEWRIGHT_CACHE": os.devnull})
    assert done.returncode == STOPPED
    assert done.stderr in SAID and not done.stdout


STOPPED_AT_A_CALL = """
import os, signal, sys
from rulewright.__main__ import main
counts, wanted = 0, sys.argv[1]
def at_call(frame, event, _):
    global counts
    if event != "call":
        return
    counts += 1
    if wanted in (str(counts), frame.f_code.co_qualname):
        sys.setprofile(None)
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(100): pass  # the signal is taken between two steps
sys.argv = ["rulewright", *sys.argv[2:]]
sys.setprofile(at_call)
try:
    main()
finally:
    sys.setprofile(None)
    if wanted == "count":
        print(counts, file=sys.stderr)
"""


def stopped(at: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A command that is stopped at its call of a function of that name, or at the call of that number."""
    return subprocess.run([sys.executable, "-c", STOPPED_AT_A_CALL, at, *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "at",
    [
        "garbage_collector",
        "Group.parse_args",
        "Parameter.handle_parse_result",
        "_OptionParser.parse_args",
        "CommandGroup.resolve_command",
        "print_text",
        "_flush_output",
        "_get_module_lock.<locals>.cb",  # called as an object goes: Python drops what is raised there
    ],
)
def test_a_command_is_stopped_while_its_words_are_read(at: str) -> None:
    done = stopped(at, "explain", "RW301")
    assert done.returncode == STOPPED
    assert done.stderr in SAID


def test_a_command_is_stopped_at_any_time() -> None:
    """At calls that are spread over all that it makes, from its first to its last."""
    calls = int(stopped("count", "explain", "RW301").stderr)
    assert calls > 1_000
    for part in (0.01, 0.1, 0.2, 0.5, 0.8, 0.95, 0.999):
        done = stopped(str(int(calls * part)), "explain", "RW301")
        assert (done.returncode, done.stderr in SAID) == (STOPPED, True), (part, done.stderr)
