"""Inputs that the fuzzer begins with: files and questions of the shipped books, and one small document of every other kind."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from fuzzing.small import FRONT, LEDGER, RULES
from rulewright.base.json_form import Json
from rulewright.base.packing import pack
from rulewright.base.resources import book_folder, grammar_file, shipped_books
from rulewright.base.source import Location
from rulewright.core.codec import core_json
from rulewright.core.model import Core
from rulewright.engines.page.packed import pack_documents
from semantics.small import core_of

LONGEST = 2_000
LONGEST_DOCUMENT = 12_000
"""So many bytes an input may have; what takes hundredths of a second is tried on many short texts rather than on few long ones."""
_DOCUMENTS = ("core", "data", "pdf")
SHEETS = Path(__file__).parents[1] / "importing" / "sheets"
OF_BOOK = {"book": RULES, "front": FRONT, "ledger": LEDGER, "overlay": RULES, "edited": f"# ask: allowance(u) u.arm=foot\n{RULES}"}
SMALL = """
enum weather: clear, mud
record unit "a unit"
fact weather: weather
fact strength(u: unit): 1..9
option fog "Fog"
value allowance(u: unit): 0..20
verdict cross(u: unit)
case 1.1 "Moving"
  allowance(u) is strength(u) + 1
  may cross(u) when strength(u) is at least 3 and weather is not mud
  table pays(weather: weather): 0..9
    | clear | 1 |
    | mud   | 2 |
case 1.2 "Fog"
  option fog
  take 1 from allowance(u) when weather is mud
  may not cross(u) when pays(weather) is 2
reading some on 1.2 "How many?"
  choice one: take 2 from allowance(u)
  choice two: take 3 from allowance(u)
"""
COPY = {
    "8.2": {"title": "Mud", "text": [{"text": "Wagons pay 2 MP; see [8.4]."}, {"text": "A hint.", "commentary": True, "step": "second"}]},
    "8.4": {"title": "", "text": [{"text": "See also the campaign."}]},
}
PIN = {"u": "campaign/8.html#case-8.1", "n": "8.1", "t": "Mud", "b": "campaign", "m": "The Campaign"}


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to begin with."""
    if target in OF_BOOK:
        yield OF_BOOK[target].encode()
    if target in _OTHERS:
        yield from _OTHERS[target]()


def longest(target: str) -> int:
    """How many bytes an input may have."""
    return LONGEST_DOCUMENT if target in _DOCUMENTS else LONGEST


def words() -> list[str]:
    """The keywords and signs of the language, as a dictionary for the fuzzer."""
    return sorted(set(re.findall(r'"([^"\\\s]+)"', grammar_file().read_text("utf-8"))))


def _chapters() -> Iterator[str]:
    for name in shipped_books():
        for path in sorted(book_folder(name).glob("*.case")):
            yield path.read_text("utf-8")


def _blocks() -> Iterator[bytes]:
    for text in _chapters():
        yield from (block.encode()[:LONGEST] for block in re.split(r"\n(?=case )", text))


def _questions() -> Iterator[bytes]:
    yield b"allowance(u)\nu.arm=foot\nweather=mud"
    for text in _chapters():
        yield from (line.encode() for line in re.findall(r"when (.+)", text))


def _facts() -> Iterator[bytes]:
    yield b'{"u.arm": "foot", "weather": "mud", "world": {"u": "unit"}, "u": {"arm": "horse"}}'


def _sheets(*ends: str) -> Callable[[], Iterator[bytes]]:
    return lambda: (path.read_bytes() for path in sorted(SHEETS.iterdir()) if path.suffix in ends)


def _pdf() -> Iterator[bytes]:
    from importing.books import pdf

    yield pdf(["[4.1] (Clarification) Ships wait."], ["[4.2] Delete this case."])


def _own_texts() -> Iterator[bytes]:
    from importing.text.test_new_version import NEW
    from importing.text.test_text_of_ones_own import HARBOUR

    yield from (HARBOUR.encode(), NEW.encode())


def _acts() -> Iterator[bytes]:
    from importing.text.test_acts import AKOMA_NTOSO, AMENDING, USLM

    yield from (AKOMA_NTOSO.encode(), USLM.encode(), AMENDING.encode())


def _tables(*ends: str) -> Callable[[], Iterator[bytes]]:
    def tables() -> Iterator[bytes]:
        from importing.tables.test_tables import TABLES

        yield from (content.encode() for name, content, *_ in TABLES.values() if isinstance(content, str) and name.endswith(ends))

    return tables


def _diffs() -> Iterator[bytes]:
    yield b"--- a\n+++ b\n@@ -1,3 +1,3 @@\n ### 1.1 Members\n \n-A member pays.\n+A member pays twice.\n"


def _core() -> Iterator[bytes]:
    yield json.dumps(core_json(small_core()), separators=(",", ":")).encode()


@cache
def small_core() -> Core:
    """The rules of a book of a few lines, with a rule of every kind."""
    return core_of(SMALL)


def _kept() -> Iterator[bytes]:
    yield pack((Location("a.case", 1, 1, 1, 2), {"a": (1, None, True)}, frozenset({"b"})))


def _links() -> Iterator[bytes]:
    from fuzzing.page import LINKS

    yield from (link.encode() for link in LINKS)


def _typed() -> Iterator[bytes]:
    yield from (b"8.2", b"campaign 8.2.1", "mud \u201cleader goes\u201d 08,2 infantry in".encode(), b"[Movement (5)] Q1")


def _data() -> Iterator[bytes]:
    yield json.dumps(small_data(), separators=(",", ":")).encode()


def small_data() -> Json:
    """The same rules as a page reads them."""
    return pack_documents({"core": core_json(small_core())})


def _changes() -> Iterator[bytes]:
    yield from (b"", b"\0\7\0\1", bytes(range(64)), bytes(range(255, 0, -3)))


def _own() -> Iterator[bytes]:
    yield from (json.dumps(one).encode() for one in (COPY, {}, [COPY["8.2"]]))


def _pasted() -> Iterator[bytes]:
    yield b"8.2 Mud\nWagons pay 2 MP.\n(A) In snow, too [8.4].\n\n8.4 Supply\nSee 8.1."
    yield b'# Mine\n\ncase 8.2 "Mud"\n  "Wagons pay 2 MP."\n  note "Going on\n  here."\n\ncase 8.4\n  step second "See also."\n'


def _pinned() -> Iterator[bytes]:
    yield from (json.dumps(one).encode() for one in ([PIN, {**PIN, "u": "campaign/8.html#case-8.2"}], [], {"u": 1}))
    yield b"since printed"


_OTHERS: dict[str, Callable[[], Iterator[bytes]]] = {
    "text": _blocks,
    "book": _blocks,
    "overlay": _blocks,
    "edited": _blocks,
    "expression": _questions,
    "question": _questions,
    "facts": _facts,
    "sheet": _sheets(".md", ".txt"),
    "html": _sheets(".html"),
    "pdf": _pdf,
    "own_text": _own_texts,
    "act": _acts,
    "table": _tables(".csv", ".tsv"),
    "decisions": _tables(".dmn"),
    "diff": _diffs,
    "core": _core,
    "changed_core": _changes,
    "changed_data": _changes,
    "changed_own": _changes,
    "kept": _kept,
    "link": _links,
    "typed": _typed,
    "data": _data,
    "own": _own,
    "pasted": _pasted,
    "pinned": _pinned,
}
