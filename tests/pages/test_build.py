"""The built site as a whole: written whole or not at all, over nothing that is not ours, with every link going somewhere and no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from pages.books import campaign, files_of, pages_of
from rulewright.site import SiteError, SiteReport, build_site
from rulewright.site import build as building
from rulewright.site.output.folder import HEADING, LOCK, MARKER, OLD


class Page(HTMLParser):
    """The ids, links and loaded addresses of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.titles = 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(given["id"] or "")
        if tag == "a" and given.get("href"):
            self.links.append(given["href"] or "")
        if tag in ("script", "img", "iframe") and given.get("src"):
            self.loads.append(given["src"] or "")
        if tag == "link" and given.get("href"):
            self.loads.append(given["href"] or "")
        self.titles += tag == "h1"


def html_pages(folder: Path) -> Iterator[tuple[Path, Page]]:
    for path in sorted(folder.rglob("*.html")):
        yield path, Page(path)


def test_every_link_goes_to_a_page_and_an_anchor_that_are_there(site_folder: Path) -> None:
    pages = {path.resolve(): page for path, page in html_pages(site_folder)}
    broken = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(urljoin(path.as_uri(), link if path.name != "404.html" else link.removeprefix("/")))
            if parts.scheme != "file":
                continue
            there = Path(unquote(parts.path))
            if there.suffix in (".json", ".txt", ".xml") and there.is_file():
                continue
            target = pages.get(there)
            read = {"ask.html": "q=", "own-copy.html": "case="}.get(there.name)  # a question or a case, which the page's script reads
            asked = read is not None and parts.fragment.startswith(read)
            if target is None or (parts.fragment and not asked and unquote(parts.fragment) not in target.ids):
                broken.append(f"{path.relative_to(site_folder.resolve())}: {link}")
    assert not broken


def test_no_id_stands_twice_on_a_page_and_every_page_has_one_title(site_folder: Path) -> None:
    for path, page in html_pages(site_folder):
        doubles = {one for one in page.ids if page.ids.count(one) > 1}
        assert not doubles, (path, doubles)
        assert page.titles == 1, path


def test_no_page_loads_anything_from_elsewhere(site_folder: Path) -> None:
    for path, page in html_pages(site_folder):
        for address in (load if path.name != "404.html" else load.removeprefix("/") for load in page.loads):
            assert not urlsplit(address).scheme and not address.startswith("//"), (path, address)
            assert (path.parent / unquote(urlsplit(address).path)).is_file(), (path, address)
    for sheet in site_folder.rglob("*.css"):
        for address in re.findall(r"url\([\"']?([^\"')]+)", sheet.read_text(encoding="utf-8")):
            assert address.startswith(("data:", "fonts/", "#")), (sheet, address)
    for script in site_folder.glob("assets/*.js"):
        assert not re.search(r"\bfetch\(|XMLHttpRequest|\bimport\(|innerHTML", script.read_text(encoding="utf-8")), script


def test_it_carries_nothing_that_it_does_not_need(site_folder: Path) -> None:
    assert not list(site_folder.rglob("*.map"))
    assert not (site_folder / "assets/javascripts/lunr").exists()
    assert not (site_folder / "sitemap.xml").exists()


def test_the_titles_of_windows_name_page_and_book(site_folder: Path) -> None:
    title = re.search(r"<title>(.*?)</title>", (site_folder / "campaign/movement.html").read_text(encoding="utf-8"))
    assert title is not None and unescape(title[1]) == "8 Movement – The Campaign"


def test_the_report_says_what_was_built(campaign_site: SiteReport, site_folder: Path) -> None:
    assert campaign_site.pages == len(list(site_folder.rglob("*.html")))
    assert campaign_site.index.is_file() and campaign_site.seconds > 0


def test_pages_are_plain_markdown_that_any_generator_may_read() -> None:
    movement = pages_of(campaign())["movement"]
    assert movement.startswith('---\ntitle: "8 Movement"\n---\n# ')
    assert all(re.match(r"(#|---|title:|<\w+|$)", line) for line in movement.splitlines())


def test_progress_is_told_from_beginning_to_end(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    build_site([campaign()], tmp_path / "out", lambda *step: told.append(step))
    assert told[0] == ("writing the pages of The Campaign", 0, 1)
    assert told[-1][1] == told[-1][2] > 0


def test_a_second_build_replaces_what_the_first_made_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    build_site([campaign()], out)
    (out / "campaign" / "gone.html").write_text("of an earlier build", encoding="utf-8")
    with (out / MARKER).open("a", encoding="utf-8") as listed:
        listed.write("campaign/gone.html\n")
    (out / "CNAME").write_text("rules.example.org", encoding="utf-8")
    (out / ".git" / "refs" / "tags").mkdir(parents=True)
    (out / ".git" / "HEAD").write_text("ref", encoding="utf-8")
    (out / "campaign" / "notes.txt").write_text("mine", encoding="utf-8")
    (out / "link").symlink_to(tmp_path / "nowhere")
    build_site([campaign()], out)
    assert (out / "campaign/movement.html").is_file() and not (out / "campaign/gone.html").exists()
    assert (out / "CNAME").read_text("utf-8") == "rules.example.org"
    assert (out / ".git" / "HEAD").read_text("utf-8") == "ref" and (out / ".git" / "refs" / "tags").is_dir()
    assert (out / "campaign" / "notes.txt").read_text("utf-8") == "mine"
    assert (out / "link").is_symlink()
    assert [one.name for one in out.parent.iterdir()] == ["out"], "nothing is left beside it"


def test_a_file_of_another_in_the_place_of_a_page_is_kept_and_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / MARKER).write_text(HEADING + "\n", encoding="utf-8")
    (out / "index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(SiteError, match=r"index\.html` was not made by"):
        build_site([campaign()], out)
    assert (out / "index.html").read_text("utf-8") == "mine"
    assert [one.name for one in tmp_path.iterdir()] == ["out"]


def test_what_a_killed_build_left_is_cleared_and_an_old_site_comes_back(tmp_path: Path) -> None:
    out = tmp_path / "out"
    build_site([campaign()], out)
    (out / "CNAME").write_text("rules.example.org", encoding="utf-8")
    left = tmp_path / ".out-killed"
    left.mkdir()
    (left / LOCK).touch()
    out.rename(left / OLD)
    (tmp_path / ".out-of-another").mkdir()
    build_site([campaign()], out)
    assert (out / "CNAME").is_file()
    assert sorted(one.name for one in tmp_path.iterdir()) == [".out-of-another", "out"]


def test_a_folder_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(SiteError, match="is not empty and was not made by"):
        build_site([campaign()], tmp_path)
    assert (tmp_path / "thesis.txt").read_text(encoding="utf-8") == "years of work"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x", encoding="utf-8")
    with pytest.raises(SiteError, match="is a file"):
        build_site([campaign()], tmp_path / "out")


def test_an_empty_folder_may_become_the_site(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    build_site([campaign()], tmp_path / "out")
    assert (tmp_path / "out" / MARKER).is_file()


@pytest.mark.parametrize("step", ["run_mkdocs", "BookOfSite"])
def test_a_build_that_fails_leaves_the_old_site_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    out = tmp_path / "out"
    build_site([campaign()], out)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no more room")

    monkeypatch.setattr(building, step, fail)
    with pytest.raises(RuntimeError):
        build_site([campaign()], out)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert [one.name for one in tmp_path.iterdir()] == ["out"]


def test_a_swap_that_fails_halfway_brings_the_old_site_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    build_site([campaign()], out)
    rename = Path.rename

    def fails_for_the_new(self: Path, target: Path) -> Path:
        if self.name == "site":
            raise OSError("busy")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fails_for_the_new)
    with pytest.raises(OSError, match="busy"):
        build_site([campaign()], out)
    assert (out / "campaign/movement.html").is_file()


def test_hand_written_files_of_the_site_are_never_written_to(tmp_path: Path, root: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (root / "site").rglob("*")}
    build_site([campaign()], tmp_path / "out")
    assert {path: path.stat().st_mtime_ns for path in (root / "site").rglob("*")} == before


def test_two_builds_are_the_same(tmp_path: Path) -> None:
    one, again = (build_site([campaign()], tmp_path / name).index.parent for name in ("one", "again"))
    assert files_of(one) == files_of(again)
