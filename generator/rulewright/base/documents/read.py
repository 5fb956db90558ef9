"""The entry point: a file or a text in, a document that fits its schema out, or a `DocumentError` with all faults."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulewright.base.documents.exact import TOO_DEEP, parse_exactly
from rulewright.base.documents.fault import Fault
from rulewright.base.errors import Error

MAX_FAULTS_SHOWN = 20
"""The most faults of one document that are shown; the others are counted."""


class DocumentError(Error, ValueError):
    """A document that cannot be read or does not fit its schema; `faults` has a sentence for each fault.

    >>> parse_document('{"weather": ["mud"], "u": {"arm": 1.5}}', "facts", "facts.json")
    Traceback (most recent call last):
    rulewright.base.documents.read.DocumentError: `facts.json` has 2 faults
    """

    def __init__(self, message: str, faults: Sequence[str] = (), *, place: str = "", advice: Sequence[str] = ()) -> None:
        hints = [*faults[:MAX_FAULTS_SHOWN], *([f"and {len(faults) - MAX_FAULTS_SHOWN:,} more"] if len(faults) > MAX_FAULTS_SHOWN else [])]
        super().__init__(message, [*(hints if len(faults) > 1 else ()), *advice], place=place)  # a single one is in the message
        self.faults = tuple(faults)


def read_document(path: Path, schema: str) -> Any:
    """Read a document from a file and check it against the named schema; raises `DocumentError`."""
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise DocumentError(f"`{path}` is not UTF-8 text", place=str(path)) from None
    except OSError as fault:
        raise DocumentError(f"`{path}` cannot be read: {(fault.strerror or 'unknown fault').lower()}", place=str(path)) from None
    return parse_document(text, schema, str(path))


def parse_document(text: str, schema: str, name: str) -> Any:
    """Parse a document from text and check it; `name` is its name in sentences. Raises `DocumentError`.

    >>> parse_document('{"weather": "mud", "u": {"arm": "horse"}}', "facts", "facts.json")
    {'weather': 'mud', 'u': {'arm': 'horse'}}
    """
    from rulewright.base.documents.schema import faults_of

    try:
        document, faults = parse_exactly(text)
        if not any(fault.says == TOO_DEEP for fault in faults):
            refused = {fault.steps for fault in faults}
            faults += [fault for fault in faults_of(document, schema) if fault.steps not in refused]
    except RecursionError:
        raise DocumentError(f"`{name}` {TOO_DEEP}", place=name) from None
    except json.JSONDecodeError as fault:
        position = f"in line {fault.lineno}, column {fault.colno}"
        raise DocumentError(f"`{name}` is not JSON: {fault.msg[:1].lower()}{fault.msg[1:]} {position}", place=name) from None
    if faults:
        raise with_faults(name, faults)
    return document


def with_faults(name: str, raw_faults: Sequence[Fault]) -> DocumentError:
    """Return the error for a document: one fault in its message, several as hints, in the order of their places."""
    faults = list(dict.fromkeys(str(fault) for fault in sorted(raw_faults, key=lambda fault: fault.steps)))
    message = f"`{name}` has {len(faults):,} faults" if len(faults) > 1 else f"`{name}`: {faults[0]}"
    return DocumentError(message, faults, place=name)
