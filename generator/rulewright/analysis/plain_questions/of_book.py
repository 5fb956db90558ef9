"""The table of an edition of a rulebook: with the titles, texts and terms of its cases."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulewright.analysis.plain_questions.named import bearing_facts
from rulewright.analysis.plain_questions.stems import stems_of
from rulewright.analysis.plain_questions.table import CaseWords, Table, make_table
from rulewright.core.model import Core
from rulewright.rulebook.model import Rulebook
from rulewright.syntax import nodes


def table_of_book(book: Rulebook, core: Core) -> Table:
    """Return the table of the edition of a core."""
    terms = [declared.node for declared in book.declarations if isinstance(declared.node, nodes.Term)]
    terms_by_case: dict[str, list[str]] = defaultdict(list)
    for term in terms:
        for ref in term.cases:
            terms_by_case[str(ref.number)] += [term.name, *term.also]
    cases = {
        str(case.number): CaseWords(
            case.title or "",
            " ".join(paragraph.text for paragraph in case.text if not paragraph.struck),
            tuple(terms_by_case[str(case.number)]),
        )
        for case in book.views[core.edition].all_cases()
    }
    table = make_table(core, cases, ((other, term.name) for term in terms for other in term.also), _other_texts(book, core.edition))
    entries = {term.name: [term.text or "", list(term.also), [str(ref.number) for ref in term.cases]] for term in terms}
    return {**table, "places": list(_places(core, cases, terms)), "terms": entries, "bears": bearing_facts(core)}


def _other_texts(book: Rulebook, edition: str) -> dict[str, list[str]]:
    """Return what people call questions, facts, values, options and scenarios, by their names; of a scenario also its title."""
    texts_by_name: dict[str, list[str]] = defaultdict(list)
    for number, scenario in book.views[edition].scenarios.items():
        texts_by_name[f"scenario {number}"].append(scenario.title or "")
    for declared in book.declarations:
        if isinstance(declared.node, nodes.Also):
            texts_by_name[declared.node.subject] += declared.node.texts
    return dict(texts_by_name)


def _places(core: Core, cases: Mapping[str, CaseWords], terms: Iterable[nodes.Term]) -> Iterator[list[Any]]:
    """Yield each case, table, term and option: its kind, its number or name, its title, the stems of its title and of its text."""
    for number, case in cases.items():
        yield ["case", number, case.title, stems_of(" ".join((case.title, *case.terms))), sorted({*stems_of(case.text)})]
    for table in core.tables.values():
        title = re.sub(r" ?\{\w+\}", " …", core.questions[table.question].phrase or re.sub("[_.]", " ", table.question))
        cells = " ".join((*table.column_texts, *(row.text for row in table.rows)))
        yield ["table", table.case, title, stems_of(title), sorted({*stems_of(cells)})]
    for term in terms:
        yield ["term", term.name, term.text or "", stems_of(" ".join((term.name, *term.also))), sorted({*stems_of(term.text or "")})]
    for option in core.options.values():
        yield ["option", option.name, option.title, stems_of(f"{option.name.replace('_', ' ')} {option.title}"), []]
