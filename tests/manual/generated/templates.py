"""The names of the templates of a site's pages, by their folders."""

from __future__ import annotations

from rulewright.base.resources import site_folder


def make() -> str:
    folder = site_folder() / "theme" / "rulewright"
    kinds = (sorted(path.stem for path in (folder / kind).glob("*.html")) for kind in ("pages", "parts"))
    return "\n\n".join(
        f"`{kind}/`: {', '.join(f'`{name}`' for name in names)}." for kind, names in zip(("pages", "parts"), kinds, strict=True)
    )
