"""The thin layer over MkDocs: configuration, blocks of HTML that Markdown need not read, and what of the theme the site does not need."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rulewright.base import resources
from rulewright.base.store import Store, digest
from rulewright.base.tool_version import library_version, tool_fingerprint
from rulewright.site.output.nav import Nav

_BLOCK = re.compile(r"^<(div|p|ul|ol|dl|nav|details|button|section)\b[^\n]*</\1>$", re.MULTILINE)  # a whole element on one line
_COMMENT = re.compile(r"^<!--[^\n]*-->\n", re.MULTILINE)  # what the tests of the manual need to know is no one else's concern
_PLACE = re.compile(r"<p>rwblock(\d+)rwblock</p>")
_TABLE = '<div class="rw-table"><div class="rw-scroll" tabindex="0" role="group" aria-label="Table"><table>'  # reachable by keyboard
_CODE = re.compile(r"(<pre\b[^>]*>\s*(?:<span></span>)?<code)\b")  # it scrolls, and must be reachable by keyboard
_OF_AGAIN = "A 'dirty' build is being performed"  # MkDocs warns of what `Rendered` sees to
_TOGGLE = re.compile(r'<input class="md-toggle" data-md-toggle="(drawer|search)" type="checkbox" id="\w+" autocomplete="off">\s*')
_LANGUAGE = "rulewright"
_GAP = re.compile(r"\s*\n\s*")
NOT_NEEDED = ("assets/javascripts", "assets/images", "sitemap.xml", "sitemap.xml.gz", "404.html")


LIBRARIES = ("mkdocs", "mkdocs-material", "markdown", "pymdown-extensions", "jinja2", "pygments")
"""Those that make pages."""
RENDERED = "rendered"
"""The name under which the pages of the last run are kept on disk."""


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page of a site as MkDocs made it, and what it was made of."""

    source_digest: str
    """A name for what is written on it."""
    page: str
    anchors: frozenset[str]
    links: tuple[tuple[str, str, str], ...]
    """Its links to anchors: the page that each leads to, the anchor, the link as written."""
    has_warnings: bool = False


class Rendered:
    """The pages of the last run, to be used again in the next one: a page is the same as long as what is written on it is, and what it
    has around it. With a `store` they are those of the last run of any process."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store or Store(None)
        stored = self._store.read(RENDERED, tool_fingerprint())
        self._around: str = stored[0][0] if stored else ""
        self._made: dict[str, MadePage] = stored[0][1] if stored else {}
        self._kept = self._on_disk()
        self._written: dict[str, str] = {}
        self.workbench = Workbench()

    def put_back(self, pages: Path, out: Path, nav: Nav) -> None:
        """Write the pages that are as they were into a site about to be made; MkDocs leaves a page that is newer than its source."""
        around = _frame_digest(pages, nav)
        self._written = {path.relative_to(pages).as_posix(): digest([path.read_bytes()]) for path in sorted(pages.rglob("*.md"))}
        reusable = self._made if around == self._around else {}
        self._made = {
            name: reusable[name]
            for name, source_digest in self._written.items()
            if name in reusable and reusable[name].source_digest == source_digest
        }
        for name, page in self._made.items():
            path = _html_path(out / name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(page.page.encode())
        self._around = around

    def note_anchors(self) -> None:
        """Let MkDocs know of anchors and links of the pages that it does not make; it looks last at which of them fit together."""
        for name, kept_page in self._made.items():
            page = self.workbench.page_of(name)
            page.present_anchor_ids = set(kept_page.anchors)
            if not kept_page.has_warnings:
                for goal, anchor, link in kept_page.links:
                    page.links_to_anchors = page.links_to_anchors or {}
                    page.links_to_anchors.setdefault(self.workbench.file_of(goal), {})[anchor] = link

    def take_over(self, out: Path, warnings: Sequence[str]) -> None:
        """Note the pages of the site that was made; those of which there is a warning are not kept, so that another run gives it, too."""
        pages = {}
        for name, source_digest in self._written.items():
            path = _html_path(out / name)
            if path.is_file():
                warned = any(f"'{name}'" in warning for warning in warnings)
                pages[name] = self._made_page(name, source_digest, path.read_bytes().decode(), warned)
        self._made = pages
        if self._on_disk() != self._kept:
            self._kept = self._on_disk()
            self._store.write(RENDERED, tool_fingerprint(), self._kept)
            self._store.retain(RENDERED, [tool_fingerprint()])

    def _on_disk(self) -> tuple[str, dict[str, MadePage]]:
        return self._around, {name: page for name, page in self._made.items() if not page.has_warnings}

    def _made_page(self, name: str, source_digest: str, page: str, warned: bool) -> MadePage:
        earlier = self._made.get(name)
        if earlier is not None and earlier.source_digest == source_digest:
            return earlier if earlier.has_warnings or not warned else replace(earlier, has_warnings=True)
        rendered = self.workbench.page_of(name)
        links = rendered.links_to_anchors or {}
        led = tuple((goal.src_uri, anchor, link) for goal, some in links.items() for anchor, link in some.items())
        return MadePage(source_digest, page, frozenset(rendered.present_anchor_ids or ()), led, warned)

    def render_again(self, path: Path, markdown: str) -> bytes | None:
        """A page of the last run with something else written on it; None if it is the same, or that run had no such page."""
        name, source_digest = path.as_posix(), digest([markdown.encode()])
        if name not in self._made or self._made[name].source_digest == source_digest:
            return None
        page = self.workbench.render_page(name, markdown)
        self._made[name] = self._made_page(name, source_digest, page.decode(), warned=False)
        return page


@dataclass
class Workbench:
    """The state of MkDocs after a build, from which one page can be rendered again."""

    config: Any = None
    files: Any = None
    nav: Any = None
    env: Any = None

    def file_of(self, name: str) -> Any:
        """Return MkDocs' record of a file."""
        return self.files.get_file_from_path(name)

    def page_of(self, name: str) -> Any:
        """Return MkDocs' record of the page that is made of a file."""
        return self.file_of(name).page

    def render_page(self, name: str, markdown: str) -> bytes:
        """The page of that file with this written on it."""
        from mkdocs.commands.build import _build_page, _populate_page

        file = self.file_of(name)
        file.content_string = markdown
        with TemporaryDirectory() as folder, _Listening():
            file.abs_dest_path = str(_html_path(Path(folder) / Path(name).name))
            _populate_page(file.page, self.config, self.files)
            _build_page(file.page, self.config, self.files.documentation_pages(), self.nav, self.env)
            return Path(file.abs_dest_path).read_bytes()


def _highlight_source(source: str, *_: object, **__: object) -> str:
    """A block of our language in colours, as any other is; its lexer is looked up once, which takes long among all that there are."""
    from pygments import highlight

    html: str = highlight(source, *_lexer_and_formatter())
    return html.rstrip("\n")


@cache
def _lexer_and_formatter() -> tuple[Any, Any]:
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.lexers.special import TextLexer
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(_LANGUAGE)
    except ClassNotFound:  # rulewright was installed before it had one
        lexer = TextLexer()
    return lexer, HtmlFormatter(cssclass="highlight", wrapcode=True)


def _html_path(path: Path) -> Path:
    """The page that is made of a file of Markdown at that path."""
    return path.with_suffix(".html")


def _frame_digest(pages: Path, nav: Nav) -> str:
    """A name for all that bears on every page: the navigation, the files that there are, settings, theme, libraries that make pages."""
    paths = sorted(path.relative_to(pages).as_posix() for path in pages.rglob("*"))
    theme = sorted(path for path in (resources.site_folder() / "theme").rglob("*") if path.is_file())
    made_by = [f"{name} {library_version(name)}" for name in LIBRARIES]
    parts = [repr(part).encode() for part in (nav, paths, made_by)]
    return digest([*parts, *(path.read_bytes() for path in (resources.mkdocs_file(), *theme))])


def run_mkdocs(pages: Path, out: Path, nav: Nav, done: Callable[[int], None], rendered: Rendered | None = None) -> tuple[str, ...]:
    """Turn a folder of Markdown into a site in `out`, which must not exist. Returns the warnings, each a sentence.

    With `rendered` the pages of the run before that are as they were are not made again; a warning about a page is given once a process.
    """
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    if rendered is not None:
        rendered.put_back(pages, out, nav)
    with _Listening() as warnings_heard:
        config = load_config(
            config_file=str(resources.mkdocs_file()),
            docs_dir=str(pages),
            site_dir=str(out),
            nav=nav,
        )
        config.plugins["rulewright"] = _blocks_plugin(done, rendered or Rendered())
        config.theme.static_templates = set()  # they are left out below
        fence = {"name": _LANGUAGE, "class": "highlight", "format": _highlight_source}
        config.mdx_configs.setdefault("pymdownx.superfences", {})["custom_fences"] = [fence]
        config.plugins.run_event("startup", command="build", dirty=False)
        build(config, dirty=rendered is not None)
    _leave_out(out)
    warnings = tuple(message for message in warnings_heard.messages if not message.startswith(_OF_AGAIN))
    if rendered is not None:
        rendered.take_over(out, warnings)
    return warnings


def _blocks_plugin(done: Callable[[int], None], rendered: Rendered) -> Any:
    """Takes our one-line blocks of HTML past the Markdown parser, which leaves them as they are but takes most of its time for it.

    Tables of hand-written pages get the box that those of rulebooks have.
    """
    from mkdocs.plugins import BasePlugin

    workbench = rendered.workbench

    class Blocks(BasePlugin):  # type: ignore[type-arg, no-untyped-call]
        def __init__(self) -> None:
            super().__init__()
            self._kept: dict[str, list[str]] = {}
            self._count = 0

        def on_nav(self, nav: Any, **_: Any) -> Any:
            workbench.nav = nav
            return nav

        def on_env(self, env: Any, *, config: Any, files: Any) -> Any:
            workbench.config, workbench.files, workbench.env = config, files, env
            rendered.note_anchors()
            return env

        def on_page_markdown(self, markdown: str, *, page: Any, **_: Any) -> str:
            blocks = self._kept.setdefault(page.file.src_uri, [])

            def put_by(match: re.Match[str]) -> str:
                blocks.append(match[0])
                return f"rwblock{len(blocks) - 1}rwblock"

            return _BLOCK.sub(put_by, _COMMENT.sub("", markdown))

        def on_page_content(self, html: str, *, page: Any, **_: Any) -> str:
            page_blocks = self._kept.pop(page.file.src_uri)
            html = html.replace("<table>", _TABLE).replace("</table>", "</table></div></div>")
            html = _PLACE.sub(lambda found: page_blocks[int(found[1])], html)
            return _CODE.sub(r'\1 tabindex="0"', html)

        def on_post_page(self, output: str, **_: Any) -> str:
            self._count += 1
            done(self._count)
            return _close_blocks(_TOGGLE.sub(_toggle_button, output))

    return Blocks()


def _close_blocks(page: str) -> str:
    """A page without the empty lines and the indentation that the templates leave around what is written on it, which stays as it is."""
    head, article, tail = page.partition("<article")
    tail, end, foot = tail.rpartition("</article>")
    return _GAP.sub("\n", head) + article + tail + end + _GAP.sub("\n", foot)


def _toggle_button(match: re.Match[str]) -> str:
    """The theme's switch of the drawer, as HTML allows it; its switch of a search is not used."""
    return '<input class="md-toggle" data-md-toggle="drawer" type="checkbox" id="__drawer">\n' if match[1] == "drawer" else ""


def _leave_out(out: Path) -> None:
    """Drop what the theme ships for scripts, a search and a server that this site does not have."""
    for name in NOT_NEEDED:
        path = out / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for path in out.rglob("*.map"):
        path.unlink()


class _Listening(logging.Handler):
    """Keeps MkDocs quiet and gathers its warnings."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []
        self._logger = logging.getLogger("mkdocs")

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())

    def __enter__(self) -> _Listening:
        self._before = (self._logger.level, self._logger.propagate)
        self._logger.addHandler(self)
        self._logger.setLevel(logging.WARNING)
        self._logger.propagate = False
        return self

    def __exit__(self, *_: object) -> None:
        self._logger.removeHandler(self)
        self._logger.setLevel(self._before[0])
        self._logger.propagate = self._before[1]
