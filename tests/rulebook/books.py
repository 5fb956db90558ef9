"""Small rulebooks for the tests of this layer: text of `.case` files in, a folded rulebook and its findings out."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.base.diagnostics import Diagnostic
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import CaseInForce, Rulebook
from rulewright.syntax import nodes
from written import tree_of

FRONT = """\
rulebook example "Example"
game campaign "Campaign"
game battle "Battle"
source printed "Rules booklet"
source errata "Errata"
  amends printed
source second "Second errata"
  amends printed
edition printed = printed
edition errata = printed + errata
edition latest = printed + errata + second
option ney "Marshal Ney"
"""


def tree(files: Mapping[str, str] | str) -> nodes.SyntaxTree:
    """The syntax tree of files (name -> text), or of one file `cases.case` under the front page above. The text must parse."""
    if isinstance(files, str):
        files = {"cases.case": files}
    if not any("rulebook " in text for text in files.values()):
        files = {"rulebook.case": FRONT, **files}
    return copy(files)


def copy(files: Mapping[str, str] | str) -> nodes.SyntaxTree:
    """As `tree`, without a front page: a reader's own copy."""
    if isinstance(files, str):
        files = {"copy.case": files}
    return tree_of(files, "example")


def build(
    files: Mapping[str, str] | str, *, ledger: str | None = None, with_copy: str | None = None
) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    return build_rulebook(tree(files), ledger=ledger, slug="example", overlay=None if with_copy is None else copy(with_copy))


def book_of(files: Mapping[str, str] | str, *, ledger: str | None = None, with_copy: str | None = None) -> Rulebook:
    """A rulebook that must be without findings."""
    book, findings = build(files, ledger=ledger, with_copy=with_copy)
    assert not findings, [(one.code, one.message) for one in findings]
    return book


def case_of(files: Mapping[str, str] | str, number: str, edition: str = "latest", *, with_copy: str | None = None) -> CaseInForce:
    """One case of a rulebook that must be without findings."""
    found = book_of(files, with_copy=with_copy).views[edition].find_case(number)
    assert found is not None
    return found


def words(case: CaseInForce) -> list[str]:
    """The paragraphs in force."""
    return [one.text for one in case.text if not one.struck]


def ids(case: CaseInForce) -> list[str]:
    return [one.id.text for one in case.provisions]


def acts(case: CaseInForce) -> list[tuple[str, bool]]:
    return [(act, entry.carried_out) for entry in case.history for act in entry.acts]


def codes(findings: tuple[Diagnostic, ...]) -> list[str]:
    return [one.code for one in findings]
