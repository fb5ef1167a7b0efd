"""The covers of games on screens, in the colors of their books."""

from __future__ import annotations

from collections.abc import Iterable

from wordfleet_print.games import Rulebook, find_luminance

# The least contrast between words and their background (WCAG 2.2, 1.4.3), and what its formula adds
# to both luminances.
LEAST_CONTRAST = 4.5
FLARE = 0.05
# The darkest words on a cover: `--cover-accent` in `templates/base.css`.
ACCENT = "#e8b45a"
# What a step of making a color darker leaves of its red, green and blue.
DARKER = 0.94
# How much of its color a cover has where the system is dark.
DARK_PERCENT = 58


def choose_cover_color(book: Rulebook) -> str:
    """Return the ink of a book, “#14263a”, or a darker one on which words of covers can be read."""
    color = book.look.colors.ink
    # Contrast is (lighter + FLARE) / (darker + FLARE), here of the words and the cover.
    most_luminance = (find_luminance(ACCENT) + FLARE) / LEAST_CONTRAST - FLARE
    while find_luminance(color) > most_luminance:
        red_green_blue = [int(color[place : place + 2], 16) for place in (1, 3, 5)]
        color = "#" + "".join(f"{int(part * DARKER):02x}" for part in red_green_blue)
    return color


def draw_cover_styles(books: Iterable[Rulebook]) -> str:
    """Return CSS with a class for each book, `.cover-reeds`: the color of its cover on screens.

    Where the system is dark, it is mixed with black.
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
