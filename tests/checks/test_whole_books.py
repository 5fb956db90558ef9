"""The checks over whole books: shipped and synthetic ones are clean, work grows with the book, damage never stops the checks."""

from __future__ import annotations

import cProfile
import pstats
import random
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.synthetic import synthetic_book
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checks.books import found_in, write
from rulewright.analysis.dependencies.queries import OVERRIDING, precedence_graph
from rulewright.base import resources
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.indexes.book_index import BookIndex
from rulewright.checks.indexes.edition_index import EditionIndex
from rulewright.checks.run import run_checks
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.setup_rules import with_set_ups
from rulewright.syntax.parser import parse_folder
from rulewright.workspace.open_book import load


@pytest.mark.parametrize("name", resources.shipped_books())
def test_a_shipped_book_holds_together(name: str) -> None:
    found = load(name).diagnostics
    assert [one for one in found if one.severity is Severity.ERROR] == []
    assert [one for one in found if one.name in {"unused-accepts", "tag-twice", "example-cannot-fail", "twin-examples"}] == []


@pytest.mark.parametrize("name", resources.shipped_books())
def test_checks_and_answers_agree_on_what_goes_before_what(name: str) -> None:
    """Answers read precedence from the core, checks from the graph: the same rules on both sides of every statement."""
    book, cores = _read(resources.book_folder(name))
    whole = BookIndex(book)
    for edition, core in cores.items():
        here = EditionIndex(replace(book, views={edition: with_set_ups(book, book.views[edition])[1]}), core, whole)
        # answers take each ground of `when any of` as a rule of its own, and what restates as one with what it restates
        addresses = {
            uid: here.provision_of_address(rule.first.id).id.text for on in core.on.values() for rule in on.rules for uid in rule.uids
        }
        answers = {
            (override.location, addresses[by], addresses[target])
            for override in core.overrides.values()
            for on in override.on
            for by in on.by
            for target in on.targets
            if addresses[by] != addresses[target]
        }
        checks = {
            (data["edge"].location, here.provision_of_vertex(first).id.text, here.provision_of_vertex(second).id.text)
            for one in OVERRIDING
            for first, second, data in precedence_graph(here.graph, [one]).edges(data=True)
        }
        assert checks <= answers
        assert {pair[1:] for pair in checks} == {pair[1:] for pair in answers}


@pytest.mark.parametrize("name", resources.shipped_books())
def test_what_a_statement_meets_is_on_the_side_that_it_names(name: str) -> None:
    book, cores = _read(resources.book_folder(name))
    whole = BookIndex(book)
    some = 0
    for edition, core in cores.items():
        here = EditionIndex(replace(book, views={edition: with_set_ups(book, book.views[edition])[1]}), core, whole)
        named: dict[tuple[str, object], set[str]] = defaultdict(set)
        for statement in here.statements:
            named[statement.provision.id.text, statement.location] |= {p.id.text for p in here.sides_of(statement)[1]}
        for statement_at, met in here.effective_targets.items():
            assert met <= named[statement_at]
            some += len(met)
    assert some


def test_a_synthetic_book_is_clean(tmp_path: Path) -> None:
    assert found_in(write(synthetic_book(300), tmp_path)) == ()


def _read(folder: Path) -> tuple[Rulebook, dict[str, Core]]:
    """A book and the cores of its editions."""
    tree, _ = parse_folder(folder)
    book, _ = build_rulebook(tree, ledger=(folder / "ledger.csv").read_text(encoding="utf-8"), slug="book")
    cores = {edition: lower(resolve(book, edition)[0]) for edition in book.views}
    assert all(len(dict(core.on)) == len(core.questions) for core in cores.values())
    return book, cores


def _calls(folder: Path, cases: int) -> int:
    """How many calls of functions the checks make: a measure of work that no other process disturbs."""
    book, cores = _read(write(synthetic_book(cases), folder))
    run_checks(book, cores, decided={})
    profile = cProfile.Profile()
    profile.enable()
    run_checks(book, cores, decided={})
    profile.disable()
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


def test_work_grows_with_the_book_and_no_faster(tmp_path: Path) -> None:
    small, large = _calls(tmp_path / "small", 40), _calls(tmp_path / "large", 320)
    assert large < 8.4 * small


# ---- generated -----------------------------------------------------------------------------------------------------------------------

SAMPLE = synthetic_book(20)
LINES = [(name, number) for name, text in SAMPLE.items() if name.endswith(".case") for number, line in enumerate(text.split("\n")) if line]
QUICK = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def _told(found: tuple[Diagnostic, ...]) -> Counter[tuple[str, str, str]]:
    return Counter((one.code, one.message, one.edition) for one in found)


@QUICK
@given(st.lists(st.tuples(st.sampled_from(LINES), st.sampled_from(["drop", "double", "cut", "swap words"])), min_size=1, max_size=3))
def test_damage_is_reported_and_never_stops_the_checks(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[tuple[str, int], str]]
) -> None:
    files = {name: text.split("\n") for name, text in SAMPLE.items()}
    for (name, number), edit in edits:
        line = files[name][number]
        words = line.split(" ")
        files[name][number] = {
            "drop": "",
            "double": f"{line}\n{line}",
            "cut": line[: len(line) * 2 // 3],
            "swap words": " ".join((*words[:-2], *reversed(words[-2:]))),
        }[edit]
    folder = tmp_path_factory.mktemp("damaged")
    found = found_in(write({name: "\n".join(lines) for name, lines in files.items()}, folder))
    assert list(found) == sorted(found, key=lambda one: one.sort_key)
    assert len(set(found)) == len(found)


@QUICK
@given(st.integers(min_value=0))
def test_the_order_of_blocks_changes_no_finding(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    """A book with something wrong in it, its blocks in any order and file."""
    broken = SAMPLE["chapter_0001.case"].replace("overrides 1.13", "overrides 1.15").replace("[1.13]", "[1.93]").replace("@SY-1b", "@SY-99")
    blocks = [block for block in broken.split("\n\n") if block]
    whole: list[str] = []
    for block in blocks:  # what is indented goes with the block above it
        if block.startswith(" "):
            whole[-1] += "\n\n" + block
        else:
            whole.append(block)
    shuffled = list(whole)
    random.Random(seed).shuffle(shuffled)
    half = len(shuffled) // 2
    names = {key: text for key, text in SAMPLE.items() if not key.startswith("chapter")}
    one = found_in(write({**names, "a.case": "\n\n".join(whole) + "\n"}, tmp_path_factory.mktemp("one")))
    other = found_in(
        write(
            {**names, "b.case": "\n\n".join(shuffled[:half]) + "\n", "c.case": "\n\n".join(shuffled[half:]) + "\n"},
            tmp_path_factory.mktemp("other"),
        )
    )
    assert one and _told(one) == _told(other)
