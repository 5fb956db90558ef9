"""a case is named that is not there

## What it does
Looks at every number of a case that a rulebook names: in `overrides`, `sets aside`, `except`, `restates`, `besides`, `as in`,
`refers to`, in the places of terms and words, and in prose, whether in brackets (`[9.13]`, `[14.43(b)]`) or in words (`cases 5.2 to 5.4`,
`see 9.13`): in the text of a case, in notes, components and misprints, in the question and answer of a ruling and in the words of a reading
and its choices. Each is looked up in the edition in which it stands: a case that the errata add does not exist for the printed text.

## Why it matters
A reader who follows the reference finds nothing, and a precedence that names a missing case has no effect.

## Example
```case
case 5.1 "Order"
  "Units move by [5.4], in the order of cases 5.2 to 5.3."

case 5.2 "First"
  "The first player moves."
```

## Use instead
```case
case 5.1 "Order"
  "Units move by [5.2], in the order of cases 5.2 to 5.3."

case 5.2 "First"
  "The first player moves."

case 5.3 "Second"
  not held
```

## Limits
In prose without brackets only numbers after the word *case*, *rule*, *section* or *paragraph* are looked up, and of a range its two ends;
in a book whose cases have such numbers, also after *see*, *as in* and the like, where a clause ends with the number. A lettered part is
there where a rule, or the words of its case, have that letter. The numbers of chapters and of headings that have sub-cases count as cases,
even if no case has that number. Vocabulary belongs to no source: what it names must exist in some edition.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput
from rulewright.checks.common.places import at_mention, describe_mention
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.rulebook.case_numbers import heading_of
from rulewright.rulebook.mentions import Mention, MentionKind
from rulewright.syntax import nodes

CHECK = Check("RW302", "dangling-reference", Severity.ERROR)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    edition_index = check_input.edition_index
    for mention in check_input.edition_index.mentions:
        if not _can_be_cited(edition_index, mention):
            number, case = mention.number, _case_with_parts(edition_index, mention.number)
            help = (
                _suggest_other_address(check_input, mention, case)
                or _suggest_number(edition_index, number)
                or f"if its text is not held, declare it: `case {number}` with the line `not held`"
            )
            yield CHECK.finding(
                f"{describe_mention(mention)}, and {f'{case} has no such part' if case else 'there is no such case'}",
                [
                    at_mention(
                        mention,
                        "" if edition_index.can_be_cited(number) or not _is_in_any_edition(check_input, number) else "not in this edition",
                    )
                ],
                help=help,
                cases=[mention.mentioned_in],
            )
    yield from _check_vocabulary(check_input)


def _case_with_parts(edition_index: EditionIndex, number: str) -> str:
    """Return the case of which a number names a part; empty if it is the number of a case. `5.10` is one, `5.1.b` and `5.1.mud` are not."""
    case, _, part = number.rpartition(".")
    while case and case not in edition_index.clauses_by_number:
        case, _, part = case.rpartition(".")
    return "" if part.isdigit() and case.isdigit() else case


def _can_be_cited(edition_index: EditionIndex, mention: Mention) -> bool:
    """Return True if the target exists. Prose may also cite a chapter or a heading; lines and relations may not."""
    return mention.target is not None or (mention.kind is MentionKind.PROSE and edition_index.can_be_cited(mention.number))


def _is_in_any_edition(check_input: CheckInput, number: str) -> bool:
    return any(index.can_be_cited(number) for index in check_input.edition_indexes.values())


def _suggest_other_address(check_input: CheckInput, mention: Mention, case: str) -> str:
    """Return what to write for a part that the case does not have in this edition; an empty string for the number of a case.

    A statement of precedence never gets a wider address, which would reach other rules.
    """
    if not case:
        return ""
    part = mention.number[len(case) + 1 :]
    if _is_in_any_edition(check_input, mention.number):
        if mention.relation is None:
            return f"only some editions have this part: write `{case}`, which means all that the case has in each"
        return "only some editions have this part: move the statement to an amendment of the source that brings it"
    addresses = check_input.edition_index.addresses
    parts = [address for address in addresses.all_addresses() if address.startswith(f"{case}.")]
    return did_you_mean(mention.number, parts) or (
        f"name a part that {case} has, such as `{parts[0]}`"
        if parts
        else f"{case} has no parts: write `{case}`"
        if mention.relation is None
        else f"{case} has no part `{part}`: name what is meant, or remove the line"
    )


def _suggest_number(edition_index: EditionIndex, number: str) -> str:
    """Return a "did you mean" among the numbers of the same chapter: a book has too many to compare them all."""
    heading = heading_of(number)
    candidates = [number for number in edition_index.clauses_by_number if heading_of(number) == heading] or list(
        edition_index.chapter_numbers
    )
    return did_you_mean(number, candidates)


def _check_vocabulary(check_input: CheckInput) -> Iterator[Diagnostic]:
    """Check the cases of vocabulary, which belongs to no edition: a case of any edition counts, and the findings are equal in all."""
    latest = check_input.edition_indexes[check_input.book.default_edition]
    for declared in check_input.book.declarations:
        node = declared.node
        if not isinstance(node, nodes.Term | nodes.Word):
            continue
        citations = [(ref.number, declared.place.location_of(ref.span)) for ref in node.cases]
        if isinstance(node, nodes.Term):
            citations += [(number, declared.place.location_of(node.span)) for number in _numbers_in_prose(check_input, node.text)]
        for number, location in citations:
            if not _is_in_any_edition(check_input, number):
                message = f"`{node.name}` is said of `{number}`, and there is no such case"
                yield CHECK.finding(message, [Label(location)], help=_suggest_number(latest, number))


def _numbers_in_prose(check_input: CheckInput, text: str) -> Iterator[str]:
    """Yield the numbers that a text cites, both ends of a range; not those that may be quantities."""
    for reference in check_input.book_index.texts.references_in(text):
        if not reference.bare:
            yield from (number for number in (reference.number, reference.last) if number is not None)
