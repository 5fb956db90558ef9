"""All that the passes say of a small book, as text: what is written, what is in force, what it means, what is found, shown, asked and compared.

A pass is a heading with lines under it; what is empty is left out. Everything is worked out in this process, and nothing kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from rulewright.analysis.comparison.comparison_json import impact_json, meaning_json
from rulewright.analysis.comparison.impact import impact_of_case, witness_of_need
from rulewright.analysis.comparison.why_not import why_not
from rulewright.analysis.verdicts.findings import Witness
from rulewright.base.diagnostics import Diagnostic
from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Pick
from rulewright.base.records import fields_json
from rulewright.base.store import Store
from rulewright.checks.annotations import github_lines
from rulewright.checks.export import diagnostic_json
from rulewright.core.codec import core_json
from rulewright.core.model import Core
from rulewright.engines.interpreter.answer import Answer, answer_json
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.interpreter.questions import QuestionInfo, list_questions, questions_json
from rulewright.rulebook.edition_diff import diff_editions, difference_json
from rulewright.rulebook.export_json import rulebook_json
from rulewright.rulebook.worklist import UnheldCase, unheld_cases
from rulewright.syntax.formatter import format_source
from rulewright.workspace import open_book as loading
from rulewright.workspace.inputs import Inputs

USUAL = 400
"""So few nodes of the search a question may take: what is not analysed within them is shown, too."""
BUDGET = "budget"
MARKED = 3
"""Of so many findings the line by which a job on GitHub marks their place is shown."""
ASKED = 3
"""So many situations of a book are put to the interpreter."""
PUT, ROUNDS = 6, 4
"""So many questions of a book are put, each so often: first without a fact, then with those that were missing."""
COPY = "copy/"
FOLDER = Path("book")
Files: TypeAlias = Mapping[str, str]


def said_of(files: Files) -> str:
    """What every pass says of the book, one after the other; `copy/` has a reader's own text that is laid over it."""
    return "".join(f"--- {heading}\n{text}\n" for heading, text in passes(files) if text)


def passes(files: Files) -> Iterator[tuple[str, str]]:
    """The passes in their order, each with what it says."""
    book = loaded(files)
    yield from _layout(files)
    yield "findings", _lines(_finding(one) for one in book.diagnostics)
    yield "marks", _lines(github_lines(book.diagnostics[:MARKED]))
    yield "not analysed", _lines(book.not_analysed)
    if not book.editions:
        return
    yield from _in_force(book)
    sound = [edition for edition in book.editions if book.has_no_errors(edition)]
    yield from _cores(book, sound)
    yield "examples", _lines(_example(one) for one in book.examples)
    if book.book.ledger:
        yield "coverage", _lines([{**book.coverage.as_json(), "unproved": dict(book.coverage.unproved)}])
    for old, new in book.adjacent_editions:
        yield f"diff {old} {new}", _lines(_members(difference_json(diff_editions(book.book, old, new))))
        if old in sound and new in sound:
            yield f"answers {old} {new}", _lines(_members(meaning_json(book.compare_meaning(old, new))))
    if not any("there is no source" in one.message for one in book.diagnostics):
        yield "to do", _lines(_to_do(one) for one in unheld_cases(book.book))
    if sound:
        yield from _decided(book, sound[-1], budget_of(files))


def loaded(files: Files, store: Store | None = None) -> loading.OpenBook:
    """The book on its way through the passes; a file `budget` says how many nodes a question may take, if not `USUAL` many. `store` keeps its results."""
    overlay = {name.removeprefix(COPY): text for name, text in files.items() if name.startswith(COPY)}
    own = {name: text for name, text in files.items() if not name.startswith(COPY) and name != BUDGET}
    budget = budget_of(files)
    return loading.load_inputs(
        "book", _inputs(own, "book"), store or Store(None), overlay=_inputs(overlay, "copy") if overlay else None, budget=budget
    )


def budget_of(files: Files) -> int:
    return int(files.get(BUDGET, USUAL))


def _inputs(files: Files, shown: str) -> Inputs:
    return Inputs(
        FOLDER, shown, tuple(sorted((f"{shown}/{name}", text.encode("utf-8", "surrogateescape")) for name, text in files.items()))
    )


# ---- what is written and in force -----------------------------------------------------------------------------------------------------------


def _layout(files: Files) -> Iterator[tuple[str, str]]:
    """The files in the one layout, where they have another."""
    for name, text in sorted(files.items()):
        if name.endswith(".case"):
            found = format_source(text)
            if found != text:
                yield f"layout {name}", _changed_lines(text, found)


def _changed_lines(before: str, after: str) -> str:
    """The lines that are not in the text as it was, with their numbers."""
    old = set(before.split("\n"))
    return "\n".join(f"{number}: {line}" for number, line in enumerate(after.split("\n"), 1) if line not in old)


def _in_force(book: loading.OpenBook) -> Iterator[tuple[str, str]]:
    """The front page; and each edition, after the first only what it has of its own."""
    document = rulebook_json(book.book)
    views = document.pop("views")
    del document["schema"], document["rulewright"], document["format"]
    yield "book", _lines(_members(document))
    before: set[str] = set()
    for edition, view in views.items():
        lines = [_line([kind, one]) for kind, several in view.items() for one in several]
        yield f"edition {edition}", _own(lines, before)


def _to_do(unheld: UnheldCase) -> Any:
    """What the editions do to the words of a case that a reader may have."""
    return {
        "number": unheld.number,
        "text": [one.text for one in unheld.text],
        "work": {
            edition: [
                {
                    "source": work.source,
                    "moves": work.moves,
                    "amendments": [
                        {
                            "part": one.part,
                            "acts": [fields_json(act, "says", "elsewhere", "held", "deleted") for act in one.acts],
                            "adds": [text.text for text in one.added_text],
                            "instead": None if one.replacement_text is None else [text.text for text in one.replacement_text],
                            "held": one.replacement_held,
                        }
                        for one in work.amendments
                    ],
                }
                for work in several
            ]
            for edition, several in unheld.work.items()
        },
    }


def _cores(book: loading.OpenBook, editions: list[str]) -> Iterator[tuple[str, str]]:
    before: set[str] = set()
    for edition in editions:
        document = core_json(book.core(edition))
        del document["schema"], document["rulewright"], document["format"]
        lines = [_line([part, one]) for part, value in document.items() for one in _parts(value)]
        yield f"core {edition}", _own(lines, before)
        yield f"to ask {edition}", _own([_line(one) for one in _members(questions_json(book.core(edition)))], before)


def _parts(value: Any) -> list[Any]:
    """The parts of a member of a document: what it lists, or itself."""
    if isinstance(value, list):
        return value
    return [[name, one] for name, one in value.items()] if isinstance(value, dict) else [value]


def _own(lines: list[str], before: set[str]) -> str:
    """The lines that no edition before it has, and how many there are of all; they are then known."""
    own = [line for line in lines if line not in before]
    before.update(own)
    return "\n".join([*own, *([f"{len(lines)} in all"] if len(own) < len(lines) else [])])


# ---- what is found, decided and answered ----------------------------------------------------------------------------------------------------


def _finding(found: Diagnostic) -> Any:
    document = diagnostic_json(found)
    del document["book"], document["name"], document["fingerprint"], document["in_baseline"]
    return document


def _example(result: Any) -> Any:
    return fields_json(result, "title", "case", "edition", "passed", "message", "tags") | {"touched": sorted(map(str, result.touched))}


def _decided(book: loading.OpenBook, edition: str, budget: int) -> Iterator[tuple[str, str]]:
    """Of an edition: pairs of rules and what settles them, what a case changes, and what is answered in situations that were found."""
    core = book.core(edition)
    settled = book.precedence_report(edition)
    yield (
        "precedence",
        _lines({**fields_json(one, "question", "rules", "principle", "winner"), "at": str(one.situation or "")} for one in settled.settled),
    )
    yield "precedence not analysed", _lines(fields_json(one, "question", "case", "rule", "reason") for one in settled.not_analysed)
    cases = list(dict.fromkeys(rule.case for rule in core.written_rules()))
    for case in cases[:2]:
        found = impact_of_case(book.graph(edition), book.program(edition), case, budget)
        yield f"impact {case}", _lines(_members(impact_json(found)))
        yield f"needed {case}", str(witness_of_need(book.program(edition), case, budget) or "")
    decided = book.decided[edition]
    yield (
        "decided",
        _lines(
            {
                **fields_json(one, "kind", "question", "rules"),
                "by": list(one.authors),
                **fields_json(one, "options", "reading", "why"),
                "said": [said.value for said in one.statements],
                "at": str(one.situation or ""),
            }
            for one in decided.findings
        ),
    )
    witnesses = [*(one.situation for one in decided.findings), *(one.situation for one in settled.settled)]
    situations = {str(one): one for one in witnesses if one}
    for text, witness in list(situations.items())[:ASKED]:
        yield f"ask {text}", "\n".join(_asked(core, witness, budget))
    for question in list_questions(core)[:PUT]:
        yield f"put {question.name}", "\n".join(_put(core, question))


def _asked(core: Core, witness: Witness, budget: int) -> Iterator[str]:
    """What is answered in a situation; then without what is switched on, without its first fact, and over that fact; and why not something else.

    Of each answer only what those before it did not say.
    """
    given = dict(witness.facts)
    rest = dict(list(given.items())[1:])
    switches: dict[str, Any] = {
        "world": dict(witness.world), "options": witness.options, "readings": dict(witness.readings), "scenario": witness.scenario,
    }  # fmt: skip
    before: set[str] = set()
    put = partial(ask, core, witness.question)
    yield from _answered("", before, lambda: answer_json(put(given, **switches)))
    yield from _answered("closed: ", before, lambda: answer_json(put(given, closed=True, **{**switches, "options": (), "readings": {}})))
    if given:
        first = next(iter(given))
        yield from _answered("without: ", before, lambda: answer_json(put(rest, **switches)))
        yield from _answered("over: ", before, lambda: answer_json(put(rest, over=[first], **switches)))
        yield from _answered("ends: ", before, lambda: answer_json(put(rest, ends=tuple(Pick), assume_usual=False, **switches)))
    for value in ("permitted", "forbidden", "yes", "no", "1", "conflict", "undetermined"):
        with suppress(WrongInput):
            yield f"why not: {_line(why_not(core, witness.question, value, given, budget=budget, **switches).to_json())}"


def _put(core: Core, question: QuestionInfo) -> Iterator[str]:
    """What is answered without a fact, then with those that are missing, and so on; each as one value that it can have."""
    name = question.name.partition("(")[0]
    world = {one.name: one.kind for one in question.arguments if one.kind in core.records}
    args = [one.name if one.kind in core.records else one.values[0][0] if one.values else _some(one.domain) for one in question.arguments]
    call = f"{name}({', '.join(args)})" if args else name
    given: dict[str, Any] = {}
    before: set[str] = set()
    for place in range(ROUNDS):
        found: list[Answer] = []

        def put() -> Any:
            found.append(ask(core, call, given, world=world))  # noqa: B023
            return answer_json(found[0])  # noqa: B023

        yield from _answered(f"{_line(given)}: ", before, put)
        missing = {one.fact: _some(one.domain, place) for answer in found for one in answer.missing}
        if not missing:
            return
        given = {**given, **missing}


def _some(domain: str, place: int = 0) -> str:
    """One of the values of a domain, as it is written for people."""
    if numbers := re.match(r"(-?\d+)\.\.(-?\d+)?", domain):
        return numbers[place % 2 + 1] or numbers[1]
    values = re.split(r", | or ", domain)
    return values[place % len(values)]


def _answered(head: str, before: set[str], work: Callable[[], Any]) -> Iterator[str]:
    """What is answered, or the sentence that refuses the question."""
    try:
        lines = [_line(one) for one in _members(work()) if not _is_empty(one[1])]
    except WrongInput as wrong:
        lines = [wrong.message]
    yield head + "; ".join(line for line in lines if line not in before)
    before.update(lines)


# ---- how it is written down -----------------------------------------------------------------------------------------------------------------


def _members(document: Mapping[str, Any]) -> Iterator[Any]:
    for name, value in document.items():
        for one in value if isinstance(value, list) else [value]:
            yield [name, one]


def _lines(several: Iterable[Any]) -> str:
    return "\n".join(_line(one) for one in several)


def _line(value: Any) -> str:
    """A document on one line, without what is empty or no in it: `[a, b]`, `kind(name: value)`, texts in quotation marks where they need them."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | Fraction():
            return str(value)
        case str():
            return value if _BARE.fullmatch(value) else json.dumps(value, ensure_ascii=False)
        case list() | tuple():
            return f"[{', '.join(map(_line, value))}]"
        case set() | frozenset():
            return _line(sorted(map(str, value)))
        case {"path": path, "line": line, "column": column, "end_line": end_line, "end_column": end_column, **rest} if path:
            return f"at {Path(path).name} {line}:{column}-{end_line}:{end_column}" + (f" {_line(rest['text'])}" if rest.get("text") else "")
        case Mapping():
            kind = value.get("kind", "")
            members = (f"{name}: {_line(one)}" for name, one in value.items() if name != "kind" and not _is_usual(name, one))
            return f"{kind}({', '.join(members)})"
        case None:
            return "-"
        case _:  # open: what is no document says what it is
            return _line(str(value))


_BARE = re.compile(r"[\w.@/%+*-][\w.@/%+* -]*")


_OFTEN_NO = frozenset(
    (
        "accepted", "not_held", "symmetric", "never_of_itself", "day_asked", "ordered", "clamp_below", "clamp_above", "or_none", "decimal", "total", "otherwise",
        "deleted", "new", "alone",
    )
)  # fmt: skip
"""What most things are not is said of those that are."""


def _is_usual(name: str, value: Any) -> bool:
    return _is_empty(value) or (value is False and name in _OFTEN_NO)


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | tuple | Mapping) and not value)
