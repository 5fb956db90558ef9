"""The navigation of the manual in `mkdocs.yml`: every page in one part, the parts in the order in which they are read."""

from __future__ import annotations

from rulewright.base.resources import site_folder
from rulewright.site.nav import add_missing_pages, manual_parts
from rulewright.site.output.own_pages import named_in

PAGES = site_folder() / "pages"
PARTS = ["Begin", "Write", "Look up", "Understand", "Build on it", "Change it"]


def test_every_page_of_the_manual_is_in_one_part() -> None:
    shown = list(named_in(manual_parts()))
    there = {path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*.md")} - {"index.md"}
    assert there - set(shown) == set(), "list it under `nav:` in `mkdocs.yml`, in the part of its readers"
    assert [page for page in shown if page not in there] == []
    assert len(shown) == len(set(shown))


def test_the_parts_are_in_the_order_of_reading() -> None:
    assert [title for part in manual_parts() for title in part] == PARTS


def test_a_page_that_no_part_names_is_at_the_end_of_the_part_with_the_most_of_its_folder() -> None:
    nav = [{"One": ["a/x.md", "b/x.md"]}, {"Two": ["a/y.md", "a/z.md"]}]
    assert add_missing_pages(nav, ["a/new.md", "b/x.md", "b/new.md"]) == [
        {"One": ["a/x.md", "b/x.md", "b/new.md"]},
        {"Two": ["a/y.md", "a/z.md", "a/new.md"]},
    ]
    assert nav == [{"One": ["a/x.md", "b/x.md"]}, {"Two": ["a/y.md", "a/z.md"]}]


def test_the_first_page_has_a_door_for_each_kind_of_reader() -> None:
    doors = (PAGES / "index.md").read_text("utf-8").partition('<div class="rw-readers" markdown>')[2].partition("</div>")[0]
    assert [line.partition("**")[2].partition("**")[0] for line in doors.split("\n") if line.startswith("**")] == [
        "You write a rulebook.",
        "You look something up.",
        "You build on it.",
        "You change it, or want to know how it works.",
    ]
