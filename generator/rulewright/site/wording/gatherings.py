"""Words for some, no or every thing of a kind, and for what is gathered over them: numbers, sums, the greatest, the only one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import assert_never

from rulewright.base.keywords import Comparison, Gather
from rulewright.site.wording.clauses import (
    Described,
    Relative,
    Role,
    Things,
    clause_about_some,
    describe_relatives,
    every_clause,
    is_last_mentioned,
    no_clause,
    put_for,
    relative_clause,
    some_clause,
)
from rulewright.site.wording.mentions import OTHERS, is_person, mentioned_variables, with_article
from rulewright.site.wording.sameness import feature_of
from rulewright.site.wording.slots import Scope
from rulewright.site.wording.vocabulary import Vocabulary
from rulewright.site.wording.words import join_words, kind_worded, plural, spell_out
from rulewright.syntax import nodes

_GATHER = {
    Gather.NUMBER: "the number of",
    Gather.DIFFERENT: "the number of different values of",
    Gather.SUM: "the sum of",
    Gather.GREATEST: "the greatest of",
    Gather.LEAST: "the least of",
    Gather.SUM_OF_GREATEST: "the sum of the greatest",
    Gather.SUM_OF_LEAST: "the sum of the least",
    Gather.ONLY: "the only",
}
_OVER_ALL = {
    Gather.SUM: ("the", "added up over all"),
    Gather.GREATEST: ("the greatest", "of all"),
    Gather.LEAST: ("the least", "of all"),
}


class Gatherings(Vocabulary, ABC):
    """Finds words for what runs over things; the words of what is said of them come from the whole language."""

    @abstractmethod
    def _marked_words(self, expr: nodes.Expr, scope: Scope) -> str:
        """An expression with marks for its variables."""

    @abstractmethod
    def _nested_phrase(self, expr: nodes.Expr, scope: Scope) -> str:
        """An expression inside another one, in brackets where it needs some."""

    @abstractmethod
    def _join_conditions(self, parts: Sequence[nodes.Expr], scope: Scope) -> str:
        """Clauses that all hold."""

    def _things_of_binder(self, binder: nodes.Binder, scope: Scope) -> tuple[Things, list[nodes.Expr]]:
        """The things that a variable runs over, and the conditions on them but that they are not the one spoken of."""
        kind = scope.kinds.get(binder.variable) or binder.type_name or "one"
        noun = scope.noun_of(binder.variable) if binder.variable in scope.kinds else kind_worded(kind)
        conditions = [part for part in conjuncts_of(binder.with_) if part is not None]
        unlike = [part for part in conditions if _is_unlike(part, binder.variable)]
        twins = {name for name, other in scope.kinds.items() if other == kind and name != binder.variable}
        is_other = len(unlike) == 1 and twins == {_unlike_name(unlike[0], binder.variable)}
        among = self._marked_words(binder.among, scope) if binder.among is not None else None
        return Things(binder.variable, noun, among, is_other), [part for part in conditions if not (is_other and part in unlike)]

    def _relative_clauses(self, things: Things, conditions: Sequence[nodes.Expr], scope: Scope) -> tuple[list[Relative], list[nodes.Expr]]:
        """The conditions on things as relative clauses, and those that cannot be said so."""
        relatives, others = [], []
        for condition in conditions:
            relative = self._relative_of(things, condition, scope) if things.variable in scope.kinds else None
            if relative is None:
                others.append(condition)
            else:
                relatives.append(relative)
        return relatives, others

    def _relative_of(self, things: Things, condition: nodes.Expr, scope: Scope) -> Relative | None:
        if _is_unlike(condition, things.variable):
            name = _unlike_name(condition, things.variable) or ""
            return Relative(Role.SUBJECT, f"is not {scope.mark_variable(name) or self.value_name(name)}")
        if isinstance(condition, nodes.Or):
            ways = [self._relative_of(things, part, scope) for part in condition.parts]
            words = [way.text for way in ways if way is not None and way.role is Role.SUBJECT and not way.text.startswith("either ")]
            return Relative(Role.SUBJECT, f"either {join_words(words, 'or')}") if len(words) == len(ways) else None
        relative = relative_clause(self._marked_words(condition, scope), things.variable, things.noun)
        return things.without_measure(relative) if relative is not None else None

    def _describe_binder(self, binder: nodes.Binder, scope: Scope) -> tuple[Things, Described | None]:
        """The things that a variable runs over, and what is said of them where relative clauses say all; else None."""
        things, conditions = self._things_of_binder(binder, scope)
        relatives, others = self._relative_clauses(things, conditions, scope)
        return things, describe_relatives(relatives) if not others and binder.variable in scope.kinds else None

    def _bound_phrase(self, binder: nodes.Binder, scope: Scope, determiner: str, *, is_there: bool = False) -> str:
        """The thing that a variable stands for, with its name: `a unit v that is routed and for which …`, `n from 1 to 6 for which …`.

        `is_there`: it is said to be there, so that a clause of its own can say the rest: `there is a unit v that is routed, and …`."""
        things, conditions = self._things_of_binder(binder, scope)
        relatives, others = self._relative_clauses(things, conditions, scope)
        if binder.low is not None and binder.high is not None:
            phrase = f"{'' if determiner == 'a' else determiner} {binder.variable} from {binder.low} to {binder.high}".lstrip()
        elif binder.variable in scope.kinds:
            phrase = things.introducing_noun(determiner)
        else:
            noun = spell_out(binder.type_name or "one")
            phrase = f"{with_article(noun) if determiner == 'a' else f'{determiner} {noun}'} {binder.variable}".strip()
            phrase += f" among {self._marked_words(binder.among, scope)}" if binder.among is not None else ""
        if things.is_other and (unlike := next((part for part in conjuncts_of(binder.with_) if _is_unlike(part, binder.variable)), None)):
            phrase += f" other than {scope.mark_variable(_unlike_name(unlike, binder.variable) or '')}"
        if not others:
            return phrase
        described = describe_relatives(relatives)
        clauses, further = described.behind_noun(person=is_person(things.noun)), self._join_conditions(others, scope)
        if not (described.verbs or described.others):
            return f"{phrase}{clauses} for which {further},"
        return f"{phrase}{clauses}, and {further}," if is_there else f"{phrase}{clauses} and for which {further},"

    def _phrase_of_quantifier(self, expr: nodes.Quantified, scope: Scope) -> str:
        things, described = self._describe_binder(expr.binder, scope)
        body = self._marked_words(expr.body, scope) if expr.body is not None else "is there"
        match expr.quantifier:
            case nodes.Quantifier.EVERY if described is not None:
                return every_clause(things, described, body)
            case nodes.Quantifier.EVERY:
                return f"for {self._bound_phrase(expr.binder, scope, 'every').rstrip(',')}, {body},"
            case nodes.Quantifier.SOME if (clause := self._clause_about_some(expr.binder, scope)) is not None:
                return clause
            case nodes.Quantifier.SOME if described is not None:
                return some_clause(things, described)
            case nodes.Quantifier.SOME:
                return f"{OTHERS}there is {self._bound_phrase(expr.binder, scope, 'a', is_there=True)}"
            case nodes.Quantifier.NO if described is not None:
                return no_clause(things, described)
            case nodes.Quantifier.NO:
                return f"{OTHERS}there is {self._bound_phrase(expr.binder, scope, 'no')}"
            case _:
                assert_never(expr.quantifier)

    def _clause_about_some(self, binder: nodes.Binder, scope: Scope) -> str | None:
        """`the unit joins in an attack on another hex`: the one condition of which a thing is not the subject; None where more are."""
        things, conditions = self._things_of_binder(binder, scope)
        if binder.variable not in scope.kinds:
            return None
        relatives = [(condition, self._relative_of(things, condition, scope)) for condition in conditions]
        subjects = [relative for _, relative in relatives if relative is not None and relative.role is Role.SUBJECT]
        main = [condition for condition, relative in relatives if relative is None or relative.role is not Role.SUBJECT]
        owned = any(relative is not None and relative.role is Role.OWNER for _, relative in relatives)
        if len(main) != 1 or (owned and describe_relatives(subjects).verbs):
            return None
        return clause_about_some(self._marked_words(main[0], scope), things, describe_relatives(subjects))

    def _phrase_of_superlative(self, expr: nodes.Foremost, scope: Scope) -> str:
        things, described = self._describe_binder(expr.binder, scope)
        ranked = [(rank.pick.value, self._nested_phrase(rank.of, scope)) for rank in expr.ranks]
        relatives = [relative_clause(f"{words} is {pick}", things.variable, things.noun) for pick, words in ranked]
        last = [] if expr.chosen is None else [self._marked_words(expr.chosen, scope)]
        if described is None or None in relatives:
            rankings = [f"{words} is {pick}" for pick, words in ranked]
            return f"{self._bound_phrase(expr.binder, scope, 'the')} for which {', or if tied '.join((*rankings, *last))}"
        rankings = [f"whose {rank.text}" if rank.role is Role.OWNER else rank.text for rank in relatives if rank is not None]
        clauses = described.behind_noun(person=is_person(things.noun))
        joint = "and " if described.verbs or described.others else ""
        return f"{things.determined_noun('the')}{clauses} {joint}{', or if tied '.join((*rankings, *last))}"

    def _phrase_of_aggregate(self, expr: nodes.Aggregate, scope: Scope) -> str:
        things, described = self._describe_binder(expr.binder, scope)
        person = is_person(things.noun)
        how_many = "" if expr.most is None else f" {self._nested_phrase(expr.most, scope)} of"
        gathered = f"{_GATHER[expr.gather]}{how_many}"
        if expr.term is None:
            if described is None:
                return f"{gathered} {self._bound_phrase(expr.binder, scope, '').strip()}"
            if expr.gather is Gather.ONLY:
                return f"{things.determined_noun('the only')}{described.behind_noun(person=person)}"
            clauses = described.behind_noun(is_plural=True, person=person)
            return f"{gathered} {things.plural_phrase()}{clauses}{',' if ', ' in clauses else ''}"
        term = self._marked_words(expr.term, scope)
        if described is None:
            return f"{gathered} {term}, over {self._bound_phrase(expr.binder, scope, 'every').rstrip(',')},"
        feature = feature_of(term) if expr.gather is Gather.DIFFERENT else None
        if feature is not None and mentioned_variables(term) == [things.variable]:
            clauses = described.behind_noun(is_plural=True, person=person)
            return f"the number of different {plural(feature[0])} of {things.plural_phrase()}{clauses}{',' if ', ' in clauses else ''}"
        if mentioned_variables(term).count(things.variable) != 1 or isinstance(expr.term, nodes.Arithmetic):
            over = f"over {things.introducing_noun('every')}{described.behind_noun(person=person)},"
            return f"{term}, added up {over}" if expr.gather is Gather.SUM else f"{gathered} {term}, {over}"
        is_long = (described.verbs or described.others) and not is_last_mentioned(term, things.variable)
        if is_long and expr.gather in _OVER_ALL and term.startswith("the "):  # what is said of them would hide what goes on behind it
            start, over = _OVER_ALL[expr.gather]
            single = put_for(term, things.variable, with_article(things.noun)).removeprefix("the ")
            return f"{start} {single}, {over} {things.plural_phrase()}{described.behind_noun(is_plural=True, person=person)},"
        each = expr.gather not in (Gather.GREATEST, Gather.LEAST)
        phrase = put_for(term, things.variable, things.determined_noun("each" if each else "any") + described.behind_noun(person=person))
        if not each and phrase.startswith("the "):
            return f"the {expr.gather.value} {phrase.removeprefix('the ')}"
        return f"{gathered} {phrase}"


def conjuncts_of(condition: nodes.Expr | None) -> list[nodes.Expr]:
    """The conditions that an `and` joins, one by one."""
    if isinstance(condition, nodes.And):
        return [part for joined in condition.parts for part in conjuncts_of(joined)]
    return [] if condition is None else [condition]


def _unlike_name(expr: nodes.Expr, variable: str) -> str | None:
    """The name that a variable is said not to be, in `v is not u` or `u is not v`."""
    if not (isinstance(expr, nodes.Compare) and expr.comparison is Comparison.IS_NOT):
        return None
    names = [side.name for side in (expr.left, expr.right) if isinstance(side, nodes.Call) and not side.args]
    others = [name for name in names if name != variable]
    return others[0] if len(names) == 2 and len(others) == 1 else None


def _is_unlike(expr: nodes.Expr, variable: str) -> bool:
    return _unlike_name(expr, variable) is not None
