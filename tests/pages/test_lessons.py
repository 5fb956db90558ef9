"""The pictures of the first lessons: the books that they make, as their sites show them. `RULEWRIGHT_REWRITE=1` takes them anew."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interfaces.cli.test_tutorial import LESSONS
from interfaces.cli.told import Written, steps
from pages.browser import opened
from pages.test_picture import IN_THE_PICTURE
from rulewright.site import build_site
from rulewright.workspace.open_book import load

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MOST_BYTES = 60_000
PICTURE = re.compile(r"!\[([^]]*)\]\((pictures/[\w-]+\.png)\)")
WIDTH, HEIGHT = 640, 590


def show_first_book(page: Page, site: Path) -> None:
    """The case of the boatmen with its question open and answered."""
    page.goto((site / "crossing.html").as_uri())
    case = page.locator('h2[id="case-9.3"] + .rw-case-body')
    case.get_by_role("link", name="May the unit cross the river?", exact=True).click()
    for question, value in (("What is the weather?", "mud"), ("Is the unit a wagon?", "yes")):
        case.get_by_role("group", name=question).get_by_role("radio", name=value, exact=True).click(timeout=5000)
    case.locator(".rw-answer:not(.rw-answer-missing)").wait_for()
    case.locator(".rw-ask-answer[aria-busy=false]").wait_for()
    page.mouse.move(0, 0)
    page.locator('h2[id="case-9.3"]').evaluate("(one) => one.scrollIntoView()")
    page.wait_for_timeout(500)  # the button that leads to the top comes slowly


def show_first_erratum(page: Page, site: Path) -> None:
    """The top of the chapter with the corrected case."""
    page.goto((site / "movement.html").as_uri())
    page.locator('h2[id="case-8.1"]').wait_for()


SHOWN = {"first-book": show_first_book, "first-erratum": show_first_erratum}


@pytest.mark.browser
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_the_picture_of_a_lesson_shows_what_its_words_say(lesson: Path, tmp_path: Path, browser: Browser) -> None:
    (tmp_path / "ferry").mkdir()
    for text in [one.read_text("utf-8") for one in LESSONS[: LESSONS.index(lesson) + 1]]:
        for step in steps(text):
            if isinstance(step, Written):
                (tmp_path / step.name).write_text(step.words, "utf-8")
    site = build_site([load(str(tmp_path / "ferry"), cache=False)], tmp_path / "site").index.parent
    (alt, name), *others = PICTURE.findall(lesson.read_text("utf-8"))
    picture = lesson.parent / name
    assert not others and picture.stem == lesson.stem
    with opened(browser, width=WIDTH, height=HEIGHT) as page:
        SHOWN[lesson.stem](page, site / "ferry")
        if os.environ.get("RULEWRIGHT_REWRITE"):
            picture.write_bytes(page.screenshot())
        said = re.findall("“([^”]*)”", alt)
        assert said and [words for words in said if not page.evaluate(IN_THE_PICTURE, words)] == []
    assert 5_000 < picture.stat().st_size < MOST_BYTES
