"""Worked examples next to their case, each with what it was run for and how it came out."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from rulewright.base.source import Place
from rulewright.rulebook.model import Origin
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.calculator_links import example_link
from rulewright.site.case.versions import C, Marks, Versions
from rulewright.site.wording.words import as_choice, join_words, spell_out
from rulewright.syntax import nodes

WrittenExample: TypeAlias = tuple[nodes.Example, Origin]


class ExampleShown(NamedTuple):
    """An example: what it is run with and for, and how it came out (`holds`, `fails` or `not run`) with what failed."""

    title: str
    state: str
    setting: str
    facts: str
    expected: str
    tags: tuple[nodes.Tag, ...]
    failures: tuple[str, ...]
    link: str | None
    marks: Marks


class ExampleBlock(NamedTuple):
    """The examples of one block, after what they all take for granted."""

    granted: str
    examples: list[ExampleShown]
    marks: Marks


def examples_of_versions(site_book: BookOfSite, versions: Versions[C]) -> list[ExampleBlock]:
    """The examples of one clause or reading by their blocks, each in the editions that have it."""
    blocks: dict[Place, list[tuple[WrittenExample, Marks]]] = {}
    for part in versions.parts(lambda version, _: version.examples, lambda item: item[1].place.location_of(item[0].span)):
        blocks.setdefault(part.what[1].place, []).append((part.what, versions.marks(part.editions)))
    return [_example_block(site_book, examples) for examples in blocks.values()]


def _example_block(site_book: BookOfSite, examples: list[tuple[WrittenExample, Marks]]) -> ExampleBlock:
    (_, origin), first_marks = examples[0]
    alike = all(marks == first_marks for _, marks in examples)
    values = [_example_shown(site_book, *example_written, {} if alike else marks) for example_written, marks in examples]
    return ExampleBlock(_shared_facts(site_book, origin), values, first_marks if alike else {})


def _shared_facts(site_book: BookOfSite, origin: Origin) -> str:
    """Return the facts and switches that the examples of a block share, unless one of them sets its own."""
    shared = [declared.node for level in site_book.backgrounds.levels_of_block(origin.block, origin.place) for declared in level]
    sentences = [
        sentence for node in shared for sentence in (*site_book.sentences.given_sentences(node.given), *_switch_texts(site_book, node))
    ]
    return join_words(list(dict.fromkeys(sentences)), "and")


def _example_shown(site_book: BookOfSite, example: nodes.Example, origin: Origin, marks: Marks) -> ExampleShown:
    results = site_book.results_of(example, origin)
    failures = tuple(_failure_message(result) for result in results if not result.passed)
    givens, thens = site_book.sentences.example_sentences(example)
    return ExampleShown(
        example.title,
        "fails" if failures else "holds" if results else "not run",
        _setting_of(site_book, example),
        join_words(givens, "and"),
        join_words(thens, "and"),
        (*example.tags, *(tag for expectation in example.then for tag in expectation.tags)),
        failures,
        example_link(site_book, example, origin),
        marks,
    )


def _setting_of(site_book: BookOfSite, example: nodes.Example) -> str:
    """Edition, backgrounds, scenario, options and readings that the example sets, and whether the rest is as usual."""
    setting = [f"edition {spell_out(example.edition)}"] if example.edition else []
    for name in example.backgrounds:
        shared = site_book.backgrounds.named.get(name)
        if shared is not None:
            parts = [*site_book.sentences.given_sentences(shared.node.given), *_switch_texts(site_book, shared.node)]
            setting.append(f"{shared.node.title or spell_out(name)} ({join_words(parts, 'and')})")
    setting.extend(_switch_texts(site_book, example))
    setting.extend(["all else as usual"] if example.as_usual else [])
    return "; ".join(setting)


def _switch_texts(site_book: BookOfSite, node: nodes.Example | nodes.Background) -> list[str]:
    """Scenario, options and readings that an example or a background sets."""
    texts = [f"scenario {site_book.printed_number(node.scenario)}"] if node.scenario else []
    texts.extend(f"option {spell_out(option)}" for option in node.options)
    texts.extend(f"reading {spell_out(name)} {as_choice(choice)}" for name, choice in node.readings)
    return texts


def _failure_message(result: object) -> str:
    """Return the message of an example that failed, in the words of the run."""
    return str(getattr(result, "message", "")) or "its result is not what it says"
