"""Syntax errors as data: a code, a message, a span.

A `Fault` becomes a `Diagnostic` once the file is known. The lexer raises `LayoutError` if it cannot continue, the builder `BuildError`;
both carry the key of a message in `SENTENCES` and the author's words to insert into it.
"""

from __future__ import annotations

from typing import NamedTuple

from rulewright.base.diagnostics import CANNOT_BE_SAID, Severity
from rulewright.base.source import Span


class Sentence(NamedTuple):
    """A message template with its code; `{0}` and `{1}` stand for the author's words."""

    code: str
    name: str
    message: str
    help: str = ""
    severity: Severity = Severity.ERROR


class Fault(NamedTuple):
    """A single error: a message with the author's words inserted. `span` counts from the first line of the block."""

    says: Sentence
    span: Span

    def with_help(self, help: str) -> Fault:
        """Return a copy with another help text."""
        return self._replace(says=self.says._replace(help=help))


class LanguageFault(Exception):
    """An error that stops the parser: `key` selects the message, `words` are inserted into it."""

    def __init__(self, key: str, span: Span, *words: str) -> None:
        super().__init__(key, span, words)
        self.key = key
        self.span = span
        self.words = words

    def to_fault(self) -> Fault:
        """Return the error as a `Fault`."""
        return make_fault(self.key, self.span, *self.words)


class LayoutError(LanguageFault):
    """Text that forms no terminal of the language: an unclosed quotation, a wrong indentation."""


class BuildError(LanguageFault):
    """A well-formed line in a place where it is not allowed."""


def make_fault(key: str, span: Span, *words: str) -> Fault:
    """Return the fault for a key of `SENTENCES`, with `words` inserted into its message and help."""
    sentence = SENTENCES[key]
    return Fault(sentence._replace(message=sentence.message.format(*words), help=sentence.help.format(*words)), span)


_INDENT_HELP = (
    "indent by two spaces per level; a continued line begins with `and`, `or`, `when`, `unless`, `because`, `with`, `over` or `among`"
)
_WARNING = Severity.WARNING

SENTENCES: dict[str, Sentence] = {
    "bytes": Sentence("RW001", "unreadable-bytes", "byte {0} is not UTF-8 text", "save the file as UTF-8"),
    "tab": Sentence("RW002", "tab", "there is a tab here", "use spaces: indentation is two spaces per level"),
    "margin": Sentence("RW003", "indentation", "the first line of a block starts at the margin, and this one is indented", ""),
    "indentation": Sentence(
        "RW003", "indentation", "this line is indented by {0} spaces, which fits no line above it (expected {1})", _INDENT_HELP
    ),
    "no-break space": Sentence("RW003", "indentation", "there is a no-break space in the indentation", "use plain spaces"),
    "open quote": Sentence(
        "RW004",
        "unclosed-quotation",
        "this quotation is not closed",
        "a line that continues a quotation is indented deeper than the line that began it",
    ),
    "quote in quotation": Sentence(
        "RW004", "unclosed-quotation", "the quotation ends here, before a word", "write “ and ” for quotation marks inside a quotation"
    ),
    "open bracket": Sentence("RW005", "unclosed-bracket", "this `{0}` is not closed", ""),
    "closing bracket": Sentence("RW005", "unclosed-bracket", "this `{0}` closes nothing", ""),
    "character": Sentence("RW006", "unknown-character", "the language has no `{0}`", "{1}"),
    "letter in parts": Sentence(
        "RW006",
        "unknown-character",
        "`{0}` is written with letters in parts: a letter, and the accent on it as a sign of its own",
        "write `{0}` with each letter as one sign",
    ),
    "section sign": Sentence("RW006", "unknown-character", "`§` is part of the number of a case, and no space follows it", "write `§{0}`"),
    "number and letters": Sentence("RW007", "malformed-number", "a space is missing in `{0}{1}`", "write `{0} {1}`"),
    "outline number": Sentence(
        "RW007",
        "malformed-number",
        "`{0}` is not a number",
        "a decimal has one dot, `2.5`, and a range two together, `3..5`; the number of a case cannot be written here",
    ),
    "comma in number": Sentence(
        "RW007",
        "malformed-number",
        "there is a comma inside `{0}`",
        "write a number without a comma, and a space after the comma of a list",
    ),
    "long number": Sentence("RW007", "malformed-number", "a number has at most 15 digits", ""),
    "zero below": Sentence("RW007", "malformed-number", "nothing can be divided by zero: `{0}`", ""),
    "not a number": Sentence(
        "RW007", "malformed-number", "`{0}` is no number of conditions", "write `two`, up to `twelve`, or digits: `at least two of`"
    ),
    "not whole": Sentence("RW007", "malformed-number", "what is counted from one number to another begins and ends with whole numbers", ""),
    "no such day": Sentence("RW007", "malformed-number", "there is no day `{0}`", "write a day that there is: `1984-06-01`, `1 June 1984`"),
    "no step": Sentence("RW007", "malformed-number", "a step is more than 0", ""),
    "tag": Sentence(
        "RW008", "malformed-tag", "`{0}` is not a tag", "a tag is `@`, capital letters, a hyphen and a number, such as `@GA-013b`"
    ),
    "tag comma": Sentence("RW008", "malformed-tag", "tags are separated by spaces, without a comma", ""),
    "tag alone": Sentence("RW008", "malformed-tag", "the tag `{0}` comes before its line", "tags come at the end of a line"),
    "tag inside": Sentence("RW008", "malformed-tag", "the tag `{0}` is inside a line", "tags come at the end of a line"),
    "long line": Sentence("RW009", "line-too-long", "this line has {0} characters, a line has at most {1}", ""),
    "too deep": Sentence(
        "RW010", "too-deep", "this is nested too deeply to be read", "give a part of it a name, with a predicate or a value"
    ),
    "open row": Sentence("RW011", "unclosed-row", "this row does not end in `|`", "a cell cannot contain `#` or `@`"),
    "hyphen": Sentence(
        "RW013", "hyphen-in-name", "a name has no hyphen: `{0}`", "write `_` for the hyphen, or spaces around the minus of a subtraction"
    ),
    "lost quote": Sentence(
        "RW004", "unclosed-quotation", "an opening quotation mark is missing before `{0}`", "prose is written in quotation marks"
    ),
    "misspelt first": Sentence("RW012", "misspelt-word", "no line here begins with `{0}`: did you mean `{1}`?", ""),
    "misspelt": Sentence("RW012", "misspelt-word", "`{0}` is not expected here: did you mean `{1}`?", ""),
    "decision": Sentence(
        "RW020",
        "unexpected-word",
        "what somebody decides is said at the end of a rule: `… if the judge so decides`",
        "give the rule a name, by which the decision is given: `forfeit: dns(a) when late(a) if the judge so decides`",
    ),
    "as usual": Sentence(
        "RW020",
        "unexpected-word",
        '`as usual` stands at the end of the line `example "…"`',
        'write `example "…" as usual`; each example is marked for itself, and what is not given there has its usual value',
    ),
    "lost indent": Sentence("RW003", "indentation", "this line must be indented two spaces deeper", ""),
    "at the margin": Sentence(
        "RW003",
        "indentation",
        "{0} is a line of {1}, and begins {2} spaces in",
        "what belongs to a block is written under it: put {2} spaces before this line, and move the lines under it with it",
    ),
    "lost block": Sentence("RW003", "indentation", "lines must follow here, two spaces deeper", ""),
    "too far in": Sentence("RW003", "indentation", "nothing can be indented under the line above", _INDENT_HELP),
    "out of place": Sentence("RW020", "unexpected-word", "a line here cannot begin with `{0}`", ""),
    "bare prose": Sentence("RW020", "unexpected-word", "no line of the language begins with `{0}`", "prose is written in quotation marks"),
    "lost at sign": Sentence("RW008", "malformed-tag", "a tag begins with `@`: `@{0}`", ""),
    "and with or": Sentence("RW021", "missing-word", "`and` mixed with `or` needs brackets", "write `(a and b) or c`, or `a and (b or c)`"),
    "quantified beside": Sentence(
        "RW021",
        "missing-word",
        "`{0} … {1} (…)` needs brackets round it beside `{2}`",
        "write `({0} … {1} (…)) {2} …`, or `{0} … {1} (… {2} …)` where all of it is meant",
    ),
    "quantified inside": Sentence("RW021", "missing-word", "`{0} …` needs brackets after `{1}`", "write `{1} ({0} …)`"),
    "multiple below": Sentence(
        "RW021", "missing-word", "`{0} …` needs brackets beside `/`", "write `(a / {1}) {2} …`, or `a / ({1} {0} …)`"
    ),
    "full ones": Sentence(
        "RW020",
        "unexpected-word",
        "`for each` counts parts too, and `{0}` is not said in it",
        "round what is counted: `for each {1} of (… rounded {2} to 1 {1})`",
    ),
    "order of steps": Sentence(
        "RW020",
        "unexpected-word",
        "rules have no order of steps, and `{0}` cannot be said in one",
        f"a fact says what has happened, `when inspected(a)` ({CANNOT_BE_SAID})",
    ),
    "number in a word": Sentence("RW020", "unexpected-word", "`{0}` is not a number here", "write `{1} …`"),
    "supposed beside": Sentence(
        "RW021",
        "missing-word",
        "what is supposed after `as if` is one name, or in brackets",
        "write `… as if (…)`",
    ),
    "every beside": Sentence(
        "RW021",
        "missing-word",
        "conditions after `with` need brackets round them beside `{0}`",
        "write `every … with (… {0} …) satisfies …`",
    ),
    "amount beside": Sentence("RW021", "missing-word", "the condition after `with` needs brackets in an amount", "write `… with (…)`"),
    "term before over": Sentence(
        "RW021",
        "missing-word",
        "what comes before `over` needs brackets where it is more than one word",
        "write `the {0} (…) over …`",
    ),
    "group without member": Sentence(
        "RW021",
        "missing-word",
        "the members of `{0}(…)` need a name, by which what comes before `over` speaks of each",
        "write `over {1} among {2}`",
    ),
    "other value": Sentence(
        "RW020",
        "unexpected-word",
        "a line gives one value: what holds otherwise is a line of its own",
        "write a second line: `{0} is … otherwise`",
    ),
    "needless always": Sentence("RW020", "unexpected-word", "`always` is not needed after a value", "a line without `when` always holds"),
    "condition first": Sentence(
        "RW020", "unexpected-word", "a line does not begin with its condition", "put the condition after `{0}`, at the end of the line"
    ),
    "comma for and": Sentence("RW021", "missing-word", "conditions are joined by `and` or `or`, not by a comma", ""),
    "list without braces": Sentence("RW021", "missing-word", "several values after `in` are written in braces", "write `in {{a, b}}`"),
    "lost word": Sentence("RW021", "missing-word", "`{0}` is missing before `{1}`", ""),
    "other words": Sentence("RW020", "unexpected-word", "the language has no `{0}`", "write `{1}`"),
    "comparison": Sentence("RW020", "unexpected-word", "`{0} than` is not a comparison of the language", "write `{1}`"),
    "first word": Sentence("RW020", "unexpected-word", "no line of the language begins with `{0}`", "write `{1}`"),
    "whole list": Sentence(
        "RW020",
        "unexpected-word",
        "`and no other` ends a list of grounds after `may` or `must`",
        "write `may … when any of`, the grounds below it, and `and no other` as the last line",
    ),
    "limit with two": Sentence("RW021", "missing-word", "`may only` has one condition, and `{0}` begins another", "write {1}"),
    "only when": Sentence(
        "RW020",
        "unexpected-word",
        "`when and only when` goes with `may` and `must`",
        "what a predicate is: `wet(u) means …`; what is forbidden elsewhere: `may … when and only when …`",
    ),
    "means when": Sentence(
        "RW020",
        "unexpected-word",
        "`means` says for everything what it is, and has no `{0}`",
        "of some alone: `wet(u) when …` says what is so, and `not wet(u) when …` what is not",
    ),
    "longer of two": Sentence(
        "RW021", "missing-word", "`{0}` takes names and numbers; anything longer is in brackets", "write `the {0} (a + b) and c`"
    ),
    "measured by nothing": Sentence(
        "RW021",
        "missing-word",
        "`{0}` does not say what is measured",
        "write `the {1} {2} with (…) that has the least …`, or `the greatest …`",
    ),
    "misspelt date": Sentence(
        "RW020",
        "unexpected-word",
        "`{0}` is not a date",
        "write the month in full with a capital letter, and the year with four digits: `May 1942`",
    ),
    "bare head": Sentence("RW021", "missing-word", "this line says nothing about `{0}`", "a rule has `is`, `means`, `when` or `always`"),
    "early end": Sentence("RW020", "unexpected-word", "the line ends where {0} is expected after `{1}`", ""),
    "case number": Sentence("RW020", "unexpected-word", "the number of a case is expected after `{0}`, not `{1}`", ""),
    "unexpected": Sentence("RW020", "unexpected-word", "found `{0}` where {1} is expected{2}", ""),
    "twice in a row": Sentence("RW020", "unexpected-word", "`{0}` is repeated here"),
    "gap": Sentence("RW021", "missing-word", "something is missing before this `{0}`", "a name without arguments has no brackets"),
    "nameless": Sentence(
        "RW015",
        "misplaced-line",
        "this line cannot have the name `{0}`",
        "rules, statements of precedence, `not held`, `bears on` and `does not matter` have names; a table is declared with its own",
    ),
    "not advised": Sentence(
        "RW015",
        "misplaced-line",
        "`{0}` is said of what may or must be done, and this is no call of a verdict",
        "write it behind the verdict, as in `forage(u, t) is advised`",
    ),
    "no leave": Sentence(
        "RW015",
        "misplaced-line",
        "under `only while` are leaves and duties: `may …`, `must …`",
        "write other rules under `while`, without `only`",
    ),
    "two sides": Sentence(
        "RW015",
        "misplaced-line",
        "this rule says what holds and what does not, and cannot be under `{0}`",
        "write it outside of the block, with the whole condition",
    ),
    "no heading of values": Sentence(
        "RW015",
        "misplaced-line",
        "the first row of a table of several values names them, each once",
        "begin with the row `{0}`, in any order",
    ),
    "cells of values": Sentence(
        "RW015", "misplaced-line", "this row needs {0} cells after its keys, one for each value", "put `-` in an empty cell"
    ),
    "misplaced": Sentence("RW015", "misplaced-line", "`{0}` does not belong to a {1}", "{2}"),
    "renames in a case": Sentence(
        "RW015",
        "misplaced-line",
        "`renames` is about a term of the whole book, and this amendment is of single cases",
        'write it under `amend throughout in SOURCE as KIND`, or, for the words of these cases alone, `replaces "…" with "…"`',
    ),
    "not throughout": Sentence(
        "RW015",
        "misplaced-line",
        "an amendment of the whole book has `renames` lines alone",
        "write anything else under `amend` with the numbers of its cases; a renaming is taken back by one in the other direction, "
        'such as `renames "new" to "old"`',
    ),
    "twice": Sentence("RW016", "said-twice", "`{0}` is written twice", "keep one of the two lines"),
    "reserved": Sentence("RW014", "reserved-name", "`{0}` is a word of the language and cannot be a name here", ""),
    "no files": Sentence(
        "RW018",
        "no-case-files",
        "there is no `.case` file in `{0}`",
        "a rulebook is a folder of `.case` files with a front page, `rulebook.case`",
    ),
    "no folder": Sentence("RW018", "no-case-files", "there is no folder `{0}`", ""),
    "unreadable": Sentence("RW018", "no-case-files", "the file cannot be read: {0}", ""),
    "empty file": Sentence("RW019", "empty-file", "this file declares nothing", "delete it, or write a case", _WARNING),
    "large file": Sentence(
        "RW009", "line-too-long", "this file has {0} characters, a file has at most {1}", "divide it into chapters, one file each"
    ),
    "many faults": Sentence(
        "RW009",
        "line-too-long",
        "more than {0} places of this file cannot be read, and from here on it was not looked at",
        "if it is a file of `.case` text, begin with the first of them: one mistake can make many",
    ),
    "capital keyword": Sentence("RW017", "repaired-slip", "`{0}` is read as `{1}`", "`rulewright fmt` writes it so", _WARNING),
    "if for when": Sentence("RW017", "repaired-slip", "`{0}` is read as `{1}`", "`rulewright fmt` writes it so", _WARNING),
    "dash in range": Sentence("RW017", "repaired-slip", "`{0}` is read as `{1}`", "`rulewright fmt` writes it so", _WARNING),
    "colon after of": Sentence("RW017", "repaired-slip", "the colon after `of` is not needed", "`rulewright fmt` leaves it out", _WARNING),
    "comma before then": Sentence(
        "RW017", "repaired-slip", "the comma before `then` is not needed", "`rulewright fmt` leaves it out", _WARNING
    ),
}
