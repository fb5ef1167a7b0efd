"""Quick references: one sheet of what players look up, made from front matter by a template of each game."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.game import RulesSource
from wordfleet_print.press.paper import Paper
from wordfleet_print.rulebook.html import Shelf, Text, render_text
from wordfleet_print.rulebook.page import Look
from wordfleet_print.rulebook.pdf import Printed, page_size, print_text

MOST_PAGES = 2
"""Both sides of one sheet."""
_LINE = re.compile(r"<(?:tr|li|p|h2|h3)\b")
COMMON = "any-game"
"""The template of a game that has none of its own."""


def quick_reference(source: RulesSource, templates: Path | None = None) -> Text:
    """What players of these rules look up, as clean HTML. Raises as `render_text` does.

    Source: `templates/quick/GAME.md`, or `templates/quick/any-game.md`, filled in from the front matter.
    """
    path = _template(source.book.game, templates)
    try:
        body = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"{path} cannot be read as UTF-8 text.") from error
    text = render_text(replace(source, name=str(path), body=body, body_line=1), Shelf(), templates)
    return replace(text, chapters=_in_columns(text.chapters))


def print_quick_reference(text: Text, paper: Paper, templates: Path | None = None) -> Printed:
    """The quick reference as PDF, at most two pages. Raises as `print_text` does, and where it needs more pages.

    Source: `templates/quick-reference.html` and `templates/quick-reference.css`.
    """
    look = Look("quick-reference.html", ("quick-reference.css",), page_size(paper.width, paper.height), templates)
    printed = print_text(text, look)
    if printed.pages > MOST_PAGES:
        raise BadInputError(
            f"The quick reference of {text.book.title} needs {printed.pages} pages of {paper.title}; "
            f"one sheet has {MOST_PAGES}.",
            tip=f"Shorten {text.name}.",
        )
    return printed


def _in_columns(chapters: str) -> str:
    """The chapters in two columns of about the same length, in order: WeasyPrint's own balancing takes seconds."""
    parts = re.split(r'(?=<section class="chapter)', chapters)
    lines = [len(_LINE.findall(part)) for part in parts]
    cut = min(range(len(parts) + 1), key=lambda place: abs(sum(lines[:place]) - sum(lines[place:])))
    columns = ("".join(parts[:cut]), "".join(parts[cut:]))
    return "".join(f'<div class="column">{column}</div>' for column in columns)


def _template(game: str, templates: Path | None) -> Path:
    for folder in (*([templates] if templates else []), data_folder("templates")):
        for name in (game, COMMON):
            path = folder / "quick" / f"{name}.md"
            if path.is_file():
                return path
    return data_folder("templates") / "quick" / f"{COMMON}.md"
