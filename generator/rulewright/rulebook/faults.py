"""The diagnostics of this layer: one function per code, so that its sentence, labels and help are written in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.model import CaseInForce, Origin, Provision
from rulewright.syntax import nodes


def head_of(origin: Origin) -> Location:
    """Return the location of the clause, for a label."""
    return origin.place.location_of(origin.block.span)


def error(code: str, name: str, message: str, labels: Iterable[Label], help: str = "", cases: tuple[str, ...] = ()) -> Diagnostic:
    return Diagnostic(code, name, Severity.ERROR, message, tuple(labels), help, cases=cases)


def warning(code: str, name: str, message: str, labels: Iterable[Label], help: str = "", cases: tuple[str, ...] = ()) -> Diagnostic:
    return Diagnostic(code, name, Severity.WARNING, message, tuple(labels), help, cases=cases)


def declared_twice(what: str, name: str, first: Location, second: Location) -> Diagnostic:
    message = f"{what} `{name}` is declared twice"
    return error(
        "RW103",
        "declared-twice",
        message,
        (Label(second, "again here"), Label(first, "first declared here")),
        "give one of the two another name, or remove it",
    )


def look_alike(name: str, location: Location, first_name: str, first: Location) -> Diagnostic:
    """Report two names that nobody can tell from each other by sight."""
    return error(
        "RW103",
        "declared-twice",
        f"`{name}` looks like `{first_name}` and is another name, for it has letters of another alphabet",
        (Label(location, f"`{name}` here"), Label(first, f"`{first_name}` here")),
        "write both with the same letters, or give one of the two another name",
    )


def second_chapter(stem: str, first: Location, second: Location) -> Diagnostic:
    """Report a second heading in one file, with its name without the ending."""
    return error(
        "RW103",
        "declared-twice",
        f"the chapter of file `{stem}` is declared twice",
        (Label(second, "again here"), Label(first, "first declared here")),
        "a file has one chapter: move this line, and the cases below it, to a file of their own",
    )


def declared_as_two_kinds(name: str, first: tuple[str, Location], second: tuple[str, Location]) -> Diagnostic:
    """Report one name for two kinds of thing that rules speak about, such as a verdict and a predicate."""
    return error(
        "RW103",
        "declared-twice",
        f"`{name}` is declared as a {first[0]} and as a {second[0]}",
        (Label(second[1], f"a {second[0]} here"), Label(first[1], f"a {first[0]} here")),
        f"give one of the two another name: a rule that says `{name}` would not tell which it means",
    )


_UNKNOWN = {
    "source": ("RW104", "unknown-source"),
    "edition": ("RW105", "unknown-edition"),
    "option": ("RW106", "unknown-option"),
    "scenario": ("RW107", "unknown-scenario"),
    "game": ("RW108", "unknown-game"),
    "reading": ("RW109", "unknown-reading"),
    "choice": ("RW109", "unknown-reading"),
}


def unknown_name(what: str, name: str, candidates: Iterable[str], location: Location) -> Diagnostic:
    """Report an undeclared name; `what` is source, edition, option, scenario, game, reading or choice."""
    code, code_name = _UNKNOWN[what]
    names = sorted(set(candidates))
    help = did_you_mean(name, names)
    if not help:
        help = f"this book has {', '.join(f'`{candidate}`' for candidate in names)}" if names else f"this book declares no {what}"
    return error(code, code_name, f"there is no {what} `{name}`", (Label(location),), help)


def number_used_twice(number: str, first: Origin, second: Origin, act: nodes.Act | None = None, *, times: int = 2) -> Diagnostic:
    """Report one number used by several cases (`times` in all); `act` is the renumbering that introduces it again."""
    location = second.place.location_of(act.span) if act is not None else head_of(second)
    labels = (Label(location, "again here"), Label(head_of(first), "first used here"))
    help = "give one of them another number, or let an amendment of this source replace, delete or renumber the first"
    often = "twice" if times == 2 else f"{times:,} times"
    return error("RW115", "number-used-twice", f"the number {number} is used {often}", labels, help, (number,))


def case_already_deleted(case: CaseInForce, origin: Origin, deleter: Origin) -> Diagnostic:
    """Report an act, or a ruling, on a deleted case."""
    help = "use `replaces the case` where a new text takes its place"
    if origin is deleter:
        labels = (Label(head_of(origin), "deletes the case and gives it rules"), Label(head_of(case.origin), "the case"))
        message = f"case {case.number} is deleted, so it can have no rules"
    else:
        labels = (Label(head_of(origin), "acts on it"), Label(head_of(deleter), "deletes it"))
        message = f"case {case.number} is deleted at this point, so nothing can be done to it"
    return error("RW111", "case-already-deleted", message, labels, help, (case.number,))


def case_not_there(
    number: str,
    origin: Origin,
    cases: Iterable[str],
    origins: Mapping[str, Origin],
    ref: nodes.CaseRef | None = None,
    renumbered: Mapping[str, str] | None = None,
) -> Diagnostic:
    """Report a case that an act names and that does not exist at that point; `origins` has all cases of the book by number."""
    location = origin.place.location_of(ref.span) if ref is not None else head_of(origin)
    labels = [Label(location, "named here")]
    now = (renumbered or {}).get(number)
    if now is not None:
        help = f"it was renumbered and is {now} at this point"
    elif number in origins:
        other = origins[number]
        labels.append(Label(head_of(other), f"it comes with source `{other.source}`"))
        help = "an amendment can only change cases of its own source and of sources before it in the edition"
    else:
        help = did_you_mean(number, cases) or f"write `case {number}` with `not held` under it if its text is not here"
    return error("RW110", "case-not-there", f"there is no case {number} at this point", labels, help, (number,))


def nothing_to_withdraw(
    act: nodes.Withdraws,
    origin: Origin,
    case: CaseInForce,
    in_effect: Sequence[Origin],
    *,
    withdrawn_already: bool,
    renames_terms: bool,
) -> Diagnostic:
    """Report a withdrawal that finds nothing; `in_effect`: the amendments of the case at this point.

    `renames_terms`: the source has only renamed terms throughout.
    """
    labels = [Label(origin.place.location_of(act.span), "the act"), Label(head_of(case.origin), "the case")]
    what = f"a statement `{act.item}` of `{act.source}`" if act.item is not None else f"an amendment of `{act.source}`"
    if withdrawn_already:
        help = "it has been withdrawn already: take this line out"
    elif renames_terms:
        help = f"what `{act.source}` renames throughout is taken back by `amend throughout` with `renames` in the other direction"
    elif in_effect:
        names = ", ".join(f"`{amendment.number}` in `{amendment.source}`" for amendment in in_effect)
        help = f"name the source, and in the head the case or part, of the amendment that is meant; in force here are {names}"
    else:
        help = "no earlier source has changed the case; a withdrawal takes back what sources before its own in the edition did"
    message = f"case {case.number} has no {what.removeprefix('a ').removeprefix('an ')} in force here that could be withdrawn"
    return error("RW133", "nothing-to-withdraw", message, labels, help, (case.number,))


def built_on_withdrawn(case: CaseInForce, act: nodes.Withdraws, origin: Origin, later: Origin, base: Origin) -> Diagnostic:
    """Report a withdrawal of what a later amendment, `later`, is built on."""
    labels = (
        Label(origin.place.location_of(act.span), "withdraws"),
        Label(head_of(base), "this"),
        Label(head_of(later), "on which this is built"),
    )
    message = f"`{later.source}` has since changed what `{base.source}` made of case {case.number}, so that alone cannot be withdrawn"
    help = f"withdraw both (`withdraws {later.source}` in the same amendment), or write what is right now as a change of the case"
    return error("RW134", "built-on-withdrawn", message, labels, help, (case.number,))


def renamed_nowhere(act: nodes.Renames, origin: Origin, old: str) -> Diagnostic:
    """Report words that a source renames throughout and that no text has."""
    message = f"no text of this edition has the words `{old}`, which `{origin.source}` renames throughout"
    help = 'write each form of the term as the texts have it, such as `renames "disordered" to "shaken", "disorder" to "shaking"`'
    return error("RW136", "renamed-nowhere", message, (Label(origin.place.location_of(act.span), "the act"),), help)


def _case_before(number: str) -> str:
    """Return the number of the section before one that ends in a zero: `6.9` for `6.10`, `6.299` for `6.300`."""
    significant = number.rstrip("0")
    return f"{significant[:-1]}{int(significant[-1]) - 1}{'9' * (len(number) - len(significant))}".replace(".0", ".")


def misleading_number(number: str, origin: Origin, short: Origin) -> Diagnostic:
    """Report `6.10` next to `6.1`."""
    labels = (Label(head_of(origin), f"read as sub-case 0 of {short.number}"), Label(head_of(short), f"{short.number}"))
    help = (
        f"if {number} comes after {_case_before(number)}, write `numbering by section` under `rulebook` on the front page; "
        "in a book that is `numbering decimal`, the digits are an outline, and none is 0"
    )
    return error(
        "RW116",
        "misleading-number",
        f"case {number} exists next to case {short.number}, and readers take the two for the same number",
        labels,
        help,
        (number,),
    )


KINDS = ("clarification", "correction", "omission", "addition", "change", "new case", "ruling")
"""The kinds of amendment, in the words of errata."""


def unknown_kind(origin: Origin) -> Diagnostic:
    """Report an amendment of an unknown kind."""
    kind = origin.amendment_kind or ""
    help = did_you_mean(kind, KINDS) or f"an amendment is a {', '.join(KINDS[:-1])} or {KINDS[-1]}"
    return error("RW131", "unknown-kind", f"`{kind}` is not a kind of amendment", (Label(head_of(origin)),), help, (origin.number,))


def named_twice(number: str, name: str, first: Provision, second: Provision) -> Diagnostic:
    """Report one name for two lines of a case or of a choice of a reading."""
    labels = (Label(second.location, "again here"), Label(first.location, "first used here"))
    help = "give one of the two another name; an amendment that takes the place of a line deletes it first: `deletes the part`"
    return error("RW132", "named-twice", f"two lines of {number} have the name `{name}`", labels, help, (first.case.number,))


def unknown_heading(number: str, origin: Origin, headings: Iterable[str]) -> Diagnostic:
    """Report a number under a heading that the front page does not list."""
    heading = number.split(".")[0].split("/")[0]
    help = did_you_mean(heading, headings) or "add it to `numbering by heading` on the front page"
    return error(
        "RW120",
        "unknown-heading",
        f"case {number} is numbered under `{heading}`, which is not a heading of this book",
        (Label(head_of(origin)),),
        help,
        (number,),
    )
