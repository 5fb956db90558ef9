"""The parts of a program that coverage takes out, one at a time."""

from __future__ import annotations

from rulewright.semantics.faults import Faults
from rulewright.semantics.program_parts import tagged_parts
from semantics.small import resolved


def test_what_is_said_twice_is_taken_out_twice() -> None:
    program, found = resolved(
        "fact mud: yes/no\nverdict go\ncase 1.1\n  first: may go when mud  @SM-1\ncase 1.2\n  again: may go when mud  @SM-2\n    restates 1.1.first\n"
        "case 1.3\n  third: may go when mud  @SM-3\n    restates 1.1.first\n  other: may not go when not mud  @SM-4\n"
    )
    assert not found
    uids = {rule.id: rule.uid for rule in program.rules}
    together = {uids[name] for name in ("1.1.first", "1.2.again", "1.3.third")}
    taken = {part.id: part.uids for part in tagged_parts(program) if part.uids}
    assert taken["1.2.again"] == taken["1.3.third"] == together
    assert taken["1.3.other"] == {uids["1.3.other"]}


def test_a_finding_of_several_places_is_made_once_for_each_code() -> None:
    faults = Faults("book", "printed")
    for code in ("RW201", "RW201", "RW209"):
        faults.add_once(code, "so it is")
    assert [one.code for one in faults.diagnostics] == ["RW201", "RW209"]
