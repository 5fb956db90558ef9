"""Mentions of the variables of a rule in a sentence that is being made, and the pass that words them: by name, `it`, `its` or `itself`.

While a sentence grows, a mention of a variable is a mark in its text, and so is the beginning of a clause. Only the whole sentence tells
whether `the unit` is enough or `unit v` is needed, and whether `it` can be nothing else. A pronoun stands for the topic of the sentence
alone: what its main clause begins with, or the only thing that it speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

CLAUSE = "\x03"  # a clause begins
GUARD = "\x06"  # the conditions begin, behind the main clause
OTHERS = "\x04"  # another subject has come up: `its` would be the other's
CLOSED = "\x05"  # until the clause ends, `it` would be ambiguous
DEMONSTRATIVE = "d"  # the determiner of `that unit`
MENTION = re.compile("\x01(\\w+):([^\x01\x02:]*):?(\\w*)\x02")
_TOKEN = re.compile("\x01(?P<variable>\\w+):(?P<noun>[^\x01\x02:]*):?(?P<new>\\w*)\x02(?P<genitive>'s)?|(?P<sign>[\x03-\x06])")
_BARE = re.compile(r"(?:\(|either |both |neither |[\x03-\x06])*\Z")
_VOWEL = re.compile(r"(?!uni(?!n)|us[eu]|eu|one\b)[aeiou]", re.IGNORECASE)
_INDEFINITE = re.compile(r"(?:either |neither )?(?:an?|another|no|none|some|any|every|each|one|all|there) ")
_POSSESSED = re.compile(r"\bthe ((?:(?!(?:the|of|to|in|on|at|by|for|from|that|which|who|whose|is|are|has|and|or)\b)[\w'’-]+ ){1,4})of \Z")
_COUNTED = re.compile(r"\bthe number of ((?:(?!(?:the|of|that|and|or)\b)[\w'’-]+ ){1,3})of \Z")
_CHAINED = re.compile(r"\bof the ((?:(?!(?:the|of|to|in|on|at|by|for|from|that|which|who|is|are|and|or)\b)[\w'’-]+ ){1,3})of \Z")
_COORDINATED = re.compile("(?:,| and| or) (?:both |either )?\x01")
_MAIN_VERB = re.compile(r"\b(?:is|are|was|were|has|have|may|must|need|can|could|will|would|does|do)\b")
_MODAL = re.compile(r" (?:may|must|need)\b")  # what acts then is not the thing, but its head: `the enemy of the unit may …`
_LOOSE = re.compile(r"\b(?:of|in|for|at|by|after|before|during|under|as) \Z")
_FURTHER_VERB = re.compile(r"\b(?:that|which|who|whose|when|where|if|while|than|as|instead|other)\b")
_PERSONS = frozenset(
    {"player", "leader", "person", "commander", "general", "man", "woman", "child", "marshal", "officer", "borrower", "reader", "member"}
    | {"competitor", "judge", "delegate", "applicant", "owner", "driver", "tenant", "pupil", "student", "patient", "customer", "guest"}
    | {"employee", "employer", "worker", "citizen", "resident", "parent", "claimant", "passenger", "visitor", "holder", "buyer", "seller"}
)


def mention(variable: str, noun: str, determiner: str = "") -> str:
    """The mark of a mention; the first one has a determiner, `a unit`, `every unit`."""
    return f"\x01{variable}:{noun}{':' if determiner else ''}{determiner}\x02"


def mentioned_variables(text: str) -> list[str]:
    """The variables that a text mentions, each mention."""
    return [match[1] for match in MENTION.finditer(text)]


def nouns_of(text: str) -> dict[str, str]:
    """Variable -> the noun by which it is called."""
    return {match[1]: match[2] for match in MENTION.finditer(text)}


def with_article(noun: str) -> str:
    """`a unit`, `an army`."""
    return f"{'an' if _VOWEL.match(noun) else 'a'} {noun}"


def is_person(noun: str) -> bool:
    return noun.rpartition(" ")[2] in _PERSONS


def crowded_nouns(texts: Sequence[str]) -> frozenset[str]:
    """The nouns by which several things of these texts are called, as variables or as `a unit`: their names must be said too."""
    variables: dict[str, set[str]] = {}
    for text in texts:
        for variable, noun in nouns_of(text).items():
            variables.setdefault(noun, set()).add(variable)
    introduced = {match[2] for text in texts for match in MENTION.finditer(text) if match[3] not in ("", DEMONSTRATIVE)}
    unnamed = " ".join(MENTION.sub("", text) for text in texts)
    twice = {noun for noun in introduced if re.search(rf"\b(?:an?|another|no|every|each|any) (?:other )?{re.escape(noun)}\b", unnamed)}
    return frozenset(noun for noun, names in variables.items() if len(names) > 1 or noun in twice)


def topic_of(main_clause: str) -> str | None:
    """The variable for which a pronoun can stand behind a main clause; None where there is none, or where it is a person or many."""
    nouns = nouns_of(main_clause)
    first = MENTION.search(main_clause)
    lead, tail = (main_clause[: first.start()].lstrip(CLAUSE), main_clause[first.end() :]) if first is not None else ("", "")
    if first is None or (lead and (not _in_subject(lead, nouns) or _MODAL.match(tail))):
        return None
    variable = first[1]
    if is_person(nouns[variable]) or _is_many(nouns[variable]):
        return None
    twins = [name for name, noun in nouns.items() if noun == nouns[variable] and name != variable]
    return None if twins else variable


def _in_subject(lead: str, nouns: dict[str, str]) -> bool:
    """Return True if the mention behind these words is the subject of its sentence, or the only thing named in it."""
    return not lead or (len(nouns) == 1 and lead.startswith(("the ", "what ")) and not _MAIN_VERB.search(lead))


def _is_many(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is", "corps", "series"))


@dataclass
class _Clause:
    """The clause that is being worded, as far as it is read. `open`: the topic may be `it` there, as it was the subject before."""

    start: int
    open: bool
    subject: str | None = None
    others: bool = False
    closed: bool = False
    crowd: bool = False


def word_mentions(text: str, crowded: frozenset[str] = frozenset(), topic: str | None = None, *, topic_named: bool = False) -> str:
    """A text with its mentions in words. `topic_named`: the topic was named before the text begins."""
    return _Wording(text, crowded, topic, topic_named=topic_named).word_all()


def _named_before(noun: str, words: str) -> bool:
    """Return True if another thing of a kind is spoken of before: `the phase that comes after`, and not `the vehicle sum`."""
    return (
        re.search(rf"\bthe {re.escape(noun)} (?:that|which|who|whose|of|in|on|at|after|before|to|from|with|behind)\b", words, re.I)
        is not None
    )


class _Wording:
    def __init__(self, text: str, crowded: frozenset[str], topic: str | None, *, topic_named: bool) -> None:
        self._text = text
        self._crowded = crowded
        self._topic = topic
        self._is_known = self._is_item = topic_named
        self._parts: list[str] = []
        self._variables: set[str] = set()
        self._clause = _Clause(0, open=True)

    def word_all(self) -> str:
        position = 0
        for match in _TOKEN.finditer(self._text):
            self._parts.append(self._text[position : match.start()])
            position = match.end()
            if match["sign"]:
                self._read_sign(match["sign"], position)
            else:
                self._parts.append(self._word_of(match))
        return "".join((*self._parts, self._text[position:]))

    def _read_sign(self, sign: str, position: int) -> None:
        clause = self._clause
        if sign == OTHERS:
            clause.others = True
        elif sign == CLOSED:
            clause.closed = True
        elif sign == GUARD:
            self._clause = _Clause(position, open=True)
        elif _BARE.fullmatch(self._text, clause.start, position):  # several clauses begin at the same place
            clause.start = position
        else:
            follows_topic = clause.subject == self._topic and not clause.crowd
            self._clause = _Clause(position, open=follows_topic)
        if sign in (CLAUSE, GUARD) and _INDEFINITE.match(self._text, position):
            self._clause.others = True

    def _word_of(self, match: re.Match[str]) -> str:
        variable, noun, clause = match["variable"], match["noun"], self._clause
        is_first = clause.subject is None
        if is_first:
            clause.subject = variable
        if variable != self._topic:
            clause.closed = True
            clause.crowd = clause.crowd or noun == self._noun_of_topic
            return self._name_for(match)
        if not self._is_known:
            self._is_known = True
            return self._name_for(match)
        if clause.closed or not clause.open or _COORDINATED.match(self._text, match.end()):
            return self._name_for(match)
        return self._pronoun_for(match, is_first=is_first)

    @property
    def _noun_of_topic(self) -> str | None:
        return nouns_of(self._text).get(self._topic or "")

    def _pronoun_for(self, match: re.Match[str], *, is_first: bool) -> str:
        words_so_far = "".join(self._parts)
        if match["genitive"]:
            return self._name_for(match) if self._clause.others else "its"
        for pattern, owned in ((_POSSESSED, "its {}"), (_COUNTED, "its number of {}")):
            if (possessed := pattern.search(words_so_far)) is not None:
                if self._clause.others:
                    return self._name_for(match)
                self._parts = [words_so_far[: possessed.start()] + owned.format(possessed[1].rstrip())]
                return ""
        if _LOOSE.search(words_so_far):  # `the defender's hex in it` is no way to speak
            return self._name_for(match)
        if is_first:
            return "it"
        if self._clause.subject == self._topic and MENTION.match(self._text, self._clause.start):
            clause_so_far = self._text[self._clause.start : match.start()]
            return self._name_for(match) if _FURTHER_VERB.search(clause_so_far) else "itself"
        return "it"

    def _name_for(self, match: re.Match[str]) -> str:
        noun, variable = match["noun"], match["variable"]
        name = f"{noun} {variable}" if noun in self._crowded else None
        if match["new"] == DEMONSTRATIVE:
            return name or f"that {noun}"
        if match["new"]:
            return with_article(name or noun) if match["new"] == "a" else f"{match['new']} {name or noun}"
        words_so_far = "".join(self._parts)
        if name is None and not self._is_item and variable not in self._variables and _named_before(noun, words_so_far):
            name = f"this {noun}"  # `the phase that comes after this phase`
        name = name or f"the {noun}"
        self._variables.add(variable)
        if (
            not match["genitive"]
            and (chained := _CHAINED.search(words_so_far)) is not None
            and not _COORDINATED.match(self._text, match.end())
        ):
            self._parts = [f"{words_so_far[: chained.start()]}of {name}'s {chained[1].rstrip()}"]
            return ""
        return name + (match["genitive"] or "")
