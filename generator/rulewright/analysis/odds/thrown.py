"""Flow of dice through a core: the arguments of questions that receive dice, and the tables that dice are compared with.

Arguments are followed through all questions: `hits(t) means hits_with(t, fight_die(t))` puts a die into the second argument of `hits_with`,
and its rules may pass it on. A value that starts as a die and is modified (`score(t, n) is n`, `add 1 to score(t, n) when …`) is a changed
throw.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from rulewright.base.keywords import Comparison, FactKind, Operator, Verb
from rulewright.base.records import record
from rulewright.core.model import Core
from rulewright.semantics.model import QuestionKind, Table
from rulewright.semantics.terms import Arithmetic, Ask, AskVerdict, Compare, FactOf, Term, Var, walk
from rulewright.semantics.types import Numeric

Dice: TypeAlias = tuple[int, int]
"""The number of dice and the number of sides of each."""
Slot: TypeAlias = tuple[str, int]
"""An argument of a question, by its index."""

_TURNED = {
    Comparison.AT_LEAST: Comparison.AT_MOST,
    Comparison.AT_MOST: Comparison.AT_LEAST,
    Comparison.MORE: Comparison.LESS,
    Comparison.LESS: Comparison.MORE,
    Comparison.IS: Comparison.IS,
    Comparison.IS_NOT: Comparison.IS_NOT,
}


@record
class Throw:
    """Dice that are thrown and summed. `changed`: rules may add to the sum or subtract from it."""

    dice: tuple[Dice, ...]
    changed: bool = False

    @property
    def name(self) -> str:
        """The notation of the throw, `2d6`; dice of several kinds are joined by a plus."""
        return " + ".join(f"{count}d{sides}" for count, sides in self.dice)

    def chances(self) -> Mapping[int, Fraction]:
        """Return the chance of each sum, in ascending order."""
        chances = {0: Fraction(1)}
        for count, sides in self.dice:
            for _ in range(count):
                chances = _add_die(chances, sides)
        return chances


def _sum_throws(first: Throw | None, second: Throw | None, operator: Operator) -> Throw | None:
    """Return the sum of two throws, or of a throw and another value; None if the die is subtracted: `7 - die` falls as the die rises."""
    if second is None:
        return None if first is None else Throw(first.dice, changed=True)
    if operator is not Operator.ADD:
        return None
    return Throw(second.dice, changed=True) if first is None else Throw(first.dice + second.dice, first.changed or second.changed)


def _add_die(chances: Mapping[int, Fraction], sides: int) -> dict[int, Fraction]:
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for total, chance in chances.items():
        for face in range(1, sides + 1):
            sums[total + face] += chance / sides
    return dict(sorted(sums.items()))


@record
class ComparedThrow:
    """A throw that a rule compares with the numbers of a table: `throw comparison number`."""

    throw: Throw
    comparison: Comparison


class DiceFlow:
    """The throws of a core. If a slot or a table is reached by different throws, the first one found counts."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._dice = {name: dice for name, fact in core.facts.items() if fact.kind is FactKind.DIE if (dice := _dice_of(fact.type))}
        self.slots: dict[Slot, Throw] = {}
        self.tables = tables_by_question(core)
        self._follow_dice()
        self.comparisons: dict[str, ComparedThrow] = {}
        for question in core.on:
            for term in self._terms_of_question(question):
                if isinstance(term, Compare):
                    self._note_compared(question, term)

    def dice_read(self, question: str) -> tuple[str, ...]:
        """Return the distinct dice that the rules of a question read in a condition or an effect, table keys excluded."""
        roots = [term for rule in self._core.on[question].written_rules() for term in (*(part.term for part in rule.parts), rule.effect)]
        return tuple(dict.fromkeys(name for root in roots if root is not None for name in self._outside_tables(root)))

    def _outside_tables(self, root: Term) -> Iterator[str]:
        if isinstance(root, Ask) and root.question in self.tables:
            return
        for term in walk(root):
            if isinstance(term, FactOf) and term.fact in self._dice:
                yield term.fact

    def throw_of_die(self, name: str) -> Throw:
        """Return the throw of one declared die."""
        return Throw((self._dice[name],))

    # ---- where dice go -------------------------------------------------------------------------------------------------------------

    def _follow_dice(self) -> None:
        pending = list(self._core.on) if self._dice else []
        while pending:
            for passed in self._passed_throws(pending.pop()):
                if passed[0] not in self.slots:
                    self.slots[passed[0]] = passed[1]
                    if passed[0][0] in self._core.on:
                        pending.append(passed[0][0])

    def _passed_throws(self, question: str) -> Iterator[tuple[Slot, Throw]]:
        """Yield the throws that the rules of a question pass as arguments of others, by slot."""
        argument_throws = self._argument_throws(question)
        for term in self._terms_of_question(question):
            if isinstance(term, Ask | AskVerdict):
                for place, arg in enumerate(term.args):
                    throw = self._throw_of_term(arg, argument_throws, frozenset())
                    if throw is not None:
                        yield (term.question, place), throw

    def _terms_of_question(self, question: str) -> Iterator[Term]:
        for root in self._core.on[question].conditions_and_effects():
            yield from walk(root)

    def _argument_throws(self, question: str) -> tuple[Throw | None, ...]:
        return tuple(self.slots.get((question, place)) for place in range(len(self._core.questions[question].params)))

    def _throw_of_term(self, term: Term, argument_throws: Sequence[Throw | None], visiting: frozenset[str]) -> Throw | None:
        """Return the throw that a term evaluates to.

        `argument_throws` are the throws among the arguments, None for others; `visiting` the values being followed.
        """
        match term:
            case FactOf(fact=name):
                return Throw((self._dice[name],)) if name in self._dice else None
            case Var(slot=slot):
                return argument_throws[slot] if slot < len(argument_throws) else None
            case Arithmetic(operator=Operator.ADD | Operator.SUBTRACT):
                first, second = (self._throw_of_term(operand, argument_throws, visiting) for operand in (term.left, term.right))
                return _sum_throws(first, second, term.operator)
            case Ask(question=name) if name not in visiting:
                inner = tuple(self._throw_of_term(arg, argument_throws, visiting) for arg in term.args)
                return self._initial_throw(name, inner, visiting | {name})
            case _:  # open: a die within any other term is no longer a throw
                return None

    def _initial_throw(self, question: str, argument_throws: Sequence[Throw | None], visiting: frozenset[str]) -> Throw | None:
        """Return the initial throw of a value: the effect of its `is` rule, before other rules modify it."""
        core_question = self._core.on.get(question)
        if core_question is None or core_question.question.kind is not QuestionKind.VALUE:
            return None
        rules = list(core_question.written_rules())
        for rule in rules:
            if rule.verb is Verb.IS and rule.effect is not None:
                throw = self._throw_of_term(rule.effect, argument_throws, visiting)
                if throw is not None:
                    return Throw(throw.dice, throw.changed or any(other.verb is not Verb.IS for other in rules))
        return None

    # ---- what it is compared with --------------------------------------------------------------------------------------------------

    def _note_compared(self, question: str, term: Compare) -> None:
        argument_throws = self._argument_throws(question)
        for thrown, with_, comparison in ((term.left, term.right, term.op), (term.right, term.left, _TURNED[term.op])):
            throw = self._throw_of_term(thrown, argument_throws, frozenset())
            if throw is not None:
                for table in self._tables_of(with_, frozenset()):
                    self.comparisons.setdefault(table.id, ComparedThrow(throw, comparison))

    def _tables_of(self, term: Term, visiting: frozenset[str]) -> Iterator[Table]:
        """Yield the tables a term takes its value from: looked up directly, or by the rules of a value."""
        if not isinstance(term, Ask) or term.question in visiting:
            return
        table = self.tables.get(term.question)
        if table is not None:
            yield table
            return
        core_question = self._core.on.get(term.question)
        for rule in core_question.written_rules() if core_question is not None else ():
            if rule.verb is Verb.IS and rule.effect is not None:
                yield from self._tables_of(rule.effect, visiting | {term.question})


def tables_by_question(core: Core) -> Mapping[str, Table]:
    """Return the tables by the question that they answer, the first if there are several."""
    tables: dict[str, Table] = {}
    for table in core.tables.values():
        tables.setdefault(table.question, table)
    return tables


def _dice_of(kind: object) -> Dice | None:
    """Return the number of dice and of sides for the type of a die; the least sum equals the number of dice."""
    if not isinstance(kind, Numeric) or not isinstance(kind.low, int) or not isinstance(kind.high, int) or kind.low < 1:
        return None
    return kind.low, kind.high // kind.low
