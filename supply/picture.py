"""Takes the picture of the README: a case of the built site with an open calculator, as Chromium shows it.

    make picture

What the picture shows is said in the README, and `tests/pages/test_picture.py` holds those words against the page.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.site.book_pdf import BROWSERS

if TYPE_CHECKING:
    from playwright.sync_api import Page

BOOK, CHAPTER, CASE = "la-grande-armee", "08-movement", "8.6"
QUESTION = "What is the movement allowance of the unit?"
GIVEN = {"Which weather is it?": "mud", "Which arm is the unit?": "cavalry"}
WIDTH, HEIGHT = 1280, 960


def show(page: Page, site: Path) -> None:
    """Bring a page of WIDTH and HEIGHT to what the picture shows: the case at its top, the question asked, the facts given."""
    page.goto(f"{(site / BOOK / CHAPTER).as_uri()}.html#case-{CASE}")
    case = page.locator(f'h2[id="case-{CASE}"] + .rw-case-body')
    case.get_by_role("link", name=QUESTION, exact=True).click()
    for question, value in GIVEN.items():
        case.get_by_role("group", name=question).get_by_role("radio", name=value, exact=True).click()
    case.locator(".rw-answer:not(.rw-answer-missing)").wait_for()
    case.locator(".rw-ask-answer[aria-busy=false]").wait_for()
    page.mouse.move(0, 0)
    page.locator(f'h2[id="case-{CASE}"]').evaluate("(one) => one.scrollIntoView()")
    page.wait_for_timeout(500)  # the button that leads to the top comes slowly


def main() -> None:
    """Take the picture of the site in a folder."""
    arguments = argparse.ArgumentParser(description=main.__doc__)
    arguments.add_argument("site", type=Path)
    arguments.add_argument("picture", type=Path)
    given = arguments.parse_args()
    chromium = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if chromium is None or not (given.site / BOOK).is_dir():
        raise SystemExit("the picture needs Chromium (apt install chromium), and the site of the book: `make picture` builds it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        show(page, given.site.resolve())
        page.screenshot(path=given.picture)
        browser.close()
    print(f"{given.picture}: {given.picture.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
