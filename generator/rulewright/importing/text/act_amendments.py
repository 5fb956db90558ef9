"""An amending act in Akoma Ntoso or USLM -> amendments of a book, where its mark-up has them.

Akoma Ntoso says in `textualMod` what each `mod` does, to which place, with which quotations; USLM marks the verbs (`amendingAction`), the
place (`ref`) and the quotations in the sentence itself. Whatever says less is a `todo` with its words: nothing is read out of the prose.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from rulewright.base.errors import WrongInput
from rulewright.base.records import record
from rulewright.importing.digests import clean_text
from rulewright.importing.text.inline_words import language_words
from rulewright.importing.text.model import Passage
from rulewright.importing.text.read_act import QUOTED, ActReader, number_of
from rulewright.importing.text.write_cases import TODO
from rulewright.importing.xml_tree import Element

_NOT_ONE_PLACE = re.compile(r"each place|wherever|throughout|all that follows|through|first place|last place|each time", re.IGNORECASE)
_UNIT_STEPS = re.compile(r"(?:sec|art|rule|reg|s|a|section|article)_?(\d\w*)\Z")


@record
class ActAmendment:
    """One amendment of an act: its line, the case, the lines of the language, and why it is a `todo`, empty if it is none.

    `work` is the text that its address names, without one it is empty; one of another text than the book `is_left_out`.
    """

    line: int
    number: str
    lines: tuple[str, ...]
    words: str
    todo: str = ""
    work: str = ""
    is_left_out: bool = False


def amendments_of_act(root: Element, name: str, numbers: Collection[str], source: str, work: str = "") -> list[ActAmendment]:
    """Return the amendments of an act to a book with cases of these numbers; the book is the text `work`, if the act amends several.

    Raises `WrongInput` if the act does not amend that text.
    """
    reader = _AmendmentReader(root, name, numbers, source)
    mods = [each for each in root.all_elements() if each.name == "mod"]
    if mods:
        amendments = [reader.read_mod(mod) for mod in mods]
    else:
        amendments = list(reader.read_actions(root, ""))
    works = sorted({each.work for each in amendments if each.work})
    if work and work.strip("/!") not in works:
        raise WrongInput(f"`{name}` does not amend `{work}`", hints=[f"it amends {', '.join(works) or 'no text that it names'}"])
    if len(works) <= 1:
        return amendments
    reason = f"the act amends several texts ({', '.join(works)}): is it of this book? `--of` says which of them the book is"
    return [_of_several(each, work.strip("/!"), reason) for each in amendments]


def _of_several(amendment: ActAmendment, work: str, reason: str) -> ActAmendment:
    """Return an amendment of an act that amends several texts: of this book, left out as one of another, or to be looked at."""
    if work and amendment.work:
        return amendment if amendment.work == work else replace(amendment, lines=(), todo="", is_left_out=True)
    return replace(amendment, todo=amendment.todo or reason)


class _AmendmentReader:
    def __init__(self, root: Element, name: str, numbers: Collection[str], source: str) -> None:
        self._reader = ActReader(root, name)
        self._numbers, self._source = numbers, source
        self._work = ""  # the text that the last address names
        self._by_id = {each.attributes[key]: each for each in root.all_elements() for key in ("eId", "id") if key in each.attributes}
        self._modifications: dict[str, Element] = {}
        for each in root.all_elements():
            origin = each.first_element("source") if each.name == "textualMod" else None
            if origin is not None:
                self._modifications[origin.attributes.get("href", "").removeprefix("#")] = each

    # ---- Akoma Ntoso -------------------------------------------------------------------------------------------------------------------

    def read_mod(self, mod: Element) -> ActAmendment:
        """Return the amendment that a `mod` is, by the `textualMod` that names it."""
        self._work = ""
        identifier = mod.attributes.get("eId", mod.attributes.get("id", ""))
        modification = self._modifications.get(identifier)
        if modification is None:
            return self._make_todo(mod, "", "the act does not say in its mark-up (`textualMod`) what it does")
        destinations = list(modification.elements("destination"))
        places = [self._place_of_address(each.attributes.get("href", "")) for each in destinations]
        number, part = next((place for place in places if place[0]), ("", ""))
        if not number:
            return self._make_todo(mod, "", "its destination is no section or article of the book")
        old, new = self._find_quotation(modification, "old"), self._find_quotation(modification, "new")
        position = next((each.attributes["pos"] for each in destinations if "pos" in each.attributes), "")
        anchors = [self._by_id.get(each.attributes.get("href", "").removeprefix("#")) for each in destinations]
        anchor = next((each for each in anchors if each is not None and each.name == "quotedText"), old)
        kind = modification.attributes.get("type", "")
        return self._make_amendment(
            mod, number, self._lines_of_mod(kind, part, anchor if kind == "insertion" else old, new, position), part
        )

    def _find_quotation(self, modification: Element, name: str) -> Element | None:
        """Return the quotation that a modification names as old or new: by its identifier, or in it."""
        element = modification.first_element(name)
        if element is None:
            return None
        return next(element.elements(*QUOTED), None) or self._by_id.get(element.attributes.get("href", "").removeprefix("#"))

    def _lines_of_mod(self, kind: str, part: str, old: Element | None, new: Element | None, position: str) -> tuple[str, ...] | None:
        match kind:
            case "substitution" if old is not None and new is not None and {old.name, new.name} == {"quotedText"}:
                return (f'  replaces "{_words_in_quotes(old)}" with "{_words_in_quotes(new)}"',)
            case "substitution" if new is not None and new.name == "quotedStructure" and not part:
                return ("  replaces the case", *self._paragraph_lines(new))
            case "repeal" if old is not None and old.name == "quotedText":
                return (f'  strikes "{_words_in_quotes(old)}"',)
            case "repeal" if old is None and not part:
                return ("  deletes the case",)
            case "insertion" if old is not None and new is not None and position == "after" and new.name == "quotedText":
                return (f'  inserts "{_words_in_quotes(new)}" after "{_words_in_quotes(old)}"',)
            case "insertion" if new is not None and new.name == "quotedText" and position == "end" and not part:
                return (f'  appends "{_words_in_quotes(new)}"',)
            case "insertion" if new is not None and new.name == "quotedStructure":
                return self._new_case(new)
            case "renumbering" if new is not None and not part and (moved := re.fullmatch(r"\D*(\d\w*)\W*", _words_in_quotes(new))):
                return (f"  renumbers to {moved[1]}",)
            case _:  # open: an amendment of another form is marked for a hand
                return None

    def _new_case(self, quoted: Element) -> tuple[str, ...] | None:
        """Return the lines of a case that a quotation brings; None if it brings a part of one, or one that is there already."""
        unit = next((each for each in quoted.elements() if each.name in ("section", "article", "rule", "regulation")), None)
        number = number_of(unit) if unit is not None else ""
        if unit is None or not number or number in self._numbers:
            return None
        heading = unit.first_element("heading")
        title = f' "{language_words(heading.plain_text())}"' if heading is not None else ""
        return (f"case {number}{title} new in {self._source}", *self._paragraph_lines(unit))

    def _paragraph_lines(self, element: Element) -> Iterator[str]:
        inner = next((each for each in element.elements() if each.name in ("section", "article", "rule", "regulation")), element)
        passages: Iterator[Passage] = self._reader.read_passages(inner, 0)
        yield from (f'  "{_without_quotes(passage.words)}"' for passage in passages)

    # ---- USLM --------------------------------------------------------------------------------------------------------------------------

    def read_actions(self, element: Element, above: str) -> Iterator[ActAmendment]:
        """Yield the amendments of the sentences in an element; `above` is the place that the sentence above them names."""
        place = above
        for child in element.elements():
            if child.name in QUOTED:
                continue
            actions = list(child.elements("amendingAction"))
            if actions:
                reference = next((each.attributes.get("href", "") for each in child.elements("ref")), "")
                place = reference or place
                if any(each.attributes.get("type") != "amend" for each in actions) or any(child.elements(*QUOTED)):
                    yield self._read_sentence(child, place)
            yield from self.read_actions(child, place)

    def _read_sentence(self, sentence: Element, href: str) -> ActAmendment:
        self._work = ""
        number, part = self._place_of_address(href)
        if not number:
            return self._make_todo(sentence, "", "it names no section of the book by a `ref`")
        steps = list(sentence.elements("amendingAction", *QUOTED))
        kinds = [each.attributes.get("type", "") if each.name == "amendingAction" else each.name for each in steps]
        texts = [each for each in steps if each.name in QUOTED]
        prose = " ".join(child for child in sentence.children if isinstance(child, str))
        lines = self._lines_of_sentence([kind for kind in kinds if kind != "amend"], texts, prose, part)
        return self._make_amendment(sentence, number, lines, part)

    def _lines_of_sentence(self, kinds: Sequence[str], texts: Sequence[Element], prose: str, part: str) -> tuple[str, ...] | None:
        if _NOT_ONE_PLACE.search(prose):
            return None
        match list(kinds):
            case ["delete", "quotedText", "insert", "quotedText"]:
                return (f'  replaces "{_words_in_quotes(texts[0])}" with "{_words_in_quotes(texts[1])}"',)
            case ["delete", "quotedText"]:
                return (f'  strikes "{_words_in_quotes(texts[0])}"',)
            case ["insert", "quotedText", "quotedText"] if re.search(r"\bafter\b", prose):
                return (f'  inserts "{_words_in_quotes(texts[0])}" after "{_words_in_quotes(texts[1])}"',)
            case ["insert" | "add", "quotedText"] if re.search(r"at the end", prose) and not part:
                return (f'  appends "{_words_in_quotes(texts[0])}"',)
            case ["repeal"] | ["delete"] if not part:
                return ("  deletes the case",)
            case ["quotedContent"] if re.search(r"to read as follows", prose) and not part:
                return ("  replaces the case", *self._paragraph_lines(texts[0]))
            case ["add" | "insert", "quotedContent"]:
                if (lines := self._new_case(texts[0])) is not None:
                    return lines
                return ("  adds", *self._paragraph_lines(texts[0])) if "at the end" in prose and not part else None
            case _:  # open: an amendment of another form is marked for a hand
                return None

    # ---- both --------------------------------------------------------------------------------------------------------------------------

    def _place_of_address(self, href: str) -> tuple[str, str]:
        """Return the number of the case that an address names, and the rest of it; empty for none of the book.

        The text that the address is of is kept for the amendment that is made next.
        """
        work = re.split(r"#|~|/(?=(?:s|sec|art|a|ch|pt|st|sch|par)_?\d)", href)[0].strip("/!")
        self._work = work or self._work
        steps = [step for step in re.split(r"__|/|#|~", href) if step]
        for index, step in enumerate(steps):
            match = _UNIT_STEPS.fullmatch(step)
            if match is not None and (number := next((each for each in (match[1], f"§{match[1]}") if each in self._numbers), "")):
                return number, " ".join(step.replace("_", " ") for step in steps[index + 1 :])
        return "", ""

    def _make_amendment(self, element: Element, number: str, lines: tuple[str, ...] | None, part: str) -> ActAmendment:
        if lines is None:
            return self._make_todo(
                element, number, f"what it does to {number}{f', {part},' if part else ''} has no act of the language here"
            )
        if lines[0].startswith("case "):
            return ActAmendment(element.line, number, lines, _words_of(element), work=self._work)
        lines = (f"amend {number} in {self._source} as change", *lines)
        return ActAmendment(element.line, number, lines, _words_of(element), work=self._work)

    def _make_todo(self, element: Element, number: str, reason: str) -> ActAmendment:
        return ActAmendment(element.line, number, (), _words_of(element), reason, self._work)


def _words_of(element: Element) -> str:
    return clean_text(element.plain_text())


def _words_in_quotes(element: Element) -> str:
    return _without_quotes(language_words(element.plain_text()))


def _without_quotes(words: str) -> str:
    """Return words without the quotation marks around them."""
    return re.sub(r"^[“‘\"']+|[”’\"']+[.;]?$", "", words) if words[:1] in "“‘\"'" else words


def amendment_lines(amendments: Sequence[ActAmendment], faults: Mapping[int, str]) -> Iterator[str]:
    """Yield the lines of a file; an amendment that does not fit the book, by its place in the list, is a comment with the reason."""
    for place, amendment in enumerate(amendments):
        yield ""
        reason = amendment.todo or faults.get(place, "")
        if amendment.is_left_out:
            yield f"# line {amendment.line:,} of the act amends `{clean_text(amendment.work)}`, another text, and is left out"
        elif reason:
            yield f"{TODO}line {amendment.line:,} of the act: {reason}"
            yield f"#   {amendment.words[:400]}"
            yield from (f"# {line}" for line in amendment.lines)
        else:
            yield from amendment.lines
