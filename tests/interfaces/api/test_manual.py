"""The manual explains every word of the grammar, and names where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.base.page_sections import PageSection
from rulewright.base.resources import site_folder
from rulewright.interfaces.api.manual import PAGES, explain_word, language_words, near_words


def test_every_page_of_the_language_is_looked_at() -> None:
    there = {path.stem for path in (site_folder() / "pages" / "language").glob("*.md")}
    assert there - set(PAGES) == {"words"}  # the list of all words


def test_every_word_of_the_grammar_is_explained() -> None:
    assert [word for word in sorted(language_words()) if explain_word(word) is None] == []


def test_every_explanation_names_a_heading_that_is_there() -> None:
    for word in sorted(language_words()):
        found = explain_word(word)
        assert found is not None and found.uses and all(one.meaning for one in found.uses)
        page = (site_folder() / "pages" / "language" / f"{found.page}.md").read_text("utf-8")
        assert f"# {found.title}\n" in page and f"# {found.section}\n" in page, word


@pytest.mark.parametrize(
    ("word", "form", "page"),
    [
        ("may", "may P(u) when C", "rules"),
        ("may only", "may only P(u) when C", "rules"),
        ("when and only when", "may P(u) when and only when C", "rules"),
        ("otherwise", "otherwise 4 MP", "vocabulary"),
        ("restates", "restates 9.1", "rules"),
        ("replaces", "replaces the case", "editions"),
    ],
)
def test_a_word_leads_to_its_row(word: str, form: str, page: str) -> None:
    found = explain_word(word)
    assert found is not None
    assert form in [one.form.split(", ")[0] for one in found.uses] and found.page == page


def test_an_example_has_the_word_and_what_it_is_under() -> None:
    found = explain_word("overrides")
    assert found is not None
    first, *_, last = found.example.split("\n")
    assert first.startswith("case ") and last.strip().startswith("overrides ")


def test_no_word_is_shown_by_a_block_that_is_refused() -> None:
    refused = PageSection("", "", "", "", (), ("<!-- prelude: ferry, errors: RW021 -->", "```rulewright\nmay cross(u) wehn u.reserve\n```"))
    assert list(refused.examples()) == []
    assert list(replace(refused, blocks=("A comment is above.", *refused.blocks[1:])).examples()) == ["may cross(u) wehn u.reserve"]
    found = explain_word("satisfies")
    assert found is not None and found.example.endswith(
        "at_rest(t) means (every unit x among garrison(t) satisfies x.reserve) or weather is snow"
    )


def test_what_is_no_word_of_the_language() -> None:
    assert explain_word("qwertz") is None
    assert explain_word("") is None
    assert explain_word("may allowance") is None
    assert near_words("othewise")[0] == "otherwise"
