"""The front page of a rulebook on the site: what it is, where it comes from, how much of it there is, how to ask it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rulewright.base.diagnostics import Severity
from rulewright.site.asking.link import link_to
from rulewright.site.book.book_data import BookOfSite, is_found_in
from rulewright.site.book.source_days import day_of
from rulewright.site.book_pdf import pdf_name
from rulewright.site.carried import FEED, RULES, TEXT
from rulewright.site.carried.feed import changes_of
from rulewright.site.case.badges import NOT_HERE, source_title
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.folds import count_text
from rulewright.site.case.page import Page, make_page
from rulewright.site.html.addresses import CHARTS, changes_page_name, print_page_name
from rulewright.site.pages.amendments import count_errata
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.pages.charts import has_charts
from rulewright.site.pages.coverage import has_coverage
from rulewright.site.pages.findings import has_findings
from rulewright.site.pages.scenarios import table_line
from rulewright.site.pages.turn_steps import turn_of
from rulewright.site.search.search_entries import example_number
from rulewright.site.wording.words import join_words, plural, spell_out
from rulewright.syntax import nodes


def front_page(site_book: BookOfSite, writer: CaseWriter) -> Page:
    """`index.md` of the book's folder."""
    front, edition = site_book.book.front, site_book.book.editions[site_book.edition]
    sources = site_book.book.sources.values()
    others = [_dated_title(source) for source in sources if source.name not in edition.sources]
    blocks = site_book.templates.render_blocks(
        "pages/front.html",
        about=[writer.prose.render_inline(paragraph, "index") for paragraph in front.about],
        edition=edition.title or spell_out(edition.name),
        made_of=join_words([_dated_title(source) for source in sources if source.name in edition.sources], "and"),
        others=join_words(others, "and"),
        other_count=len(others),
        some_number=example_number(site_book),
        figures=list(figures_of(site_book)),
        figures_for_editors=list(figures_for_editors(site_book)),
        chapters=_chapter_list(site_book),
        questions=[(site_book.asking.question_sentence(name), link_to(name)) for name in _prominent_questions(site_book)],
        commands=example_commands(site_book) if site_book.has_manual else [],
        covered=site_book.coverage,
        is_stale=site_book.coverage_before is not None,
        sources=[(source, _source_remarks(site_book, source)) for source in sources],
        not_here=NOT_HERE,
        editions=_edition_list(site_book),
        doors=list(_list_doors(site_book)),
        as_of=as_of(site_book),
        papers=[
            ("the whole book", f"{print_page_name(site_book.edition)}.html"),
            *([("the whole book (PDF)", pdf_name(site_book))] if site_book.has_pdf else []),
            *([("the card of one page", f"{CHARTS}.html")] if has_charts(site_book) else []),
        ],
        text_file=TEXT,
        data_file=RULES,
        feed=FEED if any(True for _ in changes_of(site_book)) else "",
        credit=[writer.prose.render_inline(paragraph, "index") for paragraph in front.credit],
    )
    return make_page(f"{site_book.folder}/index.md", site_book.title, (table_line(site_book), *blocks))


def _dated_title(source: nodes.SourceDecl) -> str:
    return source.title + (f" ({source.dated})" if source.dated else "")


def as_of(site_book: BookOfSite) -> str:
    """Return `As of March 1st, 1996; nothing newer is known.`, the date of the latest source in force, and what is known to be later."""
    in_force = site_book.book.editions[site_book.edition].sources
    dated = {source.name: (day_of(source.dated), source) for source in site_book.book.sources.values() if source.dated}
    day, last = max((dated[name] for name in in_force if name in dated), key=lambda pair: pair[0], default=("", None))
    if not day or last is None:
        return ""
    newer = join_words([_dated_title(source) for other, source in dated.values() if other > day], "and")
    return f"As of {last.dated}; {f'newer, and no part of it: {newer}' if newer else 'nothing newer is known'}."


def _list_doors(site_book: BookOfSite) -> Iterator[tuple[str, str, str]]:
    """Yield (name, page, what is there) for what players come for, as far as the book has it."""
    if number := len(site_book.asking.questions_by_name):
        yield "Ask", "ask.html", count_text(number, "question")
    if turn := turn_of(site_book, site_book.edition):
        yield "Turn", "play.html", count_text(sum(len(part.steps) for part in turn), "step")
    if has_charts(site_book):
        yield "Charts", f"{CHARTS}.html", "tables on one card"
    if number := count_errata(site_book):
        yield "What changed", "amendments.html", count_text(number, "entry")


def figures_of(site_book: BookOfSite) -> Iterator[tuple[int, str, str, str]]:
    """Yield (number, noun, remark, page) for the figures of the front page that are for players."""
    cases = [case for case in site_book.view.cases.values() if not case.deleted]
    new = sum(case.new for case in cases)
    unheld = sum(not case.held for case in cases)
    remarks = [f"{new} new" if new else "", f"{unheld} known by number only" if unheld else ""]
    yield _figure(len(cases), "case", "cases.html", ", ".join(filter(None, remarks)))
    if kinds := amendment_kinds(site_book):
        remark = ", ".join(count_text(count, kind) for kind, count in kinds.most_common())
        yield _figure(sum(kinds.values()), "amendment", "amendments.html", remark)
    if site_book.view.rulings:
        yield _figure(len(site_book.view.rulings), "ruling", "cases.html#rulings")
    if readings := site_book.view.readings:
        open_readings = sum(reading.settled_as is None for reading in readings.values())
        remark = f"{len(readings) - open_readings} settled" if open_readings < len(readings) else ""
        yield _figure(open_readings, "open reading", "readings.html", remark)


def figures_for_editors(site_book: BookOfSite) -> Iterator[tuple[int, str, str, str]]:
    """Yield (number, noun, remark, page) for the figures that are the business of who edits the book."""
    failing = sum(not example.passed for example in site_book.data.examples)
    distinct = len(site_book.results)
    page = "coverage.html" if has_coverage(site_book) else "cases.html"
    yield _figure(distinct, "example", page, f"{failing} failing" if failing else "all hold" if distinct else "")
    if accepted := site_book.accepted_contradictions(site_book.edition):
        yield _figure(len(accepted), "accepted contradiction", "findings.html#accepted")
    if not has_findings(site_book):
        return
    severities = [finding.severity for finding in site_book.data.diagnostics if is_found_in(finding, site_book.edition)]
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    remark = f"{errors} error{'s' if errors != 1 else ''}, {warnings} warning{'s' if warnings != 1 else ''}"
    yield _figure(errors + warnings, "finding", "findings.html", remark)


def _figure(number: int, noun: str, page: str, remark: str = "") -> tuple[int, str, str, str]:
    return number, noun if number == 1 else plural(noun), remark, page


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


def _chapter_list(site_book: BookOfSite) -> Iterator[tuple[str, str, int, str]]:
    """Yield (number, title, count of cases, page) for the chapters that have something to show."""
    counts = Counter(case.chapter for case in site_book.cases if not case.deleted)
    for stem, name in site_book.addresses.chapters.items():
        if counts[stem] or stem in site_book.book.chapters:
            yield *chapter_title(site_book, stem), counts[stem], f"{name}.html"


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


def _source_remarks(site_book: BookOfSite, source: nodes.SourceDecl) -> str:
    remarks = [source.publisher, source.dated]
    if source.amends:
        remarks.append(f"amends {join_words([source_title(site_book, name) for name in source.amends], 'and')}")
    return "; ".join(filter(None, (*remarks, source.known)))


def _edition_list(site_book: BookOfSite) -> Iterator[tuple[str, bool, str, list[str]]]:
    """Yield (title, whether it is shown, remark, pages of what changed) for the editions."""
    for edition in site_book.book.editions.values():
        titles = join_words([source_title(site_book, name) for name in edition.sources], "and")
        remark = f"edition {edition.name}: {titles}{'' if edition.since is None else f'; in force from {edition.since}'}"
        changes = [f"{changes_page_name(*pair)}.html" for pair in site_book.changes if pair[1] == edition.name]
        yield edition.title or spell_out(edition.name), edition.name == site_book.edition, remark, changes
