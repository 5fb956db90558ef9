"""Errors of commands as JSON documents, for whoever asked for `--format json`."""

from __future__ import annotations

from typing import Any

import click

from rulewright.base.documents.versions import with_schema


def error_json(fault: click.ClickException) -> dict[str, Any]:
    """Return the document of a wrong command or wrong input: its sentence, the file or the argument that is wrong, what to do."""
    place: str | None = getattr(fault, "place", None) or None  # of a `WrongCommand`
    hints: tuple[str, ...] = getattr(fault, "hints", ())
    if isinstance(fault, click.UsageError) and fault.ctx is not None:
        parameter = getattr(fault, "param", None)
        place = parameter.get_error_hint(fault.ctx).strip("'") if isinstance(parameter, click.Parameter) else None
        hints = (f"`{fault.ctx.command_path} --help` says what the command takes",)
    return with_schema("error", {"error": {"message": fault.format_message(), "place": place, "hints": list(hints)}})
