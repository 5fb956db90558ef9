"""`make counts`: what the shipped books and ten small ones take, counted; a rise is shown, and makes the exit status 1.

cd tests && python -m counts [--books BOOK …] [--write]

`--write` writes the figures anew: in a commit of its own, whose message says why. Each book is counted in a process of its own.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from counts.work import SHIPPED, SMALL, count_alone, read_table, risen_counts, write_table


def main() -> int:
    parser = argparse.ArgumentParser(prog="counts", description=__doc__.split("\n")[0])
    parser.add_argument("--books", nargs="*", default=[*SHIPPED, *SMALL], choices=[*SHIPPED, *SMALL], metavar="BOOK")
    parser.add_argument("--write", action="store_true", help="write the figures anew")
    options = parser.parse_args()
    with ProcessPoolExecutor(mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        counted = dict(zip(options.books, pool.map(count_alone, options.books), strict=True))
    for name, parts in counted.items():
        print(f"== {name}")
        for part, counts in parts.items():
            print(f"{part:11}" + ", ".join(f"{count:,} {kind}" for kind, count in counts.items()))
    risen = [line for name, parts in counted.items() for line in risen_counts(name, parts)]
    if options.write:
        write_table(read_table()[1] | counted)
        return 0
    print("\n== more than what is written down" if risen else "\nnothing takes more than what is written down", *risen, sep="\n")
    return int(bool(risen))


if __name__ == "__main__":
    sys.exit(main())
