"""What settles two rules, in the words of the pages."""

from __future__ import annotations

from rulewright.core.model import PrecedenceKind
from rulewright.site.html.between import principle_text


def test_every_principle_but_a_line_of_the_policy_has_words_of_its_own() -> None:
    policy = principle_text("never over may")
    named = [principle_text(kind.value) for kind in PrecedenceKind if kind is not PrecedenceKind.POLICY]
    assert policy.meaning == "A line of the book's policy of precedence." and "never over may" in policy.brief
    assert len({one.meaning for one in named} | {policy.meaning}) == len(named) + 1
    assert not any("policy" in one.brief for one in named)
