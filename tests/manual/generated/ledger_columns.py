"""The columns of a ledger, and what reads each: the checks whose files, or what they take from the accounts, name it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from inspect import getmembers, getsource, isfunction
from types import ModuleType
from typing import cast

from rulewright.checks.evidence.verb_differs import OF_SHAPE
from rulewright.checks.indexes import accounts
from rulewright.checks.registry import check_modules
from rulewright.importing.sheet.model import Kind
from rulewright.rulebook.ledger import COLUMN_MEANINGS, NEEDED_COLUMNS, OF_AUTHOR, OF_IMPORT

OTHER_READERS = {
    "item": ["tags at the ends of lines"],
    "section": ["the page *Coverage*"],
    "kind": ["`rulewright ledger`", "editors"],
    "computable": ["`rulewright coverage`"],
    "anchor": ["`rulewright ledger`"],
    "digest": ["the next import"],
    "source": ["the next import"],
}


def make() -> str:
    rows = [
        f"| `{name}` | {meaning} | {', '.join([*_read_by(name), *OTHER_READERS.get(name, [])])} |"
        for name, meaning in COLUMN_MEANINGS.items()
    ]
    return "\n".join(
        ["| column | has | read by |", "|---|---|---|", *rows, "", f"Required: {_listed(NEEDED_COLUMNS)}. {_WRITERS}", "", _KINDS]
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


_WRITERS = f"You write {_listed(OF_AUTHOR)}; {_listed(OF_IMPORT)} are for imports alone; the others an import fills, and you correct them."
_KINDS = f"Kinds that an import writes: {_listed(Kind)}. Shapes that a check reads: {_listed(OF_SHAPE)}. Of both, any other word will do."


def _read_by(name: str) -> list[str]:
    reading = [function for function, found in getmembers(accounts, isfunction) if _reads(getsource(found), name)]
    return [
        f"[{code}](../checks/{code.lower()}.md)"
        for module in sorted(check_modules(), key=lambda module: module.CHECK.code)
        for code in [module.CHECK.code]
        if _reads(source := getsource(cast(ModuleType, module)), name) or any(f"{function}(" in source for function in reading)
    ]


def _reads(source: str, name: str) -> bool:
    return name != "item" and re.search(rf"\brow\.{name}\b", source) is not None
