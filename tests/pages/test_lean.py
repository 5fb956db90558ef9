"""What a page loads is short, and means what is written."""

from __future__ import annotations

from rulewright.base.resources import site_folder
from rulewright.site.content import assets


def test_the_style_sheet_of_a_site_is_shorter_than_its_source() -> None:
    shipped = assets()["assets/rulewright.css"]
    source = (site_folder() / "assets/rulewright.css").read_text("utf-8")
    assert isinstance(shipped, str) and len(shipped) < 0.95 * len(source) and "/*" not in shipped
    assert shipped.count("{") >= source.count("{") and shipped.count("{") == shipped.count("}")
