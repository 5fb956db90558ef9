"""The address of a question with all that is given: what follows `#` on the page *Ask the rules*, written and read by `state.js` too.

It has the form of a query: `q` the question, `a` its arguments in order (`?` for one that is not chosen), `t` further things as
`kind~name`, `f` what is given as `name~argument~…~value`, `e` edition, `s` scenario, `g` games, `o` options, `r` readings as
`reading~choice`; `n=1` where nothing usual is assumed, `c=1` where there are no other things; `v` is the fact over whose values answers
are compared. `w=1`, as `c=1`: of scenario, games, options and readings there are none but these, whatever the table of the reader plays.
Numbers are written as the language has them, yes and no as `yes` and `no`, nothing as `none`.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from rulewright.core.query import AskedQuestion, Query
from rulewright.core.wording import value_text
from rulewright.semantics.model import Fix
from rulewright.semantics.terms import Plain

PAGE = "ask"
SEPARATOR = "~"


def link_to(question: str) -> str:
    """To a question of which nothing is given yet."""
    return f"{PAGE}.html#{urlencode({'q': question})}"


def link_of(query: Query, edition: str, *, assume_nothing: bool) -> str | None:
    """To a question in a situation; None where it is no plain question, or something given is a condition on values."""
    if not isinstance(query.asked, AskedQuestion) or any(fix.narrow is not None for fix in query.given):
        return None
    return f"{PAGE}.html#{urlencode(list(_query_parts(query, query.asked, edition, assume_nothing)))}"


def _query_parts(query: Query, question: AskedQuestion, edition: str, assume_nothing: bool) -> Iterator[tuple[str, str]]:
    yield "q", question.question
    yield from (("a", value_text(arg)) for arg in question.args)
    yield "e", edition
    for kind, names in query.things.items():
        yield from (("t", f"{kind}{SEPARATOR}{name}") for name in names if name not in question.args)
    yield from (("f", _given_text(fix)) for fix in query.given)
    if query.switches.scenario is not None:
        yield "s", query.switches.scenario
    yield from (("o", name) for name in sorted(query.switches.options))
    yield from (("r", f"{name}{SEPARATOR}{choice}") for name, choice in query.switches.readings)
    if assume_nothing:
        yield "n", "1"
    yield "c", "1"


def _given_text(fix: Fix) -> str:
    values: tuple[Plain, ...] = (*fix.args, fix.value)
    return SEPARATOR.join((fix.name, *map(value_text, values)))
