"""A place of a piece that no map has: what the maps have is said with it."""

from __future__ import annotations

from pathlib import Path

from checks.books import findings


def test_the_ranges_of_the_maps_are_named_and_a_single_hex_by_itself(tmp_path: Path) -> None:
    text = 'map europe "Europe": A0101..A0505, B0101\n\nscenario 19.3 "1809"\n  place depot "Depot" at {}\n'
    (found,) = [one for one in findings(text.format("XX777777"), tmp_path / "off") if one.name == "off-the-map"]
    assert found.message == "`depot` is set up on `XX777777`, and no map has such a hex"
    assert found.help == "the maps have A0101 to A0505, B0101"
    for there in ("A0101", "A0505", "A0203", "B0101"):
        assert not [one for one in findings(text.format(there), tmp_path / there) if one.name == "off-the-map"]
    for off in ("A0600", "A0506", "B0102", "A020"):
        assert [one for one in findings(text.format(off), tmp_path / off) if one.name == "off-the-map"]
