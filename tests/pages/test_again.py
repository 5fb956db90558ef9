"""Pages of an earlier build that are used again: the site is the one that a build from nothing makes, to the byte, and so are its warnings."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pages.books import CHAPTER, campaign, files_of
from rulewright.base import resources
from rulewright.base.store import Store
from rulewright.site import Rendered, SiteSettings, build_site
from rulewright.site.output.settings import read_settings

Built = tuple[dict[Path, bytes], tuple[str, ...]]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that MkDocs makes, as it makes them."""
    from mkdocs.structure.pages import Page

    made: list[str] = []
    render = Page.render

    def noting(page: Page, *args: Any) -> None:
        made.append(page.file.src_uri)
        render(page, *args)

    monkeypatch.setattr(Page, "render", noting)
    return made


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the settings, the theme and the author's pages of a site, to be edited."""
    folder = tmp_path / "sources"
    shutil.copytree(resources.site_folder(), folder / "site")
    monkeypatch.setattr(resources, "site_folder", lambda: folder / "site")
    (folder / "mkdocs.yml").write_text("site_name: House rules\n", "utf-8")
    (folder / "docs").mkdir()
    (folder / "docs" / "aids.md").write_text("# Aids\n\n[Gone](gone.md)\n", "utf-8")
    return folder


def _built(out: Path, rendered: Rendered | None, chapter: str = CHAPTER) -> Built:
    """Build the campaign's site, by the settings in `sources` where the test has them."""
    file = next((folder / "sources" / "mkdocs.yml" for folder in out.parents if (folder / "sources").is_dir()), None)
    settings = SiteSettings() if file is None else read_settings(file)
    warnings = build_site([campaign(chapter)], out, rendered=rendered, settings=settings).warnings
    return files_of(out), warnings


def _after(edit: Callable[[], object], tmp_path: Path) -> tuple[Built, Built]:
    """What a build makes that has pages of before an edit at hand, and one that has none."""
    store = Store(tmp_path / "kept")
    _built(tmp_path / "before", Rendered(store))
    edit()
    return _built(tmp_path / "again", Rendered(store)), _built(tmp_path / "from nothing", None)


def test_only_pages_with_something_else_on_them_are_made_again(tmp_path: Path, sources: Path, made: list[str]) -> None:
    store = Store(tmp_path / "kept")
    edited = CHAPTER.replace("Mud", "Deep mud")
    again: dict[str, list[str]] = {}
    for name, chapter in (("one", CHAPTER), ("two", edited), ("three", edited)):
        made.clear()
        built = _built(tmp_path / name, Rendered(store), chapter)
        again[name] = list(made)
        assert built == _built(tmp_path / f"{name} from nothing", None, chapter)
    assert "campaign/movement.md" in again["two"] and "campaign/coverage.md" in {*again["one"]} - {*again["two"]}
    with_warnings = [page for page in again["three"] if "/print-" not in page]  # the pages of the whole book are filled from the others
    assert all(any(f"'{page}'" in warning for warning in built[1]) for page in with_warnings)
    assert built[1], "the page of aids has a link to a page that is not there"


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [("mkdocs.yml", "House rules", "Rules of the house"), ("site/theme/partials/footer.html", "Made with", "Written by")],
)
def test_after_an_edit_of_settings_or_theme_every_page_is_made(
    tmp_path: Path, sources: Path, made: list[str], file: str, before: str, after: str
) -> None:
    def edit() -> None:
        path = sources / file
        assert before in path.read_text("utf-8")
        path.write_text(path.read_text("utf-8").replace(before, after), "utf-8")

    again, from_nothing = _after(edit, tmp_path)
    assert again == from_nothing
    third = len(made) // 3
    assert made[:third] == made[third : 2 * third] == made[2 * third :]


def test_a_link_to_an_anchor_is_looked_at_where_its_own_page_is_not_made(tmp_path: Path, sources: Path, made: list[str]) -> None:
    leading, led_to = (sources / "docs" / name for name in ("aa.md", "ab.md"))
    leading.write_text(f"# Leading\n\n[There]({led_to.name}#here) and [there]({led_to.name}#always)\n", "utf-8")
    led_to.write_text("# Led to\n\n## Here\n\n## Always\n", "utf-8")
    store = Store(tmp_path / "kept")
    first = _built(tmp_path / "first", Rendered(store))
    led_to.write_text("# Led to\n\n## Always\n", "utf-8")
    made.clear()
    second = _built(tmp_path / "second", Rendered(store))
    assert leading.name not in made and led_to.name in made
    assert second == _built(tmp_path / "second from nothing", None)
    missed = [warning for warning in second[1] if warning not in first[1]]
    assert len(missed) == 1 and f"'{leading.name}'" in missed[0] and "#here" in missed[0]
    assert _built(tmp_path / "third", Rendered(store)) == second


def test_within_a_process_a_warning_about_a_page_that_stays_is_given_once(tmp_path: Path, sources: Path) -> None:
    rendered = Rendered()
    first, again = (_built(tmp_path / name, rendered) for name in ("first", "again"))
    assert first[0] == again[0]
    assert first[1] and not again[1]


@pytest.mark.parametrize("harm", [lambda data: data[:-1000], lambda data: data.replace(b"Mud", b"Bog"), lambda data: b""])
def test_pages_that_were_damaged_on_disk_are_made(tmp_path: Path, harm: Callable[[bytes], bytes]) -> None:
    def edit() -> None:
        (kept,) = (tmp_path / "kept").iterdir()
        assert harm(kept.read_bytes()) != kept.read_bytes()
        kept.write_bytes(harm(kept.read_bytes()))

    again, from_nothing = _after(edit, tmp_path)
    assert again == from_nothing


def test_the_pages_of_one_build_are_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "kept")
    for chapter in (CHAPTER, CHAPTER.replace("Mud", "Bog"), CHAPTER.replace("Mud", "Mire")):
        _built(tmp_path / "out", Rendered(store), chapter)
        (kept,) = (tmp_path / "kept").iterdir()
    size = kept.stat().st_size
    _built(tmp_path / "out", Rendered(store), chapter)
    assert [path.stat().st_size for path in (tmp_path / "kept").iterdir()] == [size]
