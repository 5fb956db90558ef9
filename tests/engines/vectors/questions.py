"""What the vectors ask of `book.case`: each operator and each kind of term, over numbers, fractions, none, and what has no value for each reason.

Of each group some operands have a value, and one for each reason has none: a conflict, nothing said, a result out of range, a fact that is not
given, a reading that is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from rulewright.base.keywords import Comparison, Gather, Operator, Permission, Pick, Rounding

GIVEN: dict[str, str] = {
    "known": "4", "colour": "blue", "height": "middle", "u.flag": "yes", "v.flag": "no", "w.flag": "no", "u.size": "2", "v.size": "1/2", "w.size": "2",
    "u.chief": "none", "v.chief": "u", "w.chief": "u", "u.badge": "none", "v.badge": "red", "w.badge": "red", "u.rank": "low", "v.rank": "none",
    "w.rank": "high", "next_to(u, v)": "yes", "next_to(v, w)": "no", "trail(p, q)": "yes", "trail(q, r)": "yes", "trail(r, s)": "yes",
    "trail(p, r)": "no", "trail(p, s)": "no", "trail(q, s)": "no", "marked(0)": "yes", "marked(1)": "no",
}  # fmt: skip
"""The situation of all vectors, three units and four hexes; what is not listed is not known."""
WORLD = "u, v, w: unit; p, q, r, s: hex"

NUMBERS, NO_NUMBERS = ("2", "-1/2", "0"), ("clash", "silent", "beyond", "n", "unread")
TRUTHS, NO_TRUTHS = ("sure", "never"), ("torn", "hidden", "outside", "b", "as_read")
LEVELS, NO_LEVELS = ("height", "low", "v.rank"), ("clash_level", "silent_level", "outside_level", "unseen", "unread_level")
UNITS, NO_UNITS = ("u", "v", "v.chief", "u.chief"), ("clash_unit", "silent_unit", "outside_unit", "somebody", "unread_unit")
WITHOUT = 4
"""`amount(k)`, `level_of(k)` and `holds(k)` have no value from this number on, for the same reasons in this order; 9 is as 1."""


def pairs(values: Sequence[str], without: Sequence[str], *, whole: bool) -> Iterator[tuple[str, str]]:
    """Yield pairs of operands: of values all, of a value and what has none both orders, and all pairs of the latter or some."""
    yield from product(values, repeat=2)
    for value, other in product(values[:1] if not whole else values, without):
        yield from ((value, other), (other, value))
    yield from product(without, repeat=2) if whole else zip(without, (*without[1:], without[0]), strict=True)


def arithmetic() -> dict[str, list[str]]:
    groups = {
        f"arithmetic {sign}": [f"{a} {sign} {b}" for a, b in pairs(NUMBERS, NO_NUMBERS, whole=sign is Operator.DIVIDED)]
        for sign in Operator
    }
    operands = (*NUMBERS, "known / 3", *NO_NUMBERS)
    groups["minus"] = [f"-({a})" for a in operands]
    for rounding in Rounding:
        groups[f"rounded {rounding}"] = [f"({a}) rounded {rounding}" for a in (*operands, "5/2", "-5/2", "7/3")]
    groups["steps"] = [f"({a}) rounded {way}" for a in ("7/3", "-7/3", "silent") for way in ("down to 2", "up to 1/2", "to nearest 0.05")]
    groups["parity"] = [f"({a}) is {word}" for a in (*operands, "3") for word in ("odd", "even")]
    groups["rates"] = [f"1/2 for each {count} of {a}" for a in ("known", *NO_NUMBERS) for count in ("1", "3")]
    for pick in Pick:
        groups[f"pick {pick}"] = [f"the {pick} of ({a}, {b})" for a, b in pairs(NUMBERS, NO_NUMBERS, whole=False)]
        groups[f"pick {pick} of levels"] = [f"the {pick} of ({a}, {b}) is {b}" for a, b in pairs(LEVELS, NO_LEVELS, whole=False)]
    groups["pairs"] = [
        f"the {word} {a} and {b}" for word in ("larger of", "smaller of", "difference between") for a, b in (("2", "1/2"), ("n", "2"))
    ]
    return groups


def comparisons() -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for op in Comparison:
        groups[f"compare {op}"] = [f"{a} {op} {b}" for a, b in pairs(NUMBERS, NO_NUMBERS, whole=op is Comparison.AT_LEAST)]
        groups[f"compare levels {op}"] = [f"{a} {op} {b}" for a, b in pairs(LEVELS, NO_LEVELS, whole=False)]
    for op in (Comparison.IS, Comparison.IS_NOT):
        groups[f"compare units {op}"] = [f"{a} {op} {b}" for a, b in pairs((*UNITS, "v.chief.chief"), NO_UNITS, whole=False)]
        groups[f"compare none {op}"] = [f"{a} {op} none" for a in ("u.chief", "v.chief", "u.badge", "u.chief.chief", "somebody.chief")]
        groups[f"compare truths {op}"] = [f"{a} {op} {word}" for a in (*TRUTHS, *NO_TRUTHS, "u.chief.flag") for word in ("yes", "no")]
    groups["between"] = [
        f"{a} is between {b} and {c}" for a, b, c in (("1", "0", "known"), ("0", "1/2", "n"), ("n", "3", "4"), ("clash", "silent", "2"))
    ]
    sets = ("{0, 2}", "0..1", "{1/2..2, 1}", "{clash, 2}", "silent..2", "0..n", "{beyond, unread}")
    groups["in set"] = [f"{a} {'not ' * (place % 2)}in {members}" for a in (*NUMBERS, *NO_NUMBERS) for place, members in enumerate(sets)]
    ranges = ("{low, high}", "middle..high", "{low, middle..high}", "low..unseen")
    groups["in set of levels"] = [
        f"{a} {word} {members}" for a in (*LEVELS, *NO_LEVELS) for word in ("in", "not in") for members in ranges[:3]
    ]
    groups["in set of levels"] += [f"height in {ranges[3]}", f"clash_level not in {ranges[3]}"]
    groups["in group"] = [f"{a} {word} flagged" for a in (*UNITS, *NO_UNITS) for word in ("in", "not in")]
    groups["in group"] += [f"{a} in led_by({b})" for a, b in pairs(("v", "u", "u.chief"), NO_UNITS, whole=False)] + ["u in undecided"]
    return groups


def logic() -> dict[str, list[str]]:
    groups = {word: [f"{a} {word} {b}" for a, b in pairs(TRUTHS, NO_TRUTHS, whole=True)] for word in ("and", "or")}
    groups["not"] = [f"not {a}" for a in (*TRUTHS, *NO_TRUTHS, "u.chief.flag")]
    groups["at least"] = [f"at least two of ({', '.join(parts)})" for parts in product(("sure", "never", "torn", "b"), repeat=3)]
    picked = ("{1, 2}", "{2}", "{1, 4}", "{2, 4}", "{2, 5}", "{2, 6}", "{2, 7}", "{2, 8}", "{4, 5, 6}", "{5, 6, 7}", "{6, 7, 8}")
    groups["some"] = [f"some k from 1 to 9 with (k in {members} and holds(k))" for members in picked]
    groups["every"] = [f"every k from 1 to 9 with (k in {members}) satisfies holds(k)" for members in picked]
    groups["every"] += [f"every k from 1 to 9 with (holds(k) and k in {members}) satisfies k is 1" for members in picked]
    groups["every"] += ["every unit i satisfies i.flag", "every unit i among flagged satisfies i is u", "every hue h satisfies h is red"]
    groups["some"] += [
        "some unit i",
        "some unit i among led_by(u) with i.size is 2",
        "some unit i among undecided",
        "some level l with l is height",
    ]
    groups["some"] += [f"some unit i among led_by({a})" for a in ("v", "u.chief", *NO_UNITS)]
    return groups


def scales() -> dict[str, list[str]]:
    steps = ("1", "-1", "2", "-2", "0", *NO_NUMBERS)
    operands = [*product(("height", "low", "v.rank"), steps), *product(NO_LEVELS, ("1", "n", "silent")), ("clash_level", "unread")]
    return {
        "shifted": [f"shifted({a}, {b}) is {('high', 'low', 'middle')[place % 3]}" for place, (a, b) in enumerate(operands)],
        "overflow": [f"overflow({a}, {b})" for a, b in operands],
    }


def aggregates() -> dict[str, list[str]]:
    picked = ("{1}", "{1, 2, 3}", "{1, 9}", "{2, 4}", "{2, 5}", "{2, 6}", "{2, 7}", "{2, 8}", "{4, 5}", "{5, 6, 7}")
    groups: dict[str, list[str]] = {}
    for gather in Gather:
        forms: list[str]
        if gather is Gather.ONLY:
            forms = [f"the only k from 1 to 9 with (holds(k) and k in {members})" for members in picked]
            forms += [f"the only k from 1 to 9 with (k in {members} and k is not 1)" for members in picked[:3]]
        elif gather is Gather.NUMBER:
            forms = [f"the number of k from 1 to 9 with (holds(k) and k in {members})" for members in picked]
        elif gather in (Gather.SUM_OF_GREATEST, Gather.SUM_OF_LEAST):
            forms = [f"{gather_words(gather, '2')} of amount(k) over k from 1 to 9 with (k in {members})" for members in picked]
            forms += [
                f"{gather_words(gather, most)} of amount(k) over k from 1 to 3" for most in ("0", "1", "5", "known", "n", "clash", "silent")
            ]
        else:
            forms = [f"{gather_words(gather)} amount(k) over k from 1 to 9 with (k in {members})" for members in picked]
            forms += [f"{gather_words(gather)} amount(k) over k from 1 to 9 with (holds(k) and k in {members})" for members in picked[3:]]
            forms += [f"{gather_words(gather)} amount(k) over k from 1 to 9 with (never)"]
        groups[f"gathered {gather}"] = forms
    for gather in (Gather.GREATEST, Gather.LEAST):
        form = f"{gather_words(gather)} level_of(k) over k from 1 to 9 with (k in {{}})"
        groups[f"gathered {gather} of levels"] = [f"({form.replace('{}', members)}) is high" for members in picked]
        groups[f"gathered {gather} of levels"] += [f"({gather_words(gather)} i.rank over units i with (i.rank is not none)) is low"]
        groups[f"gathered {gather} of levels"] += [f"({gather_words(gather)} i.rank over units i) is low"]
    nothing = "over k from 1 to 9 with (k in {} and k is less than {})"
    groups["if there is none"] = [
        f"({gather_words(gather)} amount(k) {nothing.format('{1, 2}', least)}, {none} if there is none)"
        for gather in (Gather.GREATEST, Gather.LEAST)
        for least in ("1", "2")
        for none in ("7", *NO_NUMBERS)
    ]
    groups["if there is none"] += [
        f"(the only unit i with ({a}), u if there is none) is u" for a in ("i.size is 9", "i.flag", "i.size is 2", "torn")
    ]
    groups["over things"] = [
        "the number of units i", "the number of units i with (i.flag or b)", "the number of i among led_by(u) with (i.size is 2)",
        "the sum of i.size over units i", "the sum of i.size over i among led_by(u.chief)", "the sum of i.chief.size over units i",
        "the sum of i.chief.size over i among led_by(u)", "the number of different i.chief over units i", "the number of different i.badge over units i",
        "the greatest i.size over units i with (i.flag)", "the number of hue h with (h is colour)", "the number of i among undecided with (i.flag)",
    ]  # fmt: skip
    groups["foremost"] = [
        f"(the unit i{having} that has the {end} i.size{then}) is {unit}"
        for having in ("", " with (not i.flag)", " with (i.size is 9)", " with (torn)", " with (b)")
        for end, then in (("least", ""), ("greatest", ""), ("greatest", " then w"), ("greatest", " then v"))
        for unit in ("v",)
    ]
    groups["foremost"] += ["(the only unit i with (i.flag)).size", "(the only unit i with (not i.flag)).size", "(the only unit i).flag"]
    return groups


def gather_words(gather: Gather, most: str = "") -> str:
    """Return an aggregate as it is written, up to its amount."""
    words = {
        Gather.SUM: "the sum of",
        Gather.GREATEST: "the greatest",
        Gather.LEAST: "the least",
        Gather.DIFFERENT: "the number of different",
    }
    return words.get(gather) or f"the {gather} {most}"


def answers() -> dict[str, list[str]]:
    """Facts, questions, tables, verdicts, stages, suppositions, links."""
    ends = ("u", "v", "w", "u.chief", *NO_UNITS)
    supposed = (
        "b", "(not b)", "(known is 9)", "(n is 1)", "(known is n)", "(height is low)", "(marked(2))", "(silent is 3)", "(clash is clash)", "(u.flag)",
        "(not u.flag)", "(may move(v))", "(may not move(v))", "(u.chief is v)", "(colour is red)", "(wet)", "(next_to(v, w))", "(u.size is silent)",
        "torn",
    )  # fmt: skip
    asked = ("known + n", "beyond", "staged(v)", "silent + clash", "unread", "wet", "u.chief.size", "(the number of units i with (i.flag))")
    return {
        "constants": ["3 + 0", "1/2 + 0", "yes is yes", "no is yes", "colour is blue", "u.badge is none"],
        "facts": ["known", "n", "u.flag", "v.chief.size", "u.chief.size", "w.badge is red", "somebody.size", "clash_unit.size", "silent_unit.flag"],
        "facts of two": [f"next_to({a}, {b})" for a, b in product(("u", "v", "u.chief"), ("u", "v", "w"))] + ["next_to(clash_unit, silent_unit)"],
        "facts of numbers": [f"marked({a})" for a in ("0", "1", "2", "known - 3", "clash", "silent", "beyond", "n", "unread")],
        "questions": ["clash", "silent", "beyond", "unread", "sure", "torn", "hidden", "outside", "as_read", "wet", "added"],
        "questions of numbers": [f"amount({a})" for a in ("1", "0", "12", "-1", "known - 2", "known / 3", "clash", "silent", "beyond", "n", "unread")],
        "verdicts": [f"{word} {name}({a})" for word in Permission for name, a in product(("move", "rest", "fight"), ("u", "v", "u.chief"))]
        + [f"{word} move({a})" for word in Permission for a in NO_UNITS],
        "barred": [f"{word} march({a})" for word in ("may", "may not") for a in ("u", "v", "w", *NO_UNITS)],
        "tables": [f"fee({a}, {b})" for a, b in product(("2", "4", "known", "0", "9", *NO_NUMBERS), ("red", "colour"))]
        + [f"by_level({a})" for a in ("low", "height", "v.rank", *NO_LEVELS)] + ["unwritten(1)", "by_level(high) + fee(2, green)"]
        + [f"toll({a})" for a in ("0", "1", "3", "9", *NO_NUMBERS)],
        "stages": [f"staged({a}) up to {stage}" for a in ("u", "v", "u.chief") for stage in ("base", "changes", "factors", "cap", "whole")]
        + [f"staged({a}) up to base" for a in NO_UNITS],
        "suppositions": [f"({call} as if {one})" for call, one in product(asked, supposed)]
        + [f"((the sum of the greatest n of amount(k) over k from 1 to 3) as if (n is {most}))" for most in ("5/2", "1/2", "2", "-1")]
        + [f"({call} as if ({one}))" for call, one in product(("marches(u)", "marches(v)"), ("may move(u)", "may not move(u)", "may move(v)", "u.flag"))]
        + [f"(next_to({a}, {b}) as if ({c}))" for a, b in ("vw", "wv") for c in ("next_to(v, w)", "next_to(w, v)", "next_to(v, v)")]
        + [f"((staged({a}) up to {stage}) as if (staged({a}) is 3))" for a in ("u", "v") for stage in ("base", "cap")]
        + [f"((known + n) as if {one}) as if {other}" for one, other in product(("b", "(n is 1)", "(known is 9)"), ("(n is 2)", "(known is 0)"))],
        "links": [f"any number of {link}({a}, {b})" for link in ("next_to", "way") for a, b in product(ends, ("u", "v", "w"))]
        + [f"any number of trail({a}, {b})" for a, b in (("p", "q"), ("p", "s"), ("s", "p"), ("p", "p"))],
        "variables": [
            "some k from 0 to 3 with (k is known - 2)",
            "the sum of (k * (the sum of (j * k) over j from 1 to 2)) over k from 1 to 2",
            "some unit i with (some unit j with (i.chief is j and j.flag is i.flag))",
        ],
    }  # fmt: skip


def vector_questions() -> dict[str, list[str]]:
    """Return the questions of all vectors by group, each once."""
    groups = {**logic(), **comparisons(), **arithmetic(), **scales(), **aggregates(), **answers()}
    return {name: list(dict.fromkeys(texts)) for name, texts in groups.items()}
