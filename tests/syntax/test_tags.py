"""A tag is kept wherever it may be written: it accounts for a statement of the source."""

from __future__ import annotations

from rulewright.base.source import Source
from rulewright.syntax.blocks import split_blocks
from rulewright.syntax.parser import parse_source
from rulewright.syntax.traversal import descendants
from syntax.spans import FIXTURES

TAG = "ZZ-001"


def test_every_line_that_may_have_a_tag_keeps_it() -> None:
    kept = 0
    for path in FIXTURES:
        for block in split_blocks(path.read_text("utf-8")):
            lines = block.text.split("\n")
            for at, line in enumerate(lines):
                in_quotation = "\n".join(lines[: at + 1]).count('"') % 2
                if in_quotation or not line.strip() or "#" in line:
                    continue
                placed, found = parse_source(Source("x.case", "\n".join([*lines[:at], f"{line}  @{TAG}", *lines[at + 1 :]])))
                if found:
                    continue  # a line that continues, or may have none
                tags = [tag.name for one in placed for node in descendants(one.block) for tag in getattr(node, "tags", ())]
                assert TAG in tags, line
                kept += 1
    assert kept > 300
