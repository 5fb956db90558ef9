"""Phrases as a book declares them, their slots filled: `{u} draws forage at {t}` with words for `u` and `t`, and under `may`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.site.wording.mentions import MENTION, mention, with_article
from rulewright.site.wording.words import join_words, kind_worded, under_modal
from rulewright.syntax import nodes

LONGEST_LETTERS = 3  # a name that is longer is a word
_COMMAS = re.compile(r",(?:\s*,)+")
_SLOT = re.compile(r"\{(\w+)\}")
_ARTICLE = re.compile(r"(?:the|one|another|this|an?|his|so many) ")
_SMALL = frozenset({"by", "in", "on", "at", "to", "of", "with", "from", "for", "as", "into", "not"})
OPPOSITE_MODAL = {"may": "may not", "may not": "may", "must": "need not", "need not": "must"}
_AS_STATE = {
    "may": "permitted",
    "may not": "forbidden",
    "may never": "never permitted",
    "may always": "always permitted",
    "must": "required",
    "need not": "not required",
    "should": "advised",
    "should not": "advised against",
}


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables of one rule: name -> kind; `crowded` are the kinds whose things are called by their names in any case."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    crowded: frozenset[str] = frozenset()

    def all_named(self) -> Scope:
        """The same, with every variable called by its name: in an example they are things, not just any of their kind."""
        return Scope(self.kinds, frozenset(self.kinds.values()))

    def mark_variable(self, variable: str) -> str | None:
        """The mark of a mention, or None for a name that is no variable with a kind here."""
        kind = self.kinds.get(variable)
        return None if kind is None else mention(variable, self.noun_of(variable))

    def noun_of(self, variable: str) -> str:
        """The noun by which a variable is called: that of its kind, or its own name where that is a word, `the shore`."""
        return variable if variable.isalpha() and len(variable) > LONGEST_LETTERS else kind_worded(self.kinds[variable])

    @property
    def crowded_nouns(self) -> frozenset[str]:
        """The nouns by which things of the crowded kinds are called."""
        return frozenset(kind_worded(kind) for kind in self.crowded)

    def name_variable(self, variable: str) -> str | None:
        """`the unit`, `unit v`, or None for a name that is no variable with a kind here."""
        kind = self.kinds.get(variable)
        if kind is None:
            return None
        return f"{kind_worded(kind)} {variable}" if kind in self.crowded else f"the {kind_worded(kind)}"


def modal_of(form: nodes.LongForm) -> str:
    """`may`, `may never`, …: what comes before the sentence of a verdict; `may` of a rule that forbids all else."""
    if form.force is not None:
        return f"may {form.force}"
    return OPPOSITE_MODAL[form.verb.value] if form.negated else form.verb.value


def put_under_modal(phrase: str, modal: str) -> str:
    """A phrase under `may`, `may not` and the like; where no verb is found, `permitted: …`."""
    if phrase.startswith("to "):  # `it is permitted to submit 3 puzzles`
        return f"it is {_AS_STATE[modal]} {phrase}"
    return under_modal(phrase, modal) or f"{_AS_STATE[modal]}: {phrase}"


def complete_phrase(phrase: str, values: Sequence[str], *, is_statement: bool) -> str:
    """A phrase with the arguments that it does not name: `the price of a unit` becomes `the price of a unit for {arm} and {strength}`.

    `values` are the parameters that stand for values. A thing that is not named is meant anyway: it is what the book speaks of there.
    """
    missing = [f"{{{name}}}" for name in values if f"{{{name}}}" not in phrase]
    if not missing:
        return phrase
    return f"{phrase} ({', '.join(missing)})" if is_statement else f"{phrase} for {join_words(missing, 'and')}"


def fill_slots(phrase: str, slots: Mapping[str, str]) -> str:
    """A phrase with its slots filled, and no small word twice: `the {e} edge` with `the edge` for `e` is `the edge`.

    `a {k}` is `the kind` with `the kind`, `an ally` with `ally`; `by {w}` is `by rail` with `by rail`.
    """
    text = phrase
    for name, words in slots.items():
        slot = f"{{{name}}}"
        marked = MENTION.fullmatch(words)
        article = _ARTICLE.match(words)
        noun = marked[2] if marked is not None else words[article.end() :] if article is not None else words
        if noun != words:
            text = text.replace(f"the {slot} {noun}", slot)
            text = re.sub(rf"\b(?:the|an?) (?={re.escape(slot)})", "", text)
        else:
            n = with_article(words).partition(" ")[0][1:]
            text = re.sub(rf"\b([Aa])n? (?={re.escape(slot)})", rf"\g<1>{n} ", text)
        if words.startswith("the ") and marked is None:  # `the roll {n}` with `the die of the stand` is the die
            text = re.sub(rf"\bthe (?:number|roll|amount|result|value|sum) {re.escape(slot)}", slot, text)
        first = words.partition(" ")[0]
        if first in _SMALL:
            text = text.replace(f"{first} {slot}", slot)
    return _SLOT.sub(lambda match: slots.get(match[1], match[1]), text)


def drop_stray_commas(sentence: str) -> str:
    """Without the commas that closed a clause at the end of the sentence, before another comma or before the end of brackets."""
    sentence = sentence.replace(",)", ")").replace(",;", ";")
    return _COMMAS.sub(",", sentence).rstrip(" ,")
