"""Where nodes are. What is underlined, coloured and gone to depends on it."""

from __future__ import annotations

from syntax.spans import KEPT, spans


def test_every_node_is_where_it_was() -> None:
    assert spans().splitlines() == KEPT.read_text("utf-8").splitlines(), "`cd tests && python -m syntax.spans`, and read what has changed"
