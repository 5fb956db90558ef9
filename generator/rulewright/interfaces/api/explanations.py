"""The page of a check, or what the manual says of a word of the language, an answer, a message or any words, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.base.errors import WrongInput
from rulewright.base.suggestions import as_question

if TYPE_CHECKING:
    from rulewright.checks.explain import Explanation
    from rulewright.checks.registry import UnknownCode
    from rulewright.interfaces.api.look_up import Hit
    from rulewright.interfaces.api.manual import Explained

MAX_HITS = 4
"""The maximum number of places of the manual that are named."""


class ManualEntry(NamedTuple):
    """What the manual says of some words, and its other places that fit them."""

    explained: Explained
    others: tuple[Hit, ...]

    def markdown(self) -> str:
        """Return the entry as Markdown, its other places last."""
        if not self.others:
            return self.explained.markdown()
        places = [f"- {hit.title} ({f'*{hit.place}*, ' if hit.place else ''}{hit.address})" for hit in self.others]
        return self.explained.markdown() + "\n".join(["", "See also", "", *places, ""])


def find_explanation(topic: str) -> Explanation | ManualEntry:
    """Return the page of a check by its code, name or message, or else what the manual says of some words. Raises `WrongInput`."""
    from rulewright.checks.explain import explain
    from rulewright.checks.registry import UnknownCode

    try:
        return explain(topic)
    except UnknownCode as fault:
        return _find_in_manual(topic, fault)


def _find_in_manual(topic: str, no_check: UnknownCode) -> Explanation | ManualEntry:
    from rulewright.checks.explain import explain
    from rulewright.interfaces.api.look_up import code_in_message, explain_hit, look_up
    from rulewright.interfaces.api.manual import explain_word, near_words

    hits = look_up(topic, MAX_HITS)
    explained = explain_word(topic)
    code = code_in_message(topic) if explained is None else None
    if explained is None and hits and hits[0].kind == "check":
        code = code or hits[0].title.split()[0]
    if code is not None:
        return explain(code)
    suggestions = (*no_check.suggestions, *near_words(topic))
    if explained is None and hits and (hits[0].is_called_so or not suggestions):
        explained = explain_hit(topic, hits[0])
    if explained is not None:
        return ManualEntry(explained, tuple(hit for hit in hits if hit.address != explained.address))
    lists = "`rulewright explain` lists every check; the manual has every word of the language"
    hints = [as_question(suggestions)] if suggestions else []
    raise WrongInput(f"there is no check and no word of the language `{topic}`, and the manual does not say it", hints=[*hints, lists])


def explanation_json(explanation: Explanation | ManualEntry) -> dict[str, Any]:
    """Return the document of `explain --format json`."""
    if isinstance(explanation, ManualEntry):
        entry = explanation.explained
        uses = [{"form": use.form, "meaning": use.meaning} for use in entry.uses]
        place = {"title": entry.title, "section": entry.section, "page": entry.page, "address": entry.address}
        further = [{"title": hit.title, "place": hit.place, "address": hit.address} for hit in explanation.others]
        return {"word": entry.word, "uses": uses, "example": entry.example, **place, "others": further}
    check = explanation.entry
    head = {"code": check.code, "name": check.name, "severity": check.severity.value, "summary": check.summary}
    return {**head, "sections": explanation.sections}
