"""a term of the glossary is used nowhere

## What it does
Lists terms that no text names in brackets and that no case contains, under any of their names.

## Why it matters
A definition that nothing leads to is read by nobody; or the texts that mean it spell it differently.

## Example
```case
term "zone of control" "The six hexes around a unit."

case 10.1 "Zones"
  "Each unit bars the six hexes around it."
```

## Use instead
```case
term "zone of control" "The six hexes around a unit."

case 10.1 "Zones"
  "Each unit has a [zone of control]."
```

## Limits
A term that is only part of a longer word counts as used.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.glossary import find_term, glossary
from rulewright.syntax import nodes

CHECK = Check("RW406", "unused-term", Severity.INFO, CheckScope.BOOK, reports_absence=True)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    terms_by_name = glossary(check_input.book)
    if not terms_by_name:
        return
    texts = {paragraph.text for index in check_input.edition_indexes.values() for _, paragraph in index.paragraphs_in_force()}
    definitions = {declared.node.text for declared in terms_by_name.values() if isinstance(declared.node, nodes.Term)}
    texts |= definitions
    linked = {
        id(term)
        for text in texts
        for word in check_input.book_index.glossary_words(text)
        if (term := find_term(word, terms_by_name)) is not None
    }
    everything = "\n".join(sorted(text.casefold() for text in texts - definitions))
    reported: set[int] = set()
    for declared in terms_by_name.values():
        node = declared.node
        if id(declared) in linked or id(declared) in reported or not isinstance(node, nodes.Term):
            continue
        reported.add(id(declared))
        names = [name.casefold() for name in (node.name, *node.also)]
        if not any(name in everything for name in names):
            yield CHECK.finding(
                f"the term `{node.name}` is used nowhere",
                [Label(declared.place.location_of(node.span))],
                help=f"write `[{node.name}]` where it is meant, or remove the term",
            )
