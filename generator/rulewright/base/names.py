"""Names: letters of any alphabet, the digits 0 to 9 and `_`, with no digit first; each letter in its one form (NFC)."""

from __future__ import annotations

import re
import unicodedata

NAME = r"[^\W\d]\w*"
"""The pattern of a name, for use in other patterns. It allows digits of other scripts besides, which `find_no_letter` tells."""
_NAME = re.compile(NAME)
_LATIN = str.maketrans("асеорхуіјѕһвкмнтАВЕКМНОРСТХУІЈЅονρικταυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aceopxyijshbkmhtABEKMHOPCTXYIJSovpiktauABEZHIKMNOPTYX")
"""Letters of Cyrillic and Greek, and the Latin ones that they look like."""


def is_name(text: str) -> bool:
    """Return True if a text can be a name by its letters.

    >>> is_name("größe"), is_name("x²"), is_name("8th"), is_name("")
    (True, False, False, False)
    """
    return _NAME.fullmatch(text) is not None and (text.isascii() or (find_no_letter(text) is None and normalize_letters(text) == text))


def find_no_letter(word: str) -> int | None:
    """Return the index of the first sign of a word that is no letter, digit or `_`, such as `²`."""
    return next((index for index, sign in enumerate(word) if not sign.isalpha() and sign not in "0123456789_"), None)


def normalize_letters(text: str) -> str:
    """Return a text with each letter in its one form: an `e` with an accent that follows it becomes `é`."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def replace_look_alikes(name: str) -> str:
    """Return a name with Latin letters in place of those that look like them."""
    return name if name.isascii() else name.translate(_LATIN)
