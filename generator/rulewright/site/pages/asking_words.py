"""The script of the words of one book by which a page finds the question that plain words mean. It is loaded when one types."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rulewright.analysis.plain_questions.for_pages import table_for_pages
from rulewright.analysis.plain_questions.of_book import table_of_book
from rulewright.site.html.escape import script_data, script_text
from rulewright.workspace.open_book import PLAIN_TABLE

if TYPE_CHECKING:
    from rulewright.site.book.book_data import BookOfSite

FILE = "ask-words.js"


def words_script(site_book: BookOfSite) -> str:
    """`FOLDER/ask-words.js`: one call with one text, which is data, as in `ask-data.js`."""
    edition = site_book.edition
    table = site_book.data.load_or_make(f"{PLAIN_TABLE}.{edition}", lambda: table_of_book(site_book.book, site_book.data.cores[edition]))
    text = json.dumps(table_for_pages(table), ensure_ascii=False, separators=(",", ":"))
    return f"rulewrightAsk.giveWords({script_data(site_book.folder)},{script_text(text)});\n"
