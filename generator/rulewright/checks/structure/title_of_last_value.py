"""a text after the values of an enum is the title of the last value alone, and reads like one of the whole enum

## What it does
Looks at enums and scales that are written on one line, with several values of which only the last has a title. Where no word of the title
is like a word of that value, or the title has a word of the enum's own name, it is reported.

## Why it matters
An enum has no title. In `enum tint: light, shade "the tint"` the text belongs to `shade`, so that sentences say *when the tint is the
tint*. What is meant for all values is the title of the fact that has them.

## Example
```case
enum tint: light, mid, shade "the tint of the counter"
fact tint: tint "the tint"
verdict enter "the counter enters"

case 1.1 "Tint"
  "A dark counter does not enter."
  may not enter when tint is shade
```

## Use instead
```diff
-enum tint: light, mid, shade "the tint of the counter"
+enum tint: light, mid, shade
```

## Limits
A title that is meant so is left alone where it repeats a word of its value, where other values have titles too, and where each value is on
a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.syntax import nodes

CHECK = Check("RW328", "title-of-last-value", Severity.WARNING, CheckScope.BOOK)
_STEM = 4
_WORDS = re.compile(r"[a-z0-9]+")


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    """Yield a finding for each enum or scale on one line whose last value alone has a title that does not look like its own."""
    for declared in check_input.book.declarations:
        node = declared.node
        if (
            isinstance(node, nodes.Enum | nodes.Scale)
            and _has_doubtful_title(node)
            and node.values[-1].span.line == node.values[0].span.line
        ):
            last, kind = node.values[-1], type(node).__name__.lower()
            yield CHECK.finding(
                f'"{last.title}" is the title of `{last.name}` alone, the last value of `{node.name}`',
                [Label(declared.place.location_of(last.span))],
                help=f"take it out: {'a scale' if kind == 'scale' else 'an enum'} has no title, and the fact that has these values has one"
                + ("; if it is the title of this value, write each value on a line of its own" if kind == "enum" else ""),
            )


def _has_doubtful_title(node: nodes.Enum | nodes.Scale) -> bool:
    """Return True if only the last of several values has a title, and no word of it is like a word of that value.

    So it is if the title has the name of the enum or of another value.
    """
    *others, last = node.values
    if not others or last.title is None or any(value.title is not None for value in others):
        return False
    title = _word_stems(last.title)
    return title.isdisjoint(_word_stems(last.name)) or not title.isdisjoint(
        _word_stems(node.name, *(value.name for value in others)) - _word_stems(last.name)
    )


def _word_stems(*texts: str) -> frozenset[str]:
    """Return the beginnings of the words of texts; words that are shorter are no sign of anything."""
    return frozenset(word[:_STEM] for text in texts for word in _WORDS.findall(text.casefold().replace("_", " ")) if len(word) >= _STEM - 1)
