"""Rulebooks as a living site: Markdown pages and assets for MkDocs, in which every text of a rulebook has been escaped.

What holds here and did not hold of the rulebook: every case, term and reading has an address that other pages may link to and that outlives
a renumbering; whatever was text is HTML (`escape.Html`), so nothing that a rulebook says can act on the page that shows it.

Names are imported on first use: an answer on the command line needs nothing of the site but its words.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.site.build import SiteReport, build_site
    from rulewright.site.edited import Early, show_edited
    from rulewright.site.output.folder import SiteError, refuse_foreign
    from rulewright.site.output.rendered import Rendered
    from rulewright.site.output.settings import SiteSettings

__all__ = ["Early", "Rendered", "SiteError", "SiteReport", "SiteSettings", "build_site", "refuse_foreign", "show_edited"]

_HOMES = {
    "Early": "edited",
    "Rendered": "output.rendered",
    "SiteError": "output.folder",
    "SiteReport": "build",
    "SiteSettings": "output.settings",
    "build_site": "build",
    "refuse_foreign": "output.folder",
    "show_edited": "edited",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value
