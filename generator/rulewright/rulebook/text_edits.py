"""Surgery on the words of a text in force: finding words, cutting them out, putting others in, within the part that an amendment names.

A text is a tuple of paragraphs. A part is a step, a paragraph or a sentence of it ("step 4 second sentence"). Typographic quotes, dashes
and blanks count as their plain forms, so that an erratum's words fit a reader's own copy however it was typed.
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
    """A stretch of one paragraph: its index in the text, and where in it."""

    paragraph: int
    start: int
    end: int


class Unfit(Exception):
    """The act does not fit the text; `reason` says why, in words that can stand in a finding."""

    def __init__(self, reason: str, times: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.times = times


def whole(text: Text) -> tuple[Region, ...]:
    """Every paragraph in force; commentary is no text of the case."""
    return tuple(Region(index, 0, len(one.text)) for index, one in enumerate(text) if not one.struck and not one.commentary)


def part_of(text: Text, part: str | None) -> tuple[Region, ...]:
    """The stretches that `part` names; raises `Unfit` if there is no such step, paragraph or sentence.

    Words that it does not know narrow nothing.
    """
    regions = whole(text)
    words = (part or "").lower().split()
    at = 0
    while at < len(words):
        word, following = words[at], words[at + 1] if at + 1 < len(words) else ""
        if word in ("step", "point") and following:
            regions = _labelled(text, regions, following, word)
            at += 2
        elif word == "paragraph" and following.isdigit():
            regions = _nth(regions, int(following) - 1, f"paragraph {following}")
            at += 2
        elif word in (*_ORDINALS, "last") and following in ("sentence", "paragraph", "step", *_ITEMS):
            regions = _by_ordinal(text, regions, word, following)
            at += 2
        else:
            at += 1
    return regions


def _labelled(text: Text, regions: tuple[Region, ...], label: str, word: str) -> tuple[Region, ...]:
    found = tuple(one for one in regions if text[one.paragraph].step == label)
    if not found and (word == "step" or any(text[one.paragraph].step for one in regions)):
        raise Unfit(f"there is no {word} {label}")
    return found or regions


def _nth(regions: tuple[Region, ...], index: int, name: str) -> tuple[Region, ...]:
    if not -len(regions) <= index < len(regions):
        raise Unfit(f"there is no {name}")
    return (regions[index],)


def _by_ordinal(text: Text, regions: tuple[Region, ...], word: str, what: str) -> tuple[Region, ...]:
    index = -1 if word == "last" else _ORDINALS.index(word)
    if what == "sentence":
        regions = tuple(one for region in regions for one in sentences(text, region))
    elif what == "step":
        regions = tuple(one for one in regions if text[one.paragraph].step is not None)
    elif what in _ITEMS:
        listed = tuple(one for one in regions if text[one.paragraph].step is not None)
        listed = listed or tuple(one for region in regions for one in items(text, region))
        if not listed:
            return regions
        regions = listed
    return _nth(regions, index, f"{word} {what}")


def items(text: Text, region: Region) -> tuple[Region, ...]:
    """The numbered items of a stretch, `1. … 2. …` or `(a) … (b) …`, each up to the next; none where the marks do not count up."""
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


def sentences(text: Text, region: Region) -> tuple[Region, ...]:
    """The sentences of a stretch, without the blanks between them."""
    words = text[region.paragraph].text[region.start : region.end]
    found: list[Region] = []
    start = 0
    for gap in _SENTENCE_END.finditer(words):
        found.append(Region(region.paragraph, region.start + start, region.start + gap.start()))
        start = gap.end()
    found.append(Region(region.paragraph, region.start + start, region.end))
    return tuple(found)


def occurrences(text: Text, regions: tuple[Region, ...], words: str) -> tuple[Region, ...]:
    """Where `words` stand as whole words."""
    wanted = words.translate(_PLAIN)
    pattern = re.compile(("(?<!\\w)" if wanted[:1].isalnum() else "") + re.escape(wanted) + ("(?!\\w)" if wanted[-1:].isalnum() else ""))
    found: list[Region] = []
    for region in regions:
        plain = text[region.paragraph].text.translate(_PLAIN)
        found.extend(Region(region.paragraph, *match.span()) for match in pattern.finditer(plain, region.start, region.end))
    return tuple(found)


def the_words(text: Text, part: str | None, words: str) -> Region:
    """The one place where `words` stand; raises `Unfit` if there is none or more than one."""
    if not words.strip():
        raise Unfit("the amendment names no words")
    found = occurrences(text, part_of(text, part), words)
    if not found:
        raise Unfit(f"the words `{words}` are not in the text")
    if len(found) > 1:
        raise Unfit(f"the words `{words}` occur {len(found)} times in the text", len(found))
    return found[0]


def changed(text: Text, region: Region, new: str) -> Text:
    """The text with the words of a stretch replaced by `new` (`""` cuts them out, and the blank that would be left double)."""
    paragraph = text[region.paragraph]
    before, after = paragraph.text[: region.start], paragraph.text[region.end :]
    if not new:
        if before.endswith(" ") or not before:
            after = after.lstrip(" ")
        if after[:1] in (".", ",", ";", ":", "!", "?", ")", "]", ""):
            before = before.rstrip(" ")
    return _with(text, region.paragraph, before + new + after)


def inserted(text: Text, after: Region, new: str) -> Text:
    """The text with `new` put behind a stretch, parted by a blank unless it begins with a mark."""
    paragraph = text[after.paragraph]
    before, rest = paragraph.text[: after.end], paragraph.text[after.end :]
    glue = "" if new[:1] in (",", ";", ":", ".", ")", "]") or before.endswith((" ", "(")) else " "
    tail = " " if rest and not rest[0].isspace() and rest[0].isalnum() else ""
    return _with(text, after.paragraph, before + glue + new + tail + rest)


def cut_to_end(text: Text, part: str | None, words: str) -> tuple[Text, Region]:
    """Cuts from `words` to the end of the part (without one: of the paragraph) and ends the sentence.

    Also gives the place of the cut, where a new tail may go: empty, or the full stop that was put there.
    """
    first = the_words(text, part, words)
    ends = [one.end for one in part_of(text, part) if one.paragraph == first.paragraph and one.start <= first.start < one.end]
    end = min(ends) if ends else len(text[first.paragraph].text)
    paragraph = text[first.paragraph]
    before, after = paragraph.text[: first.start].rstrip(" ,;:"), paragraph.text[end:]
    stop = "." if before and before[-1] not in _ENDS else ""
    return _with(text, first.paragraph, before + stop + after), Region(first.paragraph, len(before), len(before) + len(stop))


def tailed(text: Text, cut: Region, new: str) -> Text:
    """The text with `new` as the tail of the sentence that was cut."""
    tail = f" {new}" if new[:1].isalnum() else new
    return changed(text, cut, tail if tail[-1:] in _ENDS else f"{tail}.")


def appended(text: Text, part: str | None, new: str, origin: Origin) -> Text:
    """`new` at the end of the part, or of the case's last paragraph; a paragraph of its own where the case has no text."""
    regions = part_of(text, part)
    if not regions:
        return (*text, Paragraph(new, origin))
    last = regions[-1]
    return inserted(text, last, new)


def placed(text: Text, part: str | None, new: Text) -> Text:
    """Whole paragraphs put in where they belong: those of a step behind that step, all others at the end."""
    label = _step_named(part)
    for paragraph in new:
        step = paragraph.step or label
        one = replace(paragraph, step=step) if step != paragraph.step and not paragraph.commentary else paragraph
        at = _behind_step(text, step) if step is not None and not paragraph.commentary else len(text)
        text = (*text[:at], one, *text[at:])
    return text


def _step_named(part: str | None) -> str | None:
    words = (part or "").lower().split()
    return words[words.index("step") + 1] if "step" in words[:-1] else None


def _behind_step(text: Text, step: str) -> int:
    same = [index for index, one in enumerate(text) if one.step == step]
    if same:
        return same[-1] + 1
    if step.isdigit():
        later = [index for index, one in enumerate(text) if one.step is not None and one.step.isdigit() and int(one.step) > int(step)]
        if later:
            return later[0]
    return len(text)


def struck(text: Text, regions: tuple[Region, ...]) -> Text:
    """The text with whole paragraphs marked as struck, and parts of paragraphs cut out."""
    for region in sorted(regions, key=lambda one: (one.paragraph, one.start), reverse=True):
        paragraph = text[region.paragraph]
        if region.start == 0 and region.end == len(paragraph.text):
            text = (*text[: region.paragraph], replace(paragraph, struck=True), *text[region.paragraph + 1 :])
        else:
            text = changed(text, region, "")
    return text


def _with(text: Text, index: int, words: str) -> Text:
    return (*text[:index], replace(text[index], text=words.strip()), *text[index + 1 :])
