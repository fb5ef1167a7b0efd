"""Tables (HTML) and figures (SVG), drawn from facts by our templates; stored pictures that no
longer fit the facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordfleet_print import art, files
from wordfleet_print.messages import did_you_mean
from wordfleet_print.rulebook.fill_facts import FactError, Facts
from wordfleet_print.rulebook.sanitize import find_asset

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def list_drawings() -> dict[str, str]:
    """Return the templates of all tables and figures, by the names that a text uses."""
    folder = files.data_folder("templates") / "book"
    found = (*folder.glob("tables/*.html"), *folder.glob("figures/*.svg"))
    # Banners are drawn by the page itself, and shapes are parts of figures.
    names = {path.stem: f"{path.parent.name}/{path.name}" for path in sorted(found)}
    return {
        name: file
        for name, file in names.items()
        if name != "shapes" and not name.startswith("banner-")
    }


@cache
def load_art(name: str) -> str:
    """Return the shapes inside a bundled drawing. Raises as `art.read_drawing`."""
    return re.sub(r"<title>.*?</title>|</?svg[^>]*>", "", art.read_drawing(name))


@cache
def open_templates(folder: str, *, autoescape: bool = True) -> Environment:
    """Return the environment of a folder of templates; a name that they do not know is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(files.data_folder("templates") / folder),
        autoescape=autoescape,  # noqa: S701 - books escape their facts before
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["art"] = load_art
    return environment


# The templates of books; facts are escaped before (`escape_texts`), drawn shapes are not.
open_book_templates = partial(open_templates, "book", autoescape=False)


def escape_texts(value: object) -> object:
    """Return facts with every text escaped for HTML: they are a designer's, and templates print
    them as they are.
    """
    match value:
        case str():
            return escape(value)
        case Mapping():
            return {name: escape_texts(one) for name, one in value.items()}
        case list() | tuple():
            return [escape_texts(one) for one in value]
    return value


def write_label(say: Callable[..., str], key: str, **facts: object) -> str:
    """Return a label as HTML, its *bold* words in bold; `facts` are of a template: escaped."""
    plain = {name: unescape(str(value)) for name, value in facts.items()}
    return re.sub(r"\*(.+?)\*", r"<b>\1</b>", escape(say(key, **plain)))


class Drawings:
    """The tables and figures of a book, in its colors: numbers on paper, variables of the page on a
    screen. `say` fills in a label (`Rulebook.say`).
    """

    def __init__(self, facts: Facts, colors: Mapping[str, str], say: Callable[..., str]) -> None:
        escaped = {name: escape_texts(value) for name, value in facts.items()}
        label = partial(write_label, say)
        self.names: dict[str, Any] = {**escaped, "facts": escaped, **colors, "label": label}

    def draw(self, name: str) -> str:
        """Return a table's HTML or a figure's SVG. Raises `FactError` for an unknown name and for a
        missing fact.
        """
        if name not in list_drawings():
            near = did_you_mean(name, list_drawings())
            raise FactError(f"there is no table or figure “{name}” {near}".strip())
        return self.fill(list_drawings()[name])

    def draw_banner(self, game: str) -> str:
        """Return the picture of a game's title band; nothing for a game that has none."""
        file = f"figures/banner-{game}.svg"
        return self.fill(file) if (files.data_folder("templates") / "book" / file).is_file() else ""

    def fill(self, file: str, **more: object) -> str:
        """Return a template filled in. Raises `FactError` for a fact that the front matter does not
        have.
        """
        from jinja2 import UndefinedError

        try:
            return open_book_templates().get_template(file).render(self.names | more).strip()
        except UndefinedError as error:
            missing = re.sub(r"'[^']*object' has no attribute", "there is no", str(error))
            raise FactError(f"the front matter lacks a fact that this needs: {missing}") from error


MOST_BYTES = 100_000


@cache
def load_data(path: Path) -> dict[str, object]:
    """Return the facts that a game's data file says its pictures show; nothing where there is no
    such file.
    """
    import yaml

    if not files.is_file(path) or path.stat().st_size > MOST_BYTES:
        return {}
    data = yaml.safe_load(path.read_text("utf-8"))
    shown = data.get("facts") if isinstance(data, dict) else None
    return shown if isinstance(shown, dict) else {}


def find_outdated(address: str, folder: Path, facts: Facts) -> str:
    """Return why a picture does not show this book's game, or nothing.

    `pictures/word-fleet-3.svg` belongs to `pictures/word-fleet.yaml`, whose `facts` say what its
    pictures rely on.
    """
    path = find_asset(re.sub(r"-\d+\.\w+$", ".yaml", address), folder)
    other = find_difference(load_data(path), facts, "") if path.suffix == ".yaml" else ""
    return (
        f"the pictures of {path.stem} are left out: they show a game whose {other}" if other else ""
    )


def find_difference(shown: object, value: object, name: str) -> str:
    """Return the first fact that is not as it is shown, in words; of a mapping only what is shown
    counts.
    """
    match shown:
        case Mapping():
            inside = value if isinstance(value, Mapping) else {}
            found = (
                find_difference(one, inside.get(key), f"{name}.{key}".strip("."))
                for key, one in shown.items()
            )
        case list():
            items = list(value) if isinstance(value, list | tuple) else []
            if len(items) != len(shown):
                return f"{name} has {len(shown)} entries, not {len(items)}"
            found = (
                find_difference(*pair, f"{name}.{place}")
                for place, pair in enumerate(zip(shown, items, strict=True))
            )
        case _:
            return "" if shown == value else f"{name} is {shown}, not {value}"
    return next(filter(None, found), "")
