"""Facts about which rules speak: `u.reserve when …`, `not frozen when …`, `u.rank is 3 when …`.

Such a fact becomes a question of its own name, which everything that reads the fact asks. Where a rule speaks, the question has that
value; where none does, it is what is seen, the fact itself. So nothing below the meaning knows of them: to every engine this is
a value whose `otherwise` is a fact.
"""

from __future__ import annotations

from rulewright.base.keywords import StageVerb, Verb
from rulewright.base.prose_lists import listing
from rulewright.rulebook.model import EditionView
from rulewright.semantics import terms, types
from rulewright.semantics.faults import At
from rulewright.semantics.inference import infer_kinds
from rulewright.semantics.model import FactDecl, Question, QuestionKind, Stage
from rulewright.semantics.symbols import Vocabulary
from rulewright.syntax import nodes
from rulewright.syntax.nodes import long_forms

STAGES = (Stage("base", StageVerb.ONE),)


def ask_what_follows(vocabulary: Vocabulary, view: EditionView) -> None:
    """Makes a question of each fact that a rule of this edition speaks about."""
    for provision in view.provisions():
        if isinstance(provision.node, nodes.Rule):
            for head in provision.node.heads:
                facts = _facts_of(vocabulary, provision.node, head)
                if len(facts) == 1 and _may_follow(facts[0]):
                    vocabulary.questions.setdefault(facts[0].name, _question(facts[0]))


def _may_follow(fact: FactDecl) -> bool:
    """Whether rules may say what a fact is: of two things in either order they do not, nor how a die falls or what a player chooses."""
    return fact.kind.is_seen and not fact.symmetric and not fact.never_of_itself


def _question(fact: FactDecl) -> Question:
    seen = terms.FactOf(fact.name, tuple(terms.Var(slot, param.name) for slot, param in enumerate(fact.params)))
    return Question(
        fact.name, QuestionKind.VALUE, fact.params, fact.type, STAGES, seen, fact.phrase, location=fact.location, tags=fact.tags
    )


def _facts_of(vocabulary: Vocabulary, rule: nodes.Rule, head: nodes.Head) -> tuple[FactDecl, ...]:
    """The fact that a head names; several where a field is one of several kinds of things and nothing in the rule tells which."""
    if isinstance(head, nodes.Call):
        fact = vocabulary.facts.get(head.name)
        return () if fact is None else (fact,)
    conditions = [item.condition for guard in rule.guards for item in guard.items]
    kinds = infer_kinds(vocabulary, (head, *conditions)).get(_thing(head), ())
    found = (vocabulary.field_of(kind.record, head.name) for kind in kinds if isinstance(kind, types.Thing))
    return tuple(dict.fromkeys(fact for fact in found if fact is not None))


def _thing(head: nodes.Field) -> str:
    assert isinstance(head.of, nodes.Call)
    return head.of.name


def head_as_call(vocabulary: Vocabulary, at: At, rule: nodes.Rule, head: nodes.Head) -> nodes.Call:
    """A head as the question that it is about: `u.reserve` as `unit.reserve(u)`; raises `Unresolved`."""
    facts = _facts_of(vocabulary, rule, head)
    if facts and (facts[0].symmetric or facts[0].never_of_itself):
        said = "symmetric" if facts[0].symmetric else "never of itself"
        help_ = "declare a `predicate` that holds by the rules or by the fact, and read that"
        raise at.fail("RW219", f"`{head.name}` is {said}, and rules do not say what it is", head, help=help_)
    if isinstance(head, nodes.Call):
        if facts and not facts[0].kind.is_seen:
            message = f"`{head.name}` is a {facts[0].kind}, and rules do not say how it comes out"
            raise at.fail("RW219", message, head, help="declare a `value` for what rules make of it")
        return head
    if not facts:
        raise at.fail("RW201", f"nothing has a field `{head.name}`", head, help="a rule is about a field of a thing, or about a name")
    if len(facts) > 1:
        several = listing(f"a {types.type_text(fact.params[0].type)}" for fact in facts)
        raise at.fail("RW220", f"`{_thing(head)}` may be {several}", head, help="say more of it in the condition of the rule")
    return nodes.Call(facts[0].name, (head.of,), span=head.span)


def check_verb_of_fact(at: At, node: nodes.Rule, question: Question) -> None:
    """Reports a rule that does more to a fact than say what it is."""
    yes_no = isinstance(question.type, types.YesNo)
    said = {Verb.IS, Verb.YES, Verb.NO} if yes_no else {Verb.IS}
    if node.verb in said and not node.otherwise:
        return
    help_ = "write `… when …` or `not … when …`" if yes_no else "write `… is … when …`"
    if len(long_forms(node.verb)) > 1:
        help_ = "what rules alone decide is no fact: declare a `predicate`"
    raise at.fail("RW219", f"`{question.name}` is a fact, and a rule can only say what it is", node, help=help_)


def said_of_fact(verb: Verb, effect: terms.Term | None) -> tuple[Verb, terms.Term | None]:
    """A rule on a fact says what its value is: yes, no, or what is written."""
    if verb in {Verb.YES, Verb.NO}:
        return Verb.IS, terms.Const(verb is Verb.YES)
    return verb, effect
