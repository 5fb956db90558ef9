"""A book whose answers are made of many others, each asked for many times: a tournament of players and rounds, and one that is fully known."""

from __future__ import annotations

from typing import Any

from rulewright.core.model import Core
from semantics.small import core_of

_BOOK = """
measure point "point"
enum result: win, draw, loss
record player "a player"
  seed: 1..64 "the number of {{it}} in the list"
  withdrawn: yes/no "{{it}} has withdrawn"
    usually no
  fined: 0..5 by 1/2 point "the fine of {{it}}"
    usually 0
fact opponent(p: player, n: 1..{rounds}): player or none "the opponent of {{p}} in round {{n}}"
fact result(p: player, n: 1..{rounds}): result "the result of {{p}} in round {{n}}"
fact forfeited(p: player, n: 1..{rounds}): yes/no "round {{n}} of {{p}} was not played"
  usually no
value points(p: player, n: 1..{rounds}): 0..1 by 1/2 point "the points of {{p}} in round {{n}}"
value score(p: player): -9..9 by 1/2 point "the score of {{p}}"
value theirs(p: player, n: 1..{rounds}): -9..9 by 1/2 point "the score of the opponent of {{p}} in round {{n}}"
value first_sum(p: player): -99..99 by 1/2 point "the sum of the scores of the opponents of {{p}}"
value second_sum(p: player): -999..999 by 1/2 point "the sum of the sums of the opponents of {{p}}"
predicate met(p: player, q: player) "{{p}} and {{q}} have met"
predicate level(p: player, q: player) "{{p}} and {{q}} are level"
predicate before(p: player, q: player) "{{p}} is before {{q}}"
value rank(p: player): 1..64 "the rank of {{p}}"
group bracket(p: player): players q with not q.withdrawn and level(p, q) "the bracket of {{p}}"
value half(p: player): 0..32 "half of the bracket of {{p}}"
value seat(p: player): 1..64 "the seat of {{p}} in its bracket"
predicate upper(p: player) "{{p}} is in the upper half"
value board(p: player): 1..64 "the board of {{p}}"
verdict pair(p: player, q: player) "{{p}} meets {{q}}"
  otherwise forbidden

case 1 "Points"
  won: points(p, n) is 1 point when result(p, n) is win
  drawn: points(p, n) is 1/2 point when result(p, n) is draw
  lost: points(p, n) is 0 otherwise
  score(p) is the sum of points(p, m) over m from 1 to {rounds}
  fine: take p.fined from score(p)
case 2 "Sums"
  theirs(p, n) is score(opponent(p, n)) when not forfeited(p, n) and opponent(p, n) is not none
  own: theirs(p, n) is score(p) otherwise
  first_sum(p) is the sum of theirs(p, m) over m from 1 to {rounds}
  second_sum(p) is the sum of first_sum(opponent(p, m)) over m from 1 to {rounds} with (opponent(p, m) is not none)
case 3 "Ranks"
  level(p, q) means score(p) is score(q)
  score: before(p, q) when score(p) is more than score(q)
  first: before(p, q) when level(p, q) and first_sum(p) is more than first_sum(q)
  second: before(p, q) when level(p, q) and first_sum(p) is first_sum(q) and second_sum(p) is more than second_sum(q)
  seed: before(p, q) when level(p, q) and first_sum(p) is first_sum(q) and second_sum(p) is second_sum(q) and p.seed is less than q.seed
  rank(p) is 1 + the number of players q with (not q.withdrawn and before(q, p))
case 4 "Pairs"
  seat(p) is 1 + the number of players q with (q in bracket(p) and rank(q) is less than rank(p))
  half(p) is the number of players q with (q in bracket(p)) / 2 rounded down
  upper(p) means seat(p) is at most half(p)
  board(p) is 1 + the number of players q with (upper(q) and rank(q) is less than rank(p))
  met(p, q) means the number of m from 1 to {rounds} with (opponent(p, m) is q and not forfeited(p, m)) is at least 1
  faces: may pair(p, q) when level(p, q) and upper(p) and not upper(q) and seat(q) is seat(p) + half(p)
  again: may never pair(p, q) when met(p, q)
    overrides 4.faces
"""


def book(rounds: int) -> Core:
    """The rules of a tournament of so many rounds."""
    return core_of(_BOOK.format(rounds=rounds))


def known(players: int, rounds: int, *, usual: bool = False) -> dict[str, Any]:
    """All facts of a tournament of an even number of players, each of whom has played all rounds: of those with a usual value none, if what is `usual` is left out."""
    facts: dict[str, Any] = {}
    for number in range(players):
        facts[f"p{number}.seed"] = number + 1
        if not usual:
            facts |= {f"p{number}.withdrawn": False, f"p{number}.fined": 0}
    others = list(range(1, players))
    for turn in range(1, rounds + 1):
        ring = [0, *others]
        for one, other in zip(ring[: players // 2], reversed(ring), strict=False):
            won = ("win", "loss") if (one + 2 * other + turn) % 3 else ("draw", "draw")
            for player, opponent, result in ((one, other, won[0]), (other, one, won[1])):
                facts |= {f"opponent(p{player}, {turn})": f"p{opponent}", f"result(p{player}, {turn})": result}
                if not usual:
                    facts[f"forfeited(p{player}, {turn})"] = False
        others = [others[-1], *others[:-1]]
    return facts


QUESTIONS = ("score(p0)", "first_sum(p1)", "rank(p2)", "board(p3)", "pair(p0, p3)")
"""From what little is asked for to what all is asked for."""


def as_query(question: str, facts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A question with its facts as the page puts it."""
    name, args = _called(question)
    given = []
    for text, value in facts.items():
        thing, dot, field = text.partition(".")
        called = (f"player.{field}", [thing]) if dot else _called(text)
        given.append({"name": called[0], "args": called[1], "value": value})
    named = (arg for several in (args, *(one["args"] for one in given)) for arg in several if isinstance(arg, str))
    return {"asked": {"question": name, "args": args}, "things": {"player": list(dict.fromkeys(named))}, "given": given, **more}


def _called(text: str) -> tuple[str, list[str | int]]:
    name, _, inside = text.removesuffix(")").partition("(")
    return name, [int(arg) if arg.isdigit() else arg for arg in inside.split(", ")]
