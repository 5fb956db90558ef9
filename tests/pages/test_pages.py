"""What stands on the pages of a book: every case with its text, rules, tables, readings, rulings, examples, bearings and history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import unescape
from re import sub

import pytest

from pages.books import CHAPTER, FRONT, GivenBook, campaign, case_of, pages_of, tree_of
from rulewright.analysis.mutation.model import Fate
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.rulebook import build_rulebook
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.content import book_pages
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.pages.coverage import coverage_page


@dataclass(frozen=True)
class Result:
    case: str
    title: str
    edition: str
    passed: bool
    message: str = ""
    location: Location | None = None


def words(html: str) -> str:
    """The text of a piece of a page, with single blanks."""
    return " ".join(unescape(sub(r"<[^>]*>", " ", html)).split())


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return pages_of(campaign())


@pytest.fixture(scope="module")
def movement(pages: dict[str, str]) -> str:
    return pages["movement"]


def test_every_page_there_should_be(pages: dict[str, str]) -> None:
    assert set(pages) == {
        *(
            "index",
            "movement",
            "scenarios",
            "readings",
            "amendments",
            "glossary",
            "ask",
            "own-copy",
            "cases",
            "rule",
            "graph",
            "coverage",
            "charts",
            "since-printed",
            "print-errata",
            "print-printed",
        )
    }


def test_every_page_of_a_book_but_the_first_says_book_edition_and_what_is_open(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        if name != "index" and not name.startswith("print-"):  # the whole book has its own first lines
            assert "The Campaign · Edition With errata , made of Rules booklet and Errata · 1 open reading · All cases" in words(page), name


def test_a_case_shows_its_text_with_references_and_terms_as_links(movement: str) -> None:
    case = case_of(movement, "8.1")
    assert '<a href="#case-8.2" class="rw-ref">8.2</a>' in case
    assert '<a href="glossary.html#term-supply" class="rw-term" title="What an army eats, see [8.2].">supply</a>' in case
    assert "[8.99]" in case, "a reference to nothing stays as it was written"


def test_emphasis_and_code_are_set_apart_and_signs_are_escaped(movement: str) -> None:
    assert "A <em>leader</em> goes where it likes &amp; pays nothing." in case_of(movement, "8.11")
    assert "<code>always</code>" in case_of(movement, "8.2")


def test_a_sub_case_is_a_level_below_its_case(movement: str) -> None:
    levels = {line.split("{#case-")[1].split(" ")[0]: line.split(" ")[0] for line in movement.splitlines() if "{#case-" in line}
    assert levels["8.1"] == "##" and levels["8.11"] == "###" and levels["8.2"] == "##"


def test_a_rule_is_a_sentence_with_its_formal_line(movement: str) -> None:
    case = case_of(movement, "8.2")
    assert (
        "2 movement points are taken from the movement allowance of the unit when the weather is mud and the arm of the unit is "
        "neither cavalry nor leader." in words(case)
    )
    assert "<code>take 2 MP from allowance(u) when weather is mud and u.arm not in mounted" in case
    assert 'id="rule-8.2.1"' in case
    assert '<span class="rw-tags">C-3</span>' in case


def test_a_rule_with_a_name_is_addressed_by_it_and_references_lead_to_its_case() -> None:
    chapter = (
        'case 8.1 "Mud"\n  "Mud stops all, as [8.2.leave] says."\n  in_mud: may not forage(u, t) when weather is mud\n\n'
        'case 8.2 "Leave"\n  "All may go."\n  leave: may forage(u, t)\n    overrides 8.1.in_mud\n'
    )
    page = pages_of(campaign(chapter))["movement"]
    case = case_of(page, "8.1")
    assert 'id="rule-8.1.in_mud"' in case
    assert "<code>in_mud: may not forage(u, t) when weather is mud" in case
    assert ">8.2.leave</a>" in case
    assert ">8.1 in mud</a>" in case_of(page, "8.2")


def test_what_goes_before_what_is_a_sentence_with_both_as_links() -> None:
    chapter = (
        'case 8.1 "Mud"\n  "Mud stops all."\n  in_mud: may not forage(u, t) when weather is mud\n\n'
        'case 8.2 "Leave"\n  "All may go."\n  leave: may forage(u, t)\n  may forage(u, t) when weather is mud\n\n'
        'case 8.3 "Order"\n  "Leave first."\n  8.2.leave, 8.2.2 goes before 8.1.in_mud when weather is mud\n'
    )
    case = case_of(pages_of(campaign(chapter))["movement"], "8.3")
    assert ">8.2 leave</a>" in case
    assert ">8.1 in mud</a>" in case
    assert "8.2 leave and 8.2.2 go before 8.1 in mud when the weather is mud." in words(case)


def test_a_block_of_conditions_is_a_list_with_its_labels(movement: str) -> None:
    said = words(case_of(movement, "8.4"))
    assert "The unit may draw forage at the town when:" in said
    assert "a. the distance from it to the town is at most 3 hexes; and C-4 b. it is not in reserve" in said


def test_a_table_is_a_table(movement: str) -> None:
    case = case_of(movement, "8.3")
    assert '<th scope="row">mud</th><td>2</td><td><span class="rw-nothing">–</span></td><td>4</td>' in case
    assert '<th scope="col">horse artillery</th>' in case and '<th scope="col">cavalry, leader</th>' in case
    assert 'tabindex="0"' in case, "a box that scrolls is reachable by keyboard"


def test_a_table_names_its_keys_by_their_kind_where_the_name_is_a_letter() -> None:
    table = '  table toll(w: weather): 0..9 MP "the toll in {w}"\n    | clear | 1 |\n    | mud   | 2 |\n'
    page = pages_of(campaign('case 8.2 "Toll"\n' + table))["movement"]
    assert "<caption><b>The toll in the weather</b>" in page
    assert '<th scope="col">Weather</th><th scope="col">Movement points</th>' in page and '<th scope="row">clear</th><td>1</td>' in page


def test_amended_words_are_marked_and_the_printed_ones_are_in_the_history(movement: str) -> None:
    case = case_of(movement, "8.2")
    assert "Mud takes <del>2</del> <ins>3</ins> MP" in case
    assert "Errata correction — Mud: replaces “2 MP” with “3 MP”" in words(case)
    assert "As in “As printed” Mud takes 2 MP, always" in words(case)


def test_a_rule_that_an_amendment_brought_says_so(movement: str) -> None:
    assert "may draw forage at the town when its arm is leader. addition" in words(case_of(movement, "8.4"))


def test_what_is_not_held_deleted_new_or_an_option_is_marked(movement: str) -> None:
    assert "printed words not here" in words(case_of(movement, "8.5"))
    assert "Not held; bears on whether the unit may draw forage at the town." in words(case_of(movement, "8.5"))
    assert "deleted" in words(case_of(movement, "8.6")) and "<del>Nobody reads this.</del>" in case_of(movement, "8.6")
    assert words(case_of(movement, "8.7")).count("option") == 1
    assert "new case" in words(case_of(movement, "8.7"))


def test_bearings_are_seen_from_both_ends(movement: str) -> None:
    seen = words(case_of(movement, "8.1"))
    assert "see 8.2 and [8.99]. Overridden by 8.11 . Ask What is the movement allowance of the unit? 1 rule and 2 related cases" in seen
    assert "Refers to 8.2 Referred to by 8.4" in seen
    assert "Overrides 8.1" in words(case_of(movement, "8.11"))


def test_a_reading_stands_beside_its_case_and_on_its_own_page(movement: str, pages: dict[str, str]) -> None:
    beside = words(case_of(movement, "8.2"))
    assert "open reading Mud and leaders In play: as printed As printed in play Leaders ignore mud" in beside
    assert 'href="readings.html#reading-H_1"' in case_of(movement, "8.2")
    assert "## Mud and leaders {#reading-H_1}" in pages["readings"]
    assert "The movement allowance of the unit is at least 20 movement points" in words(pages["readings"])


def test_a_ruling_stands_beside_its_case(movement: str) -> None:
    case = case_of(movement, "8.4")
    assert 'id="ruling-Q1"' in case
    assert "ruling common error Q1" in words(case)
    assert "Q. May a unit in reserve forage? A. Never. 1 rule The unit may not draw forage at the town when it is in reserve." in words(
        case
    )


def test_an_example_shows_what_is_given_what_follows_and_how_it_came_out() -> None:
    given = campaign()
    assert "not run" in case_of(pages_of(given)["movement"], "8.2")
    given.examples = (Result("8.2", "infantry in mud", "printed", True), Result("8.2", "infantry in mud", "errata", True))
    case = case_of(pages_of(given)["movement"], "8.2")
    assert "infantry in mud holds Given the printed allowance of unit u is 5 movement points, the weather is mud" in words(case)
    assert "then the movement allowance of unit u is 3 movement points." in words(case)
    given.examples = (Result("8.2", "infantry in mud", "errata", False, "it is `2`"),)
    case = case_of(pages_of(given)["movement"], "8.2")
    assert "rw-mark-fails" in case and "it is `2`" in words(case)


def test_what_examples_take_for_granted_is_said_above_them() -> None:
    shared = (
        'background riders "a column of riders"\n  with option ney\n  given u.arm is cavalry\n\ncase 8.8 "Riders"\n'
        '  background\n    given not u.reserve\n  example "riders in mud" as usual\n    with background riders\n'
        "    given printed_allowance(u) is 5 MP, weather is mud\n    then allowance(u) is 5 MP\n"
    )
    given = campaign(
        CHAPTER.replace('chapter 8.0 "Movement"\n', 'chapter 8.0 "Movement"\n  background\n    given weather is clear\n') + shared
    )
    said = words(pages_of(given)["movement"])
    assert "Unless an example says otherwise: unit u is not in reserve and the weather is clear." in said
    assert "riders in mud not run a column of riders (unit u is cavalry and option ney); all else as usual Given" in said


def test_an_example_of_a_reading_is_known_by_where_it_is_written() -> None:
    given = campaign(CHAPTER + '  example "in a reading"\n    given weather is mud, u.arm is leader\n    then undetermined allowance(u)\n')
    example, origin = given.book.views["errata"].readings["H_1"].examples[0]
    given.examples = (Result("elsewhere", example.title, "errata", True, location=origin.place.location_of(example.span)),)
    assert "in a reading holds Given" in words(pages_of(given)["readings"])


def test_the_front_page_counts_and_tells_how_to_ask(pages: dict[str, str]) -> None:
    said = words(pages["index"])
    assert "7 cases 1 new, 1 known by number only" in said
    assert "4 amendments" in said and "1 ruling" in said and "1 open reading" in said
    assert 'rulewright ask campaign "allowance(u)" u.arm=cavalry weather=mud' in said
    assert "4 of the 5 statements of its sources are in this book, and the pages work out 4 of the 5 that can be worked out" in said
    assert "Exercised" not in said
    assert "Rules booklet 1813" in said and "Errata amends Rules booklet" in said
    assert "With errata shown here edition errata: Rules booklet and Errata" in said


def test_the_glossary_has_terms_with_synonyms_and_the_vocabulary(pages: dict[str, str]) -> None:
    said = words(pages["glossary"])
    assert "supply What an army eats, see 8.2 . also “provisions” and “oob” in 8.2" in said
    assert "infantry, cavalry, horse artillery, leader" in said
    assert "printed_allowance(u) the printed allowance of u 0 to 20 movement points" in said


def test_the_vocabulary_says_what_is_usual_and_where_facts_are_found(pages: dict[str, str]) -> None:
    said = words(pages["glossary"])
    assert ".reserve it is in reserve yes or no; usually no; decided by french" in said
    assert "weather the weather weather; usually clear" in said
    assert said.index("In the booklet") < said.index("Found elsewhere") < said.index("printed_allowance(u)")


def test_the_index_has_every_case_once(pages: dict[str, str]) -> None:
    for number in ("8.1", "8.11", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7"):
        assert pages["cases"].count(f'href="movement.html#case-{number}"') == 1
    assert 'href="movement.html#ruling-Q1"' in pages["cases"]


def test_amendments_are_listed_by_case(pages: dict[str, str]) -> None:
    said = words(pages["amendments"])
    assert "8.2 Weather correction replaces “2 MP” with “3 MP” Errata" in said
    assert "8.6 Old omission deletes the case Errata" in said


def test_coverage_names_what_is_missing_and_where_statements_stand(pages: dict[str, str]) -> None:
    said = words(pages["coverage"])
    assert "Not placed: 1" in said and "C-9 8.9 A lost rule" in said
    assert 'C-3</th><td><a href="movement.html#case-8.2">8.2</a></td>' in pages["coverage"]
    assert 'C-2</th><td>8.1 → <a href="movement.html#case-8.11"' in pages["coverage"]


def test_the_graph_is_a_picture_whose_numbers_are_links(pages: dict[str, str]) -> None:
    assert "<svg" in pages["graph"] and 'href="movement.html#case-8.11"' in pages["graph"]
    assert "8.11 overrides 8.1" in words(pages["graph"])


def test_findings_show_code_text_place_and_help() -> None:
    given = campaign()
    label = Label(Location("movement.case", 3, 4, 3, 9), "named `here`")
    given.diagnostics = (
        Diagnostic(
            "RW302", "dangling-reference", Severity.ERROR, "no case `8.99`", (label,), "look it up", cases=("8.1",), edition="errata"
        ),
        Diagnostic(
            "RW301",
            "contradiction",
            Severity.INFO,
            "accepted",
            witness={"facts": {"weather": "mud"}, "answers": [{"case": "8.1", "value": 3}]},
        ),
    )
    page = pages_of(given)["findings"]
    assert (
        '## Errors {#error data-rw-in="errata"}' in page
        and "1 error. The book contradicts itself" in words(page)
        and 'href="../checks/rw302.html"' in page
    )
    assert "No case 8.99 . Cases 8.1 . movement.case:3:4 named here What to do: Look it up." in words(page)
    assert "The weather mud The answer 8.1 3" in words(page)


def test_without_findings_there_is_no_page_of_them(pages: dict[str, str]) -> None:
    assert "findings" not in pages and "findings.html" not in "".join(pages.values())


def test_a_book_by_heading_shows_numbers_as_it_prints_them() -> None:
    front = FRONT.replace("numbering decimal", "numbering by heading movement, combat").replace("8.2", "movement.1")
    chapter = 'case movement.1 "Steps"\n  "Go on."\n\ncase combat.A "Blows"\n  "See [movement.1]."\n'
    page = pages_of(campaign(chapter, front))["movement"]
    assert '<span class="rw-number-head">Movement </span>(1)</a> Steps {#case-movement.1 .rw-case}' in page
    assert "Combat (A) Blows" in words(page).replace("( ", "(")


def test_a_renumbered_case_keeps_its_anchor_and_both_numbers_find_it() -> None:
    chapter = CHAPTER + "\namend 8.3 in errata as correction\n  renumbers to 8.35\n"
    given = campaign(chapter)
    of = BookOfSite(given)
    assert of.addresses.address_of_case("8.35") == of.addresses.address_of_case("8.3")
    page = pages_of(given)["movement"]
    assert ">8.35</a> Ground {#case-8.3 .rw-case}" in page and "was 8.3" in words(page)


def test_a_chapter_named_like_a_page_of_ours_gives_way() -> None:
    given = campaign()
    from dataclasses import replace

    view = given.book.views["errata"]
    cases = {key: replace(case, chapter="glossary") for key, case in view.cases.items()}
    book = replace(given.book, views={**given.book.views, "errata": replace(view, cases=cases)})
    paths = [page.path for page in book_pages(BookOfSite(GivenBook(book)))]
    assert "campaign/chapter-glossary.md" in paths and "campaign/glossary.md" in paths
    assert len(paths) == len(set(paths))


def test_two_numbers_that_come_down_to_one_anchor_stay_apart() -> None:
    of = BookOfSite(campaign('case 19.4/9 "One"\n  "x"\n\ncase 19.4 "Two"\n  "x"\n'))
    from dataclasses import replace

    from rulewright.rulebook.model import CaseId
    from rulewright.site.html.addresses import Addresses

    case = of.view.cases[CaseId("19.4/9")]
    twin = replace(case, id=CaseId("19.4-9"), number="19.4-9", first_number="19.4-9")
    addresses = Addresses(of.book, replace(of.view, cases={**of.view.cases, twin.id: twin}))
    assert addresses.address_of_case("19.4/9") != addresses.address_of_case("19.4-9")


SCENARIO = """\

scenario 9.1 "The first battle"
  not held

amend 9.1 in errata as correction
  place davout "Davout" at B5105 with strength 5
  place ney "Ney" at B2041 or B2308, the french_player chooses
  enters guard "the Guard" in IV_September at B2401
  corrects hex of depot from A5932 to A5931
"""


def test_a_set_up_is_a_table_of_pieces_places_turns_and_corrections() -> None:
    found = pages_of(campaign(CHAPTER + SCENARIO))
    for name in ("scenarios", "movement"):
        said = words(found[name])
        assert "Set-up, as far as it is known Piece Place When Besides Corrected" in said
        assert "Davout B5105 at the start strength 5" in said
        assert "Ney B2041 or B2308 (the french player chooses) at the start" in said
        assert "The Guard B2401 IV September" in said
        assert "Depot A5931 at the start hex from A5932 to A5931" in said
    assert "<del>A5932</del> to <ins>A5931</ins>" in found["scenarios"]
    assert "The first battle: set-up" in words(found["scenarios"])


def test_a_set_up_without_corrections_has_no_column_for_them() -> None:
    lines = [line for line in SCENARIO.splitlines() if "corrects" not in line]
    said = words(pages_of(campaign(CHAPTER + "\n".join(lines) + "\n"))["scenarios"])
    assert "Piece Place When Besides Davout" in said
    assert "Corrected" not in said


def test_options_say_what_they_need_and_exclude() -> None:
    options = """\
option grouchy "Marshal Grouchy rule" needs weather is clear by french_player alone
at most one of ney, grouchy
"""
    front = FRONT.replace('option ney "Marshal Ney rule"\n', 'option ney "Marshal Ney rule"\n' + options)
    said = words(pages_of(campaign(front=front))["scenarios"])
    assert "Marshal Grouchy rule grouchy only where the weather is clear; not together with Marshal Ney rule" in said
    assert "chosen by the french player alone" in said
    assert "Marshal Ney rule and Marshal Grouchy rule exclude each other." in said


@pytest.mark.parametrize(
    ("question", "typed"),
    [
        ("allowance(u) u.arm=cavalry", '"allowance(u)" u.arm=cavalry'),
        ("forage(u, t) printed_allowance(u)=7", '"forage(u, t)" "printed_allowance(u)=7"'),
        ("bid(near(u, t)) x=yes", '"bid(near(u, t))" x=yes'),
    ],
)
def test_a_question_can_be_typed_into_a_shell(question: str, typed: str) -> None:
    front = FRONT.replace("allowance(u) u.arm=cavalry weather=mud", question)
    assert f"rulewright ask campaign {typed}" in words(pages_of(campaign(front=front))["index"])


def test_the_front_page_names_the_edition_in_force_and_its_sources(pages: dict[str, str]) -> None:
    assert "Edition in force: With errata · made of Rules booklet (1813) and Errata" in words(pages["index"])


def test_chapters_stand_by_the_number_of_their_file_and_a_name_is_no_number() -> None:
    files = {
        "12-battles.case": 'chapter 12.0 "Battles"\n\ncase 12.1 "B"\n  "Fight."\n',
        "charts.case": 'chapter charts "Charts"\n\ncase 99.1 "C"\n  "See."\n',
    }
    files |= {"08-movement.case": CHAPTER.replace("case 8.7", "case 98.7"), "rulebook.case": FRONT}
    of = BookOfSite(GivenBook(build_rulebook(tree_of(files), ledger="", slug="campaign")[0]))
    assert list(of.addresses.chapters) == ["08-movement", "12-battles", "charts"]
    assert [chapter_title(of, stem) for stem in of.addresses.chapters][1:] == [("12", "Battles"), ("", "Charts")]


def test_an_accepted_contradiction_ends_with_a_full_stop_and_a_column_names_its_unit() -> None:
    more = CHAPTER.replace('  "Mud takes 2 MP, `always`."\n', '  "Mud takes 2 MP, `always`."\n  reads "Mut" as "Mud" because "a slip"\n')
    more = more.replace(
        'case 8.4 "Forage"',
        'case 8.35 "Pace"\n  table pace(w: weather): 0..9 MP\n    | clear | 1 |\n    | mud | 2 |\n    | snow | 2 |\n\ncase 8.4 "Forage"',
    )
    said = words(pages_of(campaign(more))["movement"])
    assert "The print has Mut , read Mud : a slip." in said
    assert "Weather Movement points clear 1" in said


def test_words_that_are_not_held_are_said_so_once() -> None:
    more = CHAPTER + '\namend 8.5 in errata as correction\n  replaces "A" with "B" words not held\n'
    for name, said in pages_of(campaign(more)).items():
        if name in ("amendments", "movement"):
            assert words(said).count("not held) (") == 0


def test_the_law_comes_first_and_rules_and_examples_are_folded_under_one_line(movement: str) -> None:
    case = case_of(movement, "8.2")
    law, folded = case.index('class="rw-now"'), case.index('class="rw-fold"')
    assert law < folded < case.index('class="rw-rules"', folded)
    assert "1 rule, 1 example and 1 related case" in words(case[folded:])
    table = case_of(movement, "8.3")
    assert 'class="rw-table"' in table and "rw-fold" not in table[: table.index('class="rw-table"')], (
        "a table is under the law, in the open"
    )


def test_a_case_knows_the_editions_that_it_changed_since(movement: str) -> None:
    assert 'data-rw-since="printed"' in case_of(movement, "8.2") and "data-rw-since" not in case_of(movement, "8.1")
    assert 'data-rw-absent="printed"' in case_of(movement, "8.7") and "data-rw-absent" not in case_of(movement, "8.2")
    assert 'data-rw-edition="printed"' in case_of(movement, "8.2") and "data-rw-edition=" not in case_of(movement, "8.1")


def test_a_renumbered_case_is_reached_by_both_numbers() -> None:
    page = pages_of(campaign(CHAPTER + "\namend 8.3 in errata as correction\n  renumbers to 8.35\n"))["movement"]
    assert "{#case-8.3 " in page and page.count('id="case-8.35"') == 1


def test_accepted_contradictions_are_counted_once() -> None:
    given = campaign()
    given.diagnostics = tuple(
        Diagnostic("RW301", "contradiction", Severity.INFO, f"a {at}", notes=("accepted in 8.1: both stand",)) for at in range(2)
    )
    found = pages_of(given)
    assert "2 accepted contradictions" in words(found["index"]) and "2 accepted contradictions" in words(found["movement"])
    assert "2 accepted" in words(found["findings"])


def test_coverage_shows_the_slips_that_no_example_would_notice_where_they_are_known(pages: dict[str, str]) -> None:
    assert "Slips" not in pages["coverage"]
    of = BookOfSite(replace(campaign(), tried=True))
    made = coverage_page(of, CaseWriter(of))
    assert made is not None
    page = made.markdown
    said = words(page)
    slips = of.data.slips
    unnoticed = slips.with_fate(Fate.UNNOTICED)
    assert f"Slips that no example would notice: {len(unnoticed)}" in said
    assert 0 < len(unnoticed) < len(slips.results)
    assert f"Of 100 slips that change an answer, {slips.percent_noticed} are noticed" in said
    assert unnoticed[0].counterexample is not None
    assert unnoticed[0].counterexample.example.split("\n")[0].strip().replace('"', "&quot;") in page
