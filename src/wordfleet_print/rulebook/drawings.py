"""The tables (HTML) and figures (SVG) of a book, drawn by our templates from the book's facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

from markupsafe import Markup

from wordfleet_print import art, files
from wordfleet_print.games import Rulebook
from wordfleet_print.games.registry import GAMES
from wordfleet_print.messages import did_you_mean
from wordfleet_print.rulebook.fill_facts import FactError, Facts
from wordfleet_print.rulebook.own_figures import draw_figure, find_figure, list_figures
from wordfleet_print.rulebook.templates import fill_template, open_templates, write_label

# How wide pages are: as paper in full, as half of it, or, on screens, both.
PageWidth = Literal["wide", "narrow", "any"]
# Bundled drawings in the white space of a book whose front matter names none.
PLAIN_SPOTS = ("pawn", "knight")
# The largest size of a bundled drawing in `spot.svg`, in units of that template.
SPOT_WIDTH = 150.0
SPOT_HEIGHT = 104.0


@cache
def list_drawings() -> dict[str, str]:
    """Return the templates of the tables and figures that a text can name, by name.

    For example {"combat": "figures/combat.svg"}, with paths below `templates/book`.
    """
    folder = files.data_folder("templates") / "book"
    paths = (*folder.glob("tables/*.html"), *folder.glob("figures/*.svg"))
    # No text names these: the page draws banners, `make pictures` draws the turns of example games,
    # and `shapes.svg` is a part of other figures.
    example_turns = {game.example.figure for game in GAMES.values() if game.example}
    templates: dict[str, str] = {}
    for path in sorted(paths):
        is_part = path.stem == "shapes" or path.stem.startswith("banner-")
        if not is_part and path.stem not in example_turns:
            templates[path.stem] = f"{path.parent.name}/{path.name}"
    return templates


class Drawings:
    """Draws the tables and figures of one book from its facts and in its colors.

    A figure whose words would be too small on a small page has a second drawing for narrow
    pages; on screens, which have any width, it has both.
    """

    def __init__(
        self,
        book: Rulebook,
        facts: Facts,
        colors: Mapping[str, str],
        folder: Path | None = None,
        width: PageWidth = "wide",
        *,
        eco: bool = False,
    ) -> None:
        self.labels = book.all_labels
        self.values = {**facts, **colors}
        """What a designer's figures can name: facts, and colors as CSS, such as "#14263a"."""
        self.width = width
        """How wide the book's pages are."""
        self.template_values: dict[str, Any] = {
            **self.values,
            "facts": facts,
            "label": partial(write_label, book.say),
            "narrow": width == "narrow",
            # Whether it is for a narrow window: letters are small on a phone, and height is free
            "on_phone": False,
            # Whether ink is saved
            "eco": eco,
            # A tint that says something stays where ink is saved
            "key_tint": colors.get("tint"),
        }
        """What our templates can name."""
        if eco:
            self.template_values["tint"] = "#fff"
        is_designers = folder and folder != files.data_folder("rules")
        self.designers_folder = folder if is_designers else None
        """The folder of a designer's rules, whose `figures/` go before ours."""

    def draw(self, name: str) -> Markup:
        """Return the HTML of a table or the SVG of a figure.

        Raises `FactError` for an unknown name, for a missing fact, and for a designer's figure that
        cannot be used.
        """
        if self.designers_folder and (path := find_figure(self.designers_folder, name)):
            figure = draw_figure(path, self.values, self.labels)
            return Markup(figure)  # noqa: S704 - `draw_figure` leaves nothing but allowed shapes
        if name not in list_drawings():
            own_names = list_figures(self.designers_folder) if self.designers_folder else []
            near = did_you_mean(name, [*own_names, *list_drawings()])
            raise FactError(f"there is no table or figure “{name}” {near}".strip())
        template = list_drawings()[name]
        drawing = self.fill(template)
        if self.width != "any":
            return drawing
        # On screens, where styles show the one that fits.
        narrow_drawing = self.fill(template, narrow=True, on_phone=True)
        if narrow_drawing == drawing:
            return drawing
        return add_svg_class(drawing, "on-wide") + add_svg_class(narrow_drawing, "on-narrow")

    def draw_banner(self, game: str) -> Markup:
        """Return the picture of a game's title band as SVG; "" for a game that has none."""
        template = f"figures/banner-{game}.svg"
        has_banner = (files.data_folder("templates") / "book" / template).is_file()
        return self.fill(template) if has_banner else Markup()

    def list_spots(self) -> list[str]:
        """Return the names of the bundled drawings for white space: those in the front matter."""
        names = dict.fromkeys(find_drawing_names(self.template_values["facts"]))
        return list(names or PLAIN_SPOTS)

    def draw_spots(self, *, eco: bool) -> list[Markup]:
        """Return a small SVG for each bundled drawing that can fill white space on paper.

        `eco` saves ink.
        """
        accent = self.template_values["accent"]
        return [self._draw_spot(name, accent, eco=eco) for name in self.list_spots()]

    def draw_emblem(self, *, eco: bool) -> Markup:
        """Return the SVG for a booklet's cover: the first drawing for white space.

        The line below it is white, because the cover is dark, but for `eco`.
        """
        line_color = self.template_values["accent"] if eco else "#fff"
        return self._draw_spot(self.list_spots()[0], line_color, eco=eco)

    def _draw_spot(self, name: str, line_color: str, *, eco: bool) -> Markup:
        """Return a bundled drawing above a line, as an SVG."""
        match = re.search(r'viewBox="([^"]+)"', art.read_drawing(name))
        box = [float(number) for number in match[1].split()] if match else [0.0, 0.0, 1.0, 1.0]
        _left, _top, width, height = box
        scale = min(SPOT_WIDTH / width, SPOT_HEIGHT / height)
        return self.fill(
            "spot.svg",
            name=name,
            box=box,
            line=line_color,
            eco=eco,
            width=width * scale,
            height=height * scale,
        )

    def fill(self, template_name: str, **more_values: object) -> Markup:
        """Return the HTML or SVG of a template below `templates/book`.

        Raises `FactError` for a fact that the front matter does not have.
        """
        from jinja2 import UndefinedError

        template = open_templates("book").get_template(template_name)
        try:
            drawing = fill_template(template, self.template_values | more_values)
        except UndefinedError as error:
            missing = re.sub(r"'[^']*object' has no attribute", "there is no", str(error))
            raise FactError(f"the front matter lacks a fact that this needs: {missing}") from error
        return drop_indentation(drawing) if template_name.endswith(".svg") else drawing


def drop_indentation(svg: Markup) -> Markup:
    """Return a drawing without indentation and empty lines, each of its tags on one line: in a
    designer's markdown they would end it, or make it code.
    """
    one_line_tags = re.sub(r"<[^>]*>", lambda tag: " ".join(tag[0].split()), svg)
    lines = re.sub(r"\s*\n\s*", "\n", one_line_tags)
    return Markup(lines)  # noqa: S704 - a drawing of ours, with other blanks


def add_svg_class(svg: Markup, name: str) -> Markup:
    """Return a drawing with a class on its first `<svg>`."""
    with_class = str(svg).replace("<svg", f'<svg class="{name}"', 1)
    return Markup(with_class)  # noqa: S704 - a drawing and a name of ours


def find_drawing_names(facts: object) -> Iterator[str]:
    """Yield each value of facts, at any depth, that is the name of a bundled drawing."""
    if isinstance(facts, str) and facts in art.list_drawings():
        yield facts
    elif isinstance(facts, Mapping):
        for fact in facts.values():
            yield from find_drawing_names(fact)
    elif isinstance(facts, list | tuple):
        for fact in facts:
            yield from find_drawing_names(fact)
