"""Application of one amendment to one case: its acts change the text and the rules together.

An act on words is carried out if the words are held, and must fit them; otherwise it is recorded. Acts on rules are carried out in both
cases. Nothing here depends on other cases or other amendments: the fold decides the targets and the order.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TypeAlias, assert_never

from rulewright.base.diagnostics import Diagnostic, Label
from rulewright.rulebook import corrections, faults, text_edits
from rulewright.rulebook.act_sentences import OF_RULE, PLAIN, act_sentence
from rulewright.rulebook.cases import empty_case, find_line
from rulewright.rulebook.clauses import Content, assign_addresses, line_name
from rulewright.rulebook.model import CaseInForce, Formal, Origin, Paragraph, Provision
from rulewright.rulebook.prose import redirect_references
from rulewright.rulebook.rewrite import rewrite_node
from rulewright.rulebook.rule_words import replace_rule_words
from rulewright.syntax import nodes


class Subject(Enum):
    """The aspect of a case that an act changes."""

    CASE = auto()
    WORDS = auto()
    END = auto()  # the end of its words, where more can be appended
    DATUM = auto()  # a cell of a table, a field of a piece, a rule
    NUMBER = auto()
    NOTHING = auto()  # nothing that was there before


def subject_of(act: nodes.Act) -> Subject:
    """Return the aspect of a case that an act changes; two acts on the same aspect can conflict."""
    match act:
        case nodes.ReplacesCase() | nodes.DeletesCase():
            return Subject.CASE
        case (
            nodes.Strikes()
            | nodes.StrikesFrom()
            | nodes.Inserts()
            | nodes.ReplacesWords()
            | nodes.ReplacesTail()
            | nodes.Redirects()
            | nodes.DeletesPart()
        ):
            return Subject.WORDS
        case nodes.Appends():
            return Subject.END
        case nodes.CorrectsCell() | nodes.CorrectsPiece() | nodes.AddsRow() | nodes.DeletesRow() | nodes.ReplacesInRule():
            return Subject.DATUM
        case nodes.Renumbers():
            return Subject.NUMBER
        case nodes.Adds() | nodes.Extends() | nodes.Confirms() | nodes.Withdraws() | nodes.Renames():
            return Subject.NOTHING
        case _:
            assert_never(act)


@dataclass(slots=True)
class ActApplication:
    """The application of one amendment to a case: the case so far, the acts as sentences (done or only recorded), and the faults."""

    case: CaseInForce
    origin: Origin
    part: str | None
    done: list[str] = field(default_factory=list)
    recorded: list[str] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    cut: text_edits.Region | None = None  # `strikes from … to the end` came before, so a new tail has a place

    def report_fault(self, code: str, name: str, message: str, act: nodes.Act, help: str = "") -> None:
        labels = [Label(self.origin.place.location_of(act.span), "the act")]
        if self.case.origin is not self.origin:
            labels.append(Label(faults.head_of(self.case.origin), "the case"))
        self.findings.append(faults.error(code, name, message, labels, help, (self.case.number,)))


def apply_acts(case: CaseInForce, origin: Origin, content: Content, part: str | None) -> ActApplication:
    """Apply the acts of one amendment to a case, in the order in which the amendment lists them."""
    application = ActApplication(case, origin, part)
    for act in content.acts:
        _apply_act(application, act, content)
    return application


OnWords: TypeAlias = (
    nodes.Strikes
    | nodes.StrikesFrom
    | nodes.Inserts
    | nodes.ReplacesWords
    | nodes.ReplacesTail
    | nodes.Appends
    | nodes.Redirects
    | nodes.Confirms
)


def sentence_of_act(case: CaseInForce, act: nodes.Act, part: str | None) -> str:
    """Return an act on a part of a case as a sentence: what has a letter is a rule of that name, or else a ground in a list."""
    line = None if part is None else find_line(case, part)
    return act_sentence(act, part, PLAIN if line is None else OF_RULE)


def _apply_act(application: ActApplication, act: nodes.Act, content: Content) -> None:
    sentence = sentence_of_act(application.case, act, application.part)
    match act:
        case nodes.ReplacesCase():
            _replace_case(application, act, content)
            (application.done if act.words_held else application.recorded).append(sentence)
        case nodes.DeletesCase():
            application.case = empty_case(application.case, deleted=True)
            application.done.append(sentence)
        case nodes.Adds():
            if not act.words_held:
                application.recorded.append(sentence)
        case nodes.Extends():
            _extend_games(application, act)
            application.done.append(sentence)
        case nodes.Renumbers() | nodes.Withdraws() | nodes.Renames():  # the fold does these
            application.done.append(sentence)
        case nodes.CorrectsCell() | nodes.CorrectsPiece() | nodes.AddsRow() | nodes.DeletesRow() | nodes.ReplacesInRule():
            if isinstance(act, nodes.ReplacesInRule):
                application.case, problem = replace_rule_words(application.case, act, application.origin)
            else:
                application.case, problem = corrections.correct_data(application.case, act, application.origin)
            application.done.append(sentence)
            if problem is not None:
                application.done.pop()
                application.report_fault(problem.code, problem.name, problem.message, act, problem.help)
        case nodes.DeletesPart():
            _delete_part(application, act, sentence)
        case nodes.ActWithWords() | nodes.Confirms():
            _apply_to_words(application, act, sentence)
        case _:
            assert_never(act)


def _replace_case(application: ActApplication, act: nodes.ReplacesCase, content: Content) -> None:
    replacements = tuple(ref.number for ref in act.by)
    deleted = bool(replacements) and application.case.number not in replacements
    new_text = any(not paragraph.commentary for paragraph in content.text)
    block = application.origin.block
    title = application.case.title or (block.title if isinstance(block, nodes.Amendment) else None)
    application.case = replace(
        empty_case(application.case, deleted=deleted), held=act.words_held and (new_text or bool(replacements)), title=title
    )


def _extend_games(application: ActApplication, act: nodes.Extends) -> None:
    scope = application.case.scope
    if not scope.games:
        return
    games = scope.games + tuple(game for game in act.games if game not in scope.games)
    wider = replace(scope, games=games)
    provisions = tuple(
        replace(provision, scope=replace(provision.scope, games=games)) if provision.scope.games == scope.games else provision
        for provision in application.case.provisions
    )
    application.case = replace(application.case, scope=wider, provisions=provisions)


def _delete_part(application: ActApplication, act: nodes.DeletesPart, sentence: str) -> None:
    if application.part is not None and (provisions := provisions_without_line(application.case, application.part)) is not None:
        application.case = replace(application.case, provisions=assign_addresses(application.case.number, provisions))
        application.done.append(sentence)
        return
    if not act.words_held or not application.case.held:
        application.recorded.append(sentence)
        return
    try:
        if application.part is None:
            _report_part_not_named(application, act, sentence)
            return
        regions = text_edits.part_regions(application.case.text, application.part)
        if regions == text_edits.text_regions(application.case.text):
            raise text_edits.TextMismatch(f"`{application.part}` is not a step, paragraph or sentence of the case")
        application.case = replace(application.case, text=text_edits.strike_regions(application.case.text, regions))
        application.done.append(sentence)
    except text_edits.TextMismatch as misfit:
        _report_misfit(application, act, sentence, misfit)


def _report_part_not_named(application: ActApplication, act: nodes.DeletesPart, sentence: str) -> None:
    """Report an amendment that deletes a part and has none in its head; the line that it writes anew under an old name is meant."""
    application.recorded.append(sentence)
    number, source = application.case.number, application.origin.source
    names = [name for provision in application.case.provisions if (name := line_name(provision)) is not None]
    block = application.origin.block
    new_names = {getattr(line, "name", None) for line in getattr(block, "body", ())}
    line = next((name for name in names if name in new_names), names[0] if names else "1")
    by_name, by_place = f"`amend {number}.{line} in {source} …`", f"`amend {number} second sentence in {source} …`"
    help = f"name the part in the head of the amendment: {by_name} for a rule, {by_place} for words"
    application.report_fault("RW113", "words-not-in-text", f"the amendment does not say which part of case {number} it deletes", act, help)


def provisions_without_line(case: CaseInForce, part: str) -> tuple[Provision, ...] | None:
    """Return the provisions of a case without the rule, table or labelled ground addressed by `part`; None if it addresses none."""
    line = find_line(case, part)
    if line is not None:
        return tuple(provision for provision in case.provisions if provision is not line)
    rule, _, label = part.rpartition(".")
    candidates = case.provisions if not rule else (rule_line,) if (rule_line := find_line(case, rule)) is not None else ()
    matches = [provision for provision in candidates if isinstance(provision.node, nodes.Rule) and _has_ground(provision.node, label)]
    if len(matches) != 1:
        return None
    return tuple(
        replace(provision, node=_without_ground(provision.node, label)) if provision is matches[0] else provision
        for provision in case.provisions
    )


def _has_ground(rule: nodes.Rule, label: str) -> bool:
    return any(item.label == label for guard in rule.guards for item in guard.items)


def _without_ground(node: Formal, label: str) -> nodes.Rule:
    assert isinstance(node, nodes.Rule)
    guards = tuple(replace(guard, items=tuple(item for item in guard.items if item.label != label)) for guard in node.guards)
    return replace(node, guards=tuple(guard for guard in guards if guard.items))


def _apply_to_words(application: ActApplication, act: OnWords, sentence: str) -> None:
    """Apply an act that cites words: carry it out if the text is held or contains the words, else record it."""
    words_held = not isinstance(act, nodes.ActWithWords) or act.words_held
    if isinstance(act, nodes.Appends) and act.new is None and words_held:
        return  # the prose under the amendment is appended with all that it adds
    try:
        text = _edit_words(application, act) if words_held else None
    except text_edits.TextMismatch as misfit:
        if application.case.held:
            _report_misfit(application, act, sentence, misfit)
        else:
            application.recorded.append(sentence)
        return
    if text is None:
        application.recorded.append(sentence)
        return
    application.case = replace(application.case, text=text)
    if isinstance(act, nodes.Redirects):
        _redirect_rules(application, act)
    application.done.append(sentence)


def _edit_words(application: ActApplication, act: OnWords) -> text_edits.Text | None:
    """Return the text after an act on words; None if the act can only be recorded. Raise `TextMismatch` if it does not fit."""
    text, part = application.case.text, application.part
    match act:
        case nodes.Strikes():
            return text_edits.replace_region(text, text_edits.find_unique_words(text, part, act.old), "")
        case nodes.ReplacesWords():
            return text_edits.replace_region(text, text_edits.find_unique_words(text, part, act.old), act.new)
        case nodes.Inserts():
            return text_edits.insert_after(text, text_edits.find_unique_words(text, part, act.old), act.new)
        case nodes.StrikesFrom():
            text, application.cut = text_edits.cut_to_end(text, part, act.old)
            return text
        case nodes.ReplacesTail():
            return text_edits.replace_tail(text, application.cut, act.new) if application.cut is not None and act.new else None
        case nodes.Appends():
            new = act.new or ""
            if not application.case.held:
                return _append_to_unheld(application, new) if act.held_there else None
            return text_edits.append_words(text, part, new, application.origin)
        case nodes.Confirms():
            if act.words is not None:
                text_edits.find_unique_words(text, part, act.words)
            return text
        case nodes.Redirects():
            return _redirect_text(application, act.old, act.new)
        case _:
            assert_never(act)


def _append_to_unheld(application: ActApplication, new: str) -> text_edits.Text:
    """Append words to a text that is not held, as a paragraph of their own."""
    return (*application.case.text, Paragraph(new, application.origin))


def _redirect_text(application: ActApplication, old: str, new: str) -> text_edits.Text:
    """Return the text with a reference redirected. Raise `TextMismatch` if neither the text nor the rules make that reference."""
    text = application.case.text
    regions = {region.paragraph for region in text_edits.part_regions(text, application.part)}
    new_text = tuple(
        replace(paragraph, text=redirect_references(paragraph.text, old, new)) if index in regions and old in paragraph.text else paragraph
        for index, paragraph in enumerate(text)
    )
    if not refers_to(application.case, old) and all(a.text == b.text for a, b in zip(new_text, text, strict=True)):
        raise text_edits.TextMismatch(f"the text makes no reference to `{old}`")
    return new_text


def refers_to(case: CaseInForce, number: str) -> bool:
    """Return True if a rule or another line of the case, its text excepted, refers to `number`."""
    changed = {number: f"{number}\0"}
    return any(rewrite_node(provision.node, changed) is not provision.node for provision in case.provisions) or any(
        rewrite_node(line, changed) is not line for line, _ in case.other
    )


def _redirect_rules(application: ActApplication, act: nodes.Redirects) -> None:
    changed = {act.old: act.new}
    provisions = tuple(
        provision if (node := rewrite_node(provision.node, changed)) is provision.node else replace(provision, node=node)
        for provision in application.case.provisions
    )
    other = tuple((rewrite_node(line, changed), origin) for line, origin in application.case.other)
    application.case = replace(application.case, provisions=provisions, other=other)


def _report_misfit(application: ActApplication, act: nodes.Act, sentence: str, misfit: text_edits.TextMismatch) -> None:
    application.recorded.append(sentence)
    number = application.case.number
    if isinstance(act, nodes.Redirects):
        help = "the amendment names a reference that is not there; look for another number, or for an earlier amendment that has changed it"
        application.report_fault(
            "RW114", "reference-not-in-text", f"{misfit.reason} of case {number}, so it cannot be redirected", act, help
        )
    elif misfit.times > 1:
        help = "say in the head which part is meant: `amend 8.6 second sentence in …`, or cite more words"
        application.report_fault(
            "RW118", "words-more-than-once", f"{misfit.reason} of case {number}, and the amendment does not say which", act, help
        )
    else:
        help = "cite the words as the text has them at this point, or write `words not held there` if that text is not here"
        application.report_fault(
            "RW113",
            "words-not-in-text",
            f"{misfit.reason} of case {number}" if "words" in misfit.reason else f"{misfit.reason} in case {number}",
            act,
            help,
        )
