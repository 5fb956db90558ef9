"""Safe output through rich: no text of a rulebook can control the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from rulewright.base.control_characters import make_visible


class Screen(Console):
    """A rich console that makes control characters in text visible; control segments of rich pass. Made by `terminal.console`."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control is None and (safe_text := make_visible(segment.text)) != segment.text:
                yield Segment(safe_text, segment.style)
            else:
                yield segment

    def on_broken_pipe(self) -> None:
        """Raise `BrokenPipeError`, which `app` handles in one place."""
        raise BrokenPipeError
