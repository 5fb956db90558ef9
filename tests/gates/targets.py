"""The targets of the Makefile that are searches and measurements, each with its smallest numbers and what it needs; and why the others are none."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from enum import StrEnum

from conftest import ROOT, chromium_path


class Need(StrEnum):
    """A tool that is not everywhere."""

    NODE = "Node"
    CHROMIUM = "Chromium"
    INDEX = "a package index"
    NODE_REGISTRY = "the registry of Node's packages"
    FUZZER = "the fuzzer"
    CODE_SERVER = "code-server"

    def is_there(self) -> bool:
        match self:
            case Need.NODE:
                return shutil.which("npx") is not None
            case Need.CHROMIUM:
                return chromium_path() is not None
            case Need.CODE_SERVER:
                return shutil.which("code-server") is not None
            case Need.INDEX:
                return is_well(sys.executable, "-m", "pip", "index", "versions", "pip")
            case Need.NODE_REGISTRY:
                return Need.NODE.is_there() and is_well("npm", "view", "terser", "version")
            case Need.FUZZER:
                lock = str(ROOT / "requirements-fuzz.lock")
                install = ("install", "--dry-run", "-qq", "--require-hashes", "--no-deps", "-r", lock)
                return (sys.platform, platform.machine()) == ("linux", "x86_64") and is_well(sys.executable, "-m", "pip", *install)


def is_well(*command: str) -> bool:
    """Return True if a command ends well within two minutes."""
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=120).returncode == 0
    except subprocess.TimeoutExpired:
        return False


@dataclass(frozen=True)
class Gate:
    """A target with the smallest numbers that it can be made with, as variables of `make`."""

    target: str
    numbers: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()


GATES = (
    Gate("conformance", ("BOOKS=4", "QUESTIONS=1")),
    Gate("wide", ("BOOKS=2",)),
    Gate("many", ("BOOKS=2",)),
    Gate("edits", ("EDITS=2",)),
    Gate("mutants", ("SAMPLE=2", "ARGS=--unchanged --folders core --of core/precedence_policy.py")),
    Gate("fuzz", ("INPUTS=100",), (Need.FUZZER,)),
    Gate("thorough", ("THOROUGH_BOOKS=4", "THOROUGH_MINUTES=0.2", "ARGS=--only generated conformance wide --questions 1")),
    Gate("picture", ("PICTURE=build/gates.png",), (Need.CHROMIUM,)),
    Gate("bench", ("SMALLEST=1",)),
    Gate("counts"),
    Gate("lines"),
    Gate("colours"),
    Gate("manual"),
    Gate("scripts", (), (Need.NODE_REGISTRY,)),
    Gate("wheel"),
    Gate("audit", ("LOCKS=requirements-audit.lock", "AUDIT=--warn"), (Need.INDEX,)),
    Gate("newest", ("ARGS=tests/base/test_words.py",), (Need.INDEX,)),
    Gate("vscode", (), (Need.NODE_REGISTRY,)),
    Gate("vscode-try", (), (Need.NODE_REGISTRY, Need.CHROMIUM, Need.CODE_SERVER)),
)
"""In the order in which they are made: `bench` measures the site that `picture` builds, where no other is built."""

NO_GATES = {
    "help": "it says what there is",
    "setup": "what every gate begins with",
    "clean": "it removes what the gates work in",
    "serve": "it does not end",
    "site": "`.ci/run` makes it for every change",
    "fresh": "`.ci/run` makes it for every change",
    "test": "a part of `make check`",
    "format": "a part of `make check`",
    "lint": "a part of `make check`",
    "types": "a part of `make check`",
    "check": "a release makes it as it is",
    "metadata": "it writes what the index says of a lock that has changed; `tests/supply` holds the locks to it",
    "gates": "itself",
}
"""The other targets, with the reason."""
