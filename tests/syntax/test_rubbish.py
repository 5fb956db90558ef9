"""Rubbish in, sentences out: cuttings of real files with random signs put in, taken out and moved never raise, and point into the text."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from rulewright.syntax.formatter import format_source
from rulewright.syntax.parser import LanguageError, parse_expression, parse_source, source_of
from syntax.test_mutations import _files

SIGNS = "\"#|@(){}.,;:/-+*=<>≥– \t\n\r\xa0“”'\\acZ01_é\u2028\x0b\x00\ufeff"


def _rubbish(text: str, random: Random) -> str:
    start = random.randrange(len(text))
    found = text[start : start + random.choice((30, 200, 900))]
    for _ in range(random.choice((1, 3, 10, 40))):
        at = random.randrange(len(found) + 1)
        how = random.random()
        if how < 0.5:
            found = found[:at] + random.choice(SIGNS) + found[at:]
        elif how < 0.8:
            found = found[:at] + found[at + random.randrange(1, 8) :]
        else:
            other = random.randrange(len(found) + 1)
            found = found[:at] + found[other : other + 20] + found[at:]
    return found


@pytest.mark.parametrize("seed", range(12))
def test_rubbish_is_told_and_never_raises(seed: int) -> None:
    random = Random(seed)
    texts = [path.read_text(encoding="utf-8") for path in _files()]
    for _ in range(25):
        source = source_of("x.case", _rubbish(random.choice(texts), random))
        placed, diagnostics = parse_source(source)
        last = source.text.count("\n") + 1
        for one in diagnostics:
            place = one.labels[0].location
            assert 1 <= place.line <= last
            assert (place.line, place.column) <= (place.end_line, place.end_column)
        formatted = format_source(source.text)
        assert [one.block for one in parse_source(source_of("x.case", formatted))[0]] == [one.block for one in placed]
        for start in range(0, len(source.text), 150):
            with suppress(LanguageError):
                parse_expression(source.text[start : start + 40])
