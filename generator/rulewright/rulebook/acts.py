"""What one amendment does to one case: every act of amendment carried out on its text and its rules together.

An act that speaks about words is carried out where the words are held and must fit them; where they are not, it is recorded. Acts on
rules are real either way. Nothing here depends on other cases or on other amendments: who may act on what, and in which order, is the
fold's business.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TypeAlias, assert_never

from rulewright.base.diagnostics import Diagnostic, Label
from rulewright.rulebook import corrections, faults, text_edits
from rulewright.rulebook.act_sentences import in_words
from rulewright.rulebook.cases import emptied, line_of
from rulewright.rulebook.clauses import Content, addressed
from rulewright.rulebook.model import CaseInForce, Formal, Origin, Paragraph, Provision
from rulewright.rulebook.prose import redirected
from rulewright.rulebook.rewrite import node_after
from rulewright.syntax import nodes


class Subject(Enum):
    """What of a case an act is about."""

    CASE = auto()
    WORDS = auto()
    END = auto()  # the end of its words, where more can be appended
    DATUM = auto()  # a cell of a table, a field of a piece
    NUMBER = auto()
    NOTHING = auto()  # nothing that was there before


def subject(act: nodes.Act) -> Subject:
    """What an act is about: two acts about one thing can meet."""
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
        case nodes.CorrectsCell() | nodes.CorrectsPiece() | nodes.AddsRow() | nodes.DeletesRow():
            return Subject.DATUM
        case nodes.Renumbers():
            return Subject.NUMBER
        case nodes.Adds() | nodes.Extends() | nodes.Confirms():
            return Subject.NOTHING
        case _:
            assert_never(act)


@dataclass(slots=True)
class Doing:
    """A case after the acts of one amendment: the acts as sentences, carried out or only recorded, and what did not fit."""

    case: CaseInForce
    origin: Origin
    part: str | None
    done: list[str] = field(default_factory=list)
    recorded: list[str] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    cut: text_edits.Region | None = None  # `strikes from … to the end` came before, so a new tail has a place

    def fault(self, code: str, name: str, message: str, act: nodes.Act, help: str = "") -> None:
        labels = [Label(self.origin.place.at(act.span), "the act")]
        if self.case.origin is not self.origin:
            labels.append(Label(faults.head_of(self.case.origin), "the case"))
        self.findings.append(faults.error(code, name, message, labels, help, (self.case.number,)))


def act_on(case: CaseInForce, origin: Origin, content: Content, part: str | None) -> Doing:
    """The acts of one amendment carried out on a case, in the order in which the amendment lists them."""
    doing = Doing(case, origin, part)
    for act in content.acts:
        _act(doing, act, content)
    return doing


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


def _act(doing: Doing, act: nodes.Act, content: Content) -> None:
    sentence = in_words(act, doing.part)
    match act:
        case nodes.ReplacesCase():
            _replace_case(doing, act, content)
            (doing.done if act.words_held else doing.recorded).append(sentence)
        case nodes.DeletesCase():
            doing.case = emptied(doing.case, deleted=True)
            doing.done.append(sentence)
        case nodes.Adds():
            if not act.words_held:
                doing.recorded.append(sentence)
        case nodes.Extends():
            _extend(doing, act)
            doing.done.append(sentence)
        case nodes.Renumbers():
            doing.done.append(sentence)
        case nodes.CorrectsCell() | nodes.CorrectsPiece() | nodes.AddsRow() | nodes.DeletesRow():
            doing.case, problem = corrections.correct(doing.case, act, doing.origin)
            doing.done.append(sentence)
            if problem is not None:
                doing.done.pop()
                doing.fault(problem.code, problem.name, problem.message, act, problem.help)
        case nodes.DeletesPart():
            _delete_part(doing, act, sentence)
        case nodes.ActWithWords() | nodes.Confirms():
            _on_words(doing, act, sentence)
        case _:
            assert_never(act)


def _replace_case(doing: Doing, act: nodes.ReplacesCase, content: Content) -> None:
    by = tuple(one.number for one in act.by)
    gone = bool(by) and doing.case.number not in by
    new_text = any(not one.commentary for one in content.text)
    block = doing.origin.block
    title = doing.case.title or (block.title if isinstance(block, nodes.Amendment) else None)
    doing.case = replace(emptied(doing.case, deleted=gone), held=act.words_held and (new_text or bool(by)), title=title)


def _extend(doing: Doing, act: nodes.Extends) -> None:
    scope = doing.case.scope
    if not scope.games:
        return
    games = scope.games + tuple(one for one in act.games if one not in scope.games)
    wider = replace(scope, games=games)
    provisions = tuple(
        replace(one, scope=replace(one.scope, games=games)) if one.scope.games == scope.games else one for one in doing.case.provisions
    )
    doing.case = replace(doing.case, scope=wider, provisions=provisions)


def _delete_part(doing: Doing, act: nodes.DeletesPart, sentence: str) -> None:
    if doing.part is not None and (provisions := without_line(doing.case, doing.part)) is not None:
        doing.case = replace(doing.case, provisions=addressed(doing.case.number, provisions))
        doing.done.append(sentence)
        return
    if not act.words_held or not doing.case.held:
        doing.recorded.append(sentence)
        return
    try:
        if doing.part is None:
            raise text_edits.Unfit("the amendment does not say which part")
        regions = text_edits.part_of(doing.case.text, doing.part)
        if regions == text_edits.whole(doing.case.text):
            raise text_edits.Unfit(f"`{doing.part}` is not a step, paragraph or sentence of the case")
        doing.case = replace(doing.case, text=text_edits.struck(doing.case.text, regions))
        doing.done.append(sentence)
    except text_edits.Unfit as misfit:
        _misfit(doing, act, sentence, misfit)


def without_line(case: CaseInForce, part: str) -> tuple[Provision, ...] | None:
    """The provisions of a case without the rule, table or labelled ground that `part` addresses; None where it addresses none."""
    meant = line_of(case, part)
    if meant is not None:
        return tuple(one for one in case.provisions if one is not meant)
    rule, _, label = part.rpartition(".")
    among = case.provisions if not rule else (of,) if (of := line_of(case, rule)) is not None else ()
    having = [one for one in among if isinstance(one.node, nodes.Rule) and _has(one.node, label)]
    if len(having) != 1:
        return None
    return tuple(replace(one, node=_without_ground(one.node, label)) if one is having[0] else one for one in case.provisions)


def _has(rule: nodes.Rule, label: str) -> bool:
    return any(item.label == label for guard in rule.guards for item in guard.items)


def _without_ground(node: Formal, label: str) -> nodes.Rule:
    assert isinstance(node, nodes.Rule)
    guards = tuple(replace(guard, items=tuple(item for item in guard.items if item.label != label)) for guard in node.guards)
    return replace(node, guards=tuple(guard for guard in guards if guard.items))


def _on_words(doing: Doing, act: OnWords, sentence: str) -> None:
    """Acts that cite words: carried out where the text is held; recorded where it is not, unless the words are among those that are."""
    held = not isinstance(act, nodes.ActWithWords) or act.words_held
    if isinstance(act, nodes.Appends) and act.new is None and held:
        return  # the prose under the amendment is appended with all that it adds
    try:
        text = _words_after(doing, act) if held else None
    except text_edits.Unfit as misfit:
        if doing.case.held:
            _misfit(doing, act, sentence, misfit)
        else:
            doing.recorded.append(sentence)
        return
    if text is None:
        doing.recorded.append(sentence)
        return
    doing.case = replace(doing.case, text=text)
    if isinstance(act, nodes.Redirects):
        _redirect_rules(doing, act)
    doing.done.append(sentence)


def _words_after(doing: Doing, act: OnWords) -> text_edits.Text | None:
    """The text after an act on words; None where it can only be recorded; raises `Unfit` where it does not fit."""
    text, part = doing.case.text, doing.part
    match act:
        case nodes.Strikes():
            return text_edits.changed(text, text_edits.the_words(text, part, act.old), "")
        case nodes.ReplacesWords():
            return text_edits.changed(text, text_edits.the_words(text, part, act.old), act.new)
        case nodes.Inserts():
            return text_edits.inserted(text, text_edits.the_words(text, part, act.old), act.new)
        case nodes.StrikesFrom():
            text, doing.cut = text_edits.cut_to_end(text, part, act.old)
            return text
        case nodes.ReplacesTail():
            return text_edits.tailed(text, doing.cut, act.new) if doing.cut is not None and act.new else None
        case nodes.Appends():
            new = act.new or ""
            if not doing.case.held:
                return _noted(doing, new) if act.held_there else None
            return text_edits.appended(text, part, new, doing.origin)
        case nodes.Confirms():
            if act.words is not None:
                text_edits.the_words(text, part, act.words)
            return text
        case nodes.Redirects():
            return _redirected(doing, act.old, act.new)
        case _:
            assert_never(act)


def _noted(doing: Doing, new: str) -> text_edits.Text:
    """Words appended to a text that is not held stand as a paragraph of their own."""
    return (*doing.case.text, Paragraph(new, doing.origin))


def _redirected(doing: Doing, old: str, new: str) -> text_edits.Text:
    """The text with the reference turned; raises `Unfit` if neither text nor rules make that reference."""
    text = doing.case.text
    regions = {one.paragraph for one in text_edits.part_of(text, doing.part)}
    after = tuple(
        replace(one, text=redirected(one.text, old, new)) if index in regions and old in one.text else one for index, one in enumerate(text)
    )
    if not refers_to(doing.case, old) and all(a.text == b.text for a, b in zip(after, text, strict=True)):
        raise text_edits.Unfit(f"the text makes no reference to `{old}`")
    return after


def refers_to(case: CaseInForce, number: str) -> bool:
    """Whether a rule or another line of a case that is not its text refers to a number."""
    changed = {number: f"{number}\0"}
    return any(node_after(one.node, changed) is not one.node for one in case.provisions) or any(
        node_after(line, changed) is not line for line, _ in case.other
    )


def _redirect_rules(doing: Doing, act: nodes.Redirects) -> None:
    changed = {act.old: act.new}
    provisions = tuple(
        one if (node := node_after(one.node, changed)) is one.node else replace(one, node=node) for one in doing.case.provisions
    )
    other = tuple((node_after(line, changed), origin) for line, origin in doing.case.other)
    doing.case = replace(doing.case, provisions=provisions, other=other)


def _misfit(doing: Doing, act: nodes.Act, sentence: str, misfit: text_edits.Unfit) -> None:
    doing.recorded.append(sentence)
    number = doing.case.number
    if isinstance(act, nodes.Redirects):
        help = "the amendment names a reference that is not there; look for another number, or for an earlier amendment that has changed it"
        doing.fault("RW114", "reference-not-in-text", f"{misfit.reason} of case {number}, so it cannot be redirected", act, help)
    elif misfit.times > 1:
        help = "say in the head which part is meant: `amend 8.6 second sentence in …`, or cite more words"
        doing.fault("RW118", "words-more-than-once", f"{misfit.reason} of case {number}, and the amendment does not say which", act, help)
    else:
        help = "cite the words as the text has them at this point, or write `words not held there` if that text is not here"
        doing.fault(
            "RW113",
            "words-not-in-text",
            f"{misfit.reason} of case {number}" if "words" in misfit.reason else f"{misfit.reason} in case {number}",
            act,
            help,
        )
