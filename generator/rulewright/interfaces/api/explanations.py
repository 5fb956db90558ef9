"""The page of a check, or the manual's entry on a word of the language, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.base.errors import WrongInput
from rulewright.base.suggestions import as_question

if TYPE_CHECKING:
    from rulewright.checks.explain import Explanation
    from rulewright.interfaces.api.manual import Explained


def find_explanation(topic: str) -> Explanation | Explained:
    """Return the page of a check by its code or name, or else the entry on a word of the language. Raises `WrongInput`."""
    from rulewright.checks.explain import explain
    from rulewright.checks.registry import UnknownCode
    from rulewright.interfaces.api.manual import explain_word, near_words

    try:
        return explain(topic)
    except UnknownCode as fault:
        explained = explain_word(topic)
        if explained is not None:
            return explained
        suggestions = (*fault.suggestions, *near_words(topic))
    lists = "`rulewright explain` lists every check; the manual has every word of the language"
    hints = [as_question(suggestions)] if suggestions else []
    raise WrongInput(f"there is no check and no word of the language `{topic}`", hints=[*hints, lists])


def explanation_json(explanation: Explanation | Explained) -> dict[str, Any]:
    """Return the document of `explain --format json`."""
    from rulewright.interfaces.api.manual import Explained

    if isinstance(explanation, Explained):
        uses = [{"form": use.form, "meaning": use.meaning} for use in explanation.uses]
        place = {"title": explanation.title, "section": explanation.section, "page": explanation.page}
        return {"word": explanation.word, "uses": uses, "example": explanation.example, **place}
    check = explanation.entry
    head = {"code": check.code, "name": check.name, "severity": check.severity.value, "summary": check.summary}
    return {**head, "sections": explanation.sections}
