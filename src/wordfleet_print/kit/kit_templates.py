"""The environment of the templates of kits, with the drawings, fonts and sizes that they use."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from wordfleet_print import art
from wordfleet_print.games.kit import INCH
from wordfleet_print.kit.fitted_labels import CODE, POINT_MM, STENCIL, TEXT, measure_words
from wordfleet_print.rulebook.templates import load_art, open_templates, set_bold

if TYPE_CHECKING:
    from jinja2 import Environment

# Decimals of a place in a drawing (mm).
PLACES = 4


@cache
def open_kit_templates() -> Environment:
    """Return the environment of the kits' templates."""
    environment = open_templates("kit")
    environment.filters["bold"] = set_bold
    environment.globals["art"] = draw_art
    environment.globals["art_box"] = find_art_box
    environment.globals["steps"] = list_steps
    environment.globals["measure"] = measure_words
    environment.globals["INCH"] = INCH
    environment.globals["PT"] = POINT_MM
    environment.globals["FIRA"] = TEXT
    environment.globals["STENCIL"] = STENCIL
    environment.globals["CODE"] = CODE
    return environment


@cache
def find_art_box(name: str) -> str:
    """Return the `viewBox` of a built-in drawing."""
    box = re.search(r'viewBox="([^"]*)"', art.read_drawing(name))
    return box[1] if box else ""


@cache
def draw_art(name: str, color: str = "#000", detail: str = "#fff") -> Markup:
    """Return the shapes of a built-in drawing, in these colors for black and for white."""
    shapes = load_art(name)
    colors = {"#000": color, "#fff": detail}
    painted = re.sub("#000|#fff", lambda match: colors[match[0]], shapes)
    return Markup(painted)  # noqa: S704 - a bundled drawing, in colors that templates of ours name


def list_steps(start: float, step: float, count: int) -> list[float]:
    """Return the places of `count` things of one size, and the end of the last (mm)."""
    return [round(start + number * step, PLACES) for number in range(count + 1)]
