"""Encode a core's questions as formulas over all situations. The reference interpreter defines the meaning; tests hold this equal to it.

A question is encoded with its operands filled in by the things and variables of a `World`; the questions it calls are encoded with it,
each once for the same operands. A condition that cannot be encoded becomes an opaque one: it may hold or not, and the reason is noted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from rulewright.base.limits import (
    MAX_CALL_DEPTH,
    MAX_FACTS_OF_INSTANCE,
    MAX_FORMULAS_OF_QUESTION,
    MAX_FORMULAS_PER_RULE,
    MAX_MEMBERS,
    MAX_NODES_OF_INSTANCE,
)
from rulewright.base.records import record
from rulewright.core.model import Core
from rulewright.core.switches import Switching
from rulewright.core.wording import fact_text, typed_text
from rulewright.engines.solver.encoding.answers import AnswerEncoder, EncodedQuestion
from rulewright.engines.solver.encoding.encoder_part import Supposed
from rulewright.engines.solver.encoding.formula_domain import FormulaDomain
from rulewright.engines.solver.encoding.rules import RuleEncoder
from rulewright.engines.solver.encoding.world import Declarations, FactVariable, World, WorldNeeds, possible_situations
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, LITERAL, TRUE, Formula, PointTruths, Space, TooLarge
from rulewright.engines.solver.formula.symbolic import NEVER, Algebra, Sign, Truth, Value, is_number, support_with_numbers
from rulewright.engines.solver.search.clauses import CompiledFormulas
from rulewright.engines.solver.search.solver import Assignment, BudgetExhausted
from rulewright.semantics import types
from rulewright.semantics.model import Free, Question, QuestionKind

if TYPE_CHECKING:
    from rulewright.semantics.terms import FactKey, Plain, Term

NO_LIMIT = 1 << 40


@record
class Hole:
    """The key of an opaque condition: true, false, undefined or undefined by conflict; `side` tells those of two encoders apart."""

    number: int
    reason: str
    side: str = ""


Refusals: TypeAlias = dict[Any, str]
"""Questions, with their operands, that cannot be encoded, each with the reason."""


class Encoder:
    """An encoder of a core's questions and of all they call, in one space: its own, or the space of a given world."""

    def __init__(self, core: Core, needs: WorldNeeds | World, side: str = "", *, names: bool = False, max_formulas: int = NO_LIMIT) -> None:
        self.core = core
        self.most = max_formulas
        """The limit on the number of formulas of all questions together."""
        self.world = needs if isinstance(needs, World) else World(core, Algebra(Space(NO_LIMIT), names=names), needs)
        self.algebra = self.world.algebra
        self.space = self.world.space
        self.side = side
        self.terms = FormulaDomain(self)
        self.rules = RuleEncoder(self, self.terms)
        self.answers = AnswerEncoder(self, self.rules)
        self.compiled = CompiledFormulas(self.space)
        """The formulas as solvers of the space read them."""
        self.holes: set[int] = set()
        self.omitted_rule: tuple[str, int] | None = None
        """A question and the rule of it that is left out, also where other questions call it."""
        self.supposed: Supposed = ()
        """The suppositions: True for a fact or False for an answer, the operands, and the supposed value."""
        self._encoded_questions: dict[Any, EncodedQuestion] = {}
        self._outcomes: dict[Any, Sign] = {}
        self._refusals: Refusals = {}
        self._declarations: dict[Supposed, Declarations] = {}
        self._outcomes_learned = 0
        self._depth = 0
        self._remaining_members = MAX_MEMBERS
        self._hole_conditions: dict[Any, Truth] = {}
        self._unresolved_regions: dict[int, Formula] = {}
        """Regions in which the outcome is not known, by the opaque variable that stands for it."""

    # ---- shared by all questions ----------------------------------------------------------------------------------------------------

    def encode_with_budget(self, name: str, env: tuple[Value, ...]) -> EncodedQuestion:
        """Encode the rules of a question for its own operands, within a limit of formulas. Raises `TooLarge`, `NotAnalysable`."""
        node_count = len(self.space.kinds)
        self.space.limit = min(self.most, node_count + MAX_FORMULAS_OF_QUESTION + MAX_FORMULAS_PER_RULE * len(self.core.on[name].rules))
        self._remaining_members = MAX_MEMBERS
        try:
            return self.encode_question(name, env)
        finally:
            self.space.limit = NO_LIMIT

    def possible_situations(self, variables: Collection[int]) -> Formula:
        """Return the condition under which a situation is possible, as far as it concerns some variables, under the suppositions."""
        declared = self._declarations.get(self.supposed)
        if declared is None:
            declared = self._declarations[self.supposed] = Declarations(self.world, self.terms.encode_truth)
        return possible_situations(declared, variables)

    def learn_from(self, source: Encoder, is_same_question: Callable[[str], bool]) -> None:
        """Copy the outcomes that another encoder of the space has computed since the last call, for questions that are the same in both.

        Encoding again would give the same formulas; only opaque conditions differ between encoders, and a bar may have another address.
        """
        # Outcomes are in the order in which they were encoded, so those that the last call copied are skipped.
        for key, outcome in islice(source._outcomes.items(), self._outcomes_learned, None):
            self._outcomes_learned += 1
            name, bar = key[0], key[3]
            if (
                bar is None
                and is_same_question(name)
                and source.holes.isdisjoint(support_with_numbers(self.space, self.algebra.as_value(outcome)))
            ):
                self._outcomes.setdefault(key, outcome)
        for key, reason in source._refusals.items():
            if key[3] is None and is_same_question(key[0]):
                self._refusals.setdefault(key, reason)
        self.world.learn_from(source.world)

    def portable_refusals(self) -> Refusals:
        """Return the refusals whose operands are concrete things and values: without variables, every such encoder refuses them."""
        return {key: reason for key, reason in self._refusals.items() if not key[4] and all(map(_is_concrete, key[1]))}

    def add_refusals(self, refusals: Refusals) -> None:
        """Add known refusals, which are then raised without an attempt."""
        self._refusals.update(refusals)

    def count_members(self, count: int) -> None:
        """Count the members a condition ranges over. Raises `NotAnalysable` beyond the limit of one question."""
        self._remaining_members -= count
        if self._remaining_members < 0:
            raise NotAnalysable(f"conditions that go through more than {MAX_MEMBERS:,} things, numbers or values")

    # ---- encoding -------------------------------------------------------------------------------------------------------------------

    def encode_question(self, name: str, env: tuple[Value, ...], omitted: int | None = None) -> EncodedQuestion:
        """Encode the rules of a question for these operands, with the status of each; the rule `omitted` is left out."""
        key = (name, env, self.supposed, omitted)
        encoded = self._encoded_questions.get(key)
        if encoded is None:
            question = self.core.questions[name]
            setters = self.rules.encode_suspensions(question, env)
            encoded = EncodedQuestion(question, env, setters, [])
            for stage in self.rules.encode_stages(question, env, setters, omitted, partial(self.answers.encode_outcome, encoded)):
                encoded.stages.append(stage)
            self._encoded_questions[key] = encoded
        return encoded

    def encode_answer(self, name: str, env: tuple[Value, ...], stage: int | None = None, bar: str | None = None) -> Sign:
        """Encode the answer of a question for these operands, as a truth for a predicate; with `bar`, the status of that bar."""
        supposed = self._supposed_answers(name, env) if stage is None else None
        omitted = self.omitted_rule[1] if self.omitted_rule is not None and self.omitted_rule[0] == name else None
        key = (name, env, stage, bar, self.supposed, omitted)
        outcome = self._outcomes.get(key)
        if outcome is None:
            if key in self._refusals:
                raise NotAnalysable(self._refusals[key])
            try:
                outcome = self._outcomes[key] = self._encode_within_limit(name, env, stage, bar, omitted)
            except NotAnalysable as refusal:
                self._refusals[key] = refusal.reason
                raise
        if supposed is None:
            return outcome
        supposed_cases = (
            supposed[0] if bar is None else [(guard, self._forbidden_truth(supposed_answer)) for guard, supposed_answer in supposed[0]]
        )
        return self.algebra.merge_cases([*supposed_cases, (self.space.negate(supposed[1]), outcome)])

    def _forbidden_truth(self, answer: Sign) -> Sign:
        cases = self.algebra.as_value(answer).cases
        forbidden = self.space.disjunction(*[guard for guard, leaf in cases if leaf == "forbidden"])
        return self.algebra.decided_truth(forbidden)

    def _encode_within_limit(self, name: str, env: tuple[Value, ...], stage: int | None, bar: str | None, omitted: int | None) -> Sign:
        """Encode an answer within the question's own limit of formulas, so that one that grows too large spoils no other."""
        outer_limit, node_count = self.space.limit, len(self.space.kinds)
        self.space.limit = min(self.most, node_count + MAX_FORMULAS_OF_QUESTION + MAX_FORMULAS_PER_RULE * len(self.core.on[name].rules))
        self._remaining_members = MAX_MEMBERS
        try:
            return self._encode_answer(name, env, stage, bar, omitted)
        except TooLarge:
            raise NotAnalysable(f"`{name}` can come about in too many ways") from None
        finally:
            # What this answer took is not on the account of the question that called it.
            self.space.limit = outer_limit + len(self.space.kinds) - node_count

    def _encode_answer(self, name: str, env: tuple[Value, ...], stage: int | None, bar: str | None, omitted: int | None) -> Sign:
        question = self.core.questions[name]
        out_of_domain = self._operands_outside(question, env)
        # An argument that no situation can have asks nothing of the rules: a table of 40 rows is not encoded for it.
        if out_of_domain == TRUE:
            return Value(()) if bar is None else NEVER
        if self._depth > MAX_CALL_DEPTH:
            raise NotAnalysable(f"questions that ask one another more than {MAX_CALL_DEPTH} deep")
        self._depth += 1
        try:
            encoded = self.encode_question(name, env, omitted)
            outcome: Sign = self.answers.encode_outcome(encoded, stage) if bar is None else self.answers.bar_stands(encoded, bar)
        finally:
            self._depth -= 1
        if bar is not None:
            return self.algebra.conjunction_of(
                [self.algebra.as_truth(outcome), self.algebra.decided_truth(self.space.negate(out_of_domain))]
            )
        if question.kind is QuestionKind.PREDICATE:
            outcome = self.algebra.as_truth(outcome)
        return self.algebra.restrict_sign(outcome, self.space.negate(out_of_domain), FALSE)

    def _operands_outside(self, question: Question, env: tuple[Value, ...]) -> Formula:
        """Return the region in which an operand is no value of its parameter: a number out of range, or `none` where a value is needed."""
        conditions: list[Formula] = []
        for param, value in zip(question.params, env, strict=True):
            for guard, leaf in value.cases:
                if leaf is None and not getattr(param.type, "or_none", False):
                    conditions.append(guard)
                elif isinstance(param.type, types.Numeric) and is_number(leaf):
                    if param.type.low is not None:
                        conditions.append(self.space.conjunction(guard, numbers.compare(self.space, "<", leaf, param.type.low)))  # type: ignore[arg-type]
                    if param.type.high is not None:
                        conditions.append(self.space.conjunction(guard, numbers.compare(self.space, ">", leaf, param.type.high)))  # type: ignore[arg-type]
        return self.space.disjunction(*conditions)

    def head_matches(self, heads: tuple[Plain | Free, ...], env: tuple[Value, ...]) -> Formula:
        """Return the region in which a rule's head matches these operands."""
        matches = [
            self.space.disjunction(*[self.space.conjunction(guard, self.algebra.leaves_equal(leaf, head)) for guard, leaf in value.cases])
            for head, value in zip(heads, env, strict=True)
            if not isinstance(head, Free)
        ]
        return self.space.conjunction(*matches)

    def force_condition(self, enabled_when: Switching, when: Term | None, env: tuple[Value, ...]) -> Truth:
        """Return the truth of a statement being in force: it is enabled and its `when` holds."""
        switched = self.algebra.decided_truth(self.world.enabled_formula(enabled_when))
        return switched if when is None else self.algebra.conjunction_of([switched, self.terms.encode_truth(when, env)])

    def encode_effect(self, term: Term, env: tuple[Value, ...]) -> Value:
        """Encode an effect. Raises `NotAnalysable` if it cannot be encoded; the whole rule is then refused."""
        return self.terms.encode_value(term, env)

    # ---- facts and suppositions -----------------------------------------------------------------------------------------------------

    def fact_value(self, key: FactKey) -> Sign:
        for is_fact, supposed, value in reversed(self.supposed):
            if is_fact and supposed == key:
                return value
        return self.world.fact_value(key)

    @contextmanager
    def suppose_value(self, is_fact: bool, key: FactKey, value: Value) -> Iterator[None]:
        """Suppose one fact or answer within the block."""
        outer = self.supposed
        self.supposed = (*outer, (is_fact, key, value))
        try:
            yield
        finally:
            self.supposed = outer

    def _supposed_answers(self, name: str, env: tuple[Value, ...]) -> tuple[list[tuple[Formula, Sign]], Formula] | None:
        """Return the supposed answers of a question, each with its guard, and the disjunction of the guards; None if there are none."""
        cases: list[tuple[Formula, Sign]] = []
        covered = FALSE
        # Later suppositions are the inner ones, and go before.
        for is_fact, (supposed, args), value in reversed(self.supposed):
            if is_fact or supposed != name:
                continue
            matches = self.head_matches(args, env)
            cases.append((self.space.conjunction(matches, self.space.negate(covered)), value))
            covered = self.space.disjunction(covered, matches)
        return (cases, covered) if cases else None

    # ---- opaque conditions ----------------------------------------------------------------------------------------------------------

    def opaque_condition(self, reason: str, origin: Any) -> Truth:
        """Return the opaque condition that stands for a term that cannot be encoded: true, false or undefined."""
        key = (origin[0], origin[1], self.supposed)
        condition = self._hole_conditions.get(key)
        if condition is None:
            variable = self._new_hole(reason, ("true", "false", "open", "conflict"))
            condition = self._hole_conditions[key] = Truth(*[self.space.literal(variable, mask) for mask in (1, 2, 8)])
        return condition

    def opaque_choice(self, reason: str, region: Formula, count: int) -> list[Formula]:
        """Return the guards of `count` outcomes, exactly one of which comes about; in `region` it is not known which."""
        variable = self._new_hole(reason, tuple(range(count)))
        self._unresolved_regions[variable] = region
        return [self.space.literal(variable, 1 << number) for number in range(count)]

    def _new_hole(self, reason: str, values: tuple[Plain, ...]) -> int:
        variable = self.space.variable(Hole(len(self.holes), reason, self.side), values)
        self.holes.add(variable)
        return variable

    def describe_example(self, formula: Formula) -> str:
        """Describe the facts of one situation in which a formula holds, ` (as when …)`; empty if the search finds none in its budget."""
        space = self.space
        with suppress(BudgetExhausted):
            assignment = self.rules.labelling.solver.find_point(formula, MAX_NODES_OF_INSTANCE)
            if assignment is not None:
                leaves = space.supporting_leaves(formula, PointTruths(space, assignment))
                variables = sorted({space.parts[leaf][0] for leaf in leaves if space.kinds[leaf] == LITERAL})
                facts = [
                    self._describe_fact(variable, assignment) for variable in variables if isinstance(space.keys[variable], FactVariable)
                ]
                return f" (as when {' and '.join(facts[:MAX_FACTS_OF_INSTANCE])})" if facts else ""
        return ""

    def _describe_fact(self, variable: int, assignment: Assignment) -> str:
        key, values = self.space.keys[variable], self.space.values[variable] or ()
        assert isinstance(key, FactVariable)
        value = values[int(assignment.get(variable, 0))]
        return f"{fact_text(self.core, (key.fact, key.args))} is {typed_text(self.core, self.core.facts[key.fact].type, value)}"

    def restrict_to_known(self, formula: Formula) -> Formula:
        """Restrict a formula to the situations in which the outcome is known."""
        if not self._unresolved_regions:
            return formula
        support = self.space.variables_of(formula)
        unsure = [region for variable, region in self._unresolved_regions.items() if variable in support]
        return self.space.conjunction(formula, self.space.negate(self.space.disjunction(*unsure)))

    def opaque_reasons(self, formula: Formula) -> tuple[str, ...]:
        """Return the reasons of the opaque conditions in a formula, sorted."""
        if not self.holes:
            return ()
        variables = self.space.variables_of(formula) & self.holes
        return tuple(sorted({self.space.keys[variable].reason for variable in variables}))  # type: ignore[attr-defined]


def _is_concrete(value: Value) -> bool:
    """Return True if a value is a single concrete thing or value, which means the same in every space."""
    return all(guard == TRUE and isinstance(leaf, bool | int | Fraction | str | None) for guard, leaf in value.cases)
