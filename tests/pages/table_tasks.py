"""What a player does with a phone at the table, task by task, with the taps that it takes. Typing is no tap; a choice of a list is two.

The tasks are of any site: `Table` says what is looked for in a book.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pages.browser import until

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


@dataclass(frozen=True)
class Table:
    """A book on a site, and what is looked for in it. `home` is where the site begins."""

    home: str
    folder: str
    number: str
    """A case as its heading has it, and words of it."""
    words_of_case: str
    word: str
    """A word in the text of a case, and the number of that case."""
    case_of_word: str
    table: str
    """Words of the caption of a table, a row of it and a cell of that row."""
    row: str
    cell: str
    question: str
    """Words of a question whether something may be done."""
    corrected: tuple[str, str] = ("", "")
    """Chapter and case of an erratum."""
    was: str = ""
    """Words that the case has in the first edition alone."""
    earlier: str = ""
    step: str = ""
    """The id of a step of the turn."""
    typed: str = ""
    """The number as it is typed, if its heading has it in another way."""
    words_of_table: str = ""
    """What is typed to find the table, if not its caption."""
    term: str = ""
    meaning: str = ""


class Phone:
    """A page in a player's hand, which counts taps."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page = page
        self.table = table
        self.taps = 0

    def start(self) -> None:
        self.page.goto(f"{self.table.home}{self.table.folder}/index.html")
        self.taps = 0

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def choose(self, target: Locator, value: str) -> None:
        target.select_option(value)
        self.taps += 2

    def search(self, words: str) -> Locator:
        """What the dialog finds."""
        self.tap(self.page.locator("[data-rw-search]:visible").first)
        self.page.get_by_role("searchbox").fill(words)
        results = self.page.locator(".rw-search-results a")
        results.first.wait_for()
        return results

    def read_case(self, number: str) -> Locator:
        """Wait until the case is what is seen."""
        heading = self.page.locator("h2.rw-case, h3.rw-case, h4.rw-case").filter(has=self.page.locator(".rw-number", has_text=number)).first
        heading.wait_for()
        until(
            self.page,
            f"(() => {{ const box = document.getElementById({heading.get_attribute('id')!r}).getBoundingClientRect(); "
            "return box.top > -1 && box.top < innerHeight; })()",
        )
        return heading


def find_by_number(phone: Phone) -> None:
    phone.tap(phone.search(phone.table.typed or phone.table.number).first)
    phone.read_case(phone.table.number)
    assert phone.table.words_of_case in phone.page.locator("article").inner_text()


def find_by_word(phone: Phone) -> None:
    phone.tap(phone.search(phone.table.word).filter(has_text=phone.table.case_of_word).first)
    phone.read_case(phone.table.case_of_word)


def read_a_table(phone: Phone) -> None:
    phone.tap(phone.search(phone.table.words_of_table or phone.table.table).first)
    tables = phone.page.locator(".rw-table", has=phone.page.get_by_text(phone.table.table, exact=False))
    row = tables.first.get_by_role("row").filter(has=phone.page.get_by_role("rowheader", name=phone.table.row))
    assert phone.table.cell in row.first.inner_text()
    assert tables.first.is_visible()


def ask_whether_one_may(phone: Phone) -> None:
    phone.tap(phone.search(phone.table.question).filter(has_text=phone.table.question).first)
    phone.page.locator(".rw-ask-answer[aria-busy=false] .rw-answer, .rw-answer").first.wait_for()
    assert phone.page.locator(".rw-answer").first.inner_text()


def see_what_an_erratum_changed(phone: Phone) -> None:
    chapter, number = phone.table.corrected
    phone.tap(phone.search(number).first)
    body = phone.page.locator(f"#{phone.read_case(number).get_attribute('id')}".replace(".", "\\.") + " + .rw-case-body")
    assert body.locator(".rw-now ins, .rw-now .rw-amended").count() and body.locator(".rw-badge").count() and chapter in phone.page.url


def read_the_printed_edition(phone: Phone) -> None:
    _, number = phone.table.corrected
    phone.tap(phone.search(number).first)
    phone.read_case(number)
    phone.choose(phone.page.locator("[data-rw-editions]"), f"as {phone.table.earlier}")
    assert phone.page.get_by_text(phone.table.was).locator("visible=true").count()


def tick_off_steps(phone: Phone) -> None:
    phone.tap(phone.page.locator(".rw-doors a[href='play.html']"))
    phone.tap(phone.page.locator(f"[id='{phone.table.step}'] .rw-tick"))
    phone.page.locator(f"[id='{phone.table.step}'] input:checked").wait_for(state="attached")  # a browser ticks a while after the tap
    phone.page.locator("[data-rw-turn-bar]").wait_for()  # the script is there, which keeps the tick
    phone.page.reload()
    phone.page.locator(f"[id='{phone.table.step}'] input:checked").wait_for(state="attached")
    phone.tap(phone.page.locator("[data-rw-turn-next]"))
    assert phone.page.locator("[data-rw-turn-number]").inner_text() == "2"


def print_the_book(phone: Phone) -> None:
    phone.tap(phone.page.get_by_role("link", name="the whole book", exact=True))
    phone.page.locator(".rw-whole section").first.wait_for()
    phone.page.evaluate("window.print = () => { window.printed = true; }")
    phone.tap(phone.page.get_by_role("button", name="Print"))
    assert phone.page.evaluate("window.printed") and phone.page.locator(".rw-whole section").count() > 2


def use_it_offline(phone: Phone) -> None:
    phone.page.locator(f"html[data-rw-kept={phone.table.folder}]").wait_for(state="attached")
    phone.page.context.set_offline(True)
    find_by_number(phone)


def add_a_house_note(phone: Phone) -> None:
    phone.tap(phone.page.locator(".rw-doors a[href='play.html']"))
    phone.tap(phone.page.locator(f"[id='{phone.table.step}'] .rw-house > summary"))
    phone.page.locator(f"[id='{phone.table.step}'] textarea").fill("Ours: <i>twice</i>")
    phone.page.reload()
    until(phone.page, f"document.getElementById('{phone.table.step}').querySelector('textarea').value === 'Ours: <i>twice</i>'")


def find_a_term(phone: Phone) -> None:
    phone.search(phone.table.term)
    phone.tap(phone.page.locator(".rw-search-results a[href*='glossary.html']").first)
    assert phone.table.meaning in phone.page.locator("article").inner_text()


TASKS = (
    find_by_number, find_by_word, read_a_table, ask_whether_one_may, see_what_an_erratum_changed, read_the_printed_edition, tick_off_steps,
    print_the_book, use_it_offline, add_a_house_note, find_a_term,
)  # fmt: skip
