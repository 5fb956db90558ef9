"""The pages of what was decided: findings with both texts, which rule goes first, and what changed between editions."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pages.books import CHAPTER, GivenBook, campaign, case_of, pages_of
from pages.test_pages import words
from rulewright.analysis.comparison.amendments import compare_meanings
from rulewright.analysis.verdicts.findings import Witness
from rulewright.analysis.verdicts.precedence_pairs import settle_pairs
from rulewright.checks.run import run_checks
from rulewright.core.lower import lower
from rulewright.rulebook.edition_diff import WordRun, WordStatus
from rulewright.semantics.elaborate import resolve
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.effects import CALLED
from rulewright.site.case.situation import Situation
from rulewright.site.html.escape import escape_text as escaped
from rulewright.site.pages.changed import cut_runs

PAGE = "changes-printed-errata"


def decided(given: GivenBook) -> GivenBook:
    """The book with what the checks, the precedence and the comparison of its editions really say."""
    programs = {name: lower(resolve(given.book, name)[0]) for name in given.book.editions}
    given.diagnostics = run_checks(given.book, programs)
    given.pairs = {name: settle_pairs(program) for name, program in programs.items()}
    given.changes = {("printed", "errata"): compare_meanings(given.book, "printed", "errata")}
    return given


@pytest.fixture(scope="module")
def given() -> GivenBook:
    return decided(campaign())


@pytest.fixture(scope="module")
def pages(given: GivenBook) -> dict[str, str]:
    return pages_of(given)


def test_a_contradiction_shows_both_texts_the_situation_and_what_would_settle_it(pages: dict[str, str]) -> None:
    found = next(box for box in pages["findings"].split("\n\n") if "RW301" in box and "rw-sides" in box)
    said = words(found)
    assert found.count('class="rw-sides"') == 1 and "says permitted" in said and "says forbidden" in said
    assert "The unit may draw forage at the town when its arm is leader" in said
    assert "The unit may not draw forage at the town when it is in reserve" in said
    assert "The unit is in reserve yes" in said and "The arm of the unit leader" in said
    assert "What would settle it: Write " in said and "then overrides" in said and "then conflict forage(u, t)" in said


def test_an_accepted_contradiction_stands_apart_with_its_reason() -> None:
    given = campaign()
    chapter = "\nruling Q1 on 8.4 in errata as common_error\n"
    text = CHAPTER.replace(chapter, chapter + '  accepts contradiction with 8.4 because "the sheet says both"\n')
    given = decided(campaign(text))
    page = pages_of(given)["findings"]
    assert '{#accepted data-rw-in="errata"}' in page and "The sheet says both." in words(page)
    assert "What would settle it" not in words(page.split("{#accepted ")[1].split("{#")[0])


def test_which_rule_goes_first_names_each_pair_and_the_case_leads_there(pages: dict[str, str]) -> None:
    page = pages["precedence"]
    said = words(page)
    assert '{#contradictions data-rw-in="errata"}' in page and "Whether the unit draws forage at the town" in said
    assert re.search(r"8\.11\.1 8\.1\.1 stated", said), "the one that goes first stands first"
    case = case_of(pages["movement"], "8.1")
    assert 'href="precedence.html#pairs-allowance"' in case and "Disagrees with 8.11 ( settled by a statement of the book )" in words(case)


def test_the_rule_that_yields_says_which_rule_goes_before_it(pages: dict[str, str]) -> None:
    case = case_of(pages["movement"], "8.1")
    rule = case[case.index('id="rule-8.1.1"') :]
    assert '<p class="rw-relation rw-yields">Overridden by <a href="#rule-8.11.1" class="rw-ref">8.11.1</a>.</p>' in rule
    assert "rw-yields" not in case_of(pages["movement"], "8.11"), "the one that goes first yields to nothing"


def test_what_changed_counts_questions_and_classes_every_amendment(given: GivenBook, pages: dict[str, str]) -> None:
    compared = given.changes["printed", "errata"]
    page, said = pages[PAGE], words(pages[PAGE])
    assert "From “ As printed ” to “ With errata ”" in said
    for place, one in enumerate(compared.amendments, 1):
        after = page.split(f'<span id="amendment-{place}"></span>')[1]
        card = words(after.split("</section>")[0])
        assert card.startswith(f"{one.number} "), card
        assert CALLED[one.word][0] in card, one.number
    counted = Counter(one.word for one in compared.amendments)
    assert all(f"{CALLED[word][0]}: {many}" in said for word, many in counted.items())
    assert f"{len({change.question for change in compared.differences.changes})} question" in said


def test_a_change_is_shown_in_the_words_of_the_book(pages: dict[str, str]) -> None:
    box = pages[PAGE].split('id="question-forage"')[1].split('<div id="question-')[0]
    said = words(box)
    assert "Whether the unit draws forage at the town" in said
    assert "undetermined → forbidden When the arm of the unit is infantry" in said
    assert "undetermined → conflict When the arm of the unit is leader and the unit is in reserve." in said
    assert "Caused by 8.4 ( addition ), Q1 ( ruling )." in said


def cards_of(page: str) -> list[str]:
    """The cards of the cases that changed for play, chapter by chapter at the top."""
    return page[page.index("{#play}") : page.index('rw-more">')].split('<section class="rw-changed">')[1:]


def test_what_changed_for_play_is_listed_by_chapters_that_open_and_all_that_is_longer_folded_in_them(pages: dict[str, str]) -> None:
    page = pages[PAGE]
    cards = cards_of(page)
    assert [words(one).split()[0] for one in cards] == ["8.4", "Q1", "8.7"], "by number, a ruling at its case"
    head = page[: page.index('<section class="rw-changed">')]
    assert words(head).endswith("3 cases in 1 chapter: 8 Movement 3 cases opens a conflict: 2 leads out of range: 1"), words(head)[-200:]
    assert head.endswith('<div id="of-chapter-movement" class="rw-changed-list">') and "<details open" not in page
    for one in cards:
        opened = words(one.split("<details")[0])
        assert " → " in opened and ("leads out of range" if "8.7" in opened else "opens a conflict") in opened
        assert "situation" in words(one.split("<summary>")[1].split("</summary>")[0]), "one line says how many"
    folded = page[page.index('rw-more">') :]
    assert "2 cases changed, and no answer with it: that is proved" in words(folded)
    for name in ("answers", "equal"):
        inside = folded.split(f'<div id="{name}">')[0].rpartition("<details")[2]
        assert "</details>" not in inside, "a link to it opens it, since it is inside"


def test_a_card_has_the_words_that_went_and_came_and_a_sentence_on_answers(pages: dict[str, str]) -> None:
    forage, ruling, weather = (one.split("<details")[0] for one in cards_of(pages[PAGE]))
    assert "<ins>Leaders forage too.</ins>" in forage
    assert "Reach of cavalry: 4 hexes → 5 hexes ; of other answers, 1 is now a conflict." in words(forage)
    assert "The movement allowance of the unit: 20 movement points → 19 movement points in some situation." in words(weather)
    assert 'class="rw-changed-words rw-all-new"><ins>Snow takes 1 MP.</ins>' in weather
    assert "rw-changed-words" in ruling, "the answer of a ruling is its words"
    assert "Mud takes <del>2</del> <ins>3</ins> MP" in pages[PAGE], "in a case whose answers are the same, too"


def test_conflicts_are_counted_with_the_findings_that_they_are(pages: dict[str, str]) -> None:
    said = words(pages[PAGE])
    assert "2 amendments make a conflict" in said
    assert "Both bring in sides of the contradiction between rules that is a finding" in said


def test_results_out_of_range_are_counted_with_the_findings_that_they_are(pages: dict[str, str]) -> None:
    said = words(pages[PAGE])
    assert "1 amendment makes a result that is out of its range" in said
    assert "It makes one that is a finding" in said


def test_conflicts_that_the_book_accepts_are_said_to_be_so() -> None:
    chapter = "\nruling Q1 on 8.4 in errata as common_error\n"
    text = CHAPTER.replace(chapter, chapter + '  accepts contradiction with 8.4 because "the sheet says both"\n')
    said = pages_of(decided(campaign(text)))[PAGE]
    link = '<a href="findings.html#accepted">accepted</a>'
    assert f"Both bring in sides of the contradiction between rules that is {link} by this book with its reasons" in said


def test_what_a_player_reads_there_has_no_name_of_the_language(pages: dict[str, str]) -> None:
    seen = re.sub(r'<code class="rw-editor">[^<]*</code>', "", pages[PAGE])
    seen = words(seen[seen.index("{#play}") + 7 :])
    assert not re.findall(r"\b[a-z]+_[a-z_]+\b", seen)


def test_long_words_are_cut_and_all_of_them_folded() -> None:
    text = CHAPTER.replace('"Snow takes 1 MP."', '"' + " ".join(f"word{at}" for at in range(40)) + '."')
    card = next(one for one in cards_of(pages_of(decided(campaign(text)))[PAGE]) if "8.7" in words(one))
    opened, _, folded = card.partition("<details")
    assert "word25</ins> …" in opened and "word26" not in opened
    assert "All the words" in folded and "word39." in folded


def test_runs_of_words_keep_the_ends_of_what_stayed() -> None:
    stayed = WordRun(WordStatus.KEPT, "a b c d e f g h")
    runs = (stayed, WordRun(WordStatus.REMOVED, "old"), WordRun(WordStatus.ADDED, "new"), stayed, WordRun(WordStatus.REMOVED, "x"), stayed)
    shown, is_whole = cut_runs(runs, 26, escaped)
    assert is_whole and " ".join(text for _, text in shown) == "… f g h old new a b c … f g h x a b c …"
    assert " ".join(text for _, text in cut_runs(runs, 2, escaped)[0]) == "… f g h old new a b c … f g h …"
    assert cut_runs(runs, 2, escaped)[1] is False


def test_the_history_of_a_case_tells_what_its_amendment_does(pages: dict[str, str]) -> None:
    history = case_of(pages["movement"], "8.2").split("rw-history")[1]
    assert f'href="{PAGE}.html#amendment-' in history and "changes no answer" in words(history)


def test_editions_are_not_compared_where_that_is_not_wanted_and_not_kept(given: GivenBook) -> None:
    class Cold(GivenBook):
        @property
        def has_changes(self) -> bool:
            return False

    cold = Cold(given.book, changes=given.changes)
    assert BookOfSite(cold, compare=False).changes == {} and BookOfSite(cold).changes == given.changes


def test_a_situation_calls_things_by_name_where_there_are_several_of_a_kind(given: GivenBook) -> None:
    of = BookOfSite(given)
    facts = (("distance(u, t)", "3 hex"), ("u.reserve", "no"), ("weather", "mud"))
    one = Situation(of, Witness("forage(u, t)", (("t", "town"), ("u", "unit")), facts))
    assert one.question_text() == "whether the unit draws forage at the town"
    assert words(one.facts_table()) == "The distance from the unit to the town 3 hexes The unit is in reserve no The weather mud"
    several = Situation(
        of, Witness("forage(u, t)", (("t", "town"), ("u", "unit"), ("u2", "unit")), (), ("ney",), None, None, (("H_1", "no_mud"),))
    )
    assert several.question_text() == "whether unit u draws forage at the town"
    assert words(several.facts_table()) == "With the option ney With the reading “Mud and leaders” as no mud There is also unit u2"
    assert several.value_text("-2 MP") == "-2 movement points" and several.value_text("undetermined") == "undetermined"


def test_a_replaced_paragraph_is_a_line_and_the_new_one_another() -> None:
    """Each is cut by itself, so that the new words are always in the open."""
    old, new = "a b c d e f", "t u v w x y z"
    runs = (
        WordRun(WordStatus.KEPT, "First."),
        WordRun(WordStatus.REMOVED, old, is_paragraph=True),
        WordRun(WordStatus.ADDED, new, is_paragraph=True),
        WordRun(WordStatus.KEPT, "Last."),
    )
    assert cut_runs(runs, 26, escaped) == (
        [("", "First."), ("", "<br>"), ("del", old), ("", "<br>"), ("ins", new), ("", "<br>"), ("", "Last.")],
        True,
    )
    shown, is_whole = cut_runs(runs, 3, escaped)
    assert not is_whole and " ".join(text for _, text in shown) == "First. <br> a b c … <br> t u v … <br> Last."
