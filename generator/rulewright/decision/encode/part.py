"""What the parts of an encoder have in common: terms, tables, rules, stages and answers are encoded in one space."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.decision.encode.encoder import Encoder


class EncoderPart:
    """Encodes one kind of thing for one encoder, in its space."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.algebra = encoder.algebra
        self.space = encoder.algebra.space
        self.core = encoder.core
