"""The MkDocs plugin: pages of rulebooks in any site that uses Material, in the site's own frame or in ours.

In ours (`frame: true`, as `rulewright build` has it) the site works from a disk and offline, with a search in which a case's number
comes first. In the site's own frame, pages, style sheets and scripts are added, and nothing else is changed.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, InclusionLevel

from rulewright.base import resources
from rulewright.base.diagnostics import Diagnostic
from rulewright.base.errors import Error
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.carried import INVENTORY
from rulewright.site.carried.inventory import sphinx_inventory
from rulewright.site.case.page import Page
from rulewright.site.content import BookContent, assets, book_contents
from rulewright.site.directives import Directives
from rulewright.site.html.addresses import PRINT, print_page_name
from rulewright.site.html.escape import clean_line
from rulewright.site.html.templates import PageTemplateError, Templates, packaged_templates
from rulewright.site.nav import (
    CHECKS,
    MANUAL,
    Nav,
    add_missing_pages,
    manual_parts,
    nav_of_book,
    nav_of_books,
    nav_of_checks,
    nav_of_one_book,
    nav_of_pages,
    place_books,
)
from rulewright.site.output.blocks import LANGUAGE, Blocks, box_tables, highlight_source, keep_options_whole, make_code_reachable, tidy_page
from rulewright.site.output.looks import FAVICON, PALETTE, Looks
from rulewright.site.output.moved_sections import add_moved_sections, moved_pages
from rulewright.site.output.offline import add_offline
from rulewright.site.output.own_pages import in_order, named_in, page_from, published_files
from rulewright.site.output.rendered import Rendered
from rulewright.site.output.row_anchors import add_row_anchors
from rulewright.site.output.sample_blocks import MARK, SCRIPTS, samples_script, say_samples
from rulewright.site.output.spare import drop_unneeded_files, sheet_in_other_frame, spare_sheets
from rulewright.site.output.statement_marks import mark_statements
from rulewright.site.pages.check_pages import check_pages
from rulewright.site.search.search_index import search_scripts
from rulewright.site.start import start_page
from rulewright.site.whole.print_page import fill_print_pages

if TYPE_CHECKING:
    from rulewright.workspace.open_book import OpenBook

log = logging.getLogger("mkdocs.plugins.rulewright")

FRAME_SCRIPTS = (
    "frame",
    "keys",
    "load",
    "pins",
    "search",
    "editions",
    "played",
    "highlight",
    "preview",
    "lit",
    "ask/open",
    "copy/open",
    "keep",
)
"""The scripts of a page in our frame, in the order in which they run."""
BOOK_SCRIPTS = ("view", "load", "pins", "search", "editions", "played", "highlight", "preview", "lit", "ask/open", "copy/open", "turn")
"""Those of a page in another frame."""
PAGE_SCRIPTS = {"graph": "graph", "scenarios": "switches"}
"""Those of one page of a book alone."""
SHEET = "assets/rulewright.css"
INSTANT = "navigation.instant"
_ANCHOR = re.compile(r'\sid="([^"]*)"')
MOST_ERRORS = 5  # errors of a book that are shown


class PluginOptions(Config):  # type: ignore[no-untyped-call]
    """The options under `rulewright:` in the list of plugins."""

    books = config_options.ListOfItems(config_options.Type(str), default=[])
    manual = config_options.Type(bool, default=False)
    frame = config_options.Type(bool, default=False)


@dataclass(frozen=True, slots=True)
class BuildInput:
    """The input from `rulewright build`: books that are read and checked already, and what it kept of the build before."""

    books: Sequence[BookOfSite]
    folder: Path | None = None
    """A folder with the author's own pages beside the sources of a rulebook."""
    left_out: tuple[Path, ...] = ()
    """Folders in it that hold none, such as that of the site."""
    rendered: Rendered = field(default_factory=Rendered)
    may_reuse: bool = False
    say: Callable[[str, int, int], None] = lambda stage, done, total: None


class BookFile(File):
    """A page of Markdown that is made here, not read; in a build that uses pages again, it is made unless it is there."""

    def is_modified(self) -> bool:
        return not Path(self.abs_dest_path).is_file()


class RulewrightPlugin(BasePlugin[PluginOptions]):  # type: ignore[no-untyped-call]
    """The events of a build, in their order."""

    def __init__(self, build_input: BuildInput | None = None) -> None:
        super().__init__()
        self._build_input = build_input
        self._folders: list[Path] = []
        """The folders of the rulebooks that were read here."""
        self._state: object = None
        """The state of the rulebooks and templates that the pages were made of."""
        self._contents: tuple[BookContent, ...] = ()
        self._blocks = Blocks()
        self._made = 0
        self._manual_pages: frozenset[str] = frozenset()

    def on_startup(self, **_: Any) -> None:
        """Nothing is done; a plugin with this event lives on from one build of `mkdocs serve` to the next."""

    # ---- settings ----

    def on_config(self, config: Any) -> Any:
        if config.theme.name != "material":
            raise PluginError("rulewright: the pages of rulebooks need the theme Material (`theme: name: material`)")
        self._overrides = tuple(Path(folder) for folder in config.theme.dirs[:1] if config.theme.custom_dir)
        self._looks = Looks.of_theme(config.theme, "custom" if self.config.frame else "indigo")
        scripts = FRAME_SCRIPTS if self.config.frame else BOOK_SCRIPTS
        config.extra_javascript[:0] = [f"assets/{name}.js" for name in scripts]
        if self.config.frame:
            self._set_frame(config)
        elif INSTANT in (config.theme.get("features") or []):
            log.warning("rulewright: `%s` of the theme loads pages without their scripts, which those of rulebooks need", INSTANT)
        config.extra_css[:0] = [SHEET, PALETTE] if self._looks.style_sheet() else [SHEET]
        _add_extensions(config)
        return config

    def _set_frame(self, config: Any) -> None:
        config.use_directory_urls = False
        config.theme.dirs.insert(len(self._overrides), str(resources.site_folder() / "theme"))
        config.theme.static_templates = {"404.html", "sitemap.xml"} if config.site_url else {"404.html"}
        config.theme["font"] = False  # nothing is fetched from elsewhere
        if not self._looks.has_favicon:
            config.theme["favicon"] = FAVICON

    # ---- files ----

    def on_files(self, files: Any, *, config: Any) -> Any:
        build_input, self._made = self._build_input, 0
        try:
            self._write_books(config)
        except (Error, PageTemplateError) as fault:
            raise PluginError(f"rulewright: {fault}") from fault
        if build_input is not None and build_input.folder is not None:
            self._add_published(files, config, build_input)
        self._manual_pages = frozenset(_add_manual(files, config) if self.config.manual else ())
        author_pages = in_order(map(_page_of, files.documentation_pages()))
        checks = list(check_pages()) if self.config.manual else []
        pages = [page for content in self._contents for page in content.pages] + checks
        has_own_start = any(page.path == "index.md" for page in author_pages)
        if self.config.frame and not has_own_start:
            pages.append(start_page(self._contents, clean_line(config.site_name)))
        self._author_pages = {page.path for page in author_pages} | {"index.md"}
        config.nav = self._build_navigation(config.nav, author_pages, checks, has_own_start=has_own_start)
        self._add_files(files, config, pages, [*(page for page in author_pages if page.path != "index.md"), *checks])
        self._directives = Directives(self._contents)
        if build_input is not None:
            self._reuse_pages(files, config, build_input)
        return files

    def _write_books(self, config: Any) -> None:
        """Make the pages of the rulebooks, unless they are those of the build before."""
        build_input = self._build_input
        if build_input is None:
            open_books = self._open_books(config)
            templates_stamp = sorted((str(path), path.stat().st_mtime_ns) for folder in self._overrides for path in folder.rglob("*.html"))
            state = ([open_book.key for open_book in open_books], templates_stamp, self.config.manual)
            if state == self._state:
                return
            self._state = state
            books = [BookOfSite(open_book, compare=open_book.has_changes) for open_book in open_books]
        else:
            books = list(build_input.books)
        templates = Templates(self._overrides) if self._overrides else packaged_templates()
        for site_book in books:
            site_book.templates, site_book.has_manual = templates, self.config.manual
        self._contents = book_contents(books, build_input.say if build_input is not None else lambda *_: None)

    def _open_books(self, config: Any) -> list[OpenBook]:
        """Read the books that the options name; by default the one beside the settings."""
        from rulewright.workspace.open_book import load

        folder = Path(config.config_file_path).parent if config.config_file_path else Path.cwd()
        books = []
        for name in self.config.books or ["."]:
            path = folder / name
            open_book = load(str(path) if path.exists() or name not in resources.shipped_books() else name)
            if open_book.errors:
                lines = "\n".join(f"  {_place_of(error)}{error.code} {error.message}" for error in open_book.errors[:MOST_ERRORS])
                raise PluginError(f"rulewright: `{name}` has errors, which `rulewright check` shows in full:\n{lines}")
            books.append(open_book)
        self._folders = [open_book.folder for open_book in books]
        return books

    def _add_published(self, files: Any, config: Any, build_input: BuildInput) -> None:
        """Add the author's pages that lie beside the sources of a rulebook."""
        assert build_input.folder is not None
        left_out = {*build_input.left_out, *(folder.resolve() for folder in self._overrides)}
        for path in published_files(build_input.folder, left_out, set(named_in(config.nav))):
            if files.get_file_from_path(path) is None:
                files.append(File(path, str(build_input.folder), config.site_dir, config.use_directory_urls))

    def _add_files(self, files: Any, config: Any, pages: Sequence[Page], found_pages: Sequence[Page]) -> None:
        """Add the pages, what they load, and the data of the search."""
        pages_of_nav = {*named_in(config.nav)}
        for page in pages:
            inclusion = InclusionLevel.INCLUDED if page.path in pages_of_nav else InclusionLevel.NOT_IN_NAV
            file = BookFile.generated(config, page.path, content=page.markdown, inclusion=inclusion)
            file.use_directory_urls = False  # so that links within a book hold
            files.append(file)
        texts = {f"{content.site_book.folder}/{name}": text for content in self._contents for name, text in content.files.items()}
        texts |= {
            f"assets/search/{name}": text for name, text in search_scripts([content.site_book for content in self._contents], found_pages)
        }
        texts |= {"assets/samples.js": samples_script(), **dict(moved_pages())} if self._manual_pages else {}
        inventories = {f"{content.site_book.folder}/{INVENTORY}": sphinx_inventory(content.site_book) for content in self._contents}
        shipped = dict(assets())
        if self.config.frame:
            texts |= self._looks.site_files(config.site_name)
        else:
            shipped = {path: asset for path, asset in shipped.items() if not path.startswith("assets/fonts/")}
            shipped[SHEET] = sheet_in_other_frame(str(shipped[SHEET]))
            texts |= {PALETTE: sheet} if (sheet := self._looks.style_sheet()) else {}
        for path, asset in {**shipped, **texts, **inventories}.items():
            if files.get_file_from_path(path) is not None:
                continue
            if isinstance(asset, Path):
                files.append(File.generated(config, path, abs_src_path=str(asset)))
            else:
                files.append(File.generated(config, path, content=asset))

    def _build_navigation(self, nav: Nav | None, author_pages: Sequence[Page], checks: Sequence[Page], *, has_own_start: bool) -> Nav:
        if nav is None and self.config.frame and self.has_one_book:
            return nav_of_one_book(self._contents[0], author_pages, has_own_start=has_own_start)
        if nav is None:
            nav = nav_of_books(self._contents, author_pages, self._manual_pages) if self.config.frame else nav_of_pages(author_pages)
        pages = [page.path for page in author_pages if page.path in self._manual_pages]
        if self._manual_pages.intersection(named_in(nav)):
            nav = add_missing_pages(nav, pages)
        of_books = {
            content.site_book.folder: (clean_line(content.site_book.title), nav_of_book(content, self._start_page_of_book(has_own_start)))
            for content in self._contents
        }
        of_manual = {MANUAL: ("Manual", add_missing_pages(manual_parts(), pages)), CHECKS: ("Checks", nav_of_checks(checks))}
        return place_books(nav, of_books, {page.path: page.title for page in author_pages}, of_manual if pages else {})

    def _start_page_of_book(self, has_own_start: bool) -> str | None:
        """The start page where it is a book's front page."""
        return "index.md" if self.config.frame and self.has_one_book and not has_own_start else None

    @property
    def has_one_book(self) -> bool:
        """True for the site of a single rulebook, whose name and front page are the site's."""
        return len(self._contents) == 1 and not self.config.manual

    # ---- pages that are as they were ----

    def _reuse_pages(self, files: Any, config: Any, build_input: BuildInput) -> None:
        """Write the pages of the build before that are as they were."""
        if not build_input.may_reuse:
            return
        pages = [file for file in files.documentation_pages() if not file.name.startswith(PRINT)]  # those are filled from others at the end
        sources = {file.src_uri: self._expand_directives(file).encode() for file in pages}
        paths = sorted(file.src_uri for file in files)
        theme = [path for folder in (*self._overrides, resources.site_folder() / "theme") for path in sorted(folder.rglob("*.html"))]
        settings = {name: value for name, value in config.items() if name not in ("docs_dir", "site_dir", "plugins", "theme")}
        parts = [
            repr(part).encode() for part in (config.nav, paths, settings, [(name, config.theme[name]) for name in sorted(config.theme)])
        ]
        build_input.rendered.put_back(sources, [*parts, *(path.read_bytes() for path in theme)], Path(config.site_dir))

    def _expand_directives(self, file: Any) -> str:
        """The Markdown of a page with what it shows of the rulebooks."""
        path, markdown = file.src_uri, file.content_string
        return self._directives.expand_page(path, file.url, markdown)[0] if path in self._author_pages else markdown

    # ---- pages ----

    def on_nav(self, nav: Any, **_: Any) -> Any:
        if self._build_input is not None:
            self._build_input.rendered.workbench.nav = nav
        return nav

    def on_page_markdown(self, markdown: str, *, page: Any, **_: Any) -> str:
        path = page.file.src_uri
        if path in self._author_pages:
            markdown, problems = self._directives.expand_page(path, page.file.url, markdown)
            for line, message in problems:
                log.warning("rulewright: '%s', line %d: %s", path, line + _lines_of_head(page), message)
            if path in self._manual_pages:
                markdown = add_moved_sections(path, add_row_anchors(path, mark_statements(markdown)))
                if page.meta.get("blocks") != "files":
                    markdown = say_samples(path, markdown)
        return self._blocks.set_aside(path, markdown)

    def on_page_content(self, html: str, *, page: Any, **_: Any) -> str:
        path = page.file.src_uri
        if self.config.frame:
            html = keep_options_whole(box_tables(html))
        html = self._blocks.put_back(path, html)
        page.present_anchor_ids = {*(page.present_anchor_ids or ()), *_ANCHOR.findall(html)}  # MkDocs has not seen those in blocks
        if self.config.frame:
            return make_code_reachable(html)
        return html if path in self._author_pages else f'<div class="rw-book">\n{make_code_reachable(html)}\n</div>'

    def on_env(self, env: Any, *, config: Any, files: Any) -> Any:
        if self._build_input is not None:
            workbench = self._build_input.rendered.workbench
            workbench.config, workbench.files, workbench.env = config, files, env
            self._build_input.rendered.note_anchors()
        return env

    def on_page_context(self, context: Any, *, page: Any, **_: Any) -> Any:
        context["rulewright"] = self._values_of_page(page.file.src_uri)
        return context

    def on_template_context(self, context: Any, **_: Any) -> Any:
        """The page that a server shows where there is none has the frame of the others."""
        context["rulewright"] = self._values_of_page("")
        return context

    def _values_of_page(self, path: str) -> dict[str, object]:
        """The values of the frame around a page."""
        content = next((content for content in self._contents if path.startswith(f"{content.site_book.folder}/")), None)
        is_twin = self.has_one_book and content is not None and path == f"{content.site_book.folder}/index.md"
        return {
            "has_one_book": self.has_one_book,
            "book": clean_line(content.site_book.title) if content is not None else "",
            "folder": content.site_book.folder if content is not None else "",
            "manual_pages": self._manual_pages,
            "is_manual": path in self._manual_pages or (self.config.manual and path.startswith("checks/")),
            "index": f"{(content or self._contents[0]).site_book.folder}/cases.md"
            if content is not None or len(self._contents) == 1
            else "",
            "here": "index.md" if is_twin else _marked_page(path, content),
            "first_scheme": self._looks.fixed_scheme,
            "has_logo": self._looks.has_logo,
        }

    def on_post_page(self, output: str, *, page: Any, **_: Any) -> str:
        self._made += 1
        if self._build_input is not None:
            self._build_input.say(
                "building the site", self._made, sum(len(content.pages) for content in self._contents) + len(self._author_pages)
            )
        if MARK in output:
            root = "../" * page.url.count("/")
            tags = "".join(f'<script src="{root}assets/{script}.js"></script>' for script in SCRIPTS)
            output = output.replace("</body>", f"{tags}</body>", 1)
        if self.config.frame:
            return tidy_page(output)
        script = PAGE_SCRIPTS.get(page.file.name) if page.file.src_uri not in self._author_pages else None
        address = f"{'../' * page.file.url.count('/')}assets/{script}.js"
        return output.replace("</body>", f'<script src="{address}"></script></body>', 1) if script is not None else output

    def on_post_build(self, *, config: Any) -> None:
        site = Path(config.site_dir)
        fill_print_pages(site, (content.site_book for content in self._contents))
        if self.config.frame:
            drop_unneeded_files(site, keep_map=bool(config.site_url))
            spare_sheets(site)
            only_book = self._contents[0].site_book.folder if self.has_one_book else ""
            add_offline(site, config.site_name, config.site_description or "", config.theme["favicon"], self._looks, only_book)

    def on_serve(self, server: Any, **_: Any) -> Any:
        for folder in self._folders:
            server.watch(str(folder))
        return server


def _marked_page(path: str, content: BookContent | None) -> str:
    """The page that the navigation marks: the one that is read, or of the pages to print the one that is listed."""
    if content is None or not path.startswith(f"{content.site_book.folder}/{PRINT}"):
        return path
    return f"{content.site_book.folder}/{print_page_name(content.site_book.edition)}.md"


def _page_of(file: Any) -> Page:
    return page_from(file.src_uri, file.content_string)


def _lines_of_head(page: Any) -> int:
    """The number of lines above the text of a page, which MkDocs has taken off."""
    text = page.file.content_string.lstrip("\ufeff")
    end = text.find("\n---", 3) if text.startswith("---\n") else -1
    return text[: text.index("\n", end + 1) + 1].count("\n") if end >= 0 and "\n" in text[end + 1 :] else 0


def _place_of(error: Diagnostic) -> str:
    return f"{error.labels[0].location.path}:{error.labels[0].location.line}: " if error.labels else ""


def _add_manual(files: Any, config: Any) -> Iterator[str]:
    """Yield the pages of the manual, added where they are not there already; the start page is the author's."""
    folder = resources.site_folder() / "pages"
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name != "index.md":
            if files.get_file_from_path(name) is None:
                files.append(File(name, str(folder), config.site_dir, use_directory_urls=False))
            yield name


def _add_extensions(config: Any) -> None:
    """Let Markdown read what our pages have: attributes of headings, and blocks in our own language."""
    if "attr_list" not in config.markdown_extensions:
        config.markdown_extensions.append("attr_list")
    if "pymdownx.superfences" in config.markdown_extensions:
        fences = config.mdx_configs.setdefault("pymdownx.superfences", {}).setdefault("custom_fences", [])
        if not any(fence.get("name") == LANGUAGE for fence in fences):
            fences.append({"name": LANGUAGE, "class": "highlight", "format": highlight_source})
