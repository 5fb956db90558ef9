"""The tasks of a player with a phone: each can be done, in few taps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.browser import opened, served
from pages.table_tasks import TASKS, Phone, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

MOST_TAPS = 4


@pytest.fixture(scope="module")
def home(manual_site: Path) -> Iterator[str]:
    with served(manual_site) as home:
        yield home


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_a_player_does_it_with_a_few_taps(task: Callable[[Phone], None], home: str, browser: Browser) -> None:
    table = Table(
        home,
        "decided",
        number="8.11",
        words_of_case="goes where it likes",
        word="mud",
        case_of_word="8.2",
        table="cost",
        row="mud",
        cell="2",
        question="draw forage",
        corrected=("movement", "8.2"),
        was="Mud takes 2 MP",
        earlier="printed",
        step="phase-movement",
        term="oob",
        meaning="What an army eats",
    )
    with opened(browser, width=390, height=844, touch=True, home=home) as page:
        phone = Phone(page, table)
        phone.start()
        task(phone)
        assert 0 < phone.taps <= MOST_TAPS
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
