"""Clauses put together: lists that name their subject once, relative clauses, and what is said of some, no or every thing.

Clauses are texts in which the variables are marks (`rulewright.site.wording.mentions`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rulewright.site.wording.mentions import CLAUSE, CLOSED, MENTION, OTHERS, is_person, mention, mentioned_variables, with_article
from rulewright.site.wording.words import bare_verb, join_words, plural, singular

_JOINED = re.compile(r"\b(?:and|or|either|both|that|which|who|whose|when|where|if|while|than)\b|,")
_PREPOSITION = re.compile(
    r" (of|to|in|on|at|by|from|with|into|onto|for|through|over|under|against|around|behind|next to|across|between|after|before) \Z"
)
_PLACE = re.compile(r"is ((?:not )?(?:in|on|at|of|within|next to|near|inside|outside|under|behind|beside) .+)", re.DOTALL)
_OWNED = re.compile(r"the ((?:(?!(?:the|is|are|has|that|which|who|whose|when)\b)[\w'’-]+ )+)of ")
_OF_PART = re.compile(
    _PREPOSITION.pattern.replace(" \\Z", "").replace(" (", " (?:(") + r" )?the ((?:(?!(?:the|of|is|are|has|that)\b)[\w'’-]+ )+)of \Z"
)
_RECIPROCAL = re.compile(
    r"(?P<first>(?:the [\w'’-]+ of )?\x01[^\x02]*\x02) and (?P<second>(?:the [\w'’-]+ of )?\x01[^\x02]*\x02) are(?P<no> not)? "
    r"(?:(?P<many>[a-z]+s)|(?P<state>in contact|at war|in touch|stacked|joined|allied|adjacent))"
)
_NO_NOUN = re.compile(r"\b(?:not|neither|either|and|that|which|who|whose|than|most|least|if|when)\b|,")
_COPULA = re.compile(r" (is|are)( not)?\Z")
_VERB = re.compile(r"[a-z]+")
_NO_PREDICATE = frozenset({"and", "or", "of", "that", "who", "which", "whose", "with", "to", "in", "by", "for"})
_PLURAL_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do"}
_SAME_IN_PLURAL = frozenset({"may", "must", "can", "cannot", "could", "would", "will", "need", "are", "were", "have"})
_DENIED = re.compile(r"(is|are|was|were|has|may|must|can|could) ?not\b")
_TURNS = re.compile(r"\b(?:not|no|none|cannot|never|neither|nor|fewer|only|without)\b")

_SCOPED = re.compile(
    r"\b(?:not|no|none|cannot|never|neither|nor|fewer|only|without|if|when|where|while|unless|until|every|each|all|any|than|as|greatest"
    r"|least|most|fewest|nearest|one of the|number|sum)\b"
)
_MEASURE = re.compile(r" as \x01[^\x02]*\x02\Z")
_OWNED_TWICE = re.compile(
    r"the ((?:(?!(?:the|of|is|are|has|that|in)\b)[\w'’-]+ ){1,2})of the ((?:(?!(?:the|of|is|are|has|that|in)\b)[\w'’-]+ ){1,2})of "
)
_GROUP = re.compile(
    r"the ((?:[\w'’-]+ ){0,2}?)([a-z]+s)\b(?= (?:of|in|on|at|near|from|under|with)\b)(?!.*\b(?:that|which|who|whose|where)\b)"
)
_PLACED_FEATURE = re.compile(r" (?:in|on|at|for|during) (?!whose|which)[^\x03-\x06]* (?:is|are|has|was|were) ")
FEW_WORDS = 4
"""Nouns of so many words at most are one list with `or`, whatever they come from."""
LONG_PLACE = 9
"""A phrase of so many words at most stands right behind a noun."""


class Role(StrEnum):
    """The way in which a relative clause takes up its noun: `that is routed`, `whose arm is cavalry`, `to which the town is friendly`."""

    SUBJECT = "subject"
    OWNER = "owner"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Relative:
    """A relative clause: `text` is what follows `that` or `whose`, or all of it."""

    role: Role
    text: str


def join_clauses(clauses: Sequence[str], word: str) -> str:
    """Join clauses by a word; a subject that several simple ones share is said once: `it is in reserve and has moved`."""
    parts: list[str] = []
    previous: re.Match[str] | None = None
    for clause in clauses:
        opening = MENTION.match(clause)
        shared = (
            previous is not None
            and opening is not None
            and opening[1] == previous[1]
            and _is_predicate(clause[opening.end() :])
            and not _JOINED.search(previous.string, previous.end())
        )
        parts.append(clause[opening.end() + 1 :] if shared and opening is not None else f"{CLAUSE}{clause}")
        previous = opening
    return join_words(parts, word)


def join_alternatives(clauses: Sequence[str]) -> str:
    """Return `it is infantry or a Leader` where all clauses say what one thing is, else `either … or …`."""
    openings = [MENTION.match(clause) for clause in clauses]
    predicates = [clause[opening.end() + 1 :] if opening is not None else "" for clause, opening in zip(clauses, openings, strict=True)]
    subjects = {opening[0] for opening in openings if opening is not None}
    if len(subjects) == 1 and all(predicate.startswith("is ") and not _NO_NOUN.search(predicate) for predicate in predicates):
        nouns = [noun for predicate in predicates for noun in predicate.removeprefix("is ").split(" or ")]
        if any(len(noun.split()) > FEW_WORDS for noun in nouns):
            nouns = [predicate.removeprefix("is ") for predicate in predicates]
        return f"{subjects.pop()} is {join_words(nouns, 'or')}"
    return f"either {join_clauses(clauses, 'or')}"


def _is_predicate(predicate: str) -> bool:
    verb = _VERB.match(predicate, 1)
    return predicate[:1] == " " and verb is not None and verb[0] not in _NO_PREDICATE


def closes_clause(phrase: str) -> bool:
    """Return True if a phrase has a clause in it, so that what follows it needs a comma."""
    return _JOINED.search(phrase) is not None


def relative_clause(clause: str, variable: str, noun: str) -> Relative | None:
    """A clause about a variable as a relative clause behind its noun; None where English has no plain one."""
    clause = clause.lstrip(CLAUSE)
    marks = [match for match in MENTION.finditer(clause) if match[1] == variable]
    if not marks:
        return None
    first = marks[0]
    if first.start() == 0:
        predicate = clause[first.end() :]
        if not _is_predicate(predicate):
            reciprocal = _RECIPROCAL.fullmatch(clause)
            return _of_two(reciprocal, variable) if reciprocal is not None else None
        with_its = _with_own(predicate[1:], variable)
        return None if with_its is None else Relative(Role.SUBJECT, with_its)
    if (reciprocal := _RECIPROCAL.fullmatch(clause)) is not None:
        return _of_two(reciprocal, variable)
    if len(marks) > 1:
        return None
    lead, tail = clause[: first.start()], clause[first.end() :]
    if OTHERS in lead:
        return None
    owned = _OWNED.fullmatch(lead)
    if owned is not None and (_is_predicate(tail) or _PLACED_FEATURE.match(tail)):
        return Relative(Role.OWNER, f"{CLOSED}{owned[1].rstrip()}{tail}")
    if (inner := _OWNED_TWICE.fullmatch(lead)) is not None and _is_predicate(tail):  # `whose square's row is 3`
        owner = inner[2].rstrip()
        return Relative(Role.OWNER, f"{CLOSED}{owner}{_genitive(owner)} {inner[1].rstrip()}{tail}")
    if _JOINED.search(lead) or tail.startswith((" and ", " or ", "'s")):
        return None
    if (part_of := _OF_PART.search(lead)) is not None:
        preposition, part = part_of[1] or "", part_of[2].rstrip()
        return Relative(Role.OTHER, f"{preposition}{' ' if preposition else ''}whose {part} {lead[: part_of.start()]}{tail}")
    which = "whom" if is_person(noun) else "which"
    if (preposition := _PREPOSITION.search(lead)) is not None:
        subject = lead[: preposition.start()]
        if not tail and _COPULA.search(subject):
            return Relative(Role.OTHER, f"{'whom' if is_person(noun) else 'that'} {subject} {preposition[1]}")
        return Relative(Role.OTHER, f"{preposition[1]} {which} {'' if MENTION.match(subject) else CLOSED}{subject}{tail}")
    if not tail and (copula := _COPULA.search(lead.rstrip())) is not None:
        return Relative(Role.SUBJECT, f"{copula[1]}{copula[2] or ''} {lead[: copula.start()]}")
    return Relative(Role.OTHER, f"{'whom' if is_person(noun) else 'that'} {lead.rstrip()}{tail}")


def _genitive(noun: str) -> str:
    return "'" if noun.endswith("s") and not noun.endswith(("ss", "corps")) else "'s"


def _of_two(reciprocal: re.Match[str], variable: str) -> Relative:
    """Return `that is an enemy of unit u` for `unit u and unit v are enemies`."""
    first, other = reciprocal["first"], reciprocal["second"]
    if variable not in mentioned_variables(first):
        first, other = other, first
    no = reciprocal["no"] or ""
    if reciprocal["state"]:
        predicate = f"is{no} {reciprocal['state']} {'to' if reciprocal['state'] == 'adjacent' else 'with'} {other}"
    else:
        predicate = f"is{no} {with_article(singular(reciprocal['many']))} of {other}"
    owned = _OWNED.match(first)
    return Relative(Role.SUBJECT, predicate) if owned is None else Relative(Role.OWNER, f"{CLOSED}{owned[1].rstrip()} {predicate}")


def _with_own(predicate: str, variable: str) -> str | None:
    """A predicate in which its subject comes again as `its`; None where that could be another's."""
    variables = mentioned_variables(predicate)
    if variable not in variables:
        return predicate
    if set(variables) != {variable}:
        return None
    owned = re.sub(r"\bthe ((?:(?!(?:the|of|to|in|that|is|and)\b)[\w'’-]+ )+)of \x01[^\x02]*\x02", r"its \1", predicate)
    return None if mentioned_variables(owned) else re.sub(r" +", " ", owned).rstrip()


@dataclass(frozen=True, slots=True)
class Things:
    """Any of the things of a kind: `noun`; `among`, the group that they are of, as the book calls it; `is_other`: not the one spoken of."""

    variable: str
    noun: str
    among: str | None = None
    is_other: bool = False

    def singular_phrase(self) -> str:
        """`a unit`, `another unit near the town`, `a leader of the side`."""
        phrase = f"another {self._noun_of_members()}" if self.is_other else with_article(self._noun_of_members())
        return phrase.replace("another other ", "another ").replace("an other ", "another ")

    def determined_noun(self, word: str) -> str:
        """Behind `no`, `every`, `any`, `each`, `the only`: `no other unit`, `every unit near the town`."""
        return f"{word} {'other ' if self.is_other else ''}{self._noun_of_members()}"

    def plural_phrase(self) -> str:
        """`units`, `other units`, `units near the town`."""
        return f"{'other ' if self.is_other else ''}{self._noun_of_members(plural(self.noun))}"

    def _noun_of_members(self, noun: str | None = None) -> str:
        """The noun with what the group says of its members: `unit near the town`, `defending unit of the battle`."""
        noun = noun or self.noun
        if self.among is None:
            return noun
        if (members := self._members(self.among)) is not None:
            return f"{members[1]}{noun}{self.among[members.end() :]}"
        if (members := _GROUP.match(self.among)) is not None:  # `a leader of the side` for a unit among its leaders
            return f"{members[1]}{members[2] if noun != self.noun else singular(members[2])}{self.among[members.end() :]}"
        return f"{noun} among {self.among}"

    def _members(self, among: str) -> re.Match[str] | None:
        """The beginning of a phrase of a group that is the plural of the noun, with what stands before it: `the defending units`."""
        return re.match(rf"the ((?:[\w'’-]+ ){{0,2}}){re.escape(plural(self.noun))}\b(?!.*\b(?:that|which|who|whose|where)\b)", among)

    def without_measure(self, relative: Relative) -> Relative:
        """`another unit in the same hex`, which needs no `as the unit`."""
        if not self.is_other:
            return relative
        return Relative(
            relative.role, re.sub(rf"(of|in) (the same [\w'’-]+) as \x01\w+:{re.escape(self.noun)}\x02\Z", r"\1 \2", relative.text)
        )

    def introducing_noun(self, determiner: str) -> str:
        """A mention that introduces a thing that is spoken of again: `a unit`, `a unit v`, `every unit v`."""
        kind = mention(self.variable, self.noun, determiner)
        if self.among is None:
            return kind
        members = self._members(self.among)
        return f"{kind} among {self.among}" if members is None or members[1] else f"{kind}{self.among[members.end() :]}"


@dataclass(frozen=True, slots=True)
class Described:
    """Descriptions of things: `places`, phrases that stand right behind the noun; `verbs`, predicates; `others`, further relatives."""

    places: tuple[str, ...]
    verbs: tuple[str, ...]
    others: tuple[str, ...]

    def behind_noun(self, *, is_plural: bool = False, person: bool = False) -> str:
        """`next to the hex that is not routed and whose arm is cavalry`, with a blank in front; empty where nothing is said."""
        verbs = [re.sub(r"\bits\b", "their", _in_plural(verb)) if is_plural else verb for verb in self.verbs]
        who = "who" if person else "that"
        relatives = [f"{who} {join_words(verbs, 'and')}"] if verbs else []
        return "".join(f" {place}" for place in self.places) + (
            f" {join_words([*relatives, *self.others], 'and')}" if relatives or self.others else ""
        )


def describe_relatives(relatives: Sequence[Relative]) -> Described:
    """Sort relative clauses: at most two short places go right behind the noun."""
    places: list[str] = []
    verbs: list[str] = []
    others: list[str] = []
    for relative in relatives:
        place = _PLACE.fullmatch(relative.text) if relative.role is Role.SUBJECT else None
        if (
            place is not None
            and len(places) < 2
            and not place[1].startswith("not ")
            and not _JOINED.search(place[1])
            and len(place[1].split()) <= LONG_PLACE
        ):
            places.append(place[1])
        elif relative.role is Role.SUBJECT:
            verbs.append(relative.text)
        else:
            others.append(f"whose {relative.text}" if relative.role is Role.OWNER else relative.text)
    if len(places) > 1 and (measure := _MEASURE.search(places[0])) is not None and places[1].endswith(measure[0]):
        places = [f"{places[0].removesuffix(measure[0])} and {places[1]}"]  # `in the same hex and of the same side as the unit`
    return Described(tuple(places), tuple(verbs), tuple(others))


def some_clause(things: Things, described: Described) -> str:
    """`another unit in its hex attacks`, `there is another unit in its hex`, `there is a unit whose arm is cavalry`."""
    places = "".join(f" {place}" for place in described.places)
    if described.verbs and not described.others:
        return f"{OTHERS}{things.singular_phrase()}{places} {join_words(described.verbs, 'and')}"
    return f"{OTHERS}there is {things.singular_phrase()}{described.behind_noun(person=is_person(things.noun))}"


def clause_about_some(clause: str, things: Things, described: Described) -> str | None:
    """`the unit joins in an attack on another hex`: a clause with `a hex` in the place of its one mention; None where that means else."""
    clause = clause.replace(CLAUSE, "")
    if mentioned_variables(clause).count(things.variable) != 1 or _SCOPED.search(clause) or clause.startswith("either "):
        return None
    if (described.verbs or described.others) and not is_last_mentioned(clause, things.variable):
        return None  # a relative clause in the middle of a clause hides what goes on behind it
    return f"{OTHERS}{put_for(clause, things.variable, things.singular_phrase() + described.behind_noun(person=is_person(things.noun)))}"


def no_clause(things: Things, described: Described) -> str:
    """`no unit next to it is routed`, `there is no unit that …` where something is denied of it."""
    places = "".join(f" {place}" for place in described.places)
    if (
        len(described.verbs) == 1
        and not described.others
        and not _TURNS.search(described.verbs[0])
        and not _JOINED.search(described.verbs[0])
    ):
        return f"{OTHERS}{things.determined_noun('no')}{places} {described.verbs[0]}"
    return f"{OTHERS}there is {things.determined_noun('no')}{described.behind_noun(person=is_person(things.noun))}"


def every_clause(things: Things, described: Described, body: str) -> str:
    """Return `every leg of the path is short enough`; `for every leg …, …` where the other order would mean something else."""
    clauses = described.behind_noun(person=is_person(things.noun))
    bare = body.replace(CLAUSE, "")
    if mentioned_variables(body).count(things.variable) == 1:
        if bare.startswith("either ") and (opening := MENTION.match(bare, 7)) is not None and opening[1] == things.variable:
            return f"{OTHERS}{things.determined_noun('every')}{clauses} either{bare[opening.end() :]}"
        if (opening := MENTION.match(body.lstrip(CLAUSE))) is not None and opening[1] == things.variable:
            predicate = body.lstrip(CLAUSE)[opening.end() :].strip()
            denied = _DENIED.match(predicate)
            if denied is not None and not _TURNS.search(predicate, denied.end()) and not _JOINED.search(predicate):
                return f"{OTHERS}{things.determined_noun('no')}{clauses} {denied[1]}{predicate[denied.end() :]}"
            if denied is None and _VERB.match(predicate):
                return f"{OTHERS}{things.determined_noun('every')}{clauses} {predicate}"
        elif not _TURNS.search(body) and not _JOINED.search(body):
            return OTHERS + put_for(body, things.variable, things.determined_noun("every") + clauses)
    return f"for {things.introducing_noun('every')}{clauses}, {body}"


def is_last_mentioned(text: str, variable: str) -> bool:
    """Return True if nothing stands behind the mention of a variable."""
    mark = next((match for match in MENTION.finditer(text) if match[1] == variable), None)
    return mark is not None and mark.end() == len(text)


def put_for(text: str, variable: str, words: str) -> str:
    """A text with other words for the mentions of a variable."""
    return MENTION.sub(lambda match: words if match[1] == variable else match[0], text)


def _in_plural(predicate: str) -> str:
    """`is in reserve` -> `are in reserve`, `attacks` -> `attack`."""
    if predicate.startswith("either "):
        ways = predicate.removeprefix("either ").split(" or ")
        return f"either {' or '.join(_in_plural(way) if way.partition(' ')[0] in _PLURAL_VERBS else way for way in ways)}"
    verb = _VERB.match(predicate)
    if verb is None or verb[0] in _SAME_IN_PLURAL:
        return predicate
    in_plural = _PLURAL_VERBS.get(verb[0]) or bare_verb(verb[0])
    return f"{in_plural}{predicate[verb.end() :]}" if in_plural is not None else predicate
