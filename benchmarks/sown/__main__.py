"""`python -m benchmarks.sown`: sow defects into the shipped books, and write how they are noticed.

What is judged is kept in a file, one line for each defect, and is not judged again. `python -m benchmarks.sown KEPT --table` prints the
table of what is in it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.sown.draw import books, drawn
from benchmarks.sown.judge import Judge, Judged
from benchmarks.sown.kinds import Kind
from benchmarks.sown.page import page
from benchmarks.sown.text import Sown

EACH = 7
SEED = 1


def main(arguments: Sequence[str]) -> int:
    wanted = _wanted(arguments)
    if wanted.table:
        lines = [json.loads(line) for line in wanted.kept.read_text("utf-8").splitlines()]
        print(*page(lines), sep="\n")
        return 0
    among = books()
    known = _known(wanted.kept)
    every = [sown for kind in Kind if not wanted.kind or kind.name in wanted.kind for sown in drawn(kind, among, wanted.each, wanted.seed)]
    judges = {book.name: Judge(book, wanted.store) for book in among if not wanted.book or book.name in wanted.book}
    for judge in judges.values():
        print(f"{judge.book.name}: {len(judge.false_alarms)} errors and warnings without a defect", flush=True)
    with wanted.kept.open("a", encoding="utf-8") as kept:
        for sown in sorted(every, key=lambda one: one.book):
            if sown.book in judges and _key(sown) not in known:
                start = time.perf_counter()
                line = _line(judges[sown.book].judged(sown))
                kept.write(json.dumps(line, ensure_ascii=False) + "\n")
                kept.flush()
                print(
                    f"{line['noticed']:8} {sown.kind}: {sown.book}: {sown.was} => {sown.now} ({time.perf_counter() - start:.1f} s)",
                    flush=True,
                )
    return 0


def _wanted(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sown", description=__doc__)
    parser.add_argument("kept", type=Path, help="the file in which what is judged is kept")
    parser.add_argument("--table", action="store_true", help="print the table of what is kept, and judge nothing")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--each", type=int, default=EACH, help="how many defects of each kind")
    parser.add_argument("--kind", action="append", default=[], choices=[kind.name for kind in Kind], help="only defects of this kind")
    parser.add_argument("--book", action="append", default=[], help="judge only what is sown in this book")
    parser.add_argument("--store", type=Path, default=Path("build/sown"), help="the folder for what is kept of the books")
    return parser.parse_args(arguments)


def _known(kept: Path) -> set[str]:
    return {_key_of(json.loads(line)) for line in kept.read_text("utf-8").splitlines()} if kept.is_file() else set()


def _key(sown: Sown) -> str:
    return json.dumps([sown.kind.name, sown.book, sown.was, sown.now])


def _key_of(line: dict[str, str]) -> str:
    return json.dumps([line["kind"], line["book"], line["was"], line["now"]])


def _line(judged: Judged) -> dict[str, object]:
    sown = judged.sown
    return {
        "kind": sown.kind.name,
        "book": sown.book,
        "noticed": judged.noticed,
        "by": judged.by,
        "only_with_all": judged.only_with_all,
        "at": [f"{one.path}:{one.start}" for one in sown.splices],
        "was": sown.was,
        "now": sown.now,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
