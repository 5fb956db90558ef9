"""One thing in one place: each form of the language has its row, and each word that readers type is written under one heading."""

from __future__ import annotations

from collections import Counter

from manual.generated.forms import form_rows
from rulewright.base.form_rows import FORM_PAGES
from rulewright.base.page_sections import manual_sections
from rulewright.engines.interpreter.answer import Why

SHEET = "writing/cheat-sheet"


def test_each_row_of_forms_has_an_address_of_its_own() -> None:
    addresses = Counter(f"{page}#{row.anchor}" for page, _, row in form_rows())
    anchors = {section.address for section in manual_sections() if section.page in FORM_PAGES}
    assert [address for address, count in addresses.items() if count > 1 or address.replace("#", ".html#") in anchors] == []


def test_each_form_has_one_row() -> None:
    forms = Counter((row.head, form) for _, _, row in form_rows() for form in row.first.split(" · "))
    assert [form for form, count in forms.items() if count > 1] == []


def test_no_other_table_explains_forms() -> None:
    forms = {form for _, _, row in form_rows() for form in row.forms if " " in form} - {why.value for why in Why}
    others = [(section.address, row) for section in manual_sections() if section.page != SHEET for row in section.table_rows()]
    assert [(address, row.first) for address, row in others if not row.anchor and row.forms and row.forms[0] in forms] == []


def test_a_word_that_readers_type_is_under_one_heading() -> None:
    places: dict[str, list[str]] = {}
    for section in manual_sections():
        for word in section.also:
            places.setdefault(word.lower(), []).append(section.address)
    assert {word: addresses for word, addresses in places.items() if len(addresses) > 1} == {}
