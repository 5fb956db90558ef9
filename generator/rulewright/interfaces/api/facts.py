"""The facts of a situation as people and files give them, by the names that the book has for them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulewright.base.documents import DocumentError, read_document
from rulewright.base.errors import WrongInput

WORLD = "world"
"""Under this name things are declared with their kinds; it is no fact."""


def read_facts(path: str | Path) -> dict[str, Any]:
    """The facts of a JSON file, as `ask` takes them; raises `DocumentError` where it does not fit `facts.schema.json`."""
    document = read_document(Path(path), "facts")
    try:
        return flat_facts(document)
    except WrongInput as fault:
        raise DocumentError(f"`{path}`: {fault.message}", [fault.message]) from None


def flat_facts(given: Mapping[str, Any]) -> dict[str, Any]:
    """Facts by their whole names: what is said of one thing in a mapping of its own stands under the names of its fields.

    >>> flat_facts({"u": {"arm": "cavalry", "tired": False}, "weather": "mud"})
    {'u.arm': 'cavalry', 'u.tired': False, 'weather': 'mud'}
    """
    found: dict[str, Any] = {}
    for name, value in given.items():
        if isinstance(value, Mapping) and name != WORLD:
            for field, inner in value.items():
                _put(found, f"{name}.{field}", inner)
        else:
            _put(found, name, value)
    return found


def _put(found: dict[str, Any], name: str, value: Any) -> None:
    if name in found:
        raise WrongInput(f"`{name}` is given twice, as `{found[name]}` and as `{value}`")
    found[name] = value
