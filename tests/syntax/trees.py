"""Syntax trees made at random: every form of the language, with names that are no words of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from rulewright.base.dates import Date
from rulewright.base.keywords import (
    Comparison,
    Expected,
    FactKind,
    FactSource,
    Gather,
    OfTwo,
    Operator,
    Period,
    Permission,
    Pick,
    RelationKind,
    Rounding,
    StageVerb,
    Verb,
)
from rulewright.base.numerals import decimal_places, plain_number
from rulewright.syntax import nodes as n
from rulewright.syntax.grammar import load_grammar

_KEYWORDS = frozenset(load_grammar().lexer.keywords)

names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,5}", fullmatch=True).filter(lambda name: name not in _KEYWORDS)
_signs = st.characters(codec="utf-8", categories=("L", "N", "P", "S"), exclude_characters='"')
_word = st.text(_signs, min_size=1, max_size=9)
texts = st.lists(_word, max_size=30).map(" ".join)
tags = st.lists(st.from_regex(r"[A-Z]{1,2}-[0-9][A-Za-z0-9]{0,3}", fullmatch=True).map(n.Tag), max_size=2).map(tuple)
numbers = st.sampled_from(["8.6", "14.43.b", "19.4/9", "retreat.J", "Q10", "9.9a", "13.111.b2", "6.10", "12"])
refs = st.builds(n.CaseRef, numbers, st.booleans())
whole = st.integers(0, 999)


def some(strategy: st.SearchStrategy[Any], least: int = 0, most: int = 3) -> st.SearchStrategy[Any]:
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


# ---- expressions -----------------------------------------------------------------------------------------------------------------------

_fractions = st.builds(Fraction, whole, st.integers(1, 9))
_decimals = st.builds(lambda number, places: Fraction(number, 10**places), whole, st.integers(0, 4))
_decimal_numbers = st.builds(
    lambda number, more, unit: n.Number(number, unit, decimal_places(number) + more if number.denominator != 1 else 0),
    _decimals, st.integers(0, 2), maybe(names),
)  # fmt: skip
_years, _months = st.integers(0, 9999), st.integers(1, 12)
_dates = st.builds(Date, _years, _months, maybe(st.integers(1, 4))) | st.builds(Date, _years, _months, st.none(), st.integers(0, 99))
_month_dates = st.builds(n.MonthDate, _dates)
_atoms = (
    st.builds(n.Number, _fractions, maybe(names))
    | _decimal_numbers
    | _month_dates
    | st.builds(n.Quoted, texts)
    | st.builds(n.Truth, st.booleans())
    | st.builds(n.Nothing)
    | st.builds(n.Call, names)
)


_steps = st.builds(n.Number, _fractions.filter(bool), maybe(names)) | _decimal_numbers.filter(lambda number: bool(number.value))


def _binders(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[n.Binder]:
    with_ = maybe(inner)
    return (
        st.builds(n.Binder, names, names, maybe(inner), with_=with_)
        | st.builds(n.Binder, names, among=inner, with_=with_)
        | st.builds(n.Binder, names, low=st.integers(-9, 9), high=whole, with_=with_)
    )


def _larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    calls = st.builds(n.Call, names, some(inner))
    member = st.builds(n.Member, inner, maybe(inner))
    gathers = st.sampled_from([Gather.DIFFERENT, Gather.SUM, Gather.GREATEST, Gather.LEAST])
    scaled = (
        st.builds(lambda number, of: n.Scaled(Fraction(number, 100), "percent", of), whole, inner)
        | st.builds(lambda number, of: n.Scaled(Fraction(number), "times", of), whole, inner)
        | st.builds(n.Scaled, _fractions, st.just("of"), inner)
        | st.builds(lambda number, of: n.Scaled(number, "of", of, number.denominator != 1), _decimals, inner)
    )
    return st.one_of(
        calls,
        st.builds(n.Field, inner, names),
        st.builds(n.UpTo, inner, names),
        st.builds(n.AsIf, inner, inner),
        st.builds(n.Minus, inner),
        scaled,
        st.builds(n.Aggregate, st.just(Gather.NUMBER), _binders(inner)),
        st.builds(n.Aggregate, gathers, _binders(inner), inner),
        st.builds(n.Aggregate, st.sampled_from([Gather.SUM_OF_GREATEST, Gather.SUM_OF_LEAST]), _binders(inner), inner, inner),
        st.builds(n.Aggregate, st.just(Gather.ONLY), _binders(inner)),
        st.builds(n.Foremost, _binders(inner), some(st.builds(n.Rank, st.sampled_from(Pick), inner), 1), maybe(inner)),
        st.builds(n.IfNone, inner, inner),
        st.builds(n.PickOf, st.sampled_from(Pick), some(inner, 1)),
        st.builds(n.Pair, st.sampled_from(OfTwo), inner, inner),
        st.builds(n.Arithmetic, st.sampled_from(Operator), inner, inner),
        st.builds(n.Rounded, inner, st.sampled_from(Rounding)),
        st.builds(n.Rounded, inner, st.sampled_from(Rounding), _steps),
        st.builds(n.Rate, inner, names, inner, _fractions.filter(bool)),
        st.builds(n.Rate, inner, st.none(), inner, _fractions.filter(bool)),
        st.builds(n.Compare, st.sampled_from(Comparison), inner, inner),
        st.builds(n.Between, inner, inner, inner),
        st.builds(n.WithinReach, inner, _steps, inner, st.booleans()),
        st.builds(n.In, inner, some(member, 1), st.just(True), st.booleans()),
        st.builds(n.In, inner, some(member, 1, 1), st.just(False), st.booleans()),
        st.builds(n.Asks, st.sampled_from(Permission), calls),
        st.builds(n.Links, calls),
        st.builds(n.Not, inner),
        st.builds(n.And, some(inner, 2)),
        st.builds(n.Or, some(inner, 2)),
        st.builds(n.Or, some(inner, 2), st.just(n.Idiom.EITHER_OR)),
        st.builds(n.And, some(inner.map(n.Not), 2), st.just(n.Idiom.NEITHER_NOR)),
        st.builds(lambda parts, last: n.And((*parts, n.Not(last)), n.Idiom.BUT_NOT), some(inner, 1), inner),
        st.builds(n.AtLeast, whole, some(inner, 1)),
        st.builds(n.Quantified, st.sampled_from([n.Quantifier.SOME, n.Quantifier.NO]), _binders(inner)),
        st.builds(n.Quantified, st.just(n.Quantifier.EVERY), _binders(inner), inner),
    )


expressions: st.SearchStrategy[Any] = st.recursive(_atoms, _larger, max_leaves=8)
_small: st.SearchStrategy[Any] = st.recursive(_atoms, _larger, max_leaves=3)
calls = st.builds(n.Call, names, some(_small, 0, 2))

# ---- rules -----------------------------------------------------------------------------------------------------------------------------

_each = st.builds(n.ForEach, st.sampled_from([n.Quantifier.EVERY, n.Quantifier.SOME]), names, _small)
_targets = some(refs, 1)
_biting = st.sampled_from([RelationKind.OVERRIDES, RelationKind.SETS_ASIDE])
relations = st.builds(n.Relation, _biting, _targets, maybe(_each), maybe(_small), tags=tags) | st.builds(
    n.Relation, st.just(RelationKind.EXCEPT), _targets, when=maybe(_small), tags=tags
)
_first = st.builds(n.Relation, st.just(RelationKind.OVERRIDES), _targets, when=maybe(_small), by=_targets, tags=tags)
_called = maybe(names | whole.map(str))
named_relations = st.builds(lambda line, name: replace(line, name=name), relations | _first, _called)
_under = (
    relations
    | st.builds(n.Relation, st.sampled_from([RelationKind.RESTATES, RelationKind.BESIDES]), _targets, tags=tags)
    | st.builds(n.Relation, st.just(RelationKind.AS_IN), _targets, as_with=maybe(st.tuples(names, names)), tags=tags)
)
_prose = st.builds(n.Prose, texts, tags=tags)
_labels = st.from_regex(r"[a-z]|[1-9][0-9]?", fullmatch=True)
_items = some(st.builds(n.Item, _labels, _small, tags=tags), 1)


def _plain(unless: st.SearchStrategy[bool]) -> st.SearchStrategy[n.Guard]:
    return st.builds(lambda un, c: n.Guard(un, n.GuardForm.PLAIN, (n.Item("", c),)), unless, _small)


def _block(unless: st.SearchStrategy[bool]) -> st.SearchStrategy[n.Guard]:
    return st.builds(n.Guard, unless, st.sampled_from([n.GuardForm.ALL, n.GuardForm.ANY]), _items) | st.builds(
        n.Guard, unless, st.just(n.GuardForm.AT_LEAST), _items, whole
    )


_either, _when = st.booleans(), st.just(False)
_tail = st.builds(lambda plain, block: (*plain, *block), some(_plain(_either), 0, 2), some(_block(_either), 0, 1))
_ground = st.builds(lambda first, rest: (first, *rest), _plain(_when), _tail) | _block(_when).map(lambda guard: (guard,))
_full = (_plain(_when) | _block(_when)).map(lambda guard: (guard,))


def _rules(
    verbs: list[Verb | n.ShortVerb], heads: st.SearchStrategy[Any], guards: st.SearchStrategy[Any], **more: Any
) -> st.SearchStrategy[n.Rule]:
    under = {"relations": some(_under, 0, 2), "notes": some(_prose, 0, 1), "tags": tags}
    return st.builds(n.Rule, st.sampled_from(verbs), heads, guards=guards, **under, **more)


_one = some(calls, 1, 1)
rules = st.one_of(
    _rules(
        [Verb.MAY, Verb.MAY_NOT, n.ShortVerb.MAY_NEVER, n.ShortVerb.MAY_ALWAYS, Verb.MUST, Verb.NEED_NOT],
        some(calls, 1, 2),
        _tail,
    ),
    _rules([Verb.IS, Verb.ADD, Verb.TAKE, Verb.MULTIPLY, Verb.AT_MOST, Verb.AT_LEAST], _one, _tail, effect=_small, stage=maybe(names)),
    _rules([Verb.IS], _one, _tail, effect=_small, otherwise=st.just(True)),
    _rules([Verb.ROUNDED], _one, _tail, rounding=st.sampled_from(Rounding), stage=maybe(names), effect=maybe(_steps)),
    _rules([Verb.YES], _one, _ground | st.just(())),
    _rules([Verb.NO], _one, _ground),
    _rules([n.ShortVerb.MEANS], _one, _full),
    _rules([n.ShortVerb.MAY_ONLY], some(calls, 1, 2), some(_plain(_either) | _block(_either), 0, 1)),
    _rules([n.ShortVerb.MAY_WHEN_AND_ONLY_WHEN, n.ShortVerb.MUST_WHEN_AND_ONLY_WHEN], some(calls, 1, 2), _full),
)

named_rules = st.builds(lambda rule, name: replace(rule, name=name), rules, _called)

# ---- declarations ----------------------------------------------------------------------------------------------------------------------

_ranges = (
    st.builds(n.Range, st.integers(-9, 99), maybe(whole), maybe(names), _fractions.filter(bool))
    | st.builds(n.Range, st.integers(-9, 99), maybe(whole), maybe(names), calendar=names)
    | st.builds(
        lambda low, high, unit, step: n.Range(low, high, unit, step, step.denominator != 1),
        _decimals.map(plain_number), maybe(_decimals.map(plain_number)), maybe(names), _decimals.filter(bool),
    )
)  # fmt: skip
types = st.builds(n.YesNo) | _ranges | st.builds(n.Named, names, st.booleans())
params = some(st.builds(n.Param, names, types), 0, 2)
_text = maybe(texts)
_hidden = maybe(names | st.builds(lambda who, what: f"{who} until {what}", names, texts))
_stages = some(
    st.builds(n.Stage, names, st.sampled_from(StageVerb), tags=tags)
    | st.builds(n.Stage, names, st.just(StageVerb.SUM), st.just(True), tags=tags)
)
_former = some(names, 0, 2)
_enum_values = st.builds(n.EnumValue, names, _text, some(names, 0, 1)) | st.builds(n.EnumValue, texts)
_found = st.sampled_from([None, *FactSource]).flatmap(
    lambda place: st.tuples(st.just(place), names if place is FactSource.DECIDED else st.none())
)
_of_a_fact: dict[str, Any] = {
    "phrase": _text, "asks": _text, "hidden": _hidden, "not_held": st.booleans(), "usual": maybe(_small), "place": _found, "tags": tags,
    "formerly": _former,
}  # fmt: skip


def _found_at(kind: Any) -> Any:
    """The kind of node, made with the place where it is found in one piece; who decides is said once."""

    def made(*parts: Any, place: Any, **more: Any) -> Any:
        found, by = (None, None) if more.get("by") and place[1] else place
        return kind(*parts, found=found, found_by=by, **more)

    return made


_fields = st.builds(_found_at(n.FieldDecl), names, types, **_of_a_fact)
_plain_types = types.filter(lambda found: not isinstance(found, n.Range) or found.step == 1)


def _facts() -> st.SearchStrategy[n.Fact]:
    fact = _found_at(n.Fact)
    it = names.map(lambda name: (n.Param("it", n.Named(name)),))
    return st.one_of(
        st.builds(
            fact,
            st.just(FactKind.FACT),
            names,
            params,
            types,
            symmetric=st.booleans(),
            never_of_itself=st.booleans(),
            day_asked=st.booleans(),
            **_of_a_fact,
        ),
        st.builds(fact, st.just(FactKind.DIE), names, params, st.just(n.Range(2, 12)), dice=st.just("2d6"), **_of_a_fact),
        st.builds(fact, st.just(FactKind.CHOICE), names, params, _plain_types, by=names, **_of_a_fact),
        st.builds(fact, st.just(FactKind.STATUS), names, it, st.just(n.YesNo()), lasts=_text, **_of_a_fact),
    )


_sides = st.sampled_from(
    ["never", "may", "may not", "need not", "later source", "earlier source", "scenario rule", "general rule", "errata"]
)
_policies = st.builds(n.PolicyLine, _sides, _sides) | st.just(n.PolicyLine(None, None))
declarations = st.one_of(
    st.builds(
        n.RulebookDecl,
        names,
        texts,
        maybe(some(names, 1)),
        some(texts),
        some(texts),
        some(texts),
        maybe(st.tuples(whole, whole)),
        tags=tags,
    ),
    st.builds(n.Game, names, texts, tags=tags),
    st.builds(n.SourceDecl, names, texts, st.booleans(), some(names), _text, _text, _text, _text, tags=tags),
    st.builds(n.Edition, names, _text, some(names, 1), tags=tags),
    st.builds(n.Precedence, some(_policies, 1), tags=tags),
    st.builds(n.Option, names, texts, maybe(_small), tags=tags)
    | st.builds(n.Option, names, texts, maybe(_small), names, st.booleans(), _former, tags=tags),
    st.builds(n.Exclusion, some(names, 1), tags=tags),
    st.builds(n.OneOf, st.just(True), some(_small, 1), params, tags=tags)
    | st.builds(n.OneOf, st.just(False), some(_small, 1), some(st.builds(n.Param, names, types), 1, 2), tags=tags),
    st.builds(n.Chapter, maybe(numbers), texts, _text, tags=tags),
    st.builds(n.Measure, names, texts, maybe(_decimal_numbers.filter(lambda number: number.unit)), tags=tags),
    st.builds(
        n.Calendar, names, texts, whole, _month_dates, st.sampled_from(Period), st.none() | st.tuples(_month_dates, _month_dates), tags=tags
    ),
    st.builds(n.Enum, names, some(_enum_values, 1), tags=tags),
    st.builds(n.Enum, names, some(st.builds(n.EnumValue, names, _text, some(names, 0, 1), tags=tags), 1), tags=tags),
    st.builds(n.Scale, names, some(_enum_values, 1), st.booleans(), st.booleans(), tags=tags),
    st.builds(n.Class, names, some(names, 1), tags=tags),
    st.builds(n.Record, names, _text, some(_fields), _former, tags=tags),
    st.builds(n.Map, names, texts, some(st.tuples(names, names), 1), tags=tags),
    _facts(),
    st.builds(n.Value, names, params, types, _text, _stages, maybe(_small), st.booleans(), _former, tags=tags),
    st.builds(
        n.Verdict,
        names,
        params,
        _text,
        st.sampled_from([None, "forbidden", "permitted"]),
        st.booleans(),
        some(calls, 0, 2),
        _former,
        tags=tags,
    ),
    st.builds(n.Predicate, names, params, _text, st.booleans(), _former, tags=tags),
    st.builds(n.Group, names, params, names, names, maybe(_small), _text, tags=tags),
    st.builds(n.Impossible, params, _small, tags=tags),
    st.builds(n.Term, texts, texts, some(texts), some(refs), tags=tags),
    st.builds(n.Word, names, names, some(refs, 1), tags=tags),
    st.builds(n.Also, st.one_of(names, st.tuples(names, names).map(".".join)), some(texts, 1), tags=tags),
)

# ---- cases -----------------------------------------------------------------------------------------------------------------------------

_cells = st.text(_signs.filter(lambda sign: sign not in "|#@"), max_size=6).map(n.Cell)
_rows = some(st.builds(n.Row, some(_cells, 1), tags=tags))
tables = st.builds(
    n.Table, names, params, types, _rows, _text, some(names, 0, 2), st.booleans(), st.booleans(), st.booleans(), _former, tags=tags
).filter(lambda table: bool(table.rows or table.columns or table.not_held or table.clamp_below or table.clamp_above))
_chooser = maybe(names)
_pairs = some(st.tuples(names, _small), 0, 2)
_setups = st.one_of(
    st.builds(n.Setup, st.just(n.SetupKind.PLACE), names, _text, some(names, 1), st.none(), _chooser, _pairs, tags=tags),
    st.builds(n.Setup, st.just(n.SetupKind.ENTERS), names, _text, some(names, 1), names, _chooser, _pairs, tags=tags),
    st.builds(n.Setup, st.just(n.SetupKind.REMOVES), names, tags=tags),
)
_E = Expected
_thens = st.one_of(
    st.builds(n.Then, st.just(_E.HOLDS), _small, tags=tags),
    st.builds(n.Then, st.sampled_from([_E.PERMITTED, _E.FORBIDDEN, _E.REQUIRED, _E.CONFLICT]), calls, tags=tags),
    st.builds(n.Then, st.just(_E.UNDETERMINED), calls, reading=maybe(names), tags=tags),
    st.builds(
        n.Then,
        st.just(_E.UNDETERMINED),
        calls,
        why=st.sampled_from(["silent", "not held", "no row", "empty cell", "option off", "no scenario", "tie"]),
        tags=tags,
    ),
    st.builds(n.Then, st.just(_E.MISSING), calls, lacks=some(_small), tags=tags),
)
_things = some(st.tuples(names, names))
_circumstances = {"world": _things, "options": some(names), "scenario": maybe(numbers), "readings": _things, "tags": tags}
examples = st.builds(n.Example, texts, some(_thens, 1), maybe(names), given=some(_small), backgrounds=some(names), **_circumstances)
_background = st.builds(n.Background, given=some(_small, 1), backgrounds=some(names), **_circumstances)
_body = st.one_of(
    _prose,
    st.builds(n.Commentary, texts, tags=tags),
    st.builds(n.Step, names | whole.map(str), texts, tags=tags),
    st.builds(n.Component, texts, maybe(whole), tags=tags),
    st.builds(n.NotHeld, name=_called, tags=tags),
    st.builds(n.NotHeld, some(calls, 1), maybe(_small), st.booleans(), _called, tags=tags),
    st.builds(n.InScenario, numbers, tags=tags),
    st.builds(n.InOption, names, tags=tags),
    st.builds(n.AppliesTo, some(names, 1), tags=tags),
    st.builds(n.Reads, texts, texts, texts, tags=tags),
    st.builds(n.Accepts, names, some(refs), texts, tags=tags),
    st.builds(n.DoesNotMatter, expressions, some(calls, 1), _called, tags=tags),
    st.builds(n.Refers, some(refs, 1), tags=tags),
    named_relations,
    named_rules,
    tables,
    _setups,
    examples,
    _background,
)
_held = st.booleans()


def _act_with_words(kind: Any, **parts: Any) -> Any:
    """An act with its own words held or not, or those that it acts upon."""
    return st.one_of(st.builds(kind, words_held=_held, **parts), st.builds(kind, held_there=_held, **parts))


_acts = st.one_of(
    _act_with_words(n.ReplacesCase, by=some(refs), tags=tags),
    st.builds(n.DeletesCase, tags=tags),
    *[_act_with_words(kind, tags=tags) for kind in (n.DeletesPart, n.Adds)],
    *[_act_with_words(kind, new=_text, tags=tags) for kind in (n.Appends, n.ReplacesTail)],
    st.builds(n.Confirms, words=_text, tags=tags),
    *[_act_with_words(kind, old=texts, tags=tags) for kind in (n.Strikes, n.StrikesFrom)],
    *[_act_with_words(kind, old=texts, new=texts, tags=tags) for kind in (n.Inserts, n.ReplacesWords)],
    _act_with_words(n.Redirects, old=numbers, new=numbers, tags=tags),
    st.builds(n.ReplacesInRule, line=numbers, old=texts, new=texts, tags=tags),
    st.builds(n.Renumbers, new=numbers, tags=tags),
    st.builds(n.Extends, games=some(names, 1), when=maybe(_small), tags=tags),
    st.builds(n.CorrectsPiece, field_name=names, piece=names, from_=_small, to=_small, tags=tags),
    st.builds(n.AddsRow, some(_cells, 1), maybe(names), tags=tags),
    st.builds(n.DeletesRow, some(_cells, 1), maybe(names), tags=tags),
    st.builds(n.Withdraws, names, maybe(texts), tags=tags),
    st.builds(n.CorrectsCell, table=names, row=texts, column=texts, from_=_small, to=_small, tags=tags),
)
_settling = (
    st.builds(n.AsksQuestion, texts, tags=tags) | st.builds(n.Answers, texts, tags=tags) | st.builds(n.Settles, names, names, tags=tags)
)
_choices = st.builds(
    n.ReadingChoice, names, _text, st.booleans(), some(named_rules, 0, 2), some(named_relations, 0, 1), some(_prose, 0, 1), tags=tags
)
_parts = maybe(st.lists(names | whole.map(str), min_size=1, max_size=3).map(" ".join))
blocks = st.one_of(
    declarations,
    st.builds(n.Chapter, maybe(numbers), texts, _text, _background, tags=tags),
    st.builds(n.Background, names, _text, given=some(_small, 1), **_circumstances),
    st.builds(n.Case, numbers, _text, st.booleans(), maybe(names), some(_body), tags=tags),
    st.builds(n.Amendment, _targets, names, names | st.sampled_from(["new case", "ruling"]), _parts, _text, some(_body | _acts), tags=tags),
    st.builds(
        n.Amendment,
        st.just(()),
        names,
        names,
        st.none(),
        _text,
        some(st.builds(n.Renames, some(st.tuples(texts, texts), 1), tags=tags), 1),
        tags=tags,
    ),
    st.builds(n.Ruling, numbers, _targets, names, some(_body | _settling, 1), tags=tags),
    st.builds(n.Reading, names, _targets, texts, some(_body | _choices, 1), maybe(names), tags=tags),
    st.builds(n.Scenario, numbers, texts, maybe(names), some(_body), tags=tags),
)
