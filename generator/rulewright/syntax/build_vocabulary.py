"""Builders of the nodes of the front page and the vocabulary, called at each reduction."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulewright.base.dates import read_date, read_day
from rulewright.base.keywords import FactKind, FactSource, Period, StageVerb
from rulewright.syntax import nodes as n
from rulewright.syntax.builder_values import (
    DeclarationBody,
    DeclarationLine,
    End,
    block_lines,
    every_other,
    free_name,
    is_decimal,
    span_between,
    span_of,
    span_up_to,
    token_text,
    token_texts,
    written_places,
)
from rulewright.syntax.reserved_names import AFTER_NUMBERS, AT_LINE_STARTS, IN_EXPRESSIONS
from rulewright.syntax.syntax_errors import BuildError
from rulewright.syntax.tokens import Token

Children = list[Any]
_FACT_LINES = ("asks", "hidden", "usually", "found", "not held", "formerly")


def _keyword_line(key: str, position: int | None = None) -> Any:
    """Return a callback for a line under a declaration whose value is the text of the child at `position`, or True if None."""

    def build(_: object, c: Children) -> DeclarationLine:
        end: End = c[-1]
        return DeclarationLine(key, True if position is None else c[position].value, span_up_to(c[0], end), end.tags)

    return build


def _stage_line(verb: StageVerb) -> Any:
    def build(_: object, c: Children) -> DeclarationLine:
        end: End = c[-1]
        starts = verb is StageVerb.SUM and c[1].value == "is"
        node = n.Stage(c[0].value, verb, starts, tags=end.tags, span=span_up_to(c[0], end))
        return DeclarationLine("a stage", node, node.span, ())

    return build


def _range_step(token: Token) -> Fraction:
    """Return the step of a range. Raises `BuildError` if it is zero."""
    step = Fraction(token.value)
    if not step:
        raise BuildError("no step", span_of(token))
    return step


def _month_date(token: Token) -> n.MonthDate:
    date = read_date(token.value)
    assert date is not None
    return n.MonthDate(date, span=span_of(token))


def _fact_fields(body: DeclarationBody, phrase: Token | None) -> dict[str, Any]:
    """Return the fields of `SaidOfFact` by name."""
    source, found_by = body.get("found") or (None, None)
    return {
        "phrase": token_text(phrase),
        "asks": body.get("asks"),
        "hidden": body.get("hidden"),
        "not_held": bool(body.get("not held")),
        "usual": body.get("usually"),
        "found": source,
        "found_by": found_by,
        "formerly": body.get("formerly") or (),
    }


class FrontPage:
    """The callbacks for rulebook, sources, editions, precedence, options, chapters."""

    numbering_decimal = _keyword_line("numbering", 1)
    numbering_scheme = _keyword_line("numbering", 2)
    credit = _keyword_line("credit", 1)
    about = _keyword_line("about", 1)
    try_question = _keyword_line("try", 1)
    source_ledger = _keyword_line("ledger", 1)
    source_publisher = _keyword_line("publisher", 1)
    source_dated = _keyword_line("dated", 1)
    source_known = _keyword_line("known", 1)
    source_not_held = _keyword_line("not held")
    chapter_text = _keyword_line("introduction", 0)

    def numbering_heading(self, c: Children) -> DeclarationLine:
        return DeclarationLine("numbering by heading", token_texts(c[3]), span_up_to(c[0], c[-1]), c[-1].tags)

    def players(self, c: Children) -> DeclarationLine:
        return DeclarationLine("players", (int(c[1].value), int((c[3] or c[1]).value)), span_up_to(c[0], c[-1]), c[-1].tags)

    def rulebook(self, c: Children) -> n.Block:
        repeatable = ("credit", "about", "try")
        body = DeclarationBody("rulebook", c[4:], ("numbering", "numbering by heading", "players", *repeatable), repeatable)
        headings = body.get("numbering by heading")
        if headings is not None and body.get("numbering"):
            raise BuildError("twice", span_up_to(c[0], c[3]), "numbering")
        return n.RulebookDecl(
            c[1].value,
            c[2].value,
            headings,
            tuple(body.repeated["credit"]),
            tuple(body.repeated["about"]),
            tuple(body.repeated["try"]),
            body.get("players"),
            body.get("numbering"),
            tags=c[3].tags + body.tags,
            span=span_up_to(c[0], c[3]),
        )

    def game_decl(self, c: Children) -> n.Block:
        return n.Game(c[1].value, c[2].value, tags=c[3].tags, span=span_up_to(c[0], c[3]))

    def source_decl(self, c: Children) -> n.Block:
        body = DeclarationBody("source", c[4:], ("not held", "amends", "ledger", "publisher", "dated", "known"))
        return n.SourceDecl(
            c[1].value,
            c[2].value,
            not body.get("not held"),
            body.get("amends") or (),
            body.get("ledger"),
            body.get("publisher"),
            body.get("dated"),
            body.get("known"),
            tags=c[3].tags + body.tags,
            span=span_up_to(c[0], c[3]),
        )

    def source_amends(self, c: Children) -> DeclarationLine:
        return DeclarationLine("amends", token_texts(c[1]), span_up_to(c[0], c[-1]), c[-1].tags)

    def edition_decl(self, c: Children) -> n.Block:
        return n.Edition(c[1].value, token_text(c[2]), token_texts(c[4]), c[6], tags=c[7].tags, span=span_up_to(c[0], c[7]))

    def sources(self, c: Children) -> tuple[Any, ...]:
        return every_other(c)

    def first_day(self, c: Children) -> str:
        """Return an existing day as an ISO date. Raises `BuildError` if there is no such day."""
        day = read_day(c[0].value)
        if day is None:
            raise BuildError("no such day", span_of(c[0]), c[0].value)
        return day.isoformat()

    def precedence(self, c: Children) -> n.Block:
        policy_lines = [line for line in c[3:] if isinstance(line, DeclarationLine)]
        tags = c[1].tags + tuple(tag for line in policy_lines for tag in line.tags)
        return n.Precedence(tuple(line.value for line in policy_lines), tags=tags, span=span_up_to(c[0], c[1]))

    def policy_stated(self, c: Children) -> DeclarationLine:
        span = span_up_to(c[0], c[1])
        return DeclarationLine("policy", n.PolicyLine(None, None, span=span), span, tags=c[1].tags)

    def policy_over(self, c: Children) -> DeclarationLine:
        span = span_up_to(c[0][0], c[3])
        stronger, weaker = (" ".join(token.value for token in side) for side in (c[0], c[2]))
        return DeclarationLine("policy", n.PolicyLine(stronger, weaker, span=span), span, tags=c[3].tags)

    def policy_side(self, c: Children) -> Children:
        return c

    def option_decl(self, c: Children) -> n.Block:
        body = DeclarationBody("option", c[9:], ("formerly",))
        return n.Option(
            c[1].value,
            c[2].value,
            c[4],
            token_text(c[6]),
            c[7] is not None,
            body.get("formerly") or (),
            tags=c[8].tags + body.tags,
            span=span_up_to(c[0], c[8]),
        )

    def at_most_one_of(self, c: Children) -> n.Block:
        alternatives, params, end = c[4], c[6], c[7]
        names = tuple(alternative.name for alternative in alternatives if isinstance(alternative, n.Call) and not alternative.args)
        if len(names) == len(alternatives) and params is None:
            return n.Exclusion(names, tags=end.tags, span=span_up_to(c[0], end))
        return n.OneOf(False, alternatives, params or (), tags=end.tags, span=span_up_to(c[0], end))

    def exactly_one_of(self, c: Children) -> n.Block:
        return n.OneOf(True, c[3], c[5] or (), tags=c[6].tags, span=span_up_to(c[0], c[6]))

    def chapter_background(self, c: Children) -> DeclarationLine:
        return DeclarationLine("background", c[0], c[0].span, ())

    def chapter(self, c: Children) -> n.Block:
        body = DeclarationBody("chapter", c[4:], ("introduction", "background"))
        tags = c[3].tags + body.tags
        return n.Chapter(
            token_text(c[1]), c[2].value, body.get("introduction"), body.get("background"), tags=tags, span=span_up_to(c[0], c[3])
        )


class Vocabulary:
    """The callbacks for measures, kinds of things, facts, values, verdicts, predicates, terms."""

    scale_below = _keyword_line("below the first")
    scale_above = _keyword_line("above the last")
    lasts = _keyword_line("lasts", 1)
    decl_not_held = _keyword_line("not held")
    decl_total = _keyword_line("total")
    decl_day_asked = _keyword_line("is the day asked")
    decl_symmetric = _keyword_line("symmetric")
    decl_never_of_itself = _keyword_line("never of itself")
    stage_one = _stage_line(StageVerb.ONE)
    stage_sum = _stage_line(StageVerb.SUM)
    stage_product = _stage_line(StageVerb.PRODUCT)
    stage_greatest = _stage_line(StageVerb.GREATEST)
    stage_least = _stage_line(StageVerb.LEAST)
    stage_at_most = _stage_line(StageVerb.AT_MOST)
    stage_at_least = _stage_line(StageVerb.AT_LEAST)
    stage_rounded = _stage_line(StageVerb.ROUNDED)

    def measure_decl(self, c: Children) -> n.Block:
        body = DeclarationBody("measure", c[4:], ("is",))
        tags = c[3].tags + body.tags
        return n.Measure(free_name(c[1], AFTER_NUMBERS), c[2].value, body.get("is"), tags=tags, span=span_up_to(c[0], c[3]))

    def measure_is(self, c: Children) -> DeclarationLine:
        amount = n.Number(Fraction(c[1].value), c[2].value, written_places(c[1]), span=span_between(c[1], c[2]))
        return DeclarationLine("is", amount, span_up_to(c[0], c[3]), c[3].tags)

    def calendar_decl(self, c: Children) -> n.Block:
        body = DeclarationBody("calendar", c[4:], ("turn", "29 February"))
        turn, first, period = body.get("turn")
        return n.Calendar(
            c[1].value,
            c[2].value,
            turn,
            first,
            period,
            body.get("29 February"),
            tags=c[3].tags + body.tags,
            span=span_up_to(c[0], c[3]),
        )

    def calendar_first(self, c: Children) -> DeclarationLine:
        return DeclarationLine("turn", (int(c[1].value), _month_date(c[3]), c[6]), span_up_to(c[0], c[7]), c[7].tags)

    def calendar_leap_day(self, c: Children) -> DeclarationLine:
        return DeclarationLine("29 February", (_month_date(c[0]), _month_date(c[2])), span_up_to(c[0], c[6]), c[6].tags)

    def period(self, c: Children) -> Period:
        return Period(" ".join(word.value for word in c))

    # ---- kinds -----------------------------------------------------------------------------------------------------------------------

    def enum_decl(self, c: Children) -> n.Block:
        if isinstance(c[3], End):
            return n.Enum(c[1].value, tuple(block_lines(c[5:])), tags=c[3].tags, span=span_up_to(c[0], c[3]))
        return n.Enum(c[1].value, c[3], tags=c[4].tags, span=span_up_to(c[0], c[4]))

    def scale_decl(self, c: Children) -> n.Block:
        body = DeclarationBody("scale", c[5:], ("below the first", "above the last"))
        tags = c[4].tags + body.tags
        return n.Scale(
            c[1].value, c[3], bool(body.get("below the first")), bool(body.get("above the last")), tags=tags, span=span_up_to(c[0], c[4])
        )

    def enum_values(self, c: Children) -> tuple[n.EnumValue, ...]:
        return every_other(c)

    def enum_line(self, c: Children) -> n.EnumValue:
        value: n.EnumValue = c[0]
        return replace(value, tags=c[1].tags) if c[1].tags else value

    def enum_value(self, c: Children) -> n.EnumValue:
        title = c[1] if len(c) > 1 else None
        if c[0].type == "NAME":
            free_name(c[0], IN_EXPRESSIONS)
        formerly = c[3] if len(c) > 3 else None
        names = () if formerly is None else (formerly.value,)
        return n.EnumValue(c[0].value, token_text(title), names, span=span_between(c[0], formerly or title or c[0]))

    def class_decl(self, c: Children) -> n.Block:
        return n.Class(free_name(c[1], IN_EXPRESSIONS), token_texts(c[3]), tags=c[4].tags, span=span_up_to(c[0], c[4]))

    def record_decl(self, c: Children) -> n.Block:
        lines = block_lines(c[4:])
        body = DeclarationBody("record", [line for line in lines if isinstance(line, DeclarationLine)], ("formerly",))
        fields = tuple(line for line in lines if not isinstance(line, DeclarationLine))
        tags = c[3].tags + body.tags
        return n.Record(c[1].value, token_text(c[2]), fields, body.get("formerly") or (), tags=tags, span=span_up_to(c[0], c[3]))

    def field(self, c: Children) -> n.FieldDecl:
        body = DeclarationBody("field", c[5:], _FACT_LINES)
        return n.FieldDecl(
            c[0].value,
            c[2],
            **_fact_fields(body, c[3]),
            tags=c[4].tags + body.tags,
            span=span_up_to(c[0], c[4]),
        )

    def map_decl(self, c: Children) -> n.Block:
        return n.Map(c[1].value, c[2].value, c[4], tags=c[5].tags, span=span_up_to(c[0], c[5]))

    def map_ranges(self, c: Children) -> tuple[tuple[str, str], ...]:
        return every_other(c)

    def map_range(self, c: Children) -> tuple[str, str]:
        return c[0].value, (c[2] or c[0]).value

    # ---- facts -----------------------------------------------------------------------------------------------------------------------

    def fact_decl(self, c: Children) -> n.Block:
        name, params = c[1][0].value, c[1][1]
        body = DeclarationBody("fact", c[6:], (*_FACT_LINES, "symmetric", "never of itself", "is the day asked"))
        return self._fact(FactKind.FACT, name, params, c[3], body, c, 5, phrase=c[4])

    def die_decl(self, c: Children) -> n.Block:
        name, params = c[1][0].value, c[1][1]
        number, sides = (int(part) for part in c[3].value.split("d"))
        body = DeclarationBody("die", c[6:], _FACT_LINES)
        type_ = n.Range(number, number * sides, span=span_of(c[3]))
        return self._fact(FactKind.DIE, name, params, type_, body, c, 5, phrase=c[4], dice=c[3].value)

    def choice_decl(self, c: Children) -> n.Block:
        name, params = c[1][0].value, c[1][1]
        body = DeclarationBody("choice", c[8:], _FACT_LINES)
        _, found_by = body.get("found") or (None, None)
        if found_by not in (None, c[5].value):
            raise BuildError("twice", span_between(c[4], c[5]), "by")
        return self._fact(FactKind.CHOICE, name, params, c[3], body, c, 7, phrase=c[6], decided_by=c[5].value)

    def status_decl(self, c: Children) -> n.Block:
        body = DeclarationBody("status", c[6:], (*_FACT_LINES, "lasts"))
        params = (n.Param("it", n.Named(c[3].value, span=span_of(c[3])), span=span_of(c[3])),)
        return self._fact(FactKind.STATUS, c[1].value, params, n.YesNo(span=span_of(c[1])), body, c, 5, phrase=c[4])

    def _fact(
        self,
        kind: FactKind,
        name: str,
        params: tuple[n.Param, ...],
        type_: n.TypeExpr,
        body: DeclarationBody,
        c: Children,
        end_position: int,
        phrase: Any = None,
        decided_by: str | None = None,
        dice: str | None = None,
    ) -> n.Fact:
        return n.Fact(
            kind,
            name,
            params,
            type_,
            decided_by,
            dice,
            body.get("lasts"),
            bool(body.get("symmetric")),
            bool(body.get("never of itself")),
            bool(body.get("is the day asked")),
            **_fact_fields(body, phrase),
            tags=c[end_position].tags + body.tags,
            span=span_up_to(c[0], c[end_position]),
        )

    # ---- subjects of rules -------------------------------------------------------------------------------------------------------------

    def value_decl(self, c: Children) -> n.Block:
        token, params = c[1]
        name = free_name(token, AT_LINE_STARTS)
        body = DeclarationBody("value", c[6:], ("otherwise", "total", "formerly", "a stage"), ("a stage",))
        return n.Value(
            name,
            params,
            c[3],
            token_text(c[4]),
            tuple(body.repeated["a stage"]),
            body.get("otherwise"),
            bool(body.get("total")),
            body.get("formerly") or (),
            tags=c[5].tags + body.tags,
            span=span_up_to(c[0], c[5]),
        )

    def verdict_decl(self, c: Children) -> n.Block:
        name, params = c[1][0].value, c[1][1]
        body = DeclarationBody(
            "verdict", c[4:], ("otherwise forbidden or permitted", "total", "formerly", "is a kind of"), ("is a kind of",)
        )
        default = body.get("otherwise forbidden or permitted")
        return n.Verdict(
            name,
            params,
            token_text(c[2]),
            default,
            bool(body.get("total")),
            tuple(body.repeated["is a kind of"]),
            body.get("formerly") or (),
            tags=c[3].tags + body.tags,
            span=span_up_to(c[0], c[3]),
        )

    def predicate_decl(self, c: Children) -> n.Block:
        token, params = c[1]
        name = free_name(token, AT_LINE_STARTS)
        body = DeclarationBody("predicate", c[4:], ("otherwise undetermined", "total", "not held", "formerly"))
        return n.Predicate(
            name,
            params,
            token_text(c[2]),
            bool(body.get("not held")),
            body.get("formerly") or (),
            body.get("otherwise undetermined"),
            bool(body.get("total")),
            tags=c[3].tags + body.tags,
            span=span_up_to(c[0], c[3]),
        )

    def group_decl(self, c: Children) -> n.Block:
        name, params = c[1][0].value, c[1][1]
        return n.Group(name, params, c[3].value, c[4].value, c[6], token_text(c[7]), tags=c[8].tags, span=span_up_to(c[0], c[8]))

    def impossible(self, c: Children) -> n.Block:
        return n.Impossible(c[2] or (), c[4], tags=c[5].tags, span=span_up_to(c[0], c[5]))

    def former_names(self, c: Children) -> DeclarationLine:
        return DeclarationLine("formerly", token_texts(c[1]), span_up_to(c[0], c[2]), c[2].tags)

    def otherwise_forbidden(self, c: Children) -> DeclarationLine:
        return DeclarationLine("otherwise forbidden or permitted", "forbidden", span_up_to(c[0], c[2]), c[2].tags)

    def otherwise_permitted(self, c: Children) -> DeclarationLine:
        return DeclarationLine("otherwise forbidden or permitted", "permitted", span_up_to(c[0], c[2]), c[2].tags)

    def otherwise_undetermined(self, c: Children) -> DeclarationLine:
        return DeclarationLine("otherwise undetermined", "undetermined", span_up_to(c[0], c[2]), c[2].tags)

    def kind_of(self, c: Children) -> DeclarationLine:
        return DeclarationLine("is a kind of", c[4], span_up_to(c[0], c[5]), c[5].tags)

    def otherwise_value(self, c: Children) -> DeclarationLine:
        return DeclarationLine("otherwise", c[1], span_up_to(c[0], c[2]), c[2].tags)

    def hidden(self, c: Children) -> DeclarationLine:
        words = " ".join(word.value for word in c[2:5] if word is not None)
        return DeclarationLine("hidden", words, span_up_to(c[0], c[5]), c[5].tags)

    def usually(self, c: Children) -> DeclarationLine:
        return DeclarationLine("usually", c[1], span_up_to(c[0], c[2]), c[2].tags)

    def found(self, c: Children) -> DeclarationLine:
        return DeclarationLine("found", c[1], span_up_to(c[0], c[2]), c[2].tags)

    def found_plainly(self, c: Children) -> tuple[FactSource, str | None]:
        return FactSource(" ".join(token.value for token in c)), None

    def found_decided(self, c: Children) -> tuple[FactSource, str | None]:
        return FactSource.DECIDED, c[2].value

    def signature(self, c: Children) -> tuple[Token, tuple[n.Param, ...]]:
        free_name(c[0], IN_EXPRESSIONS)
        return c[0], c[2] or ()

    def params(self, c: Children) -> tuple[n.Param, ...]:
        return tuple(param for of_type in every_other(c) for param in of_type)

    def params_of_type(self, c: Children) -> tuple[n.Param, ...]:
        return tuple(n.Param(free_name(name, IN_EXPRESSIONS), c[2], span=span_between(name, c[2])) for name in c[0])

    # ---- types -----------------------------------------------------------------------------------------------------------------------

    def type_yes_no(self, c: Children) -> n.TypeExpr:
        return n.YesNo(span=span_between(c[0], c[2]))

    def type_range(self, c: Children) -> n.TypeExpr:
        return n.Range(c[0][0], c[2][0], token_text(c[3]), calendar=token_text(c[5]), span=span_between(c[0][2], c[5] or c[3] or c[2][1]))

    def type_from(self, c: Children) -> n.TypeExpr:
        return n.Range(c[0][0], None, token_text(c[2]), calendar=token_text(c[4]), span=span_between(c[0][2], c[4] or c[2] or c[1]))

    def type_range_by(self, c: Children) -> n.TypeExpr:
        step = c[4][0]
        return n.Range(c[0][0], c[2][0], token_text(c[5]), _range_step(step), is_decimal(step), span=span_between(c[0][2], c[5] or step))

    def type_from_by(self, c: Children) -> n.TypeExpr:
        step = c[3][0]
        return n.Range(c[0][0], None, token_text(c[4]), _range_step(step), is_decimal(step), span=span_between(c[0][2], c[4] or step))

    def range_step(self, c: Children) -> Children:
        return c

    def type_name(self, c: Children) -> n.TypeExpr:
        return n.Named(c[0].value, c[1] is not None, span=span_between(c[0], c[2] or c[0]))

    # ---- words of prose ----------------------------------------------------------------------------------------------------------------

    def term_decl(self, c: Children) -> n.Block:
        body = DeclarationBody("term", c[4:], ("also", "in"), ("also", "in"))
        also = tuple(name for line in body.repeated["also"] for name in line)
        cases = tuple(case for line in body.repeated["in"] for case in line)
        return n.Term(c[1].value, c[2].value, also, cases, tags=c[3].tags + body.tags, span=span_up_to(c[0], c[3]))

    def term_also(self, c: Children) -> DeclarationLine:
        return DeclarationLine("also", token_texts(c[1]), span_up_to(c[0], c[2]), c[2].tags)

    def term_in(self, c: Children) -> DeclarationLine:
        return DeclarationLine("in", c[1], span_up_to(c[0], c[2]), c[2].tags)

    def strings(self, c: Children) -> tuple[Any, ...]:
        return every_other(c)

    def word_decl(self, c: Children) -> n.Block:
        return n.Word(c[1].value, c[3].value, c[5], tags=c[6].tags, span=span_up_to(c[0], c[6]))

    def also_decl(self, c: Children) -> n.Block:
        name = c[1].value if c[3] is None else f"{c[1].value}.{c[3].value}"
        return n.Also(name, token_texts(c[5]), tags=c[6].tags, span=span_up_to(c[0], c[6]))

    def also_scenario(self, c: Children) -> n.Block:
        return n.Also(f"scenario {c[2].value}", token_texts(c[4]), tags=c[5].tags, span=span_up_to(c[0], c[5]))
