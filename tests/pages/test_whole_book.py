"""The whole book of an edition as one page: what the edition has and nothing else, links within it, contents, tables and index."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import tostring

import pytest

from pages.books import campaign
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.whole.edition_tree import keep_edition, read_article, text_of
from rulewright.site.whole.whole_book import BuiltPages, WholeBook, gather_book

ARTICLE = """<html><nav>around</nav><article class="md-content__inner"><h2 class="rw-case" id="case-1"><a href="#case-1" class="rw-number">1</a> Then</h2>
<div class="rw-case-body" data-rw-absent="printed"><p>new &lt;b&gt;</p></div>
<h2 class="rw-case" id="case-2">2 Both</h2>
<div class="rw-case-body" data-rw-since="printed"><p data-rw-in="errata">now</p><p data-rw-in="printed" hidden>was</p>
<div class="rw-now"><p>five <del>four</del></p></div><div class="rw-past"><details><summary>1 rule</summary>rule</details>
<details data-rw-edition="printed"><summary>As printed</summary><p><mark>four</mark><br>points</p></details></div></div>
<div class="rw-case-body" data-rw-unheld="printed"><div class="rw-now"><p>late</p></div> kept<p hidden>never</p></div></article><p>after</p></html>"""


@pytest.mark.parametrize(
    ("edition", "words"),
    [
        ("errata", "1 Then new <b> 2 Both now five four late kept"),
        ("printed", "2 Both was four points The words of that edition are not held. kept"),
    ],
)
def test_an_edition_has_its_own_words_and_none_of_another(edition: str, words: str) -> None:
    article = read_article(ARTICLE)
    keep_edition(article, edition)
    assert " ".join(" ".join(article.itertext()).split()) == words
    html = tostring(article, encoding="unicode", method="html")
    assert "hidden" not in html and "data-rw" not in html and ("&lt;b&gt;" in html) == (edition == "errata")


def book(site: Path, edition: str) -> WholeBook:
    return gather_book(BookOfSite(campaign()), BuiltPages(site / "campaign"), edition)


def test_the_book_has_its_chapters_tables_and_an_index_in_order(site_folder: Path) -> None:
    whole = book(site_folder, "errata")
    assert whole.sections[0].anchor == "chapter-movement" and whole.sections[-1].title == "Glossary"
    words = [entry.words for entry in whole.index]
    assert words == sorted(words, key=lambda text: re.sub("^(the|a|an) ", "", text.lstrip("“\"'").casefold())) and "Weather" in words
    assert whole.tables and all(
        place in "".join(section.html for section in whole.sections) for entry in whole.tables for _, place in entry.places
    )


def test_every_link_of_the_page_leads_somewhere_and_every_id_is_there_once(site_folder: Path) -> None:
    for name in ("errata", "printed"):
        page = (site_folder / "campaign" / f"print-{name}.html").read_text("utf-8")
        ids = re.findall(r' id="?([^"\s>]+)', page)
        assert len(ids) == len({*ids})
        within = page[page.index('class="rw-whole"') : page.rindex("</article>")]
        assert {*re.findall(r'href="#([^"]*)"', within)} <= {*ids} and not re.findall(r'href="[^#"]*\.html', within)


def test_errata_are_marked_in_the_edition_that_has_them_alone(site_folder: Path) -> None:
    errata, printed = ("".join(section.html for section in book(site_folder, name).sections) for name in ("errata", "printed"))
    assert "<ins>" in errata and "<ins>" not in printed and "rw-badge-correction" not in printed
    assert text_of(read_article(f"<article>{printed}</article>")) != text_of(read_article(f"<article>{errata}</article>"))
