"""Rename of a name, at all its occurrences in the syntax tree.

Refused, with a sentence, if the new name is invalid or taken, or if an occurrence is ambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.base.errors import WrongInput
from rulewright.base.names import is_name
from rulewright.base.source import Location
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.names import Name, NameKind, Use
from rulewright.syntax.reserved_names import AFTER_NUMBERS, AT_LINE_STARTS, IN_EXPRESSIONS

_NUMBER = re.compile(r"§?\w+\+*([./]\w+\+*)*\Z")
_ADDRESS = re.compile(r"(?<![\w./])\w+\+*(?:[./]\w+\+*)+(?![\w/])")
RENAMED = frozenset(
    {
        NameKind.FACT,
        NameKind.FIELD,
        NameKind.QUESTION,
        NameKind.KIND,
        NameKind.VALUE,
        NameKind.MEASURE,
        NameKind.CASE,
        NameKind.RULE,
        NameKind.CHOICE,
        NameKind.OPTION,
        NameKind.BACKGROUND,
        NameKind.THING,
        NameKind.STAGE,
    }
)
"""The kinds that can be renamed; sources and editions are named on the front page alone, and terms are words of the texts."""


def renamed_at(draft: Draft, path: str, line: int, column: int) -> Use | None:
    """Return the renameable name at a position."""
    use = draft.names.use_at(path, line, column)
    return use if use is not None and use.name.kind in RENAMED else None


def rename_edits(draft: Draft, use: Use, new: str) -> list[tuple[Location, str]]:
    """Return the replacements, each with its location. Raises `WrongInput`."""
    name = use.name
    _check_new_name(draft, name, new)
    if "?" in name.text.partition(".")[0] or _is_ambiguous(draft, name):
        raise WrongInput(f"it is not sure that `{name.word}` is the same everywhere: several things have that name")
    places = [use_of_name.location for use_of_name in draft.names.uses(name)]
    if not any(use_of_name.declares for use_of_name in draft.names.uses(name)) and name.kind is not NameKind.THING:
        raise WrongInput(f"`{name.word}` is not declared in this book")
    return [(location, new) for location in dict.fromkeys(places)] + list(_list_edits(draft, name, new))


def _check_new_name(draft: Draft, name: Name, new: str) -> None:
    numbered = name.kind is NameKind.CASE
    if not (_NUMBER.match(new) if numbered else is_name(new)):
        what = "the number of a case" if numbered else "a name: letters, digits and `_`, a letter first"
        raise WrongInput(f"`{new}` is not {what}")
    measure = name.kind is NameKind.MEASURE
    if new in (AFTER_NUMBERS if measure else IN_EXPRESSIONS | AT_LINE_STARTS) and not numbered:
        raise WrongInput(f"`{new}` is a word of the language")
    taken_by = _conflicting_kind(draft, name, new)
    if taken_by:
        raise WrongInput(f"there is {taken_by} `{new}` already")


def _conflicting_kind(draft: Draft, name: Name, new: str) -> str:
    """Return the kind of an existing name that could be confused with the new one, with an article; empty if there is none."""
    declared = draft.names.declared
    namesakes = {candidate for candidate, _ in draft.names.uses_by_name() if candidate.word == new}
    match name.kind:
        case NameKind.FACT | NameKind.QUESTION | NameKind.VALUE:
            kinds = {NameKind.FACT, NameKind.QUESTION, NameKind.THING, NameKind.VALUE}
            conflict = next((candidate for candidate in namesakes if candidate.kind in kinds), None)
            return f"a {conflict.kind}" if conflict is not None else ""
        case NameKind.THING:
            conflict = next(
                (
                    candidate
                    for candidate in namesakes
                    if candidate.kind in (NameKind.FACT, NameKind.QUESTION, NameKind.VALUE) or candidate.home == name.home
                ),
                None,
            )
            return f"a {conflict.kind}" if conflict is not None else ""
        case NameKind.FIELD:
            owner = name.text.partition(".")[0]
            return "a field" if new in declared.records.get(owner, {}) or new in declared.facts else ""
        case NameKind.RULE | NameKind.CHOICE:
            case = name.text.rpartition(".")[0]
            return "a rule" if any(candidate.text == f"{case}.{new}" for candidate in namesakes) else ""
        case _:  # open: the other kinds of names are each by themselves
            return f"a {name.kind}" if any(candidate.kind is name.kind and candidate.home == name.home for candidate in namesakes) else ""


def _is_ambiguous(draft: Draft, name: Name) -> bool:
    """Return True if an occurrence may mean this name or another."""
    if name.kind not in (NameKind.FIELD, NameKind.VALUE):
        return False
    return bool(draft.names.uses(Name(name.kind, f"?.{name.word}")))


def _list_edits(draft: Draft, name: Name, new: str) -> Iterator[tuple[Location, str]]:
    """Yield the addresses of a rule in the CSV lists next to the cases."""
    if name.kind not in (NameKind.RULE, NameKind.CHOICE):
        return
    case = name.text.rpartition(".")[0]
    for path, text in draft.sources.items():
        for number, line in enumerate(text.split("\n"), 1) if path.endswith(".csv") else ():
            for address_match in _ADDRESS.finditer(line):
                if address_match[0] == name.text or address_match[0].startswith(f"{name.text}."):
                    start = address_match.start() + len(case) + 2
                    yield Location(path, number, start, number, start + len(name.word)), new
