"""a rule is addressed by its place

## What it does
Lists every address that counts the lines of a case: `[8.6.2]` for the second rule of 8.6, in statements of precedence, in heads of
amendments, in lines such as `refers to`, and in prose in brackets.

## Why it matters
Put a line before the second rule, and `8.6.2` is another rule: what overrides it or sets it aside then means something else, and nothing
says so. A name stays with its rule.

## Example
```case
fact mud: yes/no
fact road: yes/no
value allowance: 0..20

case 8.6 "Weather"
  allowance is 10
  allowance is 4 when mud

case 8.7 "Roads"
  allowance is 8 when mud and road
    overrides 8.6.2
```

## Use instead
```case
fact mud: yes/no
fact road: yes/no
value allowance: 0..20

case 8.6 "Weather"
  allowance is 10 unless mud
  in_mud: allowance is 4 when mud

case 8.7 "Roads"
  allowance is 8 when mud and road
    overrides 8.6.in_mud
```

## Limits
`rulewright fmt --name-rules` does this for a whole book. The places of terms and words are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.common.check import Check, CheckInput, at_provision
from rulewright.checks.common.places import at_mention, describe_mention
from rulewright.rulebook.mentions import Mention, mentions_by_position
from rulewright.rulebook.rule_names import LineNames

CHECK = Check("RW325", "addressed-by-place", Severity.WARNING)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for mention in mentions_by_position(check_input.edition_index.mentions, check_input.view):
        yield _report_mention(mention, check_input.book_index.naming)


def _report_mention(mention: Mention, naming: LineNames) -> Diagnostic:
    assert mention.target is not None
    provision = mention.target.provisions[0]
    line_name = naming.address_of_line(provision)
    address = f"`{line_name.replace_positional(mention.number)}` here"
    return CHECK.finding(
        f"{describe_mention(mention)}, an address by place: one more line before that rule would make it another",
        [at_mention(mention), at_provision(provision, "what is meant")],
        help=f"write {address}"
        if line_name.name_to_write is None
        else f"write `{line_name.name_to_write}: ` before what is meant, and {address}",
        cases=[mention.mentioned_in, provision.case.number],
    )
