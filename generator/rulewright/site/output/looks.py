"""The looks of a site, as an author chooses them by Material's keys (palette, font, favicon), as the style sheet and the mark of the site.

A colour of the theme is made for a bar, not for words: as a colour of words it is taken darker or lighter until it can be read on every
background of a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulewright.site.html.escape import escape_text

Colour: TypeAlias = tuple[int, int, int]

FAVICON, PALETTE = "assets/favicon.svg", "assets/palette.css"
COLOURS: Mapping[str, str] = {
    "red": "#ef5552",
    "pink": "#e92063",
    "purple": "#ab47bd",
    "deep purple": "#7e56c2",
    "indigo": "#4051b5",
    "blue": "#2094f3",
    "light blue": "#02a6f2",
    "cyan": "#00bdd6",
    "teal": "#009485",
    "green": "#4cae4f",
    "light green": "#8bc34b",
    "lime": "#cbdc38",
    "yellow": "#ffec3d",
    "amber": "#ffc105",
    "orange": "#ffa724",
    "deep orange": "#ff6e42",
    "brown": "#795649",
    "grey": "#757575",
    "blue grey": "#546d78",
    "black": "#000000",
    "white": "#ffffff",
}
"""The colours of Material by name."""
LIGHT: tuple[Colour, ...] = ((0xFD, 0xFC, 0xF9), (0xF5, 0xF2, 0xEC), (0xEB, 0xE7, 0xDF), (0xFD, 0xF0, 0xBF))
DARK: tuple[Colour, ...] = ((0x16, 0x19, 0x1D), (0x1F, 0x23, 0x28), (0x2C, 0x32, 0x39), (0x4A, 0x3D, 0x10))
"""The backgrounds of words on a page, as `rulewright.css` has them."""
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
MARK: Colour = (0x8A, 0x2F, 0x1C)
READABLE = 4.6  # to one: what the guidelines ask of words, and a little more for rounding
MATERIAL_FAVICON = "assets/images/favicon.png"
MATERIAL_FONT = {"text": "Roboto", "code": "Roboto Mono"}
_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_NOT_IN_FONT = re.compile(r"[^\w ,'-]+")


@dataclass(frozen=True, slots=True)
class Looks:
    """The choices of an author; None and empty where none was made."""

    primary: Colour | None = None
    accent: Colour | None = None
    fixed_scheme: str = ""
    """`default` or `slate`, where the palette has one scheme for every device."""
    text_font: str = ""
    code_font: str = ""
    has_logo: bool = False
    has_favicon: bool = False

    @classmethod
    def of_theme(cls, theme: Any, usual_colour: str = "custom") -> Looks:
        """Read the settings of the theme. `usual_colour`: the primary one where none is set."""
        palette = theme.get("palette") or {}
        schemes: Sequence[Any] = palette if isinstance(palette, list) else [palette]
        first: Mapping[str, Any] = next((scheme for scheme in schemes if isinstance(scheme, Mapping)), {})
        fixed = str(first.get("scheme", "")) if len(schemes) == 1 and "media" not in first else ""
        font = theme.get("font")
        font = font if isinstance(font, Mapping) and dict(font) != MATERIAL_FONT else {}
        icons = theme.get("icon")
        return cls(
            colour_named(first.get("primary", usual_colour)),
            colour_named(first.get("accent")),
            fixed if fixed in ("default", "slate") else "",
            _NOT_IN_FONT.sub("", str(font.get("text") or "")),
            _NOT_IN_FONT.sub("", str(font.get("code") or "")),
            bool(theme.get("logo")) or bool(isinstance(icons, Mapping) and icons.get("logo")),
            theme.get("favicon") not in (None, MATERIAL_FAVICON),
        )

    def site_files(self, title: str) -> Mapping[str, str]:
        """The files of a site that come from these choices."""
        files = {} if self.has_favicon else {FAVICON: self.letter_mark(title)}
        return {**files, PALETTE: sheet} if (sheet := self.style_sheet()) else files

    def style_sheet(self) -> str:
        """The style sheet of the choices; empty where there is none."""
        light, dark = list(self._colour_rules(LIGHT, BLACK)), list(self._colour_rules(DARK, WHITE))
        fonts = list(self._font_rules())
        rules = f":root,[data-md-color-scheme]{{{';'.join([*light, *fonts])}}}\n" if light or fonts else ""
        return rules + (f'@media screen{{[data-md-color-scheme="slate"]{{{";".join(dark)}}}}}\n' if dark else "")

    def _colour_rules(self, backgrounds: Sequence[Colour], end: Colour) -> Iterator[str]:
        mark = self.primary or self.accent
        if mark is None:
            return
        yield f"--rw-mark:{in_hex(readable_on(mark, backgrounds, end))}"
        yield f"--rw-link:{in_hex(readable_on(self.accent or mark, backgrounds, end))}"
        if self.primary is not None:
            bar, ink = bar_and_ink(self.primary)
            yield f"--rw-bar:{in_hex(bar)}"
            yield from (f"--rw-bar-{part}:{in_hex(ink)}" for part in ("ink", "soft", "line", "mark"))
            yield f"--rw-bar-raised:{in_hex(mix_colours(bar, ink, 0.12))}"

    def _font_rules(self) -> Iterator[str]:
        if self.text_font:  # which a device need not have: then ours take its place, of the same sort
            yield f'--md-text-font:"{self.text_font}","Source Sans 3",system-ui,sans-serif'
            yield f'--rw-serif:"{self.text_font}","Source Serif 4",Georgia,serif'
        if self.code_font:
            yield f'--md-code-font:"{self.code_font}",ui-monospace,monospace'

    def letter_mark(self, title: str) -> str:
        """A mark for a site that has none: the first letter of its name."""
        bar, ink = bar_and_ink(self.primary or self.accent or MARK)
        letter = next((sign for sign in title if sign.isalnum()), "R").upper()
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="{in_hex(bar)}"/>'
            f'<text x="16" y="23" text-anchor="middle" font-family="Georgia,serif" font-size="20" font-weight="700" '
            f'fill="{in_hex(ink)}">{escape_text(letter)}</text></svg>\n'
        )


def colour_named(name: object) -> Colour | None:
    """A colour of Material by its name, or one in hexadecimal; None for `custom`, which a style sheet of the author's defines."""
    text = str(name or "").strip().lower()
    text = COLOURS.get(text.replace("-", " "), text)
    match = _HEX.fullmatch(text)
    if match is None:
        return None
    digits = match[1] if len(match[1]) == 6 else "".join(2 * digit for digit in match[1])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def bar_and_ink(colour: Colour) -> tuple[Colour, Colour]:
    """A colour for the bar with the ink that is read on it: white, if the colour need not go far for it, else black."""
    darker = readable_on(WHITE, (colour,), WHITE)
    if contrast_ratio(darker, colour) >= READABLE:
        return colour, WHITE
    if contrast_ratio(BLACK, colour) >= 2 * READABLE:
        return colour, BLACK
    return readable_on(colour, (WHITE,), BLACK), WHITE


def readable_on(colour: Colour, backgrounds: Sequence[Colour], end: Colour) -> Colour:
    """The colour, mixed with black or white as far as it takes to be read on every one of the backgrounds."""
    for step in range(101):
        candidate = mix_colours(colour, end, step / 100)
        if all(contrast_ratio(candidate, background) >= READABLE for background in backgrounds):
            return candidate
    return end


def mix_colours(colour: Colour, other: Colour, share: float) -> Colour:
    """A colour with a share of another in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def contrast_ratio(first: Colour, second: Colour) -> float:
    """The ratio of contrast of two colours, from 1 to 21, as the Web Content Accessibility Guidelines define it."""
    high, low = sorted((_relative_luminance(first), _relative_luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _relative_luminance(colour: Colour) -> float:
    red, green, blue = (part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def in_hex(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)
