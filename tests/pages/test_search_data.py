"""The data of the search: every case, by every number it has had; synonyms beside the rule; text without its marks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pages.books import CHAPTER, campaign
from rulewright.base.resources import site_folder
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.page import Page
from rulewright.site.search.search_index import book_names, own_words, search_scripts


def data_of(chapter: str = CHAPTER, pages: tuple[Page, ...] = (), name: str = "campaign") -> dict[str, Any]:
    scripts = dict(search_scripts([BookOfSite(campaign(chapter))], pages))
    assert list(scripts) == ["words.js", "site.js", *(["pages.js"] if pages else []), "book-campaign.js"]
    script = scripts[{"site": "site.js", "": "pages.js"}.get(name, f"book-{name}.js")]
    head = f'(window.rulewrightSearch=window.rulewrightSearch||{{}})["{name}"]='
    assert script.startswith(head) and script.endswith(";\n")
    found: dict[str, Any] = json.loads(script.removeprefix(head).removesuffix(";\n"))
    return found if name == "site" else {**found, "entries": whole(name, found)}


def whole(folder: str, data: dict[str, Any]) -> list[dict[str, Any]]:
    """The entries with what is written once: as `ready` in `site/assets/find/book.js` has them, which the test below holds."""
    last, entries = "", []
    for one in data["entries"]:
        last = "/".join(filter(None, (folder, one["u"]))) if "u" in one else last
        entries.append({**one, "u": last} | ({"c": data["chapters"][one["c"]]} if "c" in one else {}))
    return entries


def test_what_is_written_once_is_there_for_every_entry() -> None:
    """Of several entries at one address the first alone has it, and the name of a chapter is in the data once; a page has them all again."""
    quickjs = pytest.importorskip("quickjs")
    scripts = dict(search_scripts([BookOfSite(campaign())], ()))
    context = quickjs.Context()
    context.eval("globalThis.window = globalThis; globalThis.rulewrightNumbers = { key: String };")
    context.eval((site_folder() / "assets/find/book.js").read_text("utf-8"))
    context.eval(scripts["book-campaign.js"])
    ready = json.loads(context.eval("JSON.stringify(rulewrightBook.ready('campaign', rulewrightSearch.campaign).entries)"))
    data = json.loads(scripts["book-campaign.js"].partition("]=")[2].removesuffix(";\n"))
    assert '"c":"8 Movement"' not in scripts["book-campaign.js"] and "campaign/movement" not in scripts["book-campaign.js"]
    assert [{name: one[name] for name in entry} for entry, one in zip(whole("campaign", data), ready, strict=True)] == whole(
        "campaign", data
    )
    assert all(one["u"].startswith("campaign/") for one in ready) and {one["c"] for one in ready if "c" in one} == {"8 Movement"}


@pytest.fixture(scope="module")
def entries() -> list[dict[str, Any]]:
    return list(data_of()["entries"])


def entry(entries: list[dict[str, Any]], number: str) -> dict[str, Any]:
    return next(one for one in entries if number in one.get("n", ()))


def test_every_case_and_ruling_is_there_once(entries: list[dict[str, Any]]) -> None:
    numbers = [one["n"][0] for one in entries if "n" in one]
    assert sorted(numbers) == sorted(["8.1", "8.11", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "Q1"])


def test_an_entry_has_address_title_and_text_without_marks(entries: list[dict[str, Any]]) -> None:
    found = entry(entries, "8.1")
    assert found["u"] == "campaign/movement.html#case-8.1" and found["t"] == "Allowance"
    assert found["x"] == "Each unit moves as far as its supply allows, see 8.2 and 8.99."


def test_synonyms_stand_at_the_rule_that_words_it_differently(entries: list[dict[str, Any]]) -> None:
    assert entry(entries, "8.2")["s"] == ["supply", "provisions", "oob"]


def test_a_ruling_is_found_by_its_question(entries: list[dict[str, Any]]) -> None:
    assert entry(entries, "Q1")["t"] == "May a unit in reserve forage?"
    assert entry(entries, "Q1")["x"] == "Common error: Never."


def test_terms_readings_and_questions_are_there(entries: list[dict[str, Any]]) -> None:
    kinds = {(one["k"], one["t"]) for one in entries}
    assert {("term", "supply"), ("reading", "Mud and leaders"), ("question", "What is the movement allowance of the unit?")} <= kinds


def test_a_renumbered_case_has_both_numbers() -> None:
    entries = data_of(CHAPTER + "\namend 8.3 in errata as correction\n  renumbers to 8.35\n")["entries"]
    assert entry(entries, "8.35")["n"] == ["8.35", "8.3"]


def test_struck_and_deleted_text_is_not_found_but_the_number_is(entries: list[dict[str, Any]]) -> None:
    assert "x" not in entry(entries, "8.6") and entry(entries, "8.6")["m"] == "deleted"


PAGE = """\
# Rules

<!-- also: precedence -->

What rules say.

## Verdicts and `may`

Rules [allow](x.md) or forbid.

<!-- prelude: ferry -->

```rulewright
# no heading
may cross(u)
```

| form | is |
|---|---|
| `may P`, `must P` | allowed; required |

| exit status | means |
|---|---|
| 3 | open |
"""


def test_pages_are_found_by_their_sections_and_forms() -> None:
    found = data_of(pages=(Page("language/rules.md", "Rules", PAGE),), name="")["entries"]
    address = "language/rules.html#verdicts-and-may"
    assert found == [
        {"k": "page", "u": "language/rules.html", "t": "Rules", "s": ["precedence"], "x": "What rules say."},
        {"k": "section", "u": address, "t": "Verdicts and may", "c": "Rules", "x": "Rules allow or forbid."},
        {
            "k": "form",
            "u": "language/rules.html#form-may-p",
            "t": "may P · must P",
            "c": "Rules, Verdicts and may",
            "x": "allowed; required",
        },
        {"k": "form", "u": address, "t": "exit status 3", "c": "Rules, Verdicts and may", "s": ["3"], "x": "open"},
    ]


def test_a_page_may_be_found_after_others_or_not_at_all() -> None:
    later = Page("a.md", "A", "---\nsearch:\n  boost: 0.5\n---\n# A\n")
    left_out = Page("b.md", "B", "---\ntitle: B\nsearch:\n  exclude: true\n---\n# B\n")
    assert data_of(pages=(later, left_out), name="")["entries"] == [{"k": "page", "u": "a.html", "t": "A", "w": 0.5}]


def test_the_books_and_the_folders_of_other_pages_are_known_before_their_entries_are_loaded() -> None:
    names = {"names": ["the campaign", "campaign"], "words": ["campaign"]}
    book = {"folder": "campaign", "title": "The Campaign", "example": "8.3", **names}
    assert data_of(name="site") == {"books": [book], "folders": [], "pages": 0}
    found = data_of(pages=(Page("language/deep/rules.md", "Rules", PAGE), Page("about.md", "About", "# About\n")), name="site")
    assert found == {"books": [book], "folders": ["language"], "pages": 5}


def test_a_book_is_known_by_its_first_letters() -> None:
    assert book_names("La Grande Armée", "la-grande-armee") == ["la grande armée", "la-grande-armee", "lga"]
    assert "wie" in book_names("War in Europe", "war-in-europe")
    assert "adn" in book_names("L'Armée du Nord", "armee-du-nord")


def test_a_title_has_words_of_its_own() -> None:
    titles = ["La Grande Armée", "L'Armée du Nord", "Leipzig", "Leipzig-Lite", "War in Europe"]
    assert own_words(titles) == [["grande"], ["nord"], [], ["lite"], ["war", "europe"]]


def test_what_stands_in_a_case_is_found_by_itself_and_leads_to_it() -> None:
    beside = {(one["k"], one["t"]): one for one in data_of()["entries"] if "of" in one}
    table = beside["table", "Cost"]
    assert table["u"] == "campaign/movement.html#rule-8.3.cost" and table["of"] == "8.3" and "infantry" in table["x"]
    assert beside["example", "infantry in mud"]["u"] == "campaign/movement.html#case-8.2"
    assert beside["amendment", "Correction: Mud"]["of"] == "8.2"
    assert beside["amendment", "Addition: Forage"]["x"] == (
        "appends “Leaders forage too.”; corrects row “cavalry”, column “reach” of the table “reach” from 4 to 5; adds a rule"
    )


def test_a_case_is_found_by_its_rules_tables_rulings_and_ledger(entries: list[dict[str, Any]]) -> None:
    assert "weather" in entry(entries, "8.3")["d"] and "horse" in entry(entries, "8.3")["d"]
    assert "reserve" in entry(entries, "8.4")["q"]
    assert "allowance" in entry(entries, "8.2")["f"] and "costs" in entry(entries, "8.2")["l"]
    assert entry(entries, "8.2")["e"] == "infantry in mud"
