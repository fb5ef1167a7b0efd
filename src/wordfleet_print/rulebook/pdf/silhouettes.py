"""The silhouettes of an edition's ships as backgrounds of the rows that name them: pictures that nobody reads aloud.

On paper alone: the pages of a site share one style sheet.
"""

from __future__ import annotations

from urllib.parse import quote

from wordfleet_print.game import Edition, Rulebook
from wordfleet_print.press.ink.ink import load_picture
from wordfleet_print.rulebook.figures.canvas import number

COLOR = "#14263a"


def silhouettes(book: Rulebook) -> str:
    """The CSS of the classes `ship-ketch` and so on, which an edition's silhouettes have; nothing for other games.

    Raises nothing for checked front matter. Source: the pictures of the tracker's press.
    """
    if not isinstance(book, Edition):
        return ""
    named = sorted({ship.silhouette for ship in book.fleet if ship.silhouette})
    return "".join(f'.ship-{name}{{background-image:url("data:image/svg+xml,{_drawn(name)}")}}\n' for name in named)


def _drawn(name: str) -> str:
    picture = load_picture(name)
    steps = "".join(step + " ".join(f"{number(x)},{number(y)}" for x, y in points) for step, points in picture.steps)
    size = f"{number(picture.width)} {number(picture.height)}"
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {size}'><path fill='{COLOR}' d='{steps}'/></svg>"
    return quote(svg, safe="/:='., ")
