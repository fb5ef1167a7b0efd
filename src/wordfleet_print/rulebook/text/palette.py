"""A game's colors, as its front matter has them, in style sheets and in figures."""

from __future__ import annotations

import re
from colorsys import hls_to_rgb, rgb_to_hls

from wordfleet_print.games import Rulebook
from wordfleet_print.games.facts import Colors

LIGHTS = {"mid": (0.37, 0.52), "sea": (0.65, 0.44), "sky": (0.77, 0.44), "tint": (0.885, 0.45), "pale": (0.952, 0.4)}
"""Lightness and, at most, saturation of what is made of the ink, from 0 to 1."""
GOLD, CREAM = "#f3b53f", "#fbf6e8"
_DRAWN = re.compile(r'(?<==")var\(--(ink|paper|tint|accent), (#[0-9a-f]+|currentColor)\)(?=")')


def palette(book: Rulebook) -> dict[str, str]:
    """The nine colors of a book by their names. Raises nothing. Source: `look.colors` in its front matter."""
    colors = book.look.colors
    red, green, blue = (int(colors.ink[place : place + 2], 16) / 255 for place in (1, 3, 5))
    hue, _, strong = rgb_to_hls(red, green, blue)
    made = {name: _written(hls_to_rgb(hue, light, min(strong, most))) for name, (light, most) in LIGHTS.items()}
    return {"gold": GOLD, "cream": CREAM} | made | colors.model_dump(exclude_none=True)


def _written(color: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in color)


def palette_styles(book: Rulebook, *, eco: bool = False) -> str:
    """The CSS of a book's colors: each as a variable, and those of pages, which WeasyPrint reads no variables in; the
    cover is white where it is to save ink.
    """
    mine = palette(book)
    names = "".join(f"--{name}:{mine[name]};" for name in Colors.model_fields)
    tab = f"{{background:{mine['ink']};color:#fff}}"
    return (
        f":root{{{names}--body-letters:{book.look.letters:g}pt}}@page{{@top-left{{color:{mine['ink']}}}@top-right{{color:{mine['ink']}}}"
        f"@bottom-center{{color:{mine['mid']}}}}}"
        f"@page cover{{background:{'#fff' if eco else mine['ink']}}}"
        f"@page :right{{@bottom-right-corner{tab}}}@page :left{{@bottom-left-corner{tab}}}"
    )


def colored(html: str, book: Rulebook) -> str:
    """HTML with figures in a book's colors: WeasyPrint knows no `var()` in SVG. Raises nothing."""
    mine = palette(book) | {"paper": "#fff"}
    return _DRAWN.sub(lambda color: mine[color[1]], html)
