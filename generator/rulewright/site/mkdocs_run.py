"""The run of MkDocs with the plugin, by settings of an author or the usual ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulewright.base.errors import Error
from rulewright.site.html.escape import clean_line
from rulewright.site.output.folder import SiteError
from rulewright.site.output.listening import Listening
from rulewright.site.output.settings import PLUGIN, SiteSettings, merged_values
from rulewright.site.plugin import BuildInput, RulewrightPlugin

_OF_AGAIN = "A 'dirty' build is being performed"  # MkDocs warns of what `Rendered` sees to
UNNAMED = "Rulebooks"
"""The name of a site of several rulebooks that has no other."""


def run_mkdocs(build_input: BuildInput, settings: SiteSettings, docs: Path, out: Path) -> tuple[str, ...]:
    """Make a site in `out`, which must not exist. Returns the warnings, each a sentence. Raises `SiteError` where MkDocs refuses.

    `docs`: an empty folder, for a site that has no folder of pages of its own.
    """
    from mkdocs.commands.build import build
    from mkdocs.exceptions import Abort, MkDocsException

    values = merged_values(settings, clean_line(build_input.books[0].title) if len(build_input.books) == 1 else UNNAMED)
    values |= {"docs_dir": str(settings.docs_folder or docs), "site_dir": str(out), "strict": False}
    with Listening() as listening:
        try:
            config = _load_values(values, settings.file)
            plugin = RulewrightPlugin(build_input)
            errors, _ = plugin.load_config({"frame": True, "manual": bool(settings.options.get("manual"))})
            assert not errors
            config.plugins[PLUGIN] = plugin
            config.plugins.run_event("startup", command="build", dirty=False)
            build(config, dirty=build_input.may_reuse)
        except (MkDocsException, Abort) as fault:
            if isinstance(fault.__cause__, Error):
                raise fault.__cause__ from None
            raise SiteError(_format_fault(listening.messages, str(fault))) from fault
    warnings = tuple(message for message in listening.messages if not message.startswith(_OF_AGAIN))
    if build_input.may_reuse:
        build_input.rendered.take_over(out, warnings)
    return warnings


def _load_values(values: dict[str, Any], file: Path | None) -> Any:
    """The settings as MkDocs has them. Raises `SiteError` where it refuses some."""
    from mkdocs.config.defaults import MkDocsConfig

    config = MkDocsConfig(config_file_path=str(file) if file is not None else None)
    config.load_dict(values)
    errors, warnings = config.validate()
    if errors:
        name, fault = errors[0]
        raise SiteError(f"`{file}`: the value of `{name}` cannot be used: {' '.join(str(fault).split())}")
    for name, warning in warnings:
        import logging

        logging.getLogger("mkdocs.config").warning("%s: %s", name, warning)
    return config


def _format_fault(messages: Sequence[str], fault: str) -> str:
    """Format what went wrong, by the last message of MkDocs."""
    reason = messages[-1] if messages else fault
    return f"the site cannot be built: {' '.join(reason.split())}"
