"""The glossary of a book: its terms by all names that prose may use for them."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.rulebook.model import Declared, Rulebook
from rulewright.syntax import nodes


def glossary(book: Rulebook) -> dict[str, Declared]:
    """Return the terms by folded name: their own and those after `also`."""
    terms_by_name: dict[str, Declared] = {}
    for declared in book.declarations:
        if isinstance(declared.node, nodes.Term):
            for name in (declared.node.name, *declared.node.also):
                terms_by_name.setdefault(name.casefold(), declared)
    return terms_by_name


def find_term(word: str, terms_by_name: Mapping[str, Declared]) -> Declared | None:
    """Return the term for a word in brackets, ignoring case and plural endings; None if there is none."""
    folded = word.casefold()
    for form in (folded, folded.removesuffix("s"), folded.removesuffix("es"), folded.removesuffix("ies") + "y", folded + "s"):
        if form in terms_by_name:
            return terms_by_name[form]
    return None
