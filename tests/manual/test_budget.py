"""Sizes of the manual: each page has its readers, its kind and its budget in its head, and no part is longer than can be read.

`long.csv` has how many sentences, paragraphs, cells and blocks of a page are longer than `LONGEST` says; the counts only fall.
"""

from __future__ import annotations

import csv
import os
from collections import Counter
from pathlib import Path

import pytest

from manual.pages import ManualPage, read_pages, too_long
from rulewright.site.nav import manual_parts
from rulewright.site.output.own_pages import named_in

ALL_WORDS, WORDS_OF_THE_FIRST_HOUR = 45_000, 5_000
KINDS = {"tutorial", "how-to", "reference", "explanation"}
READERS = {"first hour", "rules editors", "authors", "programmers", "engineers of rulewright"}
LONG = Path(__file__).parent / "long.csv"
WRITTEN = read_pages()
by_page = pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)


@by_page
def test_a_page_says_for_whom_it_is_and_keeps_its_budget(page: ManualPage) -> None:
    assert set(str(page.head["reader"]).split(", ")) <= READERS
    assert page.head["kind"] in KINDS
    assert page.words <= page.head["words"]  # type: ignore[operator]


def test_the_manual_keeps_its_budget() -> None:
    assert sum(page.words for page in WRITTEN) <= ALL_WORDS


def test_the_first_hour_keeps_its_budget() -> None:
    (first_part,) = (part["Begin"] for part in manual_parts() if "Begin" in part)
    names = {"index", *(name.removesuffix(".md") for name in named_in(first_part))}
    assert sum(page.words for page in WRITTEN if page.name in names) <= WORDS_OF_THE_FIRST_HOUR


def test_fewer_parts_are_too_long() -> None:
    long = Counter((page.name, kind) for page in WRITTEN for kind, _ in too_long(page))
    with LONG.open(encoding="utf-8") as file:
        limits = {(row["page"], row["kind"]): int(row["count"]) for row in csv.DictReader(file)}
    assert [(key, long[key], limits.get(key, 0)) for key in long if long[key] > limits.get(key, 0)] == []
    if os.environ.get("RULEWRIGHT_REWRITE"):
        with LONG.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerows([("page", "kind", "count"), *((*key, count) for key, count in sorted(long.items()))])
    else:
        assert dict(long) == limits, "there are fewer than `long.csv` says: RULEWRIGHT_REWRITE=1 writes it"
