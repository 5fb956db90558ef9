"""A rulebook as rules of Publicodes: each rule of the book is a rule that, where it applies, replaces the answer of its question.

`remplace` with a priority says what goes before what; sums, limits and tables have mechanisms of their own (`somme`, `plafond`,
`plancher`, `variations`). A question on which no rule speaks stays undefined, as a total question should not be.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from fractions import Fraction
from typing import Any

from benchmarks.peers.plain import NoSuchForm, Plain, PlainRule
from benchmarks.peers.words import Words, plain_text, unless
from rulewright.base.keywords import SIGNS, Comparison, StageVerb
from rulewright.semantics import model as p
from rulewright.semantics import terms as t
from rulewright.semantics.terms import Plain as Value
from rulewright.semantics.types import Enumerated, Thing

Model = dict[str, Any]


class Publicodes(Words):
    """Expressions and conditions of Publicodes; each look-up in a table is a rule."""

    yes = "oui"
    no = "non"

    def name(self, name: str) -> str:
        return name.replace(".", " ").replace("_", " ")

    def look_up(self, question: str, keys: tuple[str, ...]) -> str:
        return f"{self.name(question)} for {plain_text(' '.join(keys))}"

    def constant(self, value: Value) -> str:
        return f"({value.numerator} / {value.denominator})" if isinstance(value, Fraction) else super().constant(value)

    def negative(self, number: str) -> str:
        return f"0 - {number}"

    def condition(self, term: t.Term) -> Any:
        match term:
            case t.And(parts):
                return {"toutes ces conditions": [self.condition(part) for part in parts]}
            case t.Or(parts):
                return {"une de ces conditions": [self.condition(part) for part in parts]}
            case t.Not(t.And(parts)):
                return {"une de ces conditions": [self.condition(t.Not(part)) for part in parts]}
            case t.Not(t.Or(parts)):
                return {"toutes ces conditions": [self.condition(t.Not(part)) for part in parts]}
            case t.Not(t.Compare(op, left, right)):
                return f"{self.number(left)} {SIGNS[OPPOSITE[op]]} {self.number(right)}"
            case t.Not(t.InSet(of, members, negated)):
                return self.condition(t.InSet(of, members, not negated))
            case t.Not(t.Not(of)):
                return self.condition(of)
            case t.Not(of):
                return f"{self.number(of)} = non"
            case t.Compare(op, left, right):
                return f"{self.number(left)} {SIGNS[op]} {self.number(right)}"
            case t.InSet(of, members, negated):
                if any(high is not None for _, high in members):
                    raise NoSuchForm("a set with ranges")
                each = [f"{self.number(of)} {'!=' if negated else '='} {self.number(low)}" for low, _ in members]
                return {"toutes ces conditions" if negated else "une de ces conditions": each}
            case _:
                return f"{self.number(term)} = oui"


OPPOSITE = {
    Comparison.IS: Comparison.IS_NOT,
    Comparison.IS_NOT: Comparison.IS,
    Comparison.AT_LEAST: Comparison.LESS,
    Comparison.LESS: Comparison.AT_LEAST,
    Comparison.AT_MOST: Comparison.MORE,
    Comparison.MORE: Comparison.AT_MOST,
}


def to_publicodes(book: Plain) -> Model:
    """The model, as Publicodes reads it from YAML or JSON. Raises `NoSuchForm`."""
    words = Publicodes(book)
    made: Model = {}
    for fact in book.program.facts.values():
        made[words.name(fact.name)] = _input(words, fact.type)
    for question in book.questions:
        for param in question.params:
            if not isinstance(param.type, Thing):
                made[words.name(param.name)] = _input(words, param.type)
        made.update(_question(words, question))
    for rule, (question_name, keys) in words.calls.items():
        made[rule] = _look_up(words, question_name, keys)
    return made


def _input(words: Publicodes, kind: object) -> Model:
    """A fact: Publicodes is told the possible values of a list, and has no form for the range of a number."""
    if isinstance(kind, Enumerated) and not words.book.program.enums[kind.name].ordered:
        return {"question": "?", "une possibilité": [f"'{value}'" for value in words.book.program.enums[kind.name].values]}
    return {"question": "?"}


def _question(words: Publicodes, question: p.Question) -> Iterator[tuple[str, Any]]:
    words.params, name = question.params, words.name(question.name)
    if question.kind is not p.QuestionKind.VALUE:
        silent = (
            "non"
            if question.kind is p.QuestionKind.PREDICATE
            else f"'{question.otherwise}'"
            if isinstance(question.otherwise, str)
            else None
        )
        yield name, None if silent is None else {"valeur": silent}
        yield from _replacing(words, words.book.rules.get(question.name, ()), name)
        return
    whole: Model = {"valeur": "0"}
    for place, stage in enumerate(question.stages):
        rules = words.book.at(question.name, place)
        node = f"{name} {words.name(stage.name)}"
        if not rules:
            continue
        if stage.verb is StageVerb.ONE:
            yield node, None
            yield from _replacing(words, rules, node)
            whole = {"valeur": node}
            continue
        for ready in rules:
            yield _id(ready), {**_applies(words, [*ready.parts, *[t.Not(term) for term in unless(ready)]]), "valeur": words.answer(ready)}
        gathered = [_id(ready) for ready in rules]
        whole = yield from _gathered(stage.verb, whole, node, gathered)
    yield name, whole


def _gathered(verb: StageVerb, whole: Model, node: str, gathered: Sequence[str]) -> Generator[tuple[str, Any], None, Model]:
    match verb:
        case StageVerb.SUM:
            yield node, {"somme": list(gathered)}
            return {"valeur": f"{whole['valeur']} + {node}"}
        case StageVerb.AT_MOST:
            yield node, {"le minimum de": list(gathered)}
            return {**whole, "plafond": node}
        case StageVerb.AT_LEAST:
            yield node, {"le maximum de": list(gathered)}
            return {**whole, "plancher": node}
        case _:
            raise NoSuchForm(verb)


def _replacing(words: Publicodes, rules: Sequence[PlainRule], target: str) -> Iterator[tuple[str, Any]]:
    for ready in rules:
        conditions = [*ready.parts, *[t.Not(term) for term in ready.unless]]
        replaces = {"références à": target, "priorité": ready.rank}
        yield _id(ready), {**_applies(words, conditions), "valeur": words.answer(ready), "remplace": replaces}


def _applies(words: Publicodes, conditions: Sequence[t.Term]) -> Model:
    return {"applicable si": {"toutes ces conditions": [words.condition(term) for term in conditions]}} if conditions else {}


def _id(ready: PlainRule) -> str:
    return "rule " + ready.rule.id.replace(".", "-").replace("_", "-")


def _look_up(words: Publicodes, question: str, keys: tuple[str, ...]) -> Model:
    """A table of the book for these keys, as alternatives of which the first that holds is taken."""
    table = next(found for found in words.book.program.tables.values() if found.question == question)
    cases = []
    for row in table.rows:
        for column, cell in enumerate(row.cells):
            if cell is None:
                continue
            conditions = [_key(words, keys[slot], key) for slot, key in zip(table.row_slots, row.keys, strict=True)]
            along = table.columns[column] if table.columns else ()
            conditions += [_key(words, keys[slot], key) for slot, key in zip(table.column_slots, along, strict=True)]
            cases.append({"si": {"toutes ces conditions": [one for one in conditions if one is not None]}, "alors": words.number(cell)})
    return {"variations": cases}


def _key(words: Publicodes, of: str, key: p.Key) -> Any:
    match key:
        case p.AnyKey():
            return None
        case p.OneOf(values):
            return {"une de ces conditions": [f"{of} = {words.number(t.Const(value))}" for value in values]}
        case p.From(low, high):
            ends = [f"{of} >= {low}"] if low is not None else []
            return {"toutes ces conditions": [*ends, *([f"{of} <= {high}"] if high is not None else [])]}
