"""Derived facts, which rules define: `u.reserve when …`, `not frozen when …`, `u.rank is 3 when …`.

A derived fact becomes a question of the same name, and every expression that reads the fact calls the question. If a rule applies, the
question has the rule's value; otherwise it has the value of the observed fact. Later stages need not know of derived facts: to an engine
they are values whose `otherwise` is a fact.
"""

from __future__ import annotations

from rulewright.base.keywords import StageVerb, Verb
from rulewright.base.prose_lists import listing
from rulewright.rulebook.model import EditionView
from rulewright.semantics import terms, types
from rulewright.semantics.faults import FaultContext
from rulewright.semantics.inference import infer_kinds
from rulewright.semantics.model import FactDecl, Question, QuestionKind, Stage
from rulewright.semantics.symbols import Vocabulary
from rulewright.syntax import nodes
from rulewright.syntax.nodes import long_forms

STAGES = (Stage("base", StageVerb.ONE),)


def declare_derived_facts(vocabulary: Vocabulary, view: EditionView) -> None:
    """Declare a question for each fact that a rule of this edition defines."""
    for provision in view.provisions_in_force():
        if isinstance(provision.node, nodes.Rule):
            for head in provision.node.heads:
                facts = _facts_of(vocabulary, provision.node, head)
                if len(facts) == 1 and _can_be_derived(facts[0]):
                    vocabulary.questions.setdefault(facts[0].name, _derived_question(facts[0]))


def _can_be_derived(fact: FactDecl) -> bool:
    """Return True if rules may define a fact: no symmetric one or one `never of itself`, no day asked, die roll or player's choice."""
    return fact.kind.is_seen and not (fact.symmetric or fact.never_of_itself or fact.day_asked)


def _derived_question(fact: FactDecl) -> Question:
    observed = terms.FactOf(fact.name, tuple(terms.Var(slot, param.name) for slot, param in enumerate(fact.params)))
    return Question(
        fact.name, QuestionKind.VALUE, fact.params, fact.type, STAGES, observed, fact.phrase, location=fact.location, tags=fact.tags
    )


def _facts_of(vocabulary: Vocabulary, rule: nodes.Rule, head: nodes.Head) -> tuple[FactDecl, ...]:
    """Return the fact that a head names; several if it is a field of several kinds of things and the rule does not tell which."""
    if isinstance(head, nodes.Call):
        fact = vocabulary.facts.get(head.name)
        return () if fact is None else (fact,)
    conditions = [item.condition for guard in rule.guards for item in guard.items]
    kinds = infer_kinds(vocabulary, (head, *conditions)).get(_owner_name(head), ())
    fields = (vocabulary.field_of(kind.record, head.name) for kind in kinds if isinstance(kind, types.Thing))
    return tuple(dict.fromkeys(fact for fact in fields if fact is not None))


def _owner_name(head: nodes.Field) -> str:
    assert isinstance(head.of, nodes.Call)
    return head.of.name


def head_as_call(vocabulary: Vocabulary, context: FaultContext, rule: nodes.Rule, head: nodes.Head) -> nodes.Call:
    """Return a head as a call of its question: `u.reserve` as `unit.reserve(u)`. Raises `Unresolved`."""
    facts = _facts_of(vocabulary, rule, head)
    properties = (
        (("symmetric", facts[0].symmetric), ("never of itself", facts[0].never_of_itself), ("the day asked", facts[0].day_asked))
        if facts
        else ()
    )
    property_name = next((words for words, is_so in properties if is_so), None)
    if property_name is not None:
        help_ = "declare a `predicate` that holds by the rules or by the fact, and read that"
        raise context.fail("RW219", f"`{head.name}` is {property_name}, and rules do not say what it is", head, help=help_)
    if isinstance(head, nodes.Call):
        if facts and not facts[0].kind.is_seen:
            message = f"`{head.name}` is a {facts[0].kind}, and rules do not say how it comes out"
            raise context.fail("RW219", message, head, help="declare a `value` for what rules make of it")
        return head
    if not facts:
        raise context.fail("RW201", f"nothing has a field `{head.name}`", head, help="a rule is about a field of a thing, or about a name")
    if len(facts) > 1:
        candidates = listing(f"a {types.type_text(fact.params[0].type)}" for fact in facts)
        raise context.fail("RW220", f"`{_owner_name(head)}` may be {candidates}", head, help="say more of it in the condition of the rule")
    return nodes.Call(facts[0].name, (head.of,), span=head.span)


def check_verb_of_fact(context: FaultContext, node: nodes.Rule, question: Question) -> None:
    """Report a rule on a fact whose verb does anything but assign a value."""
    yes_no = isinstance(question.type, types.YesNo)
    allowed_verbs = {Verb.IS, Verb.YES, Verb.NO} if yes_no else {Verb.IS}
    if node.verb in allowed_verbs and not node.otherwise:
        return
    help_ = "write `… when …` or `not … when …`" if yes_no else "write `… is … when …`"
    if len(long_forms(node.verb)) > 1:
        help_ = "what rules alone decide is no fact: declare a `predicate`"
    raise context.fail("RW219", f"`{question.name}` is a fact, and a rule can only say what it is", node, help=help_)


def as_fact_assignment(verb: Verb, effect: terms.Term | None) -> tuple[Verb, terms.Term | None]:
    """Return the verb and effect of a rule on a fact as an assignment: of yes, of no, or of the effect as written."""
    if verb in {Verb.YES, Verb.NO}:
        return Verb.IS, terms.Const(verb is Verb.YES)
    return verb, effect
