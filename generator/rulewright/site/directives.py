"""Directives of an author's page, which show something of the rulebooks of its site: `::: books`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from rulewright.site.content import BookContent
from rulewright.site.start import book_cards

Problem: TypeAlias = tuple[int, str]
"""A line of a page, counted from 1, and what is wrong in it."""
_DIRECTIVE = re.compile(r"^::: +(\S+)(?: +(.*?))? *$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")


class Directives:
    """The directives of pages, for the rulebooks of a site."""

    def __init__(self, contents: Sequence[BookContent]) -> None:
        self._contents = contents

    def expand(self, path: str, markdown: str) -> tuple[str, list[Problem]]:
        """Return the Markdown of a page with its directives carried out, and what is wrong with them."""
        lines, fence, problems = [], "", []
        for number, line in enumerate(markdown.split("\n"), 1):
            if (mark := _FENCE.match(line)) is not None and (not fence or mark[1].startswith(fence)):
                fence = "" if fence else mark[1]
            match = None if fence else _DIRECTIVE.match(line)
            if match is None:
                lines.append(line)
            elif match[1] == "books":
                lines.append(book_cards([content.site_book for content in self._contents]))
            else:
                problems.append((number, f"there is no directive `{match[1]}`"))
                lines.append(line)
        return "\n".join(lines), problems
