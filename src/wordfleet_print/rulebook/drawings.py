"""Tables (HTML) and figures (SVG), drawn from facts by our templates; stored pictures that no
longer fit the facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup, escape

from wordfleet_print import art, files
from wordfleet_print.games import Rulebook
from wordfleet_print.games.registry import GAMES
from wordfleet_print.messages import did_you_mean
from wordfleet_print.rulebook.fill_facts import FactError, Facts
from wordfleet_print.rulebook.own_figures import draw_figure, find_figure, list_figures
from wordfleet_print.rulebook.picture_files import find_asset

if TYPE_CHECKING:
    from jinja2 import Environment, Template

# How wide pages are: as paper in full, as half of it, or, on screens, both.
PageWidth = Literal["wide", "narrow", "any"]
# Drawings for books whose front matter names none.
PLAIN_SPOTS = ("pawn", "knight")
# How large a drawing is at most in a picture for white space (units of `spot.svg`).
SPOT_WIDTH = 150.0
SPOT_HEIGHT = 104.0


@cache
def list_drawings() -> dict[str, str]:
    """Return the templates of all tables and figures, by the names that a text uses."""
    folder = files.data_folder("templates") / "book"
    paths = (*folder.glob("tables/*.html"), *folder.glob("figures/*.svg"))
    # The page draws banners, `make pictures` turns of example games; shapes are parts of figures.
    examples = {game.example.figure for game in GAMES.values() if game.example}
    names: dict[str, str] = {}
    for path in sorted(paths):
        is_part = path.stem == "shapes" or path.stem.startswith("banner-")
        if not is_part and path.stem not in examples:
            names[path.stem] = f"{path.parent.name}/{path.name}"
    return names


@cache
def load_art(name: str) -> Markup:
    """Return the shapes inside a bundled drawing. Raises as `art.read_drawing`."""
    shapes = re.sub(r"<title>.*?</title>|</?svg[^>]*>", "", art.read_drawing(name))
    return Markup(shapes)  # noqa: S704 - read from the folder of bundled drawings


@cache
def open_templates(folder: str) -> Environment:
    """Return the environment of a folder of templates; a name that they do not know is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(files.data_folder("templates") / folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["art"] = load_art
    environment.filters["css"] = write_css_string
    return environment


def fill_template(template: Template, values: Mapping[str, Any]) -> Markup:
    """Return a template of ours filled in, without blank lines around it."""
    filled = template.render(values).strip()
    return Markup(filled)  # noqa: S704 - `open_templates` lets Jinja escape every value


def write_css_string(words: object) -> Markup:
    """Return words as a string of CSS inside a page: nothing in them can end it.

    Source: CSS Syntax Module Level 3, section 4.3.7: a character by its number in hexadecimal.
    """
    escaped = "".join(map(_escape_css, str(words)))
    return Markup('"{}"').format(escaped)


def _escape_css(char: str) -> str:
    is_plain = char.isalnum() or char in " -.,:"
    return char if is_plain else f"\\{ord(char):x} "


def write_label(say: Callable[..., str], key: str, **facts: object) -> Markup:
    """Return a label as HTML, its *bold* words in bold; a fact that is HTML is taken as words."""
    plain = {
        name: unescape(fact) if isinstance(fact, Markup) else str(fact)
        for name, fact in facts.items()
    }
    return set_bold(say(key, **plain))


def set_bold(words: str) -> Markup:
    """Return words as HTML, those between *stars* in bold."""
    html = Markup()
    for number, part in enumerate(re.split(r"\*(.+?)\*", words)):
        is_between_stars = number % 2 == 1
        html += Markup("<b>{}</b>").format(part) if is_between_stars else escape(part)
    return html


class Drawings:
    """The tables and figures of a book, in its colors: numbers on paper, variables of the page on a
    screen. A designer’s `folder` of rules can have figures of its own, which go before ours.

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
    ) -> None:
        self.labels = book.all_labels
        self.values = {**facts, **colors}
        self.width = width
        label = partial(write_label, book.say)
        self.names: dict[str, Any] = {**facts, "facts": facts, **colors, "label": label}
        self.names["narrow"] = width == "narrow"
        is_own = folder and folder != files.data_folder("rules")
        self.folder = folder if is_own else None

    def draw(self, name: str) -> Markup:
        """Return a table's HTML or a figure's SVG. Raises `FactError` for an unknown name, for a
        missing fact, and for a designer's figure that cannot be used.
        """
        if self.folder and (path := find_figure(self.folder, name)):
            figure = draw_figure(path, self.values, self.labels)
            return Markup(figure)  # noqa: S704 - `draw_figure` leaves nothing but allowed shapes
        if name not in list_drawings():
            own = list_figures(self.folder) if self.folder else []
            near = did_you_mean(name, [*own, *list_drawings()])
            raise FactError(f"there is no table or figure “{name}” {near}".strip())
        file = list_drawings()[name]
        drawn = self.fill(file)
        if self.width != "any":
            return drawn
        narrow = self.fill(file, narrow=True)
        if narrow == drawn:
            return drawn
        return add_svg_class(drawn, "on-wide") + add_svg_class(narrow, "on-narrow")

    def draw_banner(self, game: str) -> Markup:
        """Return the picture of a game's title band; nothing for a game that has none."""
        file = f"figures/banner-{game}.svg"
        is_drawn = (files.data_folder("templates") / "book" / file).is_file()
        return self.fill(file) if is_drawn else Markup()

    def draw_spots(self, *, eco: bool) -> list[Markup]:
        """Return small pictures for white space: of the drawings that the front matter names."""
        return [self.draw_spot(name, self.names["accent"], eco=eco) for name in self.list_spots()]

    def draw_emblem(self, *, eco: bool) -> Markup:
        """Return the picture of a cover: the first one for white space, on a white line where the
        cover is dark.
        """
        line = self.names["accent"] if eco else "#fff"
        return self.draw_spot(self.list_spots()[0], line, eco=eco)

    def list_spots(self) -> list[str]:
        """Return the drawings that pictures for white space show."""
        return list(dict.fromkeys(list_named_drawings(self.names["facts"])) or PLAIN_SPOTS)

    def draw_spot(self, name: str, line: str, *, eco: bool) -> Markup:
        """Return a drawing on a line of a color, as a picture of its own."""
        match = re.search(r'viewBox="([^"]+)"', art.read_drawing(name))
        box = [float(number) for number in match[1].split()] if match else [0.0, 0.0, 1.0, 1.0]
        scale = min(SPOT_WIDTH / box[2], SPOT_HEIGHT / box[3])
        size = {"width": box[2] * scale, "height": box[3] * scale}
        return self.fill("spot.svg", name=name, box=box, line=line, eco=eco, **size)

    def fill(self, file: str, **more: object) -> Markup:
        """Return a template filled in. Raises `FactError` for a fact that the front matter does not
        have.
        """
        from jinja2 import UndefinedError

        template = open_templates("book").get_template(file)
        try:
            drawn = fill_template(template, self.names | more)
        except UndefinedError as error:
            missing = re.sub(r"'[^']*object' has no attribute", "there is no", str(error))
            raise FactError(f"the front matter lacks a fact that this needs: {missing}") from error
        return drop_indentation(drawn) if file.endswith(".svg") else drawn


def drop_indentation(svg: Markup) -> Markup:
    """Return a drawing without indentation and empty lines, each of its tags on one line."""
    one_line_tags = re.sub(r"<[^>]*>", lambda tag: " ".join(tag[0].split()), svg)
    lines = re.sub(r"\s*\n\s*", "\n", one_line_tags)
    return Markup(lines)  # noqa: S704 - a drawing of ours, with other blanks


def add_svg_class(svg: Markup, name: str) -> Markup:
    """Return a drawing with a class."""
    marked = str(svg).replace("<svg", f'<svg class="{name}"', 1)
    return Markup(marked)  # noqa: S704 - a drawing and a name of ours


def list_named_drawings(facts: object) -> Iterator[str]:
    """Yield the bundled drawings that facts name, in their order."""
    if isinstance(facts, str) and facts in art.list_drawings():
        yield facts
    inside: Iterable[object] = ()
    if isinstance(facts, Mapping):
        inside = facts.values()
    elif isinstance(facts, list | tuple):
        inside = facts
    for fact in inside:
        yield from list_named_drawings(fact)


MOST_GAME_BYTES = 100_000


@cache
def read_game(path: Path) -> Mapping[str, Any]:
    """Return the data of an example game; nothing where there is no such file."""
    import yaml

    if not files.is_file(path) or path.stat().st_size > MOST_GAME_BYTES:
        return {}
    data = yaml.safe_load(path.read_text("utf-8"))
    return data if isinstance(data, dict) else {}


def read_shown_facts(path: Path) -> Mapping[str, Any]:
    """Return the facts that a game’s data file says its pictures show."""
    facts = read_game(path).get("facts")
    return facts if isinstance(facts, dict) else {}


def find_outdated(address: str, folder: Path, facts: Facts) -> str:
    """Return why a picture does not show this book's game, or nothing.

    `pictures/reeds-3.svg` belongs to `pictures/reeds.yaml`, whose `facts` say what its pictures
    rely on.
    """
    path = find_asset(re.sub(r"-\d+\.\w+$", ".yaml", address), folder)
    if path.suffix != ".yaml":
        return ""
    outdated = find_outdated_fact(read_shown_facts(path), facts, "")
    if not outdated:
        return ""
    return f"the pictures of {path.stem} are left out: they show a game whose {outdated}"


def find_outdated_fact(shown_fact: object, actual: object, path: str) -> str:
    """Return the first fact that pictures show otherwise than the book has it; "" for none.

    The result continues “they show a game whose …”. `path` is the fact’s dotted name; of a mapping
    only what is shown counts.
    """
    match shown_fact:
        case Mapping():
            inside = actual if isinstance(actual, Mapping) else {}
            differences = (
                find_outdated_fact(fact, inside.get(key), f"{path}.{key}".strip("."))
                for key, fact in shown_fact.items()
            )
        case list():
            items = list(actual) if isinstance(actual, list | tuple) else []
            if len(items) != len(shown_fact):
                return f"{path} has {len(shown_fact)} entries, not {len(items)}"
            differences = (
                find_outdated_fact(*pair, f"{path}.{place}")
                for place, pair in enumerate(zip(shown_fact, items, strict=True))
            )
        case _:
            return "" if shown_fact == actual else f"{path} is {shown_fact}, not {actual}"
    return next(filter(None, differences), "")
