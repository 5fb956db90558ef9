"""What a person types: one file a command. Commands call only the pipeline and the site; their heavy imports happen when they run."""

from __future__ import annotations

from rulewright.cli.app import main

__all__ = ["main"]
