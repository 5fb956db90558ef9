"""Text of nodes on one line, in canonical words.

Answers quote `text_of` (`distance(u, t) is at most 3 hex`). Brackets are minimal, so that parsing the text gives the node again; the
exception is a rule with a block of conditions, which takes one line here and is printed in full by `rulewright.syntax.printer`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from rulewright.base.dates import date_text
from rulewright.base.keywords import AdviceTest, Expected, Gather, Operator, Rounding, Verb
from rulewright.base.numerals import number_text, word_of_number
from rulewright.syntax import nodes as n
from rulewright.syntax.nodes import ShortVerb

# Binding strength of the forms of the grammar; a form needs no brackets if the required strength is at most its own.
BARE, EXPR, NEGATION, COMPARISON, SUM, PRODUCT, UNARY, DIVISOR, POSTFIX, DOTTED, ATOM = range(11)

_SUMS = {Operator.ADD, Operator.SUBTRACT}

Line: TypeAlias = n.Rule | n.Relation | n.Guard | n.Item | n.Then | n.TypeExpr | n.Param | n.Binder | n.CaseRef | n.Member | n.Stage


def text_of(node: n.Expr | Line) -> str:
    """Return a condition, expression, rule, relation, type … as one line of the language.

    >>> from rulewright.syntax.parser import parse_expression
    >>> text_of(parse_expression("distance( u,t )<=3 hex and not (a or b)"))
    'distance(u, t) is at most 3 hex and not (a or b)'
    """
    match node:
        case n.Rule():
            return rule_text(node)
        case n.Relation():
            return relation_text(node)
        case n.Guard():
            return guard_text(node)
        case n.Item():
            return f"{node.label}. {expr_text(node.condition)}" if node.label else expr_text(node.condition)
        case n.Then():
            return "then " + then_text(node)
        case n.YesNo() | n.Range() | n.Named():
            return type_text(node)
        case n.Param():
            return f"{node.name}: {type_text(node.type)}"
        case n.Binder():
            return binder_text(node, NEGATION)
        case n.CaseRef():
            return node.number + (" and below" if node.and_below else "")
        case n.Member():
            return member_text(node)
        case n.Stage():
            return stage_text(node)
        case _:
            return expr_text(node)


def one_of_text(node: n.OneOf) -> str:
    """Return the text `exactly one of u.foot, u.horse`, without its parameters."""
    return f"{'exactly' if node.exactly else 'at most'} one of {', '.join(expr_text(alternative) for alternative in node.of)}"


# ---- expressions -----------------------------------------------------------------------------------------------------------------------


def expr_text(node: n.Expr, min_tightness: int = EXPR) -> str:
    """Return the text of an expression, in brackets if it binds less tightly than `min_tightness`."""
    text, tightness = _text_and_tightness(node)
    return text if tightness >= min_tightness else f"({text})"


def _text_and_tightness(node: n.Expr) -> tuple[str, int]:
    """Return the text of an expression and its binding strength."""
    match node:
        case n.Number() | n.MonthDate() | n.Quoted() | n.Truth() | n.Nothing() | n.Call():
            return _atom_text(node), ATOM
        case n.Field():
            return f"{expr_text(node.of, DOTTED)}.{node.name}", DOTTED
        case n.UpTo():
            return f"{expr_text(node.of, POSTFIX)} up to {node.stage}", POSTFIX
        case n.AsIf():
            return f"{expr_text(node.of, POSTFIX)} as if {expr_text(node.supposed, DOTTED)}", POSTFIX
        case n.Minus() | n.Scaled() | n.Rate() | n.Aggregate() | n.PickOf() | n.Pair() | n.Foremost():
            return _unary_text(node), UNARY if _is_multiple(node) else DIVISOR
        case n.IfNone():
            return f"{expr_text(node.choice)}, {expr_text(node.none, SUM)} if there is none", BARE
        case n.Arithmetic():
            tightness = SUM if node.operator in _SUMS else PRODUCT
            right_tightness = DIVISOR if node.operator is Operator.DIVIDED else tightness + 1
            return f"{expr_text(node.left, tightness)} {node.operator} {expr_text(node.right, right_tightness)}", tightness
        case n.Rounded():
            return f"{expr_text(node.of, SUM)} rounded {rounding_text(node.rounding, node.step)}", SUM
        case n.Compare() | n.Between() | n.WithinReach() | n.In() | n.Asks() | n.Advised() | n.Links() | n.AtLeast():
            return _comparison_text(node), COMPARISON
        case n.Not():
            return f"not {expr_text(node.of, COMPARISON)}", NEGATION
        case n.And() | n.Or():
            return _joined_text(node), EXPR
        case n.Quantified():
            body = "" if node.body is None else f" satisfies {expr_text(node.body, NEGATION)}"
            return f"{node.quantifier} {binder_text(node.binder, NEGATION)}{body}", EXPR
        case _:
            assert_never(node)


def _joined_text(node: n.And | n.Or) -> str:
    """Return conditions as they are joined; the last may be a quantified condition without brackets."""
    denied = [part.of for part in node.parts if isinstance(part, n.Not)]
    if node.idiom is n.Idiom.NEITHER_NOR and len(denied) == len(node.parts) > 1:
        return f"neither {_parts_text(denied, ' nor ')}"
    last = node.parts[-1]
    if node.idiom is n.Idiom.BUT_NOT and len(node.parts) > 1 and isinstance(last, n.Not):
        return f"{' and '.join(expr_text(part, NEGATION) for part in node.parts[:-1])} but not {expr_text(last.of, COMPARISON)}"
    if isinstance(node, n.And):
        return _parts_text(node.parts, " and ")
    return f"{'either ' if node.idiom is n.Idiom.EITHER_OR else ''}{_parts_text(node.parts, ' or ')}"


def _parts_text(parts: Sequence[n.Expr], word: str) -> str:
    last = parts[-1]
    last_text = expr_text(last) if isinstance(last, n.Quantified) else expr_text(last, NEGATION)
    return word.join([*(expr_text(part, NEGATION) for part in parts[:-1]), last_text])


def _atom_text(node: n.Number | n.MonthDate | n.Quoted | n.Truth | n.Nothing | n.Call) -> str:
    match node:
        case n.Number():
            return number_text(node.value, decimal=node.decimal) + (f" {node.unit}" if node.unit else "")
        case n.MonthDate():
            return date_text(node.date)
        case n.Quoted():
            return quote(node.text)
        case n.Truth():
            return "yes" if node.value else "no"
        case n.Nothing():
            return "none"
        case n.Call():
            return call_text(node)
        case _:
            assert_never(node)


def rounding_text(rounding: Rounding, step: n.Expr | None) -> str:
    """Return a rounding with its step, if it has one: `up`, `down to 0.1 euro`, `to nearest 5 SP`."""
    if step is None:
        return rounding.value
    return f"{rounding.value}{'' if rounding is Rounding.NEAREST else ' to'} {expr_text(step, ATOM)}"


def _unary_text(node: n.Minus | n.Scaled | n.Rate | n.Aggregate | n.PickOf | n.Pair | n.Foremost) -> str:
    match node:
        case n.Minus():
            return f"-{expr_text(node.of, UNARY)}"
        case n.Scaled():
            return f"{_factor_text(node)} {expr_text(node.of, UNARY)}"
        case n.Rate():
            number = "" if node.count == 1 and node.unit else number_text(node.count)
            counted = " ".join(word for word in (number, node.unit) if word)
            return f"{expr_text(node.rate, POSTFIX)} for each {counted} of {expr_text(node.amount, UNARY)}"
        case n.Aggregate():
            return _aggregate_text(node)
        case n.PickOf():
            return f"the {node.pick} of ({', '.join(expr_text(arg) for arg in node.args)})"
        case n.Pair():
            return f"the {node.word} {expr_text(node.left, POSTFIX)} {node.word.joining_word} {expr_text(node.right, POSTFIX)}"
        case n.Foremost():
            criteria = [_rank_text(rank) for rank in node.ranks] + ([] if node.chosen is None else [expr_text(node.chosen, POSTFIX)])
            return f"the {binder_text(node.binder, ATOM)} that has {' then '.join(criteria)}"
        case _:
            assert_never(node)


def _is_multiple(node: n.Expr) -> bool:
    """Return True for `3 times a` and `a for each week of b`, with a sign or a part of it before them too: as a divisor, in brackets."""
    match node:
        case n.Rate():
            return True
        case n.Minus() | n.Scaled():
            return (isinstance(node, n.Scaled) and node.word == "times") or _is_multiple(node.of)
        case _:  # open: other amounts are one operand for the eye too
            return False


def _rank_text(rank: n.Rank) -> str:
    return f"the {rank.pick} {expr_text(rank.of, POSTFIX)}"


def _factor_text(node: n.Scaled) -> str:
    if node.word == "percent":
        return f"{number_text(node.factor * 100, decimal=True)} percent of"
    if node.word == "times":
        return f"{number_text(node.factor, decimal=True)} times"
    if node.decimal:
        return f"{number_text(node.factor, decimal=True)} of"
    return f"{node.factor.numerator}/{node.factor.denominator} of"


def _aggregate_text(node: n.Aggregate) -> str:
    binder = binder_text(node.binder, ATOM)
    term = "" if node.term is None else expr_text(node.term, POSTFIX)
    match node.gather:
        case Gather.NUMBER:
            return f"the number of {binder}"
        case Gather.ONLY:
            return f"the only {binder}"
        case Gather.DIFFERENT | Gather.SUM:
            preposition = "of " if node.gather is Gather.SUM else ""
            return f"the {node.gather} {preposition}{term} over {binder}"
        case Gather.GREATEST | Gather.LEAST:
            return f"the {node.gather} {term} over {binder}"
        case Gather.SUM_OF_GREATEST | Gather.SUM_OF_LEAST:
            count = "" if node.most is None else expr_text(node.most, ATOM)
            return f"the {node.gather} {count} of {term} over {binder}"
        case _:
            assert_never(node.gather)


def _comparison_text(node: n.Compare | n.Between | n.WithinReach | n.In | n.Asks | n.Advised | n.Links | n.AtLeast) -> str:
    match node:
        case n.Compare():
            return f"{expr_text(node.left, SUM)} {node.comparison} {expr_text(node.right, SUM)}"
        case n.Between():
            return f"{expr_text(node.of, SUM)} is between {expr_text(node.low, SUM)} and {expr_text(node.high, SUM)}"
        case n.WithinReach():
            direction = "before" if node.is_before else "after"
            return f"{expr_text(node.date, SUM)} is within {expr_text(node.reach, ATOM)} {direction} {expr_text(node.day, SUM)}"
        case n.In():
            members = ", ".join(member_text(member) for member in node.members)
            return f"{expr_text(node.of, SUM)} {'not ' if node.negated else ''}in {'{' + members + '}' if node.braces else members}"
        case n.Asks():
            return f"{node.permission} {call_text(node.call)}"
        case n.Advised():
            is_before = node.test in (AdviceTest.SHOULD, AdviceTest.SHOULD_NOT)
            return f"{node.test} {call_text(node.call)}" if is_before else f"{call_text(node.call)} {node.test}"
        case n.Links():
            return f"any number of {call_text(node.call)}"
        case n.AtLeast():
            return f"at least {word_of_number(node.count)} of ({', '.join(expr_text(part) for part in node.parts)})"
        case _:
            assert_never(node)


def binder_text(node: n.Binder, min_tightness: int) -> str:
    """Return a variable over a set; the condition after `with` must bind at `min_tightness`: an atom in an aggregate, else less."""
    if node.low is not None:
        head = f"{node.variable} from {node.low} to {node.high}"
    else:
        head = f"{node.type_name} {node.variable}" if node.type_name else node.variable
        if node.among is not None:
            head += f" among {expr_text(node.among, POSTFIX)}"
    return head if node.with_ is None else f"{head} with {expr_text(node.with_, min_tightness)}"


def member_text(node: n.Member) -> str:
    """Return a member of a set, or a range of members."""
    return expr_text(node.low, SUM) + ("" if node.high is None else f"..{expr_text(node.high, SUM)}")


def call_text(node: n.Call) -> str:
    """Return a name with its arguments."""
    return node.name + (f"({', '.join(expr_text(arg) for arg in node.args)})" if node.args else "")


def quote(text: str) -> str:
    """Return a text in quotation marks."""
    return f'"{text}"'


# ---- rules -----------------------------------------------------------------------------------------------------------------------------


def name_text(line: n.Addressed) -> str:
    """Return the name of a line in its case as a prefix, `attacked: `; empty without a name."""
    return "" if line.name is None else f"{line.name}: "


def rule_text(rule: n.Rule) -> str:
    """Return a rule on one line, without its tags, relations and notes."""
    return " ".join(
        [rule_head(rule), *(word for guard in rule.guards for word in (guard_word(rule, guard), conditions_text(guard)) if word)]
    )


def rule_head(rule: n.Rule) -> str:
    """Return the verb, head and effect of a rule, without its conditions."""
    heads = ", ".join(expr_text(head) for head in rule.heads)
    effect = "" if rule.effect is None else expr_text(rule.effect, BARE if isinstance(rule.effect, n.IfNone) else SUM)
    stage_suffix = f" at {rule.stage}" if rule.stage else ""
    kind_suffix = f" as {rule.of_kind}" if rule.of_kind else ""
    match rule.verb:
        case Verb.IS:
            return f"{heads} is {effect}{' otherwise' if rule.otherwise else ''}{stage_suffix}"
        case Verb.ADD:
            return f"add {effect} to {heads}{stage_suffix}{kind_suffix}"
        case Verb.TAKE:
            return f"take {effect} from {heads}{stage_suffix}{kind_suffix}"
        case Verb.MULTIPLY:
            return f"multiply {heads} by {effect}{stage_suffix}"
        case Verb.AT_MOST | Verb.AT_LEAST:
            return f"{heads} {rule.verb} {effect}{stage_suffix}"
        case Verb.ROUNDED:
            assert rule.rounding is not None  # guaranteed by the grammar
            return f"{heads} is rounded {rounding_text(rule.rounding, rule.effect)}{stage_suffix}"
        case Verb.YES:
            return heads if rule.guards else f"{heads} always"
        case Verb.NO:
            return f"not {heads}"
        case ShortVerb.MEANS:
            return f"{heads} means"
        case ShortVerb.MAY_WHEN_AND_ONLY_WHEN | ShortVerb.MAY_ONLY_WHILE:
            return f"{Verb.MAY} {heads}"
        case ShortVerb.MUST_WHEN_AND_ONLY_WHEN | ShortVerb.MUST_ONLY_WHILE:
            return f"{Verb.MUST} {heads}"
        case (
            Verb.MAY
            | Verb.MAY_NOT
            | Verb.MUST
            | Verb.NEED_NOT
            | ShortVerb.MAY_NEVER
            | ShortVerb.MAY_ALWAYS
            | ShortVerb.MAY_ONLY
            | ShortVerb.SHOULD
            | ShortVerb.SHOULD_NOT
        ):
            return f"{rule.verb} {heads}"
        case _:
            assert_never(rule.verb)


def guard_word(rule: n.Rule, guard: n.Guard) -> str:
    """Return the keyword before a condition of a rule: `when`, `unless`, `when and only when`; empty after `means`."""
    match rule.verb:
        case ShortVerb.MEANS:
            return ""
        case ShortVerb.MAY_WHEN_AND_ONLY_WHEN | ShortVerb.MUST_WHEN_AND_ONLY_WHEN:
            return "when and only when"
        case ShortVerb.MAY_ONLY_WHILE | ShortVerb.MUST_ONLY_WHILE:
            return "only while" if guard is rule.guards[0] else _guard_keyword(guard)
        case ShortVerb() | Verb():
            return _guard_keyword(guard)
        case _:
            assert_never(rule.verb)


def guard_text(guard: n.Guard) -> str:
    """Return a guard as text: `when C`, `unless any of: 1. …; 2. …`."""
    return f"{_guard_keyword(guard)} {conditions_text(guard)}"


def _guard_keyword(guard: n.Guard) -> str:
    return "if" if guard.decider else "unless" if guard.unless else "when"


def conditions_text(guard: n.Guard) -> str:
    """Return the conditions of a guard as text: `C`, `any of: 1. …; 2. …`."""
    if guard.form is n.GuardForm.PLAIN:
        return expr_text(guard.items[0].condition)
    return f"{list_words(guard)}: " + "; ".join(text_of(item) for item in guard.items)


def list_words(guard: n.Guard) -> str:
    """Return the words before a block of conditions: `all of`, `any of`, `at least two of`."""
    return f"at least {word_of_number(guard.count)} of" if guard.form is n.GuardForm.AT_LEAST else guard.form.value


def relation_text(relation: n.Relation) -> str:
    """Return a relation as text: `overrides 14.42 when …`."""
    quantifier_text = "" if relation.for_each is None else f" for {relation.for_each.quantifier} {relation.for_each.variable}"
    among = "" if relation.for_each is None else f" among {expr_text(relation.for_each.among, POSTFIX)}"
    condition = "" if relation.when is None else f" when {expr_text(relation.when)}"
    if relation.by:
        winners, targets = (", ".join(text_of(case) for case in side) for side in (relation.by, relation.targets))
        return f"{winners} goes before {targets}{condition}"
    with_ = "" if relation.as_with is None else f" with {relation.as_with[0]} for {relation.as_with[1]}"
    return f"{relation.kind} {', '.join(text_of(target) for target in relation.targets)}{quantifier_text}{among}{condition}{with_}"


def then_text(node: n.Then) -> str:
    """Return the expectation of an example, without `then`."""
    if node.expected is Expected.HOLDS:
        return expr_text(node.about)
    text = f"{node.expected} {expr_text(node.about)}"
    if node.reading:
        text += f", open {node.reading}"
    if node.why:
        text += f", {node.why}"
    if node.lacks:
        text += f", lacks {', '.join(expr_text(lack) for lack in node.lacks)}"
    return text


# ---- types and stages ------------------------------------------------------------------------------------------------------------------


def type_text(node: n.TypeExpr) -> str:
    """Return a type as text: `yes/no`, `0..40 SP`, `0.. by 1/2 point`, `corps or none`."""
    match node:
        case n.YesNo():
            return "yes/no"
        case n.Range():
            low, high = (number_text(end, decimal=True) if end is not None else "" for end in (node.low, node.high))
            step = "" if node.step == 1 else f" by {number_text(node.step, decimal=node.decimal)}"
            unit = (f" {node.unit}" if node.unit else "") + (f" in {node.calendar}" if node.calendar else "")
            return f"{low}..{high}{step}{unit}"
        case n.Named():
            return node.name + (" or none" if node.or_none else "")
        case _:
            assert_never(node)


def stage_text(stage: n.Stage) -> str:
    """Return a stage as text: `terrain times the greatest`."""
    return f"{stage.name} {'is the sum' if stage.starts else stage.verb}"
