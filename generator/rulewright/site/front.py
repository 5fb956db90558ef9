"""The front page of a rulebook on the site: what it is, where it comes from, how much of it there is, how to ask it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rulewright.base.diagnostics import Severity
from rulewright.site.asking.link import link_to
from rulewright.site.book.book_data import BookOfSite, is_found_in
from rulewright.site.book_pdf import pdf_name
from rulewright.site.carried import FEED, RULES, TEXT
from rulewright.site.carried.feed import changes_of
from rulewright.site.case.badges import NOT_HERE, badge, source_title
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, make_page
from rulewright.site.html.addresses import changes_page_name, sheet_page_name
from rulewright.site.html.escape import EMPTY, Html, el, escape_text, join_html
from rulewright.site.html.templates import Heading
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.pages.coverage import coverage_bar
from rulewright.site.since import sheet_title, sheets_of
from rulewright.site.wording.words import join_words, plural, spell_out
from rulewright.syntax import nodes


def front_page(site_book: BookOfSite, writer: CaseWriter) -> Page:
    """`index.md` of the book's folder."""
    return make_page(f"{site_book.folder}/index.md", site_book.title, _page_parts(site_book, writer))


def _page_parts(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    front = site_book.book.front
    for paragraph in front.about:
        yield el("p", writer.prose.render_inline(paragraph, "index"), cls="rw-intro")
    yield _in_force(site_book)
    yield _search_invitation(site_book)
    yield el("div", *(_count_card(*count) for count in figures_of(site_book)), cls="rw-counts")
    yield Heading(2, "Chapters", "chapters")
    yield _chapter_list(site_book)
    yield Heading(2, "Ask it", "ask")
    yield _ask_invitation(site_book)
    yield Heading(2, "How far it goes", "coverage")
    yield coverage_bar(site_book)
    yield el(
        "p",
        "Every statement of the source is a row of a ledger. ",
        el("a", "What is placed, executable and exercised", href="coverage.html"),
        ".",
    )
    yield Heading(2, "Sources and editions", "sources")
    yield _source_list(site_book)
    yield _edition_list(site_book)
    yield Heading(2, "Take it with you", "carry")
    yield _download_links(site_book)
    if front.credit:
        yield Heading(2, "Credit", "credit")
        for paragraph in front.credit:
            yield el("p", writer.prose.render_inline(paragraph, "index"))


def _in_force(site_book: BookOfSite) -> Html:
    """One line: the edition in force, the sources it is made of with their dates, and the others that are known."""
    edition = site_book.book.editions[site_book.edition]
    lines: list[str] = []
    others: list[str] = []
    for source in site_book.book.sources.values():
        (lines if source.name in edition.sources else others).append(source.title + (f" ({source.dated})" if source.dated else ""))
    parts = [el("span", "Edition in force: ", el("b", edition.title or spell_out(edition.name)))]
    parts.append(el("span", f"made of {join_words(lines, 'and')}"))
    if others:
        other_sources = f"{len(others)} other source{'s' if len(others) != 1 else ''} known"
        parts.append(el("a", other_sources, href="#sources", title=join_words(others, "and")))
    return el("p", join_html(parts, Html(' <span aria-hidden="true">·</span> ')), cls="rw-from")


def figures_of(site_book: BookOfSite) -> Iterator[tuple[int, str, str, str]]:
    """Yield (number, noun, small print, page) for the figures of the front page."""
    cases = [case for case in site_book.view.cases.values() if not case.deleted]
    new = sum(case.new for case in cases)
    unheld = sum(not case.held for case in cases)
    remarks = [f"{new} new" if new else "", f"{unheld} known by number only" if unheld else ""]
    yield len(cases), "case", ", ".join(remark for remark in remarks if remark), "cases.html"
    kinds = amendment_kinds(site_book)
    if kinds:
        yield (
            sum(kinds.values()),
            "amendment",
            ", ".join(f"{count} {kind if count == 1 else plural(kind)}" for kind, count in kinds.most_common()),
            "amendments.html",
        )
    if site_book.view.rulings:
        yield len(site_book.view.rulings), "ruling", "", "cases.html#rulings"
    examples = site_book.data.examples
    failing = sum(not example.passed for example in examples)
    distinct = len(site_book.results)
    yield distinct, "example", f"{failing} failing" if failing else "all hold" if distinct else "", "coverage.html"
    readings = list(site_book.view.readings.values())
    open_readings = sum(reading.settled_as is None for reading in readings)
    if readings:
        yield (
            open_readings,
            "open reading",
            f"{len(readings) - open_readings} settled" if open_readings < len(readings) else "",
            "readings.html",
        )
    if accepted := site_book.accepted_contradictions(site_book.edition):
        yield len(accepted), "accepted contradiction", "", "findings.html#accepted"
    severities = [finding.severity for finding in site_book.data.diagnostics if is_found_in(finding, site_book.edition)]
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    yield (
        errors + warnings,
        "finding",
        f"{errors} error{'s' if errors != 1 else ''}, {warnings} warning{'s' if warnings != 1 else ''}",
        "findings.html",
    )


def amendment_kinds(site_book: BookOfSite) -> Counter[str]:
    """Count the amendments of the edition in force by kind; new cases are one kind."""
    edition = site_book.book.editions[site_book.edition].sources
    kinds: Counter[str] = Counter()
    for clause in site_book.book.clauses:
        block = clause.block
        if isinstance(block, nodes.Amendment) and block.source in edition:
            kinds[block.kind] += 1
        elif isinstance(block, nodes.Case) and block.new and (block.source or "") in edition:
            kinds["new case"] += 1
    return kinds


def _count_card(number: int, what: str, small: str, href: str) -> Html:
    return el(
        "a",
        el("b", str(number)),
        " ",
        el("span", what if number == 1 else plural(what)),
        el("small", small) if small else None,
        href=href,
        cls="rw-count",
    )


def _search_invitation(site_book: BookOfSite) -> Html:
    some = [case for case in site_book.view.cases.values() if not case.deleted and case.title]
    hint = f"for example {site_book.printed_number(some[len(some) // 2].number)}" if some else "by number or by word"
    return el(
        "button", el("span", "Find a case by its number or by a word"), el("small", hint), type="button", cls="rw-find", data_rw_search=True
    )


def _chapter_list(site_book: BookOfSite) -> Html:
    per = Counter(case.chapter for case in site_book.cases if not case.deleted)
    items = []
    for stem, name in site_book.addresses.chapters.items():
        if not per[stem] and stem not in site_book.book.chapters:
            continue
        number, title = chapter_title(site_book, stem)
        count = f"{per[stem]} case{'s' if per[stem] != 1 else ''}"
        items.append(
            el(
                "li",
                el(
                    "a", el("span", number, cls="rw-number") if number else None, el("span", title), el("small", count), href=f"{name}.html"
                ),
            )
        )
    return el("ul", *items, cls="rw-chapters")


def _ask_invitation(site_book: BookOfSite) -> Html:
    """Three questions that lead to their calculators, and the same as one types them, folded."""
    links = [el("li", el("a", site_book.asking.question_sentence(name), href=link_to(name))) for name in _prominent_questions(site_book)]
    lines = [
        el("div", el("pre", el("code", command)), cls="rw-command", tabindex="0", role="group", aria_label="A question to ask")
        for command in example_commands(site_book)
    ]
    note = el("p", "What is not given is asked for, one thing after the other. ", el("a", "All questions", href="ask.html"), ".")
    typed = el("details", el("summary", "At a terminal"), *lines, cls="rw-fold") if lines else None
    return el("div", el("ul", *links, cls="rw-questions") if links else None, note, typed)


def _prominent_questions(site_book: BookOfSite) -> list[str]:
    """The questions whose commands are shown; others of the book where these are none that have a calculator."""
    matches = (re.search(r"\w+(?=\()", command) for command in example_commands(site_book))
    first = (match[0] for match in matches if match is not None)
    return list(
        dict.fromkeys(name for name in (*first, *site_book.asking.questions_by_name) if name in site_book.asking.questions_by_name)
    )[:3]


def example_commands(site_book: BookOfSite) -> list[str]:
    """Three questions as one types them: those of the front page, or the first that can be asked."""
    tries = list(site_book.book.front.tries) or list(_some_questions(site_book))
    return [_command_for(site_book, question) for question in tries[:3]]


def _command_for(site_book: BookOfSite, question: str) -> str:
    """A `try` of the front page may be the whole command, or what follows the book's name."""
    if question.startswith("rulewright "):
        return question
    if question.startswith("ask "):
        return f"rulewright {question}"
    return f"rulewright ask {site_book.data.name} {' '.join(_for_shell(word) for word in _shell_words(question))}"


def _shell_words(question: str) -> Iterator[str]:
    """The words of a question as a command takes them: a blank inside brackets or quotes parts nothing."""
    yield from (match[0] for match in re.finditer(r"""(?:"[^"]*"|'[^']*'|\([^()]*(?:\([^()]*\)[^()]*)*\)|\S)+""", question))


def _for_shell(word: str) -> str:
    """`allowance(u)` -> `"allowance(u)"`: a shell must not read the brackets."""
    return word if word.startswith(("'", '"')) or not re.search(r"[^\w.,:=/+@%-]", word) else f'"{word}"'


def _some_questions(site_book: BookOfSite) -> Iterator[str]:
    for declared in site_book.book.declarations:
        node = declared.node
        if isinstance(node, nodes.Value | nodes.Verdict):
            yield f"{node.name}({', '.join(param.name for param in node.params)})"


def _source_list(site_book: BookOfSite) -> Html:
    rows = []
    for source in site_book.book.sources.values():
        held_badge = EMPTY if source.held else join_html([" ", badge(NOT_HERE, "held")])
        remarks = [part for part in (source.publisher, source.dated) if part]
        if source.amends:
            remarks.append(f"amends {join_words([source_title(site_book, name) for name in source.amends], 'and')}")
        if source.known:
            remarks.append(source.known)
        rows.append(el("li", el("b", source.title), held_badge, el("span", "; ".join(remarks) or "no date given", cls="rw-from")))
    return el("ul", *rows, cls="rw-list")


def _edition_list(site_book: BookOfSite) -> Html:
    rows = []
    for edition in site_book.book.editions.values():
        source_titles = join_words([source_title(site_book, name) for name in edition.sources], "and")
        mark = join_html([" ", badge("shown here", "play")]) if edition.name == site_book.edition else EMPTY
        links = [el("a", "what changed", href=f"{changes_page_name(*pair)}.html") for pair in site_book.changes if pair[1] == edition.name]
        changed = join_html(["; ", *links]) if links else EMPTY
        rows.append(
            el(
                "li",
                el("b", edition.title or spell_out(edition.name)),
                mark,
                el(
                    "span",
                    escape_text(
                        f"edition {edition.name}: {source_titles}{'' if edition.since is None else f'; in force from {edition.since}'}"
                    ),
                    changed,
                    cls="rw-from",
                ),
            )
        )
    return el("ul", *rows, cls="rw-list")


def _download_links(site_book: BookOfSite) -> Html:
    """Render the links to files: for print, for other programs and for readers."""
    sheets = [el("a", sheet_title(site_book, name), href=f"{sheet_page_name(name)}.html") for name in sheets_of(site_book)]
    pdf_link = [el("a", "the whole book (PDF)", href=pdf_name(site_book))] if site_book.has_pdf else []
    paper = [*pdf_link, *sheets]
    rows = [el("li", "On paper: ", join_html(paper, ", "))] if paper else []
    rows.append(el("li", "As text: ", el("a", "every case in force", href=TEXT)))
    rows.append(el("li", "For programs: ", el("a", "every case with its text and history", href=RULES)))
    if any(True for _ in changes_of(site_book)):
        rows.append(el("li", "To follow: ", el("a", "a feed of the amendments", href=FEED)))
    return el("ul", *rows, cls="rw-list")
