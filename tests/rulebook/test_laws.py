"""Laws of the fold, on generated books: pure, independent of the order of files and blocks, and of names of cases.

Books are generated as blocks of text. Each amendment speaks of words of its own, so that the acts of one source on one case never meet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.books import FRONT, build, tree
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import CaseInForce, EditionView, Rulebook
from rulewright.rulebook.prose import find_references
from rulewright.syntax import nodes

NUMBERS = ("5.1", "5.11", "5.2", "8.0", "8.6", "9.9a", "14.43", "19.4/9")
WORDS = ("mud", "snow", "river", "bridge", "leader", "column", "forage", "depot", "siege", "rally")
ACTS = (
    'strikes "{word}"',
    'replaces "{word}" with "{word}y {word}ier"',
    'inserts "({word}est)" after "{word}"',
    'appends "Also."',
    "deletes the case",
    "replaces the case",
    "redirects {first} to {number}",
    "confirms",
    "",
)
VOCABULARY = "enum weather: mud, snow\nfact weather: weather\nrecord unit\nverdict forage(u: unit)\n"


@dataclass(frozen=True)
class Book:
    """Blocks of text: cases first, then amendments, each with its source."""

    cases: tuple[str, ...]
    amendments: tuple[str, ...]

    @property
    def text(self) -> str:
        return VOCABULARY + "".join(self.cases) + "".join(self.amendments)


@st.composite
def books(draw: st.DrawFn, apart: bool = True) -> Book:
    """With `apart`, the acts of one source on one case do not meet."""
    numbers = draw(st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=6, unique=True))
    cases = []
    for number in numbers:
        other = draw(st.sampled_from(numbers))
        held = draw(st.booleans())
        body = f'  "The {" and the ".join(WORDS)} stand here, as [{numbers[0]}] and [{other}] say."\n' if held else "  not held\n"
        rule = f"  may forage(u) when weather is mud\n    overrides {other}\n" if draw(st.booleans()) else ""
        cases.append(f"case {number}\n{body}{rule}")
    amendments = []
    claims: dict[tuple[str, str], set[str]] = {}
    for source in draw(st.lists(st.sampled_from(["errata", "second"]), max_size=6)):
        number, act, word = draw(st.sampled_from(numbers)), draw(st.sampled_from(ACTS)), draw(st.sampled_from(WORDS))
        claimed = claims.setdefault((source, number), set())
        claim = word if "{word}" in act else act.split(" ")[0]
        whole = act.startswith(("deletes", "replaces the case"))
        if apart and ("whole" in claimed or (claimed and whole) or (claim and claim in claimed)):
            continue
        claimed.add("whole" if whole else claim)
        line = f"  {act.format(word=word, number=draw(st.sampled_from(numbers)), first=numbers[0])}\n" if act else ""
        rule = "  may not forage(u) when weather is snow\n" if "deletes" not in act and draw(st.booleans()) else ""
        amendments.append(f'amend {number} in {source} as correction\n{line}  "Added in {source}."\n{rule}')
    return Book(tuple(cases), tuple(amendments))


def told(view: EditionView, renamed: Callable[[str], str] = str) -> list[tuple[object, ...]]:
    """What an edition says, without places: for each case its number, state, words, rules and acts, in the order of the names it has then."""
    return [told_case(case, renamed) for case in view.all_cases()]


def told_case(case: CaseInForce, renamed: Callable[[str], str]) -> tuple[object, ...]:
    return (
        renamed(str(case.number)),
        case.deleted,
        case.held,
        sorted((renamed(one.text), one.struck) for one in case.text),
        sorted(renamed(str(one.node)) for one in case.provisions),
        sorted((renamed(act), entry.carried_out, entry.origin.source) for entry in case.history for act in entry.acts),
    )


def told_book(book: Rulebook) -> dict[str, list[tuple[object, ...]]]:
    return {name: told(view) for name, view in book.views.items()}


LAW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


@LAW
@given(books())
def test_the_fold_is_a_function(book: Book) -> None:
    assert build(book.text) == build(book.text)


@LAW
@given(books(), st.randoms(use_true_random=False))
def test_the_order_in_which_a_tree_holds_its_blocks_is_nothing(book: Book, random: object) -> None:
    whole = tree(book.text)
    blocks = list(whole.blocks)
    random.shuffle(blocks)  # type: ignore[attr-defined]
    shuffled = nodes.SyntaxTree(whole.folder, tuple(blocks))
    assert build_rulebook(shuffled, ledger=None, slug="x") == build_rulebook(whole, ledger=None, slug="x")


@LAW
@given(books(), st.randoms(use_true_random=False))
def test_the_order_of_files_and_blocks_changes_nothing_that_is_said(book: Book, random: object) -> None:
    """Only addresses of rules that two amendments of one source bring to one case may follow the order of writing."""
    blocks = [*book.cases, *book.amendments]
    random.shuffle(blocks)  # type: ignore[attr-defined]
    half = len(blocks) // 2
    files = {
        "rulebook.case": FRONT + VOCABULARY,
        "z.case": "".join(blocks[:half]),
        "a.case": "".join(blocks[half:]),
    }
    one, faults = build(book.text)
    other, other_faults = build({name: text for name, text in files.items() if text})
    assert told_book(one) == told_book(other)
    assert sorted((fault.code, fault.cases) for fault in faults) == sorted((fault.code, fault.cases) for fault in other_faults)


@LAW
@given(books(apart=False), st.randoms(use_true_random=False))
def test_acts_that_meet_are_found_in_whatever_order_they_are_written(book: Book, random: object) -> None:
    amendments = list(book.amendments)
    random.shuffle(amendments)  # type: ignore[attr-defined]
    _, faults = build(book.text)
    _, other_faults = build(Book(book.cases, tuple(amendments)).text)
    assert sorted((one.code, one.cases) for one in faults) == sorted((one.code, one.cases) for one in other_faults)


@LAW
@given(books())
def test_renaming_every_case_renames_the_book_and_nothing_else(book: Book) -> None:
    names = {number: f"q{at}.{chr(65 + at)}" for at, number in enumerate(NUMBERS)}

    def renamed(text: str) -> str:
        for old, new in sorted(names.items(), key=lambda pair: -len(pair[0])):
            text = text.replace(old, new)
        return text

    one, faults = build(book.text)
    other, other_faults = build(renamed(book.text))
    for name, view in one.views.items():
        before = {case[0]: case for case in told(view, renamed)}
        after = {case[0]: case for case in told(other.views[name])}
        assert before == after
    assert sorted(fault.code for fault in faults) == sorted(fault.code for fault in other_faults)


@LAW
@given(books())
def test_an_empty_copy_changes_nothing(book: Book) -> None:
    assert build(book.text, with_copy='chapter "Nothing"\n') == build(book.text)


@LAW
@given(books())
def test_an_edition_is_not_touched_by_later_sources(book: Book) -> None:
    earlier = Book(book.cases, tuple(one for one in book.amendments if " in second " not in one))
    before = told_book(build(earlier.text)[0])
    assert told_book(build(book.text)[0])["errata"] == before["errata"] == before["latest"]


@LAW
@given(books())
def test_what_holds_of_every_view(book: Book) -> None:
    found, faults = build(book.text)
    for view in found.views.values():
        numbers = [case.number for case in view.cases.values()]
        assert numbers == sorted(numbers, key=found.numbering.sort_key)
        ids = [one.id.text for one in view.provisions_in_force()]
        assert len(ids) == len(set(ids))
        for case in view.all_cases():
            assert case.id.number == case.number
            if case.deleted:
                assert not case.provisions
                assert all(one.struck for one in case.text if one.origin.source == "printed")
            for entry in case.history:
                assert entry.acts or not entry.origin.block.body or entry.carried_out
    if any("deletes the case" in one for one in book.amendments):
        assert any(case.deleted for case in found.views["latest"].all_cases()) or faults


@LAW
@given(st.sampled_from(NUMBERS), st.sampled_from(["30.1", "30.2/1", "31.5"]), books())
def test_renumbering_loses_no_reference(old: str, new: str, book: Book) -> None:
    base = "".join(book.cases)
    if f"case {old}\n" not in base:
        return
    found, faults = build(VOCABULARY + base + f"amend {old} in errata as correction\n  renumbers to {new}\n")
    assert not faults
    before, after = found.views["printed"], found.views["errata"]
    assert len(after.cases) == len(before.cases)
    known = {case.number for case in after.all_cases()}
    for case in after.all_cases():
        for paragraph in case.text:
            assert all(one.number in known for one in find_references(paragraph.text, known))
        for provision in case.provisions:
            if isinstance(provision.node, nodes.Rule):
                assert all(ref.number in known for relation in provision.node.relations for ref in relation.targets)
