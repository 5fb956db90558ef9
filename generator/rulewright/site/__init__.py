"""Rulebooks as a living site: Markdown pages and assets for MkDocs, in which every text of a rulebook has been escaped.

What holds here and did not hold of the rulebook: every case, term and reading has an address that other pages may link to and that outlives
a renumbering; whatever was text is HTML (`escape.Html`), so nothing that a rulebook says can act on the page that shows it.
"""

from __future__ import annotations

from rulewright.site.build import SiteReport, build_site
from rulewright.site.edited import Early, show_edited
from rulewright.site.output.folder import SiteError, refuse_foreign
from rulewright.site.output.mkdocs_run import Rendered

__all__ = ["Early", "Rendered", "SiteError", "SiteReport", "build_site", "refuse_foreign", "show_edited"]
