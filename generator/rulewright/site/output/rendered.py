"""The pages of the last build, to be used again in the next one as long as they are the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rulewright.base.store import Store, digest
from rulewright.base.tool_version import library_version, tool_fingerprint
from rulewright.site.output.listening import Listening

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

    def put_back(self, sources: Mapping[str, bytes], frame_parts: Sequence[bytes], out: Path) -> None:
        """Write the pages that are as they were into a site about to be made; MkDocs leaves a page that is there.

        `sources`: what is written on each page, by the name of its file; `frame_parts`: all that bears on every page.
        """
        frame = digest([*(f"{name} {library_version(name)}".encode() for name in LIBRARIES), *frame_parts])
        self._written = {name: digest([source]) for name, source in sources.items()}
        reusable = self._made if frame == self._around else {}
        self._made = {
            name: reusable[name]
            for name, source_digest in self._written.items()
            if name in reusable and reusable[name].source_digest == source_digest
        }
        for name, page in self._made.items():
            path = _html_path(out / name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(page.page.encode())
        self._around = frame

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
        with TemporaryDirectory() as folder, Listening():
            file.abs_dest_path = str(_html_path(Path(folder) / Path(name).name))
            _populate_page(file.page, self.config, self.files)
            _build_page(file.page, self.config, self.files.documentation_pages(), self.nav, self.env)
            return Path(file.abs_dest_path).read_bytes()


def _html_path(path: Path) -> Path:
    """The page that is made of a file of Markdown at that path."""
    return path.with_suffix(".html")
