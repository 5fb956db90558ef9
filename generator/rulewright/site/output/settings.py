"""The settings of a site: an author's `mkdocs.yml` over those that every site of rulebooks has.

The keys are those of MkDocs and its theme Material. What an author leaves out is as `site/book.yml` has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulewright.base import resources
from rulewright.site.output.folder import SiteError

CONFIG_NAMES = ("mkdocs.yml", "mkdocs.yaml")
PLUGIN = "rulewright"
OWN_SEARCHES = frozenset({"search", "material/search"})
"""Plugins that a site in our frame has no use for: it has a search of its own, in which a case's number comes first."""


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """An author's settings of a site, with the place of their file; without a file all is as by default."""

    values: Mapping[str, Any] = field(default_factory=dict)
    file: Path | None = None
    folder: Path | None = None
    """The folder with the author's own pages beside the sources of a rulebook."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the plugin."""
        return plugin_options(self.values.get("plugins")) or {}

    @property
    def book_names(self) -> tuple[str, ...]:
        """The rulebooks that the site has: folders, or names of shipped ones."""
        if self.file is None or not isinstance(names := self.options.get("books") or ["."], list):
            return ()
        paths = [(str(name), self.file.parent / str(name)) for name in names]
        return tuple(name if name in resources.shipped_books() and not path.exists() else str(path) for name, path in paths)

    @property
    def has_other_plugins(self) -> bool:
        """True if pages are made by plugins of others too, of which nothing is known."""
        return bool(_other_plugins(self.values.get("plugins"))) or bool(self.values.get("hooks"))

    @property
    def docs_folder(self) -> Path | None:
        """The folder of pages that MkDocs itself would read: as set, or `docs` next to the settings; None where there is none."""
        if self.file is None:
            return None
        folder = self.file.parent / str(self.values.get("docs_dir", "docs"))
        return folder if "docs_dir" in self.values or folder.is_dir() else None


def plugin_options(plugins: Any) -> Mapping[str, Any] | None:
    """The options of our plugin in a list or mapping of plugins; None where it is not among them."""
    entries = plugins.items() if isinstance(plugins, Mapping) else _name_options(plugins if isinstance(plugins, list) else [])
    return next((options or {} for name, options in entries if name == PLUGIN), None)


def _name_options(plugins: Sequence[Any]) -> list[tuple[Any, Any]]:
    return [next(iter(entry.items()), (None, None)) if isinstance(entry, Mapping) else (entry, {}) for entry in plugins]


def settings_without_book(folder: Path) -> SiteSettings:
    """The settings of a site of which no rulebook is named: those in a folder if they have our plugin, else those of our own site, which
    has all shipped rulebooks and the manual."""
    settings = settings_in(folder)
    if settings is None or plugin_options(settings.values.get("plugins")) is None:
        return read_settings(resources.mkdocs_file())
    return SiteSettings(settings.values, settings.file, folder.resolve())


def settings_in(folder: Path) -> SiteSettings | None:
    """The settings that lie in a folder; None where there are none."""
    return next((read_settings(folder / name) for name in CONFIG_NAMES if (folder / name).is_file()), None)


def settings_of_book(folder: Path) -> SiteSettings:
    """The settings of the site of one rulebook: those beside its front page."""
    settings = settings_in(folder)
    return SiteSettings(folder=folder) if settings is None else SiteSettings(settings.values, settings.file, folder)


def read_settings(file: Path) -> SiteSettings:
    """Read a file of settings, with those that it inherits. Raises `SiteError`."""
    import yaml
    from mkdocs.exceptions import ConfigurationError
    from mkdocs.utils.yaml import get_yaml_loader, yaml_load

    try:
        with file.open("rb") as stream:
            values = yaml_load(stream, get_yaml_loader())
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ConfigurationError) as fault:
        reason = " ".join(str(fault).split())
        raise SiteError(f"`{file}` cannot be read as settings of a site: {reason}") from None
    if not isinstance(values, dict):
        raise SiteError(f"`{file}` has no settings of a site", ["each line is a key and a value, such as `site_name: My book`"])
    return SiteSettings(values, file.resolve())


def merged_values(settings: SiteSettings, title: str) -> dict[str, Any]:
    """The values for MkDocs: the author's over the usual ones; lists of extensions are joined, mappings are merged."""
    usual = dict(read_settings(resources.site_folder() / "book.yml").values)
    author_values = {key: value for key, value in settings.values.items() if value is not None}
    extensions = [*usual.pop("markdown_extensions", []), *_as_list(author_values.pop("markdown_extensions", []))]
    values = _merge_values(usual, author_values)
    theme = values.get("theme")
    values["theme"] = {**(theme if isinstance(theme, dict) else usual["theme"]), "name": "material"}
    values["markdown_extensions"] = _without_doubles(extensions)
    values["plugins"] = _other_plugins(author_values.get("plugins"))
    values.setdefault("site_name", title)
    return values


def _merge_values(usual: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(usual)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _merge_values(below, value) if isinstance(below, Mapping) and isinstance(value, Mapping) else value
    return merged


def _as_list(entries: Any) -> list[Any]:
    """Extensions as a list of names and of mappings with one name each, whichever way they are written."""
    return [{name: options or {}} for name, options in entries.items()] if isinstance(entries, Mapping) else list(entries or [])


def _without_doubles(extensions: Sequence[Any]) -> list[Any]:
    """The last entry for each name, where the first was."""
    by_name: dict[Any, Any] = {}
    for entry in extensions:
        by_name[next(iter(entry), None) if isinstance(entry, Mapping) else entry] = entry
    return list(by_name.values())


def _other_plugins(plugins: Any) -> list[Any]:
    """The author's other plugins, as a list; ours is added by who builds, with what it has to show."""
    entries = plugins.items() if isinstance(plugins, Mapping) else _name_options(plugins if isinstance(plugins, list) else [])
    return [{name: options or {}} for name, options in entries if name != PLUGIN and name not in OWN_SEARCHES]
