"""A talk: a situation whose facts become known one after the other, and questions about it that are asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from rulewright.base.arguments import check_arguments
from rulewright.base.errors import WrongInput
from rulewright.base.limits import MAX_ANSWERS_KEPT
from rulewright.interfaces.api.facts import split_world

if TYPE_CHECKING:
    from rulewright.base.stopping import StopSignal
    from rulewright.engines.interpreter.answer import Answer, MissingFact
    from rulewright.engines.interpreter.outcome_range import OutcomeRange
    from rulewright.interfaces.api.asked import Setting
    from rulewright.interfaces.api.facts import Facts, FactValue, World

__all__ = ["Situation"]


class Situation:
    """The known facts of one situation, which are given and taken back, while questions are asked in between.

    Each answer is the one that `Book.ask` gives with the same facts. What was worked out is kept: a question that is asked again takes next
    to no time if nothing that its answer looks at has changed, and less than anew if something has. To be used by one thread at a time.
    """

    def __init__(
        self,
        ask: Callable[..., Answer],
        find_range: Callable[..., OutcomeRange],
        facts: Facts | None,
        world: World | None,
        setting: Setting,
    ) -> None:
        from rulewright.engines.interpreter.fact_memo import AnswerMemo

        self._ask, self._find_range = ask, find_range
        self.world = world
        self._setting: Setting = setting
        self._facts: dict[str, Any] = {}
        self._memo = AnswerMemo(MAX_ANSWERS_KEPT)
        if facts:
            self.give(facts)

    def __repr__(self) -> str:
        return f"<situation: {', '.join(self._facts) or 'nothing is given'}>"

    @property
    def facts(self) -> dict[str, Any]:
        """The facts that are given, by name, in the order in which they were."""
        return dict(self._facts)

    @check_arguments
    def give(self, fact: str | Facts, value: FactValue = None) -> None:
        """Give a fact and its value, or several facts as `Book.ask` takes them. A fact that was given before has the new value.

        Names and values are read when something is asked: only then it is known of what kind a thing is.
        """
        new_facts, world = split_world({fact: value} if isinstance(fact, str) else fact, None)
        if world is not None:
            self.world = world
        self._facts.update(new_facts)

    def take_back(self, *facts: str) -> None:
        """Take facts back, so that they are not given. Raises `WrongInput` for one that is not."""
        for fact in facts:
            if fact not in self._facts:
                others = f"; given are {', '.join(f'`{name}`' for name in self._facts)}" if self._facts else ""
                raise WrongInput(f"`{fact}` is not given, so it cannot be taken back{others}")
        for fact in facts:
            del self._facts[fact]

    @check_arguments
    def ask(
        self,
        question: str,
        *,
        over: Iterable[str] = (),
        least: bool = False,
        most: bool = False,
        brief: bool = False,
        deadline: float | None = None,
        stop: StopSignal | None = None,
    ) -> Answer:
        """Return the answer to a question with what is given; the parameters are those of `Book.ask`.

        >>> import rulewright
        >>> situation = rulewright.load("la-grande-armee").situation({"weather": "mud", "printed_allowance(u)": 7})
        >>> situation.give("u.arm", "cavalry")
        >>> situation.ask("allowance(u)").value
        5
        >>> situation.give("u.arm", "infantry")
        >>> situation.ask("allowance(u)").value
        5
        >>> situation.take_back("printed_allowance(u)")
        >>> situation.ask("allowance(u)").status.value
        'missing'
        """
        return self._ask(
            question, self._facts, world=self.world, over=over, least=least, most=most, brief=brief, deadline=deadline, stop=stop,
            memo=self._memo, **self._setting,
        )  # fmt: skip

    @check_arguments
    def next_fact(self, question: str, *, deadline: float | None = None, stop: StopSignal | None = None) -> MissingFact | None:
        """Return the fact to ask for next: the first that the answer lacks. None if it lacks none.

        >>> import rulewright
        >>> situation = rulewright.load("la-grande-armee").situation({"u.arm": "infantry", "weather": "mud"})
        >>> situation.next_fact("allowance(u)").fact
        'printed_allowance(u)'
        """
        missing = self.ask(question, deadline=deadline, stop=stop).missing
        return missing[0] if missing else None

    @check_arguments
    def find_range(self, question: str, *, deadline: float | None = None, stop: StopSignal | None = None) -> OutcomeRange:
        """Return the outcomes that the answer can still have, whatever the facts are that are not given.

        >>> import rulewright
        >>> situation = rulewright.load("la-grande-armee").situation({"printed_allowance(u)": 7}, assume_usual=False)
        >>> outcomes = situation.find_range("allowance(u)")
        >>> [outcome.value for outcome in outcomes.outcomes], outcomes.complete
        ([5, 6, 7], True)
        """
        return self._find_range(question, self._facts, world=self.world, deadline=deadline, stop=stop, **self._setting)
