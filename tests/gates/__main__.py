"""`make gates`: every search and measurement of the Makefile with its smallest numbers, to see that each still runs. A release makes them.

cd tests && python -m gates [--only TARGET …]

What is left out because a tool is not there is named, with the tool; the status is 1 where a target fails, or writes a file of the repository anew.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from gates.targets import GATES, Gate, Need
from thorough.__main__ import ROOT, Covered, Search, make_search


def search_of(gate: Gate) -> Search:
    """Return the command of a gate; what `make gates` itself was given is not handed on."""
    return Search(gate.target, ("make", "-C", "..", "--no-print-directory", gate.target, *gate.numbers), {"MAKEFLAGS": "", "MFLAGS": ""})


def difference_from_commit() -> str:
    """Return how the files of the repository differ from the commit."""
    diff = subprocess.run(["git", "diff", "HEAD", "--binary"], cwd=ROOT, capture_output=True, text=True, errors="replace", check=True)
    return diff.stdout


def run_gates(
    gates: Iterable[Gate], is_there: Callable[[Need], bool], run: Callable[[Search], Covered] = make_search
) -> Iterator[Covered | str]:
    """Yield what came of each gate, or the line that says why it was left out."""
    for gate in gates:
        missing = [need for need in gate.needs if not is_there(need)]
        if missing:
            yield f"{gate.target:12} left out: {' and '.join(missing)} cannot be found here"
            continue
        before = difference_from_commit()
        covered = run(search_of(gate))
        wrote = difference_from_commit() != before
        yield Covered(covered.search, False, covered.minutes, "it changed files of the repository: see `git diff`") if wrote else covered


def status_of(results: Sequence[Covered | str]) -> int:
    """Return the exit status: 1 where a gate failed."""
    return int(any(isinstance(result, Covered) and not result.well for result in results))


def main() -> int:
    parser = argparse.ArgumentParser(prog="gates", description=__doc__.split("\n")[0])
    parser.add_argument("--only", nargs="*", default=[], metavar="TARGET", help="some of them: " + ", ".join(gate.target for gate in GATES))
    chosen = parser.parse_args().only
    if unknown := set(chosen) - {gate.target for gate in GATES}:
        parser.error(f"there is no gate {', '.join(sorted(unknown))}")
    results = list(run_gates((gate for gate in GATES if not chosen or gate.target in chosen), cache(Need.is_there)))
    print("\n== gates", *results, sep="\n")
    return status_of(results)


if __name__ == "__main__":
    sys.exit(main())
