"""`make fuzz MINUTES=n` or `make fuzz INPUTS=n`: every way into the product is given inputs that a fuzzer makes up, guided by what of the code
they reach.

cd tests && python -m fuzzing [--minutes 10] [--inputs 200000] [--target text] [--found FOLDER]

Each target runs in a process of its own for an equal share of the minutes that are left, until it had an equal share of the inputs, from seeds
of the shipped books and from what was found before. What breaks the contract is written to `tests/fuzzing/found`, one file for each kind of fault; the ordinary tests run those files
for good. An input is counted once, however often it comes, and not again in a later run; `build/fuzz` keeps which there were.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from fuzzing.targets import IN_PAGES, TARGETS

FOUND = Path(__file__).parent / "found"
LEAST = 5.0
MANY = 10**9
"""So many seconds a target may take, or so many inputs it may have, where nobody says how many."""


def run(name: str, seconds: float, inputs: int, found: Path) -> tuple[int, list[str]]:
    """How many new inputs a target had in a process of its own, and a line for each kind of fault."""
    from fuzzing.run import digests  # here: the fuzzer is not installed where the other tests are

    before = len(digests(name))
    limits = ["--seconds", str(seconds), "--inputs", str(inputs), "--found", str(found)]
    if TARGETS[name] in IN_PAGES:
        limits.append("--unwatched")
    done = subprocess.run(
        [sys.executable, "-m", "fuzzing.run", name, *limits], capture_output=True, text=True, errors="replace", check=False
    )
    faults = [line for line in done.stdout.splitlines() if line.startswith("  ")]
    if done.returncode != 0:
        faults.append(f"  {name}: ended with status {done.returncode}: {' | '.join(done.stderr.strip().splitlines()[-3:])}")
    return len(digests(name)) - before, faults


def main() -> int:
    """Fuzz every target, or one; the status is 1 where anything broke the contract."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--minutes", type=float, help="how long, all targets together; 10 where no number of inputs is given either")
    given.add_argument("--inputs", type=int, help="how many inputs, all targets together")
    given.add_argument("--target", choices=TARGETS)
    given.add_argument("--found", type=Path, default=FOUND)
    chosen = given.parse_args()
    names = [chosen.target] if chosen.target else list(TARGETS)
    until = time.monotonic() + 60 * (chosen.minutes or (MANY if chosen.inputs else 10))
    share = -(-(chosen.inputs or MANY) // len(names))
    inputs, kinds = 0, 0
    for place, name in enumerate(names):
        seconds = max(LEAST, (until - time.monotonic()) / (len(names) - place))
        count, faults = run(name, seconds, share, chosen.found.absolute())
        inputs, kinds = inputs + count, kinds + len(faults)
        print(f"{name:10} {count:9,} new inputs, {len(faults)} kinds of fault", *faults, sep="\n", flush=True)
    print(f"{inputs:,} new inputs in all, {kinds} kinds of fault")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
