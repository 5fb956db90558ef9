"""The books that examples of the manual stand on, from `site/samples`; the manual shows them whole, and `new --sample` writes them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rulewright.base.resources import site_folder


@cache
def sample_books() -> Mapping[str, str]:
    """Return the front page of each sample, which is the whole of its book, by name."""
    return {path.stem: path.read_text("utf-8") for path in sorted((site_folder() / "samples").glob("*.case"))}
