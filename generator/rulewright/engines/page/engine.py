"""Queries to the script of the pages, in an embedded JavaScript interpreter."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rulewright.base.json_form import Json
from rulewright.base.numerals import plain_number
from rulewright.base.resources import site_folder
from rulewright.core.codec import FORMS, core_json
from rulewright.core.model import Core
from rulewright.core.query import Argument, Declined, Defeated, Outcome, Plain, Query, Status
from rulewright.core.wording import NO_WORDING
from rulewright.engines.page.lean import lean_core
from rulewright.engines.page.packed import pack_documents

PARTS = {
    "engine": ("kleene", "packed", "compile", "plan", "precedence", "situation", "combine", "given", "inquiry", "engine"),
    "engine-argument": ("explain", "reach", "ask"),
    "engine-unknown": ("ways", "classes", "matter", "explore", "assume", "premises"),
}
"""The files of the engine by the script that a page loads, in loading order: the answer from known facts; the whole
argument; the search over unknown facts and open readings, which a page loads when it meets one."""
SCRIPTS = tuple(name for names in PARTS.values() for name in names)

NEEDS = "quickjs"
NOT_INSTALLED = Declined("no JavaScript interpreter is installed: the package quickjs-ng of the extra `dev` has one")
_STACK = 2 * 1024 * 1024
_START = """
const engine = new Rulewright.Engine(Rulewright.unpacked(Rulewright.read(given))("core"));
const conform = (text) => JSON.stringify(engine.conform(Rulewright.read(text)));
const ask = (text) => JSON.stringify(engine.ask(Rulewright.read(text)));
"""


def script_files(part: str | None = None) -> list[Path]:
    """Return the engine's files, or those of a part, in loading order."""
    return [site_folder() / "assets" / "engine" / f"{name}.js" for name in (SCRIPTS if part is None else PARTS[part])]


class PageEngine:
    """A core in the script of the pages; `document` is the core as it is passed there, complete by default."""

    def __init__(self, core: Core, document: Json = None) -> None:
        import quickjs  # imported late: only tests need it

        self._context = quickjs.Context()
        self._context.set_max_stack_size(_STACK)
        for path in script_files():
            self._context.eval(path.read_text("utf-8"))
        text = json.dumps(pack_documents({"core": document or core_json(core)}))  # as text, so that no number loses digits on the way
        self._context.set("given", text)
        self._context.eval(_START)
        self._conform = self._context.eval("conform")
        self._ask = self._context.eval("ask")

    def __call__(self, query: Query) -> Outcome | Declined:
        result = json.loads(self._conform(json.dumps(QUERY.write(query))))
        return Declined(result["declined"]) if "declined" in result else read_outcome(result)

    def ask(self, query: dict[str, Any]) -> Any:
        """Return the whole answer to a query of a page, as the script gives it."""
        return json.loads(self._ask(json.dumps(query)))


QUERY = FORMS.form_of(Query)
"""The JSON form of a query for the script."""


def read_outcome(data: dict[str, Any]) -> Outcome:
    """Return the script's result for a query as an outcome."""
    return Outcome(Status(data["status"]), _plain_value(data["value"]), tuple(data["matter"]), _read_argument(data["argument"]))


def _read_argument(data: dict[str, Any] | None) -> Argument | None:
    if data is None:
        return None
    defeated = tuple(Defeated(defeat["rule"], defeat["by"], defeat["why"]) for defeat in data["defeated"])
    return Argument(tuple(data["stood"]), defeated, tuple(data["inapplicable"]))


def _plain_value(value: Any) -> Plain:
    """Return a value of the document; the script writes large numbers and fractions as texts of digits."""
    if not isinstance(value, dict):
        plain: Plain = value
        return plain
    return plain_number(Fraction(int(value["numerator"]), int(value["denominator"])))


def answering(core: Core) -> PageEngine | _MissingEngine:
    """Return the script, ready for a core; if its interpreter is not installed, every question is declined."""
    return PageEngine(core, lean_core(core, NO_WORDING)) if find_spec(NEEDS) else _MissingEngine()


class _MissingEngine:
    def __call__(self, query: Query) -> Declined:
        return NOT_INSTALLED
