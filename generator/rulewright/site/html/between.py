"""What is settled between the rules of one edition: which of them goes before another, and by what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rulewright.site.html.addresses import number_in
from rulewright.site.html.escape import anchor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rulewright.analysis.verdicts.findings import Decided, SettledPair
    from rulewright.base.diagnostics import Diagnostic
    from rulewright.rulebook.model import EditionView, Provision

UNSETTLED = "nothing"
"""What settles two rules that contradict each other."""
ELSEWHERE = "a third rule"
"""What settles two rules between which nothing is said, and of which no contradiction was found."""


class Settling(NamedTuple):
    """What settles two rules that say the opposite: `brief` behind the names of both, `meaning` as a sentence."""

    brief: str
    meaning: str


_SETTLING = {
    "stated": Settling("settled by a statement of the book", "The book says so: one of them overrides the other, or is its exception."),
    "carried": Settling(
        "settled by statements of the book, by way of others",
        "The book says so by way of others: one goes before a rule that goes before the other.",
    ),
    "set aside": Settling("settled by a third rule, which sets one aside", "A third rule sets one of them aside."),
    "otherwise": Settling("settled: one holds only where no other speaks", "One of them holds only where no other speaks."),
    "kind": Settling(
        "settled by the kind of action they are about", "One of them forbids an action, and the other is about a kind of that action."
    ),
    UNSETTLED: Settling("which nothing settles", "Nothing: the book contradicts itself."),
    ELSEWHERE: Settling(
        "which nothing between them settles",
        "Nothing between these two, but no contradiction was found either: a third rule goes first, or not everything is decided.",
    ),
}


def settling(by: str) -> Settling:
    """How a principle is put in words; one that is not listed is a line of the book's policy of precedence."""
    line = Settling(f"settled by the book's policy of precedence: {by}", "A line of the book's policy of precedence.")
    return _SETTLING.get(by, line)


def pairs_anchor(question: str, by: str) -> str:
    """Where the page of precedence has the pairs of a question; it may have some that something settles and some that nothing does."""
    return anchor("open" if by == UNSETTLED else "pairs", question)


class Between:
    """Every two rules of an edition that meet with opposite answers, as its pages speak of them.

    `provision` finds a rule of it by its address; `contradictions` are its findings that two rules contradict each other.
    """

    def __init__(
        self, view: EditionView, provision: Callable[[str], Provision | None], decided: Decided, contradictions: Sequence[Diagnostic]
    ) -> None:
        self._view, self._provision = view, provision
        self.decided = decided
        witnesses = [found.witness or {} for found in contradictions]
        self._contradicting = frozenset(
            frozenset(str(answer.get("rule")) for answer in witness.get("answers") or ()) for witness in witnesses
        )

    def principle(self, pair: SettledPair) -> str:
        """What settles a pair; empty where it is found to be a contradiction."""
        return pair.principle or ("" if frozenset(pair.rules) in self._contradicting else ELSEWHERE)

    @cached_property
    def by_case(self) -> Mapping[str, Mapping[tuple[str, str], str]]:
        """Case -> (other case, what settles it) -> question, for the pairs of rules of different cases, by their numbers in the edition."""
        found: dict[str, dict[tuple[str, str], str]] = {}
        for pair in self.decided.settled:
            one, other = (number_in(self._view, case) or case for case in pair.cases)
            principle = self.principle(pair) or UNSETTLED
            if one != other and principle != ELSEWHERE:
                found.setdefault(one, {}).setdefault((other, principle), pair.question)
                found.setdefault(other, {}).setdefault((one, principle), pair.question)
        return found

    @cached_property
    def yields(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Rule -> by what word (`Overridden by`) -> the rules that go before it, of all pairs that meet with opposite answers."""
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for pair in self.decided.settled:
            loser = pair.rules[pair.winner == pair.rules[0]]
            provision = self._provision(loser)
            if pair.winner not in pair.rules or provision is None:
                continue
            words = "Overridden by" if pair.principle == "stated" else "Gives way to"
            there = found.setdefault(provision.id.text, {})
            there[words] = tuple(dict.fromkeys((*there.get(words, ()), pair.winner)))
        return found
