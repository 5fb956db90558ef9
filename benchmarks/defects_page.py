"""Writes `benchmarks/defects.md`: what became of every defect sown into the small book and into the shipped ones, and what peers say.

`python -m benchmarks.defects_page [HOW MANY]`: so many mutants of each shipped book are tried (default 60; 0: none).
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.defects import CLEAN, RECORDED, Judged, all_judged
from benchmarks.mutations import Defect
from rulewright.base.resources import book_folder, shipped_books

PAGE = Path(__file__).parent / "defects.md"
HOW_MANY = 60
SHIPPED = "to begin with, so only what is new counts."

HEAD = """\
# Sown defects: found and missed

Written by `python -m benchmarks.defects_page`. One defect at a time is sown into a book's text (`mutations.py`): {kinds}.
It is *found* when the checks say something that they did not say before, and it names the place of the defect. What is not found is
told with the reason: a book that only says something else is still a good book, and no check can know that it is not the one meant.
Its examples can, and often do.
"""


def main(arguments: Sequence[str]) -> int:
    how_many = int(arguments[0]) if arguments else HOW_MANY
    parts = [HEAD.format(kinds=", ".join(str(kind) for kind in Defect))]
    clean = all_judged(CLEAN)
    parts += ["## The small book `books/weir`", "", *_table(clean), "", *_reasons(clean), "", *_peers(clean), ""]
    if how_many:
        parts += [
            "## The shipped books",
            "",
            f"At most {how_many} defects of each book, drawn at random; the books are not clean",
            SHIPPED,
            "",
        ]
    for name in shipped_books() if how_many else ():
        judged = all_judged(book_folder(name), how_many)
        parts += [f"### {name}", "", *_table(judged), "", *_reasons(judged), ""]
    PAGE.write_text("\n".join(parts).rstrip() + "\n", "utf-8")
    return 0


def _table(results: Sequence[Judged]) -> Iterator[str]:
    yield "| defect | sown | found | by what | missed | of these, an example fails |"
    yield "|---|---:|---:|---|---:|---:|"
    for kind in Defect:
        of_kind = [one for one in results if one.mutant.kind is kind]
        found = [one for one in of_kind if one.by]
        by = Counter(one.by[0] for one in found)
        told = ", ".join(f"{what} {count}" for what, count in by.most_common())
        missed = [one for one in of_kind if not one.by]
        yield f"| {kind} | {len(of_kind)} | {len(found)} | {told} | {len(missed)} | {sum(one.example for one in missed)} |"


def _reasons(results: Sequence[Judged]) -> Iterator[str]:
    missed = [one for one in results if not one.by]
    if not missed:
        return
    yield "Missed, and why:"
    yield ""
    for (kind, why), count in Counter((one.mutant.kind, one.why) for one in missed).most_common():
        sample = next(one.mutant for one in missed if (one.mutant.kind, one.why) == (kind, why))
        became = (
            f"`{sample.was}` became `{sample.now}`"
            if sample.now and sample.kind is not Defect.RULE_TWICE
            else f"`{sample.now or sample.was}`"
        )
        yield f"- {count} × {kind}: {why}. For example {sample.path}:{sample.line}, {became}"


def _peers(ours: Sequence[Judged]) -> Iterator[str]:
    recorded = json.loads(RECORDED.read_text("utf-8"))
    peers: list[dict[str, Any]] = recorded["peers"]
    yield "### The same defects put to others"
    yield ""
    yield "| defect | rulewright | " + " | ".join(f"{peer['name']} {peer['version']}" for peer in peers) + " |"
    yield "|---|---:|" + "---:|" * len(peers)
    for place, kind in enumerate(Defect):
        of_kind = [one for one in ours if one.mutant.kind is kind]
        cells = [f"{sum(bool(one.by) for one in of_kind)} of {len(of_kind)}"]
        for peer in peers:
            told = peer["kinds"][place]
            silent = f", {told['at_run_time']} show at run time" if told["at_run_time"] else ""
            cells.append(f"{told['found']} of {told['mutants']}{silent}")
        yield f"| {kind} | {' | '.join(cells)} |"
    yield ""
    for peer in peers:
        yield f"- {peer['name']} {peer['version']}: {peer['ran']}."
        yield f"  On the clean book it gives the interpreter's answer {peer['agrees']} times."
    yield ""
    yield f"*Shows at run time*: in one of {recorded['situations']} situations drawn at random an answer is gone, or has become an error."
    yield "`peers/README.md` says how each book is written for them and how to run this again."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
