"""Names and docstrings say what things are: no file gets worse, and no name is a word that the glossary has another word for.

`names.csv` has the counts that each file may have; they only fall. `RULEWRIGHT_REWRITE=1` writes those that fell.
"""

from __future__ import annotations

import ast
import csv
import os
from pathlib import Path

from names import PACKAGE, Counts, bound_names, count_package, refused_words

LIMITS = Path(__file__).parent / "names.csv"
COLUMNS = ("vague", "clause", "one_word", "refused")
ONE_WORD_SHARE = 0.25
"""Of the functions of a file that has no line in `names.csv` this share may have a name of one word."""


def read_limits() -> dict[str, Counts]:
    with LIMITS.open(encoding="utf-8", newline="") as file:
        return {
            row["path"]: Counts(int(row["vague"]), int(row["clause"]), int(row["one_word"]), int(row["refused"]))
            for row in csv.DictReader(file)
        }


def write_limits(limits: dict[str, Counts]) -> None:
    with LIMITS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("path", "vague", "clause", "one_word", "refused"))
        writer.writerows((path, limit.vague, limit.clause, limit.one_word, limit.refused) for path, limit in sorted(limits.items()))


def is_exempt(count: Counts) -> bool:
    """Return True if a file needs no line: nothing vague, no clause, few functions of one word."""
    return not count.vague and not count.clause and not count.refused and count.one_word <= max(1, ONE_WORD_SHARE * count.functions)


def test_no_file_gets_worse() -> None:
    limits, counts = read_limits(), count_package()
    worse = []
    for path, count in counts.items():
        limit = limits.get(path)
        if limit is None:
            if not is_exempt(count):
                worse.append(
                    f"{path}: {count.vague} vague, {count.clause} clause, {count.one_word} of {count.functions} functions of one word"
                )
            continue
        for what in COLUMNS:
            if getattr(count, what) > getattr(limit, what):
                worse.append(f"{path}: {what} {getattr(count, what)}, and it was {getattr(limit, what)}")
    assert worse == []
    lower = {
        path: Counts(*(min(getattr(count, what), getattr(limit, what)) for what in COLUMNS))
        for path, limit in limits.items()
        if path in counts and not is_exempt(count := counts[path])
    }
    if os.environ.get("RULEWRIGHT_REWRITE"):
        write_limits(lower)
    else:
        assert lower == limits, "it is better than `names.csv` says: RULEWRIGHT_REWRITE=1 writes it"


def test_the_glossary_has_another_word() -> None:
    """A word that is refused is told with the term to use; in files with a line in `names.csv` those that are left are counted."""
    assert len(refused_words()) > 20
    limits = read_limits()
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line}: `{name}`: the glossary has {refused_words()[name.strip('_').lower()]}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).as_posix() not in limits
        for name, line in bound_names(ast.parse(path.read_text("utf-8")))
        if name.strip("_").lower() in refused_words()
    ]
    assert wrong == []
