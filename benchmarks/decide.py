"""Decisions: one crowded question beside z3, books of growing size, the shipped books, one edit, and books built to be hard.

Processor time throughout, but for whole processes: other work on the machine counts little.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import decision_books as books
from benchmarks import with_z3
from benchmarks.frame import Row, choose_size, measured_books, seconds, uncollected
from benchmarks.mutations import Defect, mutants
from benchmarks.processes import emptied, run
from benchmarks.reading import folder_as_text, read
from rulewright.analysis.verdicts.clashes import meeting_contradictions
from rulewright.analysis.verdicts.decide import Decider, decide
from rulewright.analysis.verdicts.editions import decide_editions, empty_verdict_store
from rulewright.analysis.verdicts.findings import EditionVerdicts
from rulewright.base.resources import book_folder
from rulewright.core.lower import lower
from rulewright.semantics.model import Program

SIZES = choose_size((1_000, 10_000, 100_000), (40, 80))
"""Rules of the books of many questions; the last takes minutes."""
CROWDED = choose_size(400, 20)
HARD = 60
"""A book built to be hard has to end within so many seconds."""
OPTIONS, PRODUCTS, OVERLAPPING = choose_size((300, 16, 10_000), (10, 4, 50))


def rows() -> Iterator[Row]:
    yield from _crowded()
    yield from spread(SIZES)
    yield from _shipped()
    yield from _hard()


def timed(program: Program) -> tuple[EditionVerdicts, float]:
    """What is decided of a program, and the seconds that it takes."""
    with uncollected():
        start = time.process_time()
        decided = decide(lower(program))
        return decided, time.process_time() - start


# ---- one question ----------------------------------------------------------------------------------------------------------------------


def _crowded() -> Iterator[Row]:
    """All pairs of one question of 400 rules; the same pairs put to z3."""
    program, boxes = books.crowded(CROWDED)
    laid_out, asked, ours = min((_pairs(program) for _ in range(choose_size(5, 1))), key=lambda one: one[0] + one[1])
    pairs = f"{len(boxes) * (len(boxes) - 1) // 2:,} pairs"
    yield Row(f"a question of {CROWDED} rules laid out, and all pairs decided", laid_out + asked, "s", 0.5, note=pairs)
    yield Row("of this, the pairs", asked, "s")
    theirs = min((with_z3.verdicts(boxes) for _ in range(2)), key=lambda one: one.seconds)
    yield Row(
        "the same pairs put to z3, its setting up not counted",
        theirs.seconds,
        "s",
        note=f"{theirs.asked:,} pairs that say different things",
    )
    yield Row("z3 takes for the pairs", theirs.seconds / asked, "times as long", 50, at_least=True)
    yield Row("pairs of which z3 says otherwise", len(ours ^ theirs.clashing), "pairs", 0, note=f"{len(theirs.clashing)} contradictions")
    decided, whole = min((timed(program) for _ in range(2)), key=lambda one: one[1])
    effort = decided.effort
    yield Row("of the same question everything decided, shown and replayed", whole, "s", note=f"{len(decided.findings)} findings")
    yield Row(
        "share of the solver's questions left to z3",
        100 * effort.to_z3 / max(effort.questions, 1),
        "%",
        note=f"{effort.questions:,} questions",
    )


def _pairs(program: Program) -> tuple[float, float, frozenset[tuple[int, int]]]:
    """Seconds to lay out the one question of a program, seconds to decide its pairs, and those that contradict each other, by uid."""
    (question,) = program.questions.values()
    with uncollected():
        start = time.process_time()
        with Decider(lower(program)).question_context(question) as context:
            ready = time.process_time()
            found = frozenset((one.rule.uid, other.rule.uid) for one, other, _ in meeting_contradictions(context))
            return ready - start, time.process_time() - ready, found


# ---- many questions --------------------------------------------------------------------------------------------------------------------


def spread(sizes: Sequence[int]) -> Iterator[Row]:
    """The time of a rule must not grow with the book."""
    each = {}
    for size in sizes:
        decided, taken = timed(books.spread(size))
        each[size] = taken / size
        note = (
            f"{size // books.RULES_OF_A_QUESTION:,} questions, {len(decided.findings):,} findings, {len(decided.not_analysed)} not analysed"
        )
        yield Row(f"everything decided, {size:,} rules", taken, "s", note=note)
    yield Row(f"growth of the time of a rule, {sizes[0]:,} to {sizes[-1]:,}", each[sizes[-1]] / each[sizes[0]], "times", 1.3)


# ---- the shipped books -----------------------------------------------------------------------------------------------------------------


def _shipped() -> Iterator[Row]:
    names = measured_books()
    with tempfile.TemporaryDirectory() as scratch:
        cache = Path(scratch, "cache")
        work = seconds(lambda: run(["check", *names], cache), times=5, before=lambda: emptied(cache))
        yield Row(f"all checks of the {len(names)} books, cache empty", work, "s", 5.0)
    yield _after_an_edit()


def _after_an_edit() -> Row:
    """The book with the most rules; one bound of one rule is another, and what was decided before is known."""
    read_books = {name: folder_as_text(book_folder(name)) for name in measured_books()}
    name = max(read_books, key=lambda name: len(read(read_books[name]).program.rules))
    program = read(read_books[name]).program
    known = empty_verdict_store()
    decide_editions({program.edition: lower(program)}, known)
    taken = []
    edits = [mutant for mutant in mutants(program, read_books[name]) if mutant.kind is Defect.BOUND_SHIFTED]
    for edit in edits[:: max(1, len(edits) // choose_size(9, 1))]:
        changed = read(edit.files)
        if not changed.errors:
            with uncollected():
                start = time.process_time()
                decide_editions({program.edition: lower(changed.program)}, {depth: dict(of) for depth, of in known.items()})
                taken.append(time.process_time() - start)
    note = f"{name}, {len(program.rules)} rules; median of {len(taken)} edits, the longest {max(taken):.2f} s"
    return Row("decided again after an edit in one case", sorted(taken)[len(taken) // 2], "s", 0.3, note=note)


# ---- hard books ------------------------------------------------------------------------------------------------------------------------


def _hard() -> Iterator[Row]:
    """They must end, and say what they left undecided."""
    for title, program in (
        (f"{OPTIONS} options", books.many_options(OPTIONS)),
        ("products of unknown numbers", books.products(PRODUCTS)),
        (f"{OVERLAPPING:,} rules that overlap", books.all_overlap(OVERLAPPING)),
    ):
        decided, taken = timed(program)
        note = f"{len(decided.findings):,} findings, {len(decided.not_analysed)} not analysed"
        yield Row(f"a book built to be hard: {title}", taken, "s", HARD, note=note)
