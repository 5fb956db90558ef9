"""Where dice go in a core: into which arguments of which questions, and which tables they are compared with.

Arguments are followed through all questions: `hits(t) means hits_with(t, fight_die(t))` puts a die into the second argument of `hits_with`,
and its rules may hand it on. A value that begins as a die and is added to (`score(t, n) is n`, `add 1 to score(t, n) when …`) is a throw
that is changed.
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
"""How many dice, with how many sides each."""
Slot: TypeAlias = tuple[str, int]
"""An argument of a question, by its place."""

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
    """Dice that are thrown and added up. `changed`: something may be added to the sum, or taken from it."""

    dice: tuple[Dice, ...]
    changed: bool = False

    @property
    def name(self) -> str:
        """`2d6`; dice of several kinds with a plus."""
        return " + ".join(f"{many}d{sides}" for many, sides in self.dice)

    def chances(self) -> Mapping[int, Fraction]:
        """The chance of each sum, from the least up."""
        found = {0: Fraction(1)}
        for many, sides in self.dice:
            for _ in range(many):
                found = _with_one_more(found, sides)
        return found


def _added(left: Throw | None, right: Throw | None, operator: Operator) -> Throw | None:
    """Two dice, or a die and something else; nothing where the die is taken from something: `7 - die` goes down as the die goes up."""
    if right is None:
        return None if left is None else Throw(left.dice, changed=True)
    if operator is not Operator.ADD:
        return None
    return Throw(right.dice, changed=True) if left is None else Throw(left.dice + right.dice, left.changed or right.changed)


def _with_one_more(before: Mapping[int, Fraction], sides: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = defaultdict(Fraction)
    for total, chance in before.items():
        for face in range(1, sides + 1):
            found[total + face] += chance / sides
    return dict(sorted(found.items()))


@record
class Against:
    """A throw that a rule compares with the numbers of a table: `throw comparison number`."""

    throw: Throw
    comparison: Comparison


class Throws:
    """All throws of a core. A slot or a table that is met in two ways that differ has the way that is met first."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._dice = {name: dice for name, one in core.facts.items() if one.kind is FactKind.DIE if (dice := _dice_of(one.type))}
        self.slots: dict[Slot, Throw] = {}
        self.tables = tables_by_question(core)
        self._follow()
        self.against: dict[str, Against] = {}
        for question in core.on:
            for term in self._terms(question):
                if isinstance(term, Compare):
                    self._note_compared(question, term)

    def dice_read(self, question: str) -> tuple[str, ...]:
        """The dice that the rules of a question read themselves, each once, in a condition or as what they give; not as a table's key."""
        roots = [term for rule in self._core.on[question].stated() for term in (*(part.term for part in rule.parts), rule.effect)]
        return tuple(dict.fromkeys(name for root in roots if root is not None for name in self._outside_tables(root)))

    def _outside_tables(self, root: Term) -> Iterator[str]:
        if isinstance(root, Ask) and root.question in self.tables:
            return
        for term in walk(root):
            if isinstance(term, FactOf) and term.fact in self._dice:
                yield term.fact

    def of_die(self, name: str) -> Throw:
        """The throw of one declared die."""
        return Throw((self._dice[name],))

    # ---- where dice go -------------------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        waiting = list(self._core.on) if self._dice else []
        while waiting:
            for found in self._handed_on(waiting.pop()):
                if found[0] not in self.slots:
                    self.slots[found[0]] = found[1]
                    if found[0][0] in self._core.on:
                        waiting.append(found[0][0])

    def _handed_on(self, question: str) -> Iterator[tuple[Slot, Throw]]:
        """What the rules of a question put into the arguments of others."""
        own = self._own(question)
        for term in self._terms(question):
            if isinstance(term, Ask | AskVerdict):
                for place, arg in enumerate(term.args):
                    throw = self._throw(arg, own, frozenset())
                    if throw is not None:
                        yield (term.question, place), throw

    def _terms(self, question: str) -> Iterator[Term]:
        for root in self._core.on[question].terms():
            yield from walk(root)

    def _own(self, question: str) -> tuple[Throw | None, ...]:
        return tuple(self.slots.get((question, place)) for place in range(len(self._core.questions[question].params)))

    def _throw(self, term: Term, own: Sequence[Throw | None], through: frozenset[str]) -> Throw | None:
        """What is thrown where a term stands; `own` are the throws among the arguments, `through` the values that are being looked into."""
        match term:
            case FactOf(fact=name):
                return Throw((self._dice[name],)) if name in self._dice else None
            case Var(slot=slot):
                return own[slot] if slot < len(own) else None
            case Arithmetic(operator=Operator.ADD | Operator.SUBTRACT):
                left, right = (self._throw(one, own, through) for one in (term.left, term.right))
                return _added(left, right, term.operator)
            case Ask(question=name) if name not in through:
                inner = tuple(self._throw(arg, own, through) for arg in term.args)
                return self._begun(name, inner, through | {name})
            case _:  # open: whatever else a term is, a die in it is a throw no more
                return None

    def _begun(self, question: str, own: Sequence[Throw | None], through: frozenset[str]) -> Throw | None:
        """The throw that a value begins as: what a rule says it is, before other rules add to it."""
        on = self._core.on.get(question)
        if on is None or on.question.kind is not QuestionKind.VALUE:
            return None
        rules = list(on.stated())
        for rule in rules:
            if rule.verb is Verb.IS and rule.effect is not None:
                throw = self._throw(rule.effect, own, through)
                if throw is not None:
                    return Throw(throw.dice, throw.changed or any(one.verb is not Verb.IS for one in rules))
        return None

    # ---- what it is compared with --------------------------------------------------------------------------------------------------

    def _note_compared(self, question: str, term: Compare) -> None:
        own = self._own(question)
        for thrown, with_, comparison in ((term.left, term.right, term.op), (term.right, term.left, _TURNED[term.op])):
            throw = self._throw(thrown, own, frozenset())
            if throw is not None:
                for table in self._tables_of(with_, frozenset()):
                    self.against.setdefault(table.id, Against(throw, comparison))

    def _tables_of(self, term: Term, through: frozenset[str]) -> Iterator[Table]:
        """The tables whose cells a term is: one that it looks up, or that the rules of a value look up."""
        if not isinstance(term, Ask) or term.question in through:
            return
        table = self.tables.get(term.question)
        if table is not None:
            yield table
            return
        on = self._core.on.get(term.question)
        for rule in on.stated() if on is not None else ():
            if rule.verb is Verb.IS and rule.effect is not None:
                yield from self._tables_of(rule.effect, through | {term.question})


def tables_by_question(core: Core) -> Mapping[str, Table]:
    """The tables by the question that they answer, the first where several do."""
    found: dict[str, Table] = {}
    for table in core.tables.values():
        found.setdefault(table.question, table)
    return found


def _dice_of(kind: object) -> Dice | None:
    """How many dice of how many sides: their least sum is their number."""
    if not isinstance(kind, Numeric) or not isinstance(kind.low, int) or not isinstance(kind.high, int) or kind.low < 1:
        return None
    return kind.low, kind.high // kind.low
