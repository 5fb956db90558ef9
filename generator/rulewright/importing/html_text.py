"""HTML -> text in the layout of Markdown: `#` before a heading, `-` before an item, tabs between the cells of a row."""

from __future__ import annotations

import re
import warnings

from rulewright.importing.limits import missing_library_error

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
UNSEEN = ("script", "style", "head", "template", "noscript", "svg", "nav")
OWN_LINE = ("p", "div", "section", "article", "blockquote", "table", "ul", "ol", "dl", "dt", "dd", "pre", "center")


def text_of_html(data: bytes) -> str:
    """Return the words of a page, one block a line, with blank lines between. Raises `WrongInput` if the library is not installed."""
    try:
        from bs4 import BeautifulSoup
        from bs4.element import PreformattedString
    except ImportError:
        raise missing_library_error("HTML", "Beautiful Soup") from None
    with warnings.catch_warnings():  # it warns about pages that look like another format
        warnings.simplefilter("ignore")
        page = BeautifulSoup(data, "html.parser")
    for hidden in page(UNSEEN):
        hidden.decompose()
    for unseen in page.find_all(string=lambda text: isinstance(text, PreformattedString)):  # comments, the document type
        unseen.extract()
    for text in page.find_all(string=True):
        text.replace_with(re.sub(r"\s+", " ", str(text)))
    for line in page("br"):
        line.replace_with("\n")
    for row in page("tr"):
        cells = [re.sub(r"\s+", " ", cell.get_text(" ")).strip() for cell in row(["td", "th"])]
        row.replace_with("\n" + "\t".join(cells) + "\n")
    for name, prefix in (*((heading, "#" * level + " ") for level, heading in enumerate(HEADINGS, 1)), ("li", "- ")):
        for element in page(name):
            element.insert_before("\n\n" if name in HEADINGS else "\n")
            element.insert(0, prefix)
            element.insert_after("\n\n" if name in HEADINGS else "\n")
    for element in page(OWN_LINE):
        element.insert_before("\n\n")
        element.insert_after("\n\n")
    lines = (re.sub(r" +", " ", line).strip(" ") for line in page.get_text().split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"
