"""What of a book cannot be looked into is tried once for all slips on a question, and known from then on."""

from __future__ import annotations

import pytest

from rulewright.analysis.mutation.model import Fate
from rulewright.analysis.mutation.mutant_verdicts import SlipJudge, judge_range
from rulewright.base.limits import DEFAULT_BUDGET
from rulewright.engines.solver.encoding import encoder as encode
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.rulebook import build_rulebook
from written import tree_of

MOST = 60
FACTS = range(12)
BOOK = f"""\
rulebook small "Small"
  numbering decimal

source base "Base"

edition whole = base

fact mud: yes/no
fact depth: 0..9
{"".join(f"fact load{number}: 0..9" + chr(10) for number in FACTS)}
predicate heavy
verdict march

case 1.1 "In too many ways"
  "One of many."
{"".join(f"  heavy when load{number} is more than {number % 9} and depth is not {number % 9}" + chr(10) for number in FACTS)}
case 1.2 "Marching"
  "Not in mud."
  may march when not heavy and not mud
  may not march when mud and depth is at least 3
"""


@pytest.fixture
def edition(monkeypatch: pytest.MonkeyPatch) -> SlipJudge:
    monkeypatch.setattr(encode, "MAX_FORMULAS_OF_QUESTION", MOST)
    monkeypatch.setattr(encode, "MAX_FORMULAS_PER_RULE", 0)
    return SlipJudge(build_rulebook(tree_of({"small.case": BOOK}), ledger=None, slug="small")[0], "whole", DEFAULT_BUDGET)


def test_what_cannot_be_looked_into_is_tried_once(edition: SlipJudge, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    answer = Encoder._encode_answer

    def noted(self: Encoder, name: str, *rest: object) -> object:
        tried.append(name)
        return answer(self, name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Encoder, "_encode_answer", noted)
    places = [place for place, slip in enumerate(edition.slips) if slip.line.case == "1.2"]
    judged = list(judge_range(edition, range(places[0], places[-1] + 1)))
    assert len(judged) > 4
    assert Fate.UNNOTICED in {one.fate for one in judged}
    assert tried.count("march") > len(judged)
    assert tried.count("heavy") == 1


def test_refused_for_a_reason(edition: SlipJudge) -> None:
    """What is refused may be anything: losing it is not decided, and the reason is that of the question."""
    [lost] = [place for place, slip in enumerate(edition.slips) if slip.line.case == "1.2" and slip.change.was == "not heavy"]
    [judged] = judge_range(edition, range(lost, lost + 1))
    assert judged.fate is Fate.NOT_DECIDED
    assert judged.reason is not None and judged.reason == "`heavy` can come about in too many ways"
