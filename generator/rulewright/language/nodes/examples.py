"""Examples: a small world, its facts, and what follows."""

from __future__ import annotations

from rulewright.language.nodes.base import Tagged
from rulewright.language.nodes.expressions import Expr
from rulewright.records import record
from rulewright.words import Expected


@record
class Then(Tagged):
    """`then allowance(u) is 5 MP`, `then undetermined morale(e), open H_42`.

    HOLDS: `about` is a condition. The others: `about` is a question; `reading`, `why` (`silent`, `not held`, `tie`) and `lacks` narrow it.
    """

    expected: Expected
    about: Expr
    reading: str | None = None
    why: str | None = None
    lacks: tuple[Expr, ...] = ()


@record
class Background(Tagged):
    """`background battle "an ordinary battle"`: what examples take for granted that say `with background battle`.

    Without a name: in a case for all of its examples, under a chapter for all of the file. `backgrounds` are named ones that it adds.
    """

    name: str = ""
    title: str | None = None
    world: tuple[tuple[str, str], ...] = ()  # (thing, kind)
    given: tuple[Expr, ...] = ()
    options: tuple[str, ...] = ()
    scenario: str | None = None
    readings: tuple[tuple[str, str], ...] = ()
    backgrounds: tuple[str, ...] = ()


@record
class Example(Tagged):
    """`example "cavalry in mud"` with its closed small world, its facts and what follows. A `given` may fix a derived answer too."""

    title: str
    world: tuple[tuple[str, str], ...] = ()  # (thing, kind)
    given: tuple[Expr, ...] = ()
    then: tuple[Then, ...] = ()
    edition: str | None = None
    options: tuple[str, ...] = ()
    scenario: str | None = None
    readings: tuple[tuple[str, str], ...] = ()
    backgrounds: tuple[str, ...] = ()
