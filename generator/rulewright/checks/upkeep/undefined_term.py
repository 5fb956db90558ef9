"""a term is used that the glossary does not define

## What it does
Looks up the words in brackets that prose uses (`[zone of control]`) among the terms of the glossary and their other names. Capitals and
a plural `s` make no difference.

## Why it matters
Brackets promise the reader a definition.

## Example
```case
case 10.1 "Zones"
  "Each unit has a [zone of control]."
```

## Use instead
```case
term "zone of control" "The six hexes around a unit."
  also "ZOC"

case 10.1 "Zones"
  "Each unit has a [zone of control]."
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.places import location_of_words
from rulewright.checks.indexes.edition_index import clause_number
from rulewright.checks.indexes.glossary import find_term, glossary

CHECK = Check("RW405", "undefined-term", Severity.WARNING)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    edition_index = check_input.edition_index
    terms_by_name = glossary(check_input.book)
    for clause, paragraph in edition_index.paragraphs_in_force():
        for word in check_input.book_index.glossary_words(paragraph.text):
            if find_term(word, terms_by_name) is None and not edition_index.can_be_cited(word):
                yield CHECK.finding(
                    f"`{word}` is not a term of the glossary",
                    [Label(location_of_words(paragraph.location, paragraph.node, paragraph.text, f"[{word}]"))],
                    help=did_you_mean(word, terms_by_name) or f'define it: `term "{word}" "…"`, or remove the brackets',
                    cases=[clause_number(clause)],
                )
