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
from rulewright.site.case.page import Heading, Page, make_page
from rulewright.site.html.addresses import changes_page_name, sheet_page_name
from rulewright.site.html.escape import EMPTY, Html, el, escape_text, join_html
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.pages.coverage import coverage_bar
from rulewright.site.since import sheet_title, sheets_of
from rulewright.site.wording.words import join_words, plural, spell_out
from rulewright.syntax import nodes


def front_page(of: BookOfSite, writer: CaseWriter) -> Page:
    """`index.md` of the book's folder."""
    return make_page(f"{of.folder}/index.md", of.title, _page_parts(of, writer))


def _page_parts(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    front = of.book.front
    for paragraph in front.about:
        yield el("p", writer.prose.render_inline(paragraph, "index"), cls="rw-intro")
    yield _in_force(of)
    yield _search_invitation(of)
    yield el("div", *(_count_card(*count) for count in figures_of(of)), cls="rw-counts")
    yield Heading(2, "Chapters", "chapters")
    yield _chapter_list(of)
    yield Heading(2, "Ask it", "ask")
    yield _ask_invitation(of)
    yield Heading(2, "How far it goes", "coverage")
    yield coverage_bar(of)
    yield el(
        "p",
        "Every statement of the source is a row of a ledger. ",
        el("a", "What is placed, executable and exercised", href="coverage.html"),
        ".",
    )
    yield Heading(2, "Sources and editions", "sources")
    yield _source_list(of)
    yield _edition_list(of)
    yield Heading(2, "Take it with you", "carry")
    yield _download_links(of)
    if front.credit:
        yield Heading(2, "Credit", "credit")
        for paragraph in front.credit:
            yield el("p", writer.prose.render_inline(paragraph, "index"))


def _in_force(of: BookOfSite) -> Html:
    """One line: the edition in force, the sources it is made of with their dates, and the others that are known."""
    edition = of.book.editions[of.edition]
    lines: list[str] = []
    others: list[str] = []
    for source in of.book.sources.values():
        (lines if source.name in edition.sources else others).append(source.title + (f" ({source.dated})" if source.dated else ""))
    parts = [el("span", "Edition in force: ", el("b", edition.title or spell_out(edition.name)))]
    parts.append(el("span", f"made of {join_words(lines, 'and')}"))
    if others:
        other_sources = f"{len(others)} other source{'s' if len(others) != 1 else ''} known"
        parts.append(el("a", other_sources, href="#sources", title=join_words(others, "and")))
    return el("p", join_html(parts, Html(' <span aria-hidden="true">·</span> ')), cls="rw-from")


def figures_of(of: BookOfSite) -> Iterator[tuple[int, str, str, str]]:
    """Yield (number, noun, small print, page) for the figures of the front page."""
    cases = [case for case in of.view.cases.values() if not case.deleted]
    new = sum(case.new for case in cases)
    unheld = sum(not case.held for case in cases)
    remarks = [f"{new} new" if new else "", f"{unheld} known by number only" if unheld else ""]
    yield len(cases), "case", ", ".join(remark for remark in remarks if remark), "cases.html"
    kinds = amendment_kinds(of)
    if kinds:
        yield (
            sum(kinds.values()),
            "amendment",
            ", ".join(f"{count} {kind if count == 1 else plural(kind)}" for kind, count in kinds.most_common()),
            "amendments.html",
        )
    if of.view.rulings:
        yield len(of.view.rulings), "ruling", "", "cases.html#rulings"
    examples = of.data.examples
    failing = sum(not example.passed for example in examples)
    distinct = len(of.results)
    yield distinct, "example", f"{failing} failing" if failing else "all hold" if distinct else "", "coverage.html"
    readings = list(of.view.readings.values())
    open_readings = sum(reading.settled_as is None for reading in readings)
    if readings:
        yield (
            open_readings,
            "open reading",
            f"{len(readings) - open_readings} settled" if open_readings < len(readings) else "",
            "readings.html",
        )
    if accepted := of.accepted_contradictions(of.edition):
        yield len(accepted), "accepted contradiction", "", "findings.html#accepted"
    severities = [finding.severity for finding in of.data.diagnostics if is_found_in(finding, of.edition)]
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    yield (
        errors + warnings,
        "finding",
        f"{errors} error{'s' if errors != 1 else ''}, {warnings} warning{'s' if warnings != 1 else ''}",
        "findings.html",
    )


def amendment_kinds(of: BookOfSite) -> Counter[str]:
    """Count the amendments of the edition in force by kind; new cases are one kind."""
    edition = of.book.editions[of.edition].sources
    kinds: Counter[str] = Counter()
    for clause in of.book.clauses:
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


def _search_invitation(of: BookOfSite) -> Html:
    some = [case for case in of.view.cases.values() if not case.deleted and case.title]
    hint = f"for example {of.printed_number(some[len(some) // 2].number)}" if some else "by number or by word"
    return el(
        "button", el("span", "Find a case by its number or by a word"), el("small", hint), type="button", cls="rw-find", data_rw_search=True
    )


def _chapter_list(of: BookOfSite) -> Html:
    per = Counter(case.chapter for case in of.cases if not case.deleted)
    items = []
    for stem, name in of.addresses.chapters.items():
        if not per[stem] and stem not in of.book.chapters:
            continue
        number, title = chapter_title(of, stem)
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


def _ask_invitation(of: BookOfSite) -> Html:
    """Three questions that lead to their calculators, and the same as one types them, folded."""
    links = [el("li", el("a", of.asking.question_sentence(name), href=link_to(name))) for name in _prominent_questions(of)]
    lines = [
        el("div", el("pre", el("code", command)), cls="rw-command", tabindex="0", role="group", aria_label="A question to ask")
        for command in example_commands(of)
    ]
    note = el("p", "What is not given is asked for, one thing after the other. ", el("a", "All questions", href="ask.html"), ".")
    typed = el("details", el("summary", "At a terminal"), *lines, cls="rw-fold") if lines else None
    return el("div", el("ul", *links, cls="rw-questions") if links else None, note, typed)


def _prominent_questions(of: BookOfSite) -> list[str]:
    """The questions whose commands are shown; others of the book where these are none that have a calculator."""
    matches = (re.search(r"\w+(?=\()", command) for command in example_commands(of))
    first = (match[0] for match in matches if match is not None)
    return list(dict.fromkeys(name for name in (*first, *of.asking.questions_by_name) if name in of.asking.questions_by_name))[:3]


def example_commands(of: BookOfSite) -> list[str]:
    """Three questions as one types them: those of the front page, or the first that can be asked."""
    tries = list(of.book.front.tries) or list(_some_questions(of))
    return [_command_for(of, question) for question in tries[:3]]


def _command_for(of: BookOfSite, question: str) -> str:
    """A `try` of the front page may be the whole command, or what follows the book's name."""
    if question.startswith("rulewright "):
        return question
    if question.startswith("ask "):
        return f"rulewright {question}"
    return f"rulewright ask {of.data.name} {' '.join(_for_shell(word) for word in _shell_words(question))}"


def _shell_words(question: str) -> Iterator[str]:
    """The words of a question as a command takes them: a blank inside brackets or quotes parts nothing."""
    yield from (match[0] for match in re.finditer(r"""(?:"[^"]*"|'[^']*'|\([^()]*(?:\([^()]*\)[^()]*)*\)|\S)+""", question))


def _for_shell(word: str) -> str:
    """`allowance(u)` -> `"allowance(u)"`: a shell must not read the brackets."""
    return word if word.startswith(("'", '"')) or not re.search(r"[^\w.,:=/+@%-]", word) else f'"{word}"'


def _some_questions(of: BookOfSite) -> Iterator[str]:
    for declared in of.book.declarations:
        node = declared.node
        if isinstance(node, nodes.Value | nodes.Verdict):
            yield f"{node.name}({', '.join(param.name for param in node.params)})"


def _source_list(of: BookOfSite) -> Html:
    rows = []
    for source in of.book.sources.values():
        held_badge = EMPTY if source.held else join_html([" ", badge(NOT_HERE, "held")])
        remarks = [part for part in (source.publisher, source.dated) if part]
        if source.amends:
            remarks.append(f"amends {join_words([source_title(of, name) for name in source.amends], 'and')}")
        if source.known:
            remarks.append(source.known)
        rows.append(el("li", el("b", source.title), held_badge, el("span", "; ".join(remarks) or "no date given", cls="rw-from")))
    return el("ul", *rows, cls="rw-list")


def _edition_list(of: BookOfSite) -> Html:
    rows = []
    for edition in of.book.editions.values():
        source_titles = join_words([source_title(of, name) for name in edition.sources], "and")
        mark = join_html([" ", badge("shown here", "play")]) if edition.name == of.edition else EMPTY
        links = [el("a", "what changed", href=f"{changes_page_name(*pair)}.html") for pair in of.changes if pair[1] == edition.name]
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


def _download_links(of: BookOfSite) -> Html:
    """Render the links to files: for print, for other programs and for readers."""
    sheets = [el("a", sheet_title(of, name), href=f"{sheet_page_name(name)}.html") for name in sheets_of(of)]
    pdf_link = [el("a", "the whole book (PDF)", href=pdf_name(of))] if of.has_pdf else []
    paper = [*pdf_link, *sheets]
    rows = [el("li", "On paper: ", join_html(paper, ", "))] if paper else []
    rows.append(el("li", "As text: ", el("a", "every case in force", href=TEXT)))
    rows.append(el("li", "For programs: ", el("a", "every case with its text and history", href=RULES)))
    if any(True for _ in changes_of(of)):
        rows.append(el("li", "To follow: ", el("a", "a feed of the amendments", href=FEED)))
    return el("ul", *rows, cls="rw-list")
