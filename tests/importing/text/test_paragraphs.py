"""A paragraph of the language is written as Markdown that is read as the same paragraph."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulewright.importing.text.inline_words import language_words
from rulewright.importing.text.read_markdown import read_markdown
from rulewright.importing.text.write_markdown import paragraph_markdown

WORDS = st.lists(
    st.sampled_from(
        [
            "a",
            "Boat",
            "4",
            "2.1",
            "2.1.",
            "[2.1]",
            "[see]",
            "(a)",
            "1.",
            "2.",
            "-",
            "--",
            "-1.",
            "#",
            "##",
            ">",
            "+",
            "=",
            "|",
            "~~~",
            "~~",
            "*",
            "**",
            "_",
            "__",
            "*so*",
            "**so**",
            "`x=″y″`",
            "<b>",
            "<!--",
            "&amp;",
            "&",
            "\\",
            "\\*",
            "!",
            "![a](b.png)",
            "[a](b.md)",
            "[^1]",
            "[a]:",
            "Rule",
            "3.",
            "§3",
            "“so”",
            ":",
            ";",
            ".",
            "’",
            "Q10",
            "A1a)",
            "9+",
            "---",
            "===",
            "✓",
            "é",
            "{",
            "}",
            "{#a}",
            "https://a.b/c_d",
            "snake_case",
        ]
    ),
    min_size=1,
    max_size=8,
).map(" ".join)


def read_back(words: str) -> list[str]:
    text = read_markdown(f"# Book\n\n## 7. Case\n\n{paragraph_markdown(words)}\n", "book")
    return [words for clause in text.all_clauses() for words in clause.words]


@pytest.mark.parametrize(
    "words",
    [
        "Each has: - a flag: -1. red; -2. blue - a drum: -- large.",
        "1. One 2. Two: -- a -- b",
        "Costs: | ground | foot | |---|---| | clear | 4 ∣ 5 | | | 2 |",
        "> He who waits, *waits*.",
        "> - one - two",
        "`def fee():` `\u00a0\u00a0return ″4″` `\u00a0` `#˙ˋaˋ`",
        "[2.1] Dogs bark. 2.1 Dogs bark.",
        "2.1 Dogs bark.",
        "Rule 3. Dogs bark.",
        "§3 Dogs bark.",
    ],
)
def test_a_paragraph_with_a_layout_or_a_number(words: str) -> None:
    assert read_back(words) == [words]


@given(WORDS.filter(lambda words: language_words(words) == words))
@example("a * b * c")
@example("- one")
@example("`a` `b`")
@example("see: - one: - two")
def test_any_paragraph(words: str) -> None:
    assert " ".join(read_back(words)).replace("–", "-") == words.replace("–", "-")
