"""What is packed for a page is opened there as it was, and cores without what no answer shows are answered as they were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.core.codec import core_json
from rulewright.core.model import Core
from rulewright.core.wording import NO_WORDING, TableWords, Wording
from rulewright.engines.conformance.kit import make_kit
from rulewright.engines.page import engine as page
from rulewright.engines.page.engine import PARTS as ENGINE
from rulewright.engines.page.engine import QUERY, PageEngine, script_files
from rulewright.engines.page.lean import lean_core
from rulewright.engines.page.packed import pack_documents
from rulewright.engines.registry import is_there
from rulewright.site.asking.names import kept_names
from rulewright.site.asking.scripts import (
    NAMES,
    digest_head,
    is_current,
    lean_script,
    names_to_keep,
    shipped_script,
    single_files,
    small_file,
    source_script,
)
from rulewright.workspace.open_book import load
from semantics.small import core_of

pytestmark = pytest.mark.skipif(not is_there("page"), reason="quickjs-ng is not installed")

NAMES_OF_OBJECTS = st.sampled_from(["kind", "args", "__proto__", "constructor", "location", "tags", "0", ""])
PLAIN = st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=12)
DOCUMENTS = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES_OF_OBJECTS, inner, max_size=4), max_leaves=30
)
_OPENED = 'JSON.stringify(Rulewright.unpacked(Rulewright.read(given))("one"))'


def opened(document: Any) -> Any:
    import quickjs

    context = quickjs.Context()
    for path in script_files()[:2]:
        context.eval(path.read_text("utf-8"))
    context.set("given", json.dumps(pack_documents({"one": document, "other": [document, document]})))
    return json.loads(context.eval(_OPENED))


def as_read(value: Any) -> Any:
    """Numbers too large for JavaScript are fractions there."""
    if isinstance(value, int) and not isinstance(value, bool) and len(str(abs(value))) > 15:
        return {"kind": "fraction", "numerator": str(value), "denominator": 1}
    if isinstance(value, list):
        return [as_read(one) for one in value]
    return {name: as_read(one) for name, one in value.items()} if isinstance(value, dict) else value


@settings(max_examples=150, deadline=None)
@given(DOCUMENTS)
def test_documents_are_opened_as_they_were(document: Any) -> None:
    assert opened(document) == as_read(document)


def test_the_same_is_written_once() -> None:
    piece = {
        "kind": "compare",
        "left": {"kind": "fact", "fact": "weather_of_the_month", "args": []},
        "right": {"kind": "constant", "value": "mud"},
    }
    one, many = (len(json.dumps(pack_documents({"all": [piece] * number}))) for number in (1, 50))
    assert many < one + 50 * 8


def test_order_of_names_is_kept() -> None:
    """Facts are listed in the order of the vocabulary."""
    assert list(opened({"b": [], "a": 1, "c": None})) == ["b", "a", "c"]


def test_a_lean_core_is_small() -> None:
    core = load("leipzig").core("errata")
    text = json.dumps(pack_documents({"core": lean_core(core, NO_WORDING)}), separators=(",", ":"))
    assert len(text) < len(json.dumps(core_json(core), separators=(",", ":"))) / 4


def test_names_of_a_book_are_not_taken_for_places() -> None:
    core: Core = core_of('fact location: yes/no\nfact tags: yes/no\npredicate p\ncase 1.1 "A" in printed\n  p when location and tags\n')
    assert {"location", "tags"} <= set(lean_core(core, NO_WORDING)["facts"])


def test_sentences_are_where_the_language_was() -> None:
    core = core_of('fact f: yes/no\npredicate p\ncase 1.1 "A" in printed\n  p when f\n')
    wording = Wording({"1.1.1": "It is so when it is."}, {"f": "it is"})
    (rule,) = lean_core(core, wording)["questions"]["p"]["rules"]
    statement = rule["addresses"][0]["rule"]
    assert (statement["says"], statement["parts"][0]["text"]) == ("It is so when it is.", "it is")


def test_a_cell_is_named_by_the_words_of_its_table() -> None:
    """Title, row and column in words, in place of the line of the table as it is written."""
    text = 'enum arm: foot, light_horse\nvalue pace(a: arm): 0..9\ncase 1.1 "A" in printed\n'
    text += "  table speed(a: arm, n: 1..2): 0..9\n    | | 1 | 2 |\n    | light_horse | 5 | 4 |\n    | foot | 3 | 2 |\n"
    text += "  pace(a) is speed(a, 2)\n"
    core = core_of(text)
    table = next(iter(core.tables))
    words = TableWords("How fast an arm is", ("row “Light horse”", "row “Foot”"), ("column “1”", "column “2”"))
    document = lean_core(core, Wording({}, {}, {table: words}))
    query: dict[str, Any] = {"asked": {"question": "pace", "args": ["light_horse"]}}
    (inner,) = PageEngine(core, document).ask(query)["inner"]
    (reason,) = inner["because"]
    assert reason["says"] == "How fast an arm is: row “Light horse”, column “2”"


@pytest.mark.parametrize("name", NAMES)
def test_small_forms_are_of_the_sources(name: str) -> None:
    """If not, `make scripts`; until then a site ships the sources."""
    assert small_file(name).read_text("utf-8").startswith(digest_head(name)), "run `make scripts`"
    assert len(shipped_script(name)) < len(source_script(name)) / 1.6


@pytest.mark.parametrize("name", single_files())
def test_the_small_form_of_what_is_one_file_is_of_it(name: str) -> None:
    assert is_current(name), "run `make scripts`"
    assert len(shipped_script(name)) < len(lean_script(source_script(name)))


@pytest.mark.parametrize("name", ["war-in-europe", pytest.param("leipzig", marks=pytest.mark.thorough)])
def test_the_small_form_answers_as_its_sources(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole answers, each field of them: no name is shortened that someone else says."""
    core = load(name).core(load(name).edition(None))
    document = lean_core(core, NO_WORDING)
    written = PageEngine(core, document)
    monkeypatch.setattr(page, "script_files", lambda: [small_file(part) for part in ENGINE])
    small = PageEngine(core, document)
    for question in make_kit(core, 0).questions[::9]:
        assert small(question.query) == written(question.query)
        query = {**QUERY.write(question.query), "assumeUsual": True, "closed": True}
        assert asked(small, query) == asked(written, query)


def asked(engine: PageEngine, query: dict[str, Any]) -> Any:
    """The whole answer, or that there is none."""
    import quickjs

    try:
        return engine.ask(query)
    except quickjs.JSException:
        return "refused"


def test_names_that_others_say_are_kept(tmp_path: Path) -> None:
    """A field of the core, of an answer, a property or a text that another script says; a word of a comment is none."""
    other = tmp_path / "other.js"
    other.write_text("/* mine */ const most = R.used(1);", encoding="utf-8")
    text = """/* used questions */ x.questions + x.because + x.mine + x.used + x.assumeUsual + x.once + is("once"); // x.most"""
    assert kept_names(text, [other]) == ["assumeUsual", "because", "once", "questions", "used"]
    assert "firstToTry" in source_script("engine-unknown") and "firstToTry" not in shipped_script("engine-unknown")
    assert names_to_keep("engine") == names_to_keep("engine-unknown")
    assert names_to_keep("ask") is None
