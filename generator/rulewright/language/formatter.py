"""The one layout of the language, and nodes as one line of it."""

from __future__ import annotations

from rulewright.language.text import text_of

__all__ = ["text_of"]
