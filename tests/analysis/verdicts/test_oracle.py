"""Everything that the decision procedure says of generated rulebooks, and everything that it leaves unsaid, against the brute force.

`drawn` says how many books.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from analysis.verdicts.compare import Comparison, Difference, name_of
from drawn import BOOKS
from engines.solver.renaming import renamed
from engines.solver.some_books import Book, read, smallest, some_books, text_of
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import EditionVerdicts, FindingKind
from rulewright.core.lower import lower
from rulewright.semantics.model import Program
from semantics.small import resolved


def fail(book: Book, difference: Difference, again: Callable[[Program], Difference]) -> None:
    """Fails with the smallest book that shows a difference of the same kind."""
    kinds = {(word, name[0]) for word, names in (("missed", difference.missed), ("wrong", difference.wrong)) for name in names}

    def shows(program: Program) -> bool:
        found = again(program)
        return bool(kinds & {(word, name[0]) for word, names in (("missed", found.missed), ("wrong", found.wrong)) for name in names})

    files = smallest(book.files, shows)
    raise AssertionError(f"book {book.seed}:\n{difference}\nin the smallest that shows one:\n{again(read(files)[0])}\n{text_of(files)}")


def test_findings_are_those_that_there_are() -> None:
    """No miss, no false alarm; every kind of finding comes up."""
    kinds: Counter[str] = Counter()
    for book in some_books(BOOKS):
        comparison = Comparison(book.program)
        difference = comparison.difference()
        if difference:
            fail(book, difference, lambda program: Comparison(program).difference())
        kinds.update(finding.kind.value for finding in comparison.decided.findings)
    wanted = {
        "contradiction",
        "option-clash",
        "out-of-range",
        "gap",
        "dead-rule",
        "idle-override",
        "hidden-repeal",
        "overlap",
        "unreachable-row",
    }
    assert wanted | {"redundant-rule", "reading-matters"} <= set(kinds), kinds


def test_pairs_are_settled_as_they_are() -> None:
    for book in some_books(BOOKS // 4, first=100_000):
        difference = Comparison(book.program).settled()
        if difference:
            fail(book, difference, lambda program: Comparison(program).settled())


def test_a_pair_is_not_settled_by_what_is_itself_set_aside() -> None:
    """2.1 sets aside 1.1, which would set aside both rules of 1.2."""
    program, findings = resolved(
        """
fact fog: yes/no
fact rain: yes/no
value speed: 0..9

case 1.1
  sets aside 1.2

case 1.2
  speed is 3 when rain
  speed is 2 when fog

case 2.1
  sets aside 1.1
"""
    )
    assert not findings
    comparison = Comparison(program)
    assert not comparison.settled(), comparison.settled()
    assert comparison.judged["speed"].pairs == {(0, 1): {""}}


def told(decided: EditionVerdicts, turned: Callable[[str], str]) -> set[tuple[str, ...]]:
    """The findings in other names. An idle statement may be told of any question that it is about."""
    found = set()
    for finding in decided.findings:
        _, question, *rest = name_of(finding)
        about = "" if finding.kind is FindingKind.IDLE_OVERRIDE else turned(question)
        found.add((finding.kind.value, about, *sorted(turned(part) for part in rest)))
    return found


TOO_LARGE, TOO_LONG = ("too many ways", "ways of coming", "go before one another"), "not decided within"


def undecided(decided: EditionVerdicts, turned: Callable[[str], str]) -> set[tuple[str, str]]:
    """The questions that grow too large, and the rules that take too many steps: how large and how many may depend on the order of variables."""
    found = {(turned(left.question), "") for left in decided.not_analysed if any(words in left.reason for words in TOO_LARGE)}
    return found | {(turned(left.question), turned(left.rule)) for left in decided.not_analysed if TOO_LONG in left.reason}


def only_there(found: set[tuple[str, ...]], other: set[tuple[str, ...]], left: set[tuple[str, str]]) -> set[tuple[str, ...]]:
    """The findings that the other decision does not have, except where it left their question or one of their rules undecided."""
    return {one for one in found - other if not any((one[1], name) in left for name in ("", *one[2:]))}


def test_names_and_order_change_no_finding() -> None:
    """Everything under other names, cases in other files, lines of a case shuffled.

    What one of the two leaves undecided may lack findings there; those that it has are findings of the other as well.
    """
    for book in some_books(BOOKS // 4, first=200_000):
        files, naming = renamed(book.files, Random(book.seed))
        program, errors = read(files, "entire")
        assert not errors, (errors, text_of(files))
        first, second = decide(lower(book.program)), decide(lower(program))
        here, there = told(first, naming.of), told(second, str)
        lost = only_there(here, there, undecided(second, str)) | only_there(there, here, undecided(first, naming.of))
        assert not lost, f"book {book.seed}\n{lost}\n{book.text}\n{text_of(files)}"
