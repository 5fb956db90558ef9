"""The glossary of a book: its terms by every name that prose may use for them."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.rulebook.model import Declared, Rulebook
from rulewright.syntax import nodes


def glossary(book: Rulebook) -> dict[str, Declared]:
    """Terms by folded name: their own and those behind `also`."""
    found: dict[str, Declared] = {}
    for declared in book.declarations:
        if isinstance(declared.node, nodes.Term):
            for name in (declared.node.name, *declared.node.also):
                found.setdefault(name.casefold(), declared)
    return found


def as_known(word: str, known: Mapping[str, Declared]) -> Declared | None:
    """The term that a word in brackets means: in capitals or not, in the singular or with a plural ending."""
    folded = word.casefold()
    for form in (folded, folded.removesuffix("s"), folded.removesuffix("es"), folded.removesuffix("ies") + "y", folded + "s"):
        if form in known:
            return known[form]
    return None
