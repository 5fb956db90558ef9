"""Precedence between the rules of one edition: which goes before which, and by what principle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rulewright.site.html.addresses import number_in
from rulewright.site.html.escape import anchor_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rulewright.analysis.verdicts.findings import EditionVerdicts, SettledPair
    from rulewright.base.diagnostics import Diagnostic
    from rulewright.rulebook.model import EditionView, Provision

UNSETTLED = "nothing"
"""What settles two rules that contradict each other."""
BY_THIRD_RULE = "a third rule"
"""What settles two rules between which nothing is said, and of which no contradiction was found."""


class PrincipleText(NamedTuple):
    """A principle in words: `brief` behind the names of two rules that say the opposite, `meaning` as a sentence."""

    brief: str
    meaning: str


_SETTLING = {
    "stated": PrincipleText(
        "settled by a statement of the book", "The book says so: one of them overrides the other, or is its exception."
    ),
    "carried": PrincipleText(
        "settled by statements of the book, by way of others",
        "The book says so by way of others: one goes before a rule that goes before the other.",
    ),
    "set aside": PrincipleText("settled by a third rule, which sets one aside", "A third rule sets one of them aside."),
    "otherwise": PrincipleText("settled: one holds only where no other speaks", "One of them holds only where no other speaks."),
    "kind": PrincipleText(
        "settled by the kind of action they are about", "One of them forbids an action, and the other is about a kind of that action."
    ),
    "best of its kind": PrincipleText("settled: of one kind only the best counts", "Both are of one kind, of which only the best counts."),
    UNSETTLED: PrincipleText("which nothing settles", "Nothing: the book contradicts itself."),
    BY_THIRD_RULE: PrincipleText(
        "which nothing between them settles",
        "Nothing between these two, but no contradiction was found either: a third rule goes first, or not everything is decided.",
    ),
}


def principle_text(principle: str) -> PrincipleText:
    """Return a principle in words; one that is not listed is a line of the book's policy of precedence."""
    line = PrincipleText(f"settled by the book's policy of precedence: {principle}", "A line of the book's policy of precedence.")
    return _SETTLING.get(principle, line)


def pairs_anchor(question: str, principle: str) -> str:
    """Return the anchor of a question's pairs on the page of precedence; settled pairs and unsettled ones have one each."""
    return anchor_id("open" if principle == UNSETTLED else "pairs", question)


class PrecedencePairs:
    """The pairs of rules of an edition that meet with opposite answers, for its pages.

    `provision` finds a rule of it by its address; `contradictions` are its findings that two rules contradict each other.
    """

    def __init__(
        self,
        view: EditionView,
        provision: Callable[[str], Provision | None],
        decided: EditionVerdicts,
        contradictions: Sequence[Diagnostic],
    ) -> None:
        self._view, self._provision = view, provision
        self.decided = decided
        witnesses = [finding.witness or {} for finding in contradictions]
        self._contradicting = frozenset(
            frozenset(str(answer.get("rule")) for answer in witness.get("answers") or ()) for witness in witnesses
        )

    def principle_of(self, pair: SettledPair) -> str:
        """Return the principle that settles a pair; empty if the pair is a contradiction."""
        return pair.principle or ("" if frozenset(pair.rules) in self._contradicting else BY_THIRD_RULE)

    @cached_property
    def principles_by_case(self) -> Mapping[str, Mapping[tuple[str, str], str]]:
        """Case -> (other case, what settles it) -> question, for the pairs of rules of different cases, by their numbers in the edition."""
        principles: dict[str, dict[tuple[str, str], str]] = {}
        for pair in self.decided.settled:
            first_case, second_case = (number_in(self._view, case) or case for case in pair.cases)
            principle = self.principle_of(pair) or UNSETTLED
            if first_case != second_case and principle != BY_THIRD_RULE:
                principles.setdefault(first_case, {}).setdefault((second_case, principle), pair.question)
                principles.setdefault(second_case, {}).setdefault((first_case, principle), pair.question)
        return principles

    @cached_property
    def winners_by_loser(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Rule -> by what word (`Overridden by`) -> the rules that go before it, of all pairs that meet with opposite answers.

        A rule that goes before it in several ways is named once, by a statement if there is one.
        """
        winners: dict[str, dict[str, tuple[str, ...]]] = {}
        for pair in sorted(self.decided.settled, key=lambda each: each.principle != "stated"):
            loser = pair.rules[pair.winner == pair.rules[0]]
            provision = self._provision(loser)
            if pair.winner not in pair.rules or provision is None:
                continue
            words = "Overridden by" if pair.principle == "stated" else "Gives way to"
            winners_by_word = winners.setdefault(provision.id.text, {})
            if not any(pair.winner in rules for rules in winners_by_word.values()):
                winners_by_word[words] = (*winners_by_word.get(words, ()), pair.winner)
        return winners
