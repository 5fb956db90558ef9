"""How soon a question is answered of which facts are missing: every question of the five books, in every edition, in one process.

Each is asked with nothing given, its arguments named by their kinds; and with all facts given but one, which another is in each asking.
`python -m benchmarks.missing [BOOK…]` prints the slowest of each as well.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from benchmarks.frame import Row, choose_size, measured_books, uncollected
from rulewright.core.model import Core
from rulewright.core.wording import call_text, value_text
from rulewright.engines.interpreter.ask import WrongInput, ask, engine_of
from rulewright.engines.interpreter.value_classes import fact_domain, type_domain
from rulewright.semantics import types
from rulewright.semantics.model import Param
from rulewright.workspace.open_book import load

BOOKS = measured_books()
LEFT_OUT = choose_size(4, 1)
"""Of so many facts of a question each is left out by itself, spread evenly over all."""
MEDIAN, NINETIETH, SLOWEST = 0.05, 0.5, 3.0
"""Targets, in seconds."""
SHOWN = 12

Things = dict[str, tuple[str, ...]]


class Asking(NamedTuple):
    """One asking and the seconds it took; `came` is the status of its answer, or why there is none."""

    taken: float
    book: str
    edition: str
    question: str
    given: dict[str, Any]
    left_out: str
    came: str

    def line(self) -> str:
        """What was asked, as a person reads it."""
        what = "nothing given" if not self.left_out else f"all {len(self.given) + 1} but {self.left_out}"
        return f"{self.taken:7.3f} s  {self.book} --edition {self.edition}  {self.question}  {what}: {self.came}"


def rows(books: Sequence[str] = BOOKS) -> Iterator[Row]:
    """The median, the ninetieth of a hundred and the slowest, with nothing given and with all but one."""
    for what, askings in askings_of(books).items():
        yield from rows_of(what, askings)


def rows_of(what: str, askings: list[Asking]) -> Iterator[Row]:
    """The rows of these askings, which are in the order of their times."""
    slowest = askings[-1]
    note = f"{len(askings)} questions, processor time"
    yield Row(f"ask with {what}, median", askings[len(askings) // 2].taken * 1000, "ms", MEDIAN * 1000, note=note)
    yield Row(f"ask with {what}, the 90th of 100", askings[len(askings) * 9 // 10].taken * 1000, "ms", NINETIETH * 1000)
    yield Row(f"ask with {what}, the slowest", slowest.taken * 1000, "ms", SLOWEST * 1000, note=f"{slowest.book}: {slowest.question}")


def askings_of(books: Sequence[str]) -> dict[str, list[Asking]]:
    """All askings by what is given, each list in the order of times."""
    found: dict[str, list[Asking]] = {"nothing given": [], "all but one given": []}
    nothing, but_one = found.values()
    for core in (core for book in books for core in load(book).cores.values()):
        with uncollected():
            for question in core.questions:
                nothing.append(asked(core, question, {}))
                but_one.extend(all_but_one(core, question))
    for several in found.values():
        several.sort(key=lambda one: one.taken)
    return found


def asked(core: Core, question: str, facts: dict[str, Any], left_out: str = "", things: Things | None = None) -> Asking:
    """One question put, and how long it took; `things` are those that the facts name."""
    call = _call(core, question)
    world = {name: record for record, names in (things or {}).items() for name in names}
    start = time.process_time()
    try:
        came = str(ask(core, call, facts, world=world).status)
    except WrongInput as wrong:
        came = str(wrong)
    taken = time.process_time() - start
    return Asking(taken, core.book, core.edition, call, facts, left_out, came)


def all_but_one(core: Core, question: str) -> Iterator[Asking]:
    """The question with all facts that it can look at given but one, for some of them."""
    given, things = _facts_of(core, question)
    names = list(given)
    for name in names[:: max(1, -(-len(names) // LEFT_OUT))]:
        yield asked(core, question, {other: value for other, value in given.items() if other != name}, name, things)


def _facts_of(core: Core, question: str) -> tuple[dict[str, str], Things]:
    """A value of every fact that a question can look at, of the things that its arguments name and of one of each kind that facts name.

    With these things.
    """
    read = [core.facts[name] for name in sorted(engine_of(core).dependence().facts_of_question(question))]
    things: Things = {}
    for param, name in zip(core.questions[question].params, _names(core.questions[question].params), strict=True):
        if isinstance(param.type, types.Thing):
            things[param.type.record] = (*things.get(param.type.record, ()), name)
    for fact in read:
        for kind in (fact.type, *(param.type for param in fact.params)):
            if isinstance(kind, types.Thing):
                things.setdefault(kind.record, (f"the_{kind.record}",))
    found: dict[str, str] = {}
    for fact in read:
        pools = [_values(core, param.type, things) for param in fact.params]
        values = fact_domain(core, fact.name, things)
        for args in product(*pools) if values else ():
            key = fact.key(args)
            if None not in args and not fact.is_of_itself(args):
                value = values[len(found) % len(values)]
                field = "." in fact.name and len(args) == 1
                found[f"{args[0]}.{fact.name.rsplit('.', 1)[1]}" if field else call_text(*key)] = value_text(value)
    return found, things


def _values(core: Core, kind: types.Type, things: Things) -> Sequence[Any]:
    if isinstance(kind, types.PlaceOf):
        return [low for low, _ in core.maps[kind.map]][:1]
    return type_domain(core, kind, things)[:4]


def _call(core: Core, question: str) -> str:
    """The question with its arguments named by their kinds: `allowance(unit)`, `distance(unit, unit_2)`."""
    params = core.questions[question].params
    args = [
        name if isinstance(param.type, types.Thing) else value_text(domain[0]) if (domain := _values(core, param.type, {})) else "0"
        for param, name in zip(params, _names(params), strict=True)
    ]
    return f"{question}({', '.join(args)})" if args else question


def _names(params: Sequence[Param]) -> list[str]:
    """A name for each parameter: that of its kind, with a number where there are several of it."""
    found: list[str] = []
    for param in params:
        name = param.type.record if isinstance(param.type, types.Thing) else ""
        found.append(f"{name}_{found.count(name) + 1}" if name in found else name)
    return found


def main(arguments: Sequence[str]) -> int:
    """Prints the figures of the books and the slowest askings."""
    for what, askings in askings_of(arguments or BOOKS).items():
        for row in rows_of(what, askings):
            print(f"{row.what}: {row.measured:,.1f} {row.unit} ({row.note or 'target'}; at most {row.target:,.0f})")
        for one in reversed(askings[-SHOWN:]):
            print(one.line())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
