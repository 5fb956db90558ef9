"""Acts in Akoma Ntoso and USLM: their text as cases, and the amendments that their mark-up has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.base.errors import WrongInput
from rulewright.importing.text.model import RulesText
from rulewright.importing.text.read_act import read_act
from rulewright.importing.xml_tree import MAX_DEPTH, read_xml
from rulewright.interfaces.api.new_book import new_book_of_text
from rulewright.interfaces.api.new_version import import_act
from rulewright.workspace.open_book import OpenBook, load

AKOMA_NTOSO = """\
<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act name="act">
<meta><identification source="#town"><FRBRWork><FRBRthis value="/akn/xx/act/2026/1"/></FRBRWork></identification></meta>
<preface><longTitle><p>An Act on <docTitle>Harbours</docTitle> of the town.</p></longTitle></preface>
<body>
<part eId="part_1"><num>Part 1</num><heading>Boats</heading>
<section eId="sec_1"><num>1.</num><heading>Licence</heading>
<content><p>A boat has a licence<authorialNote marker="1"><p>Or a pass.</p></authorialNote>, as in <ref href="#sec_2">section 2</ref>.</p></content>
</section>
<section eId="sec_2"><num>2.</num><heading>Fees</heading>
<subsection eId="sec_2__subsec_1"><num>(1)</num><content><p>The fee is <b>4</b> euro, see <ref href="#sec_1">above</ref>.</p></content></subsection>
<subsection eId="sec_2__subsec_2"><num>(2)</num><intro><p>It is paid</p></intro>
<paragraph eId="sec_2__subsec_2__para_a"><num>(a)</num><content><p>in cash;</p></content></paragraph>
<paragraph eId="sec_2__subsec_2__para_b"><num>(b)</num><intro><p>or by</p></intro>
<subparagraph><num>(i)</num><content><p>cheque,</p></content></subparagraph>
<subparagraph><num>(ii)</num><content><p>card,</p></content></subparagraph></paragraph>
<wrapUp><p>before noon, under <ref href="#sec_2__subsec_1">section 2(1)</ref>.</p></wrapUp></subsection>
</section></part>
<part eId="part_2"><num>Part 2</num><heading>Ends</heading>
<section eId="sec_2A"><num>2A.</num><heading>Table</heading>
<content><p>Fees are:</p><table><tr><th>length</th><th>fee</th></tr><tr><td>1 m</td><td>4</td></tr></table></content></section>
<section eId="sec_3"><num>3.</num><heading>Dogs</heading><content><p>Dogs stay outside.</p></content></section>
</part></body>
<conclusions><p>Given in the town hall.</p></conclusions>
</act></akomaNtoso>
"""
USLM = """\
<lawDoc xmlns="http://schemas.gpo.gov/xml/uslm"><meta><title>not read</title></meta><main>
<longTitle><officialTitle>Harbours</officialTitle></longTitle>
<chapter identifier="/us/x/ch1"><num value="1">CHAPTER 1—</num><heading>BOATS</heading>
<section identifier="/us/x/s101"><num value="101">§ 101.</num><heading>Licence</heading>
<subsection identifier="/us/x/s101/a"><num value="a">(a)</num><heading>In general.—</heading>
<chapeau>A boat has, under <ref href="/us/x/s102">section 102</ref>—</chapeau>
<paragraph><num value="1">(1)</num><content>a licence; or</content></paragraph>
<paragraph><num value="2">(2)</num><content>a pass.</content></paragraph>
<continuation>It is shown.</continuation></subsection></section>
<section identifier="/us/x/s102"><num value="102">§ 102.</num><heading>Fees</heading><content>The fee is 4 euro. It is paid at noon.</content></section>
<section identifier="/us/x/s103"><num value="103">§ 103.</num><heading>Dogs</heading><content>Dogs stay outside.</content></section>
</chapter></main></lawDoc>
"""


def act(document: str) -> RulesText:
    return read_act(read_xml(document.encode(), "act.xml"), "act")


def words_in(text: str) -> list[str]:
    return sorted(re.findall(r"\w+", text))


def test_an_act_in_akoma_ntoso_is_cases_with_their_words() -> None:
    text = act(AKOMA_NTOSO)
    assert [(chapter.number, chapter.title, [clause.number for clause in chapter.clauses]) for chapter in text.chapters] == [
        ("1", "Boats", ["1", "2"]),
        ("2", "Ends", ["2A", "3"]),
    ]
    first, second, table, _ = text.all_clauses()
    assert (first.title, first.words) == ("Licence", ("A boat has a licence (Or a pass.), as in section [2].",))
    assert second.words == (
        "(1) The fee is **4** euro, see above.",
        "(2) It is paid",
        "- (a) in cash; - (b) or by -- (i) cheque, -- (ii) card,",
        "before noon, under section 2(1).",
    )
    assert second.referred_numbers == ("1",)
    assert table.words == ("Fees are:", "| length | fee | |---|---| | 1 m | 4 |")
    assert text.title == "Harbours"


def test_an_act_in_uslm_is_cases_with_their_words() -> None:
    first, second, _ = act(USLM).all_clauses()
    assert first.words == ("(a) *In general* A boat has, under section [102]—", "- (1) a licence; or - (2) a pass.", "It is shown.")
    assert (second.number, second.title, second.words) == ("102", "Fees", ("The fee is 4 euro. It is paid at noon.",))


@pytest.mark.parametrize("document", [AKOMA_NTOSO, USLM])
def test_no_word_of_an_act_is_lost(document: str) -> None:
    text = act(document)
    written = [text.title]
    for chapter in text.chapters:
        written += [f"{chapter.number} {chapter.title}", *(passage.words for passage in chapter.passages)]
        written += [f"{clause.number} {clause.title} {' '.join(clause.words)}" for clause in chapter.clauses]
    written += [passage.words for passage in text.introduction]
    body = re.sub(r"<meta>.*?</meta>|<[^>]*>", " ", document, flags=re.DOTALL)
    missing = set(words_in(re.sub(r"Part (?=\d)|CHAPTER ", "", body))) - set(words_in(" ".join(written)))
    assert missing == set()


# ---- amendments ------------------------------------------------------------------------------------------------------------------------

AMENDING = """\
<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act><meta><analysis source="#town"><activeModifications>
<textualMod type="substitution"><source href="#mod_1"/><destination href="/akn/xx/act/2026/1#sec_2__subsec_1"/>
<old href="#qt_1"/><new href="#qt_2"/></textualMod>
<textualMod type="repeal"><source href="#mod_2"/><destination href="/akn/xx/act/2026/1#sec_3"/></textualMod>
<textualMod type="insertion"><source href="#mod_3"/><destination href="/akn/xx/act/2026/1#sec_3" pos="after"/><new href="#qs_1"/></textualMod>
<textualMod type="substitution"><source href="#mod_4"/><destination href="/akn/xx/act/2026/1#sec_1"/>
<old href="#qt_3"/><new href="#qt_4"/></textualMod>
<textualMod type="insertion"><source href="#mod_7"/><destination href="akn/xx/act/2026/1#sec_2__subsec_2"/>
<destination href="#qt_5" pos="after"/><new href="#qt_6"/></textualMod>
<textualMod type="repeal"><source href="#mod_6"/><destination href="/akn/xx/act/2026/1#sec_99"/></textualMod>
</activeModifications></analysis></meta><body><section eId="sec_1"><num>1.</num><content>
<p><mod eId="mod_1">In section 2(1), for <quotedText eId="qt_1">4</quotedText> substitute <quotedText eId="qt_2">5</quotedText>.</mod></p>
<p><mod eId="mod_2">Section 3 is repealed.</mod></p>
<p><mod eId="mod_3">After section 3 insert <quotedStructure eId="qs_1"><section eId="sec_3A"><num>3A.</num><heading>Cats</heading>
<content><p>Cats come in.</p></content></section></quotedStructure></mod></p>
<p><mod eId="mod_4">In section 1, for <quotedText eId="qt_3">permit</quotedText> substitute <quotedText eId="qt_4">pass</quotedText>.</mod></p>
<p><mod eId="mod_5">Section 2 is amended somehow.</mod></p>
<p><mod eId="mod_7">In section 2(2), after <quotedText eId="qt_5">before</quotedText> insert <quotedText eId="qt_6">every</quotedText>.</mod></p>
<p><mod eId="mod_6">Section 99 is repealed.</mod></p>
</content></section></body></act></akomaNtoso>
"""
PUBLIC_LAW = """\
<pLaw xmlns="http://schemas.gpo.gov/xml/uslm"><main><section><num>1.</num><chapeau><ref href="/us/x/s102">Section 102</ref>
<amendingAction type="amend">is amended</amendingAction>—</chapeau>
<paragraph><num>(1)</num><content>by <amendingAction type="delete">striking</amendingAction> “<quotedText>4 euro</quotedText>” and
<amendingAction type="insert">inserting</amendingAction> “<quotedText>5 euro</quotedText>”; and</content></paragraph>
<paragraph><num>(2)</num><content>by <amendingAction type="delete">striking</amendingAction> “<quotedText>noon</quotedText>” each place it appears
and <amendingAction type="insert">inserting</amendingAction> “<quotedText>night</quotedText>”.</content></paragraph></section>
<section><num>2.</num><content><ref href="/us/x/s103">Section 103</ref> <amendingAction type="repeal">is repealed</amendingAction>.</content></section>
<section><num>3.</num><content>Section 104 <amendingAction type="repeal">is repealed</amendingAction>.</content></section>
</main></pLaw>
"""


def book(folder: Path, document: str) -> OpenBook:
    new_book_of_text(folder, act(document), later_source=("second", "Second"))
    return load(str(folder), cache=False)


def test_an_amending_act_in_akoma_ntoso_is_right_or_marked(tmp_path: Path) -> None:
    opened = book(tmp_path / "harbours", AKOMA_NTOSO)
    amendments = import_act(opened, read_xml(AMENDING.encode(), "second.xml"), "second", "second.xml")
    lines = amendments.lines
    assert 'amend 2 in second as change\n  replaces "4" with "5"\n' in lines
    assert 'amend 2 in second as change\n  inserts "every" after "before"\n' in lines
    assert "amend 3 in second as change\n  deletes the case\n" in lines
    assert 'case 3A "Cats" new in second\n  "Cats come in."\n' in lines
    assert [each for each in lines.splitlines() if each.startswith("# todo")] == [
        "# todo: line 16 of the act: it does not fit the book: the words `permit` are not in the text of case 1",
        "# todo: line 17 of the act: the act does not say in its mark-up (`textualMod`) what it does",
        "# todo: line 19 of the act: its destination is no section or article of the book",
    ]
    amendments.file.write_text(lines, "utf-8")
    after = load(str(opened.folder), cache=False)
    assert after.folded[1] == ()
    view = after.book.views["second"]
    assert [(case.number, case.deleted) for case in view.cases.values()][-3:] == [("2A", False), ("3", True), ("3A", False)]


def test_a_public_law_in_uslm_is_right_or_marked(tmp_path: Path) -> None:
    opened = book(tmp_path / "harbours", USLM)
    lines = import_act(opened, read_xml(PUBLIC_LAW.encode(), "law.xml"), "second", "law.xml").lines
    assert 'amend 102 in second as change\n  replaces "4 euro" with "5 euro"\n' in lines
    assert "amend 103 in second as change\n  deletes the case\n" in lines
    assert [each for each in lines.splitlines() if each.startswith("# todo")] == [
        "# todo: line 5 of the act: what it does to 102 has no act of the language here",
        "# todo: line 8 of the act: it names no section of the book by a `ref`",
    ]


def test_an_act_that_amends_several_texts_is_marked(tmp_path: Path) -> None:
    opened = book(tmp_path / "harbours", AKOMA_NTOSO)
    several = AMENDING.replace('2026/1#sec_3"/></textualMod>', '2020/7#sec_3"/></textualMod>', 1)
    amendments = import_act(opened, read_xml(several.encode(), "second.xml"), "second", "second.xml").amendments
    assert all(each.todo for each in amendments)
    assert amendments[0].todo.startswith("the act amends several texts (akn/xx/act/2020/7, akn/xx/act/2026/1): is it of this book?")


@pytest.mark.parametrize("work", ["akn/xx/act/2026/1", "/akn/xx/act/2026/1"])
def test_of_an_act_that_amends_several_texts_only_those_of_the_book_are_placed(tmp_path: Path, work: str) -> None:
    opened = book(tmp_path / "harbours", AKOMA_NTOSO)
    several = read_xml(AMENDING.replace('2026/1#sec_3"/></textualMod>', '2020/7#sec_3"/></textualMod>', 1).encode(), "second.xml")
    placed = import_act(opened, several, "second", "second.xml", work)
    assert [each.line for each in placed.amendments if each.is_left_out] == [13]
    assert "# line 13 of the act amends `akn/xx/act/2020/7`, another text, and is left out\n" in placed.lines
    assert "deletes the case" not in placed.lines
    assert 'amend 2 in second as change\n  replaces "4" with "5"\n' in placed.lines
    marks = [each for each in placed.lines.splitlines() if each.startswith("# todo") and "does not say in its mark-up" in each]
    assert len(marks) == 1  # it names no text: it may be of this one
    with pytest.raises(WrongInput, match="does not amend `akn/xx/act/1999/1`") as fault:
        import_act(opened, several, "second", "second.xml", "akn/xx/act/1999/1")
    assert fault.value.hints == ("it amends akn/xx/act/2020/7, akn/xx/act/2026/1",)


# ---- what is no act --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("<html/>", "is no act in Akoma Ntoso or USLM: its root is `html`"),
        ("<akomaNtoso><act><body/></act></akomaNtoso>", "has no section and no article"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><akomaNtoso>&b;</akomaNtoso>', "has a document type"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><akomaNtoso/>', "has a document type"),
        ("<akomaNtoso>&b;</akomaNtoso>", "is no XML: undefined entity, line 1"),
        ("<a>" * (MAX_DEPTH + 1), "is too big"),
        ("", "is no XML: no element found, line 1"),
    ],
)
def test_what_is_no_act_is_refused_with_a_reason(document: str, message: str) -> None:
    with pytest.raises(WrongInput) as refused:
        act(document)
    assert message in str(refused.value)
