"""Lists and tables of a case's prose on its page, in the edition in force and in an earlier one, and as `fmt` writes them."""

from __future__ import annotations

from pages.books import CHAPTER, campaign, pages_of
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.carried import carried_files
from rulewright.syntax.formatter import format_source

LISTS = """
case 8.21 "Who moves"
  "These may move:
    - foot, as in [8.2];
    - horse, which *ride*;
    - guns."

case 8.22 "What it costs"
  "The costs are:
    | ground | foot |
    |--------|------|
    | clear | 1 |
    | <mud> | 2 |
    All else is free."
  "1. Throw.
    2. Look it up."

amend 8.21 in errata as correction
  replaces "which *ride*" with "which gallop"
  inserts "and boats" after "guns"

amend 8.22 in errata as correction
  replaces "| <mud> | 2 |" with "| <mud> | 3 |"
"""


def test_a_list_stays_a_list_with_what_errata_changed_inside_of_its_items() -> None:
    page = pages_of(campaign(CHAPTER + LISTS))["movement"]
    assert "<p>These may move:</p>" in page
    assert '<li>foot, as in <a href="#case-8.2" class="rw-ref">8.2</a>;</li>' in page
    assert "<li>horse, which <del><em>ride</em></del> <ins>gallop</ins>;</li>" in page
    assert "<li><del>guns</del> <ins>guns and boats</ins>.</li></ul>" in page
    assert "<li>horse, which <mark><em>ride</em></mark>;</li><li><mark>guns</mark>.</li></ul>" in page  # as it was
    assert "<ol><li>Throw.</li><li>Look it up.</li></ol>" in page


def test_a_table_stays_a_table_and_its_cells_are_escaped() -> None:
    page = pages_of(campaign(CHAPTER + LISTS))["movement"]
    assert '<tr><th scope="col">ground</th><th scope="col">foot</th></tr>' in page
    assert "<tr><td>&lt;mud&gt;</td><td><del>2</del> <ins>3</ins></td></tr>" in page
    assert "<tr><td>&lt;mud&gt;</td><td><mark>2</mark></td></tr>" in page
    assert "<p>All else is free.</p>" in page


def test_a_list_in_an_item_a_quotation_and_code_are_shown_as_such() -> None:
    blocks = """
case 8.23 "What there is"
  "There are:
    - guns:
      -- light;
      -- heavy;
    - boats."
  "> He who waits, *waits*."
  "`row <1>` `row 2`"
"""
    page = pages_of(campaign(CHAPTER + blocks))["movement"]
    assert "<li>guns:<ul><li>light;</li><li>heavy;</li></ul></li><li>boats.</li></ul>" in page
    assert "<blockquote><p>He who waits, <em>waits</em>.</p></blockquote>" in page
    assert "<pre><code>row &lt;1&gt;<br>row 2</code></pre>" in page


def test_fmt_keeps_an_item_or_a_row_on_a_line_of_its_own() -> None:
    assert format_source(LISTS.lstrip()) == LISTS.lstrip()


def test_words_whose_subject_is_in_the_heading_of_their_amendment_have_it_with_them() -> None:
    """Once, on the first of its paragraphs; an amendment without a heading has none."""
    titled = """
amend 8.2 in errata as addition "Belgium and Holland"
  "These two pay nothing."
  "They never do."

amend 8.3 in errata as addition
  "The others pay."
"""
    given = campaign(CHAPTER + titled)
    page = pages_of(given)["movement"]
    assert '<b class="rw-of">Belgium and Holland: </b>These two pay nothing.' in page
    assert page.count("rw-of") == 1
    assert "Belgium and Holland: These two pay nothing." in dict(carried_files(BookOfSite(given)))["rules.txt"]
