"""Worked examples next to their case, each with what it was run for and how it came out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rulewright.base.source import Place
from rulewright.rulebook.model import Origin
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import tags_html
from rulewright.site.case.calculator_links import open_example
from rulewright.site.case.versions import C, Marks, Versions
from rulewright.site.html.escape import EMPTY, Html, el, escape_text, join_html
from rulewright.site.wording.words import as_choice, join_words, spell_out
from rulewright.syntax import nodes

WrittenExample: TypeAlias = tuple[nodes.Example, Origin]


def examples_of_versions(site_book: BookOfSite, versions: Versions[C]) -> Html:
    """The examples of one clause or reading as a list, each in the editions that have it, those of one block after what they all take for
    granted; nothing if it has none."""
    parts = versions.parts(lambda version, _: version.examples, lambda item: item[1].place.location_of(item[0].span))
    return _example_blocks(site_book, ((part.what, versions.marks(part.editions)) for part in parts))


def _example_blocks(site_book: BookOfSite, examples: Iterable[tuple[WrittenExample, Marks]]) -> Html:
    blocks: dict[Place, list[tuple[WrittenExample, Marks]]] = {}
    for example_written, marks in examples:
        blocks.setdefault(example_written[1].place, []).append((example_written, marks))
    parts: list[Html] = []
    for block_examples in blocks.values():
        granted = _shared_facts(site_book, block_examples[0][0][1])
        alike = all(marks == block_examples[0][1] for _, marks in block_examples)
        items = el(
            "ul",
            *(_example_item(site_book, *written_example, {} if alike else marks) for written_example, marks in block_examples),
            cls="rw-examples",
        )
        parts.append(el("div", granted, items, **block_examples[0][1]) if alike and block_examples[0][1] else join_html([granted, items]))
    return join_html(parts)


def _shared_facts(site_book: BookOfSite, origin: Origin) -> Html:
    """Return the facts and switches that the examples of a block share, unless one of them sets its own."""
    shared = [declared.node for level in site_book.backgrounds.levels_of_block(origin.block, origin.place) for declared in level]
    sentence = [
        sentence for node in shared for sentence in (*site_book.sentences.given_sentences(node.given), *_switch_texts(site_book, node))
    ]
    return el("p", el("i", "Unless an example says otherwise: "), join_words(sentence, "and"), ".", cls="rw-from") if sentence else EMPTY


def _example_item(site_book: BookOfSite, example: nodes.Example, origin: Origin, marks: Marks) -> Html:
    results = site_book.results_of(example, origin)
    failed = [result for result in results if not result.passed]
    if not results:
        mark = el("span", "not run", cls="rw-mark rw-mark-none")
    elif failed:
        mark = el("span", "fails", cls="rw-mark rw-mark-fails")
    else:
        mark = el("span", "holds", cls="rw-mark rw-mark-holds")
    givens, thens = site_book.sentences.example_sentences(example)
    givens_text, expectations_text = join_words(givens, "and"), join_words(thens, "and")
    setting = _setting_of(site_book, example)
    parts: list[Html | None] = [el("b", example.title), mark, setting]
    if givens_text:
        parts.append(el("span", el("i", "Given "), escape_text(givens_text)))
    parts.append(el("span", el("i", "then "), escape_text(expectations_text), "."))
    parts.append(tags_html((*example.tags, *(tag for expectation in example.then for tag in expectation.tags))))
    parts.extend(el("span", _failure_message(result), cls="rw-failure") for result in failed)
    parts.append(open_example(site_book, example, origin))
    return el("li", join_html(parts, " "), **marks)


def _setting_of(site_book: BookOfSite, example: nodes.Example) -> Html:
    """Edition, backgrounds, scenario, options and readings that the example sets."""
    setting = [f"edition {spell_out(example.edition)}"] if example.edition else []
    for name in example.backgrounds:
        shared = site_book.backgrounds.named.get(name)
        if shared is not None:
            parts = [*site_book.sentences.given_sentences(shared.node.given), *_switch_texts(site_book, shared.node)]
            setting.append(f"{shared.node.title or spell_out(name)} ({join_words(parts, 'and')})")
    setting.extend(_switch_texts(site_book, example))
    return el("span", "; ".join(setting), cls="rw-from") if setting else EMPTY


def _switch_texts(site_book: BookOfSite, node: nodes.Example | nodes.Background) -> list[str]:
    """Scenario, options and readings that an example or a background sets."""
    texts = [f"scenario {site_book.printed_number(node.scenario)}"] if node.scenario else []
    texts.extend(f"option {spell_out(option)}" for option in node.options)
    texts.extend(f"reading {spell_out(name)} {as_choice(choice)}" for name, choice in node.readings)
    return texts


def _failure_message(result: object) -> str:
    """Return the message of an example that failed, in the words of the run."""
    return str(getattr(result, "message", "")) or "its result is not what it says"
