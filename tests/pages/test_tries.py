"""What the front page of a shipped rulebook invites one to type runs as it stands there."""

from __future__ import annotations

import shlex

import pytest
from click.testing import CliRunner

from rulewright.interfaces.cli.app import app
from rulewright.interfaces.cli.reader import Reader
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.front import example_commands
from shipped import some_first


@pytest.mark.parametrize("name", some_first("armee-du-nord", "war-in-europe", "la-grande-armee"))
def test_three_questions_of_a_front_page_can_be_asked(name: str) -> None:
    typed = example_commands(BookOfSite(Reader().book(name)))
    assert len(typed) == 3
    for command in typed:
        bare = "".join(part for part in command.split('"')[::2])  # what stands outside double quotes
        assert not set(bare) & set("()*?<>|;&$`'"), f"a shell would read it otherwise: {command}"
        first, *rest = shlex.split(command)
        assert first == "rulewright"
        result = CliRunner().invoke(app, rest)
        assert result.exit_code in (0, 1, 3), f"{command}: {result.output}"  # answered, in conflict, or facts are missing
