"""Edits of the words of a text in force: find, cut, replace and insert words within the part that an amendment names.

A text is a tuple of paragraphs. A part is a step, a paragraph or a sentence of it ("step 4 second sentence"). Typographic quotes, dashes
and blanks match their plain forms, so that the words of an erratum fit a reader's own copy regardless of its typography.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rulewright.rulebook.model import Origin, Paragraph

Text = tuple[Paragraph, ...]

_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " ", "\u2011": "-"})
_ITEMS = ("point", "item", "exception", "bullet", "guideline")
_MARK = re.compile(r"(?:(?<=\s)|^)\(?(?P<mark>\d{1,2}|[a-z])[.)](?=\s)")
_ENDS = tuple(".!?\"')]")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?:[\"')\]]*)\s+(?=[\"'(\[]*[A-Z0-9])")


@dataclass(frozen=True, slots=True)
class Region:
    """A range of characters in one paragraph; `paragraph` is its index in the text."""

    paragraph: int
    start: int
    end: int


class TextMismatch(Exception):
    """Raised if an act does not fit the text; `reason` is worded for a diagnostic, `times` counts the matches if there are several."""

    def __init__(self, reason: str, times: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.times = times


def text_regions(text: Text) -> tuple[Region, ...]:
    """Return a region for each paragraph in force; commentary is not text of the case."""
    return tuple(
        Region(index, 0, len(paragraph.text)) for index, paragraph in enumerate(text) if not paragraph.struck and not paragraph.commentary
    )


def part_regions(text: Text, part: str | None) -> tuple[Region, ...]:
    """Return the regions that `part` names. Raise `TextMismatch` if there is no such step, paragraph or sentence.

    Unknown words in `part` are ignored.
    """
    regions = text_regions(text)
    words = (part or "").lower().split()
    index = 0
    while index < len(words):
        word, following = words[index], words[index + 1] if index + 1 < len(words) else ""
        if word in ("step", "point") and following:
            regions = _labelled_regions(text, regions, following, word)
            index += 2
        elif word == "paragraph" and following.isdigit():
            regions = _nth_region(regions, int(following) - 1, f"paragraph {following}")
            index += 2
        elif word in (*_ORDINALS, "last") and following in ("sentence", "paragraph", "step", *_ITEMS):
            regions = _ordinal_region(text, regions, word, following)
            index += 2
        else:
            index += 1
    return regions


def _labelled_regions(text: Text, regions: tuple[Region, ...], label: str, word: str) -> tuple[Region, ...]:
    matches = tuple(region for region in regions if text[region.paragraph].step == label)
    if not matches and (word == "step" or any(text[region.paragraph].step for region in regions)):
        raise TextMismatch(f"there is no {word} {label}")
    return matches or regions


def _nth_region(regions: tuple[Region, ...], index: int, name: str) -> tuple[Region, ...]:
    if not -len(regions) <= index < len(regions):
        raise TextMismatch(f"there is no {name}")
    return (regions[index],)


def _ordinal_region(text: Text, regions: tuple[Region, ...], word: str, what: str) -> tuple[Region, ...]:
    index = -1 if word == "last" else _ORDINALS.index(word)
    if what == "sentence":
        regions = tuple(sentence for region in regions for sentence in split_sentences(text, region))
    elif what == "step":
        regions = tuple(region for region in regions if text[region.paragraph].step is not None)
    elif what in _ITEMS:
        labelled = tuple(region for region in regions if text[region.paragraph].step is not None)
        labelled = labelled or tuple(item for region in regions for item in list_items(text, region))
        if not labelled:
            return regions
        regions = labelled
    return _nth_region(regions, index, f"{word} {what}")


def list_items(text: Text, region: Region) -> tuple[Region, ...]:
    """Return the numbered items of a region, `1. … 2. …` or `(a) … (b) …`; none if the marks are not consecutive."""
    words = text[region.paragraph].text[region.start : region.end]
    marks = list(_MARK.finditer(words))
    expected = [str(number) for number in range(1, len(marks) + 1)]
    letters = [chr(ord("a") + number) for number in range(len(marks))]
    if not marks or [mark["mark"] for mark in marks] not in (expected, letters):
        return ()
    ends = [mark.start() for mark in marks[1:]] + [len(words)]
    return tuple(
        Region(region.paragraph, region.start + mark.start(), region.start + len(words[:end].rstrip()))
        for mark, end in zip(marks, ends, strict=True)
    )


def split_sentences(text: Text, region: Region) -> tuple[Region, ...]:
    """Return the sentences of a region, without the blanks between them."""
    words = text[region.paragraph].text[region.start : region.end]
    regions: list[Region] = []
    start = 0
    for gap in _SENTENCE_END.finditer(words):
        regions.append(Region(region.paragraph, region.start + start, region.start + gap.start()))
        start = gap.end()
    regions.append(Region(region.paragraph, region.start + start, region.end))
    return tuple(regions)


def find_words(text: Text, regions: tuple[Region, ...], words: str) -> tuple[Region, ...]:
    """Return the regions in which `words` occur as whole words."""
    needle = words.translate(_PLAIN)
    pattern = re.compile(("(?<!\\w)" if needle[:1].isalnum() else "") + re.escape(needle) + ("(?!\\w)" if needle[-1:].isalnum() else ""))
    matches: list[Region] = []
    for region in regions:
        plain = text[region.paragraph].text.translate(_PLAIN)
        matches.extend(Region(region.paragraph, *match.span()) for match in pattern.finditer(plain, region.start, region.end))
    return tuple(matches)


def find_unique_words(text: Text, part: str | None, words: str) -> Region:
    """Return the only occurrence of `words`. Raise `TextMismatch` if there is none or more than one."""
    if not words.strip():
        raise TextMismatch("the amendment names no words")
    matches = find_words(text, part_regions(text, part), words)
    if not matches:
        raise TextMismatch(f"the words `{words}` are not in the text")
    if len(matches) > 1:
        raise TextMismatch(f"the words `{words}` occur {len(matches)} times in the text", len(matches))
    return matches[0]


def replace_region(text: Text, region: Region, new: str) -> Text:
    """Return the text with a region replaced by `new` (`""` cuts the words and the blank that would be doubled)."""
    paragraph = text[region.paragraph]
    head, tail = paragraph.text[: region.start], paragraph.text[region.end :]
    if not new:
        if head.endswith(" ") or not head:
            tail = tail.lstrip(" ")
        if tail[:1] in (".", ",", ";", ":", "!", "?", ")", "]", ""):
            head = head.rstrip(" ")
    return _replace_paragraph_text(text, region.paragraph, head + new + tail)


def insert_after(text: Text, region: Region, new: str) -> Text:
    """Return the text with `new` inserted after a region, separated by a blank unless it begins with a punctuation mark."""
    paragraph = text[region.paragraph]
    head, remainder = paragraph.text[: region.end], paragraph.text[region.end :]
    glue = "" if new[:1] in (",", ";", ":", ".", ")", "]") or head.endswith((" ", "(")) else " "
    tail = " " if remainder and not remainder[0].isspace() and remainder[0].isalnum() else ""
    return _replace_paragraph_text(text, region.paragraph, head + glue + new + tail + remainder)


def cut_to_end(text: Text, part: str | None, words: str) -> tuple[Text, Region]:
    """Cut from `words` to the end of the part (without one: of the paragraph) and end the sentence.

    Return the text and the region of the cut, where a new tail may go: empty, or the full stop that was inserted.
    """
    first = find_unique_words(text, part, words)
    ends = [
        region.end
        for region in part_regions(text, part)
        if region.paragraph == first.paragraph and region.start <= first.start < region.end
    ]
    end = min(ends) if ends else len(text[first.paragraph].text)
    paragraph = text[first.paragraph]
    head, tail = paragraph.text[: first.start].rstrip(" ,;:"), paragraph.text[end:]
    stop = "." if head and head[-1] not in _ENDS else ""
    return _replace_paragraph_text(text, first.paragraph, head + stop + tail), Region(first.paragraph, len(head), len(head) + len(stop))


def replace_tail(text: Text, cut: Region, new: str) -> Text:
    """Return the text with `new` as the tail of the sentence that was cut."""
    tail = f" {new}" if new[:1].isalnum() else new
    return replace_region(text, cut, tail if tail[-1:] in _ENDS else f"{tail}.")


def append_words(text: Text, part: str | None, new: str, origin: Origin) -> Text:
    """Append `new` to the part, or to the last paragraph of the case; as a new paragraph if the case has no text."""
    regions = part_regions(text, part)
    if not regions:
        return (*text, Paragraph(new, origin))
    last = regions[-1]
    return insert_after(text, last, new)


def place_paragraphs(text: Text, part: str | None, new: Text) -> Text:
    """Insert paragraphs: those of a step after that step, all others at the end."""
    label = _step_label(part)
    for paragraph in new:
        step = paragraph.step or label
        labelled = replace(paragraph, step=step) if step != paragraph.step and not paragraph.commentary else paragraph
        index = _index_after_step(text, step) if step is not None and not paragraph.commentary else len(text)
        text = (*text[:index], labelled, *text[index:])
    return text


def _step_label(part: str | None) -> str | None:
    words = (part or "").lower().split()
    return words[words.index("step") + 1] if "step" in words[:-1] else None


def _index_after_step(text: Text, step: str) -> int:
    matching = [index for index, paragraph in enumerate(text) if paragraph.step == step]
    if matching:
        return matching[-1] + 1
    if step.isdigit():
        later = [
            index
            for index, paragraph in enumerate(text)
            if paragraph.step is not None and paragraph.step.isdigit() and int(paragraph.step) > int(step)
        ]
        if later:
            return later[0]
    return len(text)


def strike_regions(text: Text, regions: tuple[Region, ...]) -> Text:
    """Return the text with regions struck: whole paragraphs are marked, parts of paragraphs are cut."""
    for region in sorted(regions, key=lambda region: (region.paragraph, region.start), reverse=True):
        paragraph = text[region.paragraph]
        if region.start == 0 and region.end == len(paragraph.text):
            text = (*text[: region.paragraph], replace(paragraph, struck=True), *text[region.paragraph + 1 :])
        else:
            text = replace_region(text, region, "")
    return text


def _replace_paragraph_text(text: Text, index: int, words: str) -> Text:
    return (*text[:index], replace(text[index], text=words.strip()), *text[index + 1 :])
