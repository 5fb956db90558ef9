"""Detectors of common syntax mistakes, one function each.

A detector takes the point at which the parser stopped and returns a fault or None. Detectors run in the order of `MISTAKES`; the first
fault is reported. The docstring of each is a test case: a text with the mistake, a marker under its location, and the message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise

from rulewright.base.dates import MONTHS
from rulewright.base.names import NAME
from rulewright.base.source import Span
from rulewright.syntax.builder_values import span_between
from rulewright.syntax.other_words import BEGUN, CHANGES, FULL, ONLY_WHEN, ORDERING, OTHER_WORDS, PARTS, PERMISSIONS
from rulewright.syntax.parser_stop import (
    COMPARISONS,
    LAYOUT,
    OPERANDS,
    Stop,
    closest_keyword,
    describe_accepted,
    expected_keywords,
    token_excerpt,
    token_span,
)
from rulewright.syntax.syntax_errors import Fault, make_fault
from rulewright.syntax.tokens import NUMBERS, Token

# ---- the detectors, most specific first ------------------------------------------------------------------------------------------------


def lost_opening_quote(stop: Stop) -> Fault | None:
    """A quotation without its opening mark.

    case 8.6 "Weather"
      Mud takes 2 MP."
      ^^^
    an opening quotation mark is missing before `Mud`
    """
    if stop.text_line.count('"') % 2 == 0:
        return None
    if not stop.text_line.rstrip().endswith('"') and stop.bad.type != "NAME":
        return None
    start = stop.bad if "STRING" in stop.accepted and stop.bad.type == "NAME" else stop.first
    if start.type != "NAME":
        return None
    return make_fault("lost quote", token_span(start), start.value)


def misspelt_first_word(stop: Stop) -> Fault | None:
    """A misspelt keyword at the beginning of a line.

    case 8.6 "Weather"
      overides 14.42
      ^^^^^^^^
    no line here begins with `overides`: did you mean `overrides`?
    """
    first = stop.first
    if (
        first.type != "NAME"
        or first is stop.bad
        or not (word := closest_keyword(first.value, stop.keyword_words(stop.accepted_at(stop.begin))))
    ):
        return _misspelt_bad_first(stop)
    if stop.last is not first and len(stop.statement) > 1 and stop.statement[1].type in ("LPAR", "DOT", "IS", "MEANS"):
        return None
    return make_fault("misspelt first", token_span(first), first.value, word)


def _misspelt_bad_first(stop: Stop) -> Fault | None:
    if stop.statement or stop.bad.type != "NAME":
        return None
    word = closest_keyword(stop.bad.value, stop.keyword_words(stop.accepted))
    return make_fault("misspelt first", token_span(stop.bad), stop.bad.value, word) if word else None


def reserved_name_of_a_line(stop: Stop) -> Fault | None:
    """A name for a rule that is the first word of a line.

    case 8.6 "Weather"
      option: may move(u) when dry
      ^^^^^^
    `option` is a word of the language and cannot be a name here
    """
    if stop.bad.type != "COLON" or len(stop.statement) != 1 or stop.first.value not in stop.words.values():
        return None
    return make_fault("reserved", token_span(stop.first), stop.first.value)


def name_of_no_rule(stop: Stop) -> Fault | None:
    """A name before a line that has no address in its case.

    case 8.6 "Weather"
      a: "Mud takes 2 MP."
      ^
    this line cannot have the name `a`
    """
    if len(stop.statement) < 2 or stop.statement[1].type != "COLON" or stop.first.type not in ("NAME", "NUMBER"):
        return None
    line = (*stop.statement[2:], stop.bad)[0]
    if len(stop.statement) > 3 or (line.type != "STRING" and line.value not in stop.words.values()):
        return None
    return make_fault("nameless", token_span(stop.first), stop.first.value)


def lost_indent(stop: Stop) -> Fault | None:
    """A line that lacks its indentation.

    case 8.6 "Weather"
      example "mud"
      given weather is mud
      ^^^^^
    this line must be indented two spaces deeper
    """
    if "_INDENT" not in stop.accepted or stop.bad.type in LAYOUT:
        return None
    names = {stop.bad.type, *(name for name, word in stop.words.items() if word == stop.bad.value)}
    if not any(stop.accepts_under(name) for name in names):
        return None
    return make_fault("lost indent", token_span(stop.bad))


_HEADS = (
    ("a case", "two", 'case x.1 "x"'),
    ("an example", "four", 'case x.1 "x"\n  example "x"'),
    ("a table", "four", 'case x.1 "x"\n  table x: 0..9 "x"'),
    ("`rulebook`", "two", 'rulebook x "x"'),
    ("a source", "two", 'source x "x"'),
    ("`precedence`", "two", "precedence"),
    ("a fact", "two", 'fact x: yes/no "x"'),
    ("an amendment", "two", "amend x.1 in x as x"),
    ("a ruling", "two", "ruling x.1 on x.1 in x"),
)
"""Blocks with lines of their own, as they are called, with the blanks before each of these lines and a head to try."""
_RULE_HEAD = re.compile(rf"(?:not )?{NAME}(?:\(.*?\))? ?(?:is|when|means|always)\b|{NAME}: ")


def line_at_the_margin(stop: Stop) -> Fault | None:
    """A line of a case, an example or another block that begins at the margin.

    example "mud"
    ^^^^^^^
    `example` is a line of a case, and begins two spaces in
    """
    bad = stop.bad
    if stop.statement or bad.column != 1 or stop.preceding:
        return None
    keywords = {name for name, word in stop.words.items() if word == bad.value}
    terminals = keywords or ({bad.type} if bad.type in ("STRING", "ROW") else set())
    if not terminals and bad.type == "NAME" and _RULE_HEAD.match(stop.text_line):
        terminals = {"NAME"}
    if not terminals and bad.type == "NAME" and len(stop.text_line.split()) > 3 and '"' not in stop.text_line:
        return make_fault("bare prose", token_span(bad), bad.value)
    for block, blanks, head in _HEADS if terminals else ():
        if not terminals.isdisjoint(stop.begins_under(head)):
            excerpt = "a rule" if terminals == {"NAME"} else "a row" if bad.type == "ROW" else f"`{token_excerpt(bad)}`"
            return make_fault("at the margin", token_span(bad), excerpt, block, blanks)
    return None


def lost_block(stop: Stop) -> Fault | None:
    """A line that requires a block under it and has none.

    case 8.6 "Weather"
      example "mud"
      ^^^^^^^
      "Mud takes 2 MP."
    lines must follow here, two spaces deeper
    """
    if stop.accepted != {"_INDENT"}:
        return None
    begin = len(stop.preceding) - 1
    while begin and stop.preceding[begin - 1].type not in LAYOUT:
        begin -= 1
    return make_fault("lost block", token_span(stop.preceding[begin]))


def too_deep(stop: Stop) -> Fault | None:
    """An indented line under a line that takes no block.

    case 8.6 "Weather"
      "Mud takes 2 MP."
        take 2 MP from allowance(u)
        ^^^^
    nothing can be indented under the line above
    """
    if stop.bad.type != "_INDENT":
        return None
    word = re.match(r"\S*", stop.text_line.strip())
    length = len(word[0]) if word else 1
    return make_fault("too far in", Span(stop.bad.line, stop.bad.column, stop.bad.line, stop.bad.column + max(length, 1)))


def first_word_out_of_place(stop: Stop) -> Fault | None:
    """A line that begins with a misplaced keyword or with a word that is no keyword.

    case 8.6 "Weather"
      given weather is mud
      ^^^^^
    a line here cannot begin with `given`
    """
    first = stop.first
    if stop.statement:
        second = stop.statement[1] if len(stop.statement) > 1 else stop.bad
        if first.type != "NAME" or second.type in ("LPAR", "DOT", "IS", "MEANS", "WHEN", "ALWAYS", "COLON") or len(stop.statement) > 2:
            return None
    elif first.type not in ("NAME", "NUMBER", "STRING"):
        return None
    accepted = stop.accepted_at(stop.begin)
    is_keyword = first.value in stop.words.values()
    if not is_keyword and stop.statement and "STRING" not in accepted:
        return None
    if not is_keyword and first.type == "NAME" and "STRING" in accepted and len(stop.text_line.split()) > 3:
        return make_fault("bare prose", token_span(first), first.value)
    if stop.statement and not is_keyword:
        return None
    fault = make_fault("out of place", token_span(first), first.value if first.type != "STRING" else '"…"')
    return fault.with_help(expected_keywords(stop, accepted))


def lost_at_sign(stop: Stop) -> Fault | None:
    """A tag without its `@`.

    case 8.6 "Weather"
      friendly(t) when weather is mud GA-013b
                                      ^^^^^^^
    a tag begins with `@`: `@GA-013b`
    """
    match = re.match(r"[A-Z]+-[0-9][A-Za-z0-9]*", stop.text_line[stop.bad.column - 1 :])
    if stop.bad.type != "NAME" or match is None or "TAG" not in stop.accepted:
        return None
    column = stop.bad.column
    return make_fault("lost at sign", Span(stop.bad.line, column, stop.bad.line, column + len(match[0])), match[0])


def misspelt_keyword(stop: Stop) -> Fault | None:
    """A misspelt keyword inside a line, detected at the keyword or one word after it.

    case 8.6 "Weather"
      take 2 MP form allowance(u)
                ^^^^
    `form` is not expected here: did you mean `from`?
    """
    if stop.bad.type == "NAME" and (word := closest_keyword(stop.bad.value, stop.keyword_words(stop.accepted))):
        return make_fault("misspelt", token_span(stop.bad), stop.bad.value, word)
    last = stop.last
    if last is not None and last.type == "NAME" and stop.bad.type in OPERANDS:
        accepted = stop.accepted_at(len(stop.preceding) - 1)
        word = closest_keyword(last.value, stop.keyword_words(accepted))
        if word and ("NAME" not in accepted or stop.reads_with(last, word)):
            return make_fault("misspelt", token_span(last), last.value, word)
    return None


def and_with_or(stop: Stop) -> Fault | None:
    """`and` mixed with `or` without brackets.

    predicate wet(u: unit)
    case 8.6 "Weather"
      wet(u) when u.a and u.b or u.c
                              ^^
    `and` mixed with `or` needs brackets
    """
    if stop.bad.type not in ("AND", "OR"):
        return None
    other = "OR" if stop.bad.type == "AND" else "AND"
    if other not in stop.accepted:
        return None
    return make_fault("and with or", token_span(stop.bad))


def quantified_beside(stop: Stop) -> Fault | None:
    """`some … with …` followed by another condition without brackets.

    predicate wet(u: unit)
    case 8.6 "Weather"
      wet(u) when (some unit v with (v.a) or u.b)
                   ^^^^
    `some … with (…)` needs brackets round it beside `or`
    """
    joiner = _joiner_token(stop)
    position = _last_outside(stop.statement, set(_QUANTIFIERS))
    if joiner is None or position is None:
        return None
    token = stop.statement[position]
    if token.type == "EVERY" and not any(later.type == "SATISFIES" for later in stop.statement[position:]):
        return make_fault("every beside", token_span(joiner), joiner.value)
    return make_fault("quantified beside", token_span(token), token.value, _QUANTIFIERS[token.type], joiner.value)


def _joiner_token(stop: Stop) -> Token | None:
    """Return the `and` or `or` at which the parser stopped, or None.

    After a number the word was read as a measure, and the parser stopped one word later.
    """
    if stop.bad.type in ("AND", "OR"):
        return stop.bad
    last = stop.last
    if last is not None and last.type == "NAME" and last.value in ("and", "or") and len(stop.statement) > 1:
        return last if stop.statement[-2].type in NUMBERS else None
    return None


_QUANTIFIERS = {"SOME": "with", "EVERY": "satisfies", "NO": "with"}


def amount_beside(stop: Stop) -> Fault | None:
    """The condition of an amount without brackets.

    case 8.6 "Weather"
      losses is the number of units v with v.strength is 0 SP
                                           ^
    the condition after `with` needs brackets in an amount
    """
    end = _last_outside(stop.statement, {"WITH"})
    begin = _last_outside(stop.statement, {"THE"})
    if end is None or begin is None or begin > end or end + 1 == len(stop.statement):
        return None
    if any(token.type in _QUANTIFIERS for token in stop.statement[begin:end]) or stop.statement[end + 1].type == "LPAR":
        return None
    if stop.bad.type not in COMPARISONS | {"DOT", "AND", "OR"}:
        return None
    return make_fault("amount beside", token_span(stop.statement[end + 1]))


def term_before_over(stop: Stop) -> Fault | None:
    """The operand of an aggregate without brackets.

    case 8.6 "Weather"
      losses is the sum of v.strength + v.guns over units v
                                      ^
    what comes before `over` needs brackets where it is more than one word
    """
    begin = _last_outside(stop.statement, set(_AGGREGATES))
    if "OVER" not in stop.accepted or begin is None or stop.bad.type not in {"PLUS", "MINUS", "STAR", "SLASH", "ROUNDED"}:
        return None
    return make_fault("term before over", token_span(stop.bad), _AGGREGATES[stop.statement[begin].type])


def group_without_member(stop: Stop) -> Fault | None:
    """A group with arguments after `over`, without a name for its members.

    case 8.6 "Weather"
      losses is the sum of strength(u) over attackers(b)
                                            ^^^^^^^^^
    the members of `attackers(…)` need a name, by which what comes before `over` speaks of each
    """
    last = stop.last
    if stop.bad.type != "LPAR" or last is None or last.type != "NAME" or len(stop.statement) < 2 or stop.statement[-2].type != "OVER":
        return None
    begin = _last_outside(stop.statement, set(_AGGREGATES))
    operand = stop.statement[0 if begin is None else begin + 1 : -2]
    members = [token.value for token, following in pairwise(operand) if token.type == "NAME" and following.type in _ENDS_OF_A_NAME]
    line_end = stop.text_line[last.column - 1 :]
    group = line_end[: line_end.find(")") + 1] or f"{last.value}(…)"
    return make_fault("group without member", token_span(last), last.value, members[0] if members else "x", group)


_ENDS_OF_A_NAME = ("COMMA", "RPAR", "DOT")
_AGGREGATES = {"SUM": "sum of", "GREATEST": "greatest", "LEAST": "least", "DIFFERENT": "number of different"}


def _last_outside(statement: list[Token], terminals: set[str]) -> int | None:
    """Return the index of the last of these terminals outside closed brackets, or None; the search ends at an open bracket."""
    depth = 0
    for position in range(len(statement) - 1, -1, -1):
        token = statement[position]
        depth += (token.type in ("RPAR", "RBRACE")) - (token.type in ("LPAR", "LBRACE"))
        if depth < 0:
            return None
        if not depth and token.type in terminals:
            return position
    return None


def other_value(stop: Stop) -> Fault | None:
    """A default value in the same line as a rule.

    case 8.6 "Weather"
      cost is 3 MP when mud else 2 MP
                            ^^^^
    a line gives one value: what holds otherwise is a line of its own
    """
    for token in (stop.bad, stop.last):
        if token is not None and token is not stop.first and token.value in ("else", "otherwise"):
            head = stop.first.value
            return make_fault("other value", token_span(token), head)
    return None


def needless_always(stop: Stop) -> Fault | None:
    """`always` after a value that has no condition.

    case 8.6 "Weather"
      cost is 3 MP always
                   ^^^^^^
    `always` is not needed after a value
    """
    match = re.search(r"\bis\b[^\"]*\s(always)\s*(?:@\S+\s*)*$", stop.text_line)
    if match is None or stop.bad.column > match.start(1) + 1 or "(" in stop.text_line[stop.bad.column :]:
        return None
    return make_fault("needless always", Span(stop.bad.line, match.start(1) + 1, stop.bad.line, match.end(1) + 1), stop.first.value)


def condition_first(stop: Stop) -> Fault | None:
    """A line that begins with its condition.

    case 8.6 "Weather"
      if mud cost is 3 MP
      ^^
    a line does not begin with its condition
    """
    first = stop.first
    if first.value not in ("if", "when", "unless") or first.column - 1 != len(stop.text_line) - len(stop.text_line.lstrip()):
        return None
    return make_fault("condition first", token_span(first), "unless" if first.value == "unless" else "when")


def comma_for_and(stop: Stop) -> Fault | None:
    """Conditions separated by commas.

    case 8.6 "Weather"
      wet(u) when u.a, u.b
                     ^
    conditions are joined by `and` or `or`, not by a comma
    """
    if stop.bad.type != "COMMA" or "AND" not in stop.accepted:
        return None
    if stop.last is not None and _follows_in(stop):
        return make_fault("list without braces", token_span(stop.bad))
    return make_fault("comma for and", token_span(stop.bad))


def _follows_in(stop: Stop) -> bool:
    """Return True if a comma follows `in a`, so that braces are missing."""
    types = [token.type for token in stop.statement[-2:]]
    return types[:1] == ["IN"]


def open_bracket(stop: Stop) -> Fault | None:
    """A bracket that is not closed.

    case 8.6 "Weather"
      may forage(u, t when friendly(t)
                ^
    this `(` is not closed
    """
    if not {"RPAR", "RBRACE"} & stop.accepted or stop.bad.type in ("COMMA", "RPAR", "RBRACE"):
        return None
    unclosed: list[Token] = []
    for token in stop.statement:
        if token.type in ("LPAR", "LBRACE"):
            unclosed.append(token)
        elif token.type in ("RPAR", "RBRACE") and unclosed:
            unclosed.pop()
    begins_line = not stop.text_line[: stop.bad.column - 1].strip()
    if not unclosed or (stop.bad.type in OPERANDS - {"NOT", "MAY", "MUST", "SHOULD"} and not begins_line):
        return None
    return make_fault("open bracket", token_span(unclosed[-1]), unclosed[-1].value)


COMPARISON_WORDS = {"greater": "more than", "larger": "more than", "bigger": "more than", "higher": "more than"}
COMPARISON_WORDS |= {"fewer": "less than", "smaller": "less than", "lower": "less than"}


def other_comparison(stop: Stop) -> Fault | None:
    """A comparison in words outside the language.

    case 8.6 "Weather"
      may forage(u, t) when u.strength is greater than 3 SP
                                          ^^^^^^^
    `greater than` is not a comparison of the language
    """
    last = stop.last
    if last is None or stop.bad.value != "than" or last.value not in COMPARISON_WORDS:
        return None
    return make_fault("comparison", token_span(last), last.value, COMPARISON_WORDS[last.value])


_LIKE_A_CHANGE = re.compile(r"\(|\b(?:when|unless|if|by|to|at|for)\b|^\s*\w+ \w+\s*$")
_LIKE_A_RULE = re.compile(r"\(|\b(?:when|unless|if)\b|^\s*\w+ \w+\s*$")


def other_words(stop: Stop) -> Fault | None:
    """Words for which the language has others.

    case 8.6 "Weather"
      may forage(u, t) when u.strength is under 3 SP
                                       ^^^^^^^^
    the language has no `is under`
    """
    rows = (ONLY_WHEN, *OTHER_WORDS) if stop.first.type in ("MAY", "MUST") else OTHER_WORDS
    tokens = [*stop.statement[-2:], stop.bad]
    for position, token in enumerate(tokens, len(stop.preceding) - len(tokens) + 1):
        verb = stop.preceding[position - 1] if token is not stop.first and stop.preceding[position - 1].type == "IS" else None
        accepted = stop.accepted if token is stop.bad else stop.accepted_at(position)
        for row in rows:
            match = row.words.match(stop.lines[token.line - 1], token.column - 1)
            if match is None or row.accepted not in accepted or (row.after_is and verb is None):
                continue
            begin = verb if row.after_is and verb is not None else token
            instead = row.instead.format(match[0], *match.groups())
            words = f"{'is ' if row.after_is else ''}{match[0]}".strip()
            fault = make_fault("other words", Span(begin.line, begin.column, token.line, match.end() + 1), words, instead.strip())
            return fault.with_help(f"{fault.says.help}; {row.remark}") if row.remark else fault
    return None


def other_permission(stop: Stop) -> Fault | None:
    """A permission in words outside the language.

    case 8.6 "Weather"
      can forage(u, t) when friendly(t)
      ^^^
    no line of the language begins with `can`
    """
    return _other_first_word(stop, PERMISSIONS, ("NAME",), _LIKE_A_RULE)


def other_change(stop: Stop) -> Fault | None:
    """A change of an amount in words outside the language.

    case 8.6 "Weather"
      halve fee when resident
      ^^^^^
    no line of the language begins with `halve`
    """
    return _other_first_word(stop, CHANGES, ("NAME", "OF", "THE"), _LIKE_A_CHANGE)


def _other_first_word(stop: Stop, others: Mapping[str, str], next_types: Collection[str], line_form: re.Pattern[str]) -> Fault | None:
    """Return the fault of a line that begins with one of `others`, goes on with a token of `next_types` and looks like `line_form`."""
    first = stop.first
    instead = others.get(first.value)
    if instead is None or len(stop.statement) != 1 or stop.bad.type not in next_types or not line_form.search(stop.text_line):
        return None
    return make_fault("first word", token_span(first), first.value, instead)


def whole_list_elsewhere(stop: Stop) -> Fault | None:
    """A line `and no other` below anything but a list of grounds.

    case 8.6 "Weather"
      may not wet(u) when any of
        1. u.a
        and no other
        ^^^
    `and no other` ends a list of grounds after `may` or `must`
    """
    if stop.bad.value != "and" or stop.statement or not re.match(r"\s*and\s+no\s+other\b", stop.text_line):
        return None
    return make_fault("whole list", token_span(stop.bad))


def only_when_elsewhere(stop: Stop) -> Fault | None:
    """The phrase `when and only when` after anything but `may` or `must`.

    case 8.6 "Weather"
      wet(u) when and only when weather is mud
                  ^^^
    `when and only when` goes with `may` and `must`
    """
    last = stop.last
    if last is None or (last.value, stop.bad.value) != ("and", "only"):
        return None
    return make_fault("only when", token_span(last))


def limit_with_two_conditions(stop: Stop) -> Fault | None:
    """A second condition behind `may only`.

    case 8.6 "Weather"
      may only move(u) when u.fed when weather is mud
                                  ^^^^
    `may only` has one condition, and `when` begins another
    """
    first = next((token.type for token in stop.statement if token.type in ("WHEN", "UNLESS")), None)
    if first is None or [token.type for token in stop.statement[:2]] != ["MAY", "ONLY"]:
        return None
    word = next((token for token in (stop.last, stop.bad) if token is not None and token.value in ("when", "if", "unless")), None)
    if word is None or (word.type == "WHEN" and word is stop.last):
        return None
    is_when = word.value != "unless"
    instead = (
        "`may only … when a and b`, or `may not … when b unless a`" if is_when else "`may only … when a and not b`, or `… when a or b`"
    )
    if first == "UNLESS":
        instead = "`may not … when …` with the whole condition"
    return make_fault("limit with two", token_span(word), "when" if is_when else "unless", instead)


def definition_with_condition(stop: Stop) -> Fault | None:
    """A condition behind `means`.

    case 8.6 "Weather"
      slow(u) means weather is mud when u.loaded
                                   ^^^^
    `means` says for everything what it is, and has no `when`
    """
    word = next((token for token in (stop.bad, stop.last) if token is not None and token.value in ("when", "unless")), None)
    if word is None or all(token.type != "MEANS" for token in stop.statement):
        return None
    return make_fault("means when", token_span(word), word.value)


def longer_of_two(stop: Stop) -> Fault | None:
    """An operand of `larger of`, `smaller of` or `difference between` that needs brackets.

    case 8.6 "Weather"
      allowance(u) is the larger of a + b and c
                                      ^
    `larger of` takes names and numbers; anything longer is in brackets
    """
    if stop.bad.type not in ("PLUS", "MINUS", "STAR", "SLASH") or "AND" not in stop.accepted:
        return None
    match = re.search(r"\bthe (larger of|smaller of|difference between)[^,()]*$", stop.text_line[: stop.bad.column - 1])
    return make_fault("longer of two", token_span(stop.bad), match[1]) if match else None


def supposed_beside(stop: Stop) -> Fault | None:
    """A comparison after `as if` without brackets.

    case 8.6 "Weather"
      extra is cost as if weather is clear
                                  ^^
    what is supposed after `as if` is one name, or in brackets
    """
    if stop.bad.type not in COMPARISONS:
        return None
    begin = _last_outside(stop.statement, {"IF"})
    if begin is None or any(token.type not in ("NAME", "DOT", "LPAR", "RPAR", "COMMA") for token in stop.statement[begin + 1 :]):
        return None
    return make_fault("supposed beside", token_span(stop.bad))


def quantified_inside(stop: Stop) -> Fault | None:
    """A quantifier after `not` or `satisfies` without brackets.

    predicate wet(u: unit)
    case 8.6 "Weather"
      wet(u) when not some unit v with v.wet
                      ^^^^
    `some …` needs brackets after `not`
    """
    if len(stop.statement) < 2 or stop.bad.type != "NAME":
        return None
    operator, word = stop.statement[-2:]
    if operator.type not in ("NOT", "SATISFIES") or word.value not in ("some", "every", "no"):
        return None
    return make_fault("quantified inside", token_span(word), word.value, operator.value)


def multiple_below(stop: Stop) -> Fault | None:
    """A divisor that is a multiple, without brackets.

    case 8.6 "Weather"
      tax is price / 4 for each crate of load
                       ^^^
    `for each …` needs brackets beside `/`
    """
    word = next((token for token in (stop.last, stop.bad) if token is not None and token.value in ("for", "times")), None)
    sign = _last_outside(stop.statement, {"SLASH", "STAR", "PLUS", "ROUNDED"})
    if word is None or sign is None or stop.statement[sign].type != "SLASH":
        return None
    if word.value == "times":
        return make_fault("multiple below", token_span(word), "times", "2", "*")
    return make_fault("multiple below", token_span(word), "for each", "b", "for each")


def measured_by_nothing(stop: Stop) -> Fault | None:
    """A superlative without the amount that it compares.

    case 8.6 "Weather"
      target(u) is the nearest unit v with (v.enemy)
                       ^^^^^^^
    `nearest` does not say what is measured
    """
    if stop.bad.type != "NAME" or [token.type for token in stop.statement[-3:]] != ["THE", "NAME", "NAME"]:
        return None
    word, kind = stop.statement[-2:]
    return (
        make_fault("measured by nothing", token_span(word), word.value, kind.value, stop.bad.value) if word.value.endswith("est") else None
    )


def as_usual_elsewhere(stop: Stop) -> Fault | None:
    """The words `as usual` in another place than the end of the first line of an example.

    case 8.6 "Weather"
      example as usual "a march"
              ^^
    `as usual` stands at the end of the line `example "…"`
    """
    if stop.bad.value not in ("as", "usual") or not re.search(r"\busual\b", re.sub(r'"[^"]*"', "", stop.text_line)):
        return None
    return make_fault("as usual", token_span(stop.bad))


def decision_elsewhere(stop: Stop) -> Fault | None:
    """A decision of somebody, in other words than those of the language.

    case 8.6 "Weather"
      rest: may halt(u) at the discretion of the leader
                        ^^
    what somebody decides is said at the end of a rule: `… if the judge so decides`
    """
    if not re.search(r"\b(discretion|decides?|decided)\b", re.sub(r'"[^"]*"', "", stop.text_line)):
        return None
    return make_fault("decision", token_span(stop.bad))


def full_ones(stop: Stop) -> Fault | None:
    """A rate that counts full ones alone.

    case 8.6 "Weather"
      fine is 3 euro for each full week of late
                              ^^^^
    `for each` counts parts too, and `full` is not said in it
    """
    if stop.bad.type != "NAME" or [token.type for token in stop.statement[-3:]] != ["FOR_EACH", "EACH", "NAME"]:
        return None
    word = stop.statement[-1]
    if word.value not in FULL and word.value not in BEGUN:
        return None
    return make_fault("full ones", token_span(word), word.value, stop.bad.value, "up" if word.value in BEGUN else "down")


def order_of_steps(stop: Stop) -> Fault | None:
    """A verb with something that has to be done before or after it.

    case 8.6 "Weather"
      must halt(u) after move(u)
                   ^^^^^
    rules have no order of steps, and `after` cannot be said in one
    """
    verbs = [token for token in stop.statement if token.type in ("MAY", "MUST")]
    if stop.bad.value not in ORDERING or not verbs or "WHEN" not in stop.accepted:
        return None
    return make_fault("order of steps", token_span(stop.bad), stop.bad.value)


def number_in_a_word(stop: Stop) -> Fault | None:
    """A part or a multiple that is written as a word.

    case 8.6 "Weather"
      refund is half of 10 euro
                ^^^^
    `half` is not a number here
    """
    word = stop.last
    if word is None or word.type != "NAME" or word.value not in PARTS or stop.bad.type in LAYOUT:
        return None
    if stop.bad.type not in ("NAME", "THE", "OF", *NUMBERS):
        return None
    return make_fault("number in a word", token_span(word), word.value, PARTS[word.value])


def misspelt_date(stop: Stop) -> Fault | None:
    """A date whose month is misspelt or abbreviated.

    case 8.6 "Weather"
      may forage(u, t) when game_turn is at least Sept 1939
                                                  ^^^^^^^^^
    `Sept 1939` is not a date
    """
    month = stop.last
    if stop.bad.type != "NUMBER" or month is None or month.type != "NAME" or "MONTH_DATE" not in stop.accepted_at(len(stop.preceding) - 1):
        return None
    word = month.value.lower()
    months = [name.lower() for name in MONTHS]
    if not closest_keyword(word, months) and not any(name.startswith(word) for name in months if len(word) > 2):
        return None
    return make_fault("misspelt date", span_between(month, stop.bad), f"{month.value} {stop.bad.value}")


def lost_when(stop: Stop) -> Fault | None:
    """A condition without `when`.

    case 8.6 "Weather"
      may forage(u, t) friendly(t)
                       ^^^^^^^^
    `when` is missing before `friendly`
    """
    if "WHEN" not in stop.accepted or "IS" in stop.accepted or stop.bad.type not in OPERANDS or stop.bad.type == "MINUS":
        return None
    return make_fault("lost word", token_span(stop.bad), "when", token_excerpt(stop.bad))


_COMPARED = re.compile(rf"{NAME}(?:\.{NAME}|\([^()]*\))* (?:is|in)\b *[^\s@#]")


def lost_is(stop: Stop) -> Fault | None:
    """A comparison without `is`.

    case 8.6 "Weather"
      may forage(u, t) when u.arm infantry
                                  ^^^^^^^^
    `is` is missing before `infantry`
    """
    if "IS" not in stop.accepted or stop.bad.type not in ("NAME", *NUMBERS, "STRING", "AT", "MORE", "LESS", "BETWEEN"):
        return None
    if "AND" in stop.accepted and _COMPARED.match(stop.text_line, stop.bad.column - 1):
        return make_fault("lost word", token_span(stop.bad), "and", token_excerpt(stop.bad)).with_help("write `and`, or `or`")
    return make_fault("lost word", token_span(stop.bad), "is", token_excerpt(stop.bad))


def bare_head(stop: Stop) -> Fault | None:
    """A rule that consists of its head only.

    case 8.6 "Weather"
      wet(u)
      ^^^
    this line says nothing about `wet`
    """
    if stop.bad.type != "_NEWLINE" or "ALWAYS" not in stop.accepted or not stop.statement:
        return None
    return make_fault("bare head", token_span(stop.first), stop.first.value)


def early_end(stop: Stop) -> Fault | None:
    """A line that ends too early.

    case 8.6 "Weather"
      take 2 MP from
                    ^
    the line ends where a name is expected after `from`
    """
    if stop.bad.type != "_NEWLINE" or stop.last is None:
        return None
    fault = make_fault("early end", token_span(stop.bad), describe_accepted(stop.accepted, stop.words), token_excerpt(stop.last))
    return fault.with_help(expected_keywords(stop, stop.accepted))


def case_number(stop: Stop) -> Fault | None:
    """Anything but a case number where one is expected.

    case 8.6 "Weather"
      overrides "Mud"
                ^^^^^
    the number of a case is expected after `overrides`, not `"Mud"`
    """
    if "CASE" not in stop.accepted or stop.last is None:
        return None
    return make_fault("case number", token_span(stop.bad), token_excerpt(stop.last), token_excerpt(stop.bad))


def word_twice(stop: Stop) -> Fault | None:
    """A repeated word.

    case 8.6 "Weather"
      overrides overrides 8.5
                ^^^^^^^^^
    `overrides` is repeated here
    """
    last = stop.last
    if last is None or last.value != stop.bad.value or stop.bad.type in LAYOUT or not stop.bad.value[:1].isalnum():
        return None
    return make_fault("twice in a row", token_span(stop.bad), stop.bad.value)


def empty_brackets(stop: Stop) -> Fault | None:
    """Empty brackets, or a list with a gap.

    case 8.6 "Weather"
      wet() when weather is mud
          ^
    something is missing before this `)`
    """
    last = stop.last
    if stop.bad.type not in ("RPAR", "RBRACE", "COMMA") or last is None or last.type not in ("LPAR", "LBRACE", "COMMA"):
        return None
    return make_fault("gap", token_span(stop.bad), stop.bad.value)


def anything_else(stop: Stop) -> Fault | None:
    """The fallback for anything that no other detector recognizes.

    case 8.6 "Weather" 7
                       ^
    found `7` where `from`, `in`, `new`, a tag or the end of the line is expected
    """
    if stop.bad.type in LAYOUT:
        fault = make_fault(
            "early end", token_span(stop.bad), describe_accepted(stop.accepted, stop.words), token_excerpt(stop.last or stop.bad)
        )
    else:
        context = f" after `{token_excerpt(stop.last)}`" if stop.last is not None and len(stop.accepted) < 3 else ""
        fault = make_fault(
            "unexpected", token_span(stop.bad), token_excerpt(stop.bad), describe_accepted(stop.accepted, stop.words), context
        )
    if stop.bad.type == "NAME" and stop.bad.value in stop.words.values():
        return fault.with_help(f"`{stop.bad.value}` is a word of the language that does not fit here")
    return fault


MISTAKES: tuple[Callable[[Stop], Fault | None], ...] = (
    too_deep,
    lost_opening_quote,
    line_at_the_margin,
    multiple_below,
    other_words,
    other_permission,
    other_change,
    misspelt_first_word,
    reserved_name_of_a_line,
    name_of_no_rule,
    lost_indent,
    lost_block,
    lost_at_sign,
    whole_list_elsewhere,
    only_when_elsewhere,
    definition_with_condition,
    limit_with_two_conditions,
    longer_of_two,
    supposed_beside,
    quantified_inside,
    measured_by_nothing,
    as_usual_elsewhere,
    decision_elsewhere,
    full_ones,
    order_of_steps,
    number_in_a_word,
    misspelt_date,
    and_with_or,
    quantified_beside,
    amount_beside,
    term_before_over,
    group_without_member,
    condition_first,
    other_value,
    needless_always,
    comma_for_and,
    open_bracket,
    misspelt_keyword,
    first_word_out_of_place,
    bare_head,
    word_twice,
    empty_brackets,
    case_number,
    other_comparison,
    lost_when,
    lost_is,
    early_end,
    anything_else,
)
