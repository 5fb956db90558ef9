"""Nodes of the front page and the vocabulary, made as the parser reduces."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

from rulewright.base.dates import read_date
from rulewright.base.keywords import FactKind, Found, Period, StageVerb
from rulewright.syntax import nodes as n
from rulewright.syntax.builder_values import (
    End,
    Gathered,
    Said,
    between,
    every_other,
    free_name,
    is_decimal,
    lines,
    span_of,
    text,
    texts,
    up_to,
)
from rulewright.syntax.reserved_names import AFTER_NUMBERS, AT_LINE_STARTS, IN_EXPRESSIONS
from rulewright.syntax.syntax_errors import BuildError
from rulewright.syntax.tokens import Token

Children = list[Any]
_OF_A_FACT = ("asks", "hidden", "usually", "found", "not held")


def _said(what: str, at: int | None = None) -> Any:
    """A line under a declaration whose value is the word or quotation at a place (True where it has none)."""

    def build(_: object, c: Children) -> Said:
        end: End = c[-1]
        return Said(what, True if at is None else c[at].value, up_to(c[0], end), end.tags)

    return build


def _stage(verb: StageVerb) -> Any:
    def build(_: object, c: Children) -> Said:
        end: End = c[-1]
        starts = verb is StageVerb.SUM and c[1].value == "is"
        node = n.Stage(c[0].value, verb, starts, tags=end.tags, span=up_to(c[0], end))
        return Said("a stage", node, node.span, ())

    return build


def _step(token: Token) -> Fraction:
    """The step of a range; a range has no step of nothing."""
    step = Fraction(token.value)
    if not step:
        raise BuildError("no step", span_of(token))
    return step


def _day(token: Token | None) -> str | None:
    """A day that there is."""
    if token is not None:
        try:
            date.fromisoformat(token.value)
        except ValueError:
            raise BuildError("no such day", span_of(token), token.value) from None
    return text(token)


def _of_fact(said: Gathered, phrase: Token | None) -> dict[str, Any]:
    """The fields of `SaidOfFact`, by name."""
    found, found_by = said.get("found") or (None, None)
    return {
        "phrase": text(phrase),
        "asks": said.get("asks"),
        "hidden": said.get("hidden"),
        "not_held": bool(said.get("not held")),
        "usual": said.get("usually"),
        "found": found,
        "found_by": found_by,
    }


class FrontPage:
    """The callbacks for rulebook, sources, editions, precedence, options, chapters."""

    numbering_decimal = _said("numbering")
    credit = _said("credit", 1)
    about = _said("about", 1)
    try_question = _said("try", 1)
    source_ledger = _said("ledger", 1)
    source_publisher = _said("publisher", 1)
    source_dated = _said("dated", 1)
    source_known = _said("known", 1)
    source_not_held = _said("not held")
    chapter_text = _said("introduction", 0)

    def numbering_heading(self, c: Children) -> Said:
        return Said("numbering by heading", texts(c[3]), up_to(c[0], c[-1]), c[-1].tags)

    def players(self, c: Children) -> Said:
        return Said("players", (int(c[1].value), int(c[3].value)), up_to(c[0], c[-1]), c[-1].tags)

    def rulebook(self, c: Children) -> n.Block:
        many = ("credit", "about", "try")
        said = Gathered("rulebook", c[4:], ("numbering", "numbering by heading", "players", *many), many)
        headings = said.get("numbering by heading")
        if headings is not None and said.get("numbering"):
            raise BuildError("twice", up_to(c[0], c[3]), "numbering")
        return n.RulebookDecl(
            c[1].value,
            c[2].value,
            headings,
            tuple(said.many["credit"]),
            tuple(said.many["about"]),
            tuple(said.many["try"]),
            said.get("players"),
            tags=c[3].tags + said.tags,
            span=up_to(c[0], c[3]),
        )

    def game_decl(self, c: Children) -> n.Block:
        return n.Game(c[1].value, c[2].value, tags=c[3].tags, span=up_to(c[0], c[3]))

    def source_decl(self, c: Children) -> n.Block:
        said = Gathered("source", c[4:], ("not held", "amends", "ledger", "publisher", "dated", "known"))
        return n.SourceDecl(
            c[1].value,
            c[2].value,
            not said.get("not held"),
            said.get("amends") or (),
            said.get("ledger"),
            said.get("publisher"),
            said.get("dated"),
            said.get("known"),
            tags=c[3].tags + said.tags,
            span=up_to(c[0], c[3]),
        )

    def source_amends(self, c: Children) -> Said:
        return Said("amends", texts(c[1]), up_to(c[0], c[-1]), c[-1].tags)

    def edition_decl(self, c: Children) -> n.Block:
        return n.Edition(c[1].value, text(c[2]), texts(c[4]), _day(c[6]), tags=c[7].tags, span=up_to(c[0], c[7]))

    def sources(self, c: Children) -> tuple[Any, ...]:
        return every_other(c)

    def precedence(self, c: Children) -> n.Block:
        said = [line for line in c[3:] if isinstance(line, Said)]
        tags = c[1].tags + tuple(tag for line in said for tag in line.tags)
        return n.Precedence(tuple(line.value for line in said), tags=tags, span=up_to(c[0], c[1]))

    def policy_stated(self, c: Children) -> Said:
        span = up_to(c[0], c[1])
        return Said("policy", n.PolicyLine(None, None, span=span), span, tags=c[1].tags)

    def policy_over(self, c: Children) -> Said:
        span = up_to(c[0][0], c[3])
        over, under = (" ".join(token.value for token in side) for side in (c[0], c[2]))
        return Said("policy", n.PolicyLine(over, under, span=span), span, tags=c[3].tags)

    def policy_side(self, c: Children) -> Children:
        return c

    def option_decl(self, c: Children) -> n.Block:
        return n.Option(c[1].value, c[2].value, c[4], text(c[6]), c[7] is not None, tags=c[8].tags, span=up_to(c[0], c[8]))

    def at_most_one_of(self, c: Children) -> n.Block:
        of, params, end = c[4], c[6], c[7]
        names = tuple(one.name for one in of if isinstance(one, n.Call) and not one.args)
        if len(names) == len(of) and params is None:
            return n.Exclusion(names, tags=end.tags, span=up_to(c[0], end))
        return n.OneOf(False, of, params or (), tags=end.tags, span=up_to(c[0], end))

    def exactly_one_of(self, c: Children) -> n.Block:
        return n.OneOf(True, c[3], c[5] or (), tags=c[6].tags, span=up_to(c[0], c[6]))

    def chapter_background(self, c: Children) -> Said:
        return Said("background", c[0], c[0].span, ())

    def chapter(self, c: Children) -> n.Block:
        said = Gathered("chapter", c[4:], ("introduction", "background"))
        tags = c[3].tags + said.tags
        return n.Chapter(text(c[1]), c[2].value, said.get("introduction"), said.get("background"), tags=tags, span=up_to(c[0], c[3]))


class Vocabulary:
    """The callbacks for measures, kinds of things, facts, values, verdicts, predicates, terms."""

    scale_below = _said("below the first")
    scale_above = _said("above the last")
    lasts = _said("lasts", 1)
    decl_not_held = _said("not held")
    decl_total = _said("total")
    decl_symmetric = _said("symmetric")
    decl_never_of_itself = _said("never of itself")
    stage_one = _stage(StageVerb.ONE)
    stage_sum = _stage(StageVerb.SUM)
    stage_product = _stage(StageVerb.PRODUCT)
    stage_greatest = _stage(StageVerb.GREATEST)
    stage_least = _stage(StageVerb.LEAST)
    stage_at_most = _stage(StageVerb.AT_MOST)
    stage_at_least = _stage(StageVerb.AT_LEAST)
    stage_rounded = _stage(StageVerb.ROUNDED)

    def measure_decl(self, c: Children) -> n.Block:
        said = Gathered("measure", c[4:], ("is",))
        tags = c[3].tags + said.tags
        return n.Measure(free_name(c[1], AFTER_NUMBERS), c[2].value, said.get("is"), tags=tags, span=up_to(c[0], c[3]))

    def measure_is(self, c: Children) -> Said:
        amount = n.Number(Fraction(c[1].value), c[2].value, is_decimal(c[1]), span=between(c[1], c[2]))
        return Said("is", amount, up_to(c[0], c[3]), c[3].tags)

    def calendar_decl(self, c: Children) -> n.Block:
        said = Gathered("calendar", c[4:], ("turn",))
        turn, first, period = said.get("turn")
        return n.Calendar(c[1].value, c[2].value, turn, first, period, tags=c[3].tags + said.tags, span=up_to(c[0], c[3]))

    def calendar_first(self, c: Children) -> Said:
        date = read_date(c[3].value)
        assert date is not None
        return Said("turn", (int(c[1].value), n.MonthDate(date, span=span_of(c[3])), c[6]), up_to(c[0], c[7]), c[7].tags)

    def period(self, c: Children) -> Period:
        return Period(" ".join(word.value for word in c))

    # ---- kinds -----------------------------------------------------------------------------------------------------------------------

    def enum_decl(self, c: Children) -> n.Block:
        if isinstance(c[3], End):
            return n.Enum(c[1].value, tuple(lines(c[5:])), tags=c[3].tags, span=up_to(c[0], c[3]))
        return n.Enum(c[1].value, c[3], tags=c[4].tags, span=up_to(c[0], c[4]))

    def scale_decl(self, c: Children) -> n.Block:
        said = Gathered("scale", c[5:], ("below the first", "above the last"))
        tags = c[4].tags + said.tags
        return n.Scale(
            c[1].value, c[3], bool(said.get("below the first")), bool(said.get("above the last")), tags=tags, span=up_to(c[0], c[4])
        )

    def enum_values(self, c: Children) -> tuple[n.EnumValue, ...]:
        return every_other(c)

    def enum_line(self, c: Children) -> n.EnumValue:
        value: n.EnumValue = c[0]
        return n.EnumValue(value.name, value.title, tags=c[1].tags, span=value.span) if c[1].tags else value

    def enum_value(self, c: Children) -> n.EnumValue:
        title = c[1] if len(c) > 1 else None
        if c[0].type == "NAME":
            free_name(c[0], IN_EXPRESSIONS)
        return n.EnumValue(c[0].value, text(title), span=between(c[0], title or c[0]))

    def class_decl(self, c: Children) -> n.Block:
        return n.Class(free_name(c[1], IN_EXPRESSIONS), texts(c[3]), tags=c[4].tags, span=up_to(c[0], c[4]))

    def record_decl(self, c: Children) -> n.Block:
        return n.Record(c[1].value, text(c[2]), tuple(lines(c[4:])), tags=c[3].tags, span=up_to(c[0], c[3]))

    def field(self, c: Children) -> n.FieldDecl:
        said = Gathered("field", c[5:], _OF_A_FACT)
        return n.FieldDecl(
            c[0].value,
            c[2],
            **_of_fact(said, c[3]),
            tags=c[4].tags + said.tags,
            span=up_to(c[0], c[4]),
        )

    def map_decl(self, c: Children) -> n.Block:
        return n.Map(c[1].value, c[2].value, c[4], tags=c[5].tags, span=up_to(c[0], c[5]))

    def map_ranges(self, c: Children) -> tuple[tuple[str, str], ...]:
        return every_other(c)

    def map_range(self, c: Children) -> tuple[str, str]:
        return c[0].value, (c[2] or c[0]).value

    # ---- facts -----------------------------------------------------------------------------------------------------------------------

    def fact_decl(self, c: Children) -> n.Block:
        name, params = c[1][0].value, c[1][1]
        said = Gathered("fact", c[6:], (*_OF_A_FACT, "symmetric", "never of itself"))
        return self._fact(FactKind.FACT, name, params, c[3], said, c, 5, phrase=c[4])

    def die_decl(self, c: Children) -> n.Block:
        name, params = c[1][0].value, c[1][1]
        number, sides = (int(part) for part in c[3].value.split("d"))
        said = Gathered("die", c[6:], _OF_A_FACT)
        type_ = n.Range(number, number * sides, span=span_of(c[3]))
        return self._fact(FactKind.DIE, name, params, type_, said, c, 5, phrase=c[4], dice=c[3].value)

    def choice_decl(self, c: Children) -> n.Block:
        name, params = c[1][0].value, c[1][1]
        said = Gathered("choice", c[8:], _OF_A_FACT)
        _, found_by = said.get("found") or (None, None)
        if found_by not in (None, c[5].value):
            raise BuildError("twice", between(c[4], c[5]), "by")
        return self._fact(FactKind.CHOICE, name, params, c[3], said, c, 7, phrase=c[6], by=c[5].value)

    def status_decl(self, c: Children) -> n.Block:
        said = Gathered("status", c[6:], (*_OF_A_FACT, "lasts"))
        params = (n.Param("it", n.Named(c[3].value, span=span_of(c[3])), span=span_of(c[3])),)
        return self._fact(FactKind.STATUS, c[1].value, params, n.YesNo(span=span_of(c[1])), said, c, 5, phrase=c[4])

    def _fact(
        self,
        kind: FactKind,
        name: str,
        params: tuple[n.Param, ...],
        type_: n.TypeExpr,
        said: Gathered,
        c: Children,
        at: int,
        phrase: Any = None,
        by: str | None = None,
        dice: str | None = None,
    ) -> n.Fact:
        return n.Fact(
            kind,
            name,
            params,
            type_,
            by,
            dice,
            said.get("lasts"),
            bool(said.get("symmetric")),
            bool(said.get("never of itself")),
            **_of_fact(said, phrase),
            tags=c[at].tags + said.tags,
            span=up_to(c[0], c[at]),
        )

    # ---- what rules speak about --------------------------------------------------------------------------------------------------------

    def value_decl(self, c: Children) -> n.Block:
        token, params = c[1]
        name = free_name(token, AT_LINE_STARTS)
        said = Gathered("value", c[6:], ("otherwise", "total", "a stage"), ("a stage",))
        return n.Value(
            name,
            params,
            c[3],
            text(c[4]),
            tuple(said.many["a stage"]),
            said.get("otherwise"),
            bool(said.get("total")),
            tags=c[5].tags + said.tags,
            span=up_to(c[0], c[5]),
        )

    def verdict_decl(self, c: Children) -> n.Block:
        name, params = c[1][0].value, c[1][1]
        said = Gathered("verdict", c[4:], ("otherwise forbidden or permitted", "total", "is a kind of"), ("is a kind of",))
        otherwise = said.get("otherwise forbidden or permitted")
        return n.Verdict(
            name,
            params,
            text(c[2]),
            otherwise,
            bool(said.get("total")),
            tuple(said.many["is a kind of"]),
            tags=c[3].tags + said.tags,
            span=up_to(c[0], c[3]),
        )

    def predicate_decl(self, c: Children) -> n.Block:
        token, params = c[1]
        name = free_name(token, AT_LINE_STARTS)
        said = Gathered("predicate", c[4:], ("not held",))
        return n.Predicate(name, params, text(c[2]), bool(said.get("not held")), tags=c[3].tags + said.tags, span=up_to(c[0], c[3]))

    def group_decl(self, c: Children) -> n.Block:
        name, params = c[1][0].value, c[1][1]
        return n.Group(name, params, c[3].value, c[4].value, c[6], text(c[7]), tags=c[8].tags, span=up_to(c[0], c[8]))

    def impossible(self, c: Children) -> n.Block:
        return n.Impossible(c[2] or (), c[4], tags=c[5].tags, span=up_to(c[0], c[5]))

    def otherwise_forbidden(self, c: Children) -> Said:
        return Said("otherwise forbidden or permitted", "forbidden", up_to(c[0], c[2]), c[2].tags)

    def otherwise_permitted(self, c: Children) -> Said:
        return Said("otherwise forbidden or permitted", "permitted", up_to(c[0], c[2]), c[2].tags)

    def kind_of(self, c: Children) -> Said:
        return Said("is a kind of", c[4], up_to(c[0], c[5]), c[5].tags)

    def otherwise_value(self, c: Children) -> Said:
        return Said("otherwise", c[1], up_to(c[0], c[2]), c[2].tags)

    def hidden(self, c: Children) -> Said:
        words = " ".join(one.value for one in c[2:5] if one is not None)
        return Said("hidden", words, up_to(c[0], c[5]), c[5].tags)

    def usually(self, c: Children) -> Said:
        return Said("usually", c[1], up_to(c[0], c[2]), c[2].tags)

    def found(self, c: Children) -> Said:
        return Said("found", c[1], up_to(c[0], c[2]), c[2].tags)

    def found_plainly(self, c: Children) -> tuple[Found, str | None]:
        return Found(" ".join(token.value for token in c)), None

    def found_decided(self, c: Children) -> tuple[Found, str | None]:
        return Found.DECIDED, c[2].value

    def signature(self, c: Children) -> tuple[Token, tuple[n.Param, ...]]:
        free_name(c[0], IN_EXPRESSIONS)
        return c[0], c[2] or ()

    def params(self, c: Children) -> tuple[n.Param, ...]:
        return every_other(c)

    def param(self, c: Children) -> n.Param:
        return n.Param(free_name(c[0], IN_EXPRESSIONS), c[2], span=between(c[0], c[2]))

    # ---- types -----------------------------------------------------------------------------------------------------------------------

    def type_yes_no(self, c: Children) -> n.TypeExpr:
        return n.YesNo(span=between(c[0], c[2]))

    def type_range(self, c: Children) -> n.TypeExpr:
        return n.Range(c[0][0], c[2][0], text(c[3]), calendar=text(c[5]), span=between(c[0][2], c[5] or c[3] or c[2][1]))

    def type_from(self, c: Children) -> n.TypeExpr:
        return n.Range(c[0][0], None, text(c[2]), calendar=text(c[4]), span=between(c[0][2], c[4] or c[2] or c[1]))

    def type_range_by(self, c: Children) -> n.TypeExpr:
        step = c[4][0]
        return n.Range(c[0][0], c[2][0], text(c[5]), _step(step), is_decimal(step), span=between(c[0][2], c[5] or step))

    def type_from_by(self, c: Children) -> n.TypeExpr:
        step = c[3][0]
        return n.Range(c[0][0], None, text(c[4]), _step(step), is_decimal(step), span=between(c[0][2], c[4] or step))

    def range_step(self, c: Children) -> Children:
        return c

    def type_name(self, c: Children) -> n.TypeExpr:
        return n.Named(c[0].value, c[1] is not None, span=between(c[0], c[2] or c[0]))

    # ---- words of prose ----------------------------------------------------------------------------------------------------------------

    def term_decl(self, c: Children) -> n.Block:
        said = Gathered("term", c[4:], ("also", "in"), ("also", "in"))
        also = tuple(name for line in said.many["also"] for name in line)
        cases = tuple(case for line in said.many["in"] for case in line)
        return n.Term(c[1].value, c[2].value, also, cases, tags=c[3].tags + said.tags, span=up_to(c[0], c[3]))

    def term_also(self, c: Children) -> Said:
        return Said("also", texts(c[1]), up_to(c[0], c[2]), c[2].tags)

    def term_in(self, c: Children) -> Said:
        return Said("in", c[1], up_to(c[0], c[2]), c[2].tags)

    def strings(self, c: Children) -> tuple[Any, ...]:
        return every_other(c)

    def word_decl(self, c: Children) -> n.Block:
        return n.Word(c[1].value, c[3].value, c[5], tags=c[6].tags, span=up_to(c[0], c[6]))
