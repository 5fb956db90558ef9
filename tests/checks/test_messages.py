"""A pasted message leads to its check."""

from __future__ import annotations

from rulewright.checks.messages import check_of_message, example_messages
from rulewright.checks.registry import registry


def test_every_check_says_something_of_its_example() -> None:
    assert set(example_messages()) == set(registry())
    assert [code for code, some in example_messages().items() if not some] == []


def test_a_message_leads_to_its_check() -> None:
    wrong = {message: code for code, some in example_messages().items() for message in some if check_of_message(message) != code}
    assert wrong == {}


def test_what_is_no_message_leads_nowhere() -> None:
    for text in ("", "may only", "once a turn", "a modified die", "how do I print the book", "8.6"):
        assert check_of_message(text) is None, text
    assert check_of_message("rules.case 4: RW123 whatever") == "RW123"
