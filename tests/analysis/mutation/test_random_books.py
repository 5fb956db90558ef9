"""Slips of random small books against all situations: `equal` where no answer is another anywhere, else an answer is another somewhere."""

from __future__ import annotations

from collections import Counter
from random import Random

from analysis.verdicts.test_difference import MOST, effects
from drawn import BOOKS
from engines.solver.reach import field_of
from engines.solver.situations import TooMany
from engines.solver.some_books import some_books, text_of
from rulewright.analysis.mutation.model import Fate
from rulewright.analysis.mutation.mutant_verdicts import SlipJudge, judge_range
from rulewright.base.limits import DEFAULT_BUDGET
from rulewright.rulebook import build_rulebook
from rulewright.semantics.model import Program
from written import tree_of

SLIPS = 3
"""So many slips of each book."""


def another_somewhere(before: Program, after: Program) -> bool | None:
    """Whether some answer is another in some situation; None where there are too many to look at."""
    found: list[bool] = []
    for name in before.questions:
        try:
            field = field_of(before, name)
            if field.truth.situations.count > MOST:
                return None
            found.append(bool(effects(field, after)))
        except TooMany:
            return None
    return any(found)


def test_slips_of_random_books_are_judged_as_they_are() -> None:
    fates: Counter[Fate] = Counter()
    for book in some_books(max(BOOKS // 2, 30), first=700_000):
        edition = SlipJudge(build_rulebook(tree_of(book.files), ledger=None, slug="small")[0], "whole", DEFAULT_BUDGET)
        for place in Random(book.seed).sample(range(len(edition.slips)), min(SLIPS, len(edition.slips))):
            slip = edition.slips[place]
            changed = edition.changed_program(slip)
            for judged in judge_range(edition, range(place, place + 1)):
                assert changed is not None
                wanted = another_somewhere(edition.program, changed[0])
                if wanted is None or judged.fate is Fate.NOT_DECIDED:
                    continue
                fates[judged.fate] += 1
                assert (judged.fate is not Fate.EQUAL) == wanted, f"{slip.line.text}: {judged.was} -> {judged.now}\n{text_of(book.files)}"
    assert fates[Fate.EQUAL] > 10 and fates[Fate.UNNOTICED] > 10, fates


def test_what_becomes_of_a_slip_does_not_depend_on_those_judged_before() -> None:
    judged = 0
    for book in some_books(max(BOOKS // 20, 8), first=720_000):
        read = build_rulebook(tree_of(book.files), ledger=None, slug="small")[0]
        edition = SlipJudge(read, "whole", DEFAULT_BUDGET)
        for place in Random(book.seed).sample(range(len(edition.slips)), min(SLIPS, len(edition.slips))):
            alone = list(judge_range(SlipJudge(read, "whole", DEFAULT_BUDGET), range(place, place + 1)))
            assert list(judge_range(edition, range(place, place + 1))) == alone, text_of(book.files)
            judged += len(alone)
    assert judged > 15
