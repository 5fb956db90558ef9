"""`make mutants SAMPLE=200 SEED=1`: how many slips in the code the tests would notice.

cd tests && python -m mutation --sample 200 --seed 1 [--of FILE[:LINE]...] [--again] [--unchanged]

A sample of mutants of the core is tried, each in a copy of the checkout, with the tests that reach it. Those that survive are printed, and
written with all others to `build/mutation/report.json`; one that says the same as the source, whatever is tried, is listed in `judged.csv`
with the reason. `--of` takes the sample of one file or line alone. `--again` tries those that survived the last time; `--unchanged` runs the same tests on the source as it is: none may fail.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from mutation.copies import WORK, Copy, do_all, warm
from mutation.mutants import Mutant, all_mutants, sample
from mutation.reached import FOLDERS, measured, test_files
from mutation.trial import Fate, Trial, trying

Name: TypeAlias = tuple[str, str, str, str]
JUDGED = Path(__file__).parent / "judged.csv"
REPORT = WORK / "report.json"
ENOUGH = 0.9
"""So large a part of the mutants that say something else must be killed."""


def judged() -> dict[Name, str]:
    """The mutants that are known to say the same as the source, with the reason."""
    with JUDGED.open(encoding="utf-8", newline="") as file:
        return {(row["path"], row["line"], row["old"], row["new"]): row["why"] for row in csv.DictReader(file)}


def survivors() -> list[Mutant]:
    """Those that the last run left, as they are in the sources now."""
    names = {tuple(name) for *name, fate in json.loads(REPORT.read_text("utf-8")) if fate != Fate.KILLED.value}
    return [mutant for mutant in all_mutants() if mutant.name in names]


def of(places: list[str], among: list[Mutant]) -> list[Mutant]:
    """Those of some places, each the end of a path, with a line or without; all of them where no place is said."""
    named = [place.rpartition(":") if ":" in place else (place, ":", "") for place in places]
    wanted = [(f"/{path}", int(line) if line else None) for path, _, line in named]
    return [
        mutant for mutant in among
        if not places or any(f"/{mutant.path}".endswith(path) and line in (None, mutant.line) for path, line in wanted)
    ]  # fmt: skip


def report(trials: list[Trial], same: dict[Name, str]) -> bool:
    """Print what came of it; whether it is enough."""
    left = [trial for trial in trials if trial.fate is not Fate.KILLED]
    open_ones = [trial for trial in left if trial.mutant.name not in same]
    counts = Counter(trial.fate for trial in trials)
    print(f"{len(trials)} mutants: " + ", ".join(f"{counts[fate]} {fate.value}" for fate in Fate if counts[fate]))
    for trial in sorted(open_ones, key=lambda trial: trial.mutant):
        print(f"  {trial}")
    other = len(trials) - len(left) + len(open_ones)
    share = 1.0 if other == 0 else counts[Fate.KILLED] / other
    print(f"{counts[Fate.KILLED]} killed of {other} that say something else ({share:.0%}); {len(left) - len(open_ones)} say the same")
    return share >= ENOUGH


def main() -> int:
    """Try a sample; the status is 1 where too many survive."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--sample", type=int, default=200)
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--jobs", type=int, default=2, help="how many copies of the checkout are worked in")
    given.add_argument("--seconds", type=float, default=60, help="how long the tests of one mutant may work")
    given.add_argument("--of", nargs="*", default=[], metavar="FILE[:LINE]", help="those of some places alone, as solve/sums.py:57")
    given.add_argument("--again", action="store_true", help="those that survived the last time")
    given.add_argument("--unchanged", action="store_true", help="run the tests on the source as it is")
    given.add_argument("--folders", nargs="*", default=FOLDERS, help="the test folders that are run")
    chosen = given.parse_args()
    warm()
    tried = survivors() if chosen.again else sample(chosen.sample, chosen.seed, of(chosen.of, all_mutants()))
    if chosen.unchanged:
        tried = [replace(mutant, new=mutant.old) for mutant in tried]
    copies = [Copy(number) for number in range(chosen.jobs)]
    reached = measured(copies, test_files(chosen.folders))
    trials: list[Trial] = []

    def tell(trial: Trial) -> None:
        trials.append(trial)
        print(f"{len(trials):4} of {len(tried)}: {trial}", flush=True)

    do_all((trying(mutant, reached, chosen.seconds, tell) for mutant in tried), copies)
    REPORT.write_text(json.dumps([[*trial.mutant.name, trial.fate.value] for trial in trials], indent=1), "utf-8")
    if chosen.unchanged:
        failed = [trial for trial in trials if trial.fate is Fate.KILLED]
        print(*(f"fails without a change: {trial.by}" for trial in failed), f"{len(failed)} of {len(trials)} fail", sep="\n")
        return 1 if failed else 0
    return 0 if report(trials, judged()) else 1


if __name__ == "__main__":
    sys.exit(main())
