"""Small turns of English that sentences about rules need: plurals, verbs after `may`, negation, lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PLURALS = {"man": "men", "horse": "horses", "die": "dice", "foot": "feet"}
_IRREGULAR = {"is": "be", "are": "be", "has": "have", "does": "do", "goes": "go", "dies": "die", "lies": "lie", "ties": "tie"}
_AUXILIARY = re.compile(r" (is|are|was|were|may|must|can|could|will|would|does|do)\b(?! not\b)")
_RELATIVE = frozenset(
    {"that", "who", "whom", "whose", "which", "while", "when", "where"}
)  # what follows them is not the sentence's own verb
_NO_SUBJECTS = frozenset(
    {"a", "an", "as", "many", "how", "the", "its", "his", "her", "their", "this", "that", "no", "every", "some", "each", "another"}
    | {"of", "in", "on", "at", "to", "from", "by", "with", "for", "and", "or"}
)  # a verb does not stand right behind them
_NO_VERBS = frozenset({"of", "is", "are", "was", "were", "has", "have", "may", "must", "can", "will"})  # before them stands a noun
_PERFECT = re.compile(
    r" (has|have)\b(?= (?:\w+ed|\w+en|been|gone|lost|fought|made|left|won|run|done|met|begun|become|come|had|put|stood|held)\b)"
)
_THIRD_PERSON = re.compile(r"[a-z]+s\Z")
_PLURAL_SUBJECT = re.compile(  # `{u} and {v} attack`, `{n} units have`: the verb is bare
    r"(\{\w+\} and \{\w+\}|\{\w+\} [a-z]+s(?= have\b)|\{\w+\}|the [a-z ]+s of \{\w+\}) "
    r"(?!\w+(?:s|ed)\b|went|came|took|left|fell|got|could|would|cannot|must|may)([a-z]+)\b"
)
_THERE_IS = re.compile(r"there (is|are) (?:an? |some |any )?(?!no\b|not\b|none\b|too\b)")
_DENIED = re.compile(r" (is|are|was|were|has|have|does|do|may|must|can|could|will|would) ?not\b")
_PAST = {
    "began": "begin", "bought": "buy", "came": "come", "chose": "choose", "drew": "draw", "fell": "fall", "fought": "fight",
    "gave": "give", "got": "get", "held": "hold", "kept": "keep", "left": "leave", "lost": "lose", "made": "make", "met": "meet",
    "moved": "move", "paid": "pay", "sold": "sell", "spent": "spend", "stood": "stand", "took": "take", "went": "go", "won": "win",
}  # fmt: skip
_DID = re.compile(rf"((?:the )?(?:\{{\w+\}}|(?<=the )[a-z]+)) ({'|'.join(_PAST)})\b")  # `{u} went`: the verb right behind its subject
_EVERY = re.compile(r"(?:all|every|each)\b")
_AMOUNTS = (
    (re.compile(r"how many ([a-z -]+?s) (?=\{|the )"), r"the number of \1 that"),
    (re.compile(r"how many ([a-z-]+) "), r"the number of \1 that"),
    (re.compile(r"how often "), "the number of times that"),
    (re.compile(r"how far "), "the distance that"),
    (re.compile(r"how long "), "the time that"),
    (re.compile(r"how much "), "what"),
)
_SOME = {
    "a ": "no ", "an ": "no ", "another ": "no other ", "one of ": "none of ", "two of ": "no two of ", "something ": "nothing ",
}  # fmt: skip
_PLURAL_HEAD = re.compile(
    r"the (?:[\w'-]+ )*?([\w'-]+s)(?: [\w'-]+ed)? (?:of|by|that|which|who|in|on|at|from|for|to|with)\b", re.IGNORECASE
)
_SIMPLE_SUBJECT = re.compile(r"the ([\w'-]+)(?: of .*)?")
_PREPOSITION = re.compile(r"\b(?:of|by|that|which|who|whom|whose|in|on|at|from|for|to|with|under|is|are|has)\b")
_SINGULAR = ("ss", "us", "is", "'s", "corps", "series")
_SIBILANT = ("s", "x", "z", "ch", "sh")


def plural(noun: str) -> str:
    """`hex` -> `hexes`, `ally` -> `allies`, `movement point` -> `movement points`, `mile per hour` -> `miles per hour`."""
    head, separator, tail = noun.partition(" of ") if " of " in noun else noun.partition(" per ")
    if head.endswith("s") and not head.endswith("ss"):
        return noun
    lead, space, last = head.rpartition(" ")
    if last in _PLURALS:
        return lead + space + _PLURALS[last] + separator + tail
    if head.endswith("y") and head[-2:-1] not in "aeiou":
        head = head[:-1] + "ies"
    elif head.endswith(_SIBILANT):
        head += "es"
    else:
        head += "s"
    return head + separator + tail


def singular(noun: str) -> str:
    """`leaders` -> `leader`, `allies` -> `ally`, `hexes` -> `hex`."""
    if noun.endswith("ies"):
        return noun.removesuffix("ies") + "y"
    if noun.endswith("es") and noun.removesuffix("es").endswith(_SIBILANT):
        return noun.removesuffix("es")
    return noun.removesuffix("s") if not noun.endswith(("ss", "corps")) else noun


def bare_verb(word: str) -> str | None:
    """The form that stands after `may`: `draws` -> `draw`, `is` -> `be`; None for what is no verb in the third person."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not _THIRD_PERSON.match(word) or word.endswith("ss") or len(word) < 3:
        return None
    if word.endswith("oes"):
        return word[:-2]
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("es") and word[:-2].endswith(_SIBILANT) and not word.endswith(("ses", "zes")):
        return word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1]


def under_modal(phrase: str, modal: str) -> str | None:
    """`{u} draws forage at {t}` under `may not` -> `{u} may not draw forage at {t}`; `stands step over` -> `stands may not step over`.

    None where the subject and its verb cannot be distinguished."""
    words = phrase.split(" ")
    if (verb := _verb_of_many(words)) is not None:
        return " ".join([*words[:verb], modal, *words[verb:]])
    if (
        len(words) > 1
        and words[0].endswith("s")
        and words[0] not in _NO_SUBJECTS
        and words[1].isalpha()
        and bare_verb(words[1]) is None
        and words[1] not in _NO_VERBS | _NO_SUBJECTS
    ):
        return " ".join([words[0], modal, "be" if words[1] == "are" else words[1], *words[2:]])
    for index in range(1, min(len(words), 9)):
        bare = "be" if words[index] == "are" else bare_verb(words[index])
        following = words[index + 1] if index + 1 < len(words) else ""
        if bare is not None and words[index - 1] not in _NO_SUBJECTS and following not in _NO_VERBS:
            tail = words[index + 1 :]
            if len(tail) > 1 and tail[0] in ("or", "and") and (second := bare_verb(tail[1])) is not None:
                tail[1] = second  # `comes or goes`
            return " ".join([*words[:index], modal, bare, *tail])
    if (match := _PLURAL_SUBJECT.match(phrase)) is not None and match[2] not in (_NO_SUBJECTS | _NO_VERBS) - {"have"}:
        return f"{match[1]} {modal} {phrase[match.start(2) :]}"
    return None


def _verb_of_many(words: Sequence[str]) -> int | None:
    """The place of the verb in `the loose parts leave the puzzle solved`, `the smugglers win`: a bare one behind its subject of many,
    before its object or at the end."""
    for index in range(2, min(len(words), 5)) if words[0] == "the" else ():
        noun, verb, following = words[index - 1], words[index], words[index + 1] if index + 1 < len(words) else ""
        is_bare = verb.isalpha() and verb.islower() and bare_verb(verb) is None and verb not in _NO_VERBS | _NO_SUBJECTS | _RELATIVE
        is_past = not following and (verb in _PAST or verb.endswith("ed"))
        is_before_object = following.startswith("{") or following in ("", "the", "a", "an", "its", "their")
        if bare_verb(noun) is not None and is_bare and is_before_object and not is_past:
            return index
    return None


def negate_phrase(phrase: str) -> str:
    """`{u} is in reserve` -> `{u} is not in reserve`, `{u} has moved` -> `{u} has not moved`, `{u} serves` -> `{u} does not serve`.

    Of all things, the opposite is said of `not all`; of a thing that is any of its kind, of `no` such thing. What denies something already
    is said without its `not`. Where no verb is found, `it is not so that …`."""
    if (match := _THERE_IS.match(phrase)) is not None:
        return f"there {match[1]} no {phrase[match.end() :]}"
    if _EVERY.match(phrase) and with_not(phrase) is not None:
        return f"not {phrase}"
    if (parts := split_denial(phrase)) is not None:
        return " ".join(filter(None, parts))
    for some, none in _SOME.items():
        if phrase.startswith(some) and with_not(phrase) is not None:
            return none + phrase.removeprefix(some)
    return with_not(phrase) or f"it is not so that {phrase}"


def split_denial(phrase: str) -> tuple[str, str, str] | None:
    """The subject, the verb and the rest of a phrase that has a `not` behind its verb: `{u} is not routed`; None for one that has none."""
    match = _DENIED.search(phrase)
    if match is None or not _RELATIVE.isdisjoint(phrase[: match.start()].split(" ")):
        return None
    return phrase[: match.start()], match[1], phrase[match.end() :].strip()


def with_not(phrase: str) -> str | None:
    """A phrase with `not` behind the verb that a question begins with; None where no verb is found."""
    match = next(
        (candidate for candidate in _AUXILIARY.finditer(phrase) if phrase[: candidate.start()].rpartition(" ")[2] not in _RELATIVE), None
    )
    if match is None and (perfect := _PERFECT.search(phrase)) is not None and _RELATIVE.isdisjoint(phrase[: perfect.start()].split(" ")):
        match = perfect
    if match is not None:
        joined = "" if match[1] == "can" else " "  # `cannot`
        return f"{phrase[: match.end(1)]}{joined}not{phrase[match.end(1) :]}"
    if (past := _DID.match(phrase)) is not None:
        return f"{past[1]} did not {_PAST[past[2]]}{phrase[past.end() :]}"
    plural_subject = _PLURAL_SUBJECT.match(phrase)
    is_plural = (
        _verb_of_many(phrase.split(" ")) is not None
        or re.match(r"(?:the )?[\w'-]+s [a-z]+\b", phrase) is not None
        or (plural_subject is not None and " " in plural_subject[1])
    )
    return under_modal(phrase, "do not" if is_plural else "does not")


def denied_value(value: str) -> str:
    """Return the denial of a value behind `is`: `not clear`, and `some river` for `no river`, `rolled` for `not rolled`."""
    if value.startswith("not "):
        return value.removeprefix("not ")
    return f"some {value.removeprefix('no ')}" if value.startswith("no ") else f"not {value}"


def noun_phrase(phrase: str) -> str:
    """A phrase as what has a value: `how many items {p} may have` -> `the number of items that {p} may have`."""
    for pattern, noun in _AMOUNTS:
        if (match := pattern.match(phrase)) is not None:
            return f"{match.expand(noun)} {phrase[match.end() :]}"
    return phrase


def is_or_are(subject: str) -> str:
    """The verb behind a subject: `the points of the feature` -> `are`, `the number of units` -> `is`."""
    match = _PLURAL_HEAD.match(subject)
    modifiers = match[0][: match.start(1) - match.start()] if match is not None else ""
    return "are" if match is not None and not match[1].endswith(_SINGULAR) and not _PREPOSITION.search(modifiers) else "is"


def drop_repeated_noun(subject: str, value: str) -> str:
    """A value without the noun that its subject has said: of `the weather`, `clear weather` is `clear`."""
    noun = _SIMPLE_SUBJECT.fullmatch(subject)
    head = value.removesuffix(f" {noun[1]}") if noun is not None else value
    return value if head.split(" ")[0] in ("the", "a", "an", "no") or _PREPOSITION.fullmatch(head.rpartition(" ")[2]) else head


def join_words(parts: Sequence[str], word: str) -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def as_choice(name: str) -> str:
    """The choice of a reading behind `as`: `split_first` -> `as split first`, `as_in_combat` -> `as in combat`."""
    return f"as {spell_out(name).removeprefix('as ')}"


def capitalize(sentence: str) -> str:
    """With a capital at the beginning."""
    return sentence[:1].upper() + sentence[1:]


def kind_worded(name: str) -> str:
    """The name of a kind as what a value of it is: `unit_type` -> `unit type`, `land_name` -> `land`."""
    return spell_out(name.removesuffix("_name"))


def spell_out(name: str) -> str:
    """A name as words: `horse_artillery` -> `horse artillery`."""
    return name.replace("_", " ").strip()
