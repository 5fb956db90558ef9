"""A rich console that sends no text which would act on the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from rulewright.base.control_characters import visible


class Screen(Console):
    """Made by `terminal.console`. What rich itself sends to move about and to colour is not text, and passes."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control is None and (shown := visible(segment.text)) != segment.text:
                yield Segment(shown, segment.style)
            else:
                yield segment

    def on_broken_pipe(self) -> None:
        """Whoever reads the pipe has gone: what to do about it is said in one place, `app`."""
        raise BrokenPipeError
