"""A name given to something else's name: everywhere at once, from the places of the syntax tree.

Refused, with a sentence, where the new name is no name, is taken, or where it is not sure what one of the places means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.base.errors import WrongInput
from rulewright.base.source import Location
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.names import Name, NameKind, Use
from rulewright.syntax.reserved_names import AFTER_NUMBERS, AT_LINE_STARTS, IN_EXPRESSIONS

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_NUMBER = re.compile(r"[A-Za-z0-9_]+([./][A-Za-z0-9_]+)*\Z")
_ADDRESS = re.compile(r"(?<![\w./])\w+(?:[./]\w+)+(?![\w/])")
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
"""What can be renamed; sources and editions are named on the front page alone, and terms are words of the texts."""


def renamed_at(draft: Draft, path: str, line: int, column: int) -> Use | None:
    """What would be renamed at a place."""
    use = draft.names.at(path, line, column)
    return use if use is not None and use.name.kind in RENAMED else None


def rename(draft: Draft, use: Use, new: str) -> list[tuple[Location, str]]:
    """The words to write, each at its place. Raises `WrongInput`."""
    name = use.name
    _must_be_lawful(draft, name, new)
    if "?" in name.text.partition(".")[0] or _unsure(draft, name):
        raise WrongInput(f"it is not sure that `{name.word}` is the same everywhere: several things have that name")
    places = [one.at for one in draft.names.uses(name)]
    if not any(one.declares for one in draft.names.uses(name)) and name.kind is not NameKind.THING:
        raise WrongInput(f"`{name.word}` is not declared in this book")
    return [(at, new) for at in dict.fromkeys(places)] + list(_in_lists(draft, name, new))


def _must_be_lawful(draft: Draft, name: Name, new: str) -> None:
    numbered = name.kind is NameKind.CASE
    if not (_NUMBER if numbered else _NAME).match(new):
        what = "the number of a case" if numbered else "a name: letters, digits and `_`, a letter first"
        raise WrongInput(f"`{new}` is not {what}")
    measure = name.kind is NameKind.MEASURE
    if new in (AFTER_NUMBERS if measure else IN_EXPRESSIONS | AT_LINE_STARTS) and not numbered:
        raise WrongInput(f"`{new}` is a word of the language")
    other = _taken(draft, name, new)
    if other:
        raise WrongInput(f"there is {other} `{new}` already")


def _taken(draft: Draft, name: Name, new: str) -> str:
    """What has the new name already, where the two could be taken for one another."""
    declared = draft.names.declared
    beside = {one for one, _ in draft.names.all() if one.word == new}
    match name.kind:
        case NameKind.FACT | NameKind.QUESTION | NameKind.VALUE:
            kinds = {NameKind.FACT, NameKind.QUESTION, NameKind.THING, NameKind.VALUE}
            same = next((one for one in beside if one.kind in kinds), None)
            return f"a {same.kind}" if same is not None else ""
        case NameKind.THING:
            same = next(
                (one for one in beside if one.kind in (NameKind.FACT, NameKind.QUESTION, NameKind.VALUE) or one.home == name.home), None
            )
            return f"a {same.kind}" if same is not None else ""
        case NameKind.FIELD:
            owner = name.text.partition(".")[0]
            return "a field" if new in declared.records.get(owner, {}) or new in declared.facts else ""
        case NameKind.RULE | NameKind.CHOICE:
            case = name.text.rpartition(".")[0]
            return "a rule" if any(one.text == f"{case}.{new}" for one in beside) else ""
        case _:  # open: the other kinds of names are each by themselves
            return f"a {name.kind}" if any(one.kind is name.kind and one.home == name.home for one in beside) else ""


def _unsure(draft: Draft, name: Name) -> bool:
    """Whether some place may mean this name or another."""
    if name.kind not in (NameKind.FIELD, NameKind.VALUE):
        return False
    return bool(draft.names.uses(Name(name.kind, f"?.{name.word}")))


def _in_lists(draft: Draft, name: Name, new: str) -> Iterator[tuple[Location, str]]:
    """The addresses of a rule in the lists next to the cases."""
    if name.kind not in (NameKind.RULE, NameKind.CHOICE):
        return
    case = name.text.rpartition(".")[0]
    for path, text in draft.sources.items():
        for number, line in enumerate(text.split("\n"), 1) if path.endswith(".csv") else ():
            for found in _ADDRESS.finditer(line):
                if found[0] == name.text or found[0].startswith(f"{name.text}."):
                    start = found.start() + len(case) + 2
                    yield Location(path, number, start, number, start + len(name.word)), new
