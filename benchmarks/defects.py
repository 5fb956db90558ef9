"""Defects sown into a clean book, one at a time: which of them the checks find, which they cannot, and what other systems say of them.

A defect is found when a finding that was not there before names its place. `make bench` runs the small book `benchmarks/books/weir`;
`python -m benchmarks.defects_page` runs the shipped books too and writes `benchmarks/defects.md`.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.frame import Row, choose_size
from benchmarks.mutations import Defect, Mutant, mutants
from benchmarks.peers.situations import our_answer, situations
from benchmarks.reading import folder_as_text, read
from rulewright.analysis.examples import run_examples
from rulewright.analysis.verdicts.editions import VerdictStore, decide_editions, empty_verdict_store
from rulewright.analysis.verdicts.findings import Finding
from rulewright.base.diagnostics import Diagnostic
from rulewright.base.keywords import Verb
from rulewright.core.lower import lower
from rulewright.semantics import model as p

CLEAN = Path(__file__).parent / "books" / "weir"
RECORDED = Path(__file__).parent / "peers" / "recorded.json"
SAMPLED = 300
"""How many situations are tried to see whether a defect that is not found changes any answer."""

UNTESTED = "RW404"

NO_ANSWER = "changes no answer: another rule, an override or the policy says the same"
ADDS_UP = "a second change or limit is no contradiction: changes add up, and of limits the strictest holds"
CONSISTENT = "the book stays consistent, it only says something else"


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a mutant. `by`: the kinds of findings (or codes of errors) that name its place, empty if it was missed.

    `why` it was missed; `example`: an example of the book fails.
    """

    mutant: Mutant
    by: tuple[str, ...]
    why: str
    example: bool


@dataclass(frozen=True, slots=True)
class Before:
    """What is known of the book without a defect."""

    program: p.Program
    faults: frozenset[tuple[str, str]]
    findings: frozenset[tuple[object, ...]]
    verdicts: VerdictStore


def before(files: Mapping[str, str]) -> Before:
    whole = read(files)
    verdicts = empty_verdict_store()
    found = _findings(whole.program, verdicts)
    return Before(whole.program, frozenset(map(_fault, whole.faults)), frozenset(map(_finding, found)), verdicts)


def _findings(program: p.Program, verdicts: VerdictStore) -> tuple[Finding, ...]:
    """What is decided of a program; questions that are as they were have their verdicts already."""
    return decide_editions({program.edition: lower(program)}, verdicts)[program.edition].findings


def _fault(fault: Diagnostic) -> tuple[str, str]:
    return (fault.code, fault.message)


def _finding(finding: Finding) -> tuple[object, ...]:
    return (finding.kind, finding.question, finding.rules, finding.cases, finding.authors)


def judged(mutant: Mutant, known: Before) -> Judged:
    """One mutant: read, check, decide; if nothing new names it, why."""
    changed = read(mutant.files)
    if changed.errors:
        return Judged(mutant, tuple(dict.fromkeys(f"{fault.code} {fault.name}" for fault in changed.errors)), "", True)
    told = [fault for fault in changed.faults if _fault(fault) not in known.faults]
    copied = {depth: dict(of) for depth, of in known.verdicts.items()}
    new = [finding for finding in _findings(changed.program, copied) if _finding(finding) not in known.findings]
    named = [finding for finding in new if names(finding, mutant)]
    example = any(not result.passed for result in run_examples(lower(changed.program)))
    by = tuple(dict.fromkeys(str(finding.kind) for finding in named))
    by += tuple(dict.fromkeys(f"{fault.code} {fault.name}" for fault in told if _in_place(fault, mutant)))
    return Judged(mutant, by, "" if by else _why(mutant, known.program, changed.program, example), example)


def names(finding: Finding, mutant: Mutant) -> bool:
    """Whether a finding points at the place of the defect: at a rule of it, or (of a table) at its case."""
    return bool(mutant.rules & {*finding.rules, *finding.authors}) or bool(mutant.cases & {*finding.cases})


def _in_place(fault: Diagnostic, mutant: Mutant) -> bool:
    """A structural finding on the mutated line; that no example reaches a new case is not about the defect."""
    return fault.code != UNTESTED and any(
        label.location.path == mutant.path and label.location.line == mutant.line for label in fault.labels
    )


def _why(mutant: Mutant, old: p.Program, new: p.Program, example: bool) -> str:
    rules = {rule.id: rule for rule in new.rules}
    touched = [rules[name] for name in mutant.rules if name in rules]
    adding = (Verb.ADD, Verb.TAKE, Verb.AT_MOST, Verb.AT_LEAST, Verb.MULTIPLY)
    if mutant.kind is Defect.RULE_TWICE and any(rule.verb in adding for rule in touched):
        return ADDS_UP
    return CONSISTENT if example or _differs(old, new) else NO_ANSWER


def _differs(old: p.Program, new: p.Program) -> bool:
    """Whether some sampled situation has another answer; where situations cannot be drawn, it is taken to differ."""
    questions = [question for question in old.questions.values() if question.kind is not p.QuestionKind.TABLE]
    try:
        drawn = list(situations(old, SAMPLED))
        return any(our_answer(old, question, one) != our_answer(new, question, one) for one in drawn for question in questions)
    except (ValueError, KeyError):
        return True


def all_judged(folder: Path, at_most: int | None = None) -> list[Judged]:
    """Every mutant of a book, or so many of them, drawn at random and always the same."""
    files = folder_as_text(folder)
    known = before(files)
    found = list(mutants(known.program, files))
    if at_most is not None and len(found) > at_most:
        found = random.Random(1).sample(found, at_most)
    return [judged(mutant, known) for mutant in found]


def rows() -> Iterator[Row]:
    """The clean book: found by kind; then what was recorded of the peers."""
    start = time.perf_counter()
    results = all_judged(CLEAN, choose_size(None, 2))
    seconds = time.perf_counter() - start
    for kind in Defect:
        of_kind = [one for one in results if one.mutant.kind is kind]
        found = [one for one in of_kind if one.by]
        yield Row(f"defects found: {kind}", len(found), f"of {len(of_kind)}", note=missed(of_kind))
    yield Row("defects: one book read, checked and decided", seconds / len(results) * 1_000, "ms")
    yield from _peers()


def missed(results: Sequence[Judged]) -> str:
    """`3 change no answer, 2 …; an example of the book fails for 4`."""
    reasons = Counter(one.why.partition(":")[0] for one in results if not one.by)
    examples = sum(one.example for one in results if not one.by)
    return "; ".join(f"{count} missed: {reason}" for reason, count in reasons.most_common()) + (
        f" (an example fails for {examples})" if examples else ""
    )


def _peers() -> Iterator[Row]:
    if not RECORDED.is_file():
        return
    for peer in json.loads(RECORDED.read_text("utf-8"))["peers"]:
        found, whole = sum(kind["found"] for kind in peer["kinds"]), sum(kind["mutants"] for kind in peer["kinds"])
        silent = sum(kind["at_run_time"] for kind in peer["kinds"])
        note = f"recorded, not run now; {silent} more show as a lost answer if a situation that meets them is tried"
        yield Row(f"the same defects, found by {peer['name']} {peer['version']}", found, f"of {whole}", note=note)
