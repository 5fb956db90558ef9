"""From the rules of an edition to typed rules: heads, conditions, effects, stages.

A block `when any of` becomes one rule for each ground, a short verb the rules that it is short for, a rule with several heads one for
each: what is one line for the reader may be several rules here, with one address or with the address and a label.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import assert_never

from rulewright.base.enablement import Scope
from rulewright.base.keywords import Verb, stages_of
from rulewright.base.prose_lists import listing
from rulewright.rulebook.act_sentences import amendment_in_words
from rulewright.rulebook.model import ClauseKind, Provision
from rulewright.semantics import terms, types
from rulewright.semantics.derived_facts import check_verb_of_fact, head_as_call, said_of_fact
from rulewright.semantics.expressions import Reader
from rulewright.semantics.faults import At, Unresolved
from rulewright.semantics.model import Free, NotHeld, Part, Question, QuestionKind, Rule
from rulewright.semantics.rule_cache import RulesRead
from rulewright.semantics.symbols import Vocabulary, tag_names
from rulewright.semantics.terms import Plain, Term
from rulewright.syntax import nodes
from rulewright.syntax.node_text import conditions_text, text_of
from rulewright.syntax.nodes import long_forms


@dataclass(slots=True)
class RuleBook:
    """The rules read so far, and which of them each provision has become: (rule's uid, label of its ground)."""

    vocabulary: Vocabulary
    read: RulesRead | None = None
    rules: list[Rule] = field(default_factory=list)
    of_provision: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    not_held: list[NotHeld] = field(default_factory=list)
    not_held_of: dict[str, list[int]] = field(default_factory=dict)
    heads: dict[int, tuple[nodes.Head, Provision]] = field(default_factory=dict)

    def add(self, rule: Rule, head: nodes.Head, provision: Provision) -> None:
        """One more rule of a provision, with the next number."""
        uid = len(self.rules)
        self.rules.append(rule if rule.uid == uid else replace(rule, uid=uid))
        self.of_provision.setdefault(str(provision.id), []).append((uid, rule.label))
        self.heads[uid] = (head, provision)


@dataclass(frozen=True, slots=True)
class Ground:
    """Rules to be made of a provision under the same conditions: which, their guards, their label and the node to quote."""

    forms: tuple[nodes.LongForm, ...]
    label: str
    guards: tuple[nodes.Guard, ...]
    quoted: nodes.Rule
    tags: tuple[nodes.Tag, ...]


def scope_of(provision: Provision) -> Scope:
    """The switches of a provision."""
    scope = provision.scope
    joint = scope.scenario is not None and scope.scenario == str(provision.case)
    return replace(scope, also_in=tuple(str(case) for case in provision.also_of)) if joint else scope


def formed_by(provision: Provision) -> tuple[str, ...]:
    """The amendment that a provision came with, in words: `errata, correction`."""
    origin = provision.origin
    return (amendment_in_words(origin),) if origin.kind is ClauseKind.AMENDMENT else ()


def about(provision: Provision) -> tuple[str, ...]:
    """The cases that a provision counts as of."""
    return tuple(dict.fromkeys((str(provision.case), *(str(case) for case in provision.also_of))))


def read_rule(book: RuleBook, provision: Provision, node: nodes.Rule) -> None:
    """Reads the rules of one provision; what is at fault in it is reported and left out."""
    known = None if book.read is None else book.read.of(provision)
    if known is not None:
        for rule, head in known:
            book.add(rule, head, provision)
        return
    found, first = book.vocabulary.faults.found, len(book.rules)
    before = len(found)
    _read_rule(book, provision, node)
    if book.read is not None and len(found) == before:
        book.read.note(provision, tuple((rule, book.heads[rule.uid][0]) for rule in book.rules[first:]))


def _read_rule(book: RuleBook, provision: Provision, node: nodes.Rule) -> None:
    at = At.of(book.vocabulary.faults, provision)
    for head in node.heads:
        try:
            called = head_as_call(book.vocabulary, at, node, head)
            question, reader, heads = read_head(book.vocabulary, at, called)
            if question.name in book.vocabulary.facts:
                check_verb_of_fact(at, node, question)
            else:
                check_verb(at, node, called, question)
        except Unresolved:
            continue
        at_fault = False
        for ground in grounds(node):
            if at_fault and not ground.label:
                continue  # the whole list: what is at fault in it is reported by now
            try:
                _read_ground(book, provision, reader, question, heads, ground, head)
            except Unresolved:
                at_fault = True


def read_head(vocabulary: Vocabulary, at: At, head: nodes.Call) -> tuple[Question, Reader, tuple[Plain | Free, ...]]:
    """The question of a head, a reader that knows its variables, and which arguments are variables."""
    question = vocabulary.questions.get(head.name)
    reader = Reader(vocabulary, at)
    if question is None:
        raise reader.unknown(head if head.args else replace(head, args=(nodes.Nothing(),)))
    if len(head.args) != len(question.params):
        reader.arguments(head, question.params)
    heads: list[Plain | Free] = []
    for slot, (arg, param) in enumerate(zip(head.args, question.params, strict=True)):
        name = arg.name if isinstance(arg, nodes.Call) and not arg.args else None
        if name is None or _is_value(vocabulary, param.type, name):
            heads.append(_literal(reader, arg, param.type))
        elif name in reader.bound:
            raise at.fail("RW206", f"`{name}` appears twice in the head", arg, help="give each argument a name of its own")
        else:
            reader.bound[name] = (slot, param.type)
            heads.append(Free(name))
    reader.next_slot = len(heads)
    return question, reader, tuple(heads)


def _is_value(vocabulary: Vocabulary, kind: types.Type, name: str) -> bool:
    """Whether a name in a head is a value of the argument's kind, an enum's or a lawful place of a map, and no variable."""
    if isinstance(kind, types.Enumerated):
        return name in vocabulary.enums[kind.name].values
    return isinstance(kind, types.PlaceOf) and vocabulary.lawful_place(kind.map, name)


def _literal(reader: Reader, arg: nodes.Expr, kind: types.Type) -> Plain:
    term = reader.fitting(arg, kind)
    if not isinstance(term, terms.Const):
        raise reader.at.fail("RW206", "an argument of a head is a variable or a value", arg, help="put the condition after `when`")
    reader.within(kind, term, arg)
    return term.value


def check_verb(at: At, node: nodes.Rule, head: nodes.Call, question: Question) -> None:
    """Reports a verb that does not go with the kind of the question."""
    forms = long_forms(node.verb)
    if not node.guards and all(form.negated for form in forms):
        raise at.fail("RW219", f"`{node.verb} {question.name}` forbids nothing", head, help=f"say when: `{node.verb} … when …`")
    if all(question.kind in _kinds_of(form.verb) for form in forms):
        return
    help_ = {
        QuestionKind.VERDICT: "a verdict takes `may`, `may not`, `must`, `need not`",
        QuestionKind.PREDICATE: "a predicate takes `when`, `not … when`, `means`, `always`",
        QuestionKind.VALUE: "a value takes `is`, `add … to`, `take … from`, `multiply … by`, `is at most`",
        QuestionKind.TABLE: "a table takes `is`, `add … to`, `take … from`",
    }[question.kind]
    raise at.fail("RW219", f"`{question.name}` is a {question.kind}, and this rule is not about one", head, help=help_)


def _kinds_of(verb: Verb) -> tuple[QuestionKind, ...]:
    """The kinds of questions that a verb speaks about."""
    match verb:
        case Verb.IS | Verb.ADD | Verb.TAKE | Verb.MULTIPLY | Verb.AT_MOST | Verb.AT_LEAST | Verb.ROUNDED:
            return (QuestionKind.VALUE, QuestionKind.TABLE)
        case Verb.YES | Verb.NO:
            return (QuestionKind.PREDICATE,)
        case Verb.MAY | Verb.MAY_NOT | Verb.MUST | Verb.NEED_NOT:
            return (QuestionKind.VERDICT,)
        case _:
            assert_never(verb)


def grounds(node: nodes.Rule) -> Iterator[Ground]:
    """The conditions that a rule speaks under: one ground, or one for each item of the first block `when any of`.

    What holds where the whole list does, or does not, has a ground of its own, after those of the items.
    """
    split = next((i for i, guard in enumerate(node.guards) if guard.form is nodes.GuardForm.ANY and not guard.unless), None)
    forms = long_forms(node.verb)
    entire = tuple(form for form in forms if form.entire or split is None)
    apart = tuple(form for form in forms if form not in entire)
    if split is not None and apart:
        verb = apart[0].verb if entire else node.verb
        for item in node.guards[split].items:
            single = nodes.Guard(False, nodes.GuardForm.PLAIN, (item,))
            guards = (*node.guards[:split], single, *node.guards[split + 1 :])
            yield Ground(apart, item.label, guards, replace(node, verb=verb, guards=guards), node.tags + item.tags)
    if entire:
        tags = node.tags + tuple(tag for guard in node.guards for item in guard.items for tag in item.tags)
        yield Ground(entire, "", node.guards, node, tags)


def _read_ground(
    book: RuleBook,
    provision: Provision,
    reader: Reader,
    question: Question,
    heads: tuple[Plain | Free, ...],
    ground: Ground,
    head: nodes.Head,
) -> None:
    node = ground.quoted
    parts = read_parts(reader, ground.guards)
    effect = _effect(reader, node, question)
    says = text_of(replace(node, heads=(head,), relations=(), notes=(), tags=()))
    of_fact = question.name in book.vocabulary.facts
    for form in ground.forms:
        verb, does = said_of_fact(form.verb, effect) if of_fact else (form.verb, effect)
        rule = Rule(
            uid=len(book.rules),
            id=f"{provision.id}.{ground.label}" if ground.label else str(provision.id),
            case=str(provision.case),
            question=question.name,
            verb=verb,
            heads=heads,
            parts=(negated(_of_moment(reader, ground) if form.moment else parts),) if form.negated else parts,
            effect=does,
            stage=_stage(reader.at, node, question, verb),
            says=says,
            scope=scope_of(provision),
            source=provision.origin.source,
            clause=provision.origin.kind.value,
            about=about(provision),
            force=form.force,
            rounding=node.rounding,
            otherwise=node.otherwise,
            formed_by=formed_by(provision),
            label=ground.label,
            location=provision.location,
            tags=tag_names(ground.tags),
        )
        book.add(rule, head, provision)


def _of_moment(reader: Reader, ground: Ground) -> tuple[Part, ...]:
    """The conditions that say in which moment a rule speaks."""
    return read_parts(reader, ground.guards[:1])


def read_parts(reader: Reader, guards: tuple[nodes.Guard, ...]) -> tuple[Part, ...]:
    """The conditions that must all hold; reads every one before giving up, so that all faults are reported."""
    parts: list[Part] = []
    failed = False
    for guard in guards:
        try:
            parts.extend(_guard_parts(reader, guard))
        except Unresolved:
            failed = True
    if failed:
        raise Unresolved
    return tuple(parts)


def _guard_parts(reader: Reader, guard: nodes.Guard) -> Iterator[Part]:
    if guard.form is nodes.GuardForm.PLAIN:
        for condition in _conjuncts(guard.items[0].condition, guard.unless):
            term = reader.condition(condition)
            text = text_of(condition)
            yield (
                Part(terms.Not(term), f"not {_bracketed(text)}", guard.items[0].label)
                if guard.unless
                else Part(term, text, guard.items[0].label)
            )
        return
    read = [(item, _read_item(reader, item)) for item in guard.items]
    if any(term is None for _, term in read):
        raise Unresolved
    items = [(item, term) for item, term in read if term is not None]
    if guard.form is nodes.GuardForm.ALL and not guard.unless:
        for item, term in items:
            yield Part(term, text_of(item.condition), item.label, tag_names(item.tags))
    elif guard.form is nodes.GuardForm.ANY and guard.unless:
        for item, term in items:
            yield Part(terms.Not(term), f"not {_bracketed(text_of(item.condition))}", item.label, tag_names(item.tags))
    else:
        inside = tuple(term for _, term in items)
        whole: Term = terms.And(inside) if guard.form is nodes.GuardForm.ALL else terms.Or(inside)
        yield Part(terms.Not(whole) if guard.unless else whole, text_of(guard) if guard.unless else conditions_text(guard))


def _read_item(reader: Reader, item: nodes.Item) -> Term | None:
    try:
        return reader.condition(item.condition)
    except Unresolved:
        return None


def _conjuncts(node: nodes.Expr, negated: bool) -> tuple[nodes.Expr, ...]:
    """The parts of `a and b`, so that an answer can name the first that is false; of `not (a or b)` likewise."""
    if isinstance(node, nodes.Or if negated else nodes.And):
        return node.parts
    return (node,)


def _bracketed(text: str) -> str:
    return f"({text})" if " " in text else text


def negated(parts: tuple[Part, ...]) -> Part:
    """Not all of these."""
    inside = parts[0].term if len(parts) == 1 else terms.And(tuple(part.term for part in parts))
    text = " and ".join(part.text for part in parts)
    return Part(terms.Not(inside), f"not {_bracketed(text)}", parts[0].label if len(parts) == 1 else "")


def _effect(reader: Reader, node: nodes.Rule, question: Question) -> Term | None:
    if node.effect is None:
        return None
    kind = question.type
    assert kind is not None
    if node.verb is Verb.IS:
        term = reader.fitting(node.effect, kind)
        reader.within(kind, term, node.effect)
        return term
    if not isinstance(kind, types.Numeric):
        message = f"`{question.name}` is {types.type_text(kind)}, and only numbers are added, multiplied or limited"
        raise reader.at.fail("RW219", message, node.effect, help="write `is …`")
    unit = types.NO_UNIT if node.verb is Verb.MULTIPLY else kind.unit
    return reader.fitting(node.effect, types.Numeric(None, None, unit, None))


def _stage(at: At, node: nodes.Rule, question: Question, verb: Verb) -> int:
    """The stage that a rule speaks at: the one of its verb, or the one it names."""
    wanted = stages_of(verb)
    if not wanted:
        return 0
    fitting = [index for index, stage in enumerate(question.stages) if stage.verb in wanted]
    names = [question.stages[index].name for index in fitting]
    if node.stage is not None:
        if node.stage in names:
            return fitting[names.index(node.stage)]
        every = [stage.name for stage in question.stages]
        what = f"takes no `{node.verb}`" if node.stage in every else "is none of its stages"
        help_ = f"it may be {listing(f'`{name}`' for name in names)}" if names else f"its stages are {listing(every, 'and')}"
        raise at.fail("RW207", f"`{node.stage}` of `{question.name}` {what}", node, help=help_)
    if not fitting:
        every = [f"`{stage.name} {stage.verb}`" for stage in question.stages]
        message = f"`{question.name}` has no stage for `{node.verb}`"
        raise at.fail("RW207", message, node, help=f"its stages are {listing(every, 'and')}; declare one")
    if len(fitting) > 1:
        help_ = f"write `at {names[0]}` or `at {names[1]}`"
        raise at.fail("RW207", f"`{question.name}` has {len(fitting)} stages for `{node.verb}`", node, help=help_)
    return fitting[0]


def read_not_held(book: RuleBook, provision: Provision, node: nodes.NotHeld) -> None:
    """The questions on which a case without text bears."""
    at = At.of(book.vocabulary.faults, provision)
    for call in node.bears_on:
        try:
            question, reader, heads = read_head(book.vocabulary, at, call)
            when = None if node.when is None else reader.condition(node.when)
        except Unresolved:
            continue
        uid = len(book.not_held)
        book.not_held.append(
            NotHeld(
                uid,
                str(provision.id),
                str(provision.case),
                about(provision),
                question.name,
                heads,
                when,
                scope_of(provision),
                location=provision.location,
                tags=tag_names(node.tags),
            )
        )
        book.not_held_of.setdefault(str(provision.id), []).append(uid)
