"""The covers of games on screens, in the colors of their books."""

from __future__ import annotations

from collections.abc import Iterable

from wordfleet_print.games import Rulebook, find_luminance

# The least contrast between words and their background (WCAG 2.2, 1.4.3).
LEGIBLE = 4.5
# The darkest words on a cover: `--cover-accent` in `templates/base.css`.
ACCENT = "#e8b45a"
# A color is made darker by so much until words on it can be read.
STEP = 0.94
# How much of its color a cover has where the system is dark.
DARK_PERCENT = 58


def choose_cover_color(book: Rulebook) -> str:
    """Return the ink of a book, or a darker one on which the words of covers can be read."""
    color = book.look.colors.ink
    most = (find_luminance(ACCENT) + 0.05) / LEGIBLE - 0.05
    while find_luminance(color) > most:
        parts = [int(color[place : place + 2], 16) for place in (1, 3, 5)]
        color = "#" + "".join(f"{int(part * STEP):02x}" for part in parts)
    return color


def draw_cover_styles(books: Iterable[Rulebook]) -> str:
    """Return CSS: the class `cover-` with a book's slug has the color of its cover, light and
    dark.
    """
    colors = {book.slug: choose_cover_color(book) for book in books}
    light = "".join(f".cover-{slug} {{ --cover: {color}; }}\n" for slug, color in colors.items())
    dark = "".join(
        f".cover-{slug} {{ --cover: color-mix(in srgb, {color} {DARK_PERCENT}%, #000); }}\n"
        for slug, color in colors.items()
    )
    return (
        f"@media screen {{\n{light}}}\n"
        f"@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n"
    )
